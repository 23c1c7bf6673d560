//! All or nothing: commits, late errors, reports.

use retrograph_pica::reference::{Failure, Memory, Renderer, Report, ReportRecord, SceneError, Span};
use retrograph_pica::scenes::program::{END, add, c, mov, r};
use retrograph_pica::scenes::{GEOMETRY, TARGET, commands};

use crate::fixture::{Fixture, GREEN, count, target};

/// Two draws, then what `late` adds.
fn two_draws_and(late: impl FnOnce(&mut Fixture)) -> Fixture {
    let mut fixture = Fixture::new();
    fixture.half().triangle([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]], GREEN).draw(3).draw(6);
    late(&mut fixture);
    fixture
}

/// A renderer and a target that a list has already changed.
fn used() -> (Renderer, retrograph_pica::reference::Target) {
    let (mut renderer, mut target) = (Renderer::new(), target());
    let mut fixture = Fixture::new();
    fixture.triangle([[8.0, 8.0], [16.0, 8.0], [8.0, 16.0]], GREEN).draw(3);
    fixture.run_on(&mut renderer, &mut target).expect("the list");
    (renderer, target)
}

/// Late errors of every kind.
fn late_errors() -> Vec<(&'static str, Fixture)> {
    let code = |fixture: &mut Fixture, code: &[u32]| {
        commands::program(&mut fixture.list, 0, code, &[retrograph_pica::scenes::program::plain(0xF)]);
        fixture.draw(3);
    };
    vec![
        (
            "an unsupported state",
            two_draws_and(|f| {
                f.write(0x104, 1).draw(3);
            }),
        ),
        (
            "an unknown register",
            two_draws_and(|f| {
                f.write(0x3FF, 1);
            }),
        ),
        (
            "code overflow",
            two_draws_and(|f| {
                let words = vec![END; 513];
                f.write(0x2CB, 0);
                f.list.repeat(0x2CC, &words);
            }),
        ),
        (
            "an inexact sum",
            two_draws_and(|f| {
                commands::uniforms(&mut f.list, 0, &[[2f32.powi(-62); 4]]);
                code(f, &[add(r(0), c(0), 1, 0), mov(0, 0, 0), mov(1, 1, 0), END]);
            }),
        ),
        ("an undefined source", two_draws_and(|f| code(f, &[mov(0, r(3), 0), mov(1, 1, 0), END]))),
        ("no END", two_draws_and(|f| code(f, &[mov(0, 0, 0), 0xFFFF_FFFF]))),
        (
            "a vertex outside the span",
            two_draws_and(|f| {
                f.draw(9);
            }),
        ),
        (
            "a half uniform",
            two_draws_and(|f| {
                f.write(0x2C0, 0).write(0x2C1, 1);
            }),
        ),
    ]
}

#[test]
fn late_errors_keep_registers_counters_and_pixels() {
    let (renderer, before) = used();
    for (name, fixture) in late_errors() {
        let (mut renderer_now, mut target) = (renderer.clone(), before.clone());
        let failure = fixture.run_on(&mut renderer_now, &mut target).expect_err(name);
        assert_eq!(failure.report.draws, 2, "{name}: {failure}");
        assert_eq!(renderer_now, renderer, "{name}");
        assert_eq!(target, before, "{name}");
    }
}

#[test]
fn a_list_that_is_complete_commits_state_counts_and_pixels_together() {
    let (mut renderer, mut target) = used();
    let before = renderer.total();
    let fixture = two_draws_and(|f| {
        f.write(0x103, 0x1234_5678);
    });
    let report = fixture.run_on(&mut renderer, &mut target).expect("the list");
    assert_eq!((report.draws, report.vertices, report.triangles, report.pixels), (2, 9, 3, 120 + 120 + 28));
    assert_eq!(report.instructions, 27);
    assert_eq!(renderer.total().pixels, before.pixels + report.pixels);
    assert_eq!(renderer.total().draws, before.draws + 2);
    assert_eq!(renderer.state().register(0x103), 0x1234_5678);
    assert_eq!(target.pixel(0, 0), Some([0, 255, 0, 255]));
    assert_eq!(count(&target), 120 + 28);
}

