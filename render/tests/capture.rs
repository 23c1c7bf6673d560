//! Captured frames are drawn again to the same bytes, and folders hold what they say.

use std::path::PathBuf;

use retrograph_render::capture::{CaptureFile, Drawn, Plane, Replay, replay_folder};
use retrograph_render::frame::{AddressMode, ClearPlanes, Targets, TextureBinding};
use retrograph_render::resource::TextureDesc;
use retrograph_render::{Context, Gpu, wgpu};

use super::common::{attach, begin, corner, draw, plain_program, target, targets};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("retrograph-{}-{:?}-{name}", std::process::id(), super::THREADING));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Draws two frames into textures that already have content, colour and depth with stencil; returns their captures.
fn captured(context: &mut Context, folder: &std::path::Path) -> CaptureFile {
    let recorder = &mut context.recorder;
    let color = recorder.create_texture(target(8, 4, wgpu::TextureFormat::Rgba8Unorm));
    let depth = recorder.create_texture(target(8, 4, wgpu::TextureFormat::Depth24PlusStencil8));
    let copy = recorder.create_texture(TextureDesc::new(8, 4, wgpu::TextureFormat::Rgba8Unorm));
    let bound = Targets { depth: Some(attach(depth)), ..targets(color) };
    recorder.set_targets(bound);
    recorder
        .clear(ClearPlanes { color: Some([0.2, 0.4, 0.6, 1.0]), depth: Some(0.3), stencil: Some(7) }, None);
    context.submit().expect("a frame");
    context.capture(2, folder).expect("a folder");
    let part = retrograph_render::frame::Rect { x: 1, y: 1, width: 2, height: 2 };
    let recorder = &mut context.recorder;
    recorder.set_targets(bound);
    recorder
        .clear(ClearPlanes { color: Some([1.0, 0.0, 0.0, 1.0]), ..ClearPlanes::default() }, Some(&[part]));
    recorder.set_binding(
        false,
        0,
        TextureBinding {
            texture: Some(copy),
            sampler: retrograph_render::frame::SamplerState {
                address: [AddressMode::Repeat; 3],
                ..Default::default()
            },
            ..TextureBinding::default()
        },
    );
    context.submit().expect("a captured frame");
    let recorder = &mut context.recorder;
    recorder
        .clear(ClearPlanes { depth: Some(0.9), stencil: Some(1), ..ClearPlanes::default() }, Some(&[part]));
    recorder.copy(retrograph_render::frame::CopyTexture {
        source: corner(color),
        destination: corner(copy),
        size: [8, 4, 1],
    });
    context.finish().expect("a captured frame");
    let bytes = std::fs::read(folder.join("frames.rgf")).expect("the frame file");
    CaptureFile::decode(&bytes).expect("a frame file")
}

