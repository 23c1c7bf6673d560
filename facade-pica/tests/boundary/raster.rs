//! Coverage, culling, scissor, exact places and constant colours.

use proptest::prelude::*;
use retrograph_pica::reference::SceneError;
use retrograph_pica::scenes::commands;

use crate::fixture::{Fixture, GREEN, RED, count, covered};

/// What of a vertex was refused: output, value, problem.
fn output(fixture: &Fixture) -> (&'static str, Option<f32>, &'static str) {
    match fixture.error() {
        SceneError::Output { output, value, problem, .. } => (output, value, problem),
        other => panic!("{other}"),
    }
}

/// A fixture with a triangle whose first vertex is given.
fn first_vertex(position: [f32; 4], color: [f32; 4]) -> Fixture {
    let mut fixture = Fixture::new();
    fixture.vertex(position, color).vertex([1.0, -1.0, 0.0, 1.0], color).vertex([0.0, 1.0, 0.0, 1.0], color);
    fixture.draw(3);
    fixture
}

#[test]
fn no_primitive_is_carried_across_lists() {
    let mut fixture = Fixture::new();
    fixture.half().half();
    for count in [0, 1, 2, 4, 5] {
        let mut list = Fixture { list: fixture.list.clone(), geometry: fixture.geometry.clone() };
        list.draw(count);
        let SceneError::Register { register, value, .. } = list.error() else { panic!() };
        assert_eq!((register.0, value), (0x228, count));
    }
    // Nor is a part kept that a later list could complete.
    let (mut renderer, mut target) = (retrograph_pica::reference::Renderer::new(), crate::fixture::target());
    let mut part = Fixture { list: fixture.list.clone(), geometry: fixture.geometry.clone() };
    part.draw(2).run_on(&mut renderer, &mut target).expect_err("an incomplete triangle");
    let mut rest = Fixture { list: fixture.list.clone(), geometry: fixture.geometry.clone() };
    rest.draw(1).run_on(&mut renderer, &mut target).expect_err("an incomplete triangle");
    assert_eq!((count(&target), renderer.total().draws), (0, 0));
}

#[test]
fn strips_and_fans_are_refused() {
    for mode in [1, 2] {
        let mut fixture = Fixture::new();
        fixture.half();
        fixture.list.masked(0x25E, 2, mode << 8);
        fixture.draw(3);
        let SceneError::Register { register, value, .. } = fixture.error() else { panic!() };
        assert_eq!((register.0, value), (0x25E, mode << 8 | 1));
    }
}

#[test]
fn color_lanes_are_0_or_1_with_alpha_1() {
    let place = [-1.0, -1.0, 0.0, 1.0];
    for bits in 0..8u32 {
        let color = [0, 1, 2].map(|bit| (bits >> bit & 1) as f32);
        let fixture = first_vertex(place, [color[0], color[1], color[2], 1.0]);
        let pixel = fixture.picture().pixel(8, 8);
        let lane = |bit: usize| (color[bit] * 255.0) as u8;
        assert_eq!(pixel, Some([lane(0), lane(1), lane(2), 255]));
    }
    for (index, name) in ["color.r", "color.g", "color.b"].into_iter().enumerate() {
        for value in [0.5, -1.0, 2.0] {
            let mut color = RED;
            color[index] = value;
            assert_eq!(output(&first_vertex(place, color)), (name, Some(value), "neither 0 nor 1"));
        }
    }
    for value in [0.0, 0.5, -1.0] {
        let fixture = first_vertex(place, [1.0, 1.0, 1.0, value]);
        assert_eq!(output(&fixture), ("color.a", Some(value), "not 1"));
    }
}

#[test]
fn color_is_constant_per_triangle() {
    let mut fixture = Fixture::new();
    fixture.half().triangle([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]], GREEN);
    fixture.draw(6);
    assert_eq!(fixture.picture().pixel(0, 0), Some([0, 255, 0, 255]));
    fixture.vertex([0.0, 0.0, 0.0, 1.0], RED).vertex([1.0, 0.0, 0.0, 1.0], RED);
    fixture.vertex([0.0, 1.0, 0.0, 1.0], GREEN).draw(9);
    assert!(matches!(fixture.error(), SceneError::VaryingColor { triangle: 2, .. }));
}

#[test]
fn w_is_exactly_1() {
    for w in [0.0, -1.0, 0.5, 2.0, 1.0 + 1.0 / 65536.0] {
        let fixture = first_vertex([-w, -w, 0.0, w], RED);
        assert_eq!(output(&fixture), ("position.w", Some(w), "not 1"));
    }
}

