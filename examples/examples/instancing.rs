//! Six thousand cubes in six draws: streams of instances, shaded face by face.
//!
//! `cargo run -p retrograph-examples --example instancing -- --headless cubes.png`

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat3, Quat, Vec3, Vec3Swizzles as _};
use image::RgbImage;
use retrograph_d3d9::types::values::{CullMode, STREAMSOURCE_INDEXEDDATA, STREAMSOURCE_INSTANCEDATA};
use retrograph_d3d9::types::{ClearFlags, DeclType, DeclUsage, PrimitiveType, RenderState, VertexElement};
use retrograph_examples::demo::mesh::{index_buffer, vertex_buffer};
use retrograph_examples::demo::{self, Canvas, Program, Result, hsv, mix, rows};
use retrograph_render::Gpu;

const CUBES: u16 = 6000;
const BACKGROUND: Vec3 = Vec3::new(0.055, 0.06, 0.09);

/// One cube: the rows of its matrix, and the colours of its six faces.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Instance {
    rows: [[f32; 4]; 3],
    faces: [[f32; 4]; 6],
}

const FACES: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let camera = perspective(0.6, canvas.aspect(), 1.0, 200.0)
        * look_at_mat4(Vec3::new(0.0, 27.0, -43.0), Vec3::new(0.0, -1.6, -2.2), Vec3::Y);
    canvas.device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    canvas.gradient(0xff07_080d, 0xff14_1622)?;
    let device = &mut canvas.device;
    let program = Program::new(
        device,
        include_bytes!("../shaders/instanced.vs_3_0.dxso"),
        include_bytes!("../shaders/instanced.ps_3_0.dxso"),
    )?;
    program.bind(device)?;
    program.vertex(device, "vp", &rows(camera))?;
    device.set_render_state(RenderState::CULLMODE, CullMode::None.into())?;

    let corners: Vec<[f32; 3]> = FACES.iter().flat_map(|normal| face(*normal)).collect();
    let corners = vertex_buffer(device, bytemuck::cast_slice(&corners))?;
    let instances: Vec<Instance> = (0..CUBES).map(instance).collect();
    let stride = u32::try_from(size_of::<Instance>())?;
    let instances = vertex_buffer(device, bytemuck::cast_slice(&instances))?;
    let indices = index_buffer(device, &[0, 1, 2, 2, 1, 3])?;
    device.set_indices(Some(indices))?;
    device.set_stream_source_freq(0, STREAMSOURCE_INDEXEDDATA | u32::from(CUBES))?;
    device.set_stream_source_freq(1, STREAMSOURCE_INSTANCEDATA | 1)?;
    for number in 0..6u16 {
        let row = |index: u8| {
            VertexElement::new(1, u16::from(index) * 16, DeclType::Float4, DeclUsage::Texcoord, index + 1)
        };
        let declaration = device.create_vertex_declaration(&[
            VertexElement::new(0, 0, DeclType::Float3, DeclUsage::Position, 0),
            row(0),
            row(1),
            row(2),
            VertexElement::new(1, 48 + number * 16, DeclType::Float4, DeclUsage::Color, 0),
        ])?;
        device.set_vertex_declaration(Some(declaration))?;
        device.set_stream_source(0, Some(corners), u32::from(number) * 48, 12)?;
        device.set_stream_source(1, Some(instances), 0, stride)?;
        device.draw_indexed_primitive(PrimitiveType::TriangleList, 0, 0, 4, 0, 2)?;
    }
    canvas.picture()
}

/// The corners of the cube's face in direction `normal`.
fn face(normal: Vec3) -> [[f32; 3]; 4] {
    let side = normal.yzx();
    let up = normal.cross(side);
    [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(x, y)| (normal + side * x + up * y).into())
}

/// Cube `number` of a sunflower, on waves.
fn instance(number: u16) -> Instance {
    let golden = 2.399_963_2;
    let n = f32::from(number);
    let reach = 0.31 * n.sqrt();
    let angle = n * golden;
    let wave = (reach * 0.62).cos() * (-reach * 0.05).exp();
    let position = Vec3::new(reach * angle.cos(), 2.6 * wave, reach * angle.sin());
    let turn = Quat::from_rotation_y(-angle) * Quat::from_rotation_z((reach * 0.62).sin() * 0.9);
    let scale = Vec3::new(0.17, 0.17 + 0.32 * (wave * 0.5 + 0.5), 0.17) * (0.75 + reach * 0.018);
    let matrix = Mat3::from_quat(turn) * Mat3::from_diagonal(scale);
    let base = hsv(0.58 + 0.40 * (0.5 + 0.5 * wave) + reach * 0.006, 0.66, 1.0);
    let faces = FACES.map(|normal| {
        let color = shade(base, position, turn * normal);
        mix(color, BACKGROUND, 17.0, 25.5, reach).extend(1.0).into()
    });
    let rows = [0, 1, 2].map(|i| matrix.row(i).extend(position[i]).into());
    Instance { rows, faces }
}

/// A warm key light, a cool rim light, and less of both in the hollows.
fn shade(base: Vec3, position: Vec3, normal: Vec3) -> Vec3 {
    let key = normal.dot(Vec3::new(-0.5, 0.75, -0.45).normalize()).max(0.0);
    let rim = normal.dot(Vec3::new(0.7, 0.2, 0.65).normalize()).max(0.0);
    let open = 0.45 + 0.55 * ((position.y + 2.0) / 4.5).clamp(0.0, 1.0);
    base * (Vec3::new(1.28, 1.12, 0.95) * key
        + Vec3::new(0.13, 0.17, 0.28)
        + Vec3::new(0.25, 0.4, 0.75) * rim)
        * open
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("instancing", render)
}
