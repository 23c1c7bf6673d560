//! What changes the code of the fixed vertex stage.

use super::{BLEND_INDICES, BLEND_WEIGHTS, COLORS, FOG, INPUTS, MATRICES, NORMAL, POINT_SIZE, TEXCOORDS};
use crate::dxso::{CLIP_PLANES, FogFunction};
use crate::interface::{InputClass, Points};
use crate::varyings::{Semantic, Usage, Varyings};

const FOG_FACTOR: Semantic = Semantic::new(Usage::Fog, 0);

/// What a vertex's position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Position {
    /// A point that goes through World·View·Projection (`POSITION`).
    #[default]
    World,
    /// A place in pixels with depth and 1/w (`POSITIONT`, `D3DFVF_XYZRHW`).
    Screen {
        /// The depth test is off: depth 0 then keeps vertices beyond 0–1 from being clipped.
        flat_depth: bool,
    },
}

/// How positions and normals come from more than one matrix or vertex (`D3DRS_VERTEXBLEND`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// World alone.
    #[default]
    Off,
    /// So many weights (1–3) of the vertex and what is left to 1, for the first matrices of the palette.
    Weights(u8),
    /// As weights, of which there may be none, with a place in the palette for each.
    Indexed {
        /// How many weights (0–3) the vertex has.
        weights: u8,
        /// How many matrices of the palette there are: a power of two, 4–256. Places behind the last read the last.
        matrices: u16,
        /// The places are a `D3DCOLOR`: bytes of 0–1, the last of them first.
        color: bool,
    },
    /// Between POSITION0 and POSITION1, and NORMAL0 and NORMAL1.
    Tween,
}

/// What a colour of the material is (`D3DRS_*MATERIALSOURCE`, with `D3DRS_COLORVERTEX`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MaterialSource {
    /// That of the material.
    #[default]
    Material,
    /// COLOR0 of the vertex, if it has one.
    Color0,
    /// COLOR1 of the vertex, if it has one.
    Color1,
}

bitflags::bitflags! {
    /// The kinds of lights among those that are on. How many there are of each stands in the block.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct LightKinds: u8 {
        /// From one direction.
        const DIRECTIONAL = 1;
        /// From a place to all sides.
        const POINT = 1 << 1;
        /// From a place, within a cone.
        const SPOT = 1 << 2;
    }
}

/// How vertices are lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lighting {
    /// What lights there are.
    pub kinds: LightKinds,
    /// `D3DRS_SPECULARENABLE`: highlights are computed.
    pub specular: bool,
    /// `D3DRS_LOCALVIEWER`: highlights look to the eye, not along the z axis.
    pub local_viewer: bool,
    /// What the diffuse colour is.
    pub diffuse: MaterialSource,
    /// What the ambient colour is.
    pub ambient: MaterialSource,
    /// What the specular colour is.
    pub specular_color: MaterialSource,
    /// What the emissive colour is.
    pub emissive: MaterialSource,
}

impl Lighting {
    fn sources(&mut self) -> [&mut MaterialSource; 4] {
        [&mut self.diffuse, &mut self.ambient, &mut self.specular_color, &mut self.emissive]
    }

    fn reads(mut self, color: MaterialSource) -> bool {
        self.sources().into_iter().any(|source| *source == color)
    }
}

/// Where a stage's texture coordinates come from (`D3DTSS_TEXCOORDINDEX`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoordinateSource {
    /// A set (0–7) of the vertex.
    Set(u8),
    /// The normal in eye space.
    Normal,
    /// The position in eye space.
    Position,
    /// The reflection of the direction to the position in eye space.
    Reflection,
    /// The place in a picture of a mirroring sphere.
    Sphere,
}

/// What a stage makes of its texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// Where they come from.
    pub source: CoordinateSource,
    /// How many components (2–4) come out of the stage's matrix; 0 where it is not applied.
    pub transform: u8,
    /// `D3DTTFF_PROJECTED`: the last component goes to w, by which the fragment stage divides.
    pub projected: bool,
}

impl Coordinate {
    /// A set as it is.
    #[must_use]
    pub const fn set(set: u8) -> Self {
        Self { source: CoordinateSource::Set(set), transform: 0, projected: false }
    }
}

/// Where the factor of vertex fog comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VertexFog {
    /// The alpha of the vertex's COLOR1: the only one for places in pixels.
    #[default]
    Specular,
    /// A function of the depth in eye space.
    Depth {
        /// Which.
        function: FogFunction,
        /// `D3DRS_RANGEFOGENABLE`: of the distance from the eye instead.
        range: bool,
    },
    /// No factor but the depth of a place in pixels, for [`crate::dxso::FogDepth::Vertex`].
    Place,
}