#[test]
fn content_of_before_the_capture_is_drawn_over_again() {
    let mut context = super::common::context();
    let folder = folder("content");
    let file = captured(&mut context, &folder);
    let gpu = context.gpu().clone();
    assert_eq!(file.frames.len(), 2);
    let mut replay = Replay::new(gpu.clone(), file).expect("resources");
    let first = replay.step().expect("a frame").expect("a first frame");
    let planes: Vec<Plane> = first.iter().map(|drawn| drawn.target.plane).collect();
    assert_eq!(planes, [Plane::Color, Plane::Depth, Plane::Stencil]);
    for drawn in &first {
        let Drawn { target, bytes } = drawn;
        let texel: Vec<u8> = match target.plane {
            Plane::Color => vec![51, 102, 153, 255],
            Plane::Depth => bytes[..4].to_vec(),
            Plane::Stencil => vec![7],
        };
        assert_eq!(bytes[..texel.len()], texel);
        assert!(drawn.is_equal(), "{}", target.name);
    }
    let depth = f32::from_le_bytes(first[1].bytes[..4].try_into().expect("four bytes"));
    assert!((depth - 0.3).abs() < 1e-6, "{depth}");
    assert_eq!(first[0].bytes[(8 + 1) * 4..][..4], [255, 0, 0, 255]);
    let second = replay.step().expect("a frame").expect("a second frame");
    assert!(second.iter().all(Drawn::is_equal));
    assert_eq!(second[2].bytes[8 + 1], 1);
    assert_eq!(second[2].bytes[0], 7);
    assert!(replay.step().expect("no frame").is_none());

    let out = folder.join("replay");
    let compared = replay_folder(gpu, &folder, &out).expect("a replay");
    assert!(compared.iter().all(|target| target.equal && target.pixels == Some(0)), "{compared:?}");
    for target in &compared {
        assert!(out.join(format!("frame-{}/{}.png", target.frame, target.target)).exists(), "{target:?}");
    }
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn a_folder_says_what_the_frames_did() {
    let mut context = super::common::context();
    let folder = folder("texts");
    captured(&mut context, &folder);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    let events = read("frame-0/events.txt");
    assert!(events.contains("in [Rect { x: 1, y: 1, width: 2, height: 2 }]"), "{events}");
    assert!(events.contains("t1 \"target 8x4\" D2 8x4x1 Rgba8Unorm"), "{events}");
    assert!(read("frame-0/graph.txt").contains("load (holds content of before this frame)"));
    assert!(read("frame-1/graph.dot").starts_with("digraph"));
    assert!(read("README.txt").contains("frame replay"));
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn what_stands_in_a_file_is_not_believed() {
    let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
    let folder = folder("changed");
    let mut file = captured(&mut Context::with_threading(gpu.clone(), super::THREADING), &folder);
    file.frames[0].targets[0].checksum ^= 1;
    std::fs::write(folder.join("frames.rgf"), file.encode().expect("bytes")).expect("a file");
    let compared = replay_folder(gpu, &folder, &folder.join("replay")).expect("a replay");
    let wrong: Vec<usize> = (0..compared.len()).filter(|index| !compared[*index].equal).collect();
    assert_eq!(wrong, [0]);
    std::fs::remove_dir_all(&folder).expect("a folder");
}

/// A captured frame that draws with constants over a texture, as bytes.
fn drawn(context: &mut Context, folder: &std::path::Path) -> Vec<u8> {
    let texture = context.recorder.create_texture(target(4, 4, wgpu::TextureFormat::Rgba8Unorm));
    let program = plain_program(context);
    context.capture(1, folder).expect("a folder");
    begin(context, texture, program);
    context.recorder.write_block(1, 0, &super::common::bytes(&[0.0, 1.0, 0.0, 1.0]));
    context.recorder.draw(draw(3));
    context.recorder.write_texture(corner(texture), [2, 1, 1], &[1, 2, 3, 4, 5, 6, 7, 8]);
    context.finish().expect("a captured frame");
    std::fs::read(folder.join("frames.rgf")).expect("the frame file")
}

/// Makes the checksums of a changed file right again.
fn sign(bytes: &mut [u8]) {
    let mut at = 12;
    while let Some(length) = bytes.get(at + 4..at + 12).and_then(<[u8]>::first_chunk) {
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let end = (at + 16).saturating_add(length);
        let Some(payload) = bytes.get(at + 16..end) else { return };
        let sum = crc32fast::hash(payload).to_le_bytes();
        bytes[at + 12..at + 16].copy_from_slice(&sum);
        at = end;
    }
}

/// Bytes of the frames, of textures and of shaders are changed at random; what is still a file is drawn: it may fail,
/// and must not panic.
#[test]
fn hostile_files_fail_and_do_not_panic() {
    let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
    let folder = folder("hostile");
    let good = drawn(&mut Context::with_threading(gpu.clone(), super::THREADING), &folder);
    std::fs::remove_dir_all(&folder).expect("a folder");
    let mut random = 0x9e37_79b9u32;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random as usize
    };
    let (mut refused, mut ran) = (0, 0);
    for _ in 0..400 {
        let mut bytes = good.clone();
        for _ in 0..next() % 3 + 1 {
            let at = 12 + next() % (bytes.len() - 12);
            bytes[at] = [0, 1, 3, 15, 127, 255, next() as u8][next() % 7];
        }
        sign(&mut bytes);
        let replayed = CaptureFile::decode(&bytes)
            .and_then(|file| Replay::new(gpu.clone(), file))
            .and_then(|mut replay| replay.step().map(drop));
        *(if replayed.is_ok() { &mut ran } else { &mut refused }) += 1;
    }
    assert!(refused > 100 && ran > 10, "{refused} refused, {ran} ran");
}
