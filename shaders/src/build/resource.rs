//! The resources of a module: uniform blocks, textures and samplers, at the places of [`crate::binding`].

use naga::{
    AddressSpace, ArraySize, DerivativeAxis, DerivativeControl, Expression, GlobalVariable, Handle,
    ImageClass, ImageDimension, ResourceBinding, SampleLevel, ScalarKind, Span, StructMember, Type,
    TypeInner,
};

use super::cube::Target;
use super::stage::numbered;
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
    /// Whether reads compare with a depth.
    pub(crate) compared: bool,
}

/// A block of a module whose size follows in the end: the draw block, and that of a fixed-function stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) pointer: Expr,
    /// How many of its first fields, or rows, are used.
    pub(super) members: usize,
}

/// The fields of [`binding::DrawBlock`], with how many rows of 16 bytes each has.
const DRAW_MEMBERS: [(&str, u16); 11] = [
    ("transform", 1),
    ("viewport", 1),
    ("point_and_alpha", 1),
    ("depth", 1),
    ("bump", 8),
    ("luminance", 8),
    ("fog_color", 1),
    ("fog", 1),
    ("lod_bias", 4),
    ("clip_planes", 6),
    ("border", 20),
];

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
        self.push(Expression::GlobalVariable(handle))
    }

    /// An array type of vectors of four lanes.
    pub(crate) fn rows(&mut self, kind: Kind, count: u16) -> Handle<Type> {
        let base = self.ty(kind, 4);
        let size = std::num::NonZeroU32::new(u32::from(count).max(1)).expect("at least one");
        self.add_type(None, TypeInner::Array { base, size: ArraySize::Constant(size), stride: 16 })
    }

    /// The stage's float constants, `rows` of them (at least one): in storage where a uniform block cannot hold them.
    pub(crate) fn float_block(&mut self, stage: Stage, rows: u16) -> Expr {
        let ty = self.rows(Kind::Float, rows);
        let (name, place) = match stage {
            Stage::Vertex => ("vertex_floats", binding::VERTEX_FLOATS),
            Stage::Fragment => ("fragment_floats", binding::FRAGMENT_FLOATS),
        };
        let space = if rows > binding::UNIFORM_ROWS {
            AddressSpace::Storage { access: naga::StorageAccess::LOAD }
        } else {
            AddressSpace::Uniform
        };
        self.bind(name, ty, space, binding::UNIFORMS, place)
    }

    /// The stage's integer (member 0) and boolean (member 1) constants; with `software` also all booleans of software
    /// profiles (member 2) and the rest of their integers (member 3).
    pub(crate) fn integer_block(&mut self, stage: Stage, software: bool) -> Expr {
        let ints = self.rows(Kind::Sint, 16);
        let bools = self.ty(Kind::Uint, 4);
        let mut members = vec![member("ints", ints, 0), member("bools", bools, 256)];
        let mut span = binding::INTEGER_BLOCK_SIZE;
        if software {
            let bools = self.rows(Kind::Uint, binding::SOFTWARE_INTEGERS / 128);
            let ints = self.rows(Kind::Sint, binding::SOFTWARE_INTEGERS - 16);
            members.push(member("more_bools", bools, binding::MORE_BOOLS));
            members.push(member("more_ints", ints, binding::MORE_INTS));
            span = binding::SOFTWARE_INTEGER_BLOCK_SIZE;
        }
        let inner = TypeInner::Struct { members, span };
        let ty = self.add_type(Some("Integers"), inner);
        let (name, place) = match stage {
            Stage::Vertex => ("vertex_integers", binding::VERTEX_INTEGERS),
            Stage::Fragment => ("fragment_integers", binding::FRAGMENT_INTEGERS),
        };
        self.bind(name, ty, AddressSpace::Uniform, binding::UNIFORMS, place)
    }

    /// The fixed-function constants of the stage, in rows of four floats. The module declares them up to the last row that
    /// is used: [`Builder::member`] notes rows by itself, [`Builder::reach_fixed`] others.
    pub(crate) fn fixed_block(&mut self, stage: Stage) -> Expr {
        if let Some(fixed) = self.fixed {
            return fixed.pointer;
        }
        // The true size follows in the end.
        let ty = self.rows(Kind::Float, u16::MAX);
        let place = match stage {
            Stage::Vertex => binding::FIXED_VERTEX,
            Stage::Fragment => binding::FIXED_FRAGMENT,
        };
        let pointer = self.bind("fixed_block", ty, AddressSpace::Uniform, binding::UNIFORMS, place);
        self.fixed = Some(Draw { pointer, members: 0 });
        pointer
    }

    /// Row `row` of the stage's fixed-function constants.
    pub(crate) fn fixed_row(&mut self, stage: Stage, row: u16) -> Value {
        let block = self.fixed_block(stage);
        let row = self.member(block, row.into());
        self.load(row, Kind::Float, 4)
    }

    /// Notes that rows below `rows` of the fixed-function constants are read by computed index.
    pub(crate) fn reach_fixed(&mut self, rows: u16) {
        if let Some(fixed) = &mut self.fixed {
            fixed.members = fixed.members.max(usize::from(rows));
        }
    }

    /// Narrows the fixed-function constants to the rows that are used; how many they are.
    pub(super) fn close_fixed_block(&mut self) -> u16 {
        let Some(fixed) = self.fixed else { return 0 };
        let rows = u16::try_from(fixed.members).unwrap_or(u16::MAX);
        let ty = self.rows(Kind::Float, rows);
        let globals = self.module.global_variables.iter_mut();
        for (_, global) in globals.filter(|(_, global)| global.name.as_deref() == Some("fixed_block")) {
            global.ty = ty;
        }
        rows
    }

    /// The draw block: see [`binding::DrawBlock`], whose fields are members 0, 1, …. The module declares it up to the
    /// last field that is used.
    pub(crate) fn draw_block(&mut self) -> Expr {
        if let Some(draw) = self.draw {
            return draw.pointer;
        }
        // The type follows in the end.
        let ty = self.ty(Kind::Float, 4);
        let pointer = self.bind("draw", ty, AddressSpace::Uniform, binding::UNIFORMS, binding::DRAW);
        self.draw = Some(Draw { pointer, members: 0 });
        pointer
    }

    fn draw_type(&mut self, members: usize) -> Handle<Type> {
        let row = self.ty(Kind::Float, 4);
        let mut list = Vec::with_capacity(members);
        let mut span = 0;
        for (name, rows) in &DRAW_MEMBERS[..members] {
            let ty = if *rows == 1 { row } else { self.rows(Kind::Float, *rows) };
            list.push(member(name, ty, span));
            span += 16 * u32::from(*rows);
        }
        self.add_type(Some("Draw"), TypeInner::Struct { members: list, span })
    }

    /// Narrows the draw block to the fields that are used; how many rows of 16 bytes they take.
    pub(super) fn close_draw_block(&mut self) -> u16 {
        let Some(draw) = self.draw else { return 0 };
        let ty = self.draw_type(draw.members);
        let globals = self.module.global_variables.iter_mut();
        for (_, global) in globals.filter(|(_, global)| global.name.as_deref() == Some("draw")) {
            global.ty = ty;
        }
        DRAW_MEMBERS[..draw.members].iter().map(|(_, rows)| rows).sum()
    }

    /// The texture and sampler of sampler register `slot`: of depths to compare with, if `compared`.
    pub(crate) fn sampled(&mut self, stage: Stage, slot: u8, kind: SamplerKind, compared: bool) -> Sampled {
        let (dim, arrayed) = match kind {
            SamplerKind::D2 => (ImageDimension::D2, false),
            SamplerKind::Cube => (ImageDimension::D2, true),
            SamplerKind::Volume => (ImageDimension::D3, false),
        };
        let class = if compared {
            ImageClass::Depth { multi: false }
        } else {
            ImageClass::Sampled { kind: ScalarKind::Float, multi: false }
        };
        let image = self.add_type(None, TypeInner::Image { dim, arrayed, class });
        let sampler = self.add_type(None, TypeInner::Sampler { comparison: compared });
        let group = binding::texture_group(stage);
        let [texture_name, sampler_name] =
            ["_texture", "_sampler"].map(|what| numbered("s", slot.into()) + what);
        let texture = self.bind(&texture_name, image, AddressSpace::Handle, group, binding::texture(slot));
        let sampler = self.bind(&sampler_name, sampler, AddressSpace::Handle, group, binding::sampler(slot));
        Sampled { texture, sampler, kind, compared }
    }

    /// Samples all four lanes; the coordinate has two lanes for 2D textures, else three.
    pub(crate) fn sample(&mut self, from: Sampled, coordinate: Value, level: Level) -> Value {
        let (coordinate, array_index, level) = if from.kind == SamplerKind::Cube {
            let Target { layer, place, level } = self.cube_target(coordinate, level);
            (place, Some(layer.handle), level)
        } else {
            (coordinate, None, level)
        };
        let level = match level {
            Level::Implicit => SampleLevel::Auto,
            Level::Biased(bias) => SampleLevel::Bias(bias.handle),
            Level::Base => SampleLevel::Zero,
            Level::Exact(level) => SampleLevel::Exact(level.handle),
            Level::Gradient([x, y]) => SampleLevel::Gradient { x: x.handle, y: y.handle },
        };
        let handle = self.push(image_sample(from, coordinate, array_index, level));
        Value { handle, kind: Kind::Float, lanes: 4 }
    }

    /// How much of a depth texture is not nearer than `reference`, in all lanes: of the level that neighbours ask for
    /// where they all run this, else of the largest.
    pub(crate) fn compare(&mut self, from: Sampled, place: Value, reference: Value, level: Level) -> Value {
        let reference = self.saturate(reference);
        let level = if matches!(level, Level::Implicit) { SampleLevel::Auto } else { SampleLevel::Zero };
        let mut read = image_sample(from, place, None, level);
        if let Expression::ImageSample { depth_ref, .. } = &mut read {
            *depth_ref = Some(reference.handle);
        }
        let handle = self.push(read);
        self.splat(Value { handle, kind: Kind::Float, lanes: 1 }, 4)
    }

    /// The first lanes of the four texels around a place, in the order of AMD's `GET4`. Half a texel further, less
    /// little, is where its filter stands.
    pub(crate) fn four_texels(&mut self, from: Sampled, place: Value) -> Value {
        let query = naga::ImageQuery::Size { level: None };
        let handle = self.push(Expression::ImageQuery { image: from.texture, query });
        let size = Value { handle, kind: Kind::Uint, lanes: 2 };
        let size = self.convert(size, Kind::Float);
        let offset = self.float(0.5 - 1.0 / 512.0);
        let offset = self.div(offset, size);
        let place = self.add(place, offset);
        let mut read = image_sample(from, place, None, SampleLevel::Zero);
        if let Expression::ImageSample { gather, .. } = &mut read {
            *gather = Some(naga::SwizzleComponent::X);
        }
        let handle = self.push(read);
        self.swizzle(Value { handle, kind: Kind::Float, lanes: 4 }, &[2, 0, 1, 3])
    }

    /// The texel of the largest level at a place in whole texels.
    pub(crate) fn texel(&mut self, from: Sampled, place: Value) -> Value {
        let level = self.sint(0);
        let read = Expression::ImageLoad {
            image: from.texture,
            coordinate: place.handle,
            array_index: None,
            sample: None,
            level: Some(level.handle),
        };
        Value { handle: self.push(read), kind: Kind::Float, lanes: 4 }
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
            Lanes::Zzza => [zero, zero, zero, self.lane(texel, 3)],
            Lanes::Gr11 => [green, red, one, one],
            Lanes::R001 => [red, zero, zero, one],
            Lanes::Rrrr => [red; 4],
        };
        self.compose(&placed)
    }
}

/// A read of all lanes.
fn image_sample(
    from: Sampled,
    coordinate: Value,
    array_index: Option<Expr>,
    level: SampleLevel,
) -> Expression {
    Expression::ImageSample {
        image: from.texture,
        sampler: from.sampler,
        gather: None,
        coordinate: coordinate.handle,
        array_index,
        offset: None,
        level,
        depth_ref: None,
        clamp_to_edge: false,
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
