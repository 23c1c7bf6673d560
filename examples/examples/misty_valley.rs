//! A valley at dusk by a device of version 3: two textures a pixel, fog by vertex, trees keyed by colour, a lake blended over.
//!
//! `cargo run -p retrograph-examples --example misty_valley -- --headless valley.png`

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use image::RgbImage;
use retrograph_d3dim::Interface;
use retrograph_examples::demo::immediate::valley::{
    Corner, FORMAT, LAKE, REACH, TO_SUN, Textures, ground, trees,
};
use retrograph_examples::demo::immediate::{Immediate, Object, TARGET, pack};
use retrograph_examples::demo::{self, Result};
use retrograph_render::Gpu;

const EYE: Vec3 = Vec3::new(1.2, 3.4, -17.5);
const AT: Vec3 = Vec3::new(-0.9, 2.35, 0.0);
const MIST: u32 = 0x00D9_A184;
const STRIP: u32 = 5;

/// Render states.
mod state {
    pub(super) const Z: u32 = 7;
    pub(super) const Z_WRITE: u32 = 14;
    pub(super) const SOURCE: u32 = 19;
    pub(super) const DESTINATION: u32 = 20;
    pub(super) const CULL: u32 = 22;
    pub(super) const BLEND: u32 = 27;
    pub(super) const FOG: u32 = 28;
    pub(super) const FOG_COLOR: u32 = 34;
    pub(super) const COLOR_KEY: u32 = 41;
}

/// Texture stage states.
mod stage {
    pub(super) const COLOR: u32 = 1;
    pub(super) const COLOR_1: u32 = 2;
    pub(super) const COLOR_2: u32 = 3;
    pub(super) const ALPHA: u32 = 4;
    pub(super) const ALPHA_1: u32 = 5;
    pub(super) const ALPHA_2: u32 = 6;
    pub(super) const ADDRESS: u32 = 12;
    pub(super) const MAGNIFY: u32 = 16;
    pub(super) const MINIFY: u32 = 17;
    pub(super) const MIP: u32 = 18;
}

/// Renders the picture.
///
/// # Errors
/// The call that failed.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut made = Immediate::new(gpu, 3)?;
    let program = &mut made;
    let textures = Textures::new(program)?;
    let aspect = TARGET[0] as f32 / TARGET[1] as f32;
    viewport(program)?;
    transform(program, 1, Mat4::IDENTITY)?;
    transform(program, 2, look_at_mat4(EYE, AT, Vec3::Y))?;
    transform(program, 3, perspective(0.72, aspect, 0.6, 140.0))?;
    program.states(&[(state::CULL, 1), (state::FOG_COLOR, MIST)])?;
    // Fog by vertex: linear, between these distances.
    for (light, value) in [(4, 3), (5, 13.0f32.to_bits()), (6, 62.0f32.to_bits())] {
        program.on_device("SetLightState", &[light, value])?;
    }
    for index in 0..2 {
        program.stage(index, &[(stage::MAGNIFY, 2), (stage::MINIFY, 2), (stage::MIP, 3)])?;
    }
    program.on_device("BeginScene", &[])?;
    sky(program, &textures)?;
    land(program, &textures)?;
    lake(program, &textures)?;
    forest(program, &textures)?;
    mist(program, &textures)?;
    program.on_device("EndScene", &[])?;
    made.picture(gpu)
}

/// All of the target, by the usual clip volume.
fn viewport(program: &mut Immediate) -> Result<()> {
    let (d3d, device) = (program.d3d, program.device);
    let viewport = program.make(d3d, "CreateViewport", &[0], 0)?;
    program.call(device, "AddViewport", &[viewport])?;
    let [width, height] = TARGET;
    let floats = [-1.0f32, 1.0, 2.0, 2.0, 0.0, 1.0].map(f32::to_bits);
    let mut words = [44, 0, 0, width, height, 0, 0, 0, 0, 0, 0];
    words[5..].copy_from_slice(&floats);
    let viewport = (Interface::Direct3DViewport3, viewport);
    program.placed(&words, |program, words| program.call(viewport, "SetViewport2", &[words]))?;
    program.on_device("SetCurrentViewport", &[viewport.1])?;
    let whole = [0, 0, width, height];
    program.placed(&whole, |program, whole| {
        program.call(viewport, "Clear2", &[1, whole, 3, MIST, 1.0f32.to_bits(), 0])
    })
}

