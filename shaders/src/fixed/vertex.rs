//! The fixed vertex stage.

mod block;
mod coordinate;
mod fog;
mod key;
mod light;
mod pack;
mod position;

use naga::MathFunction;

use crate::ShaderError;
use crate::build::stage::{semantic_name, varying_binding};
use crate::build::{Builder, Expr, Value};
use crate::dxso::Options;
use crate::interface::{InputClass, Points, ShaderInterface, Stage, Translated, VertexInput};
use crate::varyings::{Semantic, Usage};

pub use block::{LIGHTS, LightRows, MATRICES, MaterialRows, VertexBlock};
pub use key::{
    Blend, Coordinate, CoordinateSource, LightKinds, Lighting, MaterialSource, Position, VertexFog, VertexKey,
};
pub use pack::PackedVertexKey;

/// How many vertex inputs there are.
pub const INPUTS: usize = 16;
const NORMAL: u8 = 1;
/// Location of BLENDWEIGHT; with tweening, of POSITION1.
const BLEND_WEIGHTS: u8 = 2;
/// Location of BLENDINDICES; with tweening, of NORMAL1.
const BLEND_INDICES: u8 = 3;
const POINT_SIZE: u8 = 4;
/// Location of COLOR0; COLOR1 follows.
const COLORS: u8 = 5;
const FOG: u8 = 7;
/// Location of TEXCOORD0; the other sets follow.
const TEXCOORDS: u8 = 8;

/// All inputs that the fixed vertex stage can read, by location: position, normal, weights and places of matrices (or, `tween`ing,
/// the second position and normal), point size, two colours, fog, eight sets of texture coordinates. A translation reads those
/// of them that its key has and its fragment stage needs.
#[must_use]
pub fn inputs(position: Position, tween: bool) -> [VertexInput; INPUTS] {
    std::array::from_fn(|index| {
        let location = u8::try_from(index).unwrap_or(u8::MAX);
        let (usage, index) = match location {
            0 if position == Position::World => (Usage::Position, 0),
            0 => (Usage::PositionT, 0),
            NORMAL => (Usage::Normal, 0),
            BLEND_WEIGHTS if tween => (Usage::Position, 1),
            BLEND_WEIGHTS => (Usage::BlendWeight, 0),
            BLEND_INDICES if tween => (Usage::Normal, 1),
            BLEND_INDICES => (Usage::BlendIndices, 0),
            POINT_SIZE => (Usage::PointSize, 0),
            FOG => (Usage::Fog, 0),
            COLORS..FOG => (Usage::Color, location - COLORS),
            _ => (Usage::Texcoord, location - TEXCOORDS),
        };
        VertexInput { semantic: Semantic::new(usage, index), location }
    })
}

/// Makes the vertex stage for a key, which need not be folded.
///
/// Writes exactly the varyings that the key asks for: colours clamped to 0–1, white and black where the vertex
/// has none; texture coordinates with 0 for what the declaration does not have; defaults for everything else.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn vertex(key: &VertexKey) -> Result<Translated, ShaderError> {
    vertex_with(key, Options::default())
}

/// As [`vertex`], with options.
///
/// # Errors
/// Those of [`vertex`].
pub fn vertex_with(key: &VertexKey, options: Options) -> Result<Translated, ShaderError> {
    let key = key.folded();
    let mut b = Builder::with(options);
    let mut interface = ShaderInterface::new(Stage::Vertex);
    let attributes = declare(&key, &mut b, &mut interface);
    let draw = b.draw_block();
    interface.varyings = key.varyings;
    let mut stage = VertexStage { b, key, attributes, draw, eye: None, normal: None };
    let clip = stage.place();
    stage.write(clip);
    stage.b.finish(interface)
}

/// Declares the attributes of a folded key.
fn declare(key: &VertexKey, b: &mut Builder, interface: &mut ShaderInterface) -> [Option<Value>; INPUTS] {
    let mut attributes = [None; INPUTS];
    for input in inputs(key.position, key.blend == Blend::Tween) {
        let index = usize::from(input.location);
        let class = key.inputs[index];
        if class != InputClass::Absent {
            let name = semantic_name(input.semantic);
            attributes[index] = Some(b.attribute(&name, input.location, class));
            interface.inputs.push(input);
        }
    }
    attributes
}

