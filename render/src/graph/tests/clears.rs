//! Clears: load operations, quads, and those that nobody draws over.

use super::*;

#[test]
fn a_clear_before_the_first_draw_is_the_load_operation() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.clear_color(targets, BLUE);
    bench.clear_color(targets, RED);
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(plan.steps.len(), 1);
    let pass = passes(&plan)[0];
    assert_eq!(color_ops(pass).load, LoadOp::Clear(RED));
    assert_eq!(color_ops(pass).load_reason, LoadReason::FoldedClear);
    assert_eq!(pass.items, [PassItem::Draw(2)]);
}

#[test]
fn a_clear_after_draws_is_a_quad_in_the_same_pass() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    bench.draw(targets);
    bench.clear(targets, depth_planes(0.5), None);
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(plan.counts.passes, 1);
    let rect = Rect { x: 0, y: 0, width: 64, height: 64 };
    let quad = PassItem::ClearQuad { planes: depth_planes(0.5), rect };
    assert_eq!(passes(&plan)[0].items, [PassItem::Draw(0), quad, PassItem::Draw(2)]);
}

#[test]
fn rectangles_are_quads_clipped_to_the_target() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    let inside = Rect { x: 4, y: 8, width: 10, height: 12 };
    let across = Rect { x: 60, y: 60, width: 10, height: 10 };
    let outside = Rect { x: 64, y: 0, width: 10, height: 10 };
    bench.clear_color(targets, BLUE);
    bench.clear(targets, color_planes(RED), Some(&[inside, across, outside]));
    let plan = bench.plan();
    let pass = passes(&plan)[0];
    assert_eq!(color_ops(pass).load, LoadOp::Clear(BLUE));
    let planes = color_planes(RED);
    let clipped = Rect { x: 60, y: 60, width: 4, height: 4 };
    let quads = [inside, clipped].map(|rect| PassItem::ClearQuad { planes, rect });
    assert_eq!(pass.items, quads);
    assert_eq!(plan.counts.clear_quads, 2);
}

#[test]
fn no_rectangles_clear_nothing_and_open_nothing() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.clear(targets, color_planes(RED), Some(&[]));
    assert!(bench.plan().steps.is_empty());
}

#[test]
fn a_rectangle_over_everything_folds() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    let rect = Rect { x: 0, y: 0, width: 100, height: 64 };
    bench.clear(targets, color_planes(RED), Some(&[rect]));
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).load, LoadOp::Clear(RED));
    assert_eq!(plan.counts.clear_quads, 0);
}

#[test]
fn planes_without_an_attachment_are_ignored() {
    let mut bench = Bench::new();
    let depth = bench.sized("depth", wgpu::TextureFormat::Depth32Float, 64, 64);
    let targets = bench.targets(&[], Some(depth));
    bench.clear(targets, ClearPlanes { color: Some(RED), depth: None, stencil: Some(3) }, None);
    assert!(bench.plan().steps.is_empty());
}

#[test]
fn a_clear_that_nobody_draws_over_is_made_real_at_the_end() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    bench.clear(targets, ClearPlanes { color: Some(RED), depth: Some(1.0), stencil: Some(4) }, None);
    let plan = bench.plan();
    assert_eq!(plan.steps.len(), 1);
    let pass = passes(&plan)[0];
    assert!(pass.items.is_empty());
    assert_eq!(color_ops(pass).load, LoadOp::Clear(RED));
    assert_eq!(depth_ops(pass).load, LoadOp::Clear(1.0));
    assert_eq!(pass.depth.and_then(|depth| depth.stencil).map(|ops| ops.load), Some(LoadOp::Clear(4)));
    assert_eq!(color_ops(pass).store, StoreOp::Keep);
}

