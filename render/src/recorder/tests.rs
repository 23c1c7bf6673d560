use super::*;
use crate::frame::{AttributeSource, VertexStream};
use crate::resource::TextureShape;

fn texture(recorder: &mut Recorder) -> TextureId {
    recorder.create_texture(TextureDesc {
        label: "t".into(),
        shape: TextureShape::D2,
        width: 4,
        height: 4,
        depth: 1,
        levels: 1,
        samples: 1,
        format: wgpu::TextureFormat::Rgba8Unorm,
        render_target: false,
    })
}

fn buffer(recorder: &mut Recorder, size: u32) -> BufferId {
    recorder.create_buffer(BufferDesc { label: "b".into(), size })
}

fn draw() -> DrawCall {
    DrawCall {
        topology: Topology::Triangles,
        first: 0,
        count: 3,
        base_vertex: 0,
        instances: 1,
        user_vertices: 0,
        indices: Indices::None,
    }
}

fn bound(texture: TextureId) -> TextureBinding {
    TextureBinding { texture: Some(texture), ..TextureBinding::default() }
}

fn location(texture: TextureId) -> TextureLocation {
    TextureLocation { texture, level: 0, origin: [0; 3] }
}

fn draws(frame: &Frame) -> Vec<Draw> {
    frame
        .commands
        .iter()
        .filter_map(|c| if let Command::Draw(draw) = c { Some(*draw) } else { None })
        .collect()
}

/// What a frame's log says is bound at its end.
fn table(frame: &Frame) -> Vec<BindingWrite> {
    let mut table: Vec<BindingWrite> = Vec::new();
    for write in &frame.bindings {
        table.retain(|known| (known.vertex_stage, known.slot) != (write.vertex_stage, write.slot));
        table.push(*write);
    }
    table.sort_by_key(|write| (write.vertex_stage, write.slot));
    table
}

/// What a frame's log makes of a block.
fn block(frame: &Frame, block: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    for write in frame.blocks.iter().filter(|write| write.block == block) {
        let end = (write.offset + write.bytes.size) as usize;
        bytes.resize(bytes.len().max(end), 0);
        bytes[write.offset as usize..end].copy_from_slice(frame.bytes(write.bytes));
    }
    bytes
}

#[test]
fn a_draw_pushes_what_changed_and_nothing_else() {
    let mut recorder = Recorder::new();
    recorder.draw(draw());
    recorder.draw(draw());
    let viewport = Viewport { width: 1.0, ..Viewport::default() };
    recorder.set_viewport(Viewport::default());
    recorder.set_viewport(viewport);
    recorder.draw(draw());
    let frame = recorder.finish(Frame::default());
    assert_eq!([frame.rasters.len(), frame.inputs.len(), frame.targets.len()], [1, 1, 1]);
    assert_eq!(frame.viewports, [Viewport::default(), viewport]);
    assert_eq!(draws(&frame).iter().map(|draw| draw.viewport).collect::<Vec<_>>(), [0, 0, 1]);
}

#[test]
fn a_new_frame_is_seeded_with_all_that_is_current() {
    let mut recorder = Recorder::new();
    let (one, two) = (texture(&mut recorder), texture(&mut recorder));
    recorder.set_binding(false, 3, bound(one));
    recorder.set_binding(true, 0, bound(two));
    recorder.write_block(0, 16, &[7; 16]);
    recorder.draw(draw());
    recorder.set_binding(false, 3, bound(two));
    recorder.write_block(0, 32, &[8; 16]);
    recorder.draw(draw());
    let first = recorder.finish(Frame::default());
    recorder.draw(draw());
    let second = recorder.finish(first.clone());
    assert_eq!(table(&first), table(&second));
    assert_eq!(table(&second).len(), 2);
    assert_eq!(block(&first, 0), block(&second, 0));
    assert_eq!(block(&second, 0), [[0; 16], [7; 16], [8; 16]].concat());
    assert_eq!((second.rasters.len(), second.commands.len()), (1, 1));
    let draw = draws(&second)[0];
    assert_eq!([draw.bindings, draw.blocks], [2, 1], "the seed comes before the first draw");
}

