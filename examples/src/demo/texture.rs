//! Procedural textures.

use glam::{Vec3, Vec4};
use half::f16;
use retrograph_d3d9::types::values::{TextureAddress, TextureFilter};
use retrograph_d3d9::types::{CubeFace, LockFlags, Pool, RenderState, SamplerStateType, Usage};
use retrograph_d3d9::{Device, Format, SurfaceId, TextureId};

use super::Result;

/// A square texture of 8 bits a channel with all its levels; `color` gives linear colours 0–1 from coordinates 0–1.
///
/// # Errors
/// Those of the device.
pub fn square(device: &mut Device, edge: u16, color: impl Fn(f32, f32) -> Vec4) -> Result<TextureId> {
    let texture = device.create_texture(
        edge.into(),
        edge.into(),
        0,
        Usage::empty(),
        Format::A8R8G8B8,
        Pool::Managed,
    )?;
    let mut edge = edge;
    let at = |i: u16, edge: u16| (f32::from(i) + 0.5) / f32::from(edge);
    let mut texels: Vec<Vec4> = (0..edge)
        .flat_map(|y| (0..edge).map(move |x| (x, y)))
        .map(|(x, y)| color(at(x, edge), at(y, edge)))
        .collect();
    for level in 0.. {
        let surface = device.get_surface_level(texture, level)?;
        store(device, surface, usize::from(edge) * 4, texels.iter().flat_map(|texel| bgra(*texel)))?;
        if edge == 1 {
            break;
        }
        texels = halve(&texels, usize::from(edge));
        edge /= 2;
    }
    Ok(texture)
}

/// A cube map of half floats; `color` gives linear colours, which may exceed 1, from unit directions.
///
/// # Errors
/// Those of the device.
pub fn cube(device: &mut Device, edge: u16, color: impl Fn(Vec3) -> Vec3) -> Result<TextureId> {
    let texture =
        device.create_cube_texture(edge.into(), 1, Usage::empty(), Format::A16B16G16R16F, Pool::Managed)?;
    // The direction of the centre of each face, and those in which its columns and rows run.
    let faces = [
        (CubeFace::PositiveX, Vec3::X, -Vec3::Z, -Vec3::Y),
        (CubeFace::NegativeX, -Vec3::X, Vec3::Z, -Vec3::Y),
        (CubeFace::PositiveY, Vec3::Y, Vec3::X, Vec3::Z),
        (CubeFace::NegativeY, -Vec3::Y, Vec3::X, -Vec3::Z),
        (CubeFace::PositiveZ, Vec3::Z, Vec3::X, -Vec3::Y),
        (CubeFace::NegativeZ, -Vec3::Z, -Vec3::X, -Vec3::Y),
    ];
    let at = |i: u16| (f32::from(i) + 0.5) / f32::from(edge) * 2.0 - 1.0;
    for (face, center, right, down) in faces {
        let surface = device.get_cube_map_surface(texture, face, 0)?;
        let texels = (0..edge).flat_map(|y| (0..edge).map(move |x| (x, y))).flat_map(|(x, y)| {
            let color = color((center + right * at(x) + down * at(y)).normalize());
            color.extend(1.0).to_array().map(|channel| f16::from_f32(channel).to_le_bytes()).concat()
        });
        store(device, surface, usize::from(edge) * 8, texels)?;
    }
    Ok(texture)
}

/// A colour cube for grading: 16 texels in each direction, from the colour before to the colour after.
///
/// # Errors
/// Those of the device.
pub fn color_cube(device: &mut Device, grade: impl Fn(Vec3) -> Vec3) -> Result<TextureId> {
    let texture =
        device.create_volume_texture(16, 16, 16, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed)?;
    let mut lock = device.lock_box(texture, 0, None, LockFlags::empty())?;
    let (row, slice) = (lock.row_pitch() as usize, lock.slice_pitch() as usize);
    for (z, y, x) in (0..16u8).flat_map(|z| (0..16u8).flat_map(move |y| (0..16u8).map(move |x| (z, y, x)))) {
        let before = Vec3::new(f32::from(x), f32::from(y), f32::from(z)) / 15.0;
        let at = usize::from(z) * slice + usize::from(y) * row + usize::from(x) * 4;
        lock.bytes_mut()[at..at + 4].copy_from_slice(&bgra(grade(before).extend(1.0)));
    }
    device.unlock_box(lock)?;
    Ok(texture)
}

/// A normal map of the height field `height` (coordinates 0–1, which wrap); `depth` scales its slopes.
///
/// # Errors
/// Those of the device.
pub fn normal_map(
    device: &mut Device,
    edge: u16,
    depth: f32,
    height: impl Fn(f32, f32) -> f32,
) -> Result<TextureId> {
    let step = 0.5 / f32::from(edge);
    square(device, edge, |u, v| {
        let slope = |du: f32, dv: f32| (height(u + du, v + dv) - height(u - du, v - dv)) / (2.0 * step);
        let normal = Vec3::new(-slope(step, 0.0) * depth, -slope(0.0, step) * depth, 1.0).normalize();
        (normal * 0.5 + 0.5).extend(1.0)
    })
}

/// Makes a sampler filter smoothly, with levels, and wrap (or clamp).
///
/// # Errors
/// Those of the device.
pub fn smooth_sampler(device: &mut Device, sampler: u32, wrap: bool) -> Result<()> {
    let linear = TextureFilter::Linear.into();
    for state in [SamplerStateType::MAGFILTER, SamplerStateType::MINFILTER, SamplerStateType::MIPFILTER] {
        device.set_sampler_state(sampler, state, linear)?;
    }
    let address = if wrap { TextureAddress::Wrap } else { TextureAddress::Clamp };
    for state in [SamplerStateType::ADDRESSU, SamplerStateType::ADDRESSV, SamplerStateType::ADDRESSW] {
        device.set_sampler_state(sampler, state, address.into())?;
    }
    Ok(())
}

/// Turns blending on with these factors, or off.
///
/// # Errors
/// Those of the device.
pub fn blend(device: &mut Device, factors: Option<(u32, u32)>) -> Result<()> {
    device.set_render_state(RenderState::ALPHABLENDENABLE, factors.is_some().into())?;
    if let Some((source, destination)) = factors {
        device.set_render_state(RenderState::SRCBLEND, source)?;
        device.set_render_state(RenderState::DESTBLEND, destination)?;
    }
    Ok(())
}

/// Averages blocks of two by two texels.
fn halve(texels: &[Vec4], edge: usize) -> Vec<Vec4> {
    let half = edge / 2;
    let average = |i: usize| {
        let corner = i / half * 2 * edge + i % half * 2;
        (texels[corner] + texels[corner + 1] + texels[corner + edge] + texels[corner + edge + 1]) * 0.25
    };
    (0..half * half).map(average).collect()
}

/// A colour as `A8R8G8B8` holds it.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is clamped to 0–255")]
fn bgra(color: Vec4) -> [u8; 4] {
    let [r, g, b, a] = (color.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round().to_array();
    [b as u8, g as u8, r as u8, a as u8]
}

/// Fills a surface with rows of `row` bytes.
fn store(device: &mut Device, surface: SurfaceId, row: usize, bytes: impl Iterator<Item = u8>) -> Result<()> {
    let bytes: Vec<u8> = bytes.collect();
    let mut lock = device.lock_rect(surface, None, LockFlags::empty())?;
    let pitch = lock.pitch() as usize;
    for (target, source) in lock.bytes_mut().chunks_mut(pitch).zip(bytes.chunks(row)) {
        target[..row].copy_from_slice(source);
    }
    device.unlock_rect(lock)?;
    Ok(())
}
