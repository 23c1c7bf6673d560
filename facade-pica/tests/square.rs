//! The square in its forms: every pixel against its analytic place, and every code slot executed.

use retrograph_pica::scenes::{Form, Scene, square, square_at};

/// Draws a scene and compares every byte with where square and diagonal are.
fn check(scene: &Scene, instructions: u64) {
    let (target, report) = scene.render().expect("the scene");
    let (mut red, mut green) = (0, 0);
    for (y, row) in target.bytes().chunks_exact(64 * 4).enumerate() {
        for (x, pixel) in row.chunks_exact(4).enumerate() {
            let inside = (8..56).contains(&x) && (8..56).contains(&y);
            let expected = match (inside, y > x) {
                (false, _) => [0, 0, 0, 0],
                (true, true) => [255, 0, 0, 255],
                (true, false) => [0, 255, 0, 255],
            };
            assert_eq!(pixel, expected, "{} at {x}, {y}", scene.name);
            red += u32::from(pixel == [255, 0, 0, 255]);
            green += u32::from(pixel == [0, 255, 0, 255]);
        }
    }
    assert_eq!((red, green), (1128, 1176), "{}", scene.name);
    assert_eq!((report.draws, report.vertices, report.triangles), (2, 6, 2));
    assert_eq!((report.instructions, report.pixels), (instructions, 2304));
}

#[test]
fn the_square_has_its_pixels_in_both_forms_and_index_sizes() {
    for wide in [false, true] {
        check(&square(Form::Move, wide), 18);
        check(&square(Form::Arithmetic, wide), 30);
    }
}

/// Every slot is uploaded, and every slot is executed: programs from each entry that has room for one.
#[test]
fn every_code_slot_is_uploaded_and_executed() {
    for entry in 0..=509 {
        check(&square_at(Form::Move, entry % 2 == 0, entry), 18);
    }
    for entry in [0, 1, 255, 256, 506, 507] {
        check(&square_at(Form::Arithmetic, entry % 2 == 0, entry), 30);
    }
}
