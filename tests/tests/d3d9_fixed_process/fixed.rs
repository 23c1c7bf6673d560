//! The fixed-function pipeline.

use retrograph_d3d9::types::{
    ClearFlags, DeclType, DeclUsage, Fvf, Light, LightType, LockFlags, Material, Pool, PrimitiveType,
    ProcessFlags, RenderState, TextureStageState, Transform, VertexElement, Viewport,
};
use retrograph_d3d9::{Device, Format};

use super::support::{Bench, PERSPECTIVE, SIZE, affine, bytes, float, floats};

const NONE: ProcessFlags = ProcessFlags::empty();

fn white_light(bench: &mut Bench) {
    let light = Light {
        kind: LightType::DIRECTIONAL,
        diffuse: [1.0, 0.5, 0.25, 1.0],
        direction: [0.0, 0.0, 1.0],
        ..Light::DEFAULT
    };
    let material = Material { diffuse: [0.8, 0.8, 0.8, 0.4], ..Material::default() };
    bench.device.set_light(5, &light).expect("set");
    bench.device.light_enable(5, true).expect("set");
    bench.device.set_material(&material).expect("set");
    bench.device.set_render_state(RenderState::LIGHTING, 1).expect("set");
}

#[test]
fn places_colours_and_coordinates_are_those_of_the_pipeline() {
    let fvf = Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::SPECULAR | Fvf::TEX1;
    let mut bench = Bench::new(fvf, 4 * 32);
    let viewport = Viewport { x: 4, y: 8, width: 16, height: 8, min_z: 0.5, max_z: 1.0 };
    bench.device.set_viewport(&viewport).expect("set");
    bench.device.set_fvf(Fvf::XYZ | Fvf::NORMAL | Fvf::TEX1).expect("set");
    // The second vertex has a normal at 60 degrees from the light.
    let vertices = [
        [9.0; 8],
        [1.0, 2.0, 4.0, 0.0, 0.0, -1.0, 0.25, 0.5],
        [-1.0, 0.0, 1.0, 0.75f32.sqrt(), 0.0, -0.5, 1.0, 0.0],
    ];
    bench.feed(&bytes(vertices.as_flattened()), 32);
    bench.transform(Transform::WORLD, affine(1.0, [1.0, -1.0, 0.0]));
    bench.transform(Transform::PROJECTION, PERSPECTIVE);
    white_light(&mut bench);
    bench.transform(Transform::texture(0), affine(2.0, [0.0; 3]));
    bench.device.set_texture_stage_state(0, TextureStageState::TEXTURETRANSFORMFLAGS, 2).expect("set");
    bench.process(1, 1, 2, None, NONE).expect("processed");
    let result = bench.result();
    assert!(result[..32].iter().all(|byte| *byte == 0xEE), "vertices before the first");
    assert!(result[96..].iter().all(|byte| *byte == 0xEE), "vertices after the last");
    // (2, 1, 4) over 4 is (0.5, 0.25, 0.5): 4 + 0.75 · 16, 8 + 0.375 · 8, 0.5 + 0.5 · 0.5.
    assert_eq!(floats(&result[32..48]), [16.0, 11.0, 0.75, 0.25]);
    assert_eq!(result[48..52], [51, 102, 204, 102], "b, g, r, a of the light times 0.8");
    assert_eq!(result[52..56], [0, 0, 0, 0]);
    assert_eq!(floats(&result[56..64]), [0.5, 1.0]);
    // (0, -1, 1) over 1.
    assert_eq!(floats(&result[64..80]), [12.0, 16.0, 0.75, 1.0]);
    let half: Vec<u8> = result[80..84].to_vec();
    assert!(half.iter().zip([25.5, 51.0, 102.0, 102.0]).all(|(a, b)| (f32::from(*a) - b).abs() <= 1.0));
    assert_eq!(floats(&result[88..96]), [2.0, 0.0]);
    bench.device.finish().expect("no error on the GPU");
}

#[test]
fn what_is_not_made_stays_when_asked() {
    let fvf = Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1;
    let mut bench = Bench::new(fvf, 28);
    bench.device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE | Fvf::TEX1).expect("set");
    let mut vertex = bytes(&[0.0, 0.0, 0.5]);
    vertex.extend([1, 2, 3, 4]);
    vertex.extend(bytes(&[0.25, 0.75]));
    bench.feed(&vertex, 24);
    bench.process(0, 0, 1, None, ProcessFlags::DONOTCOPYDATA).expect("processed");
    let result = bench.result();
    assert_eq!(floats(&result[..16]), [16.0, 16.0, 0.5, 1.0]);
    assert!(result[16..].iter().all(|byte| *byte == 0xEE), "colours and coordinates are copies");
    bench.process(0, 0, 1, None, NONE).expect("processed");
    let result = bench.result();
    assert_eq!(result[16..20], [1, 2, 3, 4]);
    assert_eq!(floats(&result[20..]), [0.25, 0.75]);
    // Lit colours and generated coordinates are made.
    bench.device.set_render_state(RenderState::LIGHTING, 1).expect("set");
    bench.device.set_texture_stage_state(0, TextureStageState::TEXCOORDINDEX, 2 << 16).expect("set");
    bench.process(0, 0, 1, None, ProcessFlags::DONOTCOPYDATA).expect("processed");
    let result = bench.result();
    assert_eq!(result[16..20], [0, 0, 0, 4], "black but for the alpha of the vertex's colour");
    assert_eq!(floats(&result[20..]), [0.0, 0.0]);
}

