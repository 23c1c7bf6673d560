//! The fixed vertex stage: its key and constants.

use std::sync::Arc;

use retrograph_shaders::binding;
use retrograph_shaders::fixed::{self, Position, VertexKey, WORLD_VIEW_PROJECTION};
use retrograph_shaders::interface::VertexInput;
use retrograph_shaders::varyings::{Semantic, Usage, Varyings};

use crate::decl::Declaration;
use crate::device::{Device, multiply};
use crate::error::Result;
use crate::shader::Variant;
use crate::state::State;
use crate::types::{DeclType, DeclUsage, RenderState as Rs, TextureStageState as Ts, Transform};

impl Device {
    /// What the fixed vertex stage can read.
    pub(in crate::record) fn fixed_inputs(&mut self) -> Result<Arc<[VertexInput]>> {
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
    pub(in crate::record) fn fixed_vertex(&mut self, varyings: Varyings) -> Result<Variant> {
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

    pub(super) fn flush_fixed_vertex(&mut self) {
        let state = &self.state;
        let [world, view, projection] =
            [Transform::WORLD, Transform::VIEW, Transform::PROJECTION].map(|t| state.transform(t.0));
        let product = multiply(&multiply(&world, &view), &projection);
        let columns = glam::Mat4::from_cols_array_2d(&product).transpose().to_cols_array_2d();
        let offset = u32::from(WORLD_VIEW_PROJECTION) * 16;
        self.context.recorder.write_block(binding::VERTEX_FLOATS as u8, offset, bytemuck::bytes_of(&columns));
    }

    /// Gives the rows that the fixed vertex stage took back to the constants of shaders.
    pub(in crate::record) fn use_vertex_floats(&mut self) {
        if std::mem::take(&mut self.record.fixed_rows[0]) {
            let row = u32::from(WORLD_VIEW_PROJECTION);
            let bytes = self.state.vertex_constants.float_bytes(row..row + 4);
            self.context.recorder.write_block(binding::VERTEX_FLOATS as u8, row * 16, bytes);
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
