//! Elements gathered into transient memory, attribute by attribute.

use smallvec::SmallVec;

use super::input::{Class, InputStream};
use super::layout::SlotAttribute;
use super::topology::ListKey;
use super::{Buffers, GeometryError, InputId, Slice, Source, Transient};
use crate::frame::AttributeSource;

/// Which elements are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Elements {
    /// Vertices in a row.
    Range { first: i64, count: u64 },
    /// The vertex of each index, in the order of the draw.
    Each { list: ListKey, base: i64 },
    /// Instances from 0.
    Instances { count: u32 },
}

/// What packed bytes are made from. Versions only grow, so equal sums mean equal content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PackKey {
    pub(super) input: InputId,
    pub(super) versions: u64,
    pub(super) user_vertices: u32,
    pub(super) elements: Elements,
}

/// The sum of the versions of a class's buffers.
pub(super) fn versions(class: &Class, buffers: &impl Buffers) -> u64 {
    class.streams.iter().fold(0, |sum, stream| match stream.stream.source {
        AttributeSource::Buffer(id) => sum + buffers.version(id),
        AttributeSource::Arena => sum,
    })
}

/// Writes `count` elements of a class in its packed layout; `element` numbers them.
pub(super) fn write_elements(
    class: &Class,
    arena: &[u8],
    buffers: &impl Buffers,
    count: u64,
    element: impl Fn(u64) -> i64,
    transient: &mut Transient,
) -> Result<Slice, GeometryError> {
    let layout = class.packed.as_ref();
    let (stride, packed) = layout.map_or((0, &[][..]), |slot| (slot.stride as usize, &slot.attributes[..]));
    let offset = transient.grow(count.saturating_mul(stride as u64))?;
    let slice = Slice { source: Source::Transient, offset: offset as u32 };
    let sources: SmallVec<[&[u8]; 8]> = class
        .streams
        .iter()
        .map(|stream| match stream.stream.source {
            AttributeSource::Buffer(id) => buffers.bytes(id).unwrap_or(&[]),
            AttributeSource::Arena => arena,
        })
        .collect();
    let out = &mut transient.bytes[offset..][..count as usize * stride];
    for (at, out) in out.chunks_exact_mut(stride.max(1)).enumerate() {
        let number = element(at as u64);
        let mut packed = packed.iter();
        for (stream, bytes) in class.streams.iter().zip(&sources) {
            let start = element_start(stream, number);
            for (attribute, slot) in stream.attributes.iter().zip(&mut packed) {
                let at = start.map(|start| start.saturating_add(attribute.offset.into()));
                read(bytes, at, destination(out, slot));
            }
        }
    }
    Ok(slice)
}

fn destination<'a>(out: &'a mut [u8], slot: &SlotAttribute) -> &'a mut [u8] {
    &mut out[slot.offset as usize..][..slot.format.size() as usize]
}

/// Where an element starts in its source; `None` before the first one.
fn element_start(stream: &InputStream, number: i64) -> Option<u64> {
    let description = &stream.stream;
    let number = match description.instance_step {
        None if description.stride == 0 => 0,
        None => u64::try_from(number).ok()?,
        Some(0) => 0,
        Some(step) => u64::try_from(number).ok()? / u64::from(step),
    };
    Some(number.saturating_mul(description.stride.into()).saturating_add(description.offset.into()))
}

/// Copies what is within the source; the rest stays zero.
fn read(bytes: &[u8], start: Option<u64>, out: &mut [u8]) {
    let Some(start) = start.and_then(|start| usize::try_from(start).ok()) else { return };
    let available = bytes.get(start..).unwrap_or(&[]);
    let count = available.len().min(out.len());
    out[..count].copy_from_slice(&available[..count]);
}
