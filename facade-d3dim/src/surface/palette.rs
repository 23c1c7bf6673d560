//! Palettes.

use crate::dispatch::Function;
use crate::identity::Interface;
use crate::object::Slot;

/// A palette of up to 256 colours.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) slot: Slot,
    /// As it was created: `DDPCAPS`.
    pub(crate) caps: u32,
    /// Red, green, blue, flags.
    pub(crate) entries: [[u8; 4]; 256],
    /// Grows with every change; of all palettes no two versions are equal.
    pub(crate) version: u64,
}

/// Flags of entries are their alpha.
const ALPHA: u32 = 0x400;

impl Palette {
    /// The colours as blue, green, red, alpha.
    pub(crate) fn bgra(&self) -> [[u8; 4]; 256] {
        let alpha = self.caps & ALPHA != 0;
        self.entries.map(|[red, green, blue, flags]| [blue, green, red, if alpha { flags } else { 255 }])
    }
}

pub(crate) fn find(_: Interface, _: &str) -> Option<Function> {
    None
}
