//! The factor of vertex fog.

use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, RenderState, Transform};

use super::support::{Probe, Show, assert_near, shift, word, words};

/// Fog from 2 to 6 of density 0.25, with an eye 1 back.
fn probe() -> Probe {
    let mut probe = Probe::new();
    probe.transform(Transform::VIEW, shift(0.0, 0.0, 1.0));
    probe.set_float(RenderState::FOGSTART, 2.0);
    probe.set_float(RenderState::FOGEND, 6.0);
    probe.set_float(RenderState::FOGDENSITY, 0.25);
    probe
}

fn factor(probe: &mut Probe, place: [f32; 3]) -> f32 {
    probe.of(Show::Fog, Fvf::XYZ, &words(place))[0]
}

fn near(found: f32, expected: f32, what: &str) {
    assert_near([found; 4], [expected; 4], what);
}

#[test]
fn fog_grows_with_depth_by_three_functions() {
    let mut probe = probe();
    let place = [3.0, 0.0, 3.0];
    for (mode, depth4, range5) in
        [(1, (-1.0f32).exp(), (-1.25f32).exp()), (2, (-1.0f32).exp(), (-1.5625f32).exp()), (3, 0.5, 0.25)]
    {
        probe.set(&[(RenderState::FOGVERTEXMODE, mode), (RenderState::RANGEFOGENABLE, 0)]);
        near(factor(&mut probe, place), depth4, &format!("mode {mode}"));
        near(factor(&mut probe, [0.0, 0.0, -5.0]), depth4, "behind the eye");
        probe.set(&[(RenderState::RANGEFOGENABLE, 1)]);
        near(factor(&mut probe, place), range5, &format!("mode {mode} by range"));
    }
    probe.set(&[(RenderState::RANGEFOGENABLE, 0)]);
    near(factor(&mut probe, [0.0, 0.0, 0.0]), 1.0, "before the start");
    near(factor(&mut probe, [0.0, 0.0, 9.0]), 0.0, "past the end");
    probe.finish();
}

#[test]
fn fog_without_extent_is_everywhere_and_reversed_fog_inverts() {
    let mut probe = probe();
    probe.set(&[(RenderState::FOGVERTEXMODE, 3)]);
    probe.set_float(RenderState::FOGSTART, 6.0);
    near(factor(&mut probe, [0.0, 0.0, 1.0]), 0.0, "start is end");
    probe.set_float(RenderState::FOGSTART, 10.0);
    near(factor(&mut probe, [0.0, 0.0, 7.0]), 0.5, "start behind end");
    probe.finish();
}

#[test]
fn a_fog_coordinate_is_the_depth() {
    let mut probe = probe();
    probe.set(&[(RenderState::FOGVERTEXMODE, 3), (RenderState::RANGEFOGENABLE, 1)]);
    probe.declare(&[(DeclType::Float3, DeclUsage::Position, 0), (DeclType::Float1, DeclUsage::Fog, 0)]);
    near(probe.vertex(Show::Fog, &words([100.0, 0.0, 0.0, 5.0]))[0], 0.25, "given");
    probe.finish();
}

#[test]
fn without_a_mode_the_second_colour_has_the_factor() {
    let mut probe = probe();
    let fvf = Fvf::XYZ | Fvf::SPECULAR;
    let vertex = [0, 0, 0, 0x4000_0000];
    for mode in [0, 4, 0xFFFF_FFFF] {
        probe.set(&[(RenderState::FOGVERTEXMODE, mode)]);
        near(probe.of(Show::Fog, fvf, &vertex)[0], 64.0 / 255.0, "alpha");
        near(factor(&mut probe, [0.0, 0.0, 100.0]), 1.0, "no second colour");
    }
    probe.finish();
}

#[test]
fn transformed_vertices_have_their_factor_in_the_second_colour() {
    let mut probe = probe();
    probe.set(&[(RenderState::FOGVERTEXMODE, 3)]);
    let place = [4.0, 4.0, 0.5, 1.0].map(word);
    let vertex = [place.as_slice(), &[0x8000_0000]].concat();
    near(probe.of(Show::Fog, Fvf::XYZRHW | Fvf::SPECULAR, &vertex)[0], 128.0 / 255.0, "alpha");
    near(probe.of(Show::Fog, Fvf::XYZRHW, &place)[0], 0.0, "no colour is alpha 0");
    probe.finish();
}
