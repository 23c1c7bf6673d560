//! Texture coordinates: chosen, generated, transformed.

use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, Matrix, TextureStageState, Transform};

use super::support::{Probe, Show, assert_near, scale, shift, words};

const POSITION: (DeclType, DeclUsage, u8) = (DeclType::Float3, DeclUsage::Position, 0);
const PROJECTED: u32 = 0x100;

/// A matrix in which every element is another.
const MATRIX: Matrix =
    [[2.0, 3.0, 5.0, 7.0], [11.0, 13.0, 17.0, 19.0], [23.0, 29.0, 31.0, 37.0], [41.0, 43.0, 47.0, 53.0]];

fn stage(probe: &mut Probe, stage: u32, index: u32, flags: u32) {
    let device = &mut probe.device;
    device.set_texture_stage_state(stage, TextureStageState::TEXCOORDINDEX, index).expect("set");
    device.set_texture_stage_state(stage, TextureStageState::TEXTURETRANSFORMFLAGS, flags).expect("set");
}

/// The sum of rows of [`MATRIX`], each times a number.
fn product(vector: [f32; 4], count: usize) -> [f32; 4] {
    std::array::from_fn(|lane| {
        if lane < count { (0..4).map(|row| vector[row] * MATRIX[row][lane]).sum() } else { 0.0 }
    })
}

/// The last lane that counts goes to w.
fn divided(mut lanes: [f32; 4], count: usize) -> [f32; 4] {
    lanes[3] = lanes[count - 1];
    lanes
}