#[test]
fn layouts_have_elements_of_any_type_and_order() {
    let mut bench = Bench::new(Fvf::empty(), 44);
    bench.device.set_fvf(Fvf::XYZ | Fvf::NORMAL | Fvf::DIFFUSE | Fvf::TEX1).expect("set");
    let mut vertex = bytes(&[0.5, -0.5, 0.25, 1.0, -1.0, 0.0]);
    vertex.extend([255, 128, 0, 64]);
    vertex.extend(bytes(&[0.5, -2.0]));
    bench.feed(&vertex, 36);
    let element = |offset, kind, usage| VertexElement::new(0, offset, kind, usage, 0);
    let layout = bench.device.create_vertex_declaration(&[
        element(0, DeclType::Float16x2, DeclUsage::Texcoord),
        element(4, DeclType::Ubyte4N, DeclUsage::Color),
        element(8, DeclType::Float4, DeclUsage::PositionT),
        element(24, DeclType::Short4N, DeclUsage::Normal),
        element(32, DeclType::Float1, DeclUsage::PointSize),
        element(36, DeclType::Float1, DeclUsage::Tangent),
    ]);
    bench.device.set_render_state(RenderState::POINTSIZE, 3.0f32.to_bits()).expect("set");
    bench.process(0, 0, 1, Some(layout.expect("a declaration")), NONE).expect("processed");
    let result = bench.result();
    assert_eq!(result[..4], [0x00, 0x38, 0x00, 0xC0], "halves of 0.5 and -2");
    assert_eq!(result[4..8], [0, 128, 255, 64], "r, g, b, a");
    assert_eq!(floats(&result[8..24]), [24.0, 24.0, 0.25, 1.0]);
    assert_eq!(result[24..32], [0xFF, 0x7F, 0x01, 0x80, 0, 0, 0xFF, 0x7F], "a copy of the normal");
    assert_eq!(float(&result[32..]).to_bits(), 3.0f32.to_bits());
    assert!(result[36..].iter().all(|byte| *byte == 0xEE), "no source has a tangent");
}

#[test]
fn fog_goes_to_the_alpha_of_the_second_colour() {
    let mut bench = Bench::new(Fvf::XYZRHW | Fvf::SPECULAR, 20);
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[0.0, 0.0, 4.0]), 12);
    let states = [
        (RenderState::FOGENABLE, 1),
        (RenderState::FOGVERTEXMODE, 3),
        (RenderState::FOGSTART, 2.0f32.to_bits()),
        (RenderState::FOGEND, 12.0f32.to_bits()),
    ];
    for (state, value) in states {
        bench.device.set_render_state(state, value).expect("set");
    }
    bench.process(0, 0, 1, None, NONE).expect("processed");
    assert_eq!(bench.result()[16..], [0, 0, 0, 204], "(12 - 4) / (12 - 2)");
}

/// Draws a triangle of the bound stream and reads the target.
fn picture(device: &mut Device) -> Vec<u8> {
    device.clear(None, ClearFlags::TARGET, 0xFF00_0000, 1.0, 0).expect("a clear");
    device.draw_primitive(PrimitiveType::TriangleList, 0, 1).expect("a draw");
    let target = device.get_back_buffer(0).expect("a target");
    let copy = device.create_offscreen_plain_surface(SIZE, SIZE, Format::X8R8G8B8, Pool::SystemMem);
    let copy = copy.expect("a surface");
    device.get_render_target_data(target, copy).expect("a copy");
    let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
    let pitch = lock.pitch() as usize;
    let rows = lock.bytes().chunks(pitch).flat_map(|row| &row[..SIZE as usize * 4]);
    let pixels = rows.copied().collect();
    device.unlock_rect(lock).expect("an unlock");
    pixels
}

#[test]
fn processed_vertices_draw_what_the_vertices_draw() {
    let mut bench = Bench::new(Fvf::XYZRHW | Fvf::DIFFUSE, 60);
    for (state, value) in [(RenderState::CULLMODE, 1), (RenderState::ZENABLE, 0)] {
        bench.device.set_render_state(state, value).expect("set");
    }
    bench.device.set_fvf(Fvf::XYZ | Fvf::NORMAL).expect("set");
    let vertices = [
        [-1.3, 0.9, 2.0, 0.0, 0.0, -1.0],
        [2.1, 1.7, 3.0, 0.6, 0.0, -0.8],
        [0.2, -1.1, 1.5, 0.0, -0.96, -0.28f32],
    ];
    bench.feed(&bytes(vertices.as_flattened()), 24);
    bench.transform(Transform::PROJECTION, PERSPECTIVE);
    white_light(&mut bench);
    let drawn = picture(&mut bench.device);
    bench.process(0, 0, 3, None, NONE).expect("processed");
    let to = bench.to;
    bench.device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("set");
    bench.device.set_stream_source(0, Some(to), 0, 20).expect("set");
    let again = picture(&mut bench.device);
    assert!(drawn.chunks(4).filter(|pixel| pixel[2] != 0).count() > 150, "a triangle");
    let apart = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 2;
    let wrong = drawn.iter().zip(&again).filter(|&pair| apart(pair)).count();
    assert_eq!(wrong, 0, "colours are within rounding, edges the same");
    bench.device.finish().expect("no error on the GPU");
}
