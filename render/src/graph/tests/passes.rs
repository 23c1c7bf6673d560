//! When passes begin and end, and what they load.

use super::*;
use crate::graph::upload::RENAMED_BYTES;

#[test]
fn a_rebind_of_the_same_set_keeps_the_pass() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let (first, again) = (bench.targets(&[color], None), bench.targets(&[color], None));
    bench.draw(first);
    bench.draw(again);
    let plan = bench.plan();
    assert_eq!(plan.counts.passes, 1);
    assert_eq!(draws(passes(&plan)[0])[..], [0, 1]);
}

#[test]
fn binding_a_target_without_drawing_opens_nothing() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    bench.targets(&[color], None);
    assert_eq!(bench.plan(), Plan::default());
}

#[test]
fn there_and_back_again_loads_what_was_drawn() {
    let mut bench = Bench::new();
    let (a, b) = (bench.color("a"), bench.color("b"));
    let (first, second) = (bench.targets(&[a], None), bench.targets(&[b], None));
    for targets in [first, second, first] {
        bench.draw(targets);
    }
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 3);
    assert_eq!(color_ops(passes[0]).load_reason, LoadReason::NeverWritten);
    assert_eq!(color_ops(passes[0]).load, LoadOp::Clear([0.0; 4]));
    assert_eq!(color_ops(passes[0]).store_reason, StoreReason::UsedBy(2));
    assert_eq!(color_ops(passes[2]).load, LoadOp::Load);
    assert_eq!(color_ops(passes[2]).load_reason, LoadReason::WrittenThisFrame);
}

#[test]
fn content_survives_frames_until_the_texture_is_released() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).store_reason, StoreReason::Persists);
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).load_reason, LoadReason::HasContent);
    let writer = bench.graph.node(color).and_then(|node| node.last_writer);
    assert_eq!(writer, Some(StepRef { frame: 2, step: 0 }));
    bench.draw(targets);
    bench.frame.released.push(Release::Texture(color));
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).load, LoadOp::Load);
    assert_eq!(color_ops(passes(&plan)[0]).store_reason, StoreReason::Released);
    assert!(bench.graph.node(color).is_none());
}

#[test]
fn an_uploaded_texture_has_content() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.frame.uploads.push(Bench::upload(color));
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).load, LoadOp::Load);
}

#[test]
fn levels_have_content_each_on_its_own() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    for level in 0..2 {
        let attachment = Attachment { level, ..attachment(color) };
        bench.frame.targets.push(Targets { color: [Some(attachment), None, None, None], depth: None });
    }
    bench.draw(0);
    bench.draw(1);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!([passes[0].extent, passes[1].extent], [[64, 64], [32, 32]]);
    assert_eq!(color_ops(passes[1]).load_reason, LoadReason::NeverWritten);
}

#[test]
fn several_targets_share_a_pass_and_another_set_is_another_pass() {
    let mut bench = Bench::new();
    let (a, b, depth) = (bench.color("a"), bench.color("b"), bench.depth("depth"));
    let both = bench.targets(&[a, b], Some(depth));
    let one = bench.targets(&[a], Some(depth));
    bench.draw(both);
    bench.draw(one);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 2);
    assert_eq!(passes[0].color.iter().flatten().count(), 2);
    assert_eq!(passes[0].color[1].map(|target| target.ops.store_reason), Some(StoreReason::Persists));
}

#[test]
fn a_transfer_that_the_pass_does_not_touch_comes_before_it() {
    let mut bench = Bench::new();
    let (color, a, b) = (bench.color("color"), bench.color("a"), bench.color("b"));
    let targets = bench.targets(&[color], None);
    bench.draw(targets);
    bench.copy(a, b);
    bench.frame.commands.push(Command::Upload(Bench::upload(a)));
    bench.read(b);
    bench.draw(targets);
    let plan = bench.plan();
    // The upload comes before all steps: the copy has read what backed its texture then.
    assert!(matches!(plan.steps[..], [Step::Copy(_), Step::Rename(_), Step::Read(_), Step::Pass(_)]));
    assert!(matches!(plan.early[..], [Early::Upload { renames: true, .. }]));
    assert_eq!(draws(passes(&plan)[0])[..], [0, 4]);
}

#[test]
fn a_transfer_that_touches_the_pass_ends_it() {
    for act in 0..4 {
        let mut bench = Bench::new();
        let (color, texture, other) = (bench.color("color"), bench.color("texture"), bench.color("other"));
        let targets = bench.targets(&[color], None);
        bench.sample(targets, 0, texture);
        match act {
            0 => bench.copy(other, texture),
            1 => bench.copy(color, other),
            2 => bench.read(color),
            _ => bench.frame.commands.push(Command::Upload(Bench::upload(color))),
        }
        bench.draw(targets);
        let plan = bench.plan();
        assert_eq!(plan.steps.len(), 3, "{act}");
        assert!(matches!(plan.steps[0], Step::Pass(_)), "{act}");
        assert!(matches!(plan.steps[2], Step::Pass(_)), "{act}");
    }
}

