//! Shaders and their keys.

use std::sync::Arc;

use retrograph_render::frame::Program;
use retrograph_shaders::dxso::{Compare, FragmentKey, SamplerKey, VertexKey};
use retrograph_shaders::varyings::Varyings;

use super::Dirty;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::shader::Variant;
use crate::state::PIXEL_SAMPLERS;
use crate::types::values::{CompareFunc, ShadeMode, TTFF_PROJECTED};
use crate::types::{RenderState as Rs, TextureStageState as Ts};

impl Device {
    /// Reports vertex input and program.
    pub(super) fn flush_shaders(&mut self) -> Result<()> {
        let transformed = self.is_transformed();
        let programmable = !transformed && self.bound_vertex_shader().is_some();
        if self.dirty.contains(Dirty::PROGRAM) {
            self.record.inputs = self.vertex_inputs(programmable)?;
            self.dirty |= Dirty::INPUT;
        }
        if self.dirty.contains(Dirty::INPUT) && self.flush_input(programmable) {
            if !self.dirty.contains(Dirty::PROGRAM) {
                self.record.programs.outdate();
            }
            self.dirty |= Dirty::PROGRAM;
        }
        if self.dirty.contains(Dirty::PROGRAM) {
            if self.record.dual_source {
                self.check_second_source()?;
            }
            let fragment = self.fragment_variant()?;
            let varyings = fragment.interface.varyings;
            let vertex = self.vertex_variant(programmable, varyings)?;
            let program = Program { vertex: vertex.shader, fragment: fragment.shader };
            self.context.recorder.set_program(program);
            self.learn_program(program);
        }
        Ok(())
    }

    pub(crate) fn bound_vertex_shader(&self) -> Option<crate::id::VertexShaderId> {
        self.state.vertex_shader.filter(|id| self.vertex_shaders.contains_key(*id))
    }

    fn vertex_inputs(
        &mut self,
        programmable: bool,
    ) -> Result<Arc<[retrograph_shaders::interface::VertexInput]>> {
        if !programmable {
            return self.fixed_inputs();
        }
        let id = self.bound_vertex_shader().ok_or(Error::InvalidCall)?;
        Ok(Arc::clone(&self.vertex_shaders[id].inputs))
    }

    fn vertex_variant(&mut self, programmable: bool, varyings: Varyings) -> Result<Variant> {
        if !programmable {
            return self.fixed_vertex(varyings);
        }
        let id = self.bound_vertex_shader().ok_or(Error::InvalidCall)?;
        self.check_samplers(self.vertex_shaders[id].samplers)?;
        let points = self.record.points;
        let clip_planes = self.active_clip_planes();
        self.record.clip_planes = clip_planes;
        let read = self.vertex_shaders[id].samplers >> PIXEL_SAMPLERS;
        let samplers = std::array::from_fn(|slot| match read >> slot & 1 {
            1 => self.record.traits[PIXEL_SAMPLERS + slot].key.folded((3, 0)),
            _ => SamplerKey::default(),
        });
        let inputs = self.record.classes;
        let key = VertexKey { inputs, varyings, points, clip_planes, samplers };
        self.record.fixed_vertex = false;
        self.vertex_shaders[id].variant(&mut self.context.recorder, &key)
    }

    fn fragment_variant(&mut self) -> Result<Variant> {
        let Some(id) = self.state.pixel_shader.filter(|id| self.pixel_shaders.contains_key(*id)) else {
            return self.fixed_fragment();
        };
        let key = FragmentKey {
            flat_colors: self.is_flat(),
            alpha_test: self.alpha_test(),
            fog: self.fog(),
            srgb_write: self.encodes_srgb(),
            clip_planes: self.discarding_planes(),
            dual_source: self.blends_second_source(),
            samplers: std::array::from_fn(|slot| self.sampler_key(slot)),
        };
        self.check_samplers(self.pixel_shaders[id].samplers)?;
        self.record.fragment.pause();
        let shader = &mut self.pixel_shaders[id];
        let key = shader.fold(key);
        shader.variant(&mut self.context.recorder, &key)
    }

    /// What shaders must know of sampler `slot`, with the flag of the texture stage of its number.
    pub(super) fn sampler_key(&self, slot: usize) -> SamplerKey {
        let flags =
            self.state.stages.get(slot).map_or(0, |states| states[Ts::TEXTURETRANSFORMFLAGS.0 as usize]);
        SamplerKey { projected: flags & TTFF_PROJECTED != 0, ..self.record.traits[slot].key }
    }

    /// Whether shaders encode colours as sRGB, since targets cannot.
    pub(super) fn encodes_srgb(&self) -> bool {
        let target = self.state.targets[0].and_then(|id| self.surfaces.get(id));
        !self.context.gpu().caps.srgb_views
            && self.state.on(Rs::SRGBWRITEENABLE)
            && target.is_some_and(|target| target.format.has_srgb_twin())
    }

    /// Whether the shader gives the blender a second colour: a target takes it.
    pub(super) fn blends_second_source(&self) -> bool {
        self.record.dual_source && self.record.targets.color[0].is_some()
    }

    /// Whether colours are those of the first vertex.
    pub(super) fn is_flat(&self) -> bool {
        self.state.rs(Rs::SHADEMODE) == u32::from(ShadeMode::Flat)
    }

    /// The alpha test, folded to "always" when it is off or decides coverage.
    pub(super) fn alpha_test(&self) -> Compare {
        if !self.state.on(Rs::ALPHATESTENABLE) || self.alpha_to_coverage() {
            return Compare::Always;
        }
        match CompareFunc::try_from(self.state.rs(Rs::ALPHAFUNC)) {
            Ok(CompareFunc::Never) => Compare::Never,
            Ok(CompareFunc::Less) => Compare::Less,
            Ok(CompareFunc::Equal) => Compare::Equal,
            Ok(CompareFunc::LessEqual) => Compare::LessEqual,
            Ok(CompareFunc::Greater) => Compare::Greater,
            Ok(CompareFunc::NotEqual) => Compare::NotEqual,
            Ok(CompareFunc::GreaterEqual) => Compare::GreaterEqual,
            Ok(CompareFunc::Always) | Err(_) => Compare::Always,
        }
    }
}
