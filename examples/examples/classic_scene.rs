//! A colonnade at dusk by the fixed-function pipeline alone: light through a rose window, with stencil shadows.
//!
//! `cargo run -p retrograph-examples --example classic_scene -- --headless colonnade.png`

use glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3, Vec4};
use image::RgbImage;
use retrograph_d3d9::types::values::{Blend, CullMode, TextureAddress};
use retrograph_d3d9::types::{
    ClearFlags, Fvf, Light, LightType, Material, PrimitiveType, RenderState as Rs, SamplerStateType,
    TextureStageState as Ts, Transform,
};
use retrograph_d3d9::{Device, TextureId};
use retrograph_examples::demo::classic::{paint, shadow, shapes};
use retrograph_examples::demo::fixed::{lamp, lights, material, reset_stage, stage, states, sun, transform};
use retrograph_examples::demo::texture::{blend, smooth_sampler};
use retrograph_examples::demo::{self, Canvas, Geometry, Mesh, Result};
use retrograph_render::Gpu;

const EYE: Vec3 = Vec3::new(1.4, 3.1, 9.6);
const AT: Vec3 = Vec3::new(0.35, 1.55, 0.0);
/// Where the light behind the window is.
const WINDOW: Vec3 = Vec3::new(-6.5, 9.5, -5.5);
const FOG: u32 = 0x0023_2C44;

/// A lamp between the columns: where it is, and its colour.
const LAMPS: [(Vec3, Vec3); 4] = [
    (Vec3::new(4.3, 1.35, 1.3), Vec3::new(1.0, 0.50, 0.16)),
    (Vec3::new(-4.3, 1.35, 1.3), Vec3::new(0.12, 0.72, 0.85)),
    (Vec3::new(4.3, 1.35, -5.5), Vec3::new(0.95, 0.28, 0.20)),
    (Vec3::new(-4.3, 1.35, -5.5), Vec3::new(0.40, 0.36, 0.95)),
];

/// A body, what it is made of, and whether it mirrors.
struct Thing {
    geometry: Geometry,
    mesh: Mesh,
    material: Material,
    texture: TextureId,
    mirrors: bool,
}

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let view = look_at_mat4(EYE, AT, Vec3::Y);
    let planes = ClearFlags::TARGET | ClearFlags::ZBUFFER | ClearFlags::STENCIL;
    canvas.device.clear(None, planes, 0, 1.0, 0)?;
    states(&mut canvas.device, &[(Rs::LIGHTING, 0)])?;
    canvas.gradient(0xff04_060d, 0xff5a_6a9a)?;
    let aspect = canvas.aspect();
    let device = &mut canvas.device;
    transform(device, Transform::VIEW, view)?;
    transform(device, Transform::PROJECTION, perspective(0.68, aspect, 0.5, 120.0))?;
    let things = things(device)?;
    states(device, &[(Rs::CULLMODE, CullMode::None.into()), (Rs::LIGHTING, 1), (Rs::SPECULARENABLE, 1)])?;
    for sampler in 0..2 {
        smooth_sampler(device, sampler, true)?;
    }
    fog(device, FOG)?;
    room(device, &things)?;
    shadows(device, &things)?;
    window(device, view, &things)?;
    glows(device)?;
    canvas.picture()
}

