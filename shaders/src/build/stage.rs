//! Entry points: arguments, results, varyings, and the finished module.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{
    Binding, BuiltIn, EntryPoint, Expression, FunctionArgument, FunctionResult, Interpolation, Sampling,
    ShaderStage, Statement, StructMember, TypeInner,
};

use super::{Builder, Kind, Value};
use crate::ShaderError;
use crate::interface::{ShaderInterface, Stage, Translated};
use crate::varyings::{Semantic, Varying};

/// One member of an entry point's result.
pub(crate) struct Output {
    name: String,
    binding: Binding,
    value: Value,
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

/// A semantic as an identifier, such as `texcoord3`.
pub(crate) fn semantic_name(semantic: Semantic) -> String {
    format!("{:?}{}", semantic.usage, semantic.index).to_lowercase()
}

/// The binding of a vertex attribute or a colour output.
pub(crate) fn plain_binding(location: u8) -> Binding {
    location_binding(location, None, None)
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
        self.result.push(Output { name: name.to_owned(), binding, value });
    }

    /// Adds the clip position, which is invariant: passes with equal code agree to the bit.
    pub(crate) fn position_output(&mut self, value: Value) {
        self.output("position", Binding::BuiltIn(BuiltIn::Position { invariant: true }), value);
    }

    /// Ends the body by returning the outputs, and validates the module.
    ///
    /// # Errors
    /// [`ShaderError::Invalid`] if naga refuses the module: a defect of the caller.
    pub(crate) fn finish(mut self, interface: ShaderInterface) -> Result<Translated, ShaderError> {
        let outputs = std::mem::take(&mut self.result);
        if !outputs.is_empty() {
            let components = outputs.iter().map(|output| output.value.handle).collect();
            let members = self.members(&outputs);
            let span = u32::try_from(members.len()).expect("few outputs") * 16;
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
        Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|error| ShaderError::Invalid(format!("{:?}", error.into_inner())))?;
        Ok(Translated { module, interface })
    }

    fn members(&mut self, outputs: &[Output]) -> Vec<StructMember> {
        let members = outputs.iter().zip((0..).step_by(16)).map(|(output, offset)| StructMember {
            name: Some(output.name.clone()),
            ty: self.ty(output.value.kind, output.value.lanes),
            binding: Some(output.binding.clone()),
            offset,
        });
        members.collect()
    }
}
