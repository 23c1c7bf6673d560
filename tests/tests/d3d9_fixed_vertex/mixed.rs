//! The fixed vertex stage before pixel shaders of every model, and vertex shaders before the fixed pixel stage.

use retrograph_d3d9::types::{Fvf, TextureStageState};

use super::support::{Probe, Show, assemble, assert_near, words};

const FVF: Fvf = Fvf::XYZ.union(Fvf::DIFFUSE).union(Fvf::SPECULAR).union(Fvf::from_bits_retain(0x200));

fn vertex() -> Vec<u32> {
    let colors = [0xFF80_4020, 0x40C0_E0FF];
    [&words([0.0; 3])[..], &colors, &words([0.125, 0.25, 0.5, 0.75])].concat()
}

fn color(argb: u32) -> [f32; 4] {
    [16, 8, 0, 24].map(|bits| (argb >> bits & 0xFF) as f32 / 255.0)
}

fn run(probe: &mut Probe, pixel: &str) -> [f32; 4] {
    let shader = probe.device.create_pixel_shader(&assemble(pixel));
    let shader = shader.unwrap_or_else(|error| panic!("{error}\n{pixel}"));
    probe.device.set_fvf(FVF).expect("set");
    probe.vertex(Show::Diffuse, &vertex());
    probe.device.set_pixel_shader(Some(shader)).expect("set");
    probe.clear();
    let vertex = vertex();
    probe.draw(retrograph_d3d9::types::PrimitiveType::PointList, 1, &vertex, vertex.len());
    probe.pixels()[36]
}

#[test]
fn pixel_shaders_of_every_model_read_the_fixed_vertex_stage() {
    let mut probe = Probe::new();
    let [diffuse, specular] = [0xFF80_4020, 0x40C0_E0FF].map(color);
    let coordinate = [0.5, 0.75, 0.0, 0.0];
    for model in ["ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"] {
        assert_near(run(&mut probe, &format!("{model}\nmov r0, v0")), diffuse, model);
        assert_near(run(&mut probe, &format!("{model}\nmov r0, v1")), specular, model);
    }
    for model in ["ps_2_0", "ps_2_x"] {
        assert_near(run(&mut probe, &format!("{model}\ndcl v1\nmov oC0, v1")), specular, model);
        assert_near(run(&mut probe, &format!("{model}\ndcl t1\nmov oC0, t1")), coordinate, model);
    }
    let known = [("texcoord1", coordinate), ("color", diffuse), ("color1", specular)];
    // The rest is what the fixed stage does not have.
    for (semantic, expected) in known.into_iter().chain([("tangent", [0.0; 4]), ("texcoord5", [0.0; 4])]) {
        let shader = format!("ps_3_0\ndcl_{semantic} v3\nmov oC0, v3");
        assert_near(run(&mut probe, &shader), expected, semantic);
    }
    probe.finish();
}

#[test]
fn vertex_shaders_of_every_model_feed_the_fixed_pixel_stage() {
    let mut probe = Probe::new();
    probe.device.set_fvf(FVF).expect("set");
    let device = &mut probe.device;
    device.set_texture_stage_state(0, TextureStageState::COLOROP, 2).expect("set");
    device.set_texture_stage_state(0, TextureStageState::COLORARG1, 0).expect("set");
    device.set_texture_stage_state(0, TextureStageState::ALPHAOP, 2).expect("set");
    device.set_texture_stage_state(0, TextureStageState::ALPHAARG1, 0).expect("set");
    device.set_vertex_shader_constant_f(0, &[[0.0, 0.0, 0.5, 1.0]]).expect("set");
    let vertex = vertex();
    let old = "\ndcl_position v0\ndcl_color v1\nmov oPos, c0\nmov oD0, v1";
    let new = "\ndcl_position v0\ndcl_color v1\ndcl_position o0\ndcl_color o1\nmov o0, c0\nmov o1, v1";
    for (model, body) in [("vs_1_1", old), ("vs_2_0", old), ("vs_2_x", old), ("vs_3_0", new)] {
        let shader = probe.device.create_vertex_shader(&assemble(&format!("{model}{body}")));
        probe.device.set_vertex_shader(Some(shader.expect("a shader"))).expect("set");
        probe.device.set_pixel_shader(None).expect("set");
        probe.clear();
        probe.draw(retrograph_d3d9::types::PrimitiveType::PointList, 1, &vertex, vertex.len());
        assert_near(probe.pixels()[36], color(0xFF80_4020), model);
    }
    probe.finish();
}
