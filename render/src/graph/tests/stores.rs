//! Store operations, and passes that nobody sees.

use super::*;

#[test]
fn content_that_is_cleared_next_is_discarded() {
    let mut bench = Bench::new();
    let (a, b) = (bench.color("a"), bench.color("b"));
    let (first, second) = (bench.targets(&[a], None), bench.targets(&[b], None));
    bench.draw(first);
    bench.draw(second);
    bench.clear_color(first, RED);
    bench.draw(first);
    let plan = bench.plan();
    let ops = color_ops(passes(&plan)[0]);
    assert_eq!((ops.store, ops.store_reason), (StoreOp::Discard, StoreReason::ClearedBy(2)));
}

#[test]
fn content_that_is_sampled_copied_or_read_before_the_clear_is_kept() {
    for act in 0..3 {
        let mut bench = Bench::new();
        let (a, b) = (bench.color("a"), bench.color("b"));
        let (first, second) = (bench.targets(&[a], None), bench.targets(&[b], None));
        bench.draw(first);
        match act {
            0 => bench.sample(second, 0, a),
            1 => bench.copy(a, b),
            _ => bench.read(a),
        }
        bench.clear_color(first, RED);
        bench.draw(first);
        let plan = bench.plan();
        let ops = color_ops(passes(&plan)[0]);
        assert_eq!((ops.store, ops.store_reason), (StoreOp::Keep, StoreReason::UsedBy(1)), "{act}");
    }
}

#[test]
fn depth_is_discarded_only_when_both_planes_are_cleared() {
    for (stencil, store) in [(None, StoreOp::Keep), (Some(0), StoreOp::Discard)] {
        let mut bench = Bench::new();
        let (a, b, depth) = (bench.color("a"), bench.color("b"), bench.depth("depth"));
        let (first, second) = (bench.targets(&[a], Some(depth)), bench.targets(&[b], Some(depth)));
        bench.draw(first);
        bench.clear(second, ClearPlanes { color: None, depth: Some(1.0), stencil }, None);
        bench.draw(second);
        let plan = bench.plan();
        assert_eq!(depth_ops(passes(&plan)[0]).store, store);
    }
}

#[test]
fn a_clear_pass_of_a_released_texture_is_removed() {
    let mut bench = Bench::new();
    let (a, b) = (bench.color("a"), bench.color("b"));
    let (first, second) = (bench.targets(&[a], None), bench.targets(&[b], None));
    bench.clear_color(first, RED);
    bench.draw(second);
    bench.frame.released.push(Release::Texture(a));
    let plan = bench.plan();
    assert_eq!(plan.steps.len(), 1);
    assert_eq!(plan.counts.removed_passes, 1);
    assert_eq!(passes(&plan)[0].targets().color[0], Some(attachment(b)));
}

#[test]
fn reasons_name_steps_after_removals() {
    let mut bench = Bench::new();
    let (a, b, c) = (bench.color("a"), bench.color("b"), bench.color("c"));
    let (first, second, third) =
        (bench.targets(&[a], None), bench.targets(&[b], None), bench.targets(&[c], None));
    bench.draw(first);
    // Made real by the sample, then cleared again: the sample keeps it, the release removes the last one.
    bench.clear_color(second, RED);
    bench.sample(third, 0, b);
    bench.clear_color(second, BLUE);
    bench.sample(third, 0, a);
    bench.frame.released.push(Release::Texture(b));
    let plan = bench.plan();
    for (index, step) in plan.steps.iter().enumerate() {
        let Step::Pass(pass) = step else { continue };
        if let StoreReason::UsedBy(step) = color_ops(pass).store_reason {
            assert!((step as usize) > index && (step as usize) < plan.steps.len(), "{plan:?}");
        }
    }
    assert_eq!(plan.counts.removed_passes, 1);
}
