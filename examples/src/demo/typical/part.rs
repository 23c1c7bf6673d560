//! Parts of the frame: what stands in it, and passes over whole targets.

use retrograph_d3d9::{Device, SurfaceId, TextureId};

use super::super::still_life::{Thing, things};
use super::super::texture::{smooth_sampler, square};
use super::super::{Canvas, Program, Result, hsv};

/// The still life with colours that the G-buffer's alpha test lets through.
pub(super) fn opaque_things(device: &mut Device) -> Result<Vec<Thing>> {
    let mut things = things(device)?;
    for (index, thing) in (0u8..).zip(&mut things) {
        let color = hsv(0.09 + f32::from(index) * 0.17, 0.55, 0.9);
        thing.color = square(device, 64, |u, v| {
            let odd = (u * 8.0).floor() + (v * 8.0).floor();
            (color * if odd.rem_euclid(2.0) < 1.0 { 1.0 } else { 0.6 }).extend(1.0)
        })?;
    }
    Ok(things)
}

/// Weights and places of the blur: a cross of nine taps `step` apart, each of this weight, or the middle alone.
pub(super) fn taps(program: &Program, device: &mut Device, step: [f32; 2], weight: f32) -> Result<()> {
    let mut taps = [[0.0; 4]; 9];
    for (index, tap) in (0u8..).zip(&mut taps) {
        let far = f32::from(index.div_ceil(2));
        let side = if index % 2 == 0 { far } else { -far };
        *tap = [step[0] * side, step[1] * far * if index % 4 < 2 { 1.0 } else { -1.0 }, weight, 0.0];
    }
    if step == [0.0; 2] {
        taps[1..].fill([0.0; 4]);
    }
    program.pixel(device, "taps", &taps)
}

/// Draws a texture over all of a target, by the program that is bound.
pub(super) fn pass(canvas: &mut Canvas, to: SurfaceId, from: TextureId) -> Result<()> {
    let device = &mut canvas.device;
    device.set_texture(0, None)?;
    device.set_depth_stencil_surface(None)?;
    device.set_render_target(0, Some(to))?;
    device.set_texture(0, Some(from))?;
    smooth_sampler(device, 0, false)?;
    let desc = device.get_surface_desc(to)?;
    canvas.fullscreen([desc.width, desc.height])
}