fn things(device: &mut Device) -> Result<Vec<Thing>> {
    let (stone, slabs) = (paint::stone(device)?, paint::slabs(device)?);
    let sphere_map = paint::sphere_map(device)?;
    let marble = material(Vec3::ONE, 0.15, 12.0);
    let mut things = Vec::new();
    let mut add = |geometry: Geometry, material: Material, texture: TextureId, mirrors: bool| {
        let mesh = geometry.upload(device)?;
        things.push(Thing { geometry, mesh, material, texture, mirrors });
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    let floor = shapes::floor(Vec2::new(-16.0, -34.0), Vec2::new(16.0, 9.0), 180, 240).tiled(0.5, 0.5);
    add(floor, material(Vec3::ONE, 0.55, 24.0), slabs, false)?;
    for row in 0..6u8 {
        for side in [-4.3, 4.3] {
            add(shapes::column(Vec3::new(side, 0.0, 3.0 - f32::from(row) * 3.4)), marble, stone, false)?;
        }
    }
    add(shapes::pedestal(Vec3::ZERO), marble, stone, false)?;
    let stand = Mat4::from_translation(Vec3::new(0.0, 2.08, 0.0)) * Mat4::from_rotation_y(0.5);
    let knot = knot().transformed(stand);
    add(knot, material(Vec3::new(0.95, 0.96, 1.0), 0.9, 40.0), sphere_map, true)?;
    for (center, radius, color) in [
        (Vec3::new(-1.95, 0.55, 2.0), 0.55, Vec3::new(1.0, 0.74, 0.30)),
        (Vec3::new(2.3, 0.42, 2.5), 0.42, Vec3::new(0.97, 0.52, 0.40)),
        (Vec3::new(0.6, 0.3, 3.6), 0.3, Vec3::new(0.75, 0.86, 1.0)),
    ] {
        add(shapes::ball(center, radius, 56), material(color, 0.9, 40.0), sphere_map, true)?;
    }
    Ok(things)
}

/// The knot that stands on the pedestal, of fewer triangles than others, since each casts a shadow.
fn knot() -> Geometry {
    Geometry::knot([220, 26], [2.0, 3.0], 1.0, 0.24)
}

fn fog(device: &mut Device, color: u32) -> Result<()> {
    let [start, end] = [9.0f32, 30.0].map(f32::to_bits);
    states(
        device,
        &[
            (Rs::FOGENABLE, 1),
            (Rs::FOGVERTEXMODE, 3),
            (Rs::RANGEFOGENABLE, 1),
            (Rs::FOGSTART, start),
            (Rs::FOGEND, end),
            (Rs::FOGCOLOR, color),
        ],
    )
}

/// Everything by the sky, the moon and the lamps; mirrors show the sphere map.
fn room(device: &mut Device, things: &[Thing]) -> Result<()> {
    let mut on = vec![sun(Vec3::new(-0.35, -0.5, -0.8), Vec3::new(0.20, 0.24, 0.36))];
    on.extend(LAMPS.iter().map(|&(place, color)| lamp(place, color * 2.2, 1.15)));
    lights(device, &on)?;
    states(device, &[(Rs::AMBIENT, 0x0022_2838)])?;
    for thing in things {
        mirror(device, thing.mirrors)?;
        let mut material = thing.material;
        if thing.mirrors {
            // The map is all the light there is but for highlights.
            material.emissive = material.diffuse;
        }
        device.set_material(&material)?;
        device.set_texture(0, Some(thing.texture))?;
        thing.mesh.draw(device)?;
    }
    mirror(device, false)
}

/// Coordinates of stage 0 from a sphere map, or from the mesh.
fn mirror(device: &mut Device, on: bool) -> Result<()> {
    stage(device, 0, &[(Ts::TEXCOORDINDEX, if on { 4 << 16 } else { 0 })])
}

/// Counts in the stencil which pixels are in the shadow of the window's light.
fn shadows(device: &mut Device, things: &[Thing]) -> Result<()> {
    states(
        device,
        &[
            (Rs::LIGHTING, 0),
            (Rs::FOGENABLE, 0),
            (Rs::COLORWRITEENABLE, 0),
            (Rs::ZWRITEENABLE, 0),
            (Rs::STENCILENABLE, 1),
            (Rs::TWOSIDEDSTENCILMODE, 1),
            // What is behind the picture counts: in front of a volume's back, behind its front.
            (Rs::STENCILZFAIL, 7),
            (Rs::CCW_STENCILZFAIL, 8),
        ],
    )?;
    device.set_texture(0, None)?;
    device.set_fvf(Fvf::XYZ)?;
    for thing in &things[1..] {
        let volume = shadow::volume(&thing.geometry, WINDOW, 40.0);
        let triangles = u32::try_from(volume.len() / 3)?;
        device.draw_primitive_up(
            PrimitiveType::TriangleList,
            triangles,
            bytemuck::cast_slice(&volume),
            12,
        )?;
    }
    states(device, &[(Rs::COLORWRITEENABLE, 15), (Rs::STENCILZFAIL, 1), (Rs::CCW_STENCILZFAIL, 1)])
}

/// Adds the light that falls through the window, where there is no shadow.
fn window(device: &mut Device, view: Mat4, things: &[Thing]) -> Result<()> {
    let target = Vec3::new(0.55, 0.0, 1.6);
    let key = Light {
        kind: LightType::SPOT,
        diffuse: [1.0; 4],
        specular: [1.0; 4],
        position: WINDOW.into(),
        direction: (target - WINDOW).into(),
        range: 60.0,
        attenuation: [0.8, 0.0, 0.0],
        theta: 0.8,
        phi: 1.1,
        falloff: 1.0,
        ..Light::DEFAULT
    };
    lights(device, &[key])?;
    states(
        device,
        &[
            (Rs::LIGHTING, 1),
            (Rs::AMBIENT, 0),
            (Rs::STENCILFUNC, 3),
            (Rs::CCW_STENCILFUNC, 3),
            (Rs::STENCILREF, 0),
        ],
    )?;
    // Light that fog swallows is black.
    fog(device, 0)?;
    blend(device, Some((Blend::One.into(), Blend::One.into())))?;
    let rose = paint::rose(device)?;
    device.set_texture(1, Some(rose))?;
    for state in [SamplerStateType::ADDRESSU, SamplerStateType::ADDRESSV] {
        device.set_sampler_state(1, state, TextureAddress::Border.into())?;
    }
    // From the eye's space back to the world, into the window's view, and onto its picture.
    let picture = Mat4::from_cols(
        Vec4::new(0.5, 0.0, 0.0, 0.0),
        Vec4::new(0.0, -0.5, 0.0, 0.0),
        Vec4::ZERO,
        Vec4::new(0.5, 0.5, 1.0, 1.0),
    );
    let beam = perspective(0.78, 1.0, 1.0, 60.0) * look_at_mat4(WINDOW, target, Vec3::Y);
    transform(device, Transform::TEXTURE1, picture * beam * view.inverse())?;
    stage(
        device,
        1,
        &[
            (Ts::COLOROP, 5),
            (Ts::COLORARG1, 2),
            (Ts::COLORARG2, 1),
            (Ts::TEXCOORDINDEX, 2 << 16),
            (Ts::TEXTURETRANSFORMFLAGS, 0x103),
        ],
    )?;
    // Highlights would be white on coloured light.
    states(device, &[(Rs::SPECULARENABLE, 0)])?;
    for thing in things.iter().filter(|thing| !thing.mirrors) {
        device.set_material(&thing.material)?;
        device.set_texture(0, Some(thing.texture))?;
        thing.mesh.draw(device)?;
    }
    reset_stage(device, 1)?;
    device.set_texture(1, None)?;
    states(device, &[(Rs::STENCILENABLE, 0), (Rs::TWOSIDEDSTENCILMODE, 0)])
}

/// The lamps themselves: sprites that shrink with distance.
fn glows(device: &mut Device) -> Result<()> {
    let glow = paint::glow(device)?;
    device.set_texture(0, Some(glow))?;
    states(
        device,
        &[
            (Rs::LIGHTING, 0),
            (Rs::POINTSPRITEENABLE, 1),
            (Rs::POINTSCALEENABLE, 1),
            (Rs::POINTSCALE_A, 0),
            (Rs::POINTSCALE_B, 0),
            (Rs::POINTSCALE_C, 1f32.to_bits()),
            (Rs::POINTSIZE, 1.3f32.to_bits()),
            (Rs::POINTSIZE_MAX, 4096f32.to_bits()),
        ],
    )?;
    let mut vertices = Vec::new();
    for (place, color) in LAMPS {
        vertices.extend(place.to_array().into_iter().flat_map(f32::to_le_bytes));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is 0–255")]
        let [r, g, b] = (color * 255.0).to_array().map(|lane| lane as u8);
        vertices.extend([b, g, r, 255]);
    }
    device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE)?;
    device.draw_primitive_up(PrimitiveType::PointList, u32::try_from(LAMPS.len())?, &vertices, 16)?;
    Ok(())
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("classic_scene", render)
}