#[test]
fn a_write_to_a_buffer_ends_no_pass_until_the_frame_has_rewritten_too_much() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    let mut buffers: SlotMap<BufferId, ()> = SlotMap::with_key();
    let buffer = buffers.insert(());
    bench.frame.inputs[0].indices = Some((buffer, crate::frame::IndexFormat::U16));
    let write = |bench: &mut Bench, in_place| {
        bench.draw(targets);
        let target = UploadTarget::Buffer { buffer, offset: 0, in_place };
        let bytes = ArenaRange { offset: 0, size: 4 };
        bench.frame.commands.push(Command::Upload(Upload { target, bytes }));
        bench.draw(targets);
    };
    write(&mut bench, false);
    write(&mut bench, true);
    let plan = bench.plan();
    assert_eq!((plan.rewrites, plan.steps.len()), (vec![1, 4], 1));
    bench.buffer_size = RENAMED_BYTES + 1;
    write(&mut bench, false);
    write(&mut bench, true);
    let plan = bench.plan();
    assert_eq!((plan.rewrites, plan.steps.len()), (vec![], 5), "pass, write, pass, write, pass");
    assert_eq!(plan.counts.passes, 3);
}

#[test]
fn draws_of_nothing_are_left_out() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    let empty = bench.targets(&[], None);
    bench.draw(empty);
    bench.draw(99);
    bench.draw(targets);
    let Command::Draw(draw) = &mut bench.frame.commands[2] else { panic!("a draw") };
    draw.count = 0;
    let plan = bench.plan();
    assert!(plan.steps.is_empty());
    assert_eq!(plan.counts.dropped_draws, 3);
}

#[test]
fn depth_larger_than_colour_wants_a_scratch_and_smaller_depth_is_dropped() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let large = bench.sized("large", wgpu::TextureFormat::Depth32Float, 128, 64);
    let small = bench.sized("small", wgpu::TextureFormat::Depth32Float, 64, 32);
    let (a, b) = (bench.targets(&[color], Some(large)), bench.targets(&[color], Some(small)));
    bench.draw(a);
    bench.draw(b);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert!(passes[0].has_stand_in(0));
    assert_eq!((passes[0].extent, passes[0].color_extent), ([128, 64], [64, 64]));
    assert_eq!(passes[1].stand_ins, 0);
    assert_eq!(passes[1].depth, None);
}

#[test]
fn a_later_target_may_be_larger_and_is_neither_cleared_nor_loaded_beyond_the_first() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let large = bench.sized("large", wgpu::TextureFormat::Bgra8Unorm, 128, 64);
    let (alone, both) = (bench.targets(&[large], None), bench.targets(&[color, large], None));
    bench.clear_color(alone, RED);
    bench.clear_color(both, RED);
    bench.draw(both);
    let plan = bench.plan();
    let passes = passes(&plan);
    // The first clear fills all of the large one, before the pass that draws to its corner.
    assert_eq!(passes[0].targets().color[0], Some(attachment(large)));
    assert_eq!((passes[1].extent, passes[1].stand_ins), ([64, 64], 0b10));
    let load = passes[1].color[1].map(|target| target.ops.load);
    assert_eq!(load, Some(LoadOp::Load));
    assert!(matches!(passes[1].items[0], PassItem::ClearQuad { .. }));
}

#[test]
fn multisampled_depth_may_be_larger_where_samples_can_be_copied() {
    for keeps_samples in [false, true] {
        let mut bench = Bench { keeps_samples, ..Bench::new() };
        let color = bench.color("color");
        let depth = bench.sized("depth", wgpu::TextureFormat::Depth32Float, 128, 64);
        bench.textures[color].samples = 4;
        bench.textures[depth].samples = 4;
        let targets = bench.targets(&[color], Some(depth));
        bench.draw(targets);
        let plan = bench.plan();
        let passes = passes(&plan);
        assert_eq!(passes[0].depth.is_some(), !keeps_samples);
        assert_eq!(passes[0].stand_ins, u8::from(!keeps_samples));
    }
}

#[test]
fn what_cannot_be_attached_is_left_out() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let twice = bench.targets(&[color, color], None);
    let swapped = bench.targets(&[depth, color], Some(color));
    bench.draw(twice);
    bench.draw(swapped);
    let plan = bench.plan();
    let targets: Vec<_> = passes(&plan).iter().map(|pass| pass.targets()).collect();
    let first = Targets { color: [Some(attachment(color)), None, None, None], depth: None };
    let second = Targets { color: [None, Some(attachment(color)), None, None], depth: None };
    assert_eq!(targets, [first, second]);
}
