//! Fixed and programmable passes over the same vertices agree in depth to the bit.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, Fvf, Matrix, MultiSample, PrimitiveType, RenderState, Transform,
};
use retrograph_d3d9::{Device, Format};

use super::support::{Probe, SIZE, Show, assemble, words};

const SHADER: &str = "vs_2_0
    dcl_position v0
    m4x4 oPos, v0, c0
    mov oD0, c4";

/// Numbers that no float holds exactly.
const WORLD: Matrix = [
    [0.613, 0.271, -0.137, 0.0],
    [-0.291, 0.577, 0.193, 0.0],
    [0.117, -0.171, 0.701, 0.0],
    [0.033, -0.071, 0.319, 1.0],
];
const VIEW: Matrix = [
    [0.933, 0.051, 0.117, 0.0],
    [-0.043, 0.971, -0.091, 0.0],
    [-0.121, 0.083, 0.957, 0.0],
    [0.017, 0.029, 2.113, 1.0],
];
const PROJECTION: Matrix =
    [[1.303, 0.0, 0.0, 0.0], [0.0, 1.737, 0.0, 0.0], [0.0, 0.0, 1.0101, 1.0], [0.0, 0.0, -0.10101, 0.0]];

/// The product for row vectors, as a program computes it: World·View first.
fn product(left: Matrix, right: Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|lane| (0..4).map(|i| left[row][i] * right[i][lane]).sum()))
}

fn bumpy(seed: u32) -> Vec<u32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..60).flat_map(|_| words([next() * 1.5, next() * 1.5, next() * 0.5])).collect()
}

#[test]
fn equal_matrices_give_equal_depth() {
    let mut probe = Probe::new();
    let depth =
        probe.device.create_depth_stencil_surface(SIZE, SIZE, Format::D24S8, MultiSample::NONE, 0, false);
    probe.device.set_depth_stencil_surface(Some(depth.expect("a surface"))).expect("set");
    // World alone, so that the product is the program's whatever order a product has.
    let whole = product(product(WORLD, VIEW), PROJECTION);
    probe.transform(Transform::WORLD, whole);
    probe.transform(Transform::PROJECTION, super::support::IDENTITY);
    let rows: Vec<[f32; 4]> = (0..4).map(|lane| std::array::from_fn(|row| whole[row][lane])).collect();
    probe.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    probe.device.set_vertex_shader_constant_f(4, &[[1.0; 4]]).expect("set");
    let shader = probe.device.create_vertex_shader(&assemble(SHADER)).expect("a shader");
    probe.device.set_fvf(Fvf::XYZ).expect("set");
    probe.show(Show::Diffuse);
    for seed in 0..24 {
        let vertices = bumpy(seed);
        let passes = if seed % 2 == 0 { [None, Some(shader)] } else { [Some(shader), None] };
        let planes = ClearFlags::TARGET | ClearFlags::ZBUFFER;
        probe.device.clear(None, planes, 0, 1.0, 0).expect("a clear");
        probe.set(&[(RenderState::ZENABLE, 1), (RenderState::ZFUNC, 4), (RenderState::COLORWRITEENABLE, 1)]);
        probe.device.set_vertex_shader(passes[0]).expect("set");
        probe.draw(PrimitiveType::TriangleList, 20, &vertices, 3);
        // Equal depths only: every pixel of the first pass is drawn again.
        probe.set(&[(RenderState::ZFUNC, 3), (RenderState::COLORWRITEENABLE, 2)]);
        probe.device.set_vertex_shader(passes[1]).expect("set");
        probe.draw(PrimitiveType::TriangleList, 20, &vertices, 3);
        let pixels = probe.pixels();
        assert!(pixels.iter().any(|pixel| pixel[0] == 1.0), "seed {seed} draws something");
        for pixel in pixels {
            assert_eq!(pixel[0], pixel[1], "seed {seed}");
        }
    }
    probe.finish();
}

#[test]
fn constants_of_shaders_are_left_alone() {
    let mut probe = Probe::new();
    probe.device.set_fvf(Fvf::XYZ).expect("set");
    let rows =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.5, 0.25, 0.75, 1.0]];
    probe.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    let shader = probe.device.create_vertex_shader(&assemble(SHADER)).expect("a shader");
    for _ in 0..3 {
        probe.device.set_vertex_shader(None).expect("set");
        assert_eq!(probe.vertex(Show::Diffuse, &words([0.0, 0.0, 5.0])), [1.0; 4]);
        probe.device.set_vertex_shader(Some(shader)).expect("set");
        assert_eq!(probe.vertex(Show::Diffuse, &words([0.0, 0.0, 5.0])), rows[4]);
    }
    probe.finish();
}

#[test]
fn a_device_needs_no_more_than_its_defaults() {
    let direct3d = retrograph_d3d9::Direct3D9::new().expect("an adapter");
    let device = direct3d.create_device(
        &retrograph_d3d9::types::PresentParameters {
            back_buffer_width: 8,
            back_buffer_height: 8,
            ..Default::default()
        },
        CreateFlags::HARDWARE_VERTEXPROCESSING,
    );
    let mut device: Device = device.expect("a device");
    // Lighting is on, no light is, the material is black.
    device.set_fvf(Fvf::XYZ).expect("set");
    let vertices: Vec<u8> = [[-1.0f32, 1.0, 0.5], [3.0, 1.0, 0.5], [-1.0, -3.0, 0.5]]
        .concat()
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    device.clear(None, ClearFlags::TARGET, 0xFF20_4060, 1.0, 0).expect("a clear");
    device.draw_primitive_up(PrimitiveType::TriangleList, 1, &vertices, 12).expect("a draw");
    device.finish().expect("no error on the GPU");
    assert_eq!(device.unsupported(), []);
}