#[test]
fn positions_are_in_the_clip_volume() {
    for (index, name, values) in [
        (0, "position.x", [-1.125, 1.125]),
        (1, "position.y", [-1.125, 1.125]),
        (2, "position.z", [-1.125, 0.125]),
    ] {
        for value in values {
            let mut place = [0.0, 0.0, 0.0, 1.0];
            place[index] = value;
            assert_eq!(output(&first_vertex(place, RED)), (name, Some(value), "outside the clip volume"));
        }
    }
    for z in [-1.0, -0.5, -0.0, 0.0] {
        assert!(first_vertex([-1.0, -1.0, z, 1.0], RED).run().is_ok());
    }
}

/// A pixel is 1/8 of clip space here, so a sixteenth of a pixel is 1/128.
#[test]
fn coordinates_are_exact_sixteenths_of_a_pixel() {
    let unit = 1.0 / 128.0;
    for step in 0..16 {
        assert!(first_vertex([step as f32 * unit, -1.0, 0.0, 1.0], RED).run().is_ok());
    }
    for value in [unit / 2.0, 3.0 * unit + unit / 256.0, 2f32.powi(-60), -(2f32.powi(-62))] {
        for (index, name) in ["position.x", "position.y"].into_iter().enumerate() {
            let mut place = [0.0, 0.0, 0.0, 1.0];
            place[index] = value;
            let refused = output(&first_vertex(place, RED));
            assert_eq!(refused, (name, Some(value), "not on a sixteenth of a pixel"));
        }
    }
}

#[test]
fn the_viewport_has_an_origin_and_an_extent() {
    let mut fixture = Fixture::new();
    fixture.half();
    commands::viewport(&mut fixture.list, [-4, 8], [8.0, 4.0]);
    let rows = covered(&fixture.draw(3).picture());
    let mut expected = vec!["................"; 16];
    // Four rows from 8 up; the left half of the triangle's base of eight lies left of the target.
    for (row, covered) in [(8, "###............."), (9, "#...............")] {
        expected[15 - row] = covered;
    }
    assert_eq!(rows, expected);
    for (index, value) in [(0x041, 0), (0x041, 0xBF_0000), (0x043, 0x48_0001), (0x043, 0x7F_0000)] {
        let mut fixture = Fixture::new();
        let SceneError::Register { register, value: found, .. } =
            fixture.half().write(index, value).draw(3).error()
        else {
            panic!()
        };
        assert_eq!((register.0, found), (index, value));
    }
}

/// Corners 2, 2 and 5, 4 are in, and so is nothing beyond.
#[test]
fn scissor_includes_or_excludes_a_rectangle() {
    let mut fixture = Fixture::new();
    fixture.triangle([[0.0, 0.0], [16.0, 0.0], [0.0, 16.0]], RED);
    fixture.triangle([[16.0, 0.0], [16.0, 16.0], [0.0, 16.0]], RED);
    fixture.write(0x066, 2 | 2 << 16).write(0x067, 5 | 4 << 16);
    let draw = |mode| {
        let mut list = Fixture { list: fixture.list.clone(), geometry: fixture.geometry.clone() };
        list.write(0x065, mode).draw(6).run().map(|(target, _)| covered(&target))
    };
    let inside = |x: usize, y: usize| (2..=5).contains(&x) && (2..=4).contains(&y);
    let picture = |keep: &dyn Fn(usize, usize) -> bool| -> Vec<String> {
        let row = |y: usize| (0..16).map(|x| if keep(x, y) { '#' } else { '.' }).collect();
        (0..16).rev().map(row).collect()
    };
    assert_eq!(draw(0).expect("off"), picture(&|_, _| true));
    assert_eq!(draw(1).expect("exclude"), picture(&|x, y| !inside(x, y)));
    assert_eq!(draw(3).expect("include"), picture(&inside));
    assert!(matches!(*draw(2).expect_err("no mode").error, SceneError::Register { value: 2, .. }));
}

#[test]
fn culling_goes_by_winding() {
    let counter_clockwise = [[0.0, 0.0], [16.0, 0.0], [0.0, 16.0]];
    let clockwise = [[0.0, 0.0], [0.0, 16.0], [16.0, 0.0]];
    for (mode, kept) in [(0, [true, true]), (1, [false, true]), (2, [true, false]), (3, [true, true])] {
        for (corners, kept) in [counter_clockwise, clockwise].into_iter().zip(kept) {
            let mut fixture = Fixture::new();
            let (target, report) =
                fixture.write(0x040, mode).triangle(corners, RED).draw(3).run().expect("the list");
            assert_eq!(count(&target) != 0, kept, "mode {mode}");
            assert_eq!((report.triangles, report.pixels), (1, if kept { 120 } else { 0 }));
        }
    }
}

