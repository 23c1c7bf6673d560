//! The fixed-function pipeline: its keys, constants and translations.

use std::sync::Arc;

use retrograph_shaders::fixed::{
    self, Argument, ArgumentSource, Combine, FragmentKey, Position, TEXTURE_FACTOR, VertexKey,
    WORLD_VIEW_PROJECTION,
};
use retrograph_shaders::interface::VertexInput;
use retrograph_shaders::varyings::{Semantic, Usage, Varyings};
use retrograph_shaders::{ShaderError, binding};
use rustc_hash::FxHashMap;

use super::{Traits, unpack};
use crate::decl::Declaration;
use crate::device::{Device, multiply};
use crate::error::Result;
use crate::shader::{self, Variant};
use crate::state::State;
use crate::types::values::{
    TA_ALPHAREPLICATE, TA_COMPLEMENT, TA_CURRENT, TA_DIFFUSE, TA_TEXTURE, TA_TFACTOR, TextureOp,
};
use crate::types::{DeclType, DeclUsage, RenderState as Rs, TextureStageState as Ts, Transform};

/// Translations of the fixed-function pipeline.
#[derive(Debug, Default)]
pub(crate) struct FixedPrograms {
    vertex: FxHashMap<VertexKey, Variant>,
    fragment: FxHashMap<FragmentKey, Variant>,
}

impl Device {
    /// What the fixed vertex stage can read.
    pub(super) fn fixed_inputs(&mut self) -> Result<Arc<[VertexInput]>> {
        if let Some(key) = self.unsupported_vertices() {
            return Err(self.refuse(key));
        }
        let inputs = fixed::inputs(self.position());
        if *self.record.inputs != inputs {
            return Ok(Arc::new(inputs));
        }
        Ok(Arc::clone(&self.record.inputs))
    }

    fn position(&self) -> Position {
        if self.is_transformed() {
            let flat_depth = !self.state.on(Rs::ZENABLE) || self.record.targets.depth.is_none();
            Position::Screen { flat_depth }
        } else {
            Position::World
        }
    }

