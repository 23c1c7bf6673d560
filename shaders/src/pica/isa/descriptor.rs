//! Operand descriptors: destination mask, swizzles and negations, kept apart from the instructions.

/// Which lane of a register each lane of an operand reads, 0 to 3 each.
pub type Selector = [u8; 4];

/// A 32-bit operand descriptor as uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Descriptor(pub u32);

impl Descriptor {
    /// All lanes written, nothing swizzled, nothing negated.
    pub const IDENTITY: Self = Self(0x0D86_C36F);

    /// A descriptor by its parts; source numbers count from 0.
    pub fn new(mask: [bool; 4], sources: [(Selector, bool); 3]) -> Self {
        let mut word = (0..4).fold(0, |word, lane| word | u32::from(mask[lane]) << (3 - lane));
        for (source, (selector, negate)) in sources.into_iter().enumerate() {
            let base = 4 + 9 * source;
            word |= u32::from(negate) << base;
            for (lane, from) in selector.into_iter().enumerate() {
                word |= u32::from(from & 3) << (base + 7 - 2 * lane);
            }
        }
        Self(word)
    }

    /// Whether a lane of the destination is written.
    pub const fn writes(self, lane: usize) -> bool {
        self.0 >> (3 - lane) & 1 != 0
    }

    /// Which lanes of the destination are written.
    pub fn mask(self) -> [bool; 4] {
        std::array::from_fn(|lane| self.writes(lane))
    }

    /// Whether a source, 0 to 2, is negated after its swizzle.
    pub const fn negates(self, source: usize) -> bool {
        self.0 >> (4 + 9 * source) & 1 != 0
    }

    /// The lanes that a source, 0 to 2, reads.
    pub fn selector(self, source: usize) -> Selector {
        std::array::from_fn(|lane| (self.0 >> (4 + 9 * source + 7 - 2 * lane) & 3) as u8)
    }

    /// Bit 31, which has no meaning.
    pub const fn reserved(self) -> u32 {
        self.0 & 0x8000_0000
    }
}
