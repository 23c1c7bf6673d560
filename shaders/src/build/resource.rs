//! The resources of a module: uniform blocks, textures and samplers, at the places of [`crate::binding`].

use naga::{
    AddressSpace, ArraySize, DerivativeAxis, DerivativeControl, Expression, GlobalVariable, Handle,
    ImageClass, ImageDimension, ResourceBinding, SampleLevel, ScalarKind, Span, StructMember, Type,
    TypeInner,
};

use super::cube::Target;
use super::{Builder, Expr, Kind, Value};
use crate::binding;
use crate::dxso::Lanes;
use crate::interface::{SamplerKind, Stage};

/// Which level of a texture is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// What the difference to neighbouring fragments asks for.
    Implicit,
    /// The same, and so many levels further up.
    Biased(Value),
    /// The largest.
    Base,
    /// This one.
    Exact(Value),
    /// What these changes of the coordinate, by x and by y, ask for.
    Gradient([Value; 2]),
}

/// A texture with its sampler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampled {
    pub(crate) texture: Expr,
    pub(crate) sampler: Expr,
    pub(crate) kind: SamplerKind,
}

/// The fields of [`binding::DrawBlock`], with how many rows of 16 bytes each has.
const DRAW_MEMBERS: [(&str, u16); 6] =
    [("transform", 1), ("viewport", 1), ("point_and_alpha", 1), ("depth", 1), ("bump", 8), ("luminance", 8)];

/// The number of a field of the draw block.
pub(crate) fn draw_member(name: &str) -> u32 {
    let index = DRAW_MEMBERS.iter().position(|(known, _)| *known == name);
    u32::try_from(index.expect("a field of the draw block")).expect("few fields")
}

fn member(name: &str, ty: Handle<Type>, offset: u32) -> StructMember {
    StructMember { name: Some(name.to_owned()), ty, binding: None, offset }
}

