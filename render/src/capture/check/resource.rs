//! Textures, buffers and shaders of a file.

use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::{LARGEST_BLOCK, MAX_BUFFER_BYTES, MAX_TEXTURE_BYTES, MAX_TYPE_BYTES, at_most};
use crate::capture::CaptureError;
use crate::capture::content::{part_bytes, planes};
use crate::capture::stored::{CaptureFile, Plane, StoredShader, StoredTexture};
use crate::resource::{TextureDesc, TextureShape};

/// The longest edge of a texture that any adapter takes.
const LONGEST_EDGE: u64 = 1 << 15;

/// Checks the resources of a file.
pub(super) fn all(file: &CaptureFile) -> Result<(), CaptureError> {
    let (mut texture_bytes, mut buffer_bytes) = (0u64, 0u64);
    for (index, stored) in file.textures.iter().enumerate() {
        let place = || format!("texture {}", index + 1);
        desc(place, &stored.desc)?;
        texture_bytes = texture_bytes.saturating_add(bytes(&stored.desc));
        at_most(place, "sum of the bytes of textures up to it", texture_bytes, MAX_TEXTURE_BYTES)?;
        texels(place, stored)?;
    }
    for (index, stored) in file.buffers.iter().enumerate() {
        let place = || format!("buffer {}", index + 1);
        buffer_bytes += u64::from(stored.desc.size);
        at_most(place, "sum of the bytes of buffers up to it", buffer_bytes, MAX_BUFFER_BYTES)?;
        at_most(place, "number of bytes", stored.bytes.len() as u64, stored.desc.size.into())?;
    }
    for (index, stored) in file.shaders.iter().enumerate() {
        shader(&format!("shader {}", index + 1), stored)?;
    }
    Ok(())
}

fn desc(place: impl Fn() -> String, desc: &TextureDesc) -> Result<(), CaptureError> {
    for (what, edge) in [("width", desc.width), ("height", desc.height), ("depth", desc.depth)] {
        at_most(&place, what, edge.into(), LONGEST_EDGE)?;
    }
    let invalid = |reason: &str| Err(CaptureError::Invalid { place: place(), reason: reason.to_owned() });
    let longest = desc.width.max(desc.height).max(desc.depth);
    if desc.width == 0 || desc.height == 0 || desc.depth == 0 {
        return invalid("an edge is 0");
    }
    if desc.levels == 0 || desc.levels > longest.ilog2() + 1 {
        return invalid("it has no level, or more than its size allows");
    }
    if desc.shape != TextureShape::Volume && desc.depth != 1 {
        return invalid("it has depth and is no volume");
    }
    if desc.shape == TextureShape::Cube && desc.width != desc.height {
        return invalid("it is a cube with edges that differ");
    }
    if ![1, 2, 4, 8, 16].contains(&desc.samples) {
        return invalid("no such number of samples");
    }
    if desc.samples > 1 && (desc.levels > 1 || desc.shape != TextureShape::D2) {
        return invalid("several samples in more than one level or layer");
    }
    if planes(desc.format).is_empty() {
        return invalid("a format whose texels have more than one plane");
    }
    Ok(())
}

/// The bytes of all levels and layers.
fn bytes(desc: &TextureDesc) -> u64 {
    let block = desc.format.block_dimensions();
    let size = u64::from(desc.format.block_copy_size(None).unwrap_or(8)) * u64::from(desc.samples);
    let level = |level| {
        let [width, height, layers] = desc.level_size(level);
        let blocks = u64::from(width.div_ceil(block.0)) * u64::from(height.div_ceil(block.1));
        (blocks * u64::from(layers)).saturating_mul(size)
    };
    (0..desc.levels).map(level).fold(0, u64::saturating_add)
}

fn texels(place: impl Fn() -> String, stored: &StoredTexture) -> Result<(), CaptureError> {
    for texels in &stored.texels {
        let wanted = part(&place, &stored.desc, texels.plane, texels.level, texels.layer)?;
        if wanted != texels.bytes.len() as u64 {
            let reason = format!(
                "level {} of layer {} has {} bytes where its size asks for {wanted}",
                texels.level,
                texels.layer,
                texels.bytes.len()
            );
            return Err(CaptureError::Invalid { place: place(), reason });
        }
    }
    Ok(())
}

/// Checks that a texture has this plane, level and layer; answers how many bytes its texels are.
pub(super) fn part(
    place: impl Fn() -> String,
    desc: &TextureDesc,
    plane: Plane,
    level: u32,
    layer: u32,
) -> Result<u64, CaptureError> {
    at_most(&place, "level", level.into(), (desc.levels - 1).into())?;
    at_most(&place, "layer", layer.into(), (desc.level_size(level)[2] - 1).into())?;
    match part_bytes(desc, plane, level) {
        Some(bytes) if desc.samples == 1 => Ok(bytes),
        _ => {
            let reason = format!("{plane:?} of {:?} with {} samples", desc.format, desc.samples);
            Err(CaptureError::Invalid { place: place(), reason })
        }
    }
}

fn shader(place: &str, stored: &StoredShader) -> Result<(), CaptureError> {
    let invalid = |reason: String| CaptureError::Invalid { place: place.to_owned(), reason };
    // Clip distances and second blend sources are all that programs of this crate's users can need.
    let capabilities = Capabilities::CLIP_DISTANCES | Capabilities::DUAL_SOURCE_BLENDING;
    Validator::new(ValidationFlags::all(), capabilities)
        .validate(&stored.module)
        .map_err(|error| invalid(format!("its module is invalid: {}", error.into_inner())))?;
    let [entry] = &stored.module.entry_points[..] else {
        return Err(invalid(format!("{} entry points instead of one", stored.module.entry_points.len())));
    };
    let stage = if stored.vertex_stage { naga::ShaderStage::Vertex } else { naga::ShaderStage::Fragment };
    if entry.stage != stage {
        return Err(invalid(format!("its entry point is of the {:?} stage", entry.stage)));
    }
    for size in stored.block_sizes {
        at_most(|| place.to_owned(), "size of a block", size.into(), LARGEST_BLOCK)?;
    }
    if stored.textures.iter().any(|texture| texture.slot > 15)
        || stored.textures.windows(2).any(|pair| pair[0].slot >= pair[1].slot)
    {
        return Err(invalid("its texture slots do not rise from 0 to 15".to_owned()));
    }
    memory(place, &stored.module)
}

/// Types and variables have a bounded size.
fn memory(place: &str, module: &naga::Module) -> Result<(), CaptureError> {
    let context = module.to_ctx();
    let size = |ty: naga::Handle<naga::Type>| u64::from(module.types[ty].inner.size(context));
    for (ty, _) in module.types.iter() {
        at_most(|| place.to_owned(), "size of a type", size(ty), MAX_TYPE_BYTES)?;
    }
    let private = |variable: &naga::GlobalVariable| {
        matches!(variable.space, naga::AddressSpace::Private | naga::AddressSpace::WorkGroup)
    };
    let globals = module.global_variables.iter().filter(|(_, variable)| private(variable));
    let functions = module
        .functions
        .iter()
        .map(|(_, function)| function)
        .chain(module.entry_points.iter().map(|entry| &entry.function));
    let locals = functions.flat_map(|function| function.local_variables.iter());
    let all = globals.map(|(_, variable)| size(variable.ty)).chain(locals.map(|(_, local)| size(local.ty)));
    at_most(|| place.to_owned(), "sum of its variables", all.fold(0, u64::saturating_add), MAX_TYPE_BYTES)
}