/// State goes from list to list: a second list draws with the first one's program.
#[test]
fn committed_state_serves_later_lists() {
    let (mut renderer, mut target) = (Renderer::new(), target());
    let mut fixture = Fixture::new();
    fixture.half();
    fixture.run_on(&mut renderer, &mut target).expect("state only");
    assert_eq!(count(&target), 0);
    fixture.list = retrograph_pica::list::ListBuilder::new();
    fixture.draw(3).run_on(&mut renderer, &mut target).expect("a draw only");
    assert_eq!(count(&target), 120);
}

/// The report of a failure counts what had been attempted, up to the very vertex.
#[test]
fn a_failure_reports_the_attempted_prefix() {
    let mut fixture = two_draws_and(|_| {});
    let prefix = fixture.run().expect("the list").1;
    // The third draw's second vertex lies between pixels' sixteenths.
    fixture.vertex([0.0, 0.0, 0.0, 1.0], GREEN).vertex([2f32.powi(-20), 0.0, 0.0, 1.0], GREEN);
    fixture.vertex([0.0, 0.0, 0.0, 1.0], GREEN).draw(9);
    let Failure { error, report } = fixture.run().expect_err("an error");
    assert!(matches!(*error, SceneError::Output { vertex: 7, .. }), "{error}");
    let expected = Report {
        // Without the two finalising writes and without the write that drew, but with count and first vertex.
        writes: prefix.writes - 1 + 2,
        vertices: prefix.vertices + 8,
        instructions: prefix.instructions + 24,
        ..prefix
    };
    assert_eq!(report, expected);
}

/// The record's bytes after a list, for a record at an address.
fn record(base: u64, fixture: &Fixture) -> [u8; ReportRecord::BYTES] {
    let mut renderer = Renderer::at(0x1F00_0000..0x1F00_1000);
    let memory = Memory::new(Span { base: GEOMETRY, bytes: &fixture.geometry }, &[]).expect("the spans");
    let mut record = ReportRecord { base, bytes: [0xAA; ReportRecord::BYTES] };
    let _ = renderer.execute_reporting(&fixture.list.finish(), &memory, &mut target(), &mut record);
    record.bytes
}

#[test]
fn a_report_that_aliases_target_state_or_spans_is_left_untouched() {
    let bytes = 16 * 16 * 4;
    for fixture in [
        two_draws_and(|_| {}),
        two_draws_and(|f| {
            f.write(0x3FF, 1);
        }),
    ] {
        let geometry = fixture.geometry.len() as u64;
        for base in [
            TARGET,
            TARGET - 47,
            TARGET + bytes - 1,
            0x1F00_0000,
            0x1F00_0FFF,
            0x1EFF_FFD1,
            GEOMETRY + geometry - 1,
        ] {
            assert_eq!(record(base, &fixture), [0xAA; ReportRecord::BYTES], "{base:#X}");
        }
        for base in [TARGET - 48, TARGET + bytes, 0x1F00_1000, 0x1EFF_FFD0, GEOMETRY + geometry] {
            let bytes = record(base, &fixture);
            assert_eq!(u64::from_le_bytes(bytes[8..16].try_into().expect("eight")), 2, "{base:#X}");
        }
    }
}

#[test]
fn padding_and_trailing_bytes_are_kept() {
    let mut bytes = vec![0x55; 16 * 80 + 7];
    let layout = |bytes| retrograph_pica::reference::Target::with_bytes(TARGET, 16, 16, 80, bytes);
    let mut target = layout(bytes.clone()).expect("a target");
    let mut fixture = Fixture::new();
    fixture.half().draw(3).run_on(&mut Renderer::new(), &mut target).expect("the list");
    for y in 0..16 {
        for x in 0..15 - y {
            bytes[y * 80 + x * 4..][..4].copy_from_slice(&[255, 0, 0, 255]);
        }
    }
    assert_eq!(target.bytes(), bytes);
}
