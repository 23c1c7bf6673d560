//! Mip levels, each drawn from the one above.

use super::Utility;
use super::stretch::{Picture, Reading, level_view};
use crate::gpu::Gpu;

impl Utility {
    /// Fills levels `1..` of every layer and slice from the level above each.
    ///
    /// The format must be renderable; the texture need not be a render target.
    pub(crate) fn generate_mips(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        linear: bool,
    ) {
        let volume = texture.dimension() == wgpu::TextureDimension::D3;
        for level in 1..texture.mip_level_count() {
            let slices = if volume { side(texture.depth_or_array_layers(), level) } else { 1 };
            let layers = if volume { slices } else { texture.depth_or_array_layers() };
            for layer in 0..layers {
                self.generate_level(gpu, encoder, texture, [level, layer], linear);
            }
        }
    }

    /// Draws one level of one layer or slice. Slices, and levels that cannot be attached, go by way of a scratch.
    fn generate_level(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        [level, layer]: [u32; 2],
        linear: bool,
    ) {
        let size = |level| [side(texture.width(), level), side(texture.height(), level)];
        let ([from_width, from_height], [width, height]) = (size(level - 1), size(level));
        let volume = texture.dimension() == wgpu::TextureDimension::D3;
        let attached = !volume && texture.usage().contains(wgpu::TextureUsages::RENDER_ATTACHMENT);
        let extent = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let scratch = (!attached).then(|| {
            let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
            gpu.create_scratch("mip level", extent, texture.format(), 1, usage)
        });
        let source = if volume {
            let descriptor = wgpu::TextureViewDescriptor {
                base_mip_level: level - 1,
                mip_level_count: Some(1),
                ..wgpu::TextureViewDescriptor::default()
            };
            gpu.create_view("mip source", texture, &descriptor)
        } else {
            level_view(gpu, "mip source", texture, level - 1, layer)
        };
        let target = match &scratch {
            Some(scratch) => level_view(gpu, "mip scratch", scratch, 0, 0),
            None => level_view(gpu, "mip target", texture, level, layer),
        };
        let reading = match (volume, linear) {
            (false, false) => Reading::Nearest,
            (false, true) => Reading::Linear,
            (true, false) => Reading::NearestVolume,
            (true, true) => Reading::LinearVolume,
        };
        self.draw_picture(
            gpu,
            encoder,
            &Picture {
                source: &source,
                source_rect: [0, 0, from_width, from_height],
                target: &target,
                target_rect: [0, 0, width, height],
                format: (texture.format(), 1),
                slice: slice_position(texture.depth_or_array_layers(), level, layer),
                reading,
                write_mask: wgpu::ColorWrites::ALL,
            },
        );
        if let Some(scratch) = scratch {
            let origin = wgpu::Origin3d { x: 0, y: 0, z: layer };
            encoder.copy_texture_to_texture(
                scratch.as_image_copy(),
                wgpu::TexelCopyTextureInfo { mip_level: level, origin, ..texture.as_image_copy() },
                extent,
            );
        }
    }
}

/// The size of a level.
fn side(full: u32, level: u32) -> u32 {
    (full >> level).max(1)
}

/// Where the centre of a slice is among the slices of the level above, and the last of those.
fn slice_position(depth: u32, level: u32, slice: u32) -> [f32; 2] {
    let (above, here) = (side(depth, level - 1), side(depth, level));
    [(slice as f32 + 0.5) * above as f32 / here as f32, (above - 1) as f32]
}
