//! Pixels by value: a quad equals a load operation, copies and levels equal their arithmetic.

mod clear;
mod copy;

use wgpu::TextureUsages as Usage;

use super::Utility;
use crate::gpu::Gpu;

const ALL: Usage = Usage::RENDER_ATTACHMENT.union(Usage::COPY_SRC).union(Usage::COPY_DST);

/// A device with the utilities, an encoder, and no tolerance for validation errors.
struct Bench {
    gpu: Gpu,
    utility: Utility,
}

impl Bench {
    fn new() -> Self {
        let gpu = Gpu::headless().expect("a GPU adapter");
        let utility = Utility::new(&gpu);
        Self { gpu, utility }
    }

    fn texture(
        &self,
        size: [u32; 3],
        levels: u32,
        samples: u32,
        format: wgpu::TextureFormat,
    ) -> wgpu::Texture {
        self.shaped(size, levels, samples, format, wgpu::TextureDimension::D2)
    }

    fn shaped(
        &self,
        [width, height, depth_or_array_layers]: [u32; 3],
        levels: u32,
        samples: u32,
        format: wgpu::TextureFormat,
        dimension: wgpu::TextureDimension,
    ) -> wgpu::Texture {
        let depth = format.is_depth_stencil_format();
        let sampled = if depth { Usage::empty() } else { Usage::TEXTURE_BINDING };
        let attached =
            if dimension == wgpu::TextureDimension::D3 { ALL - Usage::RENDER_ATTACHMENT } else { ALL };
        let usage = if samples > 1 { attached - Usage::COPY_DST } else { attached } | sampled;
        self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("test"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers },
            mip_level_count: levels,
            sample_count: samples,
            dimension,
            format,
            usage,
            view_formats: &[format.add_srgb_suffix()],
        })
    }

    /// Encodes, submits, waits; panics on any error.
    fn run(&mut self, work: impl FnOnce(&mut Self, &mut wgpu::CommandEncoder)) {
        let mut encoder = self.gpu.create_encoder("test");
        work(self, &mut encoder);
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait().expect("the device lives");
        self.gpu.faults.check().expect("no validation error");
    }

    fn write(&self, texture: &wgpu::Texture, level: u32, origin_z: u32, size: [u32; 3], bytes: &[u8]) {
        let texel = texture.format().block_copy_size(None).expect("a colour format");
        let pitch = (size[0] * texel).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let mut padded = Vec::new();
        for row in bytes.chunks((size[0] * texel) as usize) {
            padded.extend_from_slice(row);
            padded.resize(padded.len().next_multiple_of(pitch as usize), 0);
        }
        let staging = self.gpu.create_filled("test upload", &padded, wgpu::BufferUsages::COPY_SRC);
        let mut encoder = self.gpu.create_encoder("test upload");
        encoder.copy_buffer_to_texture(
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(pitch),
                    rows_per_image: Some(size[1]),
                },
            },
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level: level,
                origin: wgpu::Origin3d { x: 0, y: 0, z: origin_z },
                aspect: wgpu::TextureAspect::All,
            },
            wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: size[2] },
        );
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Rows of one level of one layer or slice, tightly packed.
    fn read(
        &mut self,
        texture: &wgpu::Texture,
        [level, z]: [u32; 2],
        [width, height]: [u32; 2],
        aspect: wgpu::TextureAspect,
    ) -> Vec<u8> {
        let texel = texture.format().block_copy_size(Some(aspect)).expect("a readable aspect");
        let pitch = (width * texel).next_multiple_of(256);
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        let buffer = self.gpu.create_buffer("test", u64::from(pitch * height), usage);
        self.run(|_, encoder| {
            encoder.copy_texture_to_buffer(
                wgpu::TexelCopyTextureInfo {
                    texture,
                    mip_level: level,
                    origin: wgpu::Origin3d { x: 0, y: 0, z },
                    aspect,
                },
                wgpu::TexelCopyBufferInfo {
                    buffer: &buffer,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(pitch),
                        rows_per_image: None,
                    },
                },
                wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            );
        });
        buffer.map_async(wgpu::MapMode::Read, .., |result| result.expect("the buffer maps"));
        self.gpu.wait().expect("the device lives");
        let view = buffer.get_mapped_range(..).expect("the buffer is mapped");
        view.chunks(pitch as usize).flat_map(|row| row[..(width * texel) as usize].to_vec()).collect()
    }
}
