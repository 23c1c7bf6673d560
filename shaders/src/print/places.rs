//! The registers that a module's resources take in languages without bind groups.

use naga::back::{glsl, hlsl, msl};
use naga::{Module, ResourceBinding, TypeInner};

use crate::binding;
use crate::interface::Stage;

/// The register space of the sampler index buffers: out of the way of all groups.
const INDEX_SPACE: u8 = 255;
/// The texture unit of the vertex stage's first texture in GLSL, behind the fragment stage's sixteen.
const VERTEX_UNITS: u8 = 16;

/// What a resource is in the binding model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Block(u8),
    Texture { stage: Stage, slot: u8 },
    Sampler(u8),
}

/// The module's resources that are part of the binding model.
fn resources(module: &Module) -> impl Iterator<Item = (ResourceBinding, Place)> + '_ {
    module.global_variables.iter().filter_map(|(_, variable)| {
        let bound = variable.binding?;
        Some((bound, place(bound, &module.types[variable.ty].inner)?))
    })
}

fn place(bound: ResourceBinding, inner: &TypeInner) -> Option<Place> {
    let number = u8::try_from(bound.binding).ok()?;
    if bound.group == binding::UNIFORMS {
        return Some(Place::Block(number));
    }
    let stages = [Stage::Fragment, Stage::Vertex];
    let stage = stages.into_iter().find(|&stage| binding::texture_group(stage) == bound.group)?;
    let slot = number / 2;
    match inner {
        TypeInner::Image { .. } => Some(Place::Texture { stage, slot }),
        TypeInner::Sampler { .. } => Some(Place::Sampler(slot)),
        _ => None,
    }
}

pub(super) fn msl(module: &Module) -> msl::BindingMap {
    let target = |place| match place {
        Place::Block(block) => msl::BindTarget { buffer: Some(block), ..Default::default() },
        Place::Texture { slot, .. } => msl::BindTarget { texture: Some(slot), ..Default::default() },
        Place::Sampler(slot) => {
            msl::BindTarget { sampler: Some(msl::BindSamplerTarget::Resource(slot)), ..Default::default() }
        }
    };
    resources(module).map(|(bound, place)| (bound, target(place))).collect()
}

pub(super) fn hlsl(module: &Module) -> hlsl::BindingMap {
    let target = |bound: ResourceBinding, place| {
        let (Place::Block(register) | Place::Texture { slot: register, .. } | Place::Sampler(register)) =
            place;
        let space = u8::try_from(bound.group).unwrap_or(INDEX_SPACE);
        hlsl::BindTarget { space, register: register.into(), restrict_indexing: true, ..Default::default() }
    };
    resources(module).map(|(bound, place)| (bound, target(bound, place))).collect()
}

/// One buffer a group, which says where in the sampler heap each of the group's samplers is.
pub(super) fn hlsl_sampler_indices() -> hlsl::SamplerIndexBufferBindingMap {
    let groups = [Stage::Fragment, Stage::Vertex].map(binding::texture_group);
    let target = |register| hlsl::BindTarget { space: INDEX_SPACE, register, ..Default::default() };
    groups.map(|group| (hlsl::SamplerIndexBufferKey { group }, target(group))).into()
}

pub(super) fn glsl(module: &Module) -> glsl::BindingMap {
    let target = |place| match place {
        Place::Block(slot) | Place::Texture { stage: Stage::Fragment, slot } => Some(slot),
        Place::Texture { stage: Stage::Vertex, slot } => Some(VERTEX_UNITS + slot),
        Place::Sampler(_) => None,
    };
    resources(module).filter_map(|(bound, place)| Some((bound, target(place)?))).collect()
}