#[test]
fn sets_are_chosen_by_number_and_lack_what_is_not_declared() {
    let mut probe = Probe::new();
    let sizes = [DeclType::Float1, DeclType::Float2, DeclType::Float3, DeclType::Float4];
    let mut elements = vec![POSITION];
    elements.extend((0u8..4).map(|set| (sizes[usize::from(set)], DeclUsage::Texcoord, set)));
    probe.declare(&elements);
    let vertex = words([0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
    let sets =
        [[1.0, 0.0, 0.0, 0.0], [2.0, 3.0, 0.0, 0.0], [4.0, 5.0, 6.0, 0.0], [7.0, 8.0, 9.0, 10.0], [0.0; 4]];
    for (set, expected) in (0u32..).zip(sets) {
        // What lies between the set and the way of making it does not count, nor do the set's higher bits.
        stage(&mut probe, 5, set | 0xFFF8, 0);
        assert_near(probe.vertex(Show::Coordinate(5), &vertex), expected, &format!("set {set}"));
        // Count 1 and counts past 4 leave coordinates alone.
        for flags in [1, 5, 0xFF] {
            stage(&mut probe, 5, set, flags);
            assert_near(probe.vertex(Show::Coordinate(5), &vertex), expected, &format!("set {set}, {flags}"));
        }
    }
    probe.finish();
}

#[test]
fn matrices_take_a_one_after_the_declared_components() {
    let mut probe = Probe::new();
    probe.transform(Transform(16 + 3), MATRIX);
    let full = [0.5, 0.25, 2.0, 4.0];
    let sizes = [DeclType::Float1, DeclType::Float2, DeclType::Float3, DeclType::Float4];
    for (components, size) in (1usize..).zip(sizes) {
        probe.declare(&[POSITION, (size, DeclUsage::Texcoord, 0)]);
        let vertex = [words([0.0; 3]).as_slice(), &words(full)[..components]].concat();
        let mut padded = [0.0; 4];
        padded[..components].copy_from_slice(&full[..components]);
        if components < 4 {
            padded[components] = 1.0;
        }
        for count in 2..=4 {
            stage(&mut probe, 3, 0, count as u32);
            let expected = product(padded, count);
            let name = format!("{components} components, count {count}");
            assert_near(probe.vertex(Show::Coordinate(3), &vertex), expected, &name);
            stage(&mut probe, 3, 0, count as u32 | PROJECTED);
            let expected = divided(expected, count);
            assert_near(probe.vertex(Show::Coordinate(3), &vertex), expected, &name);
        }
        for flags in [0, 1] {
            stage(&mut probe, 3, 0, flags | PROJECTED);
            let mut plain = [0.0; 4];
            plain[..components].copy_from_slice(&full[..components]);
            let name = format!("{components} components, no matrix");
            assert_near(probe.vertex(Show::Coordinate(3), &vertex), divided(plain, components), &name);
        }
    }
    probe.finish();
}

#[test]
fn normals_and_positions_in_eye_space_become_coordinates() {
    let mut probe = Probe::new();
    probe.transform(Transform::WORLD, scale(2.0, 1.0, 1.0));
    probe.transform(Transform::VIEW, shift(1.0, 2.0, 3.0));
    let (place, normal) = ([4.0, 5.0, 6.0], [0.5, 0.25, -1.0]);
    stage(&mut probe, 2, 1 << 16 | 5, 0);
    let shown = [0.25, 0.25, -1.0];
    assert_near(probe.normal(Show::Coordinate(2), place, normal), [0.25, 0.25, -1.0, 0.0], "normal");
    stage(&mut probe, 2, 2 << 16, 0);
    assert_near(probe.normal(Show::Coordinate(2), place, normal), [9.0, 7.0, 9.0, 0.0], "position");
    probe.transform(Transform(18), MATRIX);
    stage(&mut probe, 2, 2 << 16, 4 | PROJECTED);
    let expected = product([9.0, 7.0, 9.0, 1.0], 4);
    assert_near(probe.normal(Show::Coordinate(2), place, normal), expected, "a matrix takes w = 1");
    stage(&mut probe, 2, 1 << 16, 3);
    let expected = product([shown[0], shown[1], shown[2], 1.0], 3);
    assert_near(probe.normal(Show::Coordinate(2), place, normal), expected, "normals too");
    stage(&mut probe, 2, 2 << 16, PROJECTED);
    assert_near(
        probe.normal(Show::Coordinate(2), place, normal),
        [9.0, 7.0, 9.0, 9.0],
        "divided by the third",
    );
    probe.finish();
}

#[test]
fn reflections_and_spheres() {
    let mut probe = Probe::new();
    let (place, normal) = ([3.0, 0.0, 4.0], [0.0, 0.6, -0.8]);
    let cosine: f32 = 0.8 * -0.8;
    let mirrored = [0.6, -2.0 * cosine * 0.6, 0.8 + 2.0 * cosine * 0.8];
    stage(&mut probe, 1, 3 << 16, 0);
    let expected = [mirrored[0], mirrored[1], mirrored[2], 0.0];
    assert_near(probe.normal(Show::Coordinate(1), place, normal), expected, "reflection");
    stage(&mut probe, 1, 4 << 16, 0);
    let [x, y, z] = mirrored;
    let m = 2.0 * (x * x + y * y + (z + 1.0) * (z + 1.0)).sqrt();
    let expected = [x / m + 0.5, y / m + 0.5, 0.0, 0.0];
    assert_near(probe.normal(Show::Coordinate(1), place, normal), expected, "sphere");
    probe.finish();
}

#[test]
fn ways_to_generate_that_are_none_pass_a_set_through() {
    let mut probe = Probe::new();
    let fvf = Fvf::XYZ | Fvf::from_bits_retain(0x200);
    let vertex = words([0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
    for odd in [5, 0x7FFF] {
        stage(&mut probe, 0, odd << 16 | 1, 0);
        assert_near(probe.of(Show::Coordinate(0), fvf, &vertex), [3.0, 4.0, 0.0, 0.0], "set 1");
        let state = TextureStageState::TEXCOORDINDEX;
        assert_eq!(probe.device.get_texture_stage_state(0, state).expect("an answer"), odd << 16 | 1);
    }
    probe.finish();
}

#[test]
fn coordinates_of_transformed_vertices_only_get_a_divisor() {
    let mut probe = Probe::new();
    probe.transform(Transform(16), MATRIX);
    let fvf = Fvf::XYZRHW | Fvf::from_bits_retain(0x100 | 1 << 16);
    let vertex = words([4.0, 4.0, 0.5, 1.0, 2.0, 3.0, 5.0]);
    for (flags, expected) in
        [(0, [2.0, 3.0, 5.0, 0.0]), (3, [2.0, 3.0, 5.0, 0.0]), (0x100, [2.0, 3.0, 5.0, 5.0])]
    {
        stage(&mut probe, 0, 0, flags);
        assert_near(probe.of(Show::Coordinate(0), fvf, &vertex), expected, &format!("flags {flags:x}"));
    }
    stage(&mut probe, 0, 2 << 16, 0);
    assert_near(probe.of(Show::Coordinate(0), fvf, &vertex), [2.0, 3.0, 5.0, 0.0], "nothing is generated");
    probe.finish();
}