#[test]
fn a_frame_without_draws_is_not_seeded() {
    let mut recorder = Recorder::new();
    let id = texture(&mut recorder);
    recorder.set_binding(false, 0, bound(id));
    recorder.write_block(0, 0, &[1; 16]);
    let frame = recorder.finish(Frame::default());
    assert!(frame.bindings.is_empty() && frame.blocks.is_empty() && frame.rasters.is_empty());
    recorder.draw(draw());
    let frame = recorder.finish(frame);
    assert_eq!((frame.bindings.len(), frame.blocks.len()), (1, 1));
}

#[test]
fn writes_join_the_prefix_until_the_frame_uses_the_resource() {
    let mut recorder = Recorder::new();
    let (id, vertices) = (texture(&mut recorder), buffer(&mut recorder, 8));
    let stream =
        VertexStream { source: AttributeSource::Buffer(vertices), offset: 0, stride: 4, instance_step: None };
    recorder.set_input(VertexInput { streams: [stream].into_iter().collect(), ..VertexInput::default() });
    recorder.set_binding(false, 0, bound(id));
    recorder.write_texture(location(id), [1, 1, 1], &[0; 4]);
    recorder.write_buffer(vertices, 0, &[0; 4], WriteOrder::Ordered);
    recorder.draw(draw());
    recorder.write_texture(location(id), [1, 1, 1], &[1; 4]);
    recorder.write_buffer(vertices, 4, &[2; 4], WriteOrder::NoOverwrite);
    recorder.write_buffer(vertices, 0, &[1; 4], WriteOrder::Ordered);
    recorder.write_buffer(vertices, 4, &[3; 4], WriteOrder::NoOverwrite);
    let frame = recorder.finish(Frame::default());
    assert_eq!(frame.uploads.len(), 3, "both early ones, and the first that overwrites nothing");
    let [Command::Draw(_), rest @ ..] = &frame.commands[..] else { panic!("a draw first") };
    let in_place = rest.iter().map(|command| match command {
        Command::Upload(Upload { target: UploadTarget::Buffer { in_place, .. }, .. }) => Some(*in_place),
        Command::Upload(_) => None,
        other => panic!("{other:?}"),
    });
    assert_eq!(in_place.collect::<Vec<_>>(), [None, Some(false), Some(true)]);
    recorder.write_texture(location(id), [1, 1, 1], &[3; 4]);
    assert_eq!(recorder.frame().uploads.len(), 1, "a new frame has used nothing");
}

#[test]
fn targets_and_copies_count_as_uses() {
    let mut recorder = Recorder::new();
    let (target, source) = (texture(&mut recorder), texture(&mut recorder));
    let attachment = crate::frame::Attachment { texture: target, level: 0, layer: 0, srgb: false };
    recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
    recorder.clear(ClearPlanes { color: Some([0.0; 4]), ..ClearPlanes::default() }, None);
    recorder.copy(CopyTexture { source: location(source), destination: location(target), size: [1, 1, 1] });
    recorder.write_texture(location(target), [1, 1, 1], &[0; 4]);
    recorder.write_texture(location(source), [1, 1, 1], &[0; 4]);
    let frame = recorder.finish(Frame::default());
    assert!(frame.uploads.is_empty());
    assert_eq!(frame.commands.len(), 4);
}

#[test]
fn the_place_of_a_released_texture_is_free_only_after_the_frame() {
    let mut recorder = Recorder::new();
    let place = |id: TextureId| slotmap::Key::data(&id).as_ffi() & 0xFFFF_FFFF;
    let first = texture(&mut recorder);
    recorder.release_texture(first);
    assert_eq!(recorder.texture(first), None);
    let second = texture(&mut recorder);
    assert_ne!(place(first), place(second));
    recorder.finish(Frame::default());
    assert_eq!(place(first), place(texture(&mut recorder)));
}

