//! `TransformVertices`: positions through the device's matrices and the viewport's map.

use smallvec::SmallVec;

use super::map::{ClipMap, View, clip_flags};
use super::record::check_size;
use crate::core::Core;
use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::memory::GuestMemory;
use crate::object::ViewportId;

/// Bytes of `D3DTRANSFORMDATA`.
const DATA_SIZE: u32 = 52;
const CLIPPED: u32 = 1;
const UNCLIPPED: u32 = 2;
/// Vertices of one call at most: far more than any device of the time took.
const MAX_VERTICES: u32 = 1 << 20;
/// Bytes after the position that go along: two colours and a pair of coordinates.
const PAYLOAD: usize = 16;

/// Where the vertices are.
struct Lists {
    input: u32,
    input_stride: u32,
    output: u32,
    output_stride: u32,
    homogeneous: u32,
}

impl Core {
    /// What a viewport would draw with if it were selected: one without extent has its device's map.
    pub(crate) fn view_of(&self, viewport: ViewportId) -> Result<View> {
        let device = self.viewport(viewport)?.device.ok_or(Error::ViewportHasNoDevice)?;
        let current = self.device(device)?.view;
        let Ok(record) = self.viewport2(viewport) else { return Ok(current) };
        let map = ClipMap::new(&record).unwrap_or(current.map);
        Ok(View { x: record.x, y: record.y, width: record.width, height: record.height, map })
    }
}

pub(super) fn transform_vertices(call: &mut Call<'_>) -> Result<u32> {
    let [count, data, flags, offscreen] = [call.args[0], call.args[1], call.args[2], call.args[3]];
    check_size(call.memory, data, DATA_SIZE)?;
    if flags & (CLIPPED | UNCLIPPED) == 0 || count > MAX_VERTICES {
        return Err(Error::InvalidParams);
    }
    let clipped = flags & CLIPPED != 0;
    let words: [u32; 13] = call.memory.words(data)?;
    let lists = Lists {
        input: words[1],
        input_stride: words[2],
        output: words[3],
        output_stride: words[4],
        homogeneous: words[5],
    };
    let viewport = call.viewport()?;
    let view = call.core.view_of(viewport)?;
    let device = call.core.viewport(viewport)?.device.ok_or(Error::ViewportHasNoDevice)?;
    let matrix = call.core.device(device)?.transform();
    let mut all = if clipped { !0 } else { 0 };
    for index in 0..count {
        let flags = transform(call.memory, &lists, index, clipped, &view, matrix)?;
        all &= flags;
    }
    if offscreen != 0 {
        call.memory.put_words(offscreen, &[all])?;
    }
    Ok(0)
}

/// The address of an element; running past the end of the address space is an error.
fn element(start: u32, stride: u32, index: u32) -> Result<u32> {
    let offset = stride.checked_mul(index).and_then(|offset| start.checked_add(offset));
    offset.filter(|_| start != 0).ok_or(Error::InvalidParams)
}

/// Transforms one vertex; the answer is its clip flags.
fn transform(
    memory: &mut dyn GuestMemory,
    lists: &Lists,
    index: u32,
    clipped: bool,
    view: &View,
    matrix: glam::Mat4,
) -> Result<u32> {
    let input = element(lists.input, lists.input_stride, index)?;
    let output = element(lists.output, lists.output_stride, index)?;
    let position = memory.words::<3>(input)?.map(f32::from_bits);
    let [x, y, z, w] = (matrix * glam::Vec3::from(position).extend(1.0)).to_array();
    let mapped = view.map.apply([x, y, z, w]);
    let flags = if clipped { clip_flags(mapped) } else { 0 };
    if clipped && lists.homogeneous != 0 {
        let words = [flags, x.to_bits(), y.to_bits(), z.to_bits()];
        memory.put_words(element(lists.homogeneous, 16, index)?, &words)?;
    }
    if flags != 0 {
        memory.put_words(output, &mapped.map(f32::to_bits))?;
        return Ok(flags);
    }
    let mut bytes: SmallVec<[u8; 32]> = SmallVec::new();
    view.to_screen(mapped).iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    // A short input has no payload to copy, and a short output no room for it.
    let payload = (lists.input_stride.min(lists.output_stride) as usize).saturating_sub(16).min(PAYLOAD);
    let mut copied = [0; PAYLOAD];
    memory.read(input.wrapping_add(16), &mut copied[..payload])?;
    bytes.extend_from_slice(&copied[..payload]);
    memory.write(output, &bytes)?;
    Ok(flags)
}
