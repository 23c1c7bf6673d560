//! More than one matrix, more than one position.

use retrograph_d3d9::types::{DeclType, DeclUsage, Matrix, RenderState, TextureStageState, Transform};

use super::support::{IDENTITY, Probe, Show, assert_near, scale, shift, word, words};

const POSITION: (DeclType, DeclUsage, u8) = (DeclType::Float3, DeclUsage::Position, 0);
const NORMAL: (DeclType, DeclUsage, u8) = (DeclType::Float3, DeclUsage::Normal, 0);

/// A probe that shows the position or the normal in eye space.
fn probe(mode: u32) -> Probe {
    let mut probe = Probe::new();
    probe.device.set_texture_stage_state(0, TextureStageState::TEXCOORDINDEX, mode << 16).expect("set");
    for world in 0..4 {
        probe.transform(Transform(256 + world), shift((1 << world) as f32, 0.0, 0.0));
    }
    probe
}

const POSITIONS: u32 = 2;
const NORMALS: u32 = 1;

#[test]
fn weights_and_what_is_left_blend_the_first_matrices() {
    let mut probe = probe(POSITIONS);
    let weights = [0.5f32, 0.25, 0.125];
    probe.declare(&[POSITION, (DeclType::Float3, DeclUsage::BlendWeight, 0)]);
    let vertex = [words([10.0, 20.0, 30.0]), words(weights)].concat();
    let expected =
        [11.0, 0.5 + 0.5 * 2.0 + 10.0, 0.5 + 0.5 + 0.25 * 4.0 + 10.0, 0.5 + 0.5 + 0.5 + 1.0 + 10.0];
    for (count, x) in (0u32..).zip(expected) {
        probe.set(&[(RenderState::VERTEXBLEND, count)]);
        assert_near(
            probe.vertex(Show::Coordinate(0), &vertex),
            [x, 20.0, 30.0, 0.0],
            &format!("{count} weights"),
        );
    }
    // View comes after each world.
    probe.transform(Transform::VIEW, scale(2.0, 1.0, 1.0));
    assert_near(probe.vertex(Show::Coordinate(0), &vertex), [25.0, 20.0, 30.0, 0.0], "view");
    probe.finish();
}

#[test]
fn without_weights_nothing_is_blended() {
    let mut probe = probe(POSITIONS);
    probe.set(&[(RenderState::VERTEXBLEND, 2)]);
    probe.declare(&[POSITION]);
    let vertex = words([10.0, 20.0, 30.0]);
    assert_near(probe.vertex(Show::Coordinate(0), &vertex), [11.0, 20.0, 30.0, 0.0], "no weights");
    for odd in [4, 254, 257, 0xFFFF_FFFF] {
        probe.set(&[(RenderState::VERTEXBLEND, odd)]);
        assert_near(probe.vertex(Show::Coordinate(0), &vertex), [11.0, 20.0, 30.0, 0.0], "no such blending");
        assert_eq!(probe.device.get_render_state(RenderState::VERTEXBLEND).expect("an answer"), odd);
    }
    probe.finish();
}

#[test]
fn indices_name_any_of_256_matrices() {
    let mut probe = probe(POSITIONS);
    let elements = [
        POSITION,
        (DeclType::Float1, DeclUsage::BlendWeight, 0),
        (DeclType::Ubyte4, DeclUsage::BlendIndices, 0),
    ];
    probe.declare(&elements);
    let states = [(RenderState::VERTEXBLEND, 1), (RenderState::INDEXEDVERTEXBLENDENABLE, 1)];
    probe.set(&states);
    let vertex =
        |first: u32, second: u32| [words([0.0, 0.0, 0.0, 0.75]).as_slice(), &[first | second << 8]].concat();
    let at = |probe: &mut Probe, first, second| probe.vertex(Show::Coordinate(0), &vertex(first, second))[0];
    assert_eq!(at(&mut probe, 3, 0), 0.75 * 8.0 + 0.25);
    assert_eq!(at(&mut probe, 200, 1), 0.5, "a matrix that was never set is the identity");
    probe.transform(Transform(256 + 255), shift(1000.0, 0.0, 0.0));
    probe.transform(Transform(256 + 200), shift(500.0, 0.0, 0.0));
    assert_eq!(at(&mut probe, 200, 255), 625.0);
    assert_eq!(at(&mut probe, 254, 3), 2.0, "a matrix that was never set is the identity");
    probe.transform(Transform(256 + 200), shift(100.0, 0.0, 0.0));
    assert_eq!(at(&mut probe, 200, 255), 325.0, "changed");
    probe.set(&[(RenderState::INDEXEDVERTEXBLENDENABLE, 0)]);
    assert_eq!(at(&mut probe, 200, 255), 0.75 + 0.5, "indices do not count");
    probe.set(&[(RenderState::INDEXEDVERTEXBLENDENABLE, 1), (RenderState::VERTEXBLEND, 256)]);
    assert_eq!(at(&mut probe, 255, 0), 1000.0, "one matrix without weights");
    probe.finish();
}

