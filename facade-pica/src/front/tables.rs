//! Tables that are uploaded through ports.

use crate::registers::{Register, Registers};

/// Fog, lighting and procedural textures have tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Fog: difference in bits 0 to 12, value in 13 to 23.
    pub fog: [u32; 128],
    /// Lighting, by number of the table: 24 of 256 entries. Value in bits 0 to 11, difference in 12 to 22, its sign in 23.
    pub lighting: Box<[[u32; 256]; 24]>,
    /// Noise, colour map and alpha map of procedural textures: value in bits 0 to 11, difference in 12 to 23.
    pub maps: [[u32; 128]; 3],
    /// Colours of procedural textures, and their half differences: RGBA bytes.
    pub colors: [[u32; 256]; 2],
    /// Grows with each word that comes in, so that equal numbers mean equal tables.
    pub version: u64,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            fog: [0; 128],
            lighting: Box::new([[0; 256]; 24]),
            maps: [[0; 128]; 3],
            colors: [[0; 256]; 2],
            version: 0,
        }
    }
}

impl Tables {
    /// A word through a port. The index registers move on, as reads of them show.
    pub(super) fn push(&mut self, registers: &mut Registers, port: u16, value: u32) {
        self.version += 1;
        let index_register = Register(match port {
            0x0E8..=0x0EF => 0x0E6,
            0x1C8..=0x1CF => 0x1C5,
            _ => 0x0AF,
        });
        let word = registers.value(index_register);
        let slot = match index_register.0 {
            0x0E6 => self.fog.get_mut((word & 0x7F) as usize),
            0x1C5 => self
                .lighting
                .get_mut((word >> 8 & 31) as usize)
                .map(|table| &mut table[(word & 0xFF) as usize]),
            _ => self.procedural(word >> 8 & 15, word & 0xFF),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
        // Only the index moves: the table's number beside it stays.
        let mask = if index_register.0 == 0x0E6 { 0xFFFF } else { 0xFF };
        let moved = word & !mask | word.wrapping_add(1) & mask;
        registers.write(index_register, 15, moved);
    }

    fn procedural(&mut self, table: u32, index: u32) -> Option<&mut u32> {
        let at = index as usize;
        match table {
            0 => Some(&mut self.maps[0][at & 127]),
            2 => Some(&mut self.maps[1][at & 127]),
            3 => Some(&mut self.maps[2][at & 127]),
            4 => Some(&mut self.colors[0][at]),
            5 => Some(&mut self.colors[1][at]),
            _ => None,
        }
    }
}
