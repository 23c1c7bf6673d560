//! The header word of a command.

use crate::registers::Register;

/// A command's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header(pub u32);

impl Header {
    /// A header of `1 + further` parameters.
    ///
    /// # Panics
    /// If there are more than 255 further parameters.
    #[must_use]
    pub const fn new(register: Register, mask: u8, further: u32, consecutive: bool) -> Self {
        assert!(further <= 255);
        Self(register.0 as u32 | (mask as u32 & 0xF) << 16 | further << 20 | (consecutive as u32) << 31)
    }

    /// The register of the first parameter.
    #[must_use]
    pub const fn register(self) -> Register {
        Register(self.0 as u16)
    }

    /// Which bytes of the register are written: bit k enables byte k.
    #[must_use]
    pub const fn mask(self) -> u8 {
        (self.0 >> 16) as u8 & 0xF
    }

    /// How many parameters follow the header: 0 to 255.
    #[must_use]
    pub const fn further(self) -> u32 {
        self.0 >> 20 & 0xFF
    }

    /// Whether each parameter goes to the register after the one before, not all to the same.
    #[must_use]
    pub const fn consecutive(self) -> bool {
        self.0 >> 31 != 0
    }

    /// How many words the command takes, padding included.
    #[must_use]
    pub const fn words(self) -> u32 {
        2 + self.further().next_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_its_fields() {
        let header = Header(0x812F_02CB);
        assert_eq!(
            (header.register().0, header.mask(), header.further(), header.consecutive(), header.words()),
            (0x2CB, 0xF, 0x12, true, 20)
        );
        assert_eq!(Header::new(Register(0x2CB), 0xF, 0x12, true), header);
        assert_eq!(Header::new(Register(0x10), 0xF, 0, false).0, 0x000F_0010);
        // Bits 28 to 30 mean nothing.
        assert_eq!(Header(0x7FFF_FFFF).words(), Header(0x0FFF_FFFF).words());
    }
}
