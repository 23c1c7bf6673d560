//! The registers' values.

use std::sync::OnceLock;

use super::{COUNT, Register, Typed, table};

/// The values of all registers, zero at power-on.
#[derive(Clone, PartialEq, Eq)]
pub struct Registers {
    values: Box<[u32; COUNT]>,
}

impl Default for Registers {
    fn default() -> Self {
        Self { values: Box::new([0; COUNT]) }
    }
}

impl std::fmt::Debug for Registers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let set = self.values.iter().enumerate().filter(|entry| *entry.1 != 0);
        f.debug_map().entries(set.map(|(index, value)| (Register(index as u16).to_string(), value))).finish()
    }
}

impl Registers {
    /// Writes the bytes of `value` that `mask` enables: bit k enables byte k. Registers past the last are not there.
    pub fn write(&mut self, register: Register, mask: u8, value: u32) {
        if let Some(stored) = self.values.get_mut(usize::from(register.0)) {
            *stored = merge(*stored, mask, value);
        }
    }

    /// The value of a register; zero past the last.
    #[must_use]
    pub fn value(&self, register: Register) -> u32 {
        self.values.get(usize::from(register.0)).copied().unwrap_or(0)
    }

    /// A register with its fields.
    #[must_use]
    pub fn get<T: Typed>(&self) -> T {
        self.element(0)
    }

    /// An element of a row of like registers, with its fields.
    #[must_use]
    pub fn element<T: Typed>(&self, element: u16) -> T {
        T::from_bits(self.value(T::register(element)))
    }
}

/// `stored` with the bytes of `value` that `mask` enables.
#[must_use]
pub const fn merge(stored: u32, mask: u8, value: u32) -> u32 {
    let nibble = mask as u32 & 0xF;
    // Bit k of the nibble goes to bit 8k, and is spread over its byte.
    let bytes = ((nibble & 1) | (nibble & 2) << 7 | (nibble & 4) << 14 | (nibble & 8) << 21) * 0xFF;
    (stored & !bytes) | (value & bytes)
}

/// Row and element of each index, for those that have a row.
pub(super) fn index() -> &'static [(u8, u8); COUNT] {
    static INDEX: OnceLock<[(u8, u8); COUNT]> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = [(u8::MAX, 0); COUNT];
        for (row, info) in table::ALL.iter().enumerate() {
            for element in 0..info.count {
                index[usize::from(info.index + element * info.stride)] = (row as u8, element as u8);
            }
        }
        index
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::{CullingConfig, OutputMap};
    use super::*;

    #[test]
    fn a_mask_keeps_the_bytes_that_it_does_not_name() {
        for mask in 0..16u8 {
            let mut expected = 0x1122_3344u32.to_le_bytes();
            for (byte, new) in 0xAABB_CCDDu32.to_le_bytes().into_iter().enumerate() {
                if mask >> byte & 1 != 0 {
                    expected[byte] = new;
                }
            }
            assert_eq!(merge(0x1122_3344, mask, 0xAABB_CCDD), u32::from_le_bytes(expected), "mask {mask:#X}");
        }
    }

    #[test]
    fn registers_past_the_last_are_written_without_effect() {
        let mut registers = Registers::default();
        registers.write(Register(0x300), 0xF, 1);
        registers.write(Register(0xFFFF), 0xF, 1);
        assert_eq!(registers, Registers::default());
    }

    #[test]
    fn typed_registers_read_their_place() {
        let mut registers = Registers::default();
        registers.write(Register(0x040), 1, 0xFFFF_FF02);
        registers.write(Register(0x053), 0xF, 0x1F05_0403);
        assert_eq!(registers.get::<CullingConfig>().mode(), 2);
        assert_eq!(registers.element::<OutputMap>(3).y(), 4);
    }
}
