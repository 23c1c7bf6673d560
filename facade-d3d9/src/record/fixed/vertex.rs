//! The key of the fixed vertex stage.

use std::sync::Arc;

use retrograph_shaders::fixed::{
    self, Blend, Coordinate, CoordinateSource, Lighting, MaterialSource, Position, VertexFog, VertexKey,
};
use retrograph_shaders::interface::VertexInput;
use retrograph_shaders::varyings::{Semantic, Varyings};

use crate::decl::Declaration;
use crate::device::Device;
use crate::error::Result;
use crate::record::fog;
use crate::shader::Variant;
use crate::state::State;
use crate::types::values::{MaterialColorSource, TTFF_PROJECTED};
use crate::types::{DeclType, DeclUsage, RenderState as Rs, TextureStageState as Ts};

/// `D3DVBF_TWEENING`
const TWEENING: u32 = 255;
/// `D3DVBF_0WEIGHTS`
const NO_WEIGHTS: u32 = 256;

impl Device {
    /// What the fixed vertex stage can read.
    pub(in crate::record) fn fixed_inputs(&mut self) -> Result<Arc<[VertexInput]>> {
        let tween = self.state.rs(Rs::VERTEXBLEND) == TWEENING && self.has_weights();
        let inputs = fixed::inputs(self.position(), tween);
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

    /// The fixed vertex stage that writes these varyings.
    pub(in crate::record) fn fixed_vertex(&mut self, varyings: Varyings) -> Result<Variant> {
        let clip_planes = self.active_clip_planes();
        self.record.clip_planes = clip_planes;
        let key = self.vertex_key(varyings, clip_planes).folded();
        self.record.fixed_vertex = true;
        self.record.fixed.use_program(&key);
        let packed = key.packed();
        if let Some(found) = self.fixed_programs.vertex.get(&packed) {
            return Ok(found.clone());
        }
        let translated = fixed::vertex(&key).map_err(|error| self.refuse_fixed(&error))?;
        let label = format!("fixed vertex stage/{}", self.fixed_programs.vertex.len());
        let made = Variant::new(&mut self.context.recorder, label, translated);
        self.fixed_programs.vertex.insert(packed, made.clone());
        Ok(made)
    }

    fn vertex_key(&self, varyings: Varyings, clip_planes: u8) -> VertexKey {
        let state = &self.state;
        let declaration = self.declaration();
        VertexKey {
            position: self.position(),
            blend: self.blend(declaration),
            inputs: self.record.classes,
            components: declaration.map_or([4; 8], components),
            coordinates: std::array::from_fn(|stage| coordinate(state, stage)),
            lighting: self.lighting(),
            normalize: state.on(Rs::NORMALIZENORMALS),
            fog: vertex_fog(state, self.is_transformed()),
            varyings,
            points: self.record.points,
            point_scale: state.on(Rs::POINTSCALEENABLE),
            clip_planes,
        }
    }

    fn blend(&self, declaration: Option<&Declaration>) -> Blend {
        let value = self.state.rs(Rs::VERTEXBLEND);
        let weights = match value {
            1..=3 => value as u8,
            NO_WEIGHTS => 0,
            // Without weights in the vertex nothing is blended, and so nothing tweened: both other implementations agree.
            TWEENING if self.has_weights() => return Blend::Tween,
            _ => return Blend::Off,
        };
        if !self.state.on(Rs::INDEXEDVERTEXBLENDENABLE) {
            return if weights == 0 { Blend::Off } else { Blend::Weights(weights) };
        }
        let places = Semantic::new(DeclUsage::BlendIndices, 0);
        let element = declaration.and_then(|declaration| declaration.find(places));
        let color = element.is_some_and(|element| element.kind == DeclType::D3dColor);
        Blend::Indexed { weights, matrices: self.record.fixed.palette_size(), color }
    }

    fn has_weights(&self) -> bool {
        let weights = Semantic::new(DeclUsage::BlendWeight, 0);
        self.declaration().is_some_and(|declaration| declaration.find(weights).is_some())
    }

    fn lighting(&self) -> Option<Lighting> {
        let state = &self.state;
        let source = |which, default| {
            let value = if state.on(Rs::COLORVERTEX) { state.rs(which) } else { 0 };
            match MaterialColorSource::try_from(value) {
                Ok(MaterialColorSource::Material) => MaterialSource::Material,
                Ok(MaterialColorSource::Color1) => MaterialSource::Color0,
                Ok(MaterialColorSource::Color2) => MaterialSource::Color1,
                Err(_) => default,
            }
        };
        state.on(Rs::LIGHTING).then(|| Lighting {
            kinds: self.record.fixed.active.kinds,
            specular: state.on(Rs::SPECULARENABLE),
            local_viewer: state.on(Rs::LOCALVIEWER),
            diffuse: source(Rs::DIFFUSEMATERIALSOURCE, MaterialSource::Color0),
            ambient: source(Rs::AMBIENTMATERIALSOURCE, MaterialSource::Material),
            specular_color: source(Rs::SPECULARMATERIALSOURCE, MaterialSource::Color1),
            emissive: source(Rs::EMISSIVEMATERIALSOURCE, MaterialSource::Material),
        })
    }
}

/// What FOG0 carries.
fn vertex_fog(state: &State, transformed: bool) -> VertexFog {
    if transformed {
        let table = fog::function(state.rs(Rs::FOGTABLEMODE)).is_some();
        return if table { VertexFog::Place } else { VertexFog::Specular };
    }
    match fog::function(state.rs(Rs::FOGVERTEXMODE)) {
        Some(function) => VertexFog::Depth { function, range: state.on(Rs::RANGEFOGENABLE) },
        None => VertexFog::Specular,
    }
}

/// What a stage makes of its coordinates; a way to generate them that is none passes a set through.
fn coordinate(state: &State, stage: usize) -> Coordinate {
    let states = &state.stages[stage];
    let index = states[Ts::TEXCOORDINDEX.0 as usize];
    let flags = states[Ts::TEXTURETRANSFORMFLAGS.0 as usize];
    let source = match index >> 16 {
        1 => CoordinateSource::Normal,
        2 => CoordinateSource::Position,
        3 => CoordinateSource::Reflection,
        4 => CoordinateSource::Sphere,
        _ => CoordinateSource::Set((index & 7) as u8),
    };
    let count = flags & 0xFF;
    let transform = if matches!(count, 2..=4) { count as u8 } else { 0 };
    Coordinate { source, transform, projected: flags & TTFF_PROJECTED != 0 }
}

/// Components that a declaration gives each set of texture coordinates.
fn components(declaration: &Declaration) -> [u8; 8] {
    std::array::from_fn(|set| {
        let element = declaration.find(Semantic::new(DeclUsage::Texcoord, set as u8));
        element.map_or(4, |element| element.kind.components())
    })
}
