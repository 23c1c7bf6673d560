//! Targets.

use retrograph_render::frame::{Attachment, Targets};

use super::Dirty;
use crate::device::Device;
use crate::id::SurfaceId;
use crate::types::RenderState as Rs;

/// What programs and raster states are told of the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    raster: u32,
    encodes_srgb: bool,
    depth: bool,
}

impl Device {
    /// Reports the targets, and learns their size and which of them lack alpha.
    pub(crate) fn flush_targets(&mut self) {
        let srgb = self.state.on(Rs::SRGBWRITEENABLE);
        let color = self.state.targets.map(|id| id.and_then(|id| self.attachment(id, srgb)));
        let depth = self.state.depth_stencil.and_then(|id| self.attachment(id, false));
        self.record.targets = Targets { color, depth };
        self.context.recorder.set_targets(self.record.targets);
        self.mark_written();

        let opaque = (0..4u8).filter(|&slot| self.is_opaque(self.state.targets[usize::from(slot)]));
        self.record.opaque = opaque.fold(0, |mask, slot| mask | 1 << slot);
        let size = |id: Option<SurfaceId>| {
            id.and_then(|id| self.surfaces.get(id)).map(|surface| [surface.width, surface.height])
        };
        let (target, depth_size) = (size(self.state.targets[0]), size(self.state.depth_stencil));
        let extent = target.or(depth_size).unwrap_or_default();
        self.record.odd_depth = depth_size.is_some_and(|size| size != extent);
        self.dirty -= Dirty::TARGETS;
        if std::mem::replace(&mut self.record.extent, extent) != extent {
            self.dirty |= Dirty::VIEWPORT;
        }
        let traits = Traits {
            raster: self.raster_surroundings(),
            encodes_srgb: self.encodes_srgb(),
            depth: self.state.depth_stencil.is_some(),
        };
        // Programs of transformed vertices depend on whether there is a depth test.
        if std::mem::replace(&mut self.record.target_traits, traits) != traits {
            self.dirty |= Dirty::RASTER | Dirty::PROGRAM;
        }
    }

    /// Notes that the GPU has the newest bytes of the targets.
    fn mark_written(&mut self) {
        for index in 0..=self.state.targets.len() {
            let id = self.state.targets.get(index).copied().unwrap_or(self.state.depth_stencil);
            let Some(part) = id.and_then(|id| self.surfaces.get(id)).map(|surface| surface.part) else {
                continue;
            };
            if let Some(texture) = self.textures.get_mut(part.texture) {
                texture.written_by_gpu(part.level, part.layer);
            }
        }
    }

    fn attachment(&self, id: SurfaceId, srgb: bool) -> Option<Attachment> {
        let (texture, level, layer) = self.surface_attachment(id)?;
        let srgb = srgb && self.surfaces[id].format.has_srgb_twin();
        Some(Attachment { texture, level, layer, srgb })
    }

    fn is_opaque(&self, id: Option<SurfaceId>) -> bool {
        id.and_then(|id| self.surfaces.get(id)).is_some_and(|surface| !surface.format.has_alpha())
    }
}
