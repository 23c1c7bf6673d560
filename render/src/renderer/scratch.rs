//! Textures that stand in for colour attachments which are smaller than their depth attachment.

use rustc_hash::FxHashMap;

use crate::gpu::Gpu;
use crate::graph::{LoadOp, Pass, StoreOp};
use crate::resource::{GpuTexture, Table, TextureDesc, TextureShape};

/// Colour slot, format and size of a stand-in.
type Key = (usize, wgpu::TextureFormat, [u32; 2]);

/// The stand-ins made so far.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    made: FxHashMap<Key, GpuTexture>,
}

/// Whether the colour region is copied before the pass, or after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

impl Scratch {
    /// The stand-in for a colour slot of a pass.
    pub(super) fn get(
        &mut self,
        gpu: &Gpu,
        slot: usize,
        format: wgpu::TextureFormat,
        extent: [u32; 2],
    ) -> &mut GpuTexture {
        self.made.entry((slot, format, extent)).or_insert_with(|| {
            let desc = TextureDesc {
                label: format!("stand-in for colour {slot}, {format:?} {extent:?}"),
                shape: TextureShape::D2,
                width: extent[0],
                height: extent[1],
                depth: 1,
                levels: 1,
                samples: 1,
                format,
                render_target: true,
            };
            GpuTexture::new(gpu, desc)
        })
    }

    /// Copies the colour regions of a pass to their stand-ins, or back, as its loads and stores ask.
    pub(super) fn copy(
        &mut self,
        gpu: &Gpu,
        table: &Table,
        pass: &Pass,
        side: Side,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        if !pass.needs_scratch() {
            return;
        }
        let [width, height] = pass.color_extent;
        for (slot, target) in pass.color.iter().enumerate() {
            let Some(target) = target else { continue };
            let Some(texture) = table.textures.get(target.attachment.texture) else { continue };
            let wanted = match side {
                Side::Before => matches!(target.ops.load, LoadOp::Load),
                Side::After => target.ops.store == StoreOp::Keep,
            };
            if !wanted {
                continue;
            }
            let real = wgpu::TexelCopyTextureInfo {
                texture: texture.texture(),
                mip_level: target.attachment.level.into(),
                origin: wgpu::Origin3d { x: 0, y: 0, z: target.attachment.layer.into() },
                aspect: wgpu::TextureAspect::All,
            };
            let stand_in = self.get(gpu, slot, texture.desc.format, pass.extent).texture().as_image_copy();
            let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
            match side {
                Side::Before => encoder.copy_texture_to_texture(real, stand_in, size),
                Side::After => encoder.copy_texture_to_texture(stand_in, real, size),
            }
        }
    }
}
