//! What devices say that they can do, and the formats of textures.

use crate::dispatch::{Call, Enumeration, Function, Item};
use crate::error::{Error, Result};
use crate::identity::{DeviceKind, Interface};
use crate::surface::PixelFormat;
use crate::surface::caps as surface_caps;
use crate::surface::desc::{Desc, flags};

/// 16, 24 and 32 bits of a target.
const RENDER_DEPTHS: u32 = 0x400 | 0x200 | 0x100;
/// 16 and 24 bits of depth: programs that see 32 take it, and there is none.
const Z_DEPTHS: u32 = 0x400 | 0x200;
/// POW2 and NONPOW2CONDITIONAL, with PERSPECTIVE: by these programs tell which of two descriptions is the device's own.
const OWN_TEXTURE_CAPS: u32 = 0x1 | 0x2 | 0x100;
const TEXTURE_CAPS: u32 = 0x4 | 0x8 | 0x10;
const SIDE: u32 = 2048;
const DRAW_PRIMITIVES2_EX: u32 = 0x8000;
const HW_TRANSFORM: u32 = 0x1_0000;
const HW_RASTERIZATION: u32 = 0x8_0000;

/// `D3DPRIMCAPS`, of lines and of triangles.
fn primitive_caps(own: bool) -> [u32; 14] {
    [
        56,
        0x2 | 0x10 | 0x20 | 0x40,
        0x1 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200 | 0x2000 | 0x4000 | 0x8000 | 0x1_0000,
        0xFF,
        0x1FFF,
        0x1FFF,
        0xFF,
        // Flat and Gouraud shades of colour, specular, alpha and fog.
        0x1 | 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x1000 | 0x4000 | 0x8000 | 0x4_0000 | 0x8_0000,
        if own { OWN_TEXTURE_CAPS | TEXTURE_CAPS } else { TEXTURE_CAPS },
        0x3F | 0x100 | 0x200 | 0x400,
        0xFF,
        0x1F,
        0,
        0,
    ]
}

fn device_caps(kind: DeviceKind, hardware: bool) -> u32 {
    // Floating TL vertices, both memories for buffers and vertices, textures in video memory.
    let common = 0x1 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000;
    let hardware = match kind {
        DeviceKind::Hal if hardware => DRAW_PRIMITIVES2_EX | HW_RASTERIZATION,
        DeviceKind::TnlHal => DRAW_PRIMITIVES2_EX | HW_TRANSFORM | HW_RASTERIZATION,
        _ => 0,
    };
    common | hardware
}

/// `D3DDEVICEDESC` of a version: 172, 204 or 252 bytes. A device has two of them, of which one describes it: `hardware` says
/// which is meant.
pub(crate) fn desc(version: u8, kind: DeviceKind, hardware: bool) -> Vec<u8> {
    let own = kind.is_hardware() == hardware;
    let size = match version {
        1 => 172,
        2 => 204,
        _ => 252,
    };
    // Colour model RGB; ramps are of one channel.
    let model = if kind == DeviceKind::Ramp { 1 } else { 2 };
    let mut words = vec![size, if own { 0x7FF } else { 0 }, if own { model } else { 0 }];
    words.extend([device_caps(kind, hardware), 8, 1, 1]);
    words.extend([16, 7, 1, 0]);
    words.extend(primitive_caps(own));
    words.extend(primitive_caps(own));
    words.extend([RENDER_DEPTHS, Z_DEPTHS, 0, 65536]);
    words.extend([1, 1, SIDE, SIDE, 0, 0, 0, 0]);
    words.extend([8192, 0, 16, 0, 0, 0, 0, 0, 0xFF, 0x8_0008, 0x00FF_FFFF, 0x0008_0008]);
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(size as usize);
    bytes
}

/// `D3DDEVICEDESC7`.
pub(crate) fn desc7(kind: DeviceKind) -> Vec<u8> {
    let mut words = vec![device_caps(kind, true)];
    words.extend(primitive_caps(true));
    words.extend(primitive_caps(true));
    words.extend([RENDER_DEPTHS, Z_DEPTHS, 1, 1, SIDE, SIDE, 8192, 0, 16, 0, 0, 0, 0, 0]);
    words.extend([0xFF, 0x8_0008, 0x00FF_FFFF, 0x0008_0008, 8, 1e10_f32.to_bits()]);
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(kind.guid().0);
    bytes.extend([6, 0, 4, 0]);
    bytes.extend(0x3Bu32.to_le_bytes());
    bytes.resize(236, 0);
    bytes
}

/// A format as the argument of a callback.
pub(super) fn format_item(format: &PixelFormat) -> Item {
    let bytes = format.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    Item::Structure { name: "DDPIXELFORMAT", bytes }
}

/// The formats of textures, in the order in which they are listed.
pub(crate) const TEXTURE_FORMATS: [PixelFormat; 8] = [
    PixelFormat::rgb(16, [0x7C00, 0x3E0, 0x1F, 0]),
    PixelFormat::rgb(16, [0x7C00, 0x3E0, 0x1F, 0x8000]),
    PixelFormat::rgb(16, [0xF00, 0xF0, 0xF, 0xF000]),
    PixelFormat::rgb(16, [0xF800, 0x7E0, 0x1F, 0]),
    PixelFormat::rgb(32, [0xFF_0000, 0xFF00, 0xFF, 0]),
    PixelFormat::rgb(32, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
    PixelFormat::rgb(8, [0xE0, 0x1C, 0x3, 0]),
    PixelFormat::P8,
];

/// The method of devices that lists them.
pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    (interface.name().starts_with("IDirect3DDevice") && name == "EnumTextureFormats").then_some(enum_formats)
}

/// `EnumTextureFormats(callback, context)`: versions 1 and 2 see descriptions, the others formats.
fn enum_formats(call: &mut Call<'_>) -> Result<u32> {
    if call.args[0] == 0 {
        return Err(Error::InvalidParams);
    }
    let describe = call.version() < 3;
    let item = |format: &PixelFormat| {
        if !describe {
            return vec![format_item(format)];
        }
        let desc = Desc {
            flags: flags::CAPS | flags::PIXEL_FORMAT,
            caps: [surface_caps::TEXTURE, 0, 0, 0],
            format: *format,
            ..Desc::default()
        };
        let bytes = desc.words(1).iter().flat_map(|word| word.to_le_bytes()).collect();
        vec![Item::Structure { name: "DDSURFACEDESC", bytes }]
    };
    let calls = TEXTURE_FORMATS.iter().map(item).collect();
    call.enumeration = Some(Enumeration { function: call.args[0], context: call.args[1], calls });
    Ok(0)
}
