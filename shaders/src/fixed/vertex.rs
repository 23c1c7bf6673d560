//! The fixed vertex stage.

mod key;

use naga::BinaryOperator;

use super::WORLD_VIEW_PROJECTION;
use crate::ShaderError;
use crate::build::stage::{semantic_name, varying_binding};
use crate::build::{Builder, Expr, Kind, Value};
use crate::interface::{InputClass, Points, ShaderInterface, Stage, Translated, VertexInput};
use crate::varyings::{Semantic, Usage};

pub use key::{Position, VertexKey};

/// How many vertex inputs there are.
pub const INPUTS: usize = 11;
/// Location of COLOR0; COLOR1 follows.
pub(super) const COLORS: u8 = 1;
/// Location of TEXCOORD0; the other sets follow.
pub(super) const TEXCOORDS: u8 = 3;

/// All inputs that the fixed vertex stage can read, by location: position, two colours, eight sets of texture
/// coordinates. A translation reads those of them that its key has and its fragment stage needs.
#[must_use]
pub fn inputs(position: Position) -> [VertexInput; INPUTS] {
    std::array::from_fn(|index| {
        let location = u8::try_from(index).unwrap_or(u8::MAX);
        let semantic = match (location, position) {
            (0, Position::World) => Semantic::new(Usage::Position, 0),
            (0, Position::Screen { .. }) => Semantic::new(Usage::PositionT, 0),
            (COLORS..TEXCOORDS, _) => Semantic::new(Usage::Color, location - COLORS),
            _ => Semantic::new(Usage::Texcoord, location - TEXCOORDS),
        };
        VertexInput { semantic, location }
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
    let key = key.folded();
    let mut stage = VertexStage {
        b: Builder::new(),
        attributes: [None; INPUTS],
        interface: ShaderInterface::new(Stage::Vertex),
    };
    stage.declare(&key);
    let draw = stage.b.draw_block();
    stage.interface.varyings = key.varyings;
    let position = stage.attributes[0].unwrap_or_else(|| stage.b.floats(&[0.0; 4]));
    let clip = match key.position {
        Position::World => stage.project(position),
        Position::Screen { flat_depth } => from_screen(&mut stage.b, position, flat_depth, draw),
    };
    if key.clip_planes > 0 {
        stage.b.clip_distances(clip, key.clip_planes, draw);
    }
    let corner = stage.b.corner(key.points);
    let clip = match corner {
        Some(corner) => stage.b.spread(clip, None, corner, draw),
        None => clip,
    };
    stage.b.position(clip, draw);
    let sprite = corner.filter(|_| key.points == Points::Sprites);
    for (location, varying) in key.varyings.iter() {
        let value = match sprite.filter(|_| varying.semantic.usage == Usage::Texcoord) {
            Some(corner) => stage.b.sprite(corner),
            None => stage.varying(&key, varying.semantic),
        };
        stage.b.output(&semantic_name(varying.semantic), varying_binding(location, varying), value);
    }
    stage.b.finish(stage.interface)
}

struct VertexStage {
    b: Builder,
    attributes: [Option<Value>; INPUTS],
    interface: ShaderInterface,
}

impl VertexStage {
    /// Declares the attributes of a folded key.
    fn declare(&mut self, key: &VertexKey) {
        for input in inputs(key.position) {
            let index = usize::from(input.location);
            let class = key.inputs[index];
            if class != InputClass::Absent {
                let name = semantic_name(input.semantic);
                self.attributes[index] = Some(self.b.attribute(&name, input.location, class));
                self.interface.inputs.push(input);
            }
        }
    }

    /// Transforms a point as `m4x4` does.
    fn project(&mut self, position: Value) -> Value {
        self.interface.float_rows = WORLD_VIEW_PROJECTION + 4;
        let block = self.b.float_block(Stage::Vertex, self.interface.float_rows);
        let lanes = [0, 1, 2, 3].map(|row| {
            let row = self.b.member(block, u32::from(WORLD_VIEW_PROJECTION) + row);
            let row = self.b.load(row, Kind::Float, 4);
            self.b.legacy_dot(position, row)
        });
        self.b.compose(&lanes)
    }

    fn varying(&mut self, key: &VertexKey, semantic: Semantic) -> Value {
        let index = usize::from(semantic.index);
        let source = match semantic.usage {
            Usage::Color if index < 2 => {
                let color = self.attributes[usize::from(COLORS) + index];
                color.map(|color| self.b.saturate(color))
            }
            Usage::Texcoord if index < 8 => {
                let set = usize::from(key.sets[index]);
                let coordinates = self.attributes[usize::from(TEXCOORDS) + set];
                coordinates.map(|coordinates| self.declared(coordinates, key.components[set]))
            }
            _ => None,
        };
        source.unwrap_or_else(|| {
            let lanes = [0, 1, 2, 3].map(|lane| key.varyings.default_lane(semantic, lane));
            self.b.floats(&lanes)
        })
    }

    /// The first `components` lanes, and 0 for the rest: the fetch fills in w = 1, Direct3D does not.
    fn declared(&mut self, value: Value, components: u8) -> Value {
        if components == 4 {
            return value;
        }
        let zero = self.b.float(0.0);
        let lanes = [0, 1, 2, 3].map(|lane| if lane < components { self.b.lane(value, lane) } else { zero });
        self.b.compose(&lanes)
    }
}

/// The clip position of a place in pixels, with depth and 1/w: the viewport undone.
fn from_screen(b: &mut Builder, position: Value, flat_depth: bool, draw: Expr) -> Value {
    let viewport = b.member(draw, 1);
    let viewport = b.load(viewport, Kind::Float, 4);
    let place = b.swizzle(position, &[0, 1]);
    let corner = b.swizzle(viewport, &[0, 1]);
    let size = b.swizzle(viewport, &[2, 3]);
    let from_corner = b.sub(place, corner);
    let two = b.float(2.0);
    let doubled = b.mul(from_corner, two);
    let part = b.div(doubled, size);
    let (across, down) = (b.lane(part, 0), b.lane(part, 1));
    let (zero, one) = (b.float(0.0), b.float(1.0));
    let (x, y) = (b.sub(across, one), b.sub(one, down));
    let z = if flat_depth { zero } else { b.lane(position, 2) };
    let rhw = b.lane(position, 3);
    let is_zero = b.binary(BinaryOperator::Equal, rhw, zero);
    let quotient = b.div(one, rhw);
    let w = b.select(is_zero, one, quotient);
    let [x, y, z] = [x, y, z].map(|lane| b.mul(lane, w));
    b.compose(&[x, y, z, w])
}
