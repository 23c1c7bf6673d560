//! Texels from the GPU, part by part, and the parts that cannot be uploaded back to it.

use super::depth::DepthTool;
use super::stored::Plane;
use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::resource::{Table, TextureDesc, TextureId};

/// The planes of a format's texels; none for formats that are not supported here.
pub(super) fn planes(format: wgpu::TextureFormat) -> &'static [Plane] {
    if format.is_multi_planar_format() {
        return &[];
    }
    match (format.has_depth_aspect(), format.has_stencil_aspect()) {
        (false, false) => &[Plane::Color],
        (true, false) => &[Plane::Depth],
        (false, true) => &[Plane::Stencil],
        (true, true) => &[Plane::Depth, Plane::Stencil],
    }
}

/// Bytes of a block of a plane; `None` when the format has no such plane.
fn block_bytes(format: wgpu::TextureFormat, plane: Plane) -> Option<u32> {
    if !planes(format).contains(&plane) {
        return None;
    }
    match plane {
        Plane::Color => format.block_copy_size(None),
        Plane::Depth if format == wgpu::TextureFormat::Depth16Unorm => Some(2),
        Plane::Depth => Some(4),
        Plane::Stencil => Some(1),
    }
}

/// Bytes of one layer of a level of a plane.
pub(super) fn part_bytes(desc: &TextureDesc, plane: Plane, level: u32) -> Option<u64> {
    let block = desc.format.block_dimensions();
    let [width, height, _] = desc.level_size(level);
    let blocks = u64::from(width.div_ceil(block.0)) * u64::from(height.div_ceil(block.1));
    Some(blocks * u64::from(block_bytes(desc.format, plane)?))
}

/// One layer of one level of a plane of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub(super) texture: TextureId,
    pub(super) plane: Plane,
    pub(super) level: u32,
    pub(super) layer: u32,
}

/// All parts of a texture; none when its texels cannot be read.
pub(super) fn parts(texture: TextureId, desc: &TextureDesc) -> Vec<Part> {
    let mut parts = Vec::new();
    if desc.samples > 1 {
        return parts;
    }
    for plane in planes(desc.format) {
        for level in 0..desc.levels {
            let layers = 0..desc.level_size(level)[2];
            parts.extend(layers.map(|layer| Part { texture, plane: *plane, level, layer }));
        }
    }
    parts
}

/// How many parts are read before the GPU is waited for.
const BATCH: usize = 64;

/// Reads parts of living textures, rows tightly packed. What cannot be read has no bytes.
pub(super) fn read(
    gpu: &Gpu,
    table: &Table,
    depth: &mut DepthTool,
    parts: &[Part],
) -> Result<Vec<Vec<u8>>, RenderError> {
    let mut answers = Vec::new();
    for batch in parts.chunks(BATCH) {
        let mut encoder = gpu.create_encoder("capture read-back");
        let copies: Vec<Option<Copied>> =
            batch.iter().map(|part| copy(gpu, table, depth, *part, &mut encoder)).collect();
        gpu.submit([encoder.finish()]);
        for copied in copies.iter().flatten() {
            copied.buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        }
        gpu.wait()?;
        for copied in copies {
            answers.push(copied.map_or(Ok(Vec::new()), |copied| copied.bytes())?);
        }
    }
    Ok(answers)
}

/// A part in a buffer, with padded rows.
struct Copied {
    buffer: wgpu::Buffer,
    tight: usize,
    pitch: usize,
}

impl Copied {
    fn bytes(&self) -> Result<Vec<u8>, RenderError> {
        let view =
            self.buffer.get_mapped_range(..).map_err(|error| RenderError::DeviceLost(error.to_string()))?;
        Ok(view.chunks(self.pitch).flat_map(|row| &row[..self.tight]).copied().collect())
    }
}

