//! Who is who: interfaces with their identifier, their methods by slot, and their methods' arguments.

mod table;

use std::fmt;
use std::sync::OnceLock;

/// A 128-bit identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Guid(pub [u8; 16]);

impl Guid {
    /// From text such as `"3BBA0080-2421-11CF-A31A-00AA00B93356"`, into the order of bytes that guests use.
    ///
    /// # Panics
    /// At compile time, when the text is not that of an identifier.
    const fn new(text: &str) -> Self {
        // Where the digits of byte N of the structure stand.
        const AT: [usize; 16] = [6, 4, 2, 0, 11, 9, 16, 14, 19, 21, 24, 26, 28, 30, 32, 34];
        let text = text.as_bytes();
        let mut bytes = [0; 16];
        let mut index = 0;
        while index < 16 {
            bytes[index] = digit(text[AT[index]]) << 4 | digit(text[AT[index] + 1]);
            index += 1;
        }
        Self(bytes)
    }
}

const fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'F' => byte - b'A' + 10,
        _ => panic!("no digit of an identifier"),
    }
}

impl fmt::Debug for Guid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let b = &self.0;
        write!(out, "{:02X}{:02X}{:02X}{:02X}-{:02X}{:02X}-", b[3], b[2], b[1], b[0], b[5], b[4])?;
        write!(out, "{:02X}{:02X}-{:02X}{:02X}-", b[7], b[6], b[8], b[9])?;
        b[10..].iter().try_for_each(|byte| write!(out, "{byte:02X}"))
    }
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A 32-bit number.
    Word,
    /// The bits of a 32-bit float.
    Float,
    /// The address of a structure, an array, a number to fill in, or memory of the caller's own.
    Pointer,
    /// The address of an identifier.
    Guid,
    /// An object, or null.
    Object,
    /// Where an object goes.
    ObjectOut,
    /// A function of the guest.
    Callback,
}

/// A method of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// `name:kind`, separated by spaces.
    arguments: &'static str,
}

const fn method(name: &'static str, arguments: &'static str) -> Method {
    Method { name, arguments }
}

impl Method {
    /// Names and kinds of the arguments after `this`.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, ArgumentKind)> + use<> {
        self.arguments.split_ascii_whitespace().filter_map(|argument| {
            let (name, kind) = argument.split_once(':')?;
            let kind = match kind {
                "f" => ArgumentKind::Float,
                "p" => ArgumentKind::Pointer,
                "g" => ArgumentKind::Guid,
                "o" => ArgumentKind::Object,
                "n" => ArgumentKind::ObjectOut,
                "c" => ArgumentKind::Callback,
                _ => ArgumentKind::Word,
            };
            Some((name, kind))
        })
    }

    /// Whether the answer is a count of references instead of an HRESULT.
    #[must_use]
    pub fn counts(&self) -> bool {
        matches!(self.name, "AddRef" | "Release")
    }
}

/// The first three methods of every interface.
const UNKNOWN: [Method; 3] =
    [method("QueryInterface", "riid:g ppvObject:n"), method("AddRef", ""), method("Release", "")];

macro_rules! interfaces {
    ($($name:ident = $guid:literal, $file:ident::$methods:ident;)*) => {
        /// An interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Interface {
            /// `IUnknown`.
            Unknown,
            $(#[doc = concat!("`I", stringify!($name), "`.")] $name,)*
        }

        impl Interface {
            /// All of them; the index of each is its number.
            pub const ALL: &[Self] = &[Self::Unknown, $(Self::$name,)*];

            /// Its name as the headers have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Unknown => "IUnknown",
                    $(Self::$name => concat!("I", stringify!($name)),)*
                }
            }

            /// Its identifier.
            #[must_use]
            pub const fn iid(self) -> Guid {
                match self {
                    Self::Unknown => const { Guid::new("00000000-0000-0000-C000-000000000046") },
                    $(Self::$name => const { Guid::new($guid) },)*
                }
            }

            /// The methods after the first three.
            const fn own_methods(self) -> &'static [Method] {
                match self {
                    Self::Unknown => &[],
                    $(Self::$name => table::$file::$methods,)*
                }
            }
        }
    };
}

