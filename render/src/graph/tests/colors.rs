//! Colour attachments that nothing writes.

use super::*;

/// Raster 2: writes depth, masks all colour.
fn masked(bench: &mut Bench) -> u32 {
    let mut raster = bench.frame.rasters[0];
    raster.colors.iter_mut().for_each(|color| color.write_mask = wgpu::ColorWrites::empty());
    bench.frame.rasters.push(raster);
    bench.frame.rasters.len() as u32 - 1
}

#[test]
fn masked_colour_leaves_a_pass_that_has_depth() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let targets = bench.targets(&[color], Some(depth));
    let masked = masked(&mut bench);
    bench.draw_with(targets, masked, 0);
    bench.clear(targets, depth_planes(0.5), None);
    let plan = bench.plan();
    assert_eq!(plan.counts.dropped_colors, 1);
    assert_eq!(passes(&plan)[0].targets(), Targets { color: [None; 4], depth: Some(attachment(depth)) });
}

#[test]
fn colour_stays_where_it_is_cleared_written_or_alone() {
    for case in 0..4 {
        let mut bench = Bench::new();
        let (color, depth) = (bench.color("color"), bench.depth("depth"));
        let targets = bench.targets(&[color], (case != 3).then_some(depth));
        let masked = masked(&mut bench);
        if case == 0 {
            bench.clear_color(targets, RED);
        }
        bench.draw_with(targets, masked, 0);
        match case {
            1 => bench.draw(targets),
            2 => bench.clear_color(targets, RED),
            _ => {}
        }
        let plan = bench.plan();
        assert_eq!(plan.counts.dropped_colors, 0, "{case}");
        assert_eq!(passes(&plan)[0].targets().color[0], Some(attachment(color)), "{case}");
    }
}

#[test]
fn what_the_shader_does_not_write_leaves_too() {
    let mut bench = Bench::new();
    let (a, b) = (bench.color("a"), bench.color("b"));
    let targets = bench.targets(&[a, b], None);
    bench.draw_with(targets, 0, 3);
    let plan = bench.plan();
    let pass = passes(&plan)[0];
    assert_eq!(pass.targets().color, [Some(attachment(a)), None, None, None]);
}

#[test]
fn a_dropped_attachment_is_no_use() {
    let mut bench = Bench::new();
    let (color, depth) = (bench.color("color"), bench.depth("depth"));
    let (both, alone) = (bench.targets(&[color], Some(depth)), bench.targets(&[color], None));
    let masked = masked(&mut bench);
    bench.draw(alone);
    bench.draw_with(both, masked, 0);
    bench.clear_color(alone, RED);
    bench.draw(alone);
    let plan = bench.plan();
    assert_eq!(color_ops(passes(&plan)[0]).store_reason, StoreReason::ClearedBy(2));
}
