//! The methods of vertex buffers.

use smallvec::SmallVec;

use super::VertexBuffer;
use super::format::{Format, Streams};
use super::primitives;
use super::process::{Batch, Job};
use crate::core::Core;
use crate::device::draw::{MAX_VERTICES, vertex_fog};
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{Target, VertexBufferId};

const OPTIMIZED: u32 = 0x8000_0000;
/// `D3DVOP_TRANSFORM` and `D3DVOP_LIGHT`.
const TRANSFORM: u32 = 1;
const LIGHT: u32 = 0x400;
/// `D3DPV_DONOTCOPYDATA`
const DO_NOT_COPY: u32 = 1;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    match (interface, name) {
        (I::Direct3D3 | I::Direct3D7, "CreateVertexBuffer") => Some(create),
        (I::Direct3DVertexBuffer | I::Direct3DVertexBuffer7, name) => Some(match name {
            "Lock" => lock,
            "Unlock" => unlock,
            "ProcessVertices" => process_vertices,
            "GetVertexBufferDesc" => get_desc,
            "Optimize" => optimize,
            _ => return None,
        }),
        _ => primitives::find(interface, name),
    }
}

fn create(call: &mut Call<'_>) -> Result<u32> {
    if call.version() == 3 {
        call.no_outer(3)?;
    }
    let [_, caps, fvf, count]: [u32; 4] = call.memory.words(call.args[0])?;
    let format = Format::new(fvf)?;
    if count > MAX_VERTICES {
        return Err(Error::OutOfMemory);
    }
    let size = count as usize * usize::from(format.stride);
    call.clear_out(1)?;
    call.core.charge(size as u64)?;
    let interface =
        if call.version() == 7 { Interface::Direct3DVertexBuffer7 } else { Interface::Direct3DVertexBuffer };
    let core = &mut *call.core;
    let buffers = &mut core.vertex_buffers;
    let made = core.objects.insert(interface, |slot| {
        let bytes = vec![0; size];
        Target::VertexBuffer(buffers.insert(VertexBuffer { slot, caps, format, count, bytes, lock: None }))
    });
    let slot = match made {
        Ok(slot) => slot,
        Err(error) => {
            core.refund(size as u64);
            return Err(error);
        }
    };
    call.put_object(1, slot, interface)
}