impl Builder {
    fn bind(&mut self, name: &str, ty: Handle<Type>, space: AddressSpace, group: u32, binding: u32) -> Expr {
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space,
            binding: Some(ResourceBinding { group, binding }),
            ty,
            init: None,
            memory_decorations: naga::ir::MemoryDecorations::empty(),
        };
        let handle = self.module.global_variables.append(variable, Span::UNDEFINED);
        self.global(handle)
    }

    /// An array type of vectors of four lanes.
    pub(crate) fn rows(&mut self, kind: Kind, count: u16) -> Handle<Type> {
        let base = self.ty(kind, 4);
        let size = std::num::NonZeroU32::new(u32::from(count).max(1)).expect("at least one");
        self.add_type(None, TypeInner::Array { base, size: ArraySize::Constant(size), stride: 16 })
    }

    /// The stage's float constants, `rows` of them (at least one).
    pub(crate) fn float_block(&mut self, stage: Stage, rows: u16) -> Expr {
        let ty = self.rows(Kind::Float, rows);
        let (name, place) = match stage {
            Stage::Vertex => ("vertex_floats", binding::VERTEX_FLOATS),
            Stage::Fragment => ("fragment_floats", binding::FRAGMENT_FLOATS),
        };
        self.bind(name, ty, AddressSpace::Uniform, binding::UNIFORMS, place)
    }

    /// The stage's integer (member 0) and boolean (member 1) constants.
    pub(crate) fn integer_block(&mut self, stage: Stage) -> Expr {
        let ints = self.rows(Kind::Sint, 16);
        let bools = self.ty(Kind::Uint, 4);
        let members = vec![member("ints", ints, 0), member("bools", bools, 256)];
        let inner = TypeInner::Struct { members, span: binding::INTEGER_BLOCK_SIZE };
        let ty = self.add_type(Some("Integers"), inner);
        let (name, place) = match stage {
            Stage::Vertex => ("vertex_integers", binding::VERTEX_INTEGERS),
            Stage::Fragment => ("fragment_integers", binding::FRAGMENT_INTEGERS),
        };
        self.bind(name, ty, AddressSpace::Uniform, binding::UNIFORMS, place)
    }

    /// The draw block: see [`binding::DrawBlock`], whose fields are members 0, 1, ….
    pub(crate) fn draw_block(&mut self) -> Expr {
        let row = self.ty(Kind::Float, 4);
        let mut members = Vec::with_capacity(DRAW_MEMBERS.len());
        let mut span = 0;
        for (name, rows) in DRAW_MEMBERS {
            let ty = if rows == 1 { row } else { self.rows(Kind::Float, rows) };
            members.push(member(name, ty, span));
            span += 16 * u32::from(rows);
        }
        let inner = TypeInner::Struct { members, span };
        let ty = self.add_type(Some("Draw"), inner);
        self.bind("draw", ty, AddressSpace::Uniform, binding::UNIFORMS, binding::DRAW)
    }

    /// The texture and sampler of sampler register `slot`.
    pub(crate) fn sampled(&mut self, stage: Stage, slot: u8, kind: SamplerKind) -> Sampled {
        let (dim, arrayed) = match kind {
            SamplerKind::D2 => (ImageDimension::D2, false),
            SamplerKind::Cube => (ImageDimension::D2, true),
            SamplerKind::Volume => (ImageDimension::D3, false),
        };
        let class = ImageClass::Sampled { kind: ScalarKind::Float, multi: false };
        let image = self.add_type(None, TypeInner::Image { dim, arrayed, class });
        let sampler = self.add_type(None, TypeInner::Sampler { comparison: false });
        let group = binding::texture_group(stage);
        let texture_name = format!("s{slot}_texture");
        let sampler_name = format!("s{slot}_sampler");
        let texture = self.bind(&texture_name, image, AddressSpace::Handle, group, binding::texture(slot));
        let sampler = self.bind(&sampler_name, sampler, AddressSpace::Handle, group, binding::sampler(slot));
        Sampled { texture, sampler, kind }
    }

    /// Samples all four lanes; the coordinate has two lanes for 2D textures, else three.
    pub(crate) fn sample(&mut self, from: Sampled, coordinate: Value, level: Level) -> Value {
        let (coordinate, array_index, level) = if from.kind == SamplerKind::Cube {
            let Target { layer, place, level } = self.cube_target(coordinate, level);
            (place, Some(layer.handle), level)
        } else {
            (coordinate, None, level)
        };
        let handle = self.push(Expression::ImageSample {
            image: from.texture,
            sampler: from.sampler,
            gather: None,
            coordinate: coordinate.handle,
            array_index,
            offset: None,
            level: match level {
                Level::Implicit => SampleLevel::Auto,
                Level::Biased(bias) => SampleLevel::Bias(bias.handle),
                Level::Base => SampleLevel::Zero,
                Level::Exact(level) => SampleLevel::Exact(level.handle),
                Level::Gradient([x, y]) => SampleLevel::Gradient { x: x.handle, y: y.handle },
            },
            depth_ref: None,
            clamp_to_edge: false,
        });
        Value { handle, kind: Kind::Float, lanes: 4 }
    }

    /// A level that derivatives of `coordinate` decide, as gradients; others pass through.
    pub(super) fn explicit_level(&mut self, coordinate: Value, level: Level) -> Level {
        let (Level::Implicit | Level::Biased(_)) = level else { return level };
        let gradients = [DerivativeAxis::X, DerivativeAxis::Y].map(|axis| self.derivative(axis, coordinate));
        match level {
            Level::Biased(bias) => Level::Gradient(self.bias_gradients(gradients, bias)),
            _ => Level::Gradient(gradients),
        }
    }

    /// Gradients that read `bias` levels further up.
    pub(crate) fn bias_gradients(&mut self, gradients: [Value; 2], bias: Value) -> [Value; 2] {
        let scale = self.exponential(bias);
        gradients.map(|gradient| self.mul(gradient, scale))
    }

    /// The change of a value to the next fragment; only where all neighbours run the same code.
    pub(crate) fn derivative(&mut self, axis: DerivativeAxis, value: Value) -> Value {
        let ctrl = DerivativeControl::None;
        let handle = self.push(Expression::Derivative { axis, ctrl, expr: value.handle });
        Value { handle, ..value }
    }

    /// Puts the lanes of a sampled value where the format has them.
    pub(crate) fn present(&mut self, texel: Value, lanes: Lanes) -> Value {
        if lanes == Lanes::Rgba {
            return texel;
        }
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let [red, green, blue] = [0, 1, 2].map(|lane| self.lane(texel, lane));
        let placed = match lanes {
            Lanes::Rgba => return texel,
            Lanes::Rgb1 => [red, green, blue, one],
            Lanes::Rg11 => [red, green, one, one],
            Lanes::R111 => [red, one, one, one],
            Lanes::Rrr1 => [red, red, red, one],
            Lanes::Rrrg => [red, red, red, green],
            Lanes::Zzzr => [zero, zero, zero, red],
            Lanes::Gr11 => [green, red, one, one],
            Lanes::R001 => [red, zero, zero, one],
            Lanes::Rrrr => [red; 4],
        };
        self.compose(&placed)
    }
}

impl Sampled {
    /// How many lanes a coordinate has.
    pub(crate) const fn lanes(self) -> u8 {
        match self.kind {
            SamplerKind::D2 => 2,
            SamplerKind::Cube | SamplerKind::Volume => 3,
        }
    }
}
