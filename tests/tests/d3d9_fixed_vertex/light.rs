//! Lights of every kind.

use retrograph_d3d9::types::{Light, LightType, Matrix, RenderState, Transform};

use super::support::{DARK, IDENTITY, Probe, Show, WHITE, assert_near, rgb, scale, shift};

const DIRECTIONAL: Light = Light { diffuse: [0.5, 0.25, 1.0, 1.0], direction: [0.0, 0.0, 2.0], ..DARK };
const POINT: Light = Light { kind: LightType::POINT, diffuse: WHITE, ..DARK };
const TO_EYE: [f32; 3] = [0.0, 0.0, -1.0];
const ORIGIN: [f32; 3] = [0.0; 3];

/// x to y, y to −x.
const TURN: Matrix =
    [[0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

#[test]
fn directional_light_falls_with_the_cosine() {
    let mut probe = Probe::lit();
    probe.light(0, DIRECTIONAL);
    let straight = probe.normal(Show::Diffuse, ORIGIN, TO_EYE);
    assert_near(straight, rgb(0.5, 0.25, 1.0), "straight");
    let slanted = probe.normal(Show::Diffuse, ORIGIN, [0.6, 0.0, -0.8]);
    assert_near(slanted, rgb(0.4, 0.2, 0.8), "slanted");
    let behind = probe.normal(Show::Diffuse, ORIGIN, [0.0, 0.0, 1.0]);
    assert_near(behind, rgb(0.0, 0.0, 0.0), "behind");
    probe.light(0, Light { direction: [0.0; 3], ..DIRECTIONAL });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.0, 0.0, 0.0), "no direction");
    probe.finish();
}

#[test]
fn lights_turn_with_the_view_and_normals_with_world_too() {
    let mut probe = Probe::lit();
    probe.light(0, Light { direction: [-1.0, 0.0, 0.0], ..DIRECTIONAL });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, [1.0, 0.0, 0.0]), rgb(0.5, 0.25, 1.0), "plain");
    // World turns the normal away, view turns both.
    probe.transform(Transform::WORLD, TURN);
    assert_near(probe.normal(Show::Diffuse, ORIGIN, [1.0, 0.0, 0.0]), rgb(0.0, 0.0, 0.0), "world");
    assert_near(probe.normal(Show::Diffuse, ORIGIN, [0.0, -1.0, 0.0]), rgb(0.5, 0.25, 1.0), "world");
    probe.transform(Transform::VIEW, TURN);
    assert_near(probe.normal(Show::Diffuse, ORIGIN, [0.0, -1.0, 0.0]), rgb(0.5, 0.25, 1.0), "view");
    probe.finish();
}

#[test]
fn normals_keep_their_length_unless_asked() {
    let mut probe = Probe::lit();
    probe.light(0, DIRECTIONAL);
    probe.transform(Transform::WORLD, scale(2.0, 2.0, 2.0));
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.25, 0.125, 0.5), "halved by the inverse");
    probe.set(&[(RenderState::NORMALIZENORMALS, 1)]);
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.5, 0.25, 1.0), "normalised");
    assert_near(probe.normal(Show::Diffuse, ORIGIN, ORIGIN), rgb(0.0, 0.0, 0.0), "no normal");
    // (1, 0, −1) on a slope that a scale of x by 1/2 makes steeper: (2, 0, −1) / √5.
    probe.transform(Transform::WORLD, scale(0.5, 1.0, 1.0));
    let cosine = 1.0 / 5f32.sqrt();
    let slope = probe.normal(Show::Diffuse, ORIGIN, [1.0, 0.0, -1.0]);
    assert_near(slope, rgb(0.5 * cosine, 0.25 * cosine, cosine), "inverse transpose");
    // A world that is flat has no inverse: normals pass through.
    probe.transform(Transform::WORLD, scale(1.0, 1.0, 0.0));
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.5, 0.25, 1.0), "singular");
    probe.finish();
}

