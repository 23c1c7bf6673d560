//! Where the colours of a material come from, and colours without lighting.

use retrograph_d3d9::types::{Fvf, Light, RenderState};

use super::support::{DARK, Probe, Show, assert_near, words};

const DIFFUSE: u32 = 0x8040_C0FF;
const SPECULAR: u32 = 0x20FF_4080;

fn color(argb: u32) -> [f32; 4] {
    [16, 8, 0, 24].map(|bits| (argb >> bits & 0xFF) as f32 / 255.0)
}

fn vertex(colors: &[u32]) -> Vec<u32> {
    [&words([0.0, 0.0, 0.0, 0.0, 0.0, -1.0])[..], colors].concat()
}

const BOTH: Fvf = Fvf::XYZ.union(Fvf::NORMAL).union(Fvf::DIFFUSE).union(Fvf::SPECULAR);

/// A scene in which each colour of the material shows in its own way.
fn scene() -> Probe {
    let mut probe = Probe::lit();
    probe.material(|material| {
        material.diffuse = [0.5, 0.5, 0.5, 0.25];
        material.ambient = [0.25, 0.5, 0.75, 0.0];
        material.specular = [0.75, 0.25, 0.5, 0.5];
        material.emissive = [0.0625, 0.125, 0.25, 0.0];
    });
    probe
}

/// What a vertex shows with a source for each colour: diffuse and specular by a light, ambient by the global one.
fn shown(probe: &mut Probe, which: RenderState, value: u32, fvf: Fvf, colors: &[u32]) -> [f32; 4] {
    for state in [
        RenderState::DIFFUSEMATERIALSOURCE,
        RenderState::SPECULARMATERIALSOURCE,
        RenderState::AMBIENTMATERIALSOURCE,
        RenderState::EMISSIVEMATERIALSOURCE,
    ] {
        probe.set(&[(state, if state == which { value } else { 0 })]);
    }
    let light = Light { direction: [0.0, 0.0, 1.0], ..DARK };
    let (light, ambient, show) = match which {
        RenderState::DIFFUSEMATERIALSOURCE => (Light { diffuse: [1.0; 4], ..light }, 0, Show::Diffuse),
        RenderState::SPECULARMATERIALSOURCE => (Light { specular: [1.0; 4], ..light }, 0, Show::Specular),
        RenderState::AMBIENTMATERIALSOURCE => (light, 0x00FF_FFFF, Show::Diffuse),
        _ => (light, 0, Show::Diffuse),
    };
    probe.light(0, light);
    probe.set(&[(RenderState::AMBIENT, ambient)]);
    probe.of(show, fvf, &vertex(colors))
}

#[test]
fn every_colour_of_a_material_has_three_sources() {
    let mut probe = scene();
    let emissive = [0.0625, 0.125, 0.25];
    let material = probe.device.get_material();
    let rows = [
        (RenderState::DIFFUSEMATERIALSOURCE, material.diffuse),
        (RenderState::SPECULARMATERIALSOURCE, material.specular),
        (RenderState::AMBIENTMATERIALSOURCE, material.ambient),
        (RenderState::EMISSIVEMATERIALSOURCE, material.emissive),
    ];
    for (state, of_material) in rows {
        for (value, source) in [(0, of_material), (1, color(DIFFUSE)), (2, color(SPECULAR))] {
            let found = shown(&mut probe, state, value, BOTH, &[DIFFUSE, SPECULAR]);
            let mut expected = source;
            let adds = [RenderState::DIFFUSEMATERIALSOURCE, RenderState::AMBIENTMATERIALSOURCE];
            if adds.contains(&state) {
                (0..3).for_each(|lane| expected[lane] = (expected[lane] + emissive[lane]).min(1.0));
            }
            let own = [RenderState::DIFFUSEMATERIALSOURCE, RenderState::SPECULARMATERIALSOURCE];
            if !own.contains(&state) {
                expected[3] = material.diffuse[3];
            }
            assert_near(found, expected, &format!("{state:?} {value}"));
        }
    }
    probe.finish();
}

#[test]
fn sources_that_are_not_there_are_the_material() {
    let mut probe = scene();
    let state = RenderState::EMISSIVEMATERIALSOURCE;
    let expected = [0.0625, 0.125, 0.25, 0.25];
    let plain = Fvf::XYZ | Fvf::NORMAL;
    assert_near(shown(&mut probe, state, 1, plain, &[]), expected, "no colour");
    assert_near(shown(&mut probe, state, 2, plain | Fvf::DIFFUSE, &[DIFFUSE]), expected, "no second colour");
    probe.set(&[(RenderState::COLORVERTEX, 0)]);
    assert_near(shown(&mut probe, state, 1, BOTH, &[DIFFUSE, SPECULAR]), expected, "COLORVERTEX off");
    probe.finish();
}

#[test]
fn values_that_are_no_source_act_as_the_default_and_read_back() {
    let mut probe = scene();
    for (state, default) in [
        (RenderState::DIFFUSEMATERIALSOURCE, 1),
        (RenderState::SPECULARMATERIALSOURCE, 2),
        (RenderState::AMBIENTMATERIALSOURCE, 0),
        (RenderState::EMISSIVEMATERIALSOURCE, 0),
    ] {
        let odd = shown(&mut probe, state, 77, BOTH, &[DIFFUSE, SPECULAR]);
        assert_eq!(probe.device.get_render_state(state).expect("an answer"), 77);
        let plain = shown(&mut probe, state, default, BOTH, &[DIFFUSE, SPECULAR]);
        assert_eq!(odd, plain, "{state:?}");
    }
    probe.finish();
}

#[test]
fn without_lighting_colours_pass_through() {
    let mut probe = Probe::new();
    let fvf = Fvf::XYZ | Fvf::DIFFUSE | Fvf::SPECULAR;
    let vertex = [0, 0, 0, DIFFUSE, SPECULAR];
    assert_near(probe.of(Show::Diffuse, fvf, &vertex), color(DIFFUSE), "diffuse");
    assert_near(probe.of(Show::Specular, fvf, &vertex), color(SPECULAR), "specular");
    assert_near(probe.of(Show::Diffuse, Fvf::XYZ, &[0; 3]), [1.0; 4], "white");
    assert_near(probe.of(Show::Specular, Fvf::XYZ, &[0; 3]), [0.0; 4], "black");
    probe.set(&[(RenderState::LIGHTING, 1)]);
    assert_near(probe.of(Show::Specular, fvf, &vertex), color(SPECULAR), "lit without highlights");
    probe.finish();
}