/// A vertex stage under construction.
struct VertexStage {
    b: Builder,
    key: VertexKey,
    attributes: [Option<Value>; INPUTS],
    draw: Expr,
    /// The position in eye space, four lanes, where the key needs it.
    eye: Option<Value>,
    /// The normal in eye space, three lanes, where the key needs it.
    normal: Option<Value>,
}

impl VertexStage {
    /// An attribute; zeros if it is absent.
    fn attribute(&mut self, location: u8) -> Value {
        match self.attributes[usize::from(location)] {
            Some(value) => value,
            None => self.b.floats(&[0.0; 4]),
        }
    }

    /// A row of [`VertexBlock`].
    fn row(&mut self, row: u16) -> Value {
        self.b.fixed_row(Stage::Vertex, row)
    }

    /// The first three lanes.
    fn xyz(&mut self, value: Value) -> Value {
        self.b.swizzle(value, &[0, 1, 2])
    }

    fn dot(&mut self, a: Value, b: Value) -> Value {
        Value { lanes: 1, ..self.b.math2(MathFunction::Dot, a, b) }
    }

    fn length(&mut self, value: Value) -> Value {
        Value { lanes: 1, ..self.b.math(MathFunction::Length, value) }
    }

    /// A vector of length 1, or zero if it is zero.
    fn normalized(&mut self, value: Value) -> Value {
        let square = self.dot(value, value);
        let (zero, root) = (self.b.float(0.0), self.b.math(MathFunction::InverseSqrt, square));
        let unit = self.b.mul(value, root);
        let positive = self.b.binary(naga::BinaryOperator::Greater, square, zero);
        self.b.select(positive, unit, zero)
    }

    /// Position and normal in eye space, as the key needs them.
    fn eye_space(&mut self) -> (Value, Value) {
        let (eye, normal) = (self.eye, self.normal);
        let eye = eye.unwrap_or_else(|| self.b.floats(&[0.0; 4]));
        let normal = normal.unwrap_or_else(|| self.b.floats(&[0.0; 3]));
        (self.xyz(eye), normal)
    }

    /// Writes everything that leaves the stage.
    fn write(&mut self, clip: Value) {
        let (key, draw) = (self.key, self.draw);
        if key.clip_planes > 0 {
            let eye = self.eye.unwrap_or_else(|| self.b.floats(&[0.0; 4]));
            self.b.clip_by_planes(eye, key.clip_planes, &key.varyings, draw);
        }
        let corner = self.b.corner(key.points);
        let clip = match corner {
            Some(corner) => {
                let size = self.point_size();
                self.b.spread(clip, size, corner, draw)
            }
            None => clip,
        };
        self.b.position(clip, draw);
        let sprite = corner.filter(|_| key.points == Points::Sprites);
        let mut lit = key.lighting.map(|lighting| self.light(lighting));
        for (location, varying) in key.varyings.iter() {
            let Semantic { usage, index } = varying.semantic;
            let value = match (usage, index, sprite) {
                (Usage::Texcoord, _, Some(corner)) => self.b.sprite(corner),
                (Usage::Texcoord, 0..=7, None) => self.coordinate(index),
                (Usage::Color, 0..=1, _) => match lit.as_mut().and_then(|lit| lit[usize::from(index)]) {
                    Some(color) => color,
                    None => self.color(varying.semantic),
                },
                (Usage::Fog, 0, _) => self.fog(),
                _ => self.default(varying.semantic),
            };
            self.b.output(&semantic_name(varying.semantic), varying_binding(location, varying), value);
        }
    }

    /// A colour of the vertex.
    fn color(&mut self, semantic: Semantic) -> Value {
        match self.attributes[usize::from(COLORS + semantic.index)] {
            Some(color) => self.b.saturate(color),
            // Where vertices are lit, there is no second colour without highlights.
            None if self.key.lighting.is_some() => self.b.floats(&[0.0; 4]),
            None => self.default(semantic),
        }
    }

    fn default(&mut self, semantic: Semantic) -> Value {
        let lanes = [0, 1, 2, 3].map(|lane| self.key.varyings.default_lane(semantic, lane));
        self.b.floats(&lanes)
    }
}
