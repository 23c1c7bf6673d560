//! Printing a module in the five languages that GPUs and people read.
//!
//! Modules are those of this crate: one entry point, resources at the places of [`crate::binding`]. Where a
//! language has no bind groups, resources take the registers below; `slot` is the number of the sampler
//! register.
//!
//! | language | version | block `b` of group 0 | texture `slot` | sampler `slot` |
//! |---|---|---|---|---|
//! | WGSL, SPIR-V 1.0 | | group 0, binding `b` | as in the module | as in the module |
//! | MSL | 2.1 | `buffer(b)` | `texture(slot)` | `sampler(slot)` |
//! | HLSL | 5.1 | `register(b, space0)` | `register(t slot)`, space = group | entry `slot` of the group's index buffer `register(t group, space255)` |
//! | GLSL | ES 3.10 | `binding = b` | unit `slot`, vertex stage 16 + `slot` | that of its texture |
//!
//! SPIR-V keeps Direct3D's y direction, and GLSL turns it: what wgpu does too. GLSL cannot say that the first
//! vertex decides a flat varying.

mod places;
mod provoking;

use std::error::Error;
use std::fmt::Write as _;

use naga::back::{glsl, hlsl, msl, spv, wgsl};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{EntryPoint, Module};

use crate::error::ShaderError;

/// The optional features of naga's IR that modules of this crate may use: clip distances, and only those whose key
/// asks for clip planes. All others are taken by every adapter.
pub const CAPABILITIES: Capabilities = Capabilities::CLIP_DISTANCES.union(Capabilities::DUAL_SOURCE_BLENDING);

/// Validates a module as wgpu will; printing needs the result.
///
/// # Errors
/// [`ShaderError::Invalid`] with naga's reasons.
pub fn validate(module: &Module) -> Result<ModuleInfo, ShaderError> {
    let result = Validator::new(ValidationFlags::all(), CAPABILITIES).validate(module);
    result.map_err(|error| ShaderError::Invalid(reasons(error.as_inner())))
}

/// Prints a module as WGSL.
///
/// # Errors
/// [`ShaderError::Print`] if the module has what WGSL cannot say.
pub fn wgsl(module: &Module, info: &ModuleInfo) -> Result<String, ShaderError> {
    wgsl::write_string(module, info, wgsl::WriterFlags::empty()).map_err(|error| refused("WGSL", &error))
}

/// Prints a module as the Metal shading language.
///
/// # Errors
/// [`ShaderError::Print`] if the module has what MSL cannot say, or a resource outside the binding model.
pub fn msl(module: &Module, info: &ModuleInfo) -> Result<String, ShaderError> {
    let refused = |error: &dyn Error| refused("MSL", error);
    let entry = entry_point(module, "MSL")?;
    let resources = msl::EntryPointResources { resources: places::msl(module), ..Default::default() };
    let options = msl::Options {
        lang_version: (2, 1),
        per_entry_point_map: [(entry.name.clone(), resources)].into(),
        fake_missing_bindings: false,
        ..Default::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (text, translation) =
        msl::write_string(module, info, &options, &pipeline).map_err(|error| refused(&error))?;
    let entries: Result<Vec<String>, _> = translation.entry_point_names.into_iter().collect();
    entries.map(|_| text).map_err(|error| refused(&error))
}

/// Writes a module as SPIR-V words.
///
/// # Errors
/// [`ShaderError::Print`] if the module has what SPIR-V cannot say.
pub fn spirv(module: &Module, info: &ModuleInfo) -> Result<Vec<u32>, ShaderError> {
    let flags =
        spv::WriterFlags::LABEL_VARYINGS | spv::WriterFlags::DEBUG | spv::WriterFlags::CLAMP_FRAG_DEPTH;
    // Bindings that the map lacks keep the module's numbers.
    let options = spv::Options { flags, fake_missing_bindings: true, ..Default::default() };
    spv::write_vec(module, info, &options, None).map_err(|error| refused("SPIR-V", &error))
}

/// Prints a module as HLSL for shader model 5.1.
///
/// # Errors
/// [`ShaderError::Print`] if the module has what HLSL cannot say, or a resource outside the binding model.
pub fn hlsl(module: &Module, info: &ModuleInfo) -> Result<String, ShaderError> {
    let refused = |error: &dyn Error| refused("HLSL", error);
    let options = hlsl::Options {
        shader_model: hlsl::ShaderModel::V5_1,
        binding_map: places::hlsl(module),
        sampler_buffer_binding_map: places::hlsl_sampler_indices(),
        fake_missing_bindings: false,
        ..Default::default()
    };
    let pipeline = hlsl::PipelineOptions::default();
    let mut text = String::new();
    let reflection = hlsl::Writer::new(&mut text, &options, &pipeline)
        .write(module, info, None)
        .map_err(|error| refused(&error))?;
    let entries: Result<Vec<String>, _> = reflection.entry_point_names.into_iter().collect();
    entries.map(|_| text).map_err(|error| refused(&error))
}

/// Prints a module as GLSL for OpenGL ES 3.1.
///
/// # Errors
/// [`ShaderError::Print`] if the module has what GLSL cannot say.
pub fn glsl(module: &Module, info: &ModuleInfo) -> Result<String, ShaderError> {
    let refused = |error: &dyn Error| refused("GLSL", error);
    let module = &*provoking::either(module);
    let entry = entry_point(module, "GLSL")?;
    let options = glsl::Options { binding_map: places::glsl(module), ..Default::default() };
    let pipeline =
        glsl::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone(), multiview: None };
    let mut text = String::new();
    let policies = BoundsCheckPolicies::default();
    glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
        .and_then(|mut writer| writer.write())
        .map_err(|error| refused(&error))?;
    Ok(text)
}

fn entry_point<'a>(module: &'a Module, language: &'static str) -> Result<&'a EntryPoint, ShaderError> {
    let reason = "the module has no entry point".to_owned();
    module.entry_points.first().ok_or(ShaderError::Print { language, reason })
}

fn refused(language: &'static str, error: &dyn Error) -> ShaderError {
    ShaderError::Print { language, reason: reasons(error) }
}

/// An error with its causes, on one line.
fn reasons(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        // Formatting into a string cannot fail.
        let _ = write!(text, ": {inner}");
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests;
