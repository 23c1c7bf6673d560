//! Loaders, fixed attributes, permutations, outputs and the exact program.

use retrograph_pica::reference::SceneError;
use retrograph_pica::registers::Register;
use retrograph_pica::scenes::GEOMETRY;
use retrograph_pica::scenes::commands;
use retrograph_pica::scenes::program::{END, NOP, add, c, mov, mul, plain, r};
use retrograph_shaders::pica::ExactError;

use crate::fixture::{Fixture, RED, covered};

/// The red half of the target.
fn half() -> Vec<String> {
    covered(&Fixture::new().half().draw(3).picture())
}

/// Corners in clip space, of the lower left half.
const CORNERS: [[i8; 2]; 3] = [[-1, -1], [1, -1], [-1, 1]];

/// Positions of two components in each type; the missing ones are 0 and 1. The colour is fixed.
#[test]
fn components_of_every_type_are_converted_and_filled_up() {
    for kind in [0, 2, 3] {
        let mut fixture = Fixture::new();
        commands::attributes(&mut fixture.list, GEOMETRY, 0, &[(kind, 2)]);
        commands::inputs(&mut fixture.list, 2);
        fixture.write(0x202, 1 << 28 | 2 << 16).write(0x232, 1);
        fixture.list.consecutive(0x233, &commands::packed(RED));
        for value in CORNERS.into_iter().flatten() {
            match kind {
                0 => fixture.geometry.extend(value.to_le_bytes()),
                2 => fixture.geometry.extend(i16::from(value).to_le_bytes()),
                _ => fixture.geometry.extend(f32::from(value).to_le_bytes()),
            }
        }
        assert_eq!(covered(&fixture.draw(3).picture()), half(), "type {kind}");
    }
}

/// 200 as u8 is 200, as s8 is -56; both leave the clip volume with their value.
#[test]
fn bytes_are_signed_or_not() {
    for (kind, value) in [(0, -56.0), (1, 200.0)] {
        let mut fixture = Fixture::new();
        commands::attributes(&mut fixture.list, GEOMETRY, 0, &[(kind, 4), (1, 4)]);
        fixture.geometry.extend([200, 0, 0, 1, 1, 0, 0, 1].repeat(3));
        let SceneError::Output { output: "position.x", value: found, .. } = fixture.draw(3).error() else {
            panic!()
        };
        assert_eq!(found, Some(value));
    }
}

/// A byte, padding, an aligned pair of floats, padding of eight bytes, an aligned colour of halves: in an array at an offset.
#[test]
fn records_are_aligned_and_padded() {
    let mut fixture = Fixture::new();
    commands::program(&mut fixture.list, 0, &[mov(0, 1, 0), mov(1, 2, 0), END], &[plain(0xF)]);
    fixture.write(0x200, (GEOMETRY / 8) as u32).write(0x201, 0b0001 | 0b0111 << 4 | 0b1110 << 8);
    fixture.write(0x202, 2 << 28);
    commands::inputs(&mut fixture.list, 3);
    // Attribute 0, padding 4 (aligned to 4), attribute 1 (two floats), padding 8, attribute 2 (four halves).
    fixture.list.consecutive(0x203, &[16, 0x0002_D1C0, 5 << 28 | 32 << 16]);
    fixture.geometry.extend([0xEE; 16]);
    for [x, y] in CORNERS {
        fixture.geometry.extend([7, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE]);
        fixture.geometry.extend([f32::from(x), f32::from(y)].into_iter().flat_map(f32::to_le_bytes));
        fixture.geometry.extend([0xEE; 8]);
        fixture.geometry.extend([1, 0, 0, 0, 0, 0, 1, 0]);
    }
    assert_eq!(covered(&fixture.draw(3).picture()), half());
}

/// Position and colour in two arrays, and each in the other's input register.
#[test]
fn arrays_are_separate_and_inputs_permuted() {
    let mut fixture = Fixture::new();
    commands::program(&mut fixture.list, 0, &[mov(0, 11, 0), mov(1, 3, 0), END], &[plain(0xF)]);
    commands::attributes(&mut fixture.list, GEOMETRY, 0, &[(0, 2), (1, 4)]);
    fixture.list.consecutive(0x203, &[12, 0, 1 << 28 | 2 << 16, 0, 1, 1 << 28 | 4 << 16]);
    fixture.write(0x2BB, 0x3B);
    fixture.geometry.extend([1, 0, 0, 1].repeat(3));
    fixture.geometry.extend(CORNERS.into_iter().flatten().flat_map(i8::to_le_bytes));
    assert_eq!(covered(&fixture.draw(3).picture()), half());
}

/// An array for an attribute wins over its bit in the mask of fixed attributes.
#[test]
fn an_array_wins_over_a_fixed_attribute() {
    let mut fixture = Fixture::new();
    fixture.half().write(0x202, 1 << 28 | 2 << 16).draw(3);
    assert_eq!(covered(&fixture.picture()), half());
}

