//! Copies, scaled copies and mip levels; what does not fit is dropped and counted.

use super::Renderer;
use crate::frame::{CopyTexture, GenerateMips, StretchTexture, TextureLocation};
use crate::resource::{GpuTexture, TextureDesc, TextureId};

impl Renderer {
    /// Encodes a texel copy.
    pub(super) fn encode_copy(&mut self, copy: &CopyTexture, encoder: &mut wgpu::CommandEncoder) {
        let CopyTexture { source, destination, size } = copy;
        let from = self.table.textures.get(source.texture);
        let to = self.table.textures.get(destination.texture);
        let Some((from, to)) = from.zip(to).filter(|(from, to)| can_copy(&from.desc, &to.desc, copy)) else {
            self.counters.transfers_dropped += 1;
            return;
        };
        let [width, height, depth_or_array_layers] = whole_blocks(&from.desc, *size);
        let extent = wgpu::Extent3d { width, height, depth_or_array_layers };
        let (from, to) = (place(from.texture(), *source), place(to.texture(), *destination));
        encoder.copy_texture_to_texture(from, to, extent);
    }

    /// Encodes a scaled copy.
    pub(super) fn encode_stretch(&mut self, stretch: &StretchTexture, encoder: &mut wgpu::CommandEncoder) {
        let StretchTexture { source, source_size, destination, destination_size, .. } = stretch;
        let fits = |desc: &TextureDesc, at: TextureLocation, size: &[u32; 2]| {
            desc.contains(at, [size[0], size[1], 1]) && !desc.format.is_depth_stencil_format()
        };
        let from = self.table.textures.get(source.texture);
        let to = self.table.textures.get(destination.texture);
        let ends = from.zip(to).filter(|(from, to)| {
            let drawable = to.texture().usage().contains(wgpu::TextureUsages::RENDER_ATTACHMENT);
            drawable
                && fits(&from.desc, *source, source_size)
                && fits(&to.desc, *destination, destination_size)
        });
        let Some((from, to)) = ends else {
            self.counters.transfers_dropped += 1;
            return;
        };
        self.utility.stretch(&self.gpu, encoder, from.texture(), to.texture(), stretch);
    }

    /// Encodes the making of mip levels.
    pub(super) fn encode_mips(&mut self, mips: &GenerateMips, encoder: &mut wgpu::CommandEncoder) {
        if let Some(texture) = self.mip_source(mips) {
            let texture = texture.texture().clone();
            self.utility.generate_mips(&self.gpu, encoder, &texture, mips.linear);
        }
    }

    /// The texture whose mip levels can be made.
    pub(super) fn mip_source(&mut self, mips: &GenerateMips) -> Option<&GpuTexture> {
        let texture = self.table.textures.get(mips.texture);
        let drawable = |desc: &TextureDesc| {
            let renderable = self.gpu.caps.format(desc.format).renderable;
            renderable && !desc.format.is_depth_stencil_format() && desc.samples == 1
        };
        let texture = texture.filter(|texture| drawable(&texture.desc));
        self.counters.transfers_dropped += u64::from(texture.is_none());
        texture
    }

    /// Copies a texture to its twin.
    pub(super) fn encode_snapshot(&mut self, id: TextureId, encoder: &mut wgpu::CommandEncoder) {
        let Some(texture) = self.table.textures.get_mut(id) else { return };
        let twin = texture.twin(&self.gpu).clone();
        for level in 0..texture.desc.levels {
            let location = TextureLocation { texture: id, level, origin: [0; 3] };
            let [width, height, depth_or_array_layers] =
                whole_blocks(&texture.desc, texture.desc.level_size(level));
            let extent = wgpu::Extent3d { width, height, depth_or_array_layers };
            let (from, to) = (place(texture.texture(), location), place(&twin, location));
            encoder.copy_texture_to_texture(from, to, extent);
        }
    }
}

fn place(texture: &wgpu::Texture, location: TextureLocation) -> wgpu::TexelCopyTextureInfo<'_> {
    let [x, y, z] = location.origin;
    wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: location.level,
        origin: wgpu::Origin3d { x, y, z },
        aspect: wgpu::TextureAspect::All,
    }
}

/// A size widened to whole blocks, as copies count.
fn whole_blocks(desc: &TextureDesc, [width, height, depth]: [u32; 3]) -> [u32; 3] {
    let block = desc.format.block_dimensions();
    [width.next_multiple_of(block.0), height.next_multiple_of(block.1), depth]
}

/// Whether wgpu takes a copy: within both levels, of one format and sample count, not onto itself, and whole levels
/// where it wants those (depth, and several samples).
fn can_copy(from: &TextureDesc, to: &TextureDesc, copy: &CopyTexture) -> bool {
    let CopyTexture { source, destination, size } = copy;
    let alike = from.format == to.format && from.samples == to.samples;
    let inside = from.contains(*source, *size) && to.contains(*destination, *size);
    let whole = |desc: &TextureDesc, at: &TextureLocation| {
        let [width, height, _] = desc.level_size(at.level);
        at.origin[..2] == [0, 0] && [width, height] == size[..2]
    };
    let must_be_whole = from.format.is_depth_stencil_format() || from.samples > 1;
    let layers = |at: &TextureLocation| at.origin[2]..at.origin[2].saturating_add(size[2]);
    let (a, b) = (layers(source), layers(destination));
    let overlaps = a.start < b.end && b.start < a.end;
    let itself = source.texture == destination.texture && source.level == destination.level && overlaps;
    alike && inside && !itself && (!must_be_whole || whole(from, source) && whole(to, destination))
}
