//! Textures that stand in for colour attachments which have another size than their pass.

use rustc_hash::FxHashMap;

use crate::gpu::Gpu;
use crate::graph::{LoadOp, Pass, StoreOp};
use crate::resource::{GpuTexture, Table, TextureDesc, TextureShape};
use crate::utility::Utility;

/// Colour slot, format, size and samples of a stand-in.
type Key = (usize, wgpu::TextureFormat, [u32; 2], u32);

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
        pass: &Pass,
    ) -> &mut GpuTexture {
        let (extent, samples) = (pass.extent, pass.samples.max(1));
        self.made.entry((slot, format, extent, samples)).or_insert_with(|| {
            let desc = TextureDesc {
                label: format!("stand-in for colour {slot}, {format:?} {extent:?}"),
                shape: TextureShape::D2,
                width: extent[0],
                height: extent[1],
                depth: 1,
                levels: 1,
                samples,
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
        (utility, table): (&mut Utility, &Table),
        pass: &Pass,
        side: Side,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let [width, height] = pass.color_extent;
        for (slot, target) in pass.color.iter().enumerate() {
            let Some(target) = target.filter(|_| pass.has_stand_in(slot)) else { continue };
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
            let stand_in = self.get(gpu, slot, texture.desc.format, pass).texture();
            if pass.samples > 1 {
                let (from, to) = match side {
                    Side::Before => (texture.texture(), stand_in),
                    Side::After => (stand_in, texture.texture()),
                };
                utility.copy_samples(gpu, encoder, from, to, pass.color_extent);
                continue;
            }
            let stand_in = stand_in.as_image_copy();
            let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
            match side {
                Side::Before => encoder.copy_texture_to_texture(real, stand_in, size),
                Side::After => encoder.copy_texture_to_texture(stand_in, real, size),
            }
        }
    }
}
