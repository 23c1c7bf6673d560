//! Spans: separate, stable, and never left.

use retrograph_pica::reference::{Memory, MemoryError, Renderer, SceneError, Span};
use retrograph_pica::scenes::{GEOMETRY, TARGET};

use crate::fixture::{Fixture, target};

#[test]
fn texture_spans_may_not_overlap_geometry_or_each_other() {
    let bytes = [0; 64];
    let geometry = Span { base: 0x1000, bytes: &bytes };
    let span = |base| Span { base, bytes: &bytes };
    assert!(Memory::new(geometry, &[span(0x1040), span(0x0FC0), span(0x1080)]).is_ok());
    for (spans, base) in [
        (vec![span(0x103F)], 0x103F),
        (vec![span(0x0FC1)], 0x0FC1),
        (vec![span(0x1000)], 0x1000),
        (vec![span(0x2000), span(0x203F)], 0x203F),
        (vec![span(0x2000), span(0x3000), span(0x2000)], 0x2000),
    ] {
        assert_eq!(Memory::new(geometry, &spans).expect_err("an error"), MemoryError::Overlap { base });
    }
}

/// Drawing would change a span that lies under the target.
#[test]
fn the_target_may_not_overlap_a_span() {
    let bytes = [0; 64];
    let memory = Memory::new(Span { base: TARGET + 16, bytes: &bytes }, &[]).expect("the spans");
    let failure = Renderer::new().execute(&[], &memory, &mut target()).expect_err("an error");
    assert_eq!(*failure.error, SceneError::Memory(MemoryError::TargetOverlap { base: TARGET }));
}

/// The address, the size and the offset of what was not there.
fn outside(fixture: &Fixture) -> (&'static str, u64, u64) {
    match fixture.error() {
        SceneError::Outside { what, address, bytes, .. } => (what, address, bytes),
        other => panic!("{other}"),
    }
}

#[test]
fn vertices_and_indices_outside_the_span_are_not_read() {
    let mut fixture = Fixture::new();
    fixture.half();
    fixture.geometry.pop();
    fixture.draw(3);
    assert_eq!(outside(&fixture), ("an attribute", GEOMETRY + 80, 16));

    let mut fixture = Fixture::new();
    fixture.half();
    fixture.geometry.extend([0, 1]);
    retrograph_pica::scenes::commands::draw_elements(&mut fixture.list, 96, false, 3);
    assert_eq!(outside(&fixture), ("an index", GEOMETRY + 98, 1));

    let mut fixture = Fixture::new();
    fixture.half();
    fixture.geometry.extend([0, 0, 1, 0, 0xFF, 0xFF]);
    retrograph_pica::scenes::commands::draw_elements(&mut fixture.list, 96, true, 3);
    assert_eq!(outside(&fixture), ("an attribute", GEOMETRY + 0xFFFF * 32, 16));
}

/// No address is so large that a sum of it comes around.
#[test]
fn the_largest_addresses_are_outside() {
    let mut fixture = Fixture::new();
    fixture.half();
    fixture.write(0x200, 0xFFFF_FFFF).write(0x203, 0x0FFF_FFF0).write(0x22A, 0).write(0x228, 3);
    fixture.write(0x22A, 0xFFFF_FFFF).write(0x22E, 1);
    assert_eq!(outside(&fixture).0, "an attribute");
}