/// The hypotenuse is a right edge here: its pixels are out. Both windings cover the same.
#[test]
fn nonindexed_triangles_cover_the_same_in_both_windings() {
    let mut expected = Vec::new();
    for length in 0..16 {
        expected.push("#".repeat(length) + &".".repeat(16 - length));
    }
    for corners in [[[0.0, 0.0], [16.0, 0.0], [0.0, 16.0]], [[0.0, 0.0], [0.0, 16.0], [16.0, 0.0]]] {
        assert_eq!(covered(&Fixture::new().triangle(corners, RED).draw(3).picture()), expected);
    }
}

#[test]
fn degenerate_triangles_draw_nothing() {
    let mut fixture = Fixture::new();
    fixture.triangle([[0.0, 0.0], [8.0, 8.0], [16.0, 16.0]], RED);
    fixture.triangle([[3.0, 3.0], [3.0, 3.0], [16.0, 16.0]], RED);
    fixture.triangle([[3.0, 3.0], [3.0, 3.0], [3.0, 3.0]], RED);
    let (target, report) = fixture.draw(9).run().expect("the list");
    assert_eq!((count(&target), report.triangles, report.pixels), (0, 3, 0));
}

proptest! {
    /// Two triangles on either side of a shared edge cover each pixel of their quad once: inner pixels of the union
    /// are neither missed nor drawn twice.
    #[test]
    fn a_shared_edge_belongs_to_one_triangle(corners in prop::array::uniform4((0..=256i32, 0..=256i32))) {
        let points = corners.map(|(x, y)| [x, y]);
        let orders = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 0, 2], [2, 3, 0, 1]];
        let beside = |a: [i32; 2], b: [i32; 2], p: [i32; 2]| {
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        };
        // Of four points in general position, some two have the others on either side of their line.
        let split = orders.map(|order| order.map(|index: usize| points[index])).into_iter().find(|[a, b, c, d]| {
            beside(*a, *b, *c).signum() * beside(*a, *b, *d).signum() < 0
        });
        let Some([a, b, c, d]) = split else { return Ok(()) };
        let side = |p: [i32; 2]| beside(a, b, p);
        let pixels = |corners: [[i32; 2]; 3]| corners.map(|p| p.map(|v| v as f32 / 16.0));
        let draw = |corners| Fixture::new().triangle(pixels(corners), RED).draw(3).picture();
        let (first, second) = (draw([a, b, c]), draw([a, b, d]));
        for y in 0..16u32 {
            for x in 0..16u32 {
                let drawn = [&first, &second].map(|target| target.pixel(x, y) != Some([0; 4]));
                prop_assert!(drawn != [true, true], "{x}, {y} twice");
                // On the shared edge, strictly between its ends: one of the two must have it.
                let p = [x as i32 * 16 + 8, y as i32 * 16 + 8];
                let along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]);
                let length = (b[0] - a[0]).pow(2) + (b[1] - a[1]).pow(2);
                if side(p) == 0 && along > 0 && along < length {
                    prop_assert!(drawn == [true, false] || drawn == [false, true], "{x}, {y} missed");
                }
            }
        }
    }

    /// The renderer's coverage is that of a rule written down independently: inside all edges, or on a left or top one.
    #[test]
    fn coverage_is_the_top_left_rule(corners in prop::array::uniform3((0..=256i32, 0..=256i32))) {
        let points = corners.map(|(x, y)| [x, y]);
        let pixels = points.map(|p| p.map(|v| v as f32 / 16.0));
        let target = Fixture::new().triangle(pixels, RED).draw(3).picture();
        for y in 0..16u32 {
            for x in 0..16u32 {
                // An infinitesimal step right and down from a pixel's centre decides for those on an edge: it leads
                // into the triangle from a left edge and from a top one. Scaled, so that the step is a whole number.
                let scale = 1i64 << 24;
                let p = [(i64::from(x) * 16 + 8) * scale + 4096, (i64::from(y) * 16 + 8) * scale - 1];
                let q = points.map(|p| p.map(|v| i64::from(v) * scale));
                let side = |a: [i64; 2], b: [i64; 2]| -> i128 {
                    i128::from(b[0] - a[0]) * i128::from(p[1] - a[1]) - i128::from(b[1] - a[1]) * i128::from(p[0] - a[0])
                };
                let sides = [side(q[0], q[1]), side(q[1], q[2]), side(q[2], q[0])];
                let inside = sides.iter().all(|&s| s > 0) || sides.iter().all(|&s| s < 0);
                prop_assert_eq!(target.pixel(x, y) != Some([0; 4]), inside, "{}, {}", x, y);
            }
        }
    }
}
