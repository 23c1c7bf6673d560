//! Vertices out of the geometry span: array loaders, fixed attributes, indices and the input permutation.

use retrograph_shaders::pica::exact::{UNDEFINED, Vector};

use super::config::refuse;
use super::{Memory, SceneError, State, limits};
use crate::registers::table::{
    AttributeBase, BufferConfig1, BufferConfig2, BufferOffset, FormatHigh, FormatLow, IndexBuffer,
};
use crate::registers::{Register, Registers, Typed};

/// The element of a component: its type, 0 to 3, and how many there are, 1 to 4.
#[derive(Clone, Copy, Debug)]
struct Format {
    kind: u8,
    count: u8,
}

impl Format {
    const fn element(self) -> u64 {
        [1, 1, 2, 4][self.kind as usize]
    }

    const fn bytes(self) -> u64 {
        self.element() * self.count as u64
    }
}

/// An attribute that a loader reads.
#[derive(Clone, Copy, Debug)]
struct Component {
    attribute: usize,
    format: Format,
    /// Of the first vertex.
    address: u64,
    stride: u64,
}

/// How the vertices of a draw are read.
#[derive(Clone, Debug)]
pub(super) struct Fetch {
    components: Vec<Component>,
    /// Inputs that no loader gives.
    constants: [Vector; 16],
    /// The input register of each attribute.
    permutation: [usize; limits::ATTRIBUTES as usize],
    /// Address and size of an index, or the first vertex.
    indices: Result<(u64, u64), u32>,
}

impl Fetch {
    pub(super) fn read(offset: u32, state: &State, indexed: bool) -> Result<Self, SceneError> {
        let registers = &state.registers;
        let total = total(offset, registers)?;
        let permutation = permutation(offset, registers, total)?;
        let components = loaders(offset, registers, total)?;
        let mut constants = [UNDEFINED; 16];
        for attribute in 0..total {
            if components.iter().any(|component| component.attribute == attribute) {
                continue;
            }
            if registers.get::<FormatHigh>().fixed_mask() >> attribute & 1 == 0 {
                return Err(refuse(offset, registers, 0x202, "an attribute that nothing provides"));
            }
            let value = state.fixed[attribute];
            let value = value.ok_or(refuse(offset, registers, 0x202, "a fixed attribute never written"))?;
            constants[permutation[attribute]] = value.map(Some);
        }
        let base = u64::from(registers.get::<AttributeBase>().address()) * 16;
        let index = registers.get::<IndexBuffer>();
        let indices = if indexed {
            let size = 1 + u64::from(index.index_type());
            let address = base + u64::from(index.offset());
            if !address.is_multiple_of(size) {
                return Err(refuse(offset, registers, 0x227, "indices at an odd address"));
            }
            Ok((address, size))
        } else {
            Err(registers.value(Register(0x22A)))
        };
        Ok(Self { components, constants, permutation, indices })
    }

    /// The inputs of a vertex, counted within the draw.
    pub(super) fn vertex(
        &self,
        offset: u32,
        number: u32,
        memory: &Memory<'_>,
    ) -> Result<[Vector; 16], SceneError> {
        let geometry = memory.geometry();
        let read = |what, address, bytes| {
            geometry.read(address, bytes).ok_or(SceneError::Outside { offset, what, address, bytes })
        };
        let vertex = match self.indices {
            Err(first) => u64::from(first) + u64::from(number),
            Ok((address, size)) => match *read("an index", address + size * u64::from(number), size)? {
                [byte] => u64::from(byte),
                [low, high] => u64::from(u16::from_le_bytes([low, high])),
                _ => 0,
            },
        };
        let mut inputs = self.constants;
        for component in &self.components {
            let Component { attribute, format, address, stride } = *component;
            let bytes = read("an attribute", address + stride * vertex, format.bytes())?;
            inputs[self.permutation[attribute]] = convert(bytes, format);
        }
        Ok(inputs)
    }
}