fn own(call: &Call<'_>) -> Result<VertexBufferId> {
    if let Target::VertexBuffer(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

impl Core {
    pub(super) fn vertex_buffer(&mut self, id: VertexBufferId) -> Result<&mut VertexBuffer> {
        self.vertex_buffers.get_mut(id).ok_or(Error::InvalidObject)
    }
}

/// `Lock(flags, data, size)`: any flags, and the size need not be asked for.
fn lock(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let buffer = call.core.vertex_buffer(id)?;
    let size = buffer.bytes.len() as u32;
    let address = match buffer.lock {
        Some(address) => address,
        None => {
            let address = call.memory.allocate(size.max(4)).map_err(|_| Error::OutOfMemory)?;
            call.memory.write(address, &buffer.bytes)?;
            address
        }
    };
    buffer.lock = Some(address);
    call.memory.put_words(call.args[1], &[address])?;
    if call.args[2] != 0 {
        call.memory.put_words(call.args[2], &[size])?;
    }
    Ok(0)
}

fn unlock(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let buffer = call.core.vertex_buffer(id)?;
    if let Some(address) = buffer.lock.take() {
        let read = call.memory.read(address, &mut buffer.bytes);
        call.memory.free(address);
        read?;
    }
    Ok(0)
}

/// The size in the structure stays as it is.
fn get_desc(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let buffer = call.core.vertex_buffer(id)?;
    let words = [buffer.caps, buffer.format.fvf, buffer.count];
    let address = call.args[0];
    if address == 0 {
        return Err(Error::InvalidParams);
    }
    call.memory.put_words(address.checked_add(4).ok_or(Error::InvalidParams)?, &words)?;
    Ok(0)
}

fn optimize(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let buffer = call.core.vertex_buffer(id)?;
    if buffer.lock.is_some() {
        return Err(Error::VertexBufferLocked);
    }
    buffer.caps |= OPTIMIZED;
    Ok(0)
}

/// `ProcessVertices(operation, to, count, source, from, device, flags)`.
fn process_vertices(call: &mut Call<'_>) -> Result<u32> {
    let [operation, to, count, from, flags] = [0, 1, 2, 4, 6].map(|index| call.args[index]);
    let Some(Target::VertexBuffer(source_id)) = call.object(3)? else { return Err(Error::InvalidParams) };
    let device = call.device_argument(5)?.ok_or(Error::InvalidParams)?;
    let destination = own(call)?;
    if operation & TRANSFORM == 0 {
        return Err(Error::InvalidParams);
    }
    let format = call.core.vertex_buffer(destination)?.format;
    let source = call.core.vertex_buffer(source_id)?;
    let ends = [from.checked_add(count), to.checked_add(count)];
    let fits = |end: Option<u32>, there: u32| end.is_some_and(|end| end <= there);
    if !format.transformed || source.format.transformed || !fits(ends[0], source.count) {
        return Err(Error::InvalidParams);
    }
    let own_format = source.format;
    if !fits(ends[1], call.core.vertex_buffer(destination)?.count) {
        return Err(Error::InvalidParams);
    }
    let lighting = call.core.lighting(device, &own_format, operation & LIGHT != 0)?;
    let found = call.core.device(device)?;
    let lighting = lighting.filter(|_| operation & LIGHT != 0);
    let [world, view, projection] = found.transforms;
    let job = Job {
        world_view: view * world,
        projection,
        view: found.view,
        lighting: lighting.as_ref(),
        fog: vertex_fog(&found.states),
    };
    let mut batch = std::mem::take(&mut call.core.draws.batch);
    batch.start(&own_format, job.view);
    // Its vertices are not transformed, so it is not the destination.
    let bytes = std::mem::take(&mut call.core.vertex_buffer(source_id)?.bytes);
    let streams = Streams::interleaved(&own_format, &bytes, own_format.stride.into());
    job.run(&streams, from as usize..(from + count) as usize, &mut batch);
    call.core.vertex_buffer(source_id)?.bytes = bytes;
    let colors = lighting.is_some() || flags & DO_NOT_COPY == 0;
    let coordinates = flags & DO_NOT_COPY == 0;
    let drawn = own_format.drawn();
    let buffer = call.core.vertex_buffer(destination)?;
    scatter(buffer, to as usize, &batch, &drawn, [colors, coordinates]);
    call.core.draws.batch = batch;
    Ok(0)
}

/// Writes processed vertices into a buffer of places in pixels: what it has no room for is dropped.
fn scatter(
    buffer: &mut VertexBuffer,
    to: usize,
    batch: &Batch,
    drawn: &Format,
    [colors, coordinates]: [bool; 2],
) {
    let format = buffer.format;
    let stride = usize::from(format.stride);
    let out = &mut buffer.bytes[to * stride..];
    if format == *drawn && colors && coordinates {
        out[..batch.bytes.len()].copy_from_slice(&batch.bytes);
        return;
    }
    // Where parts go, where they come from, and their bytes.
    let mut parts: SmallVec<[(usize, usize, usize); 12]> = SmallVec::from_slice(&[(0, 0, 16)]);
    if colors {
        for (at, from) in [(format.diffuse, 16), (format.specular, 20)] {
            parts.extend(at.map(|at| (usize::from(at), from, 4)));
        }
    }
    if coordinates {
        for set in 0..super::format::SETS {
            let (Some(at), Some(from)) = (format.set(set), drawn.set(set)) else { continue };
            let size = usize::from(format.components[set].min(drawn.components[set])) * 4;
            parts.push((at.into(), from.into(), size));
        }
    }
    for (out, vertex) in out.chunks_exact_mut(stride).zip(batch.bytes.chunks_exact(batch.stride)) {
        for &(at, from, size) in &parts {
            out[at..at + size].copy_from_slice(&vertex[from..from + size]);
        }
    }
}
