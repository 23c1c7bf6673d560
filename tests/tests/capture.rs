//! Captured frames are drawn again to the same bytes: every demo, and scripted cases.

use std::path::PathBuf;

use retrograph_d3d9::types::{ClearFlags, CreateFlags, PresentParameters};
use retrograph_d3d9::{Direct3D9, Error};
use retrograph_examples::battery::{Battery, Status, run_case};
use retrograph_examples::frame_tool::{capturing, replay};
use retrograph_examples::gallery::DEMOS;
use retrograph_render::Gpu;
use retrograph_tests::path;

/// Cases of every kind of resource and command: odd strides, instances, rings that are written within a frame, mip
/// chains, cubes, depth that is sampled, several targets.
const CASES: [&str; 10] = [
    "vertex_input.hard.stride_19",
    "vertex_input.hard.instance_dividers_1_4",
    "vertex_input.hard.dynamic_ring",
    "vertex_input.hard.index_ffff_fan",
    "vertex_input.hard.past_end_partial",
    "output_merger.hard.depth_larger_mrt",
    "textures.hard.intz_alternate",
    "textures.hard.mip_stretch_chain",
    "textures.hard.cube_render_sample",
    "textures.hard.pingpong",
];

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("retrograph-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Replays the captures in a folder; returns the names of all targets.
fn targets(gpu: &Gpu, folder: &std::path::Path) -> Vec<String> {
    let mut targets = Vec::new();
    let equal = replay(gpu, folder, None, |capture, compared| {
        assert!(compared.equal, "{}: {compared:?}", capture.display());
        targets.push(format!("{} {}", compared.frame, compared.target));
    });
    assert!(equal.expect("a replay"));
    targets
}

#[test]
fn captured_demos_replay_to_the_same_bytes() {
    let gpu = Gpu::headless().expect("an adapter");
    let dump = folder("demos");
    for demo in &DEMOS {
        (demo.render)(&capturing(&gpu, Some(&dump), demo)).expect(demo.name);
        let here = dump.join(demo.name);
        let events = std::fs::read_to_string(here.join("frame-0/events.txt")).expect("events");
        assert!(events.contains("draw Triangles"), "{events}");
        let shaders = std::fs::read_dir(here.join("shaders")).expect("shaders").count();
        assert!(shaders >= 2, "{} has {shaders} shaders", demo.name);
        let targets = targets(&gpu, &here);
        assert!(targets.len() >= 2, "{}: {targets:?}", demo.name);
    }
    std::fs::remove_dir_all(&dump).expect("a folder");
}

#[test]
fn captured_cases_replay_to_the_same_bytes() {
    let gpu = Gpu::headless().expect("an adapter");
    let battery = Battery::open(&path("battery/d3d9")).expect("a battery");
    let dump = folder("cases");
    for name in CASES {
        let case = battery.case(name).expect(name);
        let here = dump.join(name);
        let outcome = run_case(&Direct3D9::from_gpu(gpu.capturing(1000, &here)), &battery, &case);
        assert_eq!(outcome.status, Status::Ok, "{name}");
        assert!(!targets(&gpu, &here).is_empty(), "{name}");
    }
    std::fs::remove_dir_all(&dump).expect("a folder");
}

#[test]
fn frames_are_counted_by_what_goes_to_the_gpu() {
    let gpu = Gpu::headless().expect("an adapter");
    let folder = folder("count");
    let mut device = Direct3D9::from_gpu(gpu.clone())
        .create_device(&PresentParameters::default(), CreateFlags::HARDWARE_VERTEXPROCESSING)
        .expect("a device");
    device.capture_frames(2, &folder).expect("a folder");
    for color in [0xff00_0000, 0xff00_ff00, 0xff00_00ff] {
        device.clear(None, ClearFlags::TARGET, color, 1.0, 0).expect("a clear");
        device.present().expect("a frame");
    }
    // Asking for the last frame's graph waits for all frames.
    assert!(device.graph_dump().contains("pass"));
    assert!(folder.join("frame-1").exists() && !folder.join("frame-2").exists());
    let picture = std::fs::read_dir(folder.join("frame-1"))
        .expect("a frame")
        .filter_map(|entry| image::open(entry.expect("an entry").path()).ok())
        .next()
        .expect("a picture");
    assert_eq!(picture.to_rgb8().get_pixel(0, 0).0, [0, 255, 0]);
    let file = folder.join("README.txt").join("no folder");
    assert!(matches!(device.capture_frames(1, &file), Err(Error::Render(_))));
    std::fs::remove_dir_all(&folder).expect("a folder");
}
