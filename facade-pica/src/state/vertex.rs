//! Attributes, indices, primitives, and what shaders start from.

use crate::registers::{Registers, Typed, table};

/// The type of an attribute's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeType {
    /// Signed bytes.
    S8,
    /// Unsigned bytes.
    U8,
    /// Signed halfwords.
    S16,
    /// 32-bit floats.
    F32,
}

impl AttributeType {
    /// Bytes of an element.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::S8 | Self::U8 => 1,
            Self::S16 => 2,
            Self::F32 => 4,
        }
    }
}

/// How an attribute lies in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// The type of its elements.
    pub kind: AttributeType,
    /// How many elements, 1 to 4.
    pub count: u8,
}

/// A buffer of interleaved records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeBuffer {
    /// Bytes from the base.
    pub offset: u32,
    /// What a record consists of: attributes 0 to 11, or 12 to 15 for 4 to 16 bytes of padding.
    pub components: [u8; 12],
    /// How many of these there are, 0 to 12; none is a buffer that is off.
    pub count: u8,
    /// Bytes from a record to the next.
    pub stride: u32,
}

/// How vertices become triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// Three each.
    List,
    /// One more each, wound alternately.
    Strip,
    /// One more each, around the first.
    Fan,
    /// What geometry shaders take; without one, three each.
    Geometry,
}

/// What a shader starts from, besides its unit's memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderState {
    /// The first code word.
    pub entry: u16,
    /// How many attributes it takes, 1 to 16.
    pub inputs: u8,
    /// The input register of each attribute.
    pub permutation: [u8; 16],
    /// Which outputs are enabled.
    pub output_mask: u16,
    /// Boolean uniforms, b0 in bit 0.
    pub booleans: u16,
    /// Integer uniforms.
    pub integers: [[u8; 4]; 4],
}

/// How vertices reach the geometry shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GeometryMode {
    /// Through input registers, as many vertices as fill them.
    Point,
    /// Through uniforms from c1 on; the stream of indices has their number, and the first `full` have all outputs.
    Variable {
        /// How many vertices come with all outputs.
        full: u8,
    },
    /// Through uniforms from `first` on, `vertices` at a time.
    Fixed {
        /// How many vertices a run takes, 1 to 16.
        vertices: u8,
        /// The first uniform.
        first: u8,
    },
}

/// The geometry shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeometryState {
    /// How vertices reach it.
    pub mode: GeometryMode,
    /// What it starts from.
    pub shader: ShaderState,
}

/// Everything before the vertex shader, and what it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexState {
    /// The physical address that all offsets count from.
    pub base: u32,
    /// Formats of attributes.
    pub attributes: [Attribute; 12],
    /// How many attributes there are, 1 to 16.
    pub total: u8,
    /// Which attributes have a fixed value, where no buffer has them.
    pub fixed_mask: u16,
    /// The buffers.
    pub buffers: [AttributeBuffer; 12],
    /// Bytes from the base to the indices.
    pub index_offset: u32,
    /// Whether indices are halfwords, not bytes.
    pub wide_indices: bool,
    /// How many vertices a draw has.
    pub count: u32,
    /// The first vertex of draws without indices.
    pub first: u32,
    /// How vertices become triangles.
    pub primitive: Primitive,
    /// Attributes of a vertex in immediate mode, 1 to 16.
    pub immediate: u8,
    /// How many output registers of a vertex go on, 1 to 16.
    pub outputs: u8,
    /// The vertex shader.
    pub shader: ShaderState,
    /// The geometry shader; `None` is off.
    pub geometry: Option<GeometryState>,
}

