//! Structures as 32-bit guests lay them out: one table, for the dispatcher's callers and for tools.
//!
//! ```
//! let structure = retrograph_d3dim::layout::structure("D3DVIEWPORT2").ok_or("no such structure")?;
//! assert_eq!(structure.size, 44);
//! assert_eq!(structure.field("dvClipWidth").map(|field| field.offset), Some(28));
//! # Ok::<(), &str>(())
//! ```

mod table;

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// 32 bits without sign; also the union of a colour and a pointer.
    Unsigned,
    /// 32 bits with sign.
    Signed,
    /// 16 bits.
    Short,
    /// A float of 32 bits.
    Float,
    /// An address.
    Pointer,
    /// A structure within.
    Structure(&'static str),
}

/// A field of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// How many of that follow one another; `None` is one, not in an array.
    pub count: Option<u32>,
    /// Byte offset.
    pub offset: u32,
    /// Bytes of all of it.
    pub size: u32,
}

/// A structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Its name.
    pub name: &'static str,
    /// Bytes, without padding: everything is packed to 4.
    pub size: u32,
    /// The fields in order.
    pub fields: Vec<Field>,
}

impl Structure {
    /// The field with a name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// The structure with a name of the headers.
#[must_use]
pub fn structure(name: &str) -> Option<&'static Structure> {
    all().get(name)
}

fn all() -> &'static BTreeMap<&'static str, Structure> {
    static ALL: OnceLock<BTreeMap<&'static str, Structure>> = OnceLock::new();
    ALL.get_or_init(|| table::STRUCTURES.iter().map(|&(name, fields)| (name, parse(name, fields))).collect())
}

fn parse(name: &'static str, fields: &'static str) -> Structure {
    let mut offset = 0;
    let mut parsed = Vec::new();
    for (name, kind) in fields.split_ascii_whitespace().filter_map(|field| field.split_once(':')) {
        let digits = kind.bytes().take_while(u8::is_ascii_digit).count();
        let count: Option<u32> = kind[..digits].parse().ok();
        let (kind, size) = kind_of(&kind[digits..]);
        let size = size * count.unwrap_or(1);
        parsed.push(Field { name, kind, count, offset, size });
        offset += size;
    }
    Structure { name, size: offset, fields: parsed }
}

fn kind_of(kind: &'static str) -> (FieldKind, u32) {
    match kind {
        "u" | "q" => (FieldKind::Unsigned, 4),
        "i" => (FieldKind::Signed, 4),
        "w" => (FieldKind::Short, 2),
        "f" => (FieldKind::Float, 4),
        "p" => (FieldKind::Pointer, 4),
        name => {
            let fields = table::STRUCTURES.iter().find(|row| row.0 == name).map_or("", |row| row.1);
            (FieldKind::Structure(name), parse(name, fields).size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_32_bit_headers() {
        let sizes = [
            ("D3DVIEWPORT", 44),
            ("D3DLIGHT", 76),
            ("D3DLIGHT2", 80),
            ("D3DLIGHT7", 104),
            ("D3DMATERIAL", 80),
            ("D3DEXECUTEBUFFERDESC", 20),
            ("D3DEXECUTEDATA", 48),
            ("D3DTRANSFORMDATA", 52),
            ("D3DDRAWPRIMITIVESTRIDEDDATA", 96),
            ("DDPIXELFORMAT", 32),
            ("DDSURFACEDESC", 108),
            ("DDSURFACEDESC2", 124),
            ("DDBLTFX", 100),
            ("D3DPROCESSVERTICES", 16),
            ("D3DCLIPSTATUS", 32),
        ];
        for (name, size) in sizes {
            assert_eq!(structure(name).unwrap().size, size, "{name}");
        }
        let desc = structure("DDSURFACEDESC").unwrap();
        assert_eq!(desc.field("ddpfPixelFormat").unwrap().offset, 72);
        assert_eq!(desc.field("ddsCaps").unwrap().offset, 104);
    }
}
