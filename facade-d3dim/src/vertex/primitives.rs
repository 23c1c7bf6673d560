//! The methods of devices that draw.

use super::format::{CLASSIC, Format, SETS, Stream, Streams};
use crate::device::Begun;
use crate::device::draw::{MAX_VERTICES, Primitives, topology};
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::Target;

/// Bytes between `Begin` and `End` at most.
const MAX_BEGUN: usize = 64 << 20;

pub(super) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    let seven = interface == I::Direct3DDevice7;
    if !seven && !matches!(interface, I::Direct3DDevice2 | I::Direct3DDevice3) {
        return None;
    }
    Some(match name {
        "DrawPrimitive" => draw_primitive,
        "DrawIndexedPrimitive" => draw_indexed_primitive,
        "DrawPrimitiveStrided" => draw_strided,
        "DrawIndexedPrimitiveStrided" => draw_indexed_strided,
        "DrawPrimitiveVB" => draw_buffer,
        "DrawIndexedPrimitiveVB" if seven => |call| draw_indexed_buffer(call, true),
        "DrawIndexedPrimitiveVB" => |call| draw_indexed_buffer(call, false),
        "Begin" if !seven => begin,
        "BeginIndexed" if !seven => begin_indexed,
        "Vertex" if !seven => vertex,
        "Index" if !seven => index,
        "End" if !seven => end,
        _ => return None,
    })
}

/// The format of an argument: version 2 has three types by number.
fn format(call: &Call<'_>, argument: usize) -> Result<Format> {
    let number = call.args[argument];
    if call.version() == 2 {
        let classic = (number as usize).checked_sub(1).and_then(|index| CLASSIC.get(index));
        return Format::new(*classic.ok_or(Error::InvalidVertexType)?);
    }
    Format::new(number)
}

/// Bytes of the guest, in a list that draws use again.
fn fetch(call: &mut Call<'_>, address: u32, size: usize) -> Result<Vec<u8>> {
    let mut bytes = std::mem::take(&mut call.core.draws.vertices);
    // What was there before is overwritten.
    bytes.resize(size, 0);
    if size > 0 {
        if address == 0 {
            return Err(Error::InvalidParams);
        }
        call.memory.read(address, &mut bytes)?;
    }
    Ok(bytes)
}

fn indices(call: &mut Call<'_>, address: u32, count: u32) -> Result<Vec<u16>> {
    if count > MAX_VERTICES * 4 {
        return Err(Error::InvalidParams);
    }
    let mut list = vec![0u16; count as usize];
    if count > 0 {
        if address == 0 {
            return Err(Error::InvalidParams);
        }
        call.memory.read(address, bytemuck::cast_slice_mut(&mut list))?;
        list.iter_mut().for_each(|index| *index = u16::from_le(*index));
    }
    Ok(list)
}

/// Draws vertices at an address.
fn draw(
    call: &mut Call<'_>,
    (primitive, format): (u32, Format),
    (address, count): (u32, u32),
    list: Option<&[u16]>,
    flags: u32,
) -> Result<u32> {
    if count == 0 || list.is_some_and(<[u16]>::is_empty) {
        return Ok(0);
    }
    let topology = topology(primitive)?;
    if count > MAX_VERTICES {
        return Err(Error::InvalidParams);
    }
    let device = call.device()?;
    let bytes = fetch(call, address, count as usize * usize::from(format.stride))?;
    let streams = Streams::interleaved(&format, &bytes, format.stride.into());
    let primitives = Primitives { topology, streams, count: count as usize, indices: list, flags };
    let result = call.core.draw(device, &primitives);
    call.core.draws.vertices = bytes;
    result.map(|()| 0)
}

fn draw_primitive(call: &mut Call<'_>) -> Result<u32> {
    let [primitive, _, address, count, flags] = [0, 1, 2, 3, 4].map(|index| call.args[index]);
    let format = format(call, 1)?;
    draw(call, (primitive, format), (address, count), None, flags)
}