#[test]
fn attributes_need_an_array_or_a_fixed_value() {
    let mut fixture = Fixture::new();
    fixture.half().write(0x204, 0x00).write(0x205, 1 << 28 | 16 << 16).draw(3);
    let SceneError::Register { register, .. } = fixture.error() else { panic!() };
    assert_eq!(register, Register(0x202));
    fixture.list = Fixture::new().list;
    fixture.write(0x205, 1 << 28 | 16 << 16).write(0x202, 1 << 28 | 2 << 16).draw(3);
    let SceneError::Register { register, problem, .. } = fixture.error() else { panic!() };
    assert_eq!((register, problem), (Register(0x202), "a fixed attribute never written"));
}

#[test]
fn indices_of_both_sizes_choose_vertices() {
    for wide in [false, true] {
        let mut fixture = Fixture::new();
        fixture.triangle([[0.0; 2]; 3], RED).half();
        let offset = fixture.geometry.len() as u32;
        for index in [5u8, 3, 4] {
            fixture.geometry.push(index);
            fixture.geometry.extend(wide.then_some(0));
        }
        commands::draw_elements(&mut fixture.list, offset, wide, 3);
        assert_eq!(covered(&fixture.picture()), half());
    }
}

/// Outputs o2 and o5 fill slots 0 and 1; a lane that no semantic takes may be undefined.
#[test]
fn enabled_outputs_fill_the_slots_in_order() {
    let mut fixture = Fixture::new();
    commands::program(
        &mut fixture.list,
        0,
        &[mov(2, 1, 0), mov(5, 0, 0), mov(9, 0, 1), END],
        &[plain(0xF), plain(8)],
    );
    commands::outputs(&mut fixture.list, &[commands::COLOR, commands::POSITION, 0x1F1F_1F1F]);
    fixture.write(0x2BD, 1 << 2 | 1 << 5 | 1 << 9);
    assert_eq!(covered(&fixture.half().draw(3).picture()), half());
}

#[test]
fn a_mapped_lane_must_be_written() {
    let mut fixture = Fixture::new();
    commands::program(&mut fixture.list, 0, &[mov(0, 0, 1), mov(1, 1, 0), END], &[plain(0xF), plain(0xB)]);
    let SceneError::Output { output, value, .. } = fixture.half().draw(3).error() else { panic!() };
    assert_eq!((output, value), ("position.y", None));
}

/// The program's error in a draw of the red half.
fn program_error(code: &[u32], descriptors: &[u32]) -> ExactError {
    let mut fixture = Fixture::new();
    fixture.half();
    commands::program(&mut fixture.list, 4, code, descriptors);
    match fixture.draw(3).error() {
        SceneError::Shader { error, .. } | SceneError::Program { error, .. } => error,
        other => panic!("{other}"),
    }
}

#[test]
fn programs_outside_the_exact_subset_are_refused() {
    let plain = [plain(0xF)];
    let dp4 = 0x02 << 26;
    let cases = [
        (vec![dp4, END], "dp4"),
        (vec![NOP | 1, END], "a NOP that is not canonical"),
        (vec![END | 1], "an END that is not canonical"),
        (vec![mov(0, 0, 0) | 1 << 19, END], "relative addressing"),
    ];
    for (code, name) in cases {
        let error = program_error(&code, &plain);
        let expected =
            matches!(error, ExactError::Opcode { offset: 4, .. } | ExactError::Relative { offset: 4, .. });
        assert!(expected, "{name}: {error}");
    }
    let reserved = program_error(&[mov(0, 0, 0), END], &[plain[0] | 1 << 31]);
    assert!(matches!(reserved, ExactError::ReservedDescriptor { .. }), "{reserved}");
    let missing = program_error(&[mov(0, 0, 9), END], &plain);
    assert!(matches!(missing, ExactError::MissingDescriptor { descriptor: 9, .. }), "{missing}");
    let endless = program_error(&[mov(0, 0, 0)], &plain);
    assert!(matches!(endless, ExactError::MissingCode { offset: 5 }), "{endless}");
    let undefined = program_error(&[mov(0, r(1), 0), END], &plain);
    assert!(matches!(undefined, ExactError::Undefined { offset: 4, .. }), "{undefined}");
}

/// Swizzles, negations, masks and temporaries of a program that gives back what it got.
#[test]
fn programs_swizzle_negate_and_mask() {
    let zyxw = 0b10_01_00_11;
    let mut fixture = Fixture::new();
    let code = [
        NOP,
        // r0 = v0.zyxw, then in place r0 = -r0.zyxw, then r0 = r0 * -1 in all lanes.
        mov(r(0), 0, 1),
        mov(r(0), r(0), 2),
        mul(r(0), c(0), r(0), 0),
        // o0.xyw = r0 + 0, and o0.z from another instruction.
        add(0, c(1), r(0), 3),
        mov(0, 0, 4),
        mov(1, 1, 0),
        END,
    ];
    let descriptors = [plain(0xF), 0xF | zyxw << 5, 0xF | 1 << 4 | zyxw << 5, plain(0xD), plain(0x2)];
    commands::program(&mut fixture.list, 100, &code, &descriptors);
    commands::uniforms(&mut fixture.list, 0, &[[-1.0; 4], [0.0; 4]]);
    let (target, report) = fixture.half().draw(3).run().expect("the list");
    assert_eq!(covered(&target), half());
    assert_eq!(report.instructions, 3 * 8);
}
