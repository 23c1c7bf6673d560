//! `IUnknown`, which all interfaces begin with.

use super::{Call, Function};
use crate::core::Core;
use crate::error::{Error, Result};
use crate::identity::{DeviceKind, Guid, Interface};
use crate::object::Target;

pub(super) fn find(_: Interface, name: &str) -> Option<Function> {
    Some(match name {
        "QueryInterface" => query_interface,
        "AddRef" => |call| Ok(call.core.add_ref(call.slot, call.interface)),
        "Release" => |call| Ok(call.core.release(call.slot, call.interface)),
        _ => return None,
    })
}

fn query_interface(call: &mut Call<'_>) -> Result<u32> {
    let out = call.args[1];
    call.memory.put_words(out, &[0])?;
    let guid = Guid(call.memory.array(call.args[0])?);
    let Some(wanted) = Interface::from_iid(guid) else {
        return query_device(call, guid);
    };
    let view = view(call.core, call.target, call.interface, wanted)?;
    call.core.add_ref(call.slot, view);
    call.put_object(1, call.slot, view)
}

/// A surface answers the identifier of a kind of device with a device of version 1, which shares its references.
fn query_device(call: &mut Call<'_>, guid: Guid) -> Result<u32> {
    let (Some(kind), Target::Surface(surface)) = (DeviceKind::from_guid(guid), call.target) else {
        return Err(Error::NoInterface);
    };
    call.core.create_device_on(surface, kind)?;
    call.core.add_ref(call.slot, Interface::Direct3DDevice);
    call.put_object(1, call.slot, Interface::Direct3DDevice)
}

/// The interface that an object is seen through when it is asked for another one.
fn view(core: &Core, target: Target, from: Interface, wanted: Interface) -> Result<Interface> {
    use Interface as I;
    let own = |first: I, all: &[I]| match wanted {
        I::Unknown => Ok(first),
        wanted if all.contains(&wanted) => Ok(wanted),
        _ => Err(Error::NoInterface),
    };
    match target {
        Target::DirectDraw(_) => own(
            I::DirectDraw,
            &[
                I::DirectDraw,
                I::DirectDraw2,
                I::DirectDraw4,
                I::DirectDraw7,
                I::Direct3D,
                I::Direct3D2,
                I::Direct3D3,
                I::Direct3D7,
            ],
        ),
        Target::Surface(id) => core.surface(id)?.view(wanted),
        Target::Palette(_) => own(I::DirectDrawPalette, &[I::DirectDrawPalette]),
        Target::Clipper(_) => own(I::DirectDrawClipper, &[I::DirectDrawClipper]),
        Target::Device(id) => match core.device(id)?.version {
            7 => own(I::Direct3DDevice7, &[I::Direct3DDevice7]),
            3 => own(I::Direct3DDevice3, &[I::Direct3DDevice, I::Direct3DDevice2, I::Direct3DDevice3]),
            _ => own(I::Direct3DDevice2, &[I::Direct3DDevice, I::Direct3DDevice2]),
        },
        Target::Viewport(_) => {
            own(I::Direct3DViewport3, &[I::Direct3DViewport, I::Direct3DViewport2, I::Direct3DViewport3])
        }
        Target::Light(_) => own(I::Direct3DLight, &[I::Direct3DLight]),
        Target::Material(_) => {
            own(I::Direct3DMaterial, &[I::Direct3DMaterial, I::Direct3DMaterial2, I::Direct3DMaterial3])
        }
        Target::ExecuteBuffer(_) => own(I::Direct3DExecuteBuffer, &[I::Direct3DExecuteBuffer]),
        // The two vertex buffer interfaces are of two kinds of buffer.
        Target::VertexBuffer(_) => own(from, &[from]),
    }
}
