//! The limits, by number: the last value that fits, and the first that does not.

use retrograph_pica::reference::{Memory, MemoryError, SceneError, Span, Target};
use retrograph_pica::registers::Register;
use retrograph_pica::scenes::commands;

use crate::fixture::{Fixture, RED};

/// The limit that a list ran into: register, what, limit.
fn limit(fixture: &Fixture) -> (u16, &'static str, u32) {
    match fixture.error() {
        SceneError::Limit { register, what, limit, .. } => (register.0, what, limit),
        other => panic!("{other}"),
    }
}

#[test]
fn a_draw_has_at_most_256_vertices() {
    let mut fixture = Fixture::new();
    for _ in 0..86 {
        fixture.half();
    }
    fixture.draw(255);
    assert_eq!(fixture.run().expect("the list").1.vertices, 255);
    fixture.draw(258);
    assert_eq!(limit(&fixture), (0x228, "vertices a draw", 256));
}

#[test]
fn a_list_has_at_most_32_draws() {
    let mut fixture = Fixture::new();
    fixture.half();
    for _ in 0..32 {
        fixture.draw(3);
    }
    assert_eq!(fixture.run().expect("the list").1.draws, 32);
    fixture.draw(3);
    let failure = fixture.run().expect_err("an error");
    assert_eq!(failure.report.draws, 32);
    assert_eq!(limit(&fixture), (0x22E, "draws a list", 32));
}

#[test]
fn there_are_512_code_words() {
    let mut fixture = Fixture::new();
    fixture.write(0x2CB, 511).write(0x2CC, 1);
    assert!(fixture.run().is_ok());
    fixture.write(0x2CC, 1);
    assert_eq!(limit(&fixture), (0x2CC, "code words", 512));
    assert_eq!(limit(Fixture::new().write(0x2CB, 513)), (0x2CB, "code words", 512));
}

#[test]
fn there_are_128_descriptors() {
    let mut fixture = Fixture::new();
    fixture.write(0x2D5, 127).write(0x2D6, 1);
    assert!(fixture.run().is_ok());
    fixture.write(0x2DD, 1);
    assert_eq!(limit(&fixture), (0x2DD, "descriptors", 128));
    assert_eq!(limit(Fixture::new().write(0x2D5, 129)), (0x2D5, "descriptors", 128));
}

#[test]
fn there_are_96_uniforms() {
    let mut fixture = Fixture::new();
    commands::uniforms(&mut fixture.list, 95, &[[1.0; 4]]);
    assert!(fixture.run().is_ok());
    fixture.write(0x2C1, 1);
    assert_eq!(limit(&fixture), (0x2C1, "uniforms", 96));
    assert_eq!(limit(Fixture::new().write(0x2C0, 0x7F)), (0x2C0, "uniforms", 96));
}

#[test]
fn there_are_12_attributes() {
    let mut fixture = Fixture::new();
    fixture.half();
    fixture.write(0x202, 12 << 28).write(0x242, 12).write(0x2B9, 12).draw(3);
    let SceneError::Register { register, value, .. } = fixture.error() else { panic!() };
    assert_eq!((register, value), (Register(0x202), 12 << 28));
    // The last of twelve is fixed; a thirteenth vector has no place.
    let mut fixture = Fixture::new();
    fixture.write(0x232, 11);
    fixture.list.consecutive(0x233, &commands::packed(RED));
    assert!(fixture.run().is_ok());
    fixture.write(0x233, 0);
    assert_eq!(limit(&fixture), (0x233, "attributes", 12));
}

/// The twelfth loader is read; a record has at most twelve components.
#[test]
fn there_are_12_loaders_of_12_components() {
    let mut fixture = Fixture::new();
    fixture.half();
    fixture.list.consecutive(0x203, &[0, 0, 0]);
    fixture.list.consecutive(0x203 + 33, &[0, 0x10, 2 << 28 | 32 << 16]);
    fixture.draw(3);
    assert!(fixture.run().is_ok());
    fixture.list.write(0x205 + 33, 13 << 28 | 32 << 16);
    fixture.draw(3);
    let SceneError::Register { register, value, .. } = fixture.error() else { panic!() };
    assert_eq!((register, value), (Register(0x205 + 33), 13 << 28 | 32 << 16));
}

#[test]
fn the_geometry_span_has_at_most_4_mib() {
    let bytes = vec![0; (4 << 20) + 1];
    assert!(Memory::new(Span { base: 0, bytes: &bytes[1..] }, &[]).is_ok());
    let refused = Memory::new(Span { base: 0, bytes: &bytes }, &[]).expect_err("an error");
    assert_eq!(refused, MemoryError::GeometrySize { bytes: (4 << 20) + 1 });
}

#[test]
fn there_are_32_texture_spans_of_4_mib_in_all() {
    let bytes = vec![0; 4 << 20];
    let geometry = Span { base: 0, bytes: &[] };
    let spans = |count: usize, size: usize| -> Vec<Span<'_>> {
        (0..count).map(|at| Span { base: (at as u64) << 24, bytes: &bytes[..size] }).collect()
    };
    assert!(Memory::new(geometry, &spans(32, (4 << 20) / 32)).is_ok());
    let refused = |spans: &[Span<'_>]| Memory::new(geometry, spans).expect_err("an error");
    assert_eq!(refused(&spans(33, 8)), MemoryError::TextureSpans { spans: 33 });
    assert_eq!(refused(&spans(2, (2 << 20) + 4)), MemoryError::TextureSize { bytes: (4 << 20) + 8 });
}

#[test]
fn a_target_has_at_most_512_pixels_a_side_and_1_mib() {
    assert!(Target::new(0, 512, 512).is_ok());
    for (width, height) in [(513, 1), (1, 513), (0, 1), (1, 0)] {
        assert_eq!(Target::new(0, width, height), Err(MemoryError::TargetSide { width, height }));
    }
    assert!(Target::with_bytes(0, 1, 2, 4, vec![0; 1 << 20]).is_ok());
    let refused = Target::with_bytes(0, 1, 2, 4, vec![0; (1 << 20) + 1]);
    assert_eq!(refused, Err(MemoryError::TargetSize { bytes: (1 << 20) + 1 }));
    for (stride, bytes) in [(7, 100), (8, 15)] {
        let refused = Target::with_bytes(0, 2, 2, stride, vec![0; bytes]);
        assert_eq!(refused, Err(MemoryError::TargetLayout { width: 2, height: 2, stride, bytes }));
    }
}
