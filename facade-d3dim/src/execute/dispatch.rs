//! The methods of execute buffers, and those of devices that are about them.

use super::{DATA_WORDS, ExecuteBuffer};
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{ExecuteBufferId, Target};

/// Bytes of `D3DEXECUTEBUFFERDESC`.
const DESC_SIZE: u32 = 20;
/// `D3DDEB_BUFSIZE`, `D3DDEB_CAPS` and `D3DDEB_LPDATA`.
const HAS_SIZE: u32 = 1;
const HAS_CAPS: u32 = 2;
const HAS_DATA: u32 = 4;
/// Bytes of a buffer at most.
const MAX_SIZE: u32 = 64 << 20;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    match (interface, name) {
        (Interface::Direct3DDevice, "CreateExecuteBuffer") => Some(create),
        (Interface::Direct3DDevice, "Execute") => Some(execute),
        (Interface::Direct3DExecuteBuffer, name) => Some(match name {
            "Initialize" => |_| Ok(0),
            "Lock" => lock,
            "Unlock" => unlock,
            "SetExecuteData" => set_data,
            "GetExecuteData" => get_data,
            "Validate" | "Optimize" => |_| Err(Error::Unsupported),
            _ => return None,
        }),
        _ => None,
    }
}

fn create(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(2)?;
    let [size, flags, caps, bytes, data]: [u32; 5] = call.memory.words(call.args[0])?;
    if size != DESC_SIZE {
        return Err(Error::InvalidParams);
    }
    let length = if flags & HAS_SIZE != 0 { bytes } else { 0 };
    if length > MAX_SIZE {
        return Err(Error::OutOfMemory);
    }
    let theirs = if flags & HAS_DATA != 0 { data } else { 0 };
    let own = if theirs == 0 { length } else { 0 };
    call.clear_out(1)?;
    call.core.charge(own.into())?;
    let core = &mut *call.core;
    let buffers = &mut core.execute_buffers;
    let slot = core.objects.insert(Interface::Direct3DExecuteBuffer, |slot| {
        Target::ExecuteBuffer(buffers.insert(ExecuteBuffer {
            slot,
            bytes: vec![0; own as usize],
            theirs,
            size: length,
            caps: if flags & HAS_CAPS != 0 { caps } else { 0 },
            lock: None,
            data: [0; DATA_WORDS],
        }))
    });
    let slot = match slot {
        Ok(slot) => slot,
        Err(error) => {
            core.refund(own.into());
            return Err(error);
        }
    };
    call.put_object(1, slot, Interface::Direct3DExecuteBuffer)
}

fn own(call: &Call<'_>) -> Result<ExecuteBufferId> {
    if let Target::ExecuteBuffer(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

impl crate::core::Core {
    pub(super) fn execute_buffer(&mut self, id: ExecuteBufferId) -> Result<&mut ExecuteBuffer> {
        self.execute_buffers.get_mut(id).ok_or(Error::InvalidObject)
    }
}

/// Tells where the bytes are, which a locked buffer has in the guest's memory.
fn lock(call: &mut Call<'_>) -> Result<u32> {
    if call.memory.word(call.args[0])? != DESC_SIZE {
        return Err(Error::InvalidParams);
    }
    let id = own(call)?;
    let buffer = call.core.execute_buffer(id)?;
    if buffer.lock.is_some() {
        return Err(Error::ExecuteLocked);
    }
    let address = if buffer.theirs != 0 {
        buffer.theirs
    } else {
        let address = call.memory.allocate(buffer.size.max(4)).map_err(|_| Error::OutOfMemory)?;
        call.memory.write(address, &buffer.bytes)?;
        address
    };
    let desc = [DESC_SIZE, HAS_SIZE | HAS_DATA, buffer.caps, buffer.size, address];
    call.memory.put_words(call.args[0], &desc)?;
    buffer.lock = Some(address);
    Ok(0)
}

fn unlock(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let buffer = call.core.execute_buffer(id)?;
    let address = buffer.lock.take().ok_or(Error::ExecuteNotLocked)?;
    if buffer.theirs == 0 {
        let read = call.memory.read(address, &mut buffer.bytes);
        call.memory.free(address);
        read?;
    }
    Ok(0)
}

/// Nothing but the size is checked.
fn set_data(call: &mut Call<'_>) -> Result<u32> {
    let data: [u32; DATA_WORDS] = call.memory.words(call.args[0])?;
    if data[0] as usize != DATA_WORDS * 4 {
        return Err(Error::InvalidParams);
    }
    let id = own(call)?;
    call.core.execute_buffer(id)?.data = data;
    Ok(0)
}

/// All of the structure is written, whatever size it says to have.
fn get_data(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let data = call.core.execute_buffer(id)?.data;
    call.memory.put_words(call.args[0], &data)?;
    Ok(0)
}

/// `Execute(buffer, viewport, flags)`.
fn execute(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let Some(Target::ExecuteBuffer(id)) = call.object(0)? else { return Err(Error::InvalidParams) };
    let viewport = call.viewport_argument(1)?.ok_or(Error::InvalidParams)?;
    if call.core.viewport(viewport)?.device != Some(device) {
        return Err(Error::InvalidParams);
    }
    let buffer = call.core.execute_buffer(id)?;
    let (address, size) = (if buffer.theirs != 0 { Some(buffer.theirs) } else { buffer.lock }, buffer.size);
    let bytes = match address {
        Some(address) => {
            let mut bytes = vec![0; size.min(MAX_SIZE) as usize];
            call.memory.read(address, &mut bytes)?;
            bytes
        }
        None => std::mem::take(&mut buffer.bytes),
    };
    let result = call.core.execute(device, viewport, id, &bytes);
    if address.is_none()
        && let Ok(buffer) = call.core.execute_buffer(id)
    {
        buffer.bytes = bytes;
    }
    result.map(|()| 0)
}
