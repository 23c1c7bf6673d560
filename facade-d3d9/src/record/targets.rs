//! Targets.

use retrograph_render::frame::{Attachment, Targets};

use super::Dirty;
use crate::device::Device;
use crate::id::SurfaceId;
use crate::types::RenderState as Rs;

/// What other groups are told of the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Traits {
    /// To the raster state.
    raster: u32,
    /// To programs: whether they encode sRGB, whether alpha decides coverage, whether there is a depth test.
    program: [bool; 3],
    /// To the draw block: how many steps the alpha test tells apart; 0 for as many as there are.
    pub(crate) alpha_steps: f32,
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
        let depth = self.state.depth_stencil.is_some();
        let traits = Traits {
            raster: self.raster_surroundings(),
            program: [self.encodes_srgb(), self.alpha_to_coverage(), depth],
            alpha_steps: self.alpha_steps(),
        };
        let old = std::mem::replace(&mut self.record.target_traits, traits);
        if old.raster != traits.raster {
            self.dirty |= Dirty::RASTER;
        }
        // Programs of transformed vertices depend on whether there is a depth test, and second colours on all targets.
        if old.program != traits.program || self.record.dual_source {
            self.dirty |= Dirty::PROGRAM;
        }
        if old.alpha_steps != traits.alpha_steps {
            self.dirty |= Dirty::VIEWPORT;
        }
    }

    /// How many steps of alpha the alpha test tells apart: those of the first target.
    fn alpha_steps(&self) -> f32 {
        let target = self.state.targets[0].and_then(|id| self.surfaces.get(id));
        target.map_or(255.0, |target| target.format.alpha_steps())
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
