//! What lies over the picture: sparks from a buffer that is refilled as it is drawn, and the display.

use retrograph_d3d9::types::{Fvf, LockFlags, Pool, PrimitiveType, RenderState, TextureFilter, Usage};
use retrograph_d3d9::{Device, SurfaceId};

use super::super::{Canvas, Result, hsv};

/// A rectangle of the display in pixels (left, top, right, bottom) and its opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Whole pixels.
    pub rect: [u16; 4],
    /// 0xAARRGGBB.
    pub color: u32,
}

/// Two triangles of pre-transformed, coloured vertices.
fn quad([left, top, right, bottom]: [f32; 4], color: u32) -> Vec<u8> {
    let [left, top, right, bottom] = [left, top, right, bottom].map(|edge| edge - 0.5);
    let corners = [(left, top), (right, top), (left, bottom), (left, bottom), (right, top), (right, bottom)];
    let vertex = |(x, y): (f32, f32)| [x.to_bits(), y.to_bits(), 0f32.to_bits(), 1f32.to_bits(), color];
    corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect()
}

fn plain(device: &mut Device) -> Result<()> {
    device.set_vertex_shader(None)?;
    device.set_pixel_shader(None)?;
    device.set_texture(0, None)?;
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE)?;
    Ok(())
}

/// How bright a surface is on average, 0–1, by way of the CPU.
pub(super) fn mean(device: &mut Device, surface: SurfaceId) -> Result<f32> {
    let format = device.get_surface_desc(surface)?.format;
    let none = retrograph_d3d9::types::MultiSample::NONE;
    let small = device.create_render_target(8, 8, format, none, 0, false)?;
    device.stretch_rect(surface, None, small, None, TextureFilter::Linear)?;
    let copy = device.create_offscreen_plain_surface(8, 8, format, Pool::SystemMem)?;
    device.get_render_target_data(small, copy)?;
    let lock = device.lock_rect(copy, None, LockFlags::READONLY)?;
    let rows = lock.bytes().chunks(lock.pitch() as usize).take(8);
    let sum: u32 = rows.flat_map(|row| row[..32].iter().map(|byte| u32::from(*byte))).sum();
    device.unlock_rect(lock)?;
    Ok(f32::from(u16::try_from(sum / 256)?) / 255.0)
}

/// Batches of sparks, appended to a buffer that is given up when it is full.
pub(super) fn sparks(canvas: &mut Canvas) -> Result<()> {
    const BATCH: u32 = 8;
    const BYTES: u32 = BATCH * 6 * 20;
    let [width, height] = canvas.size.map(|edge| f32::from(u16::try_from(edge).unwrap_or(u16::MAX)));
    let device = &mut canvas.device;
    plain(device)?;
    let usage = Usage::DYNAMIC | Usage::WRITEONLY;
    let buffer = device.create_vertex_buffer(BYTES * 3, usage, Fvf::empty(), Pool::Default)?;
    device.set_stream_source(0, Some(buffer), 0, 20)?;
    for batch in 0..8u8 {
        let place = u32::from(batch % 3);
        let flags = if place == 0 { LockFlags::DISCARD } else { LockFlags::NOOVERWRITE };
        let mut lock = device.lock_vertex_buffer(buffer, place * BYTES, BYTES, flags)?;
        for (spark, bytes) in (0u8..).zip(lock.bytes_mut().chunks_mut(120)) {
            let n = f32::from(batch) * 8.0 + f32::from(spark);
            let (x, y) = ((n * 0.618).fract() * width, (n * 0.381).fract() * height * 0.6);
            let size = 2.0 + (n * 0.73).fract() * height * 0.012;
            let [r, g, b] =
                hsv(0.05 + (n * 0.11).fract() * 0.12, 0.7, 0.9).to_array().map(|c| (c * 255.0) as u32);
            bytes.copy_from_slice(&quad([x, y, x + size, y + size], r << 16 | g << 8 | b));
        }
        device.unlock_vertex_buffer(lock)?;
        device.draw_primitive(PrimitiveType::TriangleList, place * BATCH * 6, BATCH * 2)?;
    }
    Ok(())
}

/// A panel with bars, the longest of them by how bright the picture is.
pub(super) fn display(canvas: &mut Canvas, brightness: f32) -> Result<Vec<Bar>> {
    let [width, height] = canvas.size.map(|edge| u16::try_from(edge).unwrap_or(u16::MAX));
    let (unit, left, top) = (height / 45, width / 40, height - height / 5);
    let mut bars = vec![Bar { rect: [left, top, left + unit * 20, top + unit * 7], color: 0xFF10_1420 }];
    for (row, part) in (0u16..).zip([brightness, 0.8, 0.35]) {
        let length = (f32::from(unit) * 18.0 * part.clamp(0.0, 1.0)) as u16;
        let (x, y) = (left + unit, top + unit + row * unit * 2);
        let color = 0xFF00_0000 | [0x00FF_B040, 0x0060_C8FF, 0x0080_E070][usize::from(row)];
        bars.push(Bar { rect: [x, y, x + unit * 18, y + unit], color: 0xFF28_3040 });
        bars.push(Bar { rect: [x, y, x + length, y + unit], color });
    }
    let device = &mut canvas.device;
    plain(device)?;
    device.set_render_state(RenderState::ZENABLE, 0)?;
    for bar in &bars {
        device.draw_primitive_up(
            PrimitiveType::TriangleList,
            2,
            &quad(bar.rect.map(f32::from), bar.color),
            20,
        )?;
    }
    Ok(bars)
}
