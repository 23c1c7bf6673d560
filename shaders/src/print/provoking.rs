//! Flat varyings for languages that cannot name the vertex whose value counts.

use std::borrow::Cow;

use naga::{Binding, Module, Sampling, Type, TypeInner};

/// The module with flat varyings that take the value of *either* end of the primitive instead of the first
/// vertex: GLSL for OpenGL ES leaves the choice to the API, which takes the last.
pub(super) fn either(module: &Module) -> Cow<'_, Module> {
    let first =
        |binding: &Binding| matches!(binding, Binding::Location { sampling: Some(Sampling::First), .. });
    let structs = module.types.iter().filter(|(_, ty)| match &ty.inner {
        TypeInner::Struct { members, .. } => {
            members.iter().any(|member| member.binding.as_ref().is_some_and(first))
        }
        _ => false,
    });
    let structs: Vec<_> = structs.map(|(handle, ty)| (handle, relaxed(ty))).collect();
    let mut functions = module.entry_points.iter().map(|entry| &entry.function);
    let in_functions = functions.any(|function| {
        let result = function.result.as_ref().and_then(|result| result.binding.as_ref());
        let arguments = function.arguments.iter().filter_map(|argument| argument.binding.as_ref());
        arguments.chain(result).any(first)
    });
    if structs.is_empty() && !in_functions {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    for (handle, ty) in structs {
        module.types.replace(handle, ty);
    }
    for entry in &mut module.entry_points {
        let result = entry.function.result.as_mut().and_then(|result| result.binding.as_mut());
        let arguments = entry.function.arguments.iter_mut().filter_map(|argument| argument.binding.as_mut());
        arguments.chain(result).for_each(relax);
    }
    Cow::Owned(module)
}

fn relax(binding: &mut Binding) {
    if let Binding::Location { sampling: Some(sampling @ Sampling::First), .. } = binding {
        *sampling = Sampling::Either;
    }
}

fn relaxed(ty: &Type) -> Type {
    let mut ty = ty.clone();
    if let TypeInner::Struct { members, .. } = &mut ty.inner {
        members.iter_mut().filter_map(|member| member.binding.as_mut()).for_each(relax);
    }
    ty
}
