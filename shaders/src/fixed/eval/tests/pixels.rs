use super::super::*;
use super::close;

const TEXEL: [f64; 4] = [0.5, 0.25, 0.75, 0.5];
const DIFFUSE: [f64; 4] = [0.25, 0.5, 1.0, 0.75];

/// The colour with one texel everywhere.
fn shade(state: &PixelState) -> [f64; 4] {
    let fragment = Fragment { colors: [DIFFUSE, [0.125, 0.0, 0.0, 1.0]], ..Fragment::default() };
    pixel(state, &fragment, &mut |_, _| Sample { color: TEXEL, ..Sample::default() }).color
}

/// A stage 0 with a texture and these operations on texture, diffuse and factor.
fn stage(color: u32, alpha: u32) -> PixelState {
    let mut state = PixelState { factor: 0x4000_FF00, ..PixelState::default() };
    let stage = &mut state.stages[0];
    stage.texture = true;
    (stage.color_operation, stage.alpha_operation) = (color, alpha);
    stage.color_arguments = [3, 2, 0];
    stage.alpha_arguments = [3, 2, 0];
    state
}

#[test]
fn operations_are_those_of_the_table() {
    let quarter = 64.0 / 255.0;
    let expected = [
        (2, [0.5, 0.25, 0.75]),
        (3, [0.25, 0.5, 1.0]),
        (4, [0.125, 0.125, 0.75]),
        (5, [0.25, 0.25, 1.0]),
        (6, [0.5, 0.5, 1.0]),
        (7, [0.75, 0.75, 1.0]),
        (8, [0.25, 0.25, 1.0]),
        (9, [0.5, 0.5, 1.0]),
        (10, [0.25, 0.0, 0.0]),
        (11, [0.625, 0.625, 1.0]),
        (12, [0.4375, 0.3125, 0.8125]),
        (13, [0.375, 0.375, 0.875]),
        (14, [0.25 + 0.25 * quarter, 0.5 - 0.25 * quarter, 1.0 - 0.25 * quarter]),
        (15, [0.625, 0.5, 1.0]),
        (16, [0.4375, 0.3125, 0.8125]),
        (17, [0.25, 0.5, 1.0]),
        (18, [0.625, 0.5, 1.0]),
        (19, [0.625, 0.625, 1.0]),
        (20, [0.625, 0.5, 1.0]),
        (21, [0.625, 0.875, 0.75]),
        (22, [0.25, 0.5, 1.0]),
        (24, [0.5, 0.5, 0.5]),
        (25, [0.125, 1.0, 0.75]),
        (26, [0.25, 0.25, 1.0]),
        // What means nothing modulates in stage 0.
        (77, [0.125, 0.125, 0.75]),
    ];
    for (operation, [r, g, b]) in expected {
        let alpha = if operation == 24 { 0.5 } else { 0.75 };
        close(shade(&stage(operation, 3)), [r, g, b, alpha]);
    }
}

#[test]
fn alpha_is_computed_alone() {
    close(shade(&stage(2, 4)), [0.5, 0.25, 0.75, 0.375]);
    close(shade(&stage(2, 10)), [0.5, 0.25, 0.75, 0.0]);
    // Off, it stays diffuse.
    close(shade(&stage(2, 1)), [0.5, 0.25, 0.75, 0.75]);
    close(shade(&stage(1, 2)), DIFFUSE);
}

#[test]
fn arguments_are_complemented_before_alpha_is_replicated() {
    let mut state = stage(2, 2);
    state.stages[0].color_arguments[1] = 0x10;
    close(shade(&state), [0.75, 0.5, 0.0, 0.5]);
    state.stages[0].color_arguments[1] = 0x32;
    close(shade(&state), [0.5; 4]);
    state.stages[0].color_arguments[1] = 0x30;
    close(shade(&state), [0.25, 0.25, 0.25, 0.5]);
    state.stages[0].color_arguments[1] = 4;
    close(shade(&state), [0.125, 0.0, 0.0, 0.5]);
    (state.stages[0].color_arguments[1], state.stages[0].constant) = (6, 0x00FF_0000);
    close(shade(&state), [1.0, 0.0, 0.0, 0.5]);
}

#[test]
fn results_go_to_temp_but_for_the_last() {
    let mut state = stage(2, 2);
    state.stages[0].result = 5;
    close(shade(&state), TEXEL);
    let second = &mut state.stages[1];
    (second.color_operation, second.color_arguments) = (7, [1, 1, 5]);
    close(shade(&state), [0.75, 0.75, 1.0, 0.75]);
    state.stages[1].result = 5;
    close(shade(&state), [0.75, 0.75, 1.0, 0.75]);
}

#[test]
fn a_stage_without_the_texture_that_its_color_names_ends_them() {
    let mut state = stage(2, 2);
    state.stages[0].texture = false;
    (state.stages[1].color_operation, state.stages[1].color_arguments) = (2, [1, 3, 1]);
    close(shade(&state), DIFFUSE);
    // Alpha and what operations read besides do not end them: those read 0.
    state.stages[0].color_arguments = [1, 0, 1];
    close(shade(&state), [0.0, 1.0, 0.0, 0.0]);
    (state.stages[0].color_operation, state.stages[1].color_operation) = (13, 1);
    state.stages[0].color_arguments = [1, 3, 0];
    close(shade(&state), [0.25, 0.5, 1.0, 0.0]);
}