#[test]
fn a_released_texture_is_named_by_no_later_frame() {
    let mut recorder = Recorder::new();
    let id = texture(&mut recorder);
    recorder.set_binding(false, 1, bound(id));
    recorder.draw(draw());
    recorder.release_texture(id);
    recorder.draw(draw());
    let frame = recorder.finish(Frame::default());
    assert_eq!(frame.released, [Release::Texture(id)]);
    assert_eq!(
        table(&frame),
        [BindingWrite { vertex_stage: false, slot: 1, binding: TextureBinding::default() }]
    );
    assert_eq!(draws(&frame).iter().map(|draw| draw.bindings).collect::<Vec<_>>(), [1, 2]);
    recorder.draw(draw());
    assert!(recorder.frame().bindings.is_empty());
    assert_eq!(recorder.texture(id), None);
}

#[test]
fn writes_out_of_range_are_cut_off() {
    let mut recorder = Recorder::new();
    let id = buffer(&mut recorder, 6);
    recorder.write_buffer(id, 4, &[1, 2, 3, 4], WriteOrder::Ordered);
    recorder.write_buffer(id, 9, &[1], WriteOrder::Ordered);
    let upload = recorder.frame().uploads[0];
    assert_eq!((recorder.frame().uploads.len(), upload.bytes.size), (1, 2));
    recorder.write_block(9, 0, &[0; 16]);
    recorder.write_block(0, u32::MAX, &[0; 16]);
    recorder.set_binding(false, 16, TextureBinding::default());
    recorder.draw(draw());
    assert!(recorder.frame().blocks.is_empty() && recorder.frame().bindings.is_empty());
}

#[test]
fn a_row_is_a_write_of_16_bytes() {
    let (mut rows, mut bytes) = (Recorder::new(), Recorder::new());
    for (block, row, value) in [(0, 1, 1), (0, 3, 2), (1, 0, 3), (0, 1, 4), (9, 0, 5), (0, u32::MAX, 6)] {
        rows.write_rows(block, row, &[value; 16]);
        bytes.write_block(block, row.saturating_mul(16), &[value; 16]);
        // The first draw seeds the blocks: what follows is written after it.
        rows.draw(draw());
        bytes.draw(draw());
    }
    let (rows_frame, bytes_frame) = (rows.finish(Frame::default()), bytes.finish(Frame::default()));
    assert_eq!(rows_frame.blocks, bytes_frame.blocks);
    assert_eq!(rows_frame.arena, bytes_frame.arena);
    assert_eq!(rows_frame.blocks.len(), 4, "two of them are out of range");
    rows.draw(draw());
    let seeded = rows.finish(Frame::default());
    assert_eq!(block(&seeded, 0), [[0; 16], [4; 16], [0; 16], [2; 16]].concat());
}

#[test]
fn arena_offsets_are_multiples_of_four() {
    let mut recorder = Recorder::new();
    assert_eq!([recorder.push_user_data(&[1; 5]), recorder.push_user_data(&[2; 3])], [0, 8]);
    assert_eq!(recorder.frame().arena, [1, 1, 1, 1, 1, 0, 0, 0, 2, 2, 2, 0]);
}

#[test]
fn a_draw_record_stays_small() {
    assert!(size_of::<Command>() <= 72, "{}", size_of::<Command>());
    assert!(size_of::<BindingWrite>() <= 24, "{}", size_of::<BindingWrite>());
}

#[test]
fn a_draw_without_a_program_never_gets_one() {
    let mut recorder = Recorder::new();
    recorder.draw(draw());
    let mut shader = || recorder.resources.shaders.insert(());
    let program = Program { vertex: shader(), fragment: shader() };
    recorder.set_program(program);
    recorder.draw(draw());
    let frame = recorder.finish(Frame::default());
    assert_eq!(draws(&frame).iter().map(|draw| draw.program).collect::<Vec<_>>(), [Draw::NO_PROGRAM, 0]);
    assert_eq!(frame.programs, [program]);
}

