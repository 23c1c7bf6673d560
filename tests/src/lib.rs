//! What the tests share: the table of findings, and GPUs.

pub mod findings;

use std::path::PathBuf;

use retrograph_render::{Gpu, wgpu};

/// The folder of a path in this package.
#[must_use]
pub fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// A GPU on which none of the optional features is used: everything is emulated.
///
/// # Panics
/// Without an adapter.
#[must_use]
pub fn gpu_without_features() -> Gpu {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY),
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = pollster::block_on(instance.request_adapter(&options)).expect("an adapter");
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("without features"),
        required_limits: adapter.limits(),
        ..wgpu::DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).expect("a device");
    Gpu::from_device(&adapter, device, queue)
}
