//! How many vertex stages a frame takes: state that is a number makes none, state that is a choice makes one.

use retrograph_d3d9::types::{Fvf, Light, LightType, RenderState, Transform};

use super::support::{DARK, Probe, Show, scale, shift, words};

fn draw(probe: &mut Probe, fvf: Fvf) {
    let mut vertex = words([0.0, 0.0, 0.0, 0.0, 0.0, -1.0]).to_vec();
    vertex.extend((0..8).map(|_| 0));
    probe.of(Show::Diffuse, fvf, &vertex);
}

#[test]
fn numbers_make_no_programs() {
    let mut probe = Probe::lit();
    let fvf = Fvf::XYZ | Fvf::NORMAL;
    let light = Light { diffuse: [0.25; 4], direction: [0.0, 0.0, 1.0], ..DARK };
    for round in 0..24u32 {
        let size = 1.0 + round as f32;
        // As many lights as the round says, of one kind.
        for index in 0..8 {
            probe.light(index, Light { diffuse: [size; 4], ..light });
            probe.device.light_enable(index, index <= round % 8).expect("set");
        }
        probe.material(|material| material.power = size);
        probe.set(&[(RenderState::AMBIENT, round), (RenderState::FOGCOLOR, round)]);
        probe.set_float(RenderState::FOGSTART, size);
        probe.transform(Transform::WORLD, scale(size, 1.0, 1.0));
        probe.transform(Transform::VIEW, shift(size, 0.0, 0.0));
        probe.transform(Transform(16), shift(size, 0.0, 0.0));
        draw(&mut probe, fvf);
    }
    assert_eq!(probe.device.fixed_stages()[0], 1);
    probe.finish();
}

#[test]
fn what_is_not_read_makes_no_programs() {
    let mut probe = Probe::lit();
    let fvf = Fvf::XYZ | Fvf::NORMAL;
    probe.light(0, Light { direction: [0.0, 0.0, 1.0], ..DARK });
    draw(&mut probe, fvf);
    // Only the diffuse colour is shown, and it is the material's.
    probe.set(&[(RenderState::SPECULARENABLE, 0)]);
    draw(&mut probe, fvf);
    probe.set(&[
        (RenderState::LOCALVIEWER, 0),
        (RenderState::FOGVERTEXMODE, 3),
        (RenderState::VERTEXBLEND, 2),
    ]);
    draw(&mut probe, fvf);
    draw(&mut probe, fvf | Fvf::SPECULAR | Fvf::from_bits_retain(0x100));
    assert_eq!(probe.device.fixed_stages()[0], 1);
    probe.finish();
}

#[test]
fn choices_make_one_program_each() {
    let mut probe = Probe::lit();
    let fvf = Fvf::XYZ | Fvf::NORMAL;
    let kinds = [LightType::DIRECTIONAL, LightType::POINT, LightType::SPOT];
    for (index, kind) in (0u32..).zip(kinds) {
        probe.light(index, Light { kind, direction: [0.0, 0.0, 1.0], ..DARK });
    }
    // Every set of kinds is a program, and no more.
    for mask in (0..8u32).chain(0..8) {
        for index in 0..3 {
            probe.device.light_enable(index, mask >> index & 1 == 1).expect("set");
        }
        draw(&mut probe, fvf);
    }
    assert_eq!(probe.device.fixed_stages()[0], 8);
    probe.set(&[(RenderState::NORMALIZENORMALS, 1)]);
    draw(&mut probe, fvf);
    probe.set(&[(RenderState::LIGHTING, 0)]);
    draw(&mut probe, fvf);
    assert_eq!(probe.device.fixed_stages()[0], 10);
    probe.finish();
}