fn transform(program: &mut Immediate, which: u32, matrix: Mat4) -> Result<()> {
    program
        .placed(&matrix.to_cols_array(), |program, words| program.on_device("SetTransform", &[which, words]))
}

fn texture(program: &mut Immediate, index: u32, texture: Option<Object>) -> Result<()> {
    program.on_device("SetTexture", &[index, texture.map_or(0, |texture| texture.1)])
}

/// What stage 1 does with its texture (colour operation); without one it does nothing.
fn second(program: &mut Immediate, texture_and_operation: Option<(Object, u32)>) -> Result<()> {
    texture(program, 1, texture_and_operation.map(|found| found.0))?;
    let operation = texture_and_operation.map_or(1, |found| found.1);
    program.stage(
        1,
        &[
            (stage::COLOR, operation),
            (stage::COLOR_1, 2),
            (stage::COLOR_2, 1),
            (stage::ALPHA, if operation == 1 { 1 } else { 3 }),
        ],
    )
}

fn blend(program: &mut Immediate, factors: Option<(u32, u32)>) -> Result<()> {
    let (source, destination) = factors.unwrap_or((2, 1));
    program.states(&[
        (state::BLEND, factors.is_some().into()),
        (state::SOURCE, source),
        (state::DESTINATION, destination),
        (state::Z_WRITE, factors.is_none().into()),
    ])
}

fn draw(program: &mut Immediate, corners: &[Corner]) -> Result<()> {
    let count = u32::try_from(corners.len())?;
    program.placed(corners, |program, corners| {
        program.on_device("DrawPrimitive", &[STRIP, FORMAT, corners, count, 0])
    })
}

/// A square across the view at `center`.
fn across(center: Vec3, size: [f32; 2], color: u32, uv: [f32; 4]) -> [Corner; 4] {
    let right = Vec3::Y.cross(center - EYE).normalize() * size[0] * 0.5;
    let up = Vec3::Y * size[1] * 0.5;
    let [u, v, width, height] = uv;
    [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| Corner {
        place: (center + right * x + up * y).into(),
        color,
        uv: [[u + width * (x * 0.5 + 0.5), v + height * (0.5 - y * 0.5)], [0.0; 2]],
    })
}

/// A gradient, wisps of cloud, and the sun's glow, without fog and depth.
fn sky(program: &mut Immediate, textures: &Textures) -> Result<()> {
    program.states(&[(state::Z, 0), (state::FOG, 0)])?;
    texture(program, 0, None)?;
    second(program, None)?;
    let ring = |degrees: f32, color: Vec3| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [-1.0f32, 1.0].map(|side| Corner {
            place: (EYE + Vec3::new(side * 60.0, sin * 40.0, cos * 40.0)).into(),
            color: pack(color.extend(1.0)),
            uv: [[0.0; 2]; 2],
        })
    };
    let bands = [
        (-8.0, Vec3::new(0.85, 0.63, 0.52)),
        (1.0, Vec3::new(0.93, 0.68, 0.52)),
        (5.0, Vec3::new(0.96, 0.72, 0.52)),
        (9.0, Vec3::new(0.78, 0.62, 0.60)),
        (16.0, Vec3::new(0.46, 0.48, 0.62)),
        (34.0, Vec3::new(0.20, 0.27, 0.46)),
    ];
    let strip: Vec<Corner> = bands.into_iter().flat_map(|(degrees, color)| ring(degrees, color)).collect();
    draw(program, &strip)?;
    let away = |distance: f32, lift: f32| EYE + (TO_SUN + Vec3::Y * lift).normalize() * distance;
    texture(program, 0, Some(textures.glow))?;
    blend(program, Some((2, 2)))?;
    draw(program, &across(away(100.0, 0.02), [70.0, 52.0], 0xFF8C_4A24, [0.0, 0.0, 1.0, 1.0]))?;
    draw(program, &across(away(100.0, 0.02), [22.0, 22.0], 0xFFFF_C88C, [0.0, 0.0, 1.0, 1.0]))?;
    draw(program, &across(away(100.0, 0.02), [8.0, 8.0], 0xFFFF_FFF0, [0.0, 0.0, 1.0, 1.0]))?;
    texture(program, 0, Some(textures.wisps))?;
    program.stage(0, &[(stage::ALPHA, 4), (stage::ALPHA_1, 2), (stage::ALPHA_2, 0)])?;
    blend(program, Some((5, 6)))?;
    let far = EYE + Vec3::new(0.0, 14.0, 60.0);
    draw(program, &across(far, [150.0, 13.0], 0xC8FF_C4A0, [0.0, 0.0, 2.2, 1.0]))?;
    draw(program, &across(far + Vec3::Y * 8.0, [170.0, 16.0], 0x9090_8CA8, [0.37, 0.0, 1.8, 1.0]))?;
    blend(program, None)
}