#[test]
fn a_clear_is_made_real_before_a_sample_a_copy_and_a_read() {
    for act in 0..3 {
        let mut bench = Bench::new();
        let (cleared, other) = (bench.color("cleared"), bench.color("other"));
        let (first, second) = (bench.targets(&[cleared], None), bench.targets(&[other], None));
        bench.clear_color(first, RED);
        match act {
            0 => bench.sample(second, 0, cleared),
            1 => bench.copy(cleared, other),
            _ => bench.read(cleared),
        }
        let plan = bench.plan();
        assert_eq!(plan.steps.len(), 2, "{act}");
        let Step::Pass(pass) = &plan.steps[0] else { panic!("{plan:?}") };
        assert_eq!(pass.targets().color[0], Some(attachment(cleared)));
        assert_eq!(color_ops(pass).load, LoadOp::Clear(RED));
        assert_eq!(color_ops(pass).store_reason, StoreReason::UsedBy(1));
    }
}

#[test]
fn a_depth_clear_survives_a_change_of_the_colour_target() {
    let mut bench = Bench::new();
    let (a, b, depth) = (bench.color("a"), bench.color("b"), bench.depth("depth"));
    let (first, second) = (bench.targets(&[a], Some(depth)), bench.targets(&[b], Some(depth)));
    bench.clear(first, ClearPlanes { color: Some(RED), depth: Some(0.25), stencil: None }, None);
    bench.draw(second);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 2);
    assert_eq!(
        passes[0].targets(),
        Targets { color: [Some(attachment(b)), None, None, None], depth: Some(attachment(depth)) }
    );
    assert_eq!(depth_ops(passes[0]).load, LoadOp::Clear(0.25));
    assert_eq!(passes[1].targets().color[0], Some(attachment(a)));
    assert_eq!(color_ops(passes[1]).load, LoadOp::Clear(RED));
}

#[test]
fn a_clear_of_a_shared_attachment_ends_the_open_pass() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let (both, alone) = (bench.targets(&[color], Some(depth)), bench.targets(&[color], None));
    bench.draw(both);
    bench.clear_color(alone, RED);
    bench.draw(both);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 2);
    assert_eq!(color_ops(passes[1]).load, LoadOp::Clear(RED));
    assert_eq!(depth_ops(passes[1]).load, LoadOp::Load);
    assert_eq!(color_ops(passes[0]).store, StoreOp::Discard);
    assert_eq!(depth_ops(passes[0]).store, StoreOp::Keep);
}

#[test]
fn a_clear_through_another_view_is_made_real_first() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let plain = bench.targets(&[color], None);
    let srgb = Attachment { srgb: true, ..attachment(color) };
    bench.frame.targets.push(Targets { color: [Some(srgb), None, None, None], depth: None });
    bench.clear_color(1, [0.5; 4]);
    bench.draw(plain);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 2);
    assert_eq!(passes[0].targets().color[0], Some(srgb));
    assert_eq!(color_ops(passes[0]).load, LoadOp::Clear([0.5; 4]));
    assert_eq!(color_ops(passes[1]).load, LoadOp::Load);
}

#[test]
fn a_target_of_another_size_is_cleared_on_its_own() {
    let mut bench = Bench::new();
    let (color, odd) = (bench.color("color"), bench.sized("odd", wgpu::TextureFormat::Bgra8Unorm, 32, 32));
    let targets = bench.targets(&[color, odd], None);
    bench.clear_color(targets, RED);
    bench.draw(targets);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(passes.len(), 2);
    assert_eq!(passes[0].targets().color, [Some(attachment(color)), None, None, None]);
    assert_eq!(draws(passes[0])[..], [1]);
    assert_eq!(passes[1].targets().color[0], Some(attachment(odd)));
    assert_eq!(plan.counts.dropped_attachments, 1);
}

#[test]
fn depths_are_made_legal() {
    for (depth, legal) in [(f32::NAN, 0.0), (-1.0, 0.0), (2.0, 1.0), (f32::INFINITY, 1.0), (0.5, 0.5)] {
        let mut bench = Bench::new();
        let depth_texture = bench.depth("depth");
        let targets = bench.targets(&[], Some(depth_texture));
        bench.clear(targets, depth_planes(depth), None);
        assert_eq!(depth_ops(passes(&bench.plan())[0]).load, LoadOp::Clear(legal));
    }
}