/// The components of an attribute as floats; those missing are (0, 0, 0, 1).
fn convert(bytes: &[u8], format: Format) -> Vector {
    let mut vector = [Some(0.0), Some(0.0), Some(0.0), Some(1.0)];
    for (lane, element) in vector.iter_mut().zip(bytes.chunks_exact(format.element() as usize)) {
        *lane = Some(match (format.kind, element) {
            (0, [byte]) => f32::from(*byte as i8),
            (_, [byte]) => f32::from(*byte),
            (_, [low, high]) => f32::from(i16::from_le_bytes([*low, *high])),
            (_, [a, b, c, d]) => f32::from_le_bytes([*a, *b, *c, *d]),
            _ => 0.0,
        });
    }
    vector
}

/// The number of attributes, on which three registers must agree.
fn total(offset: u32, registers: &Registers) -> Result<usize, SceneError> {
    let last = registers.get::<FormatHigh>().total();
    if last >= limits::ATTRIBUTES {
        return Err(refuse(offset, registers, 0x202, "more than 12 attributes"));
    }
    for index in [0x242, 0x2B9] {
        if registers.value(Register(index)) & 0xF != last {
            return Err(refuse(offset, registers, index, "another number of attributes than the loaders'"));
        }
    }
    if registers.value(Register(0x2B9)) >> 8 & 0xFF != 0 {
        return Err(refuse(offset, registers, 0x2B9, "inputs to uniforms"));
    }
    Ok(last as usize + 1)
}

fn permutation(offset: u32, registers: &Registers, total: usize) -> Result<[usize; 12], SceneError> {
    let all = u64::from(registers.value(Register(0x2BC))) << 32 | u64::from(registers.value(Register(0x2BB)));
    let mut permutation = [0; 12];
    let mut used = 0u16;
    for (attribute, input) in permutation.iter_mut().enumerate().take(total) {
        *input = (all >> (4 * attribute) & 0xF) as usize;
        if used >> *input & 1 != 0 {
            let index = if attribute < 8 { 0x2BB } else { 0x2BC };
            return Err(refuse(offset, registers, index, "two attributes in one input register"));
        }
        used |= 1 << *input;
    }
    Ok(permutation)
}

fn loaders(offset: u32, registers: &Registers, total: usize) -> Result<Vec<Component>, SceneError> {
    let base = u64::from(registers.get::<AttributeBase>().address()) * 16;
    let high = registers.get::<FormatHigh>();
    let formats = u64::from(high.bits()) << 32 | u64::from(registers.get::<FormatLow>().bits());
    let format = |attribute: usize| {
        let nibble = (formats >> (4 * attribute)) as u8 & 0xF;
        Format { kind: nibble & 3, count: (nibble >> 2) + 1 }
    };
    let mut components: Vec<Component> = Vec::new();
    for loader in 0..limits::LOADERS as u16 {
        let refused = |step: u16, problem| refuse(offset, registers, 0x203 + 3 * loader + step, problem);
        let config2 = registers.element::<BufferConfig2>(loader);
        let ids = u64::from(config2.bits() & 0xFFFF) << 32
            | u64::from(registers.element::<BufferConfig1>(loader).bits());
        let count = config2.components() as usize;
        if count > 12 {
            return Err(refused(2, "more than 12 components in a record"));
        }
        let start = base + u64::from(registers.element::<BufferOffset>(loader).offset());
        let (mut at, mut alignment) = (0u64, 1);
        for place in 0..count {
            let id = (ids >> (4 * place)) as usize & 0xF;
            let step = if place < 8 { 1 } else { 2 };
            if id >= 12 {
                at = at.next_multiple_of(4) + 4 * (id as u64 - 11);
                continue;
            }
            if id >= total || components.iter().any(|component| component.attribute == id) {
                return Err(refused(step, "an attribute that is not used, or is loaded twice"));
            }
            let format = format(id);
            at = at.next_multiple_of(format.element());
            alignment = alignment.max(format.element());
            let stride = u64::from(config2.stride());
            components.push(Component { attribute: id, format, address: start + at, stride });
            at += format.bytes();
        }
        let stride = u64::from(config2.stride());
        if count != 0 && stride != at && stride != at.next_multiple_of(alignment) {
            return Err(refused(2, "a stride other than the record's size"));
        }
        if !start.is_multiple_of(alignment) || count != 0 && !stride.is_multiple_of(alignment) {
            return Err(refused(0, "records that are not aligned to their elements"));
        }
    }
    Ok(components)
}