/// Grain in stage 0, which the light of the vertices colours, and shadows of clouds in stage 1.
fn land(program: &mut Immediate, textures: &Textures) -> Result<()> {
    program.states(&[(state::Z, 1), (state::FOG, 1)])?;
    texture(program, 0, Some(textures.grain))?;
    program.stage(0, &[(stage::COLOR, 5)])?;
    second(program, Some((textures.shade, 4)))?;
    let (corners, indices) = ground();
    let counts = [u32::try_from(corners.len())?, u32::try_from(indices.len())?];
    program.placed(&corners, |program, corners| {
        program.placed(&indices, |program, indices| {
            let args = [4, FORMAT, corners, counts[0], indices, counts[1], 0];
            program.on_device("DrawIndexedPrimitive", &args)
        })
    })
}

/// Two layers of ripples over what is below, and the sun on them.
fn lake(program: &mut Immediate, textures: &Textures) -> Result<()> {
    texture(program, 0, Some(textures.ripples))?;
    program.stage(0, &[(stage::COLOR, 4), (stage::ALPHA, 3), (stage::ALPHA_1, 2), (stage::ALPHA_2, 0)])?;
    second(program, Some((textures.ripples, 8)))?;
    blend(program, Some((5, 6)))?;
    let mut strip = Vec::new();
    for row in 0..60u16 {
        strip.clear();
        for column in 0..=60u16 {
            for far in [0, 1] {
                let at = |step: u16| (f32::from(step) / 60.0 * 2.0 - 1.0) * REACH * 0.6;
                let (x, z) = (at(column), at(row + far) + 8.0);
                strip.push(water(x, z));
            }
        }
        draw(program, &strip)?;
    }
    blend(program, None)
}

fn water(x: f32, z: f32) -> Corner {
    let to_eye = (EYE - Vec3::new(x, LAKE, z)).normalize();
    // The flatter the look, the more the sky is mirrored.
    let mirrored = (1.0 - to_eye.y).powf(3.0).clamp(0.0, 1.0);
    let mut bounced = -to_eye;
    bounced.y = -bounced.y;
    let glint = bounced.dot(TO_SUN.normalize()).max(0.0).powf(40.0);
    let color = Vec3::new(0.16, 0.24, 0.34).lerp(Vec3::new(0.92, 0.72, 0.62), mirrored * 0.8)
        + Vec3::new(0.9, 0.55, 0.25) * glint;
    let color = pack((color * 1.25).extend(0.62 + 0.33 * mirrored));
    Corner { place: [x, LAKE, z], color, uv: [[x * 0.10, z * 0.05], [x * 0.23 + 0.4, z * 0.11]] }
}

/// Keyed trees: what has the key's colour is not drawn, and needs no order.
fn forest(program: &mut Immediate, textures: &Textures) -> Result<()> {
    program.states(&[(state::COLOR_KEY, 1)])?;
    texture(program, 0, Some(textures.trees))?;
    program.stage(0, &[(stage::COLOR, 5), (stage::ADDRESS, 3)])?;
    second(program, None)?;
    for tree in trees(EYE) {
        draw(program, &tree)?;
    }
    program.states(&[(state::COLOR_KEY, 0)])?;
    program.stage(0, &[(stage::COLOR, 4), (stage::ADDRESS, 1)])
}

/// Wisps of mist over the lake.
fn mist(program: &mut Immediate, textures: &Textures) -> Result<()> {
    program.states(&[(state::FOG, 0)])?;
    texture(program, 0, Some(textures.wisps))?;
    program.stage(0, &[(stage::ALPHA, 4), (stage::ALPHA_1, 2), (stage::ALPHA_2, 0)])?;
    blend(program, Some((5, 6)))?;
    for layer in 0..5u16 {
        let step = f32::from(layer);
        let center = Vec3::new(1.0 - step, 1.0 + 0.25 * step, 26.0 - step * 6.5);
        draw(program, &across(center, [64.0, 3.2], 0x58F0_C8B0, [0.31 * step, 0.0, 1.4, 1.0]))?;
    }
    blend(program, None)
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("misty_valley", render)
}