#[test]
fn points_attenuate_and_end_at_their_range() {
    let mut probe = Probe::lit();
    let light = Light { position: [0.0, 0.0, -2.0], attenuation: [0.5, 0.25, 0.75], ..POINT };
    probe.light(0, light);
    let expected = 1.0 / (0.5 + 0.25 * 2.0 + 0.75 * 4.0);
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(expected, expected, expected), "two away");
    probe.transform(Transform::VIEW, shift(3.0, -1.0, 5.0));
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(expected, expected, expected), "moved");
    probe.light(0, Light { range: 2.0, ..light });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(expected, expected, expected), "at the end");
    probe.light(0, Light { range: 1.99, ..light });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.0, 0.0, 0.0), "beyond");
    // Ambient light of a point attenuates as well.
    probe.material(|material| material.ambient = [1.0; 4]);
    probe.light(0, Light { ambient: [0.5; 4], diffuse: [0.0; 4], ..light });
    let ambient = expected * 0.5;
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(ambient, ambient, ambient), "ambient");
    probe.light(0, Light { attenuation: [0.0; 3], ..light });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(1.0, 1.0, 1.0), "without attenuation");
    probe.finish();
}

#[test]
fn spots_fall_off_between_their_cones() {
    let mut probe = Probe::lit();
    let light = Light {
        kind: LightType::SPOT,
        position: [0.0, 0.0, -1.0],
        direction: [0.0, 0.0, 5.0],
        theta: 0.6,
        phi: 1.4,
        falloff: 2.0,
        ..POINT
    };
    probe.light(0, light);
    let at = |probe: &mut Probe, angle: f32| {
        probe.normal(Show::Diffuse, [angle.tan(), 0.0, 0.0], [-angle.sin(), 0.0, -angle.cos()])[0]
    };
    let expected = |angle: f32| {
        let (inner, outer) = (0.3f32.cos(), 0.7f32.cos());
        ((angle.cos() - outer) / (inner - outer)).powf(2.0)
    };
    let cases =
        [(0.0, 1.0), (0.29, 1.0), (0.5, expected(0.5)), (0.65, expected(0.65)), (0.71, 0.0), (1.5, 0.0)];
    for (angle, expected) in cases {
        let found = at(&mut probe, angle);
        assert!((found - expected).abs() < 1e-4, "at {angle}: {found} instead of {expected}");
    }
    probe.light(0, Light { theta: 1.0, phi: 1.0, ..light });
    assert_eq!([0.49, 0.51].map(|angle| at(&mut probe, angle) > 0.999), [true, false]);
    probe.light(0, Light { falloff: 0.0, ..light });
    assert!((at(&mut probe, 0.65) - 1.0).abs() < 1e-4, "no falloff between the cones");
    probe.finish();
}

#[test]
fn highlights_look_to_the_viewer_or_along_z() {
    let mut probe = Probe::lit();
    probe.material(|material| {
        material.specular = [1.0, 0.5, 0.25, 0.75];
        material.power = 6.0;
    });
    probe.light(0, Light { specular: [0.5, 1.0, 1.0, 1.0], direction: [0.0, 0.0, 1.0], ..DARK });
    let place = [1.0, -0.5, 2.0];
    let normal = [0.0, 0.28, -0.96];
    let expected = |away: [f32; 3]| {
        let half = [-away[0], -away[1], -1.0 - away[2]];
        let length = half.iter().map(|lane| lane * lane).sum::<f32>().sqrt();
        let cosine = half.iter().zip(normal).map(|(a, b)| a / length * b).sum::<f32>();
        let shine = cosine.powf(6.0);
        [0.5 * shine, 0.5 * shine, 0.25 * shine, 0.75]
    };
    let length = place.iter().map(|lane| lane * lane).sum::<f32>().sqrt();
    let local = probe.normal(Show::Specular, place, normal);
    assert_near(local, expected(place.map(|lane| lane / length)), "local viewer");
    probe.set(&[(RenderState::LOCALVIEWER, 0)]);
    let far = probe.normal(Show::Specular, place, normal);
    assert_near(far, expected([0.0, 0.0, 1.0]), "far viewer");
    probe.material(|material| material.power = 0.0);
    let flat = probe.normal(Show::Specular, place, normal);
    assert_near(flat, [0.5, 0.5, 0.25, 0.75], "power 0 is full");
    let dark = probe.normal(Show::Specular, place, [0.0, 0.28, 0.96]);
    assert_near(dark, [0.0, 0.0, 0.0, 0.75], "turned away");
    probe.set(&[(RenderState::SPECULARENABLE, 0)]);
    assert_near(probe.normal(Show::Specular, place, normal), [0.0; 4], "highlights off");
    probe.finish();
}