interfaces! {
    DirectDraw = "6C14DB80-A733-11CE-A521-0020AF0BE560", directdraw::DDRAW;
    DirectDraw2 = "B3A6F3E0-2B43-11CF-A2DE-00AA00B93356", directdraw::DDRAW2;
    DirectDraw3 = "618F8AD4-8B7A-11D0-8FCC-00C04FD9189D", directdraw::DDRAW3;
    DirectDraw4 = "9C59509A-39BD-11D1-8C4A-00C04FD930C5", directdraw::DDRAW4;
    DirectDraw7 = "15E65EC0-3B9C-11D2-B92F-00609797EA5B", directdraw::DDRAW7;
    DirectDrawPalette = "6C14DB84-A733-11CE-A521-0020AF0BE560", directdraw::PALETTE;
    DirectDrawClipper = "6C14DB85-A733-11CE-A521-0020AF0BE560", directdraw::CLIPPER;
    DirectDrawColorControl = "4B9F0EE0-0D7E-11D0-9B06-00A0C903A3B8", directdraw::COLOR_CONTROL;
    DirectDrawGammaControl = "69C11C3E-B46B-11D1-AD7A-00C04FC29B4E", directdraw::GAMMA_CONTROL;
    DirectDrawSurface = "6C14DB81-A733-11CE-A521-0020AF0BE560", surface::SURFACE;
    DirectDrawSurface2 = "57805885-6EEC-11CF-9441-A82303C10E27", surface::SURFACE2;
    DirectDrawSurface3 = "DA044E00-69B2-11D0-A1D5-00AA00B8DFBB", surface::SURFACE3;
    DirectDrawSurface4 = "0B2B8630-AD35-11D0-8EA6-00609797EA5B", surface::SURFACE4;
    DirectDrawSurface7 = "06675A80-3B9B-11D2-B92F-00609797EA5B", surface::SURFACE7;
    Direct3D = "3BBA0080-2421-11CF-A31A-00AA00B93356", object::D3D;
    Direct3D2 = "6AAE1EC1-662A-11D0-889D-00AA00BBB76A", object::D3D2;
    Direct3D3 = "BB223240-E72B-11D0-A9B4-00AA00C0993E", object::D3D3;
    Direct3D7 = "F5049E77-4861-11D2-A407-00A0C90629A8", object::D3D7;
    Direct3DLight = "4417C142-33AD-11CF-816F-0000C020156E", object::D3D_LIGHT;
    Direct3DMaterial = "4417C144-33AD-11CF-816F-0000C020156E", object::D3D_MATERIAL;
    Direct3DMaterial2 = "93281503-8CF8-11D0-89AB-00A0C9054129", object::D3D_MATERIAL2;
    Direct3DMaterial3 = "CA9C46F4-D3C5-11D1-B75A-00600852B312", object::D3D_MATERIAL3;
    Direct3DTexture = "2CDCD9E0-25A0-11CF-A31A-00AA00B93356", object::D3D_TEXTURE;
    Direct3DTexture2 = "93281502-8CF8-11D0-89AB-00A0C9054129", object::D3D_TEXTURE2;
    Direct3DViewport = "4417C146-33AD-11CF-816F-0000C020156E", object::D3D_VIEWPORT;
    Direct3DViewport2 = "93281500-8CF8-11D0-89AB-00A0C9054129", object::D3D_VIEWPORT2;
    Direct3DViewport3 = "B0AB3B61-33D7-11D1-A981-00C04FD7B174", object::D3D_VIEWPORT3;
    Direct3DExecuteBuffer = "4417C145-33AD-11CF-816F-0000C020156E", object::D3D_EXECUTE_BUFFER;
    Direct3DDevice = "64108800-957D-11D0-89AB-00A0C9054129", device::D3D_DEVICE;
    Direct3DDevice2 = "93281501-8CF8-11D0-89AB-00A0C9054129", device::D3D_DEVICE2;
    Direct3DDevice3 = "B0AB3B60-33D7-11D1-A981-00C04FD7B174", device::D3D_DEVICE3;
    Direct3DDevice7 = "F5049E79-4861-11D2-A407-00A0C90629A8", device::D3D_DEVICE7;
    Direct3DVertexBuffer = "7A503555-4A83-11D1-A5DB-00A0C90367F8", object::D3D_VERTEX_BUFFER;
    Direct3DVertexBuffer7 = "F5049E7D-4861-11D2-A407-00A0C90629A8", object::D3D_VERTEX_BUFFER7;
}

impl Interface {
    /// The interface of a number.
    pub(crate) fn from_index(index: u32) -> Option<Self> {
        Self::ALL.get(index as usize).copied()
    }

    /// The interface with an identifier.
    #[must_use]
    pub fn from_iid(iid: Guid) -> Option<Self> {
        Self::ALL.iter().copied().find(|interface| interface.iid() == iid)
    }