fn draw_indexed_primitive(call: &mut Call<'_>) -> Result<u32> {
    let [address, count, list, length, flags] = [2, 3, 4, 5, 6].map(|index| call.args[index]);
    let format = format(call, 1)?;
    let list = indices(call, list, length)?;
    draw(call, (call.args[0], format), (address, count), Some(&list), flags)
}

fn draw_strided(call: &mut Call<'_>) -> Result<u32> {
    strided(call, None, call.args[4])
}

fn draw_indexed_strided(call: &mut Call<'_>) -> Result<u32> {
    let list = indices(call, call.args[4], call.args[5])?;
    strided(call, Some(&list), call.args[6])
}

/// Elements that the format does not name are not read.
fn strided(call: &mut Call<'_>, list: Option<&[u16]>, flags: u32) -> Result<u32> {
    let [primitive, data, count] = [0, 2, 3].map(|index| call.args[index]);
    let format = format(call, 1)?;
    if count == 0 {
        return Ok(0);
    }
    let topology = topology(primitive)?;
    if count > MAX_VERTICES {
        return Err(Error::InvalidParams);
    }
    let words: [u32; 24] = call.memory.words(data)?;
    let mut fetch = |place: usize, size: usize, wanted: bool| -> Result<(Vec<u8>, usize)> {
        let (address, stride) = (words[place * 2], words[place * 2 + 1] as usize);
        if !wanted {
            return Ok((Vec::new(), 0));
        }
        let total = (count as usize - 1) * stride + size;
        if address == 0 || total > MAX_BEGUN {
            return Err(Error::InvalidParams);
        }
        let mut bytes = vec![0; total];
        call.memory.read(address, &mut bytes)?;
        Ok((bytes, stride))
    };
    let position = fetch(0, if format.transformed { 16 } else { 12 }, true)?;
    let normal = fetch(1, 12, format.normal.is_some())?;
    let diffuse = fetch(2, 4, format.diffuse.is_some())?;
    let specular = fetch(3, 4, format.specular.is_some())?;
    let mut sets = Vec::with_capacity(SETS);
    for (set, &components) in format.components.iter().enumerate() {
        sets.push(fetch(4 + set, usize::from(components) * 4, components > 0)?);
    }
    let stream = |found: &'_ (Vec<u8>, usize)| -> (usize, usize) { (found.0.len(), found.1) };
    debug_assert!(stream(&position).0 > 0);
    let streams = Streams {
        format,
        position: Stream { bytes: &position.0, stride: position.1 },
        normal: format.normal.map(|_| Stream { bytes: &normal.0, stride: normal.1 }),
        diffuse: format.diffuse.map(|_| Stream { bytes: &diffuse.0, stride: diffuse.1 }),
        specular: format.specular.map(|_| Stream { bytes: &specular.0, stride: specular.1 }),
        coordinates: std::array::from_fn(|set| Stream { bytes: &sets[set].0, stride: sets[set].1 }),
    };
    let device = call.device()?;
    let primitives = Primitives { topology, streams, count: count as usize, indices: list, flags };
    call.core.draw(device, &primitives)?;
    Ok(0)
}

fn draw_buffer(call: &mut Call<'_>) -> Result<u32> {
    let [primitive, _, start, count, flags] = [0, 1, 2, 3, 4].map(|index| call.args[index]);
    buffer(call, primitive, [start, count], None, flags)
}

/// Version 7 says which vertices the indices are of.
fn draw_indexed_buffer(call: &mut Call<'_>, seven: bool) -> Result<u32> {
    let (range, at) = if seven { ([call.args[2], call.args[3]], 4) } else { ([0, u32::MAX], 2) };
    let list = indices(call, call.args[at], call.args[at + 1])?;
    buffer(call, call.args[0], range, Some(&list), call.args[at + 2])
}