    fn unsupported_vertices(&self) -> Option<&'static str> {
        let state = &self.state;
        if self.is_transformed() {
            return None;
        }
        if state.on(Rs::LIGHTING) {
            return Some("fixed_function.lighting");
        }
        state.on(Rs::VERTEXBLEND).then_some("fixed_function.vertex_blending")
    }

    /// The fixed vertex stage that writes these varyings.
    pub(super) fn fixed_vertex(&mut self, varyings: Varyings) -> Result<Variant> {
        let position = self.position();
        let transformed = position != Position::World;
        if let Some(key) = unsupported_coordinates(&self.state, varyings, transformed) {
            return Err(self.refuse(key));
        }
        let points = self.record.points;
        let clip_planes = self.active_clip_planes();
        self.record.clip_planes = clip_planes;
        let mut key = VertexKey { position, varyings, points, clip_planes, ..VertexKey::default() };
        let count = key.inputs.len();
        key.inputs.copy_from_slice(&self.record.classes[..count]);
        key.sets =
            std::array::from_fn(|stage| self.state.stages[stage][Ts::TEXCOORDINDEX.0 as usize] as u8 & 7);
        if let Some(declaration) = self.declaration() {
            key.components = components(declaration);
        }
        let key = key.folded();
        self.record.fixed_rows[0] = true;
        if let Some(found) = self.fixed_programs.vertex.get(&key) {
            return Ok(found.clone());
        }
        let translated = fixed::vertex(&key).map_err(|error| self.refuse_fixed(&error))?;
        let label = format!("fixed vertex stage/{}", self.fixed_programs.vertex.len());
        let made = Variant::new(&mut self.context.recorder, label, translated);
        self.fixed_programs.vertex.insert(key, made.clone());
        Ok(made)
    }

    /// The fixed pixel stage.
    pub(super) fn fixed_fragment(&mut self) -> Result<Variant> {
        let key = match self.fragment_key() {
            Ok(key) => key.folded(),
            Err(key) => return Err(self.refuse(key)),
        };
        self.record.fixed_rows[1] = true;
        if let Some(found) = self.fixed_programs.fragment.get(&key) {
            return Ok(found.clone());
        }
        let translated = fixed::fragment(&key).map_err(|error| self.refuse_fixed(&error))?;
        let label = format!("fixed pixel stage/{}", self.fixed_programs.fragment.len());
        let made = Variant::new(&mut self.context.recorder, label, translated);
        self.fixed_programs.fragment.insert(key, made.clone());
        Ok(made)
    }

    fn refuse_fixed(&mut self, error: &ShaderError) -> crate::Error {
        self.unsupported.count("fixed_function.translation");
        shader::refuse("fixed-function", error)
    }

    fn fragment_key(&self) -> Result<FragmentKey, &'static str> {
        let state = &self.state;
        if state.on(Rs::SPECULARENABLE) {
            return Err("fixed_function.specular");
        }
        let Traits { key: sampler, bound: texture, refused } = self.record.traits[0];
        let [color, alpha] = first_stage(state)?;
        let key = FragmentKey {
            color,
            alpha,
            texture: texture.then_some(sampler),
            flat_colors: self.is_flat(),
            alpha_test: self.alpha_test(),
            srgb_write: self.encodes_srgb(),
        };
        let stage_is_off = color == Combine::Disable || (!texture && color.reads_texture());
        let second = op(state, 1, Ts::COLOROP);
        if !stage_is_off && second != TextureOp::Disable {
            return Err("fixed_function.second_stage");
        }
        match refused.filter(|_| key.folded().texture.is_some()) {
            Some(refused) => Err(refused),
            None => Ok(key),
        }
    }

    /// Writes what the fixed stages read of the float blocks.
    pub(super) fn flush_fixed(&mut self) {
        let [vertex, fragment] = self.record.fixed_rows;
        let recorder = &mut self.context.recorder;
        if vertex {
            let state = &self.state;
            let [world, view, projection] =
                [Transform::WORLD, Transform::VIEW, Transform::PROJECTION].map(|t| state.transform(t.0));
            let product = multiply(&multiply(&world, &view), &projection);
            let columns = glam::Mat4::from_cols_array_2d(&product).transpose().to_cols_array_2d();
            let offset = u32::from(WORLD_VIEW_PROJECTION) * 16;
            recorder.write_block(binding::VERTEX_FLOATS as u8, offset, bytemuck::bytes_of(&columns));
        }
        if fragment {
            let factor = unpack(self.state.rs(Rs::TEXTUREFACTOR));
            let offset = u32::from(TEXTURE_FACTOR) * 16;
            recorder.write_block(binding::FRAGMENT_FLOATS as u8, offset, bytemuck::bytes_of(&factor));
        }
    }

    /// Gives the rows that the fixed vertex stage took back to the constants of shaders.
    pub(super) fn use_vertex_floats(&mut self) {
        if std::mem::take(&mut self.record.fixed_rows[0]) {
            let row = u32::from(WORLD_VIEW_PROJECTION);
            let bytes = self.state.vertex_constants.float_bytes(row..row + 4);
            self.context.recorder.write_block(binding::VERTEX_FLOATS as u8, row * 16, bytes);
        }
    }

    /// Gives the row that the fixed pixel stage took back to the constants of shaders.
    pub(super) fn use_pixel_floats(&mut self) {
        if std::mem::take(&mut self.record.fixed_rows[1]) {
            let row = u32::from(TEXTURE_FACTOR);
            let bytes = self.state.pixel_constants.float_bytes(row..row + 1);
            self.context.recorder.write_block(binding::FRAGMENT_FLOATS as u8, row * 16, bytes);
        }
    }
}

/// Components that a declaration gives each set of texture coordinates.
fn components(declaration: &Declaration) -> [u8; 8] {
    std::array::from_fn(|set| {
        let element = declaration.find(Semantic::new(DeclUsage::Texcoord, set as u8));
        element.map_or(4, |element| match element.kind {
            DeclType::Float1 => 1,
            DeclType::Float2
            | DeclType::Short2
            | DeclType::Short2N
            | DeclType::Ushort2N
            | DeclType::Float16x2 => 2,
            DeclType::Float3 | DeclType::Udec3 | DeclType::Dec3N => 3,
            _ => 4,
        })
    })
}