#[test]
fn premodulation_leaves_its_result_alone() {
    let mut state = stage(17, 2);
    state.stages[0].color_arguments[1] = 0;
    (state.stages[1].color_operation, state.stages[1].color_arguments) = (2, [1, 1, 1]);
    state.stages[1].texture = true;
    close(shade(&state), [0.25, 0.5, 1.0, 0.5]);
}

#[test]
fn bumps_shift_and_dim_the_next_stage() {
    let mut state = PixelState::default();
    for stage in &mut state.stages[..2] {
        (stage.texture, stage.color_arguments, stage.alpha_operation) = (true, [1, 2, 1], 2);
    }
    (state.stages[0].color_operation, state.stages[1].color_operation) = (23, 2);
    (state.stages[0].bump, state.stages[0].luminance) = ([1.0, 2.0, 4.0, 8.0], [0.5, 0.125]);
    state.stages[1].projected = true;
    let mut fragment = Fragment::default();
    fragment.texcoords[1] = [2.0, 4.0, 0.0, 2.0];
    let mut asked = Vec::new();
    let done = pixel(&state, &fragment, &mut |stage, place| {
        asked.push((stage, place));
        let color = if stage == 0 { [0.5, -0.25, 0.75, 1.0] } else { [1.0; 4] };
        Sample { color, margin: Margin::new(0.25) }
    });
    // (1·0.5 − 4·0.25, 2·0.5 − 8·0.25) beside the divided coordinates; 0.75 · 0.5 + 0.125 of the light.
    assert_eq!(asked, [(0, [0.0; 3]), (1, [0.5, 1.0, 0.0])]);
    close(done.color, [0.5; 4]);
    close([done.margin.distance()], [0.25]);
}

#[test]
fn specular_comes_before_fog_and_neither_changes_alpha() {
    let mut state = stage(3, 3);
    state.specular = true;
    close(shade(&state), [0.375, 0.5, 1.0, 0.75]);
    state.fog = Fog { enable: true, table_mode: 3, end: 8.0, color: 0x00FF_0000, ..Fog::default() };
    let mut fragment = Fragment { depth: 2.0, w: 4.0, fog: 0.125, ..Fragment::default() };
    fragment.colors[0] = DIFFUSE;
    let run = |state: &PixelState| pixel(state, &fragment, &mut |_, _| Sample::default()).color;
    close(run(&state), [0.4375, 0.375, 0.75, 0.75]);
    state.fog.by_depth = false;
    close(run(&state), [0.625, 0.25, 0.5, 0.75]);
    state.fog.table_mode = 0;
    close(run(&state), [0.90625, 0.0625, 0.125, 0.75]);
}

#[test]
fn the_alpha_test_compares_in_the_steps_of_the_target() {
    let killed = |function, reference, precision, alpha| {
        let alpha_test = AlphaTest { enable: true, function, reference, precision };
        let state = PixelState { alpha_test, ..PixelState::default() };
        let mut fragment = Fragment::default();
        fragment.colors[0][3] = alpha;
        let done = pixel(&state, &fragment, &mut |_, _| Sample::default());
        (done.killed, done.margin.distance())
    };
    let eight = AlphaPrecision::Eight;
    for (function, [below, equal, above]) in [
        (1, [true; 3]),
        (2, [false, true, true]),
        (3, [true, false, true]),
        (4, [false, false, true]),
        (5, [true, true, false]),
        (6, [false, true, false]),
        (7, [true, false, false]),
        (8, [false; 3]),
        (9, [false; 3]),
    ] {
        // A quarter of a step rounds away; only the low byte of the reference counts.
        for (step, expected) in [(99.25, below), (100.25, equal), (101.25, above)] {
            assert_eq!(killed(function, 0x7700 | 100, eight, step / 255.0).0, expected, "{function} {step}");
        }
    }
    close([killed(5, 100, eight, 100.25 / 255.0).1], [0.25 / 255.0]);
    close([killed(7, 100, eight, 100.25 / 255.0).1], [0.75 / 255.0]);
    assert!(killed(3, 0xFF, AlphaPrecision::Bits(10), 1022.0 / 1023.0).0);
    assert!(!killed(3, 0x80, AlphaPrecision::Bits(10), 514.0 / 1023.0).0);
    assert!(!killed(5, 100, AlphaPrecision::Float, 100.25 / 255.0).0);
}

#[test]
fn clip_planes_kill() {
    let state = PixelState { clip_plane_mask: 0b10, ..PixelState::default() };
    let mut fragment = Fragment { clip_distances: [-1.0, 0.25, 0.0, 0.0, 0.0, 0.0], ..Fragment::default() };
    let done = pixel(&state, &fragment, &mut |_, _| Sample::default());
    assert!(!done.killed);
    close([done.margin.distance()], [0.25]);
    fragment.clip_distances[1] = -0.25;
    assert!(pixel(&state, &fragment, &mut |_, _| Sample::default()).killed);
}
