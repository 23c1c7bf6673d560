//! Draws that sample what they write.

use super::*;

#[test]
fn a_sampled_colour_target_is_copied_once_a_pass() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.draw(targets);
    bench.sample(targets, 0, color);
    bench.sample(targets, 0, color);
    let plan = bench.plan();
    assert!(matches!(plan.steps[..], [Step::Pass(_), Step::Snapshot(_), Step::Pass(_)]));
    let passes = passes(&plan);
    assert_eq!(passes[1].snapshots[..], [color]);
    assert_eq!(draws(passes[1])[..], [1, 2]);
    assert_eq!(color_ops(passes[0]).store_reason, StoreReason::UsedBy(1));
    assert_eq!(plan.counts.snapshots, 1);
}

#[test]
fn a_pending_clear_is_in_the_snapshot() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.clear_color(targets, RED);
    bench.sample(targets, 0, color);
    let plan = bench.plan();
    assert!(matches!(plan.steps[..], [Step::Pass(_), Step::Snapshot(_), Step::Pass(_)]));
    assert_eq!(color_ops(passes(&plan)[0]).load, LoadOp::Clear(RED));
    assert_eq!(color_ops(passes(&plan)[1]).load, LoadOp::Load);
}

#[test]
fn depth_that_is_sampled_and_not_written_is_read_only() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    bench.clear(targets, depth_planes(0.5), None);
    bench.draw(targets);
    bench.sample(targets, 1, depth);
    bench.draw_with(targets, 1, 0);
    bench.draw(targets);
    let plan = bench.plan();
    let passes = passes(&plan);
    assert_eq!(plan.steps.len(), 3);
    let read_only: Vec<bool> = passes.iter().map(|pass| pass.depth.is_some_and(|d| d.read_only)).collect();
    assert_eq!(read_only, [false, true, false]);
    assert_eq!(draws(passes[1])[..], [2, 3]);
    assert!(passes[1].snapshots.is_empty());
    assert_eq!(depth_ops(passes[1]).store_reason, StoreReason::ReadOnly);
    assert_eq!(depth_ops(passes[1]).load, LoadOp::Load);
}

#[test]
fn depth_that_is_sampled_and_written_is_copied() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    bench.sample(targets, 0, depth);
    let plan = bench.plan();
    assert!(matches!(plan.steps[..], [Step::Snapshot(_), Step::Pass(_)]));
    assert_eq!(passes(&plan)[0].snapshots[..], [depth]);
}

#[test]
fn a_clear_under_read_only_depth_starts_another_pass() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    bench.sample(targets, 1, depth);
    bench.clear(targets, depth_planes(0.5), None);
    bench.sample(targets, 1, depth);
    let plan = bench.plan();
    let loads: Vec<_> = passes(&plan).iter().map(|pass| depth_ops(pass).load).collect();
    assert_eq!(loads, [LoadOp::Load, LoadOp::Clear(0.5), LoadOp::Load]);
}

#[test]
fn what_the_shaders_do_not_declare_is_not_sampled() {
    let mut bench = Bench::new();
    let color = bench.color("color");
    let targets = bench.targets(&[color], None);
    bench.bind(0, Some(color));
    bench.draw(targets);
    let plan = bench.plan();
    assert_eq!(plan.counts.snapshots, 0);
    assert!(passes(&plan)[0].sampled.is_empty());
}

#[test]
fn every_sampled_texture_is_listed_once() {
    let mut bench = Bench::new();
    let (color, a, b) = (bench.color("color"), bench.color("a"), bench.color("b"));
    let targets = bench.targets(&[color], None);
    bench.bind(0, Some(a));
    bench.bind(1, Some(b));
    bench.draw_with(targets, 0, 2);
    bench.bind(0, Some(b));
    bench.draw_with(targets, 0, 2);
    let plan = bench.plan();
    assert_eq!(passes(&plan)[0].sampled[..], [a, b]);
}
