//! Code words of the exact subset.

/// A descriptor that writes the lanes of `mask` (8 is X, 1 is W) and swizzles nothing.
#[must_use]
pub const fn plain(mask: u32) -> u32 {
    mask & 0xF | 0x1B << 5 | 0x1B << 14 | 0x1B << 23
}

/// The number of temporary `r` as a source or destination.
#[must_use]
pub const fn r(index: u32) -> u32 {
    0x10 + index
}

/// The number of float uniform `c` as a source.
#[must_use]
pub const fn c(index: u32) -> u32 {
    0x20 + index
}

const fn word(opcode: u32, destination: u32, first: u32, second: u32, descriptor: u32) -> u32 {
    opcode << 26 | destination << 21 | first << 12 | second << 7 | descriptor
}

/// Copies `source`. Inputs and outputs are their own numbers.
#[must_use]
pub const fn mov(destination: u32, source: u32, descriptor: u32) -> u32 {
    word(0x13, destination, source, 0, descriptor)
}

/// Adds; the second source is an input or a temporary.
#[must_use]
pub const fn add(destination: u32, first: u32, second: u32, descriptor: u32) -> u32 {
    word(0x00, destination, first, second, descriptor)
}

/// Multiplies; the second source is an input or a temporary.
#[must_use]
pub const fn mul(destination: u32, first: u32, second: u32, descriptor: u32) -> u32 {
    word(0x08, destination, first, second, descriptor)
}

/// Does nothing.
pub const NOP: u32 = 0x8400_0000;
/// Ends the program.
pub const END: u32 = 0x8800_0000;
