//! Uploads to textures among the commands, and where they go.

use super::*;
use crate::frame::GenerateMips;
use crate::graph::upload::RENAMED_BYTES;

fn push_upload(bench: &mut Bench, texture: TextureId) {
    bench.frame.commands.push(Command::Upload(Bench::upload(texture)));
}

/// The uploads before all steps, by whether they rename.
fn early(plan: &Plan) -> Vec<bool> {
    let renames = |early: &Early| match early {
        Early::Upload { renames, .. } => *renames,
        Early::Mips(_) => panic!("an upload"),
    };
    plan.early.iter().map(renames).collect()
}

/// A texture, and a group of targets that it is none of.
fn bench() -> (Bench, TextureId, u32) {
    let mut bench = Bench::new();
    let (picture, screen) = (bench.color("picture"), bench.color("screen"));
    let targets = bench.targets(&[screen], None);
    (bench, picture, targets)
}

#[test]
fn an_upload_between_draws_that_sample_ends_no_pass() {
    let (mut bench, picture, targets) = bench();
    for _ in 0..3 {
        // Two in a row share a backing.
        push_upload(&mut bench, picture);
        push_upload(&mut bench, picture);
        bench.sample(targets, 0, picture);
    }
    let plan = bench.plan();
    assert_eq!(early(&plan), [false, false, true, false, true, false]);
    assert_eq!(plan.steps.len(), 1);
    use PassItem::{Draw, Rename};
    let wanted = [Draw(2), Rename(picture), Draw(5), Rename(picture), Draw(8)];
    assert_eq!(passes(&plan)[0].items, wanted);
}

#[test]
fn a_pass_that_has_not_seen_the_texture_sees_only_the_new_backing() {
    let (mut bench, picture, targets) = bench();
    let other = bench.color("other");
    let others = bench.targets(&[other], None);
    bench.sample(targets, 0, picture);
    bench.draw(others);
    push_upload(&mut bench, picture);
    bench.sample(others, 0, picture);
    bench.read(picture);
    let plan = bench.plan();
    assert_eq!(early(&plan), [true]);
    // The read is moved before the open pass, and sees the new backing as it must.
    assert!(matches!(plan.steps[..], [Step::Pass(_), Step::Rename(_), Step::Read(_), Step::Pass(_)]));
}

#[test]
fn reads_between_uploads_see_the_backing_of_their_time() {
    let (mut bench, picture, targets) = bench();
    bench.read(picture);
    push_upload(&mut bench, picture);
    bench.sample(targets, 0, picture);
    push_upload(&mut bench, picture);
    bench.read(picture);
    let plan = bench.plan();
    assert_eq!(early(&plan), [true, true]);
    // The pass ends, since the read wants what one of its later draws would.
    let steps = &plan.steps;
    assert!(matches!(steps[..], [Step::Read(_), Step::Rename(_), Step::Pass(_), Step::Read(_)]), "{steps:?}");
}

#[test]
fn what_the_frame_has_drawn_is_written_in_place_between_passes() {
    let (mut bench, picture, targets) = bench();
    let drawn = bench.targets(&[picture], None);
    bench.draw(drawn);
    bench.sample(targets, 0, picture);
    push_upload(&mut bench, picture);
    bench.sample(targets, 0, picture);
    let plan = bench.plan();
    assert!(early(&plan).is_empty());
    let steps = &plan.steps;
    assert!(matches!(steps[..], [Step::Pass(_), Step::Pass(_), Step::Upload(_), Step::Pass(_)]), "{steps:?}");
}

#[test]
fn what_somebody_outside_holds_keeps_its_backing() {
    let (mut bench, picture, targets) = bench();
    bench.pinned = Some(picture);
    bench.sample(targets, 0, picture);
    push_upload(&mut bench, picture);
    bench.sample(targets, 0, picture);
    let plan = bench.plan();
    assert!(matches!(plan.steps[..], [Step::Pass(_), Step::Upload(_), Step::Pass(_)]), "{:?}", plan.steps);
}

#[test]
fn a_frame_renames_so_many_bytes_and_no_more() {
    let (mut bench, _, targets) = bench();
    let large = bench.sized("large", wgpu::TextureFormat::Rgba32Float, 2048, 1024);
    let bytes = bench.texture_size(large);
    assert_eq!(bytes, (2048 * 1024 + 1024 * 512 + 512 * 256) * 16);
    let most = RENAMED_BYTES / bytes;
    bench.sample(targets, 0, large);
    for _ in 0..most + 2 {
        push_upload(&mut bench, large);
        bench.sample(targets, 0, large);
    }
    let plan = bench.plan();
    assert_eq!(early(&plan).len() as u64, most);
    assert_eq!(plan.counts.passes, 3, "two uploads stand between passes");
}

#[test]
fn mip_levels_follow_the_upload_that_renamed() {
    let (mut bench, picture, targets) = bench();
    let mips = GenerateMips { texture: picture, linear: true };
    for _ in 0..2 {
        push_upload(&mut bench, picture);
        bench.frame.commands.push(Command::GenerateMips(mips));
        bench.sample(targets, 0, picture);
    }
    let plan = bench.plan();
    let found: Vec<_> = plan.early.iter().map(|early| matches!(early, Early::Mips(_))).collect();
    assert_eq!((found, plan.steps.len()), (vec![false, true, false, true], 1));
    let text = plan.to_text(&bench);
    assert!(text.contains("before all steps: upload 16384 bytes to picture, in another backing\n"), "{text}");
    assert!(text.contains("   picture changes its backing\n"), "{text}");
    // Without an upload before them they write what a draw has read.
    bench.sample(targets, 0, picture);
    bench.frame.commands.push(Command::GenerateMips(mips));
    let plan = bench.plan();
    assert!(matches!(plan.steps[..], [Step::Pass(_), Step::GenerateMips(_)]), "{:?}", plan.steps);
}