#[test]
fn eight_lights_of_any_index_shine_together() {
    let mut probe = Probe::lit();
    let one = |bit: u32| Light {
        kind: [LightType::SPOT, LightType::DIRECTIONAL, LightType::POINT][bit as usize % 3],
        diffuse: [(1 << bit) as f32 / 4096.0; 4],
        position: [0.0, 0.0, -1.0],
        direction: [0.0, 0.0, 1.0],
        theta: 1.0,
        phi: 2.0,
        ..DARK
    };
    let indices = [7, 4_000_000_000, 3, 12, 900, 1, 77, 65_536, 5, 2];
    for (bit, index) in (0..).zip(indices) {
        probe.light(index, one(bit));
    }
    // The two of the highest indices stay dark.
    let lit: u32 = (0..10).filter(|bit| ![1, 7].contains(bit)).map(|bit| 1 << bit).sum();
    let sum = |lit: u32| lit as f32 / 4096.0;
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(sum(lit), sum(lit), sum(lit)), "ten");
    probe.device.light_enable(3, false).expect("set");
    let next = lit - (1 << 2) + (1 << 7);
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(sum(next), sum(next), sum(next)), "nine");
    for index in indices {
        probe.device.light_enable(index, false).expect("set");
    }
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.0, 0.0, 0.0), "none");
    probe.finish();
}

#[test]
fn a_light_that_was_never_set_is_white_along_z() {
    let mut probe = Probe::lit();
    probe.device.light_enable(17, true).expect("set");
    assert_near(probe.normal(Show::Diffuse, ORIGIN, [0.8, 0.0, -0.6]), rgb(0.6, 0.6, 0.6), "the default");
    assert_eq!(probe.device.get_light(17).expect("an answer"), Light::DEFAULT);
    assert!(probe.device.get_light_enable(17).expect("an answer"));
    probe.finish();
}

#[test]
fn lights_of_no_kind_are_kept_and_dark() {
    let mut probe = Probe::lit();
    probe.light(0, Light { kind: LightType(9), ..DIRECTIONAL });
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.0, 0.0, 0.0), "no kind");
    assert_eq!(probe.device.get_light(0).expect("kept").kind, LightType(9));
    probe.device.set_light(0, &DIRECTIONAL).expect("set");
    assert_near(probe.normal(Show::Diffuse, ORIGIN, TO_EYE), rgb(0.5, 0.25, 1.0), "a kind");
    probe.finish();
}

#[test]
fn light_without_normals_is_ambient_and_emissive() {
    let mut probe = Probe::lit();
    probe.material(|material| {
        material.ambient = [0.5, 0.25, 1.0, 0.0];
        material.emissive = [0.125, 0.0, 0.0, 0.0];
    });
    probe.set(&[(RenderState::AMBIENT, 0x00FF_0000)]);
    probe.light(0, Light { ambient: [0.0, 0.5, 0.25, 0.0], ..DIRECTIONAL });
    let fvf = retrograph_d3d9::types::Fvf::XYZ;
    let found = probe.of(Show::Diffuse, fvf, &[0; 3]);
    assert_near(found, rgb(0.625, 0.125, 0.25), "no normal");
    probe.transform(Transform::WORLD, IDENTITY);
    probe.finish();
}
