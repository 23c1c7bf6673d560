//! Files that are cut, changed and hostile: an error each, never a panic.

use naga::Module;
use proptest::prelude::*;

use super::check::file_id;
use super::{
    CaptureError, CaptureFile, Plane, StoredBuffer, StoredFrame, StoredShader, StoredTexels, StoredTexture,
};
use crate::frame::{
    ArenaRange, BlockWrite, Clear, ClearPlanes, Command, Draw, Frame, Indices, Program, RasterState, Targets,
    Topology, Upload, UploadTarget, VertexInput, Viewport,
};
use crate::resource::{BufferDesc, TextureDesc, TextureId};

fn module(source: &str) -> Module {
    naga::front::wgsl::parse_str(source).expect("the test's WGSL parses")
}

fn shader(vertex_stage: bool) -> StoredShader {
    let source = if vertex_stage {
        "@vertex fn main(@location(0) at: vec4f) -> @builtin(position) vec4f { return at; }"
    } else {
        "@group(0) @binding(1) var<uniform> block: array<vec4f, 1>;
         @fragment fn main() -> @location(0) vec4f {
             var sum = block[0];
             for (var i = 0; i < 4; i++) { if (sum.x < 0.5) { sum += vec4f(0.1); } }
             return sum;
         }"
    };
    StoredShader {
        label: "a shader".into(),
        vertex_stage,
        module: module(source),
        block_sizes: [0, if vertex_stage { 0 } else { 16 }, 0, 0, 0, 0, 0],
        overlay: Vec::new(),
        textures: Vec::new(),
        color_outputs: 1,
        inputs: 1,
    }
}

fn draw() -> Draw {
    Draw {
        raster: 0,
        input: 0,
        program: 0,
        viewport: 0,
        targets: 0,
        bindings: 0,
        blocks: 1,
        first: 0,
        count: 3,
        base_vertex: 0,
        instances: 1,
        user_vertices: 0,
        topology: Topology::Triangles,
        indices: Indices::None,
    }
}

/// A frame with one of most things.
fn frame() -> Frame {
    let upload = Upload {
        target: UploadTarget::Buffer { buffer: file_id(0), offset: 0, in_place: false },
        bytes: ArenaRange { offset: 16, size: 8 },
    };
    Frame {
        rasters: vec![RasterState::default()],
        inputs: vec![VertexInput::default()],
        programs: vec![Program { vertex: file_id(0), fragment: file_id(1) }],
        viewports: vec![Viewport::default()],
        targets: vec![Targets::default()],
        blocks: vec![BlockWrite { block: 1, offset: 0, bytes: ArenaRange { offset: 0, size: 16 } }],
        uploads: vec![upload],
        commands: vec![
            Command::Clear(Clear { targets: 0, planes: ClearPlanes::default(), rects: Some(0..1) }),
            Command::Draw(draw()),
        ],
        rects: vec![crate::frame::Rect { x: 0, y: 0, width: 1, height: 1 }],
        arena: vec![7; 24],
        ..Frame::default()
    }
}

fn file() -> CaptureFile {
    let texels = StoredTexels { plane: Plane::Color, level: 0, layer: 0, bytes: vec![9; 16] };
    let desc = TextureDesc::new(2, 2, wgpu::TextureFormat::Rgba8Unorm);
    CaptureFile {
        textures: vec![StoredTexture { desc, texels: vec![texels], unknown: false }],
        buffers: vec![StoredBuffer { desc: BufferDesc { label: "b".into(), size: 8 }, bytes: vec![1, 2] }],
        shaders: vec![shader(true), shader(false)],
        frames: vec![StoredFrame { frame: frame(), targets: Vec::new() }],
        ..CaptureFile::default()
    }
}

/// What reading a file answers after a change of it.
fn changed(change: impl FnOnce(&mut CaptureFile)) -> CaptureError {
    let mut file = file();
    change(&mut file);
    CaptureFile::decode(&file.encode().expect("bytes")).expect_err("the change is refused")
}

