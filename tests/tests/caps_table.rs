//! The README's table of what adapters do by themselves is what they say here.

use retrograph_render::{Answer, Gpu, wgpu};
use retrograph_tests::path;

/// The table's columns, as the README heads them.
const COLUMNS: [&str; 4] = ["lavapipe", "llvmpipe", "SwiftShader", "WebGPU's floor"];

/// The rows of the table: what it is about, and an answer for each column.
fn table() -> Vec<(String, Vec<String>)> {
    let readme = std::fs::read_to_string(path("../README.md")).expect("the README");
    let lines = readme.lines().skip_while(|line| !line.starts_with("| what adapters differ in |"));
    let mut rows = lines.take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (cells.next().unwrap_or_default(), cells.collect::<Vec<_>>())
    });
    let (_, heads) = rows.next().expect("the table's head");
    assert_eq!(heads, COLUMNS);
    rows.skip(1).collect()
}

fn check(gpu: &Gpu, column: &str) {
    let index = COLUMNS.iter().position(|name| *name == column).expect("a column");
    let told = |answer: Answer| format!("{answer:?}").to_lowercase();
    let found: Vec<_> = gpu.caps.answers().map(|(thing, answer)| (thing.to_owned(), told(answer))).into();
    let written: Vec<_> =
        table().into_iter().map(|(thing, mut answers)| (thing, answers.swap_remove(index))).collect();
    assert_eq!(written, found, "the README's column {column}; `retrograph adapters --caps` prints it");
}

#[test]
fn the_adapter_in_use_has_what_the_readme_says() {
    let gpu = Gpu::headless().expect("an adapter");
    let column = match (gpu.info.backend, gpu.info.name.as_str()) {
        (wgpu::Backend::Gl, name) if name.contains("llvmpipe") => "llvmpipe",
        (wgpu::Backend::Vulkan, name) if name.contains("llvmpipe") => "lavapipe",
        (wgpu::Backend::Vulkan, name) if name.contains("SwiftShader") => "SwiftShader",
        (backend, name) => {
            println!("{name} ({backend:?}) has no column in the README");
            return;
        }
    };
    check(&gpu, column);
}

#[test]
fn a_device_without_features_has_webgpus_floor() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY),
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = pollster::block_on(instance.request_adapter(&options)).expect("an adapter");
    let descriptor = wgpu::DeviceDescriptor { label: Some("floor"), ..wgpu::DeviceDescriptor::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).expect("a device");
    let gpu = Gpu::from_device(&adapter, device, queue);
    if gpu.info.backend != wgpu::Backend::Gl {
        check(&gpu, "WebGPU's floor");
    }
}
