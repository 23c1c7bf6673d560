//! From version 1's values and back: formulas, special values, rounding.

use retrograph_d3dim::{ClipMap, Viewport1, Viewport2};

fn legacy(width: u32, height: u32, scale_x: f32, scale_y: f32) -> Viewport1 {
    Viewport1 { width, height, scale_x, scale_y, ..Viewport1::default() }
}

#[test]
fn maxima_and_depths_do_not_take_part() {
    let values =
        Viewport1 { max_x: 9.0, max_y: f32::NAN, min_z: 5.0, max_z: 5.0, ..legacy(480, 360, 192.0, -240.0) };
    let record = values.to_record();
    assert_eq!(
        [record.clip_x, record.clip_y, record.clip_width, record.clip_height],
        [-1.25, -0.75, 2.5, -1.5]
    );
    assert_eq!([record.min_z, record.max_z], [0.0, 1.0]);
}

#[test]
fn a_zero_scale_makes_both_sides_zero() {
    for (scale_x, scale_y) in [(0.0, 3.0), (3.0, -0.0), (f32::NAN, 3.0), (3.0, f32::NAN)] {
        let record = legacy(8, 8, scale_x, scale_y).to_record();
        assert_eq!([record.clip_width, record.clip_height], [0.0, 0.0], "{scale_x} {scale_y}");
        // And an empty box is seen as infinitely large.
        let seen = record.to_legacy();
        assert_eq!([seen.scale_x, seen.scale_y], [f32::INFINITY; 2]);
    }
}

#[test]
fn infinity_and_nan_go_through_both_conversions() {
    let record = legacy(8, 8, f32::INFINITY, f32::NEG_INFINITY).to_record();
    assert_eq!([record.clip_width, record.clip_height].map(f32::to_bits), [0, 0x8000_0000]);
    let record =
        Viewport2 { width: 8, clip_width: f32::INFINITY, clip_height: f32::NAN, ..Viewport2::default() };
    let seen = record.to_legacy();
    assert_eq!(seen.scale_x, 0.0);
    assert!(seen.scale_y.is_nan() && seen.max_x.is_infinite());
    // Nothing by nothing.
    assert!(Viewport2::default().to_legacy().scale_x.is_nan());
}

#[test]
fn width_and_height_have_no_sign() {
    let record = legacy(u32::MAX, 0x8000_0000, 1.0, 2.0).to_record();
    assert_eq!([record.clip_width, record.clip_height], [4_294_967_296.0, 1_073_741_824.0]);
}

/// The FPU loads a width exactly, divides, and stores the quotient as a float once. Rounding the width to a float first
/// makes a difference only from 2^24 on.
#[test]
fn quotients_are_rounded_once() {
    let mut differences = Vec::new();
    let widths = [1, 7, 640, 1023, 16_777_215, 16_777_217, 16_777_219, 100_000_007, 0xFFFF_FFFF];
    for width in widths {
        for scale in [3.0f32, 0.1, 7.7, 320.0, 1.0e-3] {
            let got = legacy(width, 1, scale, 1.0).to_record().clip_width;
            assert_eq!(got.to_bits(), ((f64::from(width) / f64::from(scale)) as f32).to_bits());
            if got.to_bits() != (width as f32 / scale).to_bits() {
                differences.push((width, scale));
            }
        }
    }
    println!("other than in plain floats: {differences:?}");
    assert!(differences.iter().all(|&(width, _)| width > 1 << 24));
    assert!(!differences.is_empty());
}

#[test]
fn the_usual_box_maps_nothing() {
    let usual = Viewport2 {
        width: 8,
        height: 8,
        clip_x: -1.0,
        clip_y: 1.0,
        clip_width: 2.0,
        clip_height: 2.0,
        max_z: 1.0,
        ..Viewport2::default()
    };
    assert_eq!(ClipMap::new(&usual), Some(ClipMap::default()));
    assert_eq!(ClipMap::default().apply([1.5, f32::NAN, 3.0, 4.0])[0], 1.5);
    let record = legacy(8, 8, 4.0, 4.0).to_record();
    assert_eq!(ClipMap::new(&record), Some(ClipMap::default()));
}

#[test]
fn records_without_extent_have_no_map() {
    let whole = legacy(8, 8, 2.0, 2.0).to_record();
    let empty = [
        Viewport2 { width: 0, ..whole },
        Viewport2 { height: 0, ..whole },
        Viewport2 { clip_width: -0.0, ..whole },
        Viewport2 { clip_height: 0.0, ..whole },
        Viewport2 { min_z: 1.0, ..whole },
    ];
    assert!(ClipMap::new(&whole).is_some_and(|map| map.enabled));
    assert_eq!(empty.map(|record| ClipMap::new(&record)), [None; 5]);
}

#[test]
fn the_matrix_does_what_the_map_does() {
    let record = Viewport2 {
        clip_x: 0.5,
        clip_y: -2.0,
        min_z: 0.25,
        max_z: 2.0,
        ..legacy(8, 6, 2.0, -3.0).to_record()
    };
    let map = ClipMap::new(&record).expect("an extent");
    let position = [3.0, -1.0, 0.5, 2.0];
    let product = map.matrix() * glam::Vec4::from(position);
    for (a, b) in product.to_array().into_iter().zip(map.apply(position)) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
}