/// Texture coordinates that are generated or transformed, of the sets that the fragment stage reads.
fn unsupported_coordinates(state: &State, varyings: Varyings, transformed: bool) -> Option<&'static str> {
    for (stage, states) in (0u8..).zip(&state.stages) {
        if varyings.location(Semantic::new(Usage::Texcoord, stage)).is_none() {
            continue;
        }
        let flags = states[Ts::TEXTURETRANSFORMFLAGS.0 as usize];
        let counted = matches!(flags & 0xFF, 2..=4);
        if flags & 0x100 != 0 || (counted && !transformed) {
            return Some("fixed_function.texture_transform");
        }
        if states[Ts::TEXCOORDINDEX.0 as usize] >> 16 != 0 && !transformed {
            return Some("fixed_function.texture_generation");
        }
    }
    None
}

/// The operation of a stage; what is none acts as the default of the stage.
fn op(state: &State, stage: usize, kind: Ts) -> TextureOp {
    let default = match (stage, kind) {
        (0, Ts::COLOROP) => TextureOp::Modulate,
        (0, _) => TextureOp::SelectArg1,
        _ => TextureOp::Disable,
    };
    TextureOp::try_from(state.stages[stage][kind.0 as usize]).unwrap_or(default)
}

/// Colour and alpha of stage 0.
fn first_stage(state: &State) -> Result<[Combine; 2], &'static str> {
    let color = combine(state, Ts::COLOROP, Ts::COLORARG1, Ts::COLORARG2)?;
    if color == Combine::Disable {
        return Ok([Combine::Disable; 2]);
    }
    Ok([color, combine(state, Ts::ALPHAOP, Ts::ALPHAARG1, Ts::ALPHAARG2)?])
}

fn combine(state: &State, kind: Ts, first: Ts, second: Ts) -> Result<Combine, &'static str> {
    match op(state, 0, kind) {
        TextureOp::Disable => Ok(Combine::Disable),
        TextureOp::SelectArg1 => Ok(Combine::Select(argument(state, first)?)),
        TextureOp::SelectArg2 => Ok(Combine::Select(argument(state, second)?)),
        TextureOp::Modulate => Ok(Combine::Modulate(argument(state, first)?, argument(state, second)?)),
        _ => Err("fixed_function.texture_operation"),
    }
}

fn argument(state: &State, kind: Ts) -> Result<Argument, &'static str> {
    let value = state.stages[0][kind.0 as usize];
    let source = match value & 0xF {
        TA_DIFFUSE => ArgumentSource::Diffuse,
        TA_CURRENT => ArgumentSource::Current,
        TA_TEXTURE => ArgumentSource::Texture,
        TA_TFACTOR => ArgumentSource::Factor,
        _ => return Err("fixed_function.texture_argument"),
    };
    Ok(Argument {
        source,
        complement: value & TA_COMPLEMENT != 0,
        alpha_replicate: value & TA_ALPHAREPLICATE != 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(changes: &[(usize, Ts, u32)]) -> State {
        let mut state = State::new(false);
        for &(stage, kind, value) in changes {
            state.stages[stage][kind.0 as usize] = value;
        }
        state
    }

    #[test]
    fn a_new_device_modulates_texture_and_diffuse() {
        let texture = Argument::new(ArgumentSource::Texture);
        let current = Argument::new(ArgumentSource::Current);
        let expected = [Combine::Modulate(texture, current), Combine::Select(texture)];
        assert_eq!(first_stage(&state(&[])), Ok(expected));
    }

    #[test]
    fn arguments_carry_their_modifiers() {
        let changed = state(&[(0, Ts::COLOROP, 3), (0, Ts::COLORARG2, 0x33), (0, Ts::ALPHAOP, 1)]);
        let factor = Argument { source: ArgumentSource::Factor, complement: true, alpha_replicate: true };
        assert_eq!(first_stage(&changed), Ok([Combine::Select(factor), Combine::Disable]));
    }

    #[test]
    fn other_operations_and_arguments_are_refused_by_name() {
        let sum = state(&[(0, Ts::COLOROP, 7)]);
        assert_eq!(first_stage(&sum), Err("fixed_function.texture_operation"));
        let constant = state(&[(0, Ts::ALPHAARG1, 6)]);
        assert_eq!(first_stage(&constant), Err("fixed_function.texture_argument"));
        let off = state(&[(0, Ts::COLOROP, 1), (0, Ts::ALPHAARG1, 6)]);
        assert_eq!(first_stage(&off), Ok([Combine::Disable; 2]));
    }
}
