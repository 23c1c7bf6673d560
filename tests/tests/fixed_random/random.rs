//! Random numbers that are the same everywhere.

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) const fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * end as u64) >> 32) as u32
    }

    /// True this many times of a hundred.
    pub(crate) const fn percent(&mut self, times: u32) -> bool {
        self.below(100) < times
    }

    pub(crate) const fn bits(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    pub(crate) fn float(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * (self.next() >> 40) as f32 / 16_777_216.0
    }

    pub(crate) fn floats<const N: usize>(&mut self, from: f32, to: f32) -> [f32; N] {
        std::array::from_fn(|_| self.float(from, to))
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}
