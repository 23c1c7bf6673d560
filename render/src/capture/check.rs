//! What a frame file must obey before anything of it is executed. Pure: no device is asked.

mod frame;
mod resource;

use super::CaptureError;
use super::ids::{Visitor, visit};
use super::stored::{CaptureFile, StoredFrame};
use crate::frame::{Command, Frame};
use crate::resource::{BufferId, ShaderId, TextureId};
use slotmap::{Key, KeyData};

/// The most bytes that all textures of a file may take.
pub const MAX_TEXTURE_BYTES: u64 = 1 << 30;
/// The most bytes that all buffers of a file may take.
pub const MAX_BUFFER_BYTES: u64 = 1 << 30;
/// The most bytes of uniform blocks that one frame may make.
pub const MAX_UNIFORM_BYTES: u64 = 1 << 30;
/// The most vertices, counted once an instance, that one frame may draw.
pub const MAX_FRAME_VERTICES: u64 = 1 << 30;
/// The most rectangles that the clears of one frame may fill.
pub const MAX_CLEAR_RECTS: u64 = 1 << 20;
/// The most bytes that a type of a shader may have, or all variables of one that are not bound.
pub const MAX_TYPE_BYTES: u64 = 1 << 20;

/// The largest uniform block, as the recorder knows it.
const LARGEST_BLOCK: u64 = 8192 * 16;

/// Refuses a value above a limit.
fn at_most(
    place: impl Fn() -> String,
    what: &'static str,
    value: u64,
    limit: u64,
) -> Result<(), CaptureError> {
    if value > limit {
        return Err(CaptureError::OutOfRange { place: place(), what, value, limit });
    }
    Ok(())
}

/// The id of the resource at a place of its list, as files know it.
pub(super) fn file_id<K: Key>(place: u32) -> K {
    KeyData::from_ffi((1 << 32) | (u64::from(place) + 1)).into()
}

/// The place of a resource in its list; `None` for null.
pub(super) fn place_of(id: impl Key) -> Option<u32> {
    if id.is_null() {
        return None;
    }
    (id.data().as_ffi() as u32).checked_sub(1)
}

/// Checks everything of a file.
pub(super) fn file(file: &CaptureFile) -> Result<(), CaptureError> {
    resource::all(file)?;
    for (index, stored) in file.frames.iter().enumerate() {
        self::stored(file, index, stored)?;
    }
    Ok(())
}

fn stored(file: &CaptureFile, index: usize, stored: &StoredFrame) -> Result<(), CaptureError> {
    stored.frame.check().map_err(|error| within(error, index))?;
    let place = format!("frame {index}");
    let known = [file.textures.len(), file.buffers.len(), file.shaders.len()];
    let mut ids = Ids { known, wrong: None };
    visit(&mut stored.frame.clone(), &mut ids);
    if let Some((kind, id)) = ids.wrong {
        return Err(CaptureError::Dangling { place, kind, id });
    }
    at_most(|| place.clone(), "bytes of uniform blocks", uniforms(file, &stored.frame), MAX_UNIFORM_BYTES)?;
    for target in &stored.targets {
        let texture = file.textures.get(target.texture as usize).ok_or_else(|| CaptureError::Dangling {
            place: format!("{place}, target {}", target.name),
            kind: "texture",
            id: target.texture.into(),
        })?;
        let place = || format!("frame {index}, target {}", target.name);
        resource::part(place, &texture.desc, target.plane, target.level, target.layer)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if target.name.is_empty() || !target.name.chars().all(plain) {
            let reason = "its name is not plain letters, digits, - and _".to_owned();
            return Err(CaptureError::Invalid { place: place(), reason });
        }
    }
    Ok(())
}

/// Says which frame an error is of.
fn within(error: CaptureError, index: usize) -> CaptureError {
    match error {
        CaptureError::OutOfRange { place, what, value, limit } => {
            CaptureError::OutOfRange { place: format!("frame {index}, {place}"), what, value, limit }
        }
        CaptureError::Invalid { place, reason } => {
            CaptureError::Invalid { place: format!("frame {index}, {place}"), reason }
        }
        other => other,
    }
}

/// An upper bound of the bytes that the uniform blocks of a frame's draws take: each draw that changes a block or
/// its program writes all that its program declares.
fn uniforms(file: &CaptureFile, frame: &Frame) -> u64 {
    let size = |id: ShaderId| {
        let shader = place_of(id).and_then(|place| file.shaders.get(place as usize));
        shader.map_or(0, |shader| shader.block_sizes.iter().map(|size| u64::from(*size) + 256).sum())
    };
    let mut last = None;
    let mut total = 0u64;
    for command in &frame.commands {
        let Command::Draw(draw) = command else { continue };
        let state = (draw.program, draw.blocks);
        if last.replace(state) != Some(state) {
            let program = frame.programs.get(draw.program as usize);
            total += program.map_or(0, |program| size(program.vertex) + size(program.fragment));
        }
    }
    total
}

/// Finds the first id that names nothing.
struct Ids {
    known: [usize; 3],
    wrong: Option<(&'static str, u64)>,
}

impl Ids {
    fn look<K: Key>(&mut self, kind: usize, id: K) {
        let listed = |place: u32| (place as usize) < self.known[kind] && file_id::<K>(place) == id;
        if !id.is_null() && !place_of(id).is_some_and(listed) && self.wrong.is_none() {
            self.wrong = Some((["texture", "buffer", "shader"][kind], id.data().as_ffi()));
        }
    }
}

impl Visitor for Ids {
    fn texture(&mut self, id: &mut TextureId) {
        self.look(0, *id);
    }

    fn buffer(&mut self, id: &mut BufferId) {
        self.look(1, *id);
    }

    fn shader(&mut self, id: &mut ShaderId) {
        self.look(2, *id);
    }
}
