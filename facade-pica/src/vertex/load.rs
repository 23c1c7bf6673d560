//! Attributes out of memory.

use super::{Inputs, Vec4};
use crate::memory::PhysicalMemory;
use crate::state::{Attribute, AttributeBuffer, AttributeType, VertexState};

/// Bytes that one buffer may be read for in one draw.
const BUFFER_BYTES: u64 = 64 << 20;

/// Why a draw has no vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Memory does not grant a range.
    #[error("{bytes} bytes at {address:#010x} are not there")]
    Outside {
        /// The physical address.
        address: u64,
        /// How many bytes from there.
        bytes: u64,
    },
}

/// An attribute of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    attribute: usize,
    format: Attribute,
    offset: u32,
}

/// Where the attributes of a buffer's record lie. Elements are aligned to their size, padding to four bytes.
fn record(buffer: &AttributeBuffer, formats: &[Attribute; 12]) -> (Vec<Placed>, u32) {
    let (mut placed, mut at) = (Vec::new(), 0u32);
    for &component in &buffer.components[..usize::from(buffer.count.min(12))] {
        match formats.get(usize::from(component)) {
            Some(&format) => {
                at = at.next_multiple_of(format.kind.bytes());
                placed.push(Placed { attribute: component.into(), format, offset: at });
                at += format.kind.bytes() * u32::from(format.count);
            }
            None => at = at.next_multiple_of(4) + 4 * u32::from(component - 11),
        }
    }
    (placed, at)
}

/// Loads the attributes of vertices, as the vertex shader takes them. `reading` hears of each range before it is read.
///
/// Attributes that no buffer has take their fixed value.
///
/// # Errors
/// Ranges that memory does not grant.
pub fn load(
    state: &VertexState,
    fixed: &[Vec4; 16],
    vertices: &[u32],
    memory: &mut dyn PhysicalMemory,
    mut reading: impl FnMut(u32, u32, &mut dyn PhysicalMemory),
) -> Result<Inputs, LoadError> {
    let routes = Inputs::routes(&state.shader, state.total);
    let lanes = routes.len();
    let template: Vec<Vec4> = routes.iter().map(|&(attribute, _)| fixed[attribute & 15]).collect();
    let mut values = Vec::with_capacity(lanes * vertices.len());
    vertices.iter().for_each(|_| values.extend_from_slice(&template));
    let (Some(&low), Some(&high)) = (vertices.iter().min(), vertices.iter().max()) else {
        return Ok(Inputs { registers: routes.iter().map(|route| route.1).collect(), values, count: 0 });
    };
    let mut bytes = Vec::new();
    for buffer in &state.buffers {
        let (placed, end) = record(buffer, &state.attributes);
        let lane_of = |placed: &Placed| routes.iter().position(|route| route.0 == placed.attribute);
        if placed.iter().all(|placed| lane_of(placed).is_none()) {
            continue;
        }
        let first =
            u64::from(state.base) + u64::from(buffer.offset) + u64::from(low) * u64::from(buffer.stride);
        let size = u64::from(high - low) * u64::from(buffer.stride) + u64::from(end);
        let outside = LoadError::Outside { address: first, bytes: size };
        let Ok(address) = u32::try_from(first) else { return Err(outside) };
        if size > BUFFER_BYTES || first + size > 1 << 32 {
            return Err(outside);
        }
        reading(address, size as u32, memory);
        bytes.resize(size as usize, 0);
        if !memory.read(address, &mut bytes) {
            return Err(outside);
        }
        for placed in &placed {
            if let Some(lane) = lane_of(placed) {
                let step = Step { lanes, lane, low, stride: buffer.stride as usize };
                fetch(*placed, &bytes, vertices, &mut values, step);
            }
        }
    }
    let registers = routes.iter().map(|route| route.1).collect();
    Ok(Inputs { registers, values, count: vertices.len() })
}

/// Where values go, and how far records lie apart.
#[derive(Clone, Copy)]
struct Step {
    lanes: usize,
    lane: usize,
    low: u32,
    stride: usize,
}

/// One attribute of all vertices: a loop for each type and count.
fn fetch(placed: Placed, bytes: &[u8], vertices: &[u32], values: &mut [Vec4], step: Step) {
    let at = placed.offset as usize;
    let one = |byte: [u8; 1]| f32::from(byte[0] as i8);
    let unsigned = |byte: [u8; 1]| f32::from(byte[0]);
    let two = |bytes: [u8; 2]| f32::from(i16::from_le_bytes(bytes));
    macro_rules! counted {
        ($size:literal, $convert:expr) => {
            match placed.format.count {
                1 => each::<$size, 1>(at, bytes, vertices, values, step, $convert),
                2 => each::<$size, 2>(at, bytes, vertices, values, step, $convert),
                3 => each::<$size, 3>(at, bytes, vertices, values, step, $convert),
                _ => each::<$size, 4>(at, bytes, vertices, values, step, $convert),
            }
        };
    }
    match placed.format.kind {
        AttributeType::S8 => counted!(1, one),
        AttributeType::U8 => counted!(1, unsigned),
        AttributeType::S16 => counted!(2, two),
        AttributeType::F32 => counted!(4, f32::from_le_bytes),
    }
}

#[inline]
fn each<const SIZE: usize, const COUNT: usize>(
    offset: usize,
    bytes: &[u8],
    vertices: &[u32],
    values: &mut [Vec4],
    step: Step,
    convert: impl Fn([u8; SIZE]) -> f32,
) {
    for (vertex, value) in vertices.iter().zip(values.chunks_exact_mut(step.lanes)) {
        let start = (vertex - step.low) as usize * step.stride + offset;
        let Some(elements) = bytes.get(start..start + SIZE * COUNT) else { continue };
        let mut lanes = [0.0, 0.0, 0.0, 1.0];
        for (lane, element) in lanes[..COUNT].iter_mut().zip(elements.as_chunks::<SIZE>().0) {
            *lane = convert(*element);
        }
        value[step.lane] = lanes;
    }
}