/// What changes the code of the fixed vertex stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// What the position is.
    pub position: Position,
    /// How many matrices or vertices make it.
    pub blend: Blend,
    /// How the attribute at each location of [`super::inputs`] arrives.
    pub inputs: [InputClass; INPUTS],
    /// How many components (1–4) the vertex declaration gives each texture coordinate set.
    pub components: [u8; 8],
    /// What each stage makes of its texture coordinates.
    pub coordinates: [Coordinate; 8],
    /// How vertices are lit; `None` where colours pass through.
    pub lighting: Option<Lighting>,
    /// `D3DRS_NORMALIZENORMALS`.
    pub normalize: bool,
    /// Where the factor of fog comes from, if the fragment stage reads one.
    pub fog: VertexFog,
    /// What the fragment stage reads.
    pub varyings: Varyings,
    /// How points are made.
    pub points: Points,
    /// `D3DRS_POINTSCALEENABLE`: points become smaller with distance.
    pub point_scale: bool,
    /// How many rows of [`crate::binding::DrawBlock::clip_planes`], for positions in eye space, cut primitives off, 0–6; none
    /// cuts pre-transformed vertices.
    pub clip_planes: u8,
}

impl Default for VertexKey {
    /// A position and nothing else, each stage fed by its own set.
    fn default() -> Self {
        let mut inputs = [InputClass::Absent; INPUTS];
        inputs[0] = InputClass::Float;
        Self {
            position: Position::World,
            blend: Blend::Off,
            inputs,
            components: [4; 8],
            coordinates: [0, 1, 2, 3, 4, 5, 6, 7].map(Coordinate::set),
            lighting: None,
            normalize: false,
            fog: VertexFog::Specular,
            varyings: Varyings::default(),
            points: Points::Pixels,
            point_scale: false,
            clip_planes: 0,
        }
    }
}

impl VertexKey {
    /// The key with everything that the code does not depend on set to its default. Keys are to be folded
    /// before they are looked up in a cache.
    #[must_use]
    pub fn folded(mut self) -> Self {
        self.clip_planes = match (self.varyings.clip_planes, self.position) {
            (0, Position::World) => self.clip_planes.min(CLIP_PLANES),
            (carried, _) => carried,
        };
        if self.position != Position::World {
            self.lighting = None;
            if self.fog != VertexFog::Place {
                self.fog = VertexFog::Specular;
            }
            self.point_scale = false;
        }
        self.fold_blend();
        let read = self.fold_coordinates();
        self.fold_lighting();
        self.fold_fog();
        self.point_scale &= self.points != Points::Pixels;
        self.normalize &= self.needs_normal() && self.has(NORMAL);
        self.fold_inputs(read)
    }

    /// Whether the fragment stage reads a varying.
    fn reads(&self, usage: Usage, index: u8) -> bool {
        self.varyings.location(Semantic::new(usage, index)).is_some()
    }

    fn has(&self, location: u8) -> bool {
        self.inputs[usize::from(location)] != InputClass::Absent
    }

    /// Whether the position in eye space is used, by a folded key.
    #[must_use]
    pub fn needs_eye(&self) -> bool {
        use CoordinateSource::{Position, Reflection, Sphere};
        let generates = |coordinate: &Coordinate| matches!(coordinate.source, Position | Reflection | Sphere);
        let placed = LightKinds::POINT | LightKinds::SPOT;
        let lit = |lighting: Lighting| lighting.local_viewer || lighting.kinds.intersects(placed);
        let fogged = matches!(self.fog, VertexFog::Depth { .. }) && !self.has(FOG);
        let by_weights = matches!(self.blend, Blend::Weights(_) | Blend::Indexed { .. });
        self.clip_planes > 0
            || by_weights
            || fogged
            || self.point_scale
            || self.lighting.is_some_and(lit)
            || self.coordinates.iter().any(generates)
    }

    /// Whether the normal in eye space is used, by a folded key.
    #[must_use]
    pub fn needs_normal(&self) -> bool {
        use CoordinateSource::{Normal, Reflection, Sphere};
        let generates = |coordinate: &Coordinate| matches!(coordinate.source, Normal | Reflection | Sphere);
        let lit = self.lighting.is_some_and(|lighting| !lighting.kinds.is_empty());
        lit || self.coordinates.iter().any(generates)
    }

    fn fold_blend(&mut self) {
        if self.position != Position::World {
            self.blend = Blend::Off;
        }
        let weighted = self.has(BLEND_WEIGHTS);
        self.blend = match self.blend {
            Blend::Weights(count @ 1..) if weighted => Blend::Weights(count.min(3)),
            // The location is that of POSITION1.
            Blend::Tween if weighted => Blend::Tween,
            Blend::Indexed { weights, matrices, color } if weights == 0 || weighted => {
                let matrices = matrices.clamp(4, MATRICES).next_power_of_two();
                if self.has(BLEND_INDICES) {
                    Blend::Indexed { weights: weights.min(3), matrices, color }
                } else if weights > 0 {
                    Blend::Weights(weights.min(3))
                } else {
                    Blend::Off
                }
            }
            _ => Blend::Off,
        };
    }

