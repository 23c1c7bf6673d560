use super::*;
use crate::dxso::program::WriteMask;
use crate::dxso::{assemble, parse};
use crate::interface::SamplerKind;
use crate::varyings::{Semantic, Usage};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn program(text: &str) -> Program {
    let bytes = assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    parse(&bytes).expect("what is assembled parses")
}

/// Runs a vertex shader with `constants` on the attributes `v0` and `v1`.
fn vertex(text: &str, constants: &[Vector], inputs: [Vector; 2]) -> VertexOutput {
    let program = program(text);
    let shader = Interpreter::new(&program).expect("blocks nest");
    let environment = Environment { floats: constants, ..Environment::default() };
    let mut all = [[0.0; 4]; 16];
    all[..2].copy_from_slice(&inputs);
    shader.vertex(&environment, &all, &mut no_textures).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What `body` leaves in the position of a `vs_2_x` shader, with `v0` and `v1` given.
fn position(body: &str, inputs: [Vector; 2]) -> Vector {
    vertex(&format!("vs_2_x\n{body}"), &[], inputs).position()
}

/// What `body` leaves in `oC0` (`r0` in model 1) of each pixel of a quad whose `t0` is (x, y, 0.25, 2).
fn quad(text: &str, stages: &[TextureStage], sampler: &mut dyn Sampler) -> [PixelOutput; 4] {
    let program = program(text);
    let shader = Interpreter::new(&program).expect("blocks nest");
    let environment = Environment { stages, ..Environment::default() };
    let pixels = std::array::from_fn(|index| {
        let mut input = PixelInput::default();
        let [x, y] = [(index & 1) as f32, (index >> 1) as f32];
        input.coordinates = [[x, y, 0.25, 2.0]; 8];
        input.coordinates[1] = [0.5, 0.25, 1.0, 4.0];
        input.inputs = [[x, y, 0.25, 2.0]; 10];
        input.position = [x, y];
        input
    });
    shader.quad(&environment, &pixels, sampler).unwrap_or_else(|error| panic!("{error}\n{text}")).pixels
}

#[test]
fn instructions_compute_what_the_table_says() {
    let a = [1.5, -2.0, 0.25, 4.0];
    let b = [2.0, 3.0, -4.0, 0.5];
    let rows: &[(&str, Vector)] = &[
        ("add oPos, v0, v1", [3.5, 1.0, -3.75, 4.5]),
        ("sub oPos, v0, v1", [-0.5, -5.0, 4.25, 3.5]),
        ("mul oPos, v0, v1", [3.0, -6.0, -1.0, 2.0]),
        ("mad oPos, v0, v1, v0", [4.5, -8.0, -0.75, 6.0]),
        ("lrp oPos, v0, v1, v0", [2.25, -12.0, -0.8125, -10.0]),
        ("dp3 oPos, v0, v1", [-4.0; 4]),
        ("dp4 oPos, v0, v1", [-2.0; 4]),
        ("min oPos, v0, v1", [1.5, -2.0, -4.0, 0.5]),
        ("max oPos, v0, v1", [2.0, 3.0, 0.25, 4.0]),
        ("slt oPos, v0, v1", [1.0, 1.0, 0.0, 0.0]),
        ("sge oPos, v0, v0", [1.0; 4]),
        ("abs oPos, v0", [1.5, 2.0, 0.25, 4.0]),
        ("frc oPos, -v0", [0.5, 0.0, 0.75, 0.0]),
        ("sgn oPos, v0, r0, r1", [1.0, -1.0, 1.0, 1.0]),
        ("dst oPos, v0, v1", [1.0, -6.0, 0.25, 0.5]),
        ("crs oPos.xyz, v0, v1", [7.25, 6.5, 8.5, 0.0]),
        ("rcp oPos, v0.w", [0.25; 4]),
        ("rsq oPos, -v0.w", [0.5; 4]),
        ("exp oPos, v0.y", [0.25; 4]),
        ("log oPos, -v0.w", [2.0; 4]),
        ("pow oPos, -v0.w, v0.y", [0.0625; 4]),
        ("lit oPos, v0.xxxy", [1.0, 1.5, 1.5f32.powi(-2), 1.0]),
        ("lit oPos, v0", [1.0, 1.5, 0.0, 1.0]),
        ("nrm oPos, v0.yzzw", [-0.984_731_9, 0.123_091_49, 0.123_091_49, 1.969_463_8]),
        ("mov oPos, v0.wzyx", [4.0, 0.25, -2.0, 1.5]),
        ("mov_sat oPos, v0", [1.0, 0.0, 0.25, 1.0]),
        ("mov oPos.yw, v0", [0.0, -2.0, 0.0, 4.0]),
        ("mov oPos, -v0_abs", [-1.5, -2.0, -0.25, -4.0]),
    ];
    for (text, expected) in rows {
        assert_eq!(position(text, [a, b]), *expected, "{text}");
    }
}

#[test]
fn special_values_follow_the_conventions() {
    let a = [0.0, INF, NAN, -0.0];
    let b = [INF, 0.0, 0.0, NAN];
    assert_eq!(position("mul oPos, v0, v1", [a, b]), [0.0; 4]);
    assert_eq!(position("mad oPos, v0, v1, -v1.yyyy", [a, b]), [0.0; 4]);
    assert_eq!(position("dp4 oPos, v0, v1", [a, b]), [0.0; 4]);
    assert_eq!(position("min oPos, v0.zzzz, v1.yyyy", [a, b]), [0.0; 4]);
    assert_eq!(position("max oPos, v0.zzzz, v1.yyyy", [a, b]), [0.0; 4]);
    assert_eq!(position("sge oPos, v0.z, v1.y", [a, b]), [0.0; 4]);
    assert_eq!(position("mov_sat oPos, v0.zyxw", [a, b]), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(position("rcp oPos, v0.x", [a, b]), [f32::MAX; 4]);
    assert_eq!(position("rcp oPos, v0.w", [a, b]), [f32::MIN; 4]);
    assert_eq!(position("rsq oPos, v0.w", [a, b]), [f32::MAX; 4]);
    assert_eq!(position("log oPos, v0.w", [a, b]), [f32::MIN; 4]);
    assert_eq!(position("exp oPos, v1.x", [a, b]), [f32::MAX; 4]);
    assert_eq!(position("pow oPos, v1.x, v1.y", [a, b]), [1.0; 4]);
    assert_eq!(position("pow oPos, v1.y, v1.y", [a, b]), [1.0; 4]);
    assert_eq!(position("nrm oPos, v0.xxxx", [a, b]), [0.0; 4]);
    assert_eq!(position("lit oPos, v0.yxyy", [a, b]), [1.0, INF, 0.0, 1.0]);
    let program = program("vs_2_0\nmul oPos, v0, v1");
    let environment = Environment { zero_products: false, ..Environment::default() };
    let mut inputs = [[0.0; 4]; 16];
    inputs[1] = [INF; 4];
    let shader = Interpreter::new(&program).expect("straight");
    let output = shader.vertex(&environment, &inputs, &mut no_textures).expect("it ends");
    assert!(output.position()[0].is_nan(), "with the rule switched off");
}

#[test]
fn exactness_is_reported() {
    let run = |body: &str, a, b| vertex(&format!("vs_2_0\n{body}"), &[], [a, b]).exact;
    assert!(run("mad oPos, v0, v1, v0", [1.5; 4], [0.25; 4]));
    assert!(!run("add oPos, v0, v1", [1e8; 4], [0.1; 4]));
    assert!(!run("mul oPos, v0, v1", [0.1; 4], [0.1; 4]));
    assert!(
        !run("dp4 oPos, v0, v1", [1e8, 1.0, -1e8, 0.0], [1.0; 4]),
        "another order would give another sum"
    );
    assert!(!run("rcp oPos, v0.x", [3.0; 4], [1.0; 4]));
    assert!(run("mul oPos, v0, v1", [INF; 4], [0.0; 4]));
}

#[test]
fn address_registers_floor_in_model_1_and_round_later() {
    let constants: Vec<Vector> = (0..8u8).map(|row| [f32::from(row); 4]).collect();
    let read = |model: &str, mov: &str, value: f32| {
        let text = format!("{model}\n{mov} a0.x, v0.x\nmov oPos, c[a0.x + 2]");
        vertex(&text, &constants, [[value; 4], [0.0; 4]]).position()[0]
    };
    let floats = |values: [f32; 4], model, mov| values.map(|value| read(model, mov, value));
    assert_eq!(floats([1.75, -0.25, 2.5, 3.5], "vs_1_1", "mov"), [3.0, 1.0, 4.0, 5.0]);
    assert_eq!(floats([1.75, -0.25, 2.5, 3.5], "vs_2_0", "mova"), [4.0, 2.0, 4.0, 6.0]);
    assert_eq!(floats([1.75, -0.25, 2.5, 3.5], "vs_2_0", "mov"), [4.0, 2.0, 4.0, 6.0]);
    assert_eq!(floats([-3.0, 300.0, 1e30, -1e30], "vs_2_0", "mova"), [0.0; 4], "no such constant");
}

#[test]
fn definitions_are_seen_through_relative_addressing() {
    let text = "vs_2_0\ndef c5, 7, 8, 9, 10\nmova a0.x, v0.x\nadd oPos, c[a0.x + 3], c5";
    let constants = [[1.0; 4]; 8];
    assert_eq!(vertex(text, &constants, [[2.0; 4]; 2]).position(), [14.0, 16.0, 18.0, 20.0]);
    assert_eq!(vertex(text, &constants, [[1.0; 4]; 2]).position(), [8.0, 9.0, 10.0, 11.0]);
}

#[test]
fn loops_nest_and_count_as_their_constants_say() {
    // The sum of v[aL] over 0, 1 within three turns of a rep, that breaks at the second.
    let text = "vs_3_0
        defi i0, 3, 0, 0, 0
        defi i1, 2, 1, -1, 0
        defi i2, -1, 0, 0, 0
        dcl_position o0
        dcl_texcoord2 o3
        rep i0
            loop aL, i1
                add r0, r0, v[aL]
                mov o[aL + 3], r0
            endloop
            break_ge r0.x, v0.y
        endrep
        rep i2
            mov r0, v0
        endrep
        mov o0, r0";
    let output = vertex(text, &[], [[1.0, 50.0, 0.0, 0.0], [10.0, 0.0, 0.0, 0.0]]);
    assert_eq!(output.position(), [33.0, 150.0, 0.0, 0.0]);
    let texcoord = output.semantic(Semantic::new(Usage::Texcoord, 2)).expect("written");
    assert_eq!(texcoord, ([33.0, 150.0, 0.0, 0.0], WriteMask(0xF)));
}

#[test]
fn calls_return_early_and_conditions_choose() {
    let text = "vs_2_x
        defb b0, true
        setp_gt p0, v0, v1
        callnz l0, b0
        callnz l1, !p0.x
        (p0.yyyy) add r0, r0, v1
        if p0.w
            mov oPos, r0
        else
            mov oPos, -r0
        endif
        ret
        label l0
        mov r0, v0
        if_lt r0.x, v1.x
            ret
        endif
        add r0, r0, r0
        ret
        label l1
        add r0, r0, c0
        ret";
    let constants = [[100.0; 4]];
    let run = |a: f32| vertex(text, &constants, [[a; 4], [3.0; 4]]).position()[0];
    assert_eq!([run(1.0), run(4.0)], [-101.0, 11.0]);
}

#[test]
fn execution_is_bounded_and_faults_are_typed() {
    let text = "vs_2_x\ndefi i0, 255, 0, 0, 0\nrep i0\nrep i0\nrep i0\nrep i0\nadd r0, r0, v0\nendrep\nendrep\nendrep\nendrep\nmov oPos, r0";
    let program = program(text);
    let shader = Interpreter::new(&program).expect("blocks nest");
    let environment = Environment { steps: 1000, ..Environment::default() };
    let error = shader.vertex(&environment, &[[0.0; 4]; 16], &mut no_textures);
    assert!(matches!(error, Err(InterpretError::Endless { steps: 1000, offset: 7.. })), "{error:?}");
    let error = shader.quad(&environment, &[PixelInput::default(); 4], &mut no_textures);
    assert_eq!(error, Err(InterpretError::WrongStage(Stage::Fragment)));
    let mut unclosed = program.clone();
    unclosed.instructions.pop();
    unclosed.instructions.pop();
    let offset = unclosed.instructions[1].offset;
    let what = "a block that is not closed";
    assert_eq!(Interpreter::new(&unclosed).err(), Some(InterpretError::Malformed { offset, what }));
}

#[test]
fn outputs_of_old_models_are_clamped_and_packed_ones_are_joined() {
    let output =
        vertex("vs_1_1\nmov oPos, v0\nmov oD0.xyz, v0\nmov oFog, v0.x\nmov oPts, v0.x", &[], [[2.0; 4]; 2]);
    let semantic = |usage, index| output.semantic(Semantic::new(usage, index));
    assert_eq!(semantic(Usage::Color, 0), Some(([1.0, 1.0, 1.0, 0.0], WriteMask(7))));
    assert_eq!(semantic(Usage::Fog, 0).map(|(value, _)| value[0]), Some(1.0));
    assert_eq!(semantic(Usage::PointSize, 0).map(|(value, _)| value[0]), Some(2.0));
    assert_eq!(semantic(Usage::Color, 1), None);
    let text = "vs_3_0\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_color o1.zw\nmov o0, v0\nmov o1.xyz, v0";
    let output = vertex(text, &[], [[1.0, 2.0, 3.0, 4.0]; 2]);
    let color = output.semantic(Semantic::new(Usage::Color, 0));
    assert_eq!(color, Some(([0.0, 0.0, 3.0, 0.0], WriteMask(4))));
}

#[test]
fn quads_have_differences_and_texkill() {
    let text = "ps_3_0
        dcl_texcoord v0
        dcl_2d s1
        mul r0, v0, v0.yxzw
        dsx r1, r0
        dsy r2, r0
        texldb r3, v0, s1.wzyx
        add r0.x, v0.x, -v0.y
        texkill r0.x
        mov oC0.xy, r1
        mov oC0.zw, r2.xxxy
        mov oC1, r3
        mov oDepth, v0.z";
    let mut read = Vec::new();
    let mut sampler = |sample: &Sample| {
        read.push(*sample);
        sample.coordinate
    };
    let pixels = quad(text, &[], &mut sampler);
    assert_eq!(pixels[1].colors[0], [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(pixels[2].colors[0], [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(pixels[3].colors[1], [2.0, 0.25, 1.0, 1.0]);
    assert_eq!(pixels.map(|pixel| pixel.killed), [false, false, true, false]);
    assert_eq!(pixels[0].depth, Some(0.25));
    assert_eq!((read[0].sampler, read[0].kind), (1, Some(SamplerKind::D2)));
    let level = Level::Implicit { dx: [1.0, 0.0, 0.0, 0.0], dy: [0.0, 1.0, 0.0, 0.0], bias: 2.0 };
    assert_eq!(read[0].level, level);
}

#[test]
fn branches_of_a_quad_differ() {
    let text = "ps_3_0
        defi i0, 4, 0, 1, 0
        dcl_texcoord v0
        mov r0, v0.z
        if_gt v0.x, v0.z
            rep i0
                add r0, r0, r0
                break_gt r0.x, v0.y
            endrep
        else
            mov r0, -r0
        endif
        mov oC0, r0";
    let pixels = quad(text, &[], &mut no_textures);
    assert_eq!(pixels.map(|pixel| pixel.colors[0][0]), [-0.25, 0.5, -0.25, 2.0]);
}

#[test]
fn model_1_modifies_pairs_and_clamps() {
    let stages = [TextureStage::default(); 4];
    let run = |text: &str| quad(text, &stages, &mut |read: &Sample| read.coordinate)[1].colors[0];
    // v0 is (1, 0, 0.25, 2) here, t1 (0.5, 0.25, 1, 4).
    let rows: &[(&str, Vector)] = &[
        ("ps_1_1\nmov r0, v0_bias", [0.5, -0.5, -0.25, 1.5]),
        ("ps_1_1\nmov r0, -v0_bx2", [-1.0, 1.0, 0.5, -3.0]),
        ("ps_1_1\nmov r0, 1-v0", [0.0, 1.0, 0.75, -1.0]),
        ("ps_1_4\nmov r0, -v0_x2", [-2.0, 0.0, -0.5, -4.0]),
        ("ps_1_1\nmov_d2_sat r0, v0", [0.5, 0.0, 0.125, 1.0]),
        ("ps_1_1\nadd_x4 r0, v0, v0", [8.0, 0.0, 2.0, 16.0]),
        ("ps_1_1\ndef c0, 3, -4, 0.5, 1\nmov r0, c0", [1.0, -1.0, 0.5, 1.0]),
        ("ps_1_1\nmov r0, v0\nmov r0.rgb, 1-r0\n+mov r0.a, r0.b", [0.0, 1.0, 0.75, 0.25]),
        ("ps_1_1\nmov r0, v0\ncnd r0, r0.a, v0, v1", [1.0, 0.0, 0.25, 2.0]),
        ("ps_1_4\ncnd r0, v0, c0, v0", [0.0, 0.0, 0.25, 0.0]),
        ("ps_1_2\ncmp r0, v0_bias, c0, v0", [0.0, 0.0, 0.25, 0.0]),
        ("ps_1_1\ntexcoord t0\nmov r0, t0", [1.0, 0.0, 0.25, 1.0]),
        ("ps_1_4\ntexcrd r0.rgb, t1\nmov r0.a, v0.b", [0.5, 0.25, 1.0, 0.25]),
        ("ps_1_4\ntexld r0, t1_dw", [0.125, 0.0625, 0.25, 4.0]),
    ];
    for (text, expected) in rows {
        assert_eq!(run(text), *expected, "{text}");
    }
}

#[test]
fn model_1_reads_textures_through_matrices() {
    let stage = TextureStage {
        projected: true,
        bump: [0.5, 0.25, 2.0, 4.0],
        luminance_scale: 0.5,
        luminance_offset: 0.25,
    };
    let mut stages = [TextureStage::default(); 4];
    let run = |text: &str, stages: &[TextureStage]| {
        // Stage 0 has a fixed texel, the others show where they are read.
        let mut sampler =
            |read: &Sample| if read.sampler == 0 { [1.0, 0.5, 0.25, 0.75] } else { read.coordinate };
        quad(text, stages, &mut sampler)[3]
    };
    // In this pixel t2 and t3 are (1, 1, 0.25, 2).
    let color = |text: &str| run(text, &stages).colors[0];
    assert_eq!(color("ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1"), [0.75, 1.0, 0.0, 0.0]);
    assert_eq!(color("ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1"), [0.5, 0.25, 0.0, 0.0]);
    assert_eq!(color("ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1"), [1.0, 0.5, 0.25, 0.0]);
    assert_eq!(
        color("ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2"),
        [0.875, 1.5625, 0.0, 0.0]
    );
    let three = "tex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\n";
    assert_eq!(color(&format!("ps_1_1\n{three}texm3x3tex t3, t0\nmov r0, t3")), [0.875, 1.5625, 1.5625, 0.0]);
    assert_eq!(color(&format!("ps_1_2\n{three}texm3x3 t3, t0\nmov r0, t3")), [0.875, 1.5625, 1.5625, 1.0]);
    assert_eq!(color("ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1"), [0.875; 4]);
    assert_eq!(color("ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1"), [0.875, 0.0, 0.0, 0.0]);
    let depth = |text: &str| run(text, &stages).depth;
    assert_eq!(depth("ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0"), Some(0.56));
    assert_eq!(depth("ps_1_4\ntexcrd r5.rgb, t1\nphase\ntexdepth r5\nmov r0, v0"), Some(1.0));
    stages[1] = stage;
    let color = |text: &str| run(text, &stages).colors[0];
    assert_eq!(color("ps_1_1\ntex t1\nmov r0, t1"), [0.125, 0.0625, 0.25, 4.0]);
    assert_eq!(color("ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1"), [1.625, 2.3125, 0.25, 4.0]);
    assert_eq!(
        color("ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1").map(|lane| lane / 0.375),
        [1.625, 2.3125, 0.25, 4.0]
    );
    assert_eq!(color("ps_1_4\nmov r0, v0\nbem r1.rg, v0, v0\nphase\nmov r0, r1"), [3.5, 5.25, 0.0, 0.0]);
}

#[test]
fn reflections_use_the_eye_of_a_constant_or_of_the_coordinates() {
    let program_of = |last: &str| {
        format!(
            "ps_1_1\ndef c0, 1, 0, -1, 0\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\n{last}\nmov r0, t3"
        )
    };
    let normal = [1.0f32, 0.5, 0.5];
    let reflect = |eye: [f32; 3]| -> Vector {
        let along: f32 = normal.iter().zip(eye).map(|(n, e)| n * e).sum();
        let lane = |i: usize| 2.0 * normal[i] * along / 1.5 - eye[i];
        [lane(0), lane(1), lane(2), 0.0]
    };
    let run = |text: &str| {
        let mut sampler =
            |read: &Sample| if read.sampler == 0 { [0.0, 0.5, 1.0, 0.0] } else { read.coordinate };
        let program = program(text);
        let shader = Interpreter::new(&program).expect("straight");
        let mut pixel = PixelInput::default();
        pixel.coordinates[1] = [0.0, 2.0, 0.0, 2.0];
        pixel.coordinates[2] = [3.0, 0.0, 0.5, 1.0];
        pixel.coordinates[3] = [0.0, 1.0, 0.0, -1.0];
        shader.quad(&Environment::default(), &[pixel; 4], &mut sampler).expect("it ends").pixels[0].colors[0]
    };
    let close = |a: Vector, b: Vector| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(close(run(&program_of("texm3x3spec t3, t0, c0")), reflect([1.0, 0.0, -1.0])));
    assert!(close(run(&program_of("texm3x3vspec t3, t0")), reflect([2.0, 1.0, -1.0])));
}