fn frame_changed(change: impl FnOnce(&mut Frame)) -> CaptureError {
    changed(|file| change(&mut file.frames[0].frame))
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let bytes = file().encode().expect("bytes");
    let read = CaptureFile::decode(&bytes).expect("a file");
    // Where a module's parts stood in a source is all that is not kept.
    assert_eq!((&read.textures, &read.buffers), (&file().textures, &file().buffers));
    assert_eq!(format!("{:?}", read.frames), format!("{:?}", file().frames));
    assert_eq!(read.encode().expect("bytes"), bytes);
}

#[test]
fn other_files_and_versions_are_told_apart() {
    let mut bytes = file().encode().expect("bytes");
    bytes[8] = 2;
    assert_eq!(
        CaptureFile::decode(&bytes).expect_err("a version"),
        CaptureError::Version { found: 2, known: 3 }
    );
    bytes[0] = b'P';
    assert!(matches!(CaptureFile::decode(&bytes), Err(CaptureError::Magic { .. })));
    assert!(matches!(CaptureFile::decode(&[]), Err(CaptureError::Magic { .. })));
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = file().encode().expect("bytes");
    for length in 0..bytes.len() {
        let error = CaptureFile::decode(&bytes[..length]).expect_err("a truncated file");
        let told = matches!(error, CaptureError::Truncated { .. } | CaptureError::Magic { .. });
        assert!(told, "{length}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(CaptureFile::decode(&longer), Err(CaptureError::Section { .. })));
}

#[test]
fn indices_ranges_and_counts_are_checked() {
    let out_of_range = |error: CaptureError| matches!(error, CaptureError::OutOfRange { .. });
    let with = |change: fn(&mut Draw)| {
        frame_changed(|frame| {
            let mut draw = draw();
            change(&mut draw);
            frame.commands.push(Command::Draw(draw));
        })
    };
    for change in [
        (|draw| draw.raster = 1) as fn(&mut Draw),
        |draw| draw.input = 1,
        |draw| draw.viewport = u32::MAX,
        |draw| draw.targets = 1,
        |draw| draw.program = 1,
        |draw| draw.bindings = 1,
        |draw| draw.blocks = 2,
        |draw| draw.user_vertices = 25,
        |draw| (draw.count, draw.instances) = (u32::MAX, u32::MAX),
        |draw| draw.indices = Indices::Arena { offset: 0, format: crate::frame::IndexFormat::U32 },
    ] {
        let mut probe = draw();
        change(&mut probe);
        if let Indices::Arena { .. } = probe.indices {
            // Three indices fit: only a longer draw is refused.
            let error = frame_changed(|frame| frame.commands.push(Command::Draw(Draw { count: 7, ..probe })));
            assert!(out_of_range(error), "{probe:?}");
        } else {
            let error = with(change);
            assert!(matches!(error, CaptureError::OutOfRange { .. }), "{probe:?}: {error}");
        }
    }
    assert!(matches!(with(|draw| draw.blocks = 0), CaptureError::Invalid { .. }));
    assert!(out_of_range(frame_changed(|frame| frame.uploads[0].bytes.size = 9)));
    assert!(out_of_range(frame_changed(|frame| frame.uploads.push(frame.uploads[0]))));
    assert!(out_of_range(frame_changed(|frame| frame.blocks[0].block = 7)));
    assert!(out_of_range(frame_changed(|frame| frame.blocks[0].offset = 8192 * 16)));
    assert!(out_of_range(frame_changed(|frame| frame.rects.clear())));
}

#[test]
fn ids_must_be_in_the_file() {
    let error = frame_changed(|frame| frame.programs[0].vertex = file_id(2));
    assert_eq!(error, CaptureError::Dangling { place: "frame 0".into(), kind: "shader", id: (1 << 32) | 3 });
    let other_generation: TextureId = slotmap::KeyData::from_ffi((3 << 32) | 1).into();
    let error = frame_changed(|frame| {
        frame.commands.push(Command::GenerateMips(crate::frame::GenerateMips {
            texture: other_generation,
            linear: true,
        }));
    });
    assert!(matches!(error, CaptureError::Dangling { kind: "texture", .. }), "{error}");
}

#[test]
fn resources_have_bounded_sizes_that_make_sense() {
    let texture = |change: fn(&mut TextureDesc)| {
        changed(|file| {
            file.textures[0].texels.clear();
            change(&mut file.textures[0].desc);
        })
    };
    for change in [
        (|desc| (desc.width, desc.height) = (1 << 15, 1 << 15)) as fn(&mut TextureDesc),
        |desc| desc.width = 0,
        |desc| desc.height = u32::MAX,
        |desc| desc.levels = 3,
        |desc| desc.levels = 0,
        |desc| desc.depth = 2,
        |desc| desc.samples = 3,
        |desc| (desc.samples, desc.levels) = (4, 2),
        |desc| desc.format = wgpu::TextureFormat::NV12,
    ] {
        let error = texture(change);
        assert!(matches!(error, CaptureError::OutOfRange { .. } | CaptureError::Invalid { .. }), "{error}");
    }
    assert!(matches!(changed(|file| file.textures[0].texels[0].level = 1), CaptureError::OutOfRange { .. }));
    assert!(matches!(
        changed(|file| file.textures[0].texels[0].bytes.truncate(15)),
        CaptureError::Invalid { .. }
    ));
    assert!(matches!(changed(|file| file.buffers[0].desc.size = u32::MAX), CaptureError::OutOfRange { .. }));
    assert!(matches!(changed(|file| file.buffers[0].bytes = vec![1; 9]), CaptureError::OutOfRange { .. }));
}

#[test]
fn modules_are_validated() {
    let error = changed(|file| file.shaders[0].module.entry_points.clear());
    assert!(matches!(error, CaptureError::Invalid { .. }), "{error}");
    let error = changed(|file| file.shaders[0].vertex_stage = false);
    assert!(matches!(error, CaptureError::Invalid { .. }), "{error}");
    let error = changed(|file| file.shaders[1].module.entry_points[0].function.result = None);
    assert!(error.to_string().contains("its module is invalid"), "{error}");
    let large = "@fragment fn main() -> @location(0) vec4f { var a: array<vec4f, 100000>; return a[3]; }";
    let error = changed(|file| file.shaders[1].module = module(large));
    assert!(matches!(error, CaptureError::OutOfRange { what: "size of a type", .. }), "{error}");
}

#[test]
fn blocks_nested_without_end_are_refused() {
    let nested = |depth: usize| {
        let mut module = module("@fragment fn main() {}");
        let body = &mut module.entry_points[0].function.body;
        for _ in 0..depth {
            let inner = std::mem::take(body);
            body.push(naga::Statement::Block(inner), naga::Span::default());
        }
        module
    };
    let mut shallow = file();
    shallow.shaders[1].module = nested(30);
    CaptureFile::decode(&shallow.encode().expect("bytes")).expect("thirty levels are few");
    let error = changed(|file| file.shaders[1].module = nested(200));
    assert!(matches!(error, CaptureError::Decode { .. }), "{error}");
}

/// The file with bytes replaced and the checksums made right again: what the decoders see.
fn mutated(changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = file().encode().expect("bytes");
    let length = bytes.len();
    for (at, value) in changes {
        bytes[at % length] = *value;
    }
    let mut at = 12;
    while let Some(length) = bytes.get(at + 4..at + 12).and_then(<[u8]>::first_chunk) {
        let start = at + 16;
        let end = start.saturating_add(usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX));
        let Some(payload) = bytes.get(start..end) else { break };
        let sum = crc32fast::hash(payload).to_le_bytes();
        bytes[at + 12..start].copy_from_slice(&sum);
        at = end;
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_never_panic(changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6)) {
        if let Ok(file) = CaptureFile::decode(&mutated(&changes)) {
            prop_assert!(file.frames.iter().all(|stored| stored.frame.check().is_ok()));
        }
    }

    #[test]
    fn changed_bytes_are_noticed(at in any::<usize>(), flip in 1u8..) {
        let mut bytes = file().encode().expect("bytes");
        let at = at % bytes.len();
        bytes[at] ^= flip;
        prop_assert!(CaptureFile::decode(&bytes).is_err());
    }

    #[test]
    fn any_bytes_are_an_error(bytes in prop::collection::vec(any::<u8>(), 0..256)) {
        prop_assert!(CaptureFile::decode(&bytes).is_err());
        let headed = [&b"RGFRAME\0\x01\0\0\0"[..], &bytes].concat();
        prop_assert!(CaptureFile::decode(&headed).is_err());
    }
}