    /// The interface with a name of the headers.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|interface| interface.name() == name)
    }

    /// The methods by slot.
    #[must_use]
    pub fn methods(self) -> &'static [Method] {
        static ALL: OnceLock<Vec<Vec<Method>>> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let methods = |interface: &Self| UNKNOWN.iter().chain(interface.own_methods()).copied().collect();
            Self::ALL.iter().map(methods).collect()
        });
        &all[self as usize]
    }

    /// The slot of a method.
    #[must_use]
    pub fn slot(self, name: &str) -> Option<u32> {
        self.methods().iter().position(|method| method.name == name).map(|slot| slot as u32)
    }

    /// Whether it is one of the DirectDraw object's own, of any version.
    pub(crate) fn is_direct_draw(self) -> bool {
        let name = self.name();
        name.starts_with("IDirectDraw") && name.len() <= "IDirectDraw7".len()
    }

    /// The digit at the end of the name: 1 where there is none.
    #[must_use]
    pub fn version(self) -> u8 {
        self.name().bytes().last().filter(u8::is_ascii_digit).map_or(1, |digit| digit - b'0')
    }
}

macro_rules! device_kinds {
    ($($name:ident = $guid:literal, $header:literal, $doc:literal;)*) => {
        /// What a device was asked to be.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DeviceKind {
            $(#[doc = $doc] $name,)*
        }

        impl DeviceKind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its identifier.
            #[must_use]
            pub const fn guid(self) -> Guid {
                match self {
                    $(Self::$name => const { Guid::new($guid) },)*
                }
            }

            /// Its identifier's name in the headers, without `IID_`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $header,)*
                }
            }
        }
    };
}

device_kinds! {
    Ramp = "F2086B20-259F-11CF-A31A-00AA00B93356", "IDirect3DRampDevice", "A ramp for each material, one channel of light.";
    Rgb = "A4665C60-2673-11CF-A31A-00AA00B93356", "IDirect3DRGBDevice", "The software device.";
    Hal = "84E63DE0-46AA-11CF-816F-0000C020156E", "IDirect3DHALDevice", "The hardware device.";
    Mmx = "881949A1-D6F3-11D0-89AB-00A0C9054129", "IDirect3DMMXDevice", "The software device of later processors.";
    Reference = "50936643-13E9-11D1-89AA-00A0C9054129", "IDirect3DRefDevice", "The reference rasterizer.";
    TnlHal = "F5049E78-4861-11D2-A407-00A0C90629A8", "IDirect3DTnLHalDevice", "The hardware device that transforms and lights.";
    Null = "8767DF22-BACC-11D1-8969-00A0C90629A8", "IDirect3DNullDevice", "The device that draws nothing.";
}

impl DeviceKind {
    /// The kind with an identifier.
    #[must_use]
    pub fn from_guid(guid: Guid) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.guid() == guid)
    }

    /// Whether it takes surfaces in video memory alone.
    #[must_use]
    pub fn is_hardware(self) -> bool {
        matches!(self, Self::Hal | Self::TnlHal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_laid_out_as_guests_read_them() {
        let iid = Interface::Direct3D.iid();
        assert_eq!(iid.0[..8], [0x80, 0x00, 0xBA, 0x3B, 0x21, 0x24, 0xCF, 0x11]);
        assert_eq!(format!("{iid:?}"), "3BBA0080-2421-11CF-A31A-00AA00B93356");
        assert_eq!(Interface::from_iid(iid), Some(Interface::Direct3D));
    }

    #[test]
    fn tables_have_the_lengths_and_slots_of_the_headers() {
        let lengths = [
            (Interface::DirectDraw, 23),
            (Interface::DirectDraw7, 30),
            (Interface::DirectDrawSurface, 36),
            (Interface::DirectDrawSurface7, 49),
            (Interface::Direct3DViewport3, 21),
            (Interface::Direct3DDevice2, 33),
            (Interface::Direct3DDevice7, 49),
        ];
        for (interface, length) in lengths {
            assert_eq!(interface.methods().len(), length, "{interface:?}");
        }
        assert_eq!(Interface::Direct3DViewport2.slot("SetViewport2"), Some(17));
        assert_eq!(Interface::Direct3DDevice2.slot("SetCurrentViewport"), Some(13));
        assert_eq!(Interface::Direct3DDevice3.slot("SetCurrentViewport"), Some(12));
        let draw = Interface::Direct3DDevice3.methods()[29];
        assert_eq!((draw.name, draw.arguments().count()), ("DrawIndexedPrimitive", 7));
    }
}