fn buffer(
    call: &mut Call<'_>,
    primitive: u32,
    [start, count]: [u32; 2],
    list: Option<&[u16]>,
    flags: u32,
) -> Result<u32> {
    let Some(Target::VertexBuffer(id)) = call.object(1)? else { return Err(Error::InvalidParams) };
    if count == 0 || list.is_some_and(<[u16]>::is_empty) {
        return Ok(0);
    }
    let topology = topology(primitive)?;
    let device = call.device()?;
    let found = call.core.vertex_buffer(id)?;
    if found.lock.is_some() && found.caps & 0x800 != 0 {
        return Err(Error::VertexBufferLocked);
    }
    let (format, there) = (found.format, found.count);
    let start = start.min(there);
    let count = count.min(there - start) as usize;
    let bytes = std::mem::take(&mut found.bytes);
    let from = start as usize * usize::from(format.stride);
    let streams = Streams::interleaved(&format, bytes.get(from..).unwrap_or(&[]), format.stride.into());
    let result = call.core.draw(device, &Primitives { topology, streams, count, indices: list, flags });
    call.core.vertex_buffer(id)?.bytes = bytes;
    result.map(|()| 0)
}

fn start(call: &mut Call<'_>, begun: Begun) -> Result<u32> {
    topology(begun.primitive)?;
    let device = call.device()?;
    let device = call.core.device_mut(device)?;
    if device.begun.is_some() {
        return Err(Error::InBegin);
    }
    device.begun = Some(begun);
    Ok(0)
}

fn begin(call: &mut Call<'_>) -> Result<u32> {
    let fvf = format(call, 1)?.fvf;
    let [primitive, _, flags] = [0, 1, 2].map(|index| call.args[index]);
    start(call, Begun { primitive, fvf, flags, vertices: Vec::new(), indices: None })
}

fn begin_indexed(call: &mut Call<'_>) -> Result<u32> {
    let format = format(call, 1)?;
    let [primitive, _, address, count, flags] = [0, 1, 2, 3, 4].map(|index| call.args[index]);
    if count > MAX_VERTICES {
        return Err(Error::InvalidParams);
    }
    let vertices = fetch(call, address, count as usize * usize::from(format.stride))?;
    start(call, Begun { primitive, fvf: format.fvf, flags, vertices, indices: Some(Vec::new()) })
}

fn vertex(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let begun = call.core.device_mut(device)?.begun.as_mut().ok_or(Error::NotInBegin)?;
    let stride = usize::from(Format::new(begun.fvf)?.stride);
    if call.args[0] == 0 || begun.vertices.len() + stride > MAX_BEGUN {
        return Err(Error::InvalidParams);
    }
    let at = begun.vertices.len();
    begun.vertices.resize(at + stride, 0);
    if let Err(fault) = call.memory.read(call.args[0], &mut begun.vertices[at..]) {
        begun.vertices.truncate(at);
        return Err(fault.into());
    }
    Ok(0)
}

fn index(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let begun = call.core.device_mut(device)?.begun.as_mut().ok_or(Error::NotInBegin)?;
    let list = begun.indices.as_mut().ok_or(Error::NotInBegin)?;
    if list.len() >= MAX_VERTICES as usize {
        return Err(Error::InvalidParams);
    }
    list.push(call.args[0] as u16);
    Ok(0)
}

fn end(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let begun = call.core.device_mut(device)?.begun.take().ok_or(Error::NotInBegin)?;
    let format = Format::new(begun.fvf)?;
    let count = begun.vertices.len() / usize::from(format.stride);
    let streams = Streams::interleaved(&format, &begun.vertices, format.stride.into());
    let primitives = Primitives {
        topology: topology(begun.primitive)?,
        streams,
        count,
        indices: begun.indices.as_deref(),
        flags: begun.flags,
    };
    call.core.draw(device, &primitives)?;
    Ok(0)
}