fn copy(
    gpu: &Gpu,
    table: &Table,
    depth: &mut DepthTool,
    part: Part,
    encoder: &mut wgpu::CommandEncoder,
) -> Option<Copied> {
    let stored = table.textures.get(part.texture)?;
    let desc = &stored.desc;
    let bytes = block_bytes(desc.format, part.plane)?;
    let block = desc.format.block_dimensions();
    let [width, height, _] = desc.level_size(part.level);
    let tight = width.div_ceil(block.0) as usize * bytes as usize;
    let pitch = tight.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
    let rows = height.div_ceil(block.1);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let label = format!("capture of {}", desc.label);
    let buffer = gpu.create_buffer(&label, pitch as u64 * u64::from(rows), usage);
    let extent = wgpu::Extent3d {
        width: width.next_multiple_of(block.0),
        height: height.next_multiple_of(block.1),
        depth_or_array_layers: 1,
    };
    let floats;
    let source = if part.plane == Plane::Depth && desc.format != wgpu::TextureFormat::Depth16Unorm {
        floats = depth.read(gpu, stored.texture(), part.level, part.layer, encoder);
        floats.as_image_copy()
    } else {
        image(stored.texture(), part)
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(pitch as u32),
        rows_per_image: Some(rows),
    };
    encoder.copy_texture_to_buffer(source, wgpu::TexelCopyBufferInfo { buffer: &buffer, layout }, extent);
    Some(Copied { buffer, tight, pitch })
}

fn image(texture: &wgpu::Texture, part: Part) -> wgpu::TexelCopyTextureInfo<'_> {
    wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: part.level,
        origin: wgpu::Origin3d { x: 0, y: 0, z: part.layer },
        aspect: match part.plane {
            Plane::Color => wgpu::TextureAspect::All,
            Plane::Depth => wgpu::TextureAspect::DepthOnly,
            Plane::Stencil => wgpu::TextureAspect::StencilOnly,
        },
    }
}

/// Writes depth or stencil texels, which uploads cannot; each part with its bytes, depth before stencil.
pub(super) fn restore(gpu: &Gpu, table: &Table, depth: &mut DepthTool, parts: &[(Part, &[u8])]) {
    let mut encoder = gpu.create_encoder("restored depth and stencil");
    for (part, bytes) in parts {
        let Some(stored) = table.textures.get(part.texture) else { continue };
        let [width, height, _] = stored.desc.level_size(part.level);
        let Some(size) = block_bytes(stored.desc.format, part.plane) else { continue };
        let tight = width as usize * size as usize;
        let pitch = tight.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
        let mut padded = Vec::with_capacity(pitch * height as usize);
        for row in bytes.chunks_exact(tight).take(height as usize) {
            padded.extend_from_slice(row);
            padded.resize(padded.len() + pitch - tight, 0);
        }
        let staging = gpu.create_filled("restored texels", &padded, wgpu::BufferUsages::COPY_SRC);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(pitch as u32),
            rows_per_image: Some(height),
        };
        let source = wgpu::TexelCopyBufferInfo { buffer: &staging, layout };
        let extent = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        if part.plane == Plane::Depth {
            depth.write(gpu, stored.texture(), (part.level, part.layer), source, &mut encoder);
        } else {
            encoder.copy_buffer_to_texture(source, image(stored.texture(), *part), extent);
        }
    }
    gpu.submit([encoder.finish()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_by_plane_level_and_layer() {
        let format = wgpu::TextureFormat::Depth24PlusStencil8;
        let desc = TextureDesc { levels: 2, ..TextureDesc::new(5, 4, format) };
        let found: Vec<(Plane, u32, Option<u64>)> = parts(TextureId::default(), &desc)
            .iter()
            .map(|part| (part.plane, part.level, part_bytes(&desc, part.plane, part.level)))
            .collect();
        let (depth, stencil) = (Plane::Depth, Plane::Stencil);
        let wanted =
            [(depth, 0, Some(80)), (depth, 1, Some(16)), (stencil, 0, Some(20)), (stencil, 1, Some(4))];
        assert_eq!(found, wanted);
    }

    #[test]
    fn blocks_are_counted_whole() {
        let desc = TextureDesc::new(5, 4, wgpu::TextureFormat::Bc1RgbaUnorm);
        assert_eq!(part_bytes(&desc, Plane::Color, 0), Some(16));
        assert_eq!(part_bytes(&desc, Plane::Depth, 0), None);
    }
}