impl VertexState {
    /// The state that registers hold.
    #[must_use]
    pub fn decode(registers: &Registers) -> Self {
        let high = registers.get::<table::FormatHigh>();
        let formats =
            u64::from(registers.get::<table::FormatLow>().bits()) | u64::from(high.bits() & 0xFFFF) << 32;
        let index = registers.get::<table::IndexBuffer>();
        Self {
            base: registers.get::<table::AttributeBase>().address().wrapping_mul(16),
            attributes: std::array::from_fn(|attribute| format((formats >> (4 * attribute)) as u32 & 15)),
            total: high.total() as u8 + 1,
            fixed_mask: high.fixed_mask() as u16,
            buffers: std::array::from_fn(|buffer| read_buffer(registers, buffer as u16)),
            index_offset: index.offset(),
            wide_indices: index.index_type() != 0,
            count: registers.get::<table::VertexCount>().count(),
            first: registers.get::<table::VertexOffset>().first(),
            primitive: match registers.get::<table::PrimitiveConfig>().mode() {
                0 => Primitive::List,
                1 => Primitive::Strip,
                2 => Primitive::Fan,
                _ => Primitive::Geometry,
            },
            immediate: registers.get::<table::VertexInputs>().count() as u8 + 1,
            outputs: registers.get::<table::VertexOutputs1>().count() as u8 + 1,
            shader: vertex_shader(registers),
            geometry: (registers.get::<table::GeometryConfig>().geometry_shader() == 2)
                .then(|| geometry(registers)),
        }
    }
}

const fn format(bits: u32) -> Attribute {
    let kind = match bits & 3 {
        0 => AttributeType::S8,
        1 => AttributeType::U8,
        2 => AttributeType::S16,
        _ => AttributeType::F32,
    };
    Attribute { kind, count: (bits >> 2) as u8 + 1 }
}

fn read_buffer(registers: &Registers, buffer: u16) -> AttributeBuffer {
    let low = registers.element::<table::BufferConfig1>(buffer).bits();
    let config = registers.element::<table::BufferConfig2>(buffer);
    let components = u64::from(low) | u64::from(config.bits() & 0xFFFF) << 32;
    AttributeBuffer {
        offset: registers.element::<table::BufferOffset>(buffer).offset(),
        components: std::array::from_fn(|at| (components >> (4 * at)) as u8 & 15),
        count: config.components().min(12) as u8,
        stride: config.stride(),
    }
}

fn nibbles(low: u32, high: u32) -> [u8; 16] {
    let both = u64::from(low) | u64::from(high) << 32;
    std::array::from_fn(|at| (both >> (4 * at)) as u8 & 15)
}

fn vertex_shader(registers: &Registers) -> ShaderState {
    let permutation = |half| registers.element::<table::VertexPermutation>(half).bits();
    ShaderState {
        entry: registers.get::<table::VertexEntry>().word() as u16,
        inputs: registers.get::<table::VertexInput>().count() as u8 + 1,
        permutation: nibbles(permutation(0), permutation(1)),
        output_mask: registers.get::<table::VertexOutputMask>().mask() as u16,
        booleans: registers.get::<table::VertexBools>().values() as u16,
        integers: [0, 1, 2, 3]
            .map(|index| registers.element::<table::VertexInts>(index).bits().to_le_bytes()),
    }
}

fn geometry(registers: &Registers) -> GeometryState {
    let permutation = |half| registers.element::<table::GeometryPermutation>(half).bits();
    let misc = registers.get::<table::GeometryMisc0>();
    let full = registers.get::<table::GeometryMisc1>().full_vertices() as u8 + 1;
    GeometryState {
        mode: match misc.mode() {
            1 => GeometryMode::Variable { full },
            2 => {
                GeometryMode::Fixed { vertices: misc.vertices() as u8 + 1, first: misc.first_uniform() as u8 }
            }
            _ => GeometryMode::Point,
        },
        shader: ShaderState {
            entry: registers.get::<table::GeometryEntry>().word() as u16,
            inputs: registers.get::<table::GeometryInput>().count() as u8 + 1,
            permutation: nibbles(permutation(0), permutation(1)),
            output_mask: registers.get::<table::GeometryOutputs>().mask() as u16,
            booleans: registers.get::<table::GeometryBools>().values() as u16,
            integers: [0, 1, 2, 3]
                .map(|index| registers.element::<table::GeometryInts>(index).bits().to_le_bytes()),
        },
    }
}