#[test]
fn writes_among_the_commands_outlive_the_frame() {
    let mut recorder = Recorder::new();
    let texture = texture(&mut recorder);
    assert!(recorder.has_lasting_effects(), "it creates a texture");
    recorder.finish(Frame::default());
    recorder.set_binding(false, 0, bound(texture));
    recorder.draw(draw());
    assert!(!recorder.has_lasting_effects());
    recorder.write_texture(location(texture), [4, 4, 1], &[1; 64]);
    assert!(recorder.frame().uploads.is_empty() && recorder.has_lasting_effects());
    recorder.finish(Frame::default());
    assert!(!recorder.has_lasting_effects());
}

#[test]
fn a_group_that_stands_in_the_frame_is_set_again_without_a_copy() {
    let mut recorder = Recorder::new();
    let view = |width| Viewport { width, ..Viewport::default() };
    let marks = [1.0, 2.0].map(|width| recorder.push_viewport(view(width)));
    let id = buffer(&mut recorder, 4);
    let stream =
        VertexStream { source: AttributeSource::Buffer(id), offset: 0, stride: 4, instance_step: None };
    let input = VertexInput { streams: [stream].into_iter().collect(), ..VertexInput::default() };
    let inputs = [VertexInput::default(), input.clone()].map(|input| recorder.push_input(&input));
    for (mark, input) in [(0, 1), (1, 0), (0, 1)] {
        assert!(recorder.revisit_viewport(marks[mark]) && recorder.revisit_input(inputs[input]));
        recorder.draw(draw());
    }
    let frame = recorder.finish(Frame::default());
    assert_eq!(
        draws(&frame).iter().map(|draw| [draw.viewport, draw.input]).collect::<Vec<_>>(),
        [[0, 1], [1, 0], [0, 1]]
    );
    assert_eq!((frame.viewports.len(), frame.inputs.len()), (2, 2));
    assert!(
        !recorder.revisit_viewport(marks[0]) && !recorder.revisit_input(inputs[0]),
        "marks of another frame"
    );
    recorder.draw(draw());
    assert_eq!(
        (&recorder.frame().viewports[..], &recorder.frame().inputs[..]),
        (&[view(1.0)][..], &[input][..])
    );
}

#[test]
fn samplers_that_no_draw_has_seen_are_written_once() {
    let mut recorder = Recorder::new();
    let one = texture(&mut recorder);
    let write = |slot, min_level| {
        let sampler = crate::frame::SamplerState { min_level, ..Default::default() };
        let binding = TextureBinding { sampler, ..TextureBinding::default() };
        BindingWrite { vertex_stage: false, slot, binding }
    };
    recorder.draw(draw());
    for (slot, level) in [(0, 1), (0, 2), (1, 3)] {
        recorder.switch_sampler(&write(slot, level), Some(one), 4);
    }
    recorder.draw(draw());
    recorder.switch_sampler(&write(1, 5), None, 0);
    recorder.draw(draw());
    recorder.clear(ClearPlanes::default(), None);
    recorder.switch_sampler(&write(1, 6), None, 0);
    let found =
        |w: &BindingWrite| (w.slot, w.binding.sampler.min_level, w.binding.texture, w.binding.base_level);
    let log = recorder.frame().bindings.iter().map(found).collect::<Vec<_>>();
    assert_eq!(log, [(0, 2, Some(one), 4), (1, 3, Some(one), 4), (1, 5, None, 0), (1, 6, None, 0)]);
    let frame = recorder.finish(Frame::default());
    assert_eq!(draws(&frame).iter().map(|draw| draw.bindings).collect::<Vec<_>>(), [0, 2, 3]);
}
