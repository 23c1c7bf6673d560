//! Matrices, lights and states that mean nothing: no draw fails, none hangs, and the next is as it would have been.

use retrograph_d3d9::Error;
use retrograph_d3d9::types::{Light, LightType, Matrix, RenderState, TextureStageState, Transform};

use super::support::{DARK, IDENTITY, Probe, Show, TO_MIDDLE, WHITE, assert_near, rgb, shift};

const NO_NUMBERS: [f32; 5] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE];

fn good(probe: &mut Probe, what: &str) {
    let found = probe.normal(Show::Diffuse, [0.0; 3], [0.0, 0.0, -1.0]);
    assert_near(found, rgb(0.5, 0.25, 1.0), what);
}

fn lit() -> Probe {
    let mut probe = Probe::lit();
    let light = Light { diffuse: [0.5, 0.25, 1.0, 1.0], direction: [0.0, 0.0, 1.0], ..DARK };
    probe.light(0, light);
    probe
}

#[test]
fn matrices_of_no_numbers_leave_other_draws_alone() {
    let mut probe = lit();
    probe.device.set_clip_plane(0, [0.0, 0.0, 0.0, 1.0]).expect("set");
    probe.set(&[(RenderState::CLIPPLANEENABLE, 1)]);
    for value in NO_NUMBERS {
        let odd: Matrix = [[value; 4]; 4];
        let transforms =
            [Transform::WORLD, Transform::VIEW, Transform::PROJECTION, Transform(16), Transform(300)];
        for transform in transforms {
            let before = probe.device.get_transform(transform).expect("a transform");
            probe.transform(transform, odd);
            let device = &mut probe.device;
            let kept = device.get_transform(transform).expect("kept");
            assert_eq!(kept.as_flattened()[7].to_bits(), value.to_bits());
            device.multiply_transform(transform, &shift(1.0, 2.0, 3.0)).expect("multiplied");
            for index in [0, 1 << 16, 4 << 16] {
                let device = &mut probe.device;
                device.set_texture_stage_state(0, TextureStageState::TEXCOORDINDEX, index).expect("set");
                device.set_texture_stage_state(0, TextureStageState::TEXTURETRANSFORMFLAGS, 4).expect("set");
                probe.normal(Show::Coordinate(0), [1.0; 3], [0.0, 0.0, -1.0]);
                let device = &mut probe.device;
                device.set_texture_stage_state(0, TextureStageState::TEXTURETRANSFORMFLAGS, 0).expect("set");
            }
            probe.normal(Show::Diffuse, [1.0; 3], [0.0, 0.0, -1.0]);
            probe.transform(transform, before);
            good(&mut probe, &format!("after {value} in {transform:?}"));
        }
    }
    probe.finish();
}

#[test]
fn lights_and_materials_of_no_numbers_leave_other_draws_alone() {
    let mut probe = lit();
    for value in NO_NUMBERS {
        for kind in [LightType::POINT, LightType::SPOT, LightType::DIRECTIONAL, LightType(0), LightType(!0)] {
            let odd = Light {
                kind,
                diffuse: [value; 4],
                specular: [value; 4],
                ambient: [value; 4],
                position: [value; 3],
                direction: [value; 3],
                range: value,
                falloff: value,
                attenuation: [value; 3],
                theta: value,
                phi: value,
            };
            probe.light(1, odd);
            let material = probe.device.get_material();
            probe.material(|material| (material.power, material.emissive) = (value, [value; 4]));
            probe.normal(Show::Diffuse, [1.0; 3], [0.0, 0.0, -1.0]);
            probe.normal(Show::Specular, [1.0; 3], [0.0, 0.0, -1.0]);
            probe.device.light_enable(1, false).expect("set");
            probe.device.set_material(&material).expect("set");
            good(&mut probe, &format!("after {value} in a light of {kind:?}"));
        }
    }
    assert_eq!(probe.device.get_material().diffuse, WHITE);
    probe.finish();
}

#[test]
fn states_of_no_numbers_leave_other_draws_alone() {
    let mut probe = lit();
    let states = [
        RenderState::FOGSTART,
        RenderState::FOGEND,
        RenderState::FOGDENSITY,
        RenderState::TWEENFACTOR,
        RenderState::POINTSCALE_A,
        RenderState::POINTSCALE_C,
        RenderState::POINTSIZE,
        RenderState::POINTSIZE_MAX,
    ];
    probe.set(&[(RenderState::FOGVERTEXMODE, 3), (RenderState::POINTSCALEENABLE, 1)]);
    for state in states {
        let before = probe.device.get_render_state(state).expect("a state");
        for value in NO_NUMBERS {
            probe.set_float(state, value);
            probe.normal(Show::Fog, [0.0; 3], [0.0, 0.0, -1.0]);
            assert_eq!(probe.device.get_render_state(state).expect("an answer"), value.to_bits());
        }
        probe.set(&[(state, before)]);
        probe.set(&[(RenderState::POINTSCALEENABLE, 0)]);
        good(&mut probe, &format!("after {state:?}"));
        probe.set(&[(RenderState::POINTSCALEENABLE, 1)]);
    }
    probe.finish();
}

#[test]
fn numbers_that_are_no_transform_are_invalid() {
    let mut probe = Probe::new();
    for number in [0, 1, 4, 15, 24, 255, 512, u32::MAX] {
        let transform = Transform(number);
        assert!(matches!(probe.device.set_transform(transform, &IDENTITY), Err(Error::InvalidCall)));
        assert!(matches!(probe.device.multiply_transform(transform, &IDENTITY), Err(Error::InvalidCall)));
        assert!(matches!(probe.device.get_transform(transform), Err(Error::InvalidCall)));
    }
    assert_eq!(probe.device.get_transform(Transform::PROJECTION).expect("an answer"), TO_MIDDLE);
    probe.finish();
}
