//! Numbers from a seed.

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xA24B_AED4_963E_E407)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: u64) -> u32 {
        ((self.next() >> 11) % end) as u32
    }

    pub(crate) fn word(&mut self) -> u32 {
        (self.next() >> 16) as u32
    }
}
