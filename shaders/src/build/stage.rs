//! Entry points: arguments, results, varyings, and the finished module.

use naga::{
    BinaryOperator, Binding, BuiltIn, EntryPoint, Expression, FunctionArgument, FunctionResult, Handle,
    Interpolation, Sampling, ShaderStage, Statement, StructMember, Type, TypeInner,
};

use super::{Builder, Expr, Kind, Value};
use crate::interface::{ShaderInterface, Stage, Translated};
use crate::varyings::{Semantic, Varying};
use crate::{ShaderError, print};

/// One member of an entry point's result.
pub(crate) struct Output {
    name: String,
    binding: Binding,
    value: Value,
    ty: Handle<Type>,
}

/// The binding of a varying: the same on both sides, as wgpu wants.
pub(crate) fn varying_binding(location: u8, varying: Varying) -> Binding {
    let (interpolation, sampling) = match (varying.flat, varying.centroid) {
        (true, _) => (Interpolation::Flat, Sampling::First),
        (false, true) => (Interpolation::Perspective, Sampling::Centroid),
        (false, false) => (Interpolation::Perspective, Sampling::Center),
    };
    location_binding(location, Some(interpolation), Some(sampling))
}

/// A name with a number behind it, made without the machinery of formatting: there are many of them.
pub(crate) fn numbered(prefix: &str, number: u16) -> String {
    let mut digits = [0; 5];
    let (mut first, mut rest) = (digits.len(), number);
    while first == digits.len() || rest > 0 {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let digits = &digits[first..];
    let mut name = String::with_capacity(prefix.len() + digits.len());
    name.push_str(prefix);
    name.extend(digits.iter().map(|digit| char::from(*digit)));
    name
}

/// A semantic as an identifier, such as `texcoord3`.
pub(crate) fn semantic_name(semantic: Semantic) -> String {
    numbered(semantic.usage.name(), semantic.index.into())
}

/// The binding of a vertex attribute or a colour output.
pub(crate) fn plain_binding(location: u8) -> Binding {
    location_binding(location, None, None)
}

/// The binding of a colour that is one of two sources of the first target's blending.
pub(crate) fn source_binding(source: u32) -> Binding {
    Binding::Location {
        location: 0,
        interpolation: None,
        sampling: None,
        blend_src: Some(source),
        per_primitive: false,
    }
}

fn location_binding(
    location: u8,
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
) -> Binding {
    let location = location.into();
    Binding::Location { location, interpolation, sampling, blend_src: None, per_primitive: false }
}

impl Builder {
    /// A new argument of the entry point.
    pub(crate) fn argument(&mut self, name: &str, kind: Kind, lanes: u8, binding: Binding) -> Value {
        let ty = self.ty(kind, lanes);
        let index = u32::try_from(self.function.arguments.len()).expect("few arguments");
        self.function.arguments.push(FunctionArgument {
            name: Some(name.to_owned()),
            ty,
            binding: Some(binding),
        });
        let handle = self.push(Expression::FunctionArgument(index));
        Value { handle, kind, lanes }
    }

    /// A varying that the fragment stage reads.
    pub(crate) fn varying(&mut self, location: u8, varying: Varying) -> Value {
        self.argument(&semantic_name(varying.semantic), Kind::Float, 4, varying_binding(location, varying))
    }

    /// The position builtin: the fragment's place in pixels.
    pub(crate) fn fragment_place(&mut self) -> Value {
        let builtin = BuiltIn::Position { invariant: false };
        self.argument("fragment_place", Kind::Float, 4, Binding::BuiltIn(builtin))
    }

    /// Whether the fragment's primitive shows its front.
    pub(crate) fn front_facing(&mut self) -> Value {
        self.argument("front_facing", Kind::Bool, 1, Binding::BuiltIn(BuiltIn::FrontFacing))
    }

    /// Adds a member to the entry point's result.
    pub(crate) fn output(&mut self, name: &str, binding: Binding, value: Value) {
        let ty = self.ty(value.kind, value.lanes);
        self.output_of_type(name, binding, value, ty);
    }

    /// As [`Builder::output`], for a value of a type that is neither scalar nor vector.
    pub(crate) fn output_of_type(&mut self, name: &str, binding: Binding, value: Value, ty: Handle<Type>) {
        self.result.push(Output { name: name.to_owned(), binding, value, ty });
    }

    /// Adds the clip position, moved by the transform of the draw block `draw`:
    /// `clip.xy * transform.xy + transform.zw * clip.w`, with w as it is and z moved by the depth bias.
    ///
    /// It is invariant: passes with equal code agree to the bit.
    pub(crate) fn position(&mut self, clip: Value, draw: Expr) {
        let transform = self.member(draw, 0);
        let transform = self.load(transform, Kind::Float, 4);
        let plane = self.swizzle(clip, &[0, 1]);
        let scale = self.swizzle(transform, &[0, 1]);
        let offset = self.swizzle(transform, &[2, 3]);
        let scaled = self.mul(plane, scale);
        let w = self.lane(clip, 3);
        let shift = self.mul(offset, w);
        let moved = self.add(scaled, shift);
        let z = self.biased(clip, draw);
        let position = self.gather(&[moved.at(0), moved.at(1), z.at(0), w.at(0)]);
        self.output("position", Binding::BuiltIn(BuiltIn::Position { invariant: true }), position);
    }

    /// The z of a clip position, moved by the depth bias. What lies between near and far stays there: the bias of
    /// Direct3D comes after clipping, and what it moves too far is clamped.
    fn biased(&mut self, clip: Value, draw: Expr) -> Value {
        let bias = self.member(draw, 3);
        let bias = self.member(bias, 0);
        let bias = self.load(bias, Kind::Float, 1);
        let (z, w) = (self.lane(clip, 2), self.lane(clip, 3));
        let zero = self.float(0.0);
        let shift = self.mul(bias, w);
        let moved = self.add(z, shift);
        let held = self.clamp_between(moved, zero, w);
        let nearest = self.clamp_between(z, zero, w);
        let inside = self.binary(BinaryOperator::Equal, z, nearest);
        self.select(inside, held, moved)
    }

    /// Ends the body by returning the outputs, and validates the module.
    ///
    /// # Errors
    /// [`ShaderError::Invalid`] if naga refuses the module: a defect of the caller.
    pub(crate) fn finish(mut self, mut interface: ShaderInterface) -> Result<Translated, ShaderError> {
        let outputs = std::mem::take(&mut self.result);
        if !outputs.is_empty() {
            let components = outputs.iter().map(|output| output.value.handle).collect();
            let members = self.members(&outputs);
            let span = members.iter().map(|member| member.offset).max().unwrap_or(0) + self.output_stride();
            let name = match interface.stage {
                Stage::Vertex => "VertexOutput",
                Stage::Fragment => "FragmentOutput",
            };
            let ty = self.add_type(Some(name), TypeInner::Struct { members, span });
            let value = self.push(Expression::Compose { ty, components });
            self.function.result = Some(FunctionResult { ty, binding: None });
            self.statement(Statement::Return { value: Some(value) });
        }
        self.flush();
        interface.draw_rows = self.close_draw_block();
        interface.fixed_rows = self.close_fixed_block();
        self.function.body = self.scopes.pop().expect("the body is never closed").block;
        let mut module = self.module;
        module.entry_points.push(EntryPoint {
            name: interface.entry_point().to_owned(),
            stage: match interface.stage {
                Stage::Vertex => ShaderStage::Vertex,
                Stage::Fragment => ShaderStage::Fragment,
            },
            early_depth_test: None,
            workgroup_size: [0; 3],
            workgroup_size_overrides: None,
            function: self.function,
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
        if self.options.validate {
            print::validate(&module)?;
        }
        Ok(Translated { module, interface })
    }

    /// Bytes from one member of the result to the next; clip distances take more than other members.
    fn output_stride(&self) -> u32 {
        if self.clips { 32 } else { 16 }
    }

    fn members(&self, outputs: &[Output]) -> Vec<StructMember> {
        let stride = self.output_stride() as usize;
        let members = outputs.iter().zip((0..).step_by(stride)).map(|(output, offset)| StructMember {
            name: Some(output.name.clone()),
            ty: output.ty,
            binding: Some(output.binding.clone()),
            offset,
        });
        members.collect()
    }
}