    /// Folds what stages make of coordinates; answers which sets are read, a bit each.
    fn fold_coordinates(&mut self) -> u8 {
        let mut read = 0;
        for stage in 0..8u8 {
            let plain = Coordinate::set(stage);
            let made = self.reads(Usage::Texcoord, stage) && self.points != Points::Sprites;
            let coordinate = &mut self.coordinates[usize::from(stage)];
            if let CoordinateSource::Set(set) = &mut coordinate.source {
                *set &= 7;
            }
            if !made {
                *coordinate = plain;
                continue;
            }
            if self.position != Position::World {
                coordinate.transform = 0;
                // Nothing is generated from places in pixels.
                if !matches!(coordinate.source, CoordinateSource::Set(_)) {
                    coordinate.source = plain.source;
                }
            }
            if !matches!(coordinate.transform, 2..=4) {
                coordinate.transform = 0;
            }
            if let CoordinateSource::Set(set) = coordinate.source {
                read |= 1 << set;
            }
        }
        read
    }

    fn fold_lighting(&mut self) {
        let [diffuse, specular] = [0, 1].map(|index| self.reads(Usage::Color, index));
        let has = [COLORS, COLORS + 1].map(|location| self.has(location));
        let has_normal = self.has(NORMAL);
        let Some(lighting) = &mut self.lighting else { return };
        if !diffuse && !specular {
            self.lighting = None;
            return;
        }
        lighting.specular &= specular;
        if !diffuse {
            (lighting.diffuse, lighting.ambient, lighting.emissive) = Default::default();
        }
        if !lighting.specular {
            lighting.specular_color = MaterialSource::Material;
        }
        for source in lighting.sources() {
            let absent = match source {
                MaterialSource::Material => false,
                MaterialSource::Color0 => !has[0],
                MaterialSource::Color1 => !has[1],
            };
            if absent {
                *source = MaterialSource::Material;
            }
        }
        // Ambient light needs no normal, highlights do.
        if !(diffuse || lighting.specular && has_normal) {
            lighting.kinds = LightKinds::empty();
        }
        lighting.local_viewer &= lighting.specular && has_normal && !lighting.kinds.is_empty();
    }

    fn fold_fog(&mut self) {
        let given = self.has(FOG);
        match &mut self.fog {
            _ if self.varyings.location(FOG_FACTOR).is_none() => self.fog = VertexFog::Specular,
            VertexFog::Depth { range, .. } => *range &= !given,
            VertexFog::Place if self.position == Position::World => self.fog = VertexFog::Specular,
            VertexFog::Specular | VertexFog::Place => {}
        }
    }

    fn fold_inputs(mut self, sets: u8) -> Self {
        let colors = [MaterialSource::Color0, MaterialSource::Color1];
        let mut inputs = [InputClass::Absent; INPUTS];
        let mut keep = |location: u8| inputs[usize::from(location)] = self.inputs[usize::from(location)];
        keep(0);
        if self.needs_normal() {
            keep(NORMAL);
        }
        match self.blend {
            Blend::Off => {}
            Blend::Weights(_) => keep(BLEND_WEIGHTS),
            Blend::Indexed { weights: 0, .. } => keep(BLEND_INDICES),
            Blend::Indexed { .. } => {
                keep(BLEND_WEIGHTS);
                keep(BLEND_INDICES);
            }
            Blend::Tween => {
                keep(BLEND_WEIGHTS);
                if self.needs_normal() && self.has(NORMAL) {
                    keep(BLEND_INDICES);
                }
            }
        }
        if self.points != Points::Pixels {
            keep(POINT_SIZE);
        }
        for (index, source) in (0u8..).zip(colors) {
            let is_read = match self.lighting {
                Some(lighting) => {
                    let passes = index == 1 && !lighting.specular && self.reads(Usage::Color, 1);
                    passes || lighting.reads(source)
                }
                None => self.reads(Usage::Color, index),
            };
            if is_read {
                keep(COLORS + index);
            }
        }
        if self.varyings.location(FOG_FACTOR).is_some() {
            match self.fog {
                VertexFog::Specular => keep(COLORS + 1),
                VertexFog::Depth { .. } => keep(FOG),
                VertexFog::Place => {}
            }
        }
        let mut components = [4; 8];
        for set in 0..8u8 {
            let location = TEXCOORDS + set;
            if sets >> set & 1 == 1 {
                keep(location);
                if self.has(location) {
                    components[usize::from(set)] = self.components[usize::from(set)].clamp(1, 4);
                }
            }
        }
        (self.inputs, self.components) = (inputs, components);
        self
    }
}
