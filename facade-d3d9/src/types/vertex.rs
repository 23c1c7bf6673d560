//! Vertex elements.

use num_enum::{IntoPrimitive, TryFromPrimitive};

/// The usage of a vertex element (`D3DDECLUSAGE`).
pub use retrograph_shaders::varyings::Usage as DeclUsage;

/// The type of a vertex element (`D3DDECLTYPE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u8)]
pub enum DeclType {
    /// One float; y and z read 0, w reads 1.
    Float1 = 0,
    /// Two floats.
    Float2 = 1,
    /// Three floats.
    Float3 = 2,
    /// Four floats.
    Float4 = 3,
    /// Four normalised bytes in the order b, g, r, a.
    D3dColor = 4,
    /// Four bytes, as 0–255.
    Ubyte4 = 5,
    /// Two signed 16-bit integers.
    Short2 = 6,
    /// Four signed 16-bit integers.
    Short4 = 7,
    /// Four normalised bytes.
    Ubyte4N = 8,
    /// Two normalised signed 16-bit integers.
    Short2N = 9,
    /// Four normalised signed 16-bit integers.
    Short4N = 10,
    /// Two normalised unsigned 16-bit integers.
    Ushort2N = 11,
    /// Four normalised unsigned 16-bit integers.
    Ushort4N = 12,
    /// Three unsigned 10-bit integers.
    Udec3 = 13,
    /// Three normalised signed 10-bit integers.
    Dec3N = 14,
    /// Two half floats.
    Float16x2 = 15,
    /// Four half floats.
    Float16x4 = 16,
    /// Nothing; not allowed in a declaration.
    Unused = 17,
}

/// One element of a vertex declaration (`D3DVERTEXELEMENT9`, without its method).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexElement {
    /// The stream that it is in, 0–15.
    pub stream: u16,
    /// Its byte offset in a vertex, a multiple of 4.
    pub offset: u16,
    /// Its type.
    pub kind: DeclType,
    /// What it means.
    pub usage: DeclUsage,
    /// Which of that meaning, 0–15.
    pub usage_index: u8,
}

impl VertexElement {
    /// Makes an element.
    #[must_use]
    pub const fn new(stream: u16, offset: u16, kind: DeclType, usage: DeclUsage, usage_index: u8) -> Self {
        Self { stream, offset, kind, usage, usage_index }
    }
}