#[test]
fn indices_may_be_a_colour() {
    let mut probe = probe(POSITIONS);
    let elements = [
        POSITION,
        (DeclType::Float1, DeclUsage::BlendWeight, 0),
        (DeclType::D3dColor, DeclUsage::BlendIndices, 0),
    ];
    probe.declare(&elements);
    probe.set(&[(RenderState::VERTEXBLEND, 1), (RenderState::INDEXEDVERTEXBLENDENABLE, 1)]);
    let vertex = [0, 0, 0, word(0.25), 0x0000_0203];
    assert_eq!(probe.vertex(Show::Coordinate(0), &vertex)[0], 0.25 * 8.0 + 0.75 * 4.0);
    probe.finish();
}

#[test]
fn normals_are_blended_without_an_inverse() {
    let mut probe = probe(NORMALS);
    probe.declare(&[POSITION, NORMAL, (DeclType::Float1, DeclUsage::BlendWeight, 0)]);
    probe.set(&[(RenderState::VERTEXBLEND, 1)]);
    probe.transform(Transform::WORLD, scale(4.0, 1.0, 1.0));
    probe.transform(Transform(257), scale(8.0, 2.0, 1.0));
    let vertex = [words([0.0; 3]).as_slice(), &words([1.0, 1.0, 1.0, 0.5])].concat();
    assert_near(probe.vertex(Show::Coordinate(0), &vertex), [6.0, 1.5, 1.0, 0.0], "halves");
    probe.set(&[(RenderState::NORMALIZENORMALS, 1)]);
    let length = (36.0f32 + 2.25 + 1.0).sqrt();
    let unit = [6.0 / length, 1.5 / length, 1.0 / length, 0.0];
    assert_near(probe.vertex(Show::Coordinate(0), &vertex), unit, "normalised");
    probe.finish();
}

#[test]
fn tweening_goes_from_the_first_position_and_normal_to_the_second() {
    let elements = [
        POSITION,
        NORMAL,
        (DeclType::Float3, DeclUsage::Position, 1),
        (DeclType::Float3, DeclUsage::Normal, 1),
        (DeclType::Float1, DeclUsage::BlendWeight, 0),
    ];
    let vertex = words([1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 5.0, 10.0, 3.0, 0.0, 1.0, 0.0, 0.0]);
    for (mode, expected) in [(POSITIONS, [3.0, 4.0, 3.0, 0.0]), (NORMALS, [0.75, 0.25, 0.0, 0.0])] {
        let mut probe = probe(mode);
        probe.declare(&elements);
        probe.set(&[(RenderState::VERTEXBLEND, 255)]);
        probe.set_float(RenderState::TWEENFACTOR, 0.25);
        assert_near(probe.vertex(Show::Coordinate(0), &vertex), expected, &format!("mode {mode}"));
        probe.finish();
    }
}

#[test]
fn blending_comes_and_goes() {
    let mut probe = probe(POSITIONS);
    probe.declare(&[POSITION, (DeclType::Float1, DeclUsage::BlendWeight, 0)]);
    let vertex = words([10.0, 20.0, 30.0, 0.5]);
    for _ in 0..3 {
        probe.set(&[(RenderState::VERTEXBLEND, 1)]);
        assert_near(probe.vertex(Show::Coordinate(0), &vertex), [11.5, 20.0, 30.0, 0.0], "on");
        probe.set(&[(RenderState::VERTEXBLEND, 0)]);
        assert_near(probe.vertex(Show::Coordinate(0), &vertex), [11.0, 20.0, 30.0, 0.0], "off");
    }
    let flat: Matrix = [[0.0; 4]; 4];
    probe.transform(Transform(257), flat);
    probe.transform(Transform(257), IDENTITY);
    probe.set(&[(RenderState::VERTEXBLEND, 1)]);
    assert_near(probe.vertex(Show::Coordinate(0), &vertex), [10.5, 20.0, 30.0, 0.0], "another matrix");
    probe.finish();
}
