//! The resources that a script creates.

use serde::Deserialize;

use super::{Flags, Name, Number};

/// One resource of a script.
#[derive(Clone, Debug, Deserialize)]
pub struct Resource {
    /// The identifier by which commands name it.
    pub id: String,
    /// What to create: `texture`, `vertex_buffer`, `pixel_shader` …
    #[serde(rename = "type")]
    pub kind: String,
    /// In texels.
    pub width: Option<Number>,
    /// In texels.
    pub height: Option<Number>,
    /// In slices, of volumes.
    pub depth: Option<Number>,
    /// Edge of a cube in texels; bytes of a buffer.
    pub size: Option<Number>,
    /// A format's name.
    pub format: Option<String>,
    /// How many levels; 0 is the full chain; 1 when absent.
    pub levels: Option<Number>,
    /// Usage flags.
    pub usage: Option<Flags>,
    /// The memory pool.
    pub pool: Option<String>,
    /// Whether a render target can be locked.
    pub lockable: Option<bool>,
    /// The sample count of a render target or a depth-stencil surface.
    pub multisample: Option<Number>,
    /// Initial texels.
    pub data: Option<Vec<Texels>>,
    /// A file with the bytes of a buffer or the tokens of a shader.
    pub file: Option<String>,
    /// The vertex format that a vertex buffer is created with.
    pub fvf: Option<Name>,
    /// The values of an index buffer.
    pub indices: Option<Vec<Number>>,
    /// The elements of a vertex declaration.
    pub elements: Option<Vec<Element>>,
    /// The tokens of a shader.
    pub tokens: Option<Vec<Number>>,
    /// What a query counts.
    pub query: Option<String>,
    /// The bytes of a vertex buffer.
    #[serde(flatten)]
    pub typed: TypedData,
}

/// One element of a vertex declaration.
#[derive(Clone, Debug, Deserialize)]
pub struct Element {
    /// The stream.
    pub stream: Number,
    /// Bytes from the start of a vertex.
    pub offset: Number,
    /// `FLOAT3`, `D3DCOLOR` …
    #[serde(rename = "type")]
    pub kind: Name,
    /// `POSITION`, `COLOR` …
    pub usage: Name,
    /// The usage index; 0 when absent.
    pub index: Option<Number>,
}

/// Bytes given as hexadecimal digits, or as values with a repeating layout.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct TypedData {
    /// All bytes.
    pub hex: Option<String>,
    /// Types such as `f32*3`; the list repeats.
    pub layout: Option<Vec<String>>,
    /// One flat list of values.
    pub values: Option<Vec<Number>>,
}

/// Texels of one level, face or rectangle.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Texels {
    /// The level that the texels belong to; 0 when absent.
    pub level: Option<Number>,
    /// The cube face that the texels belong to.
    pub face: Option<String>,
    /// All bytes.
    pub hex: Option<String>,
    /// All texels as 32-bit floats.
    pub floats: Option<Vec<Number>>,
    /// `solid`, `checker` or `bytes`.
    pub pattern: Option<String>,
    /// The edge of a checker's cell.
    pub cell: Option<Number>,
    /// Bytes of a texel.
    pub a: Option<String>,
    /// Bytes of a checker's other texel.
    pub b: Option<String>,
    /// Factor of the column in the pattern `bytes`.
    pub x: Option<Number>,
    /// Factor of the row.
    pub y: Option<Number>,
    /// Factor of the slice; 0 when absent.
    pub z: Option<Number>,
    /// Factor of the byte's number in its texel.
    pub i: Option<Number>,
    /// Constant term.
    pub c: Option<Number>,
}
