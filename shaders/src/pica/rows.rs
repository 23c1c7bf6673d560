//! Rows of 16 bytes in the fragment stage's float block. Colours are 0 to 255, as r, g, b, a.

use super::key::STAGES;

/// x: scale of depth; y: its offset; z: the reference of the alpha test, 0 to 255.
pub const DEPTH_AND_ALPHA: u16 = 0;
/// The fog's colour.
pub const FOG_COLOR: u16 = 1;
/// What the combiner buffer holds at first.
pub const BUFFER: u16 = 2;
/// The constants of the combiner stages.
pub const CONSTANTS: u16 = 3;
/// The scissor rectangle within which fragments are dropped: left, top, right and bottom edge in pixels.
pub const EXCLUDED: u16 = CONSTANTS + STAGES as u16;
/// The constant of blending.
pub const BLEND: u16 = EXCLUDED + 1;
/// The border colours of texture units 0 to 2.
pub const BORDERS: u16 = BLEND + 1;
/// The biases of the levels of texture units 0 to 2.
pub const BIASES: u16 = BORDERS + 3;
/// The fog table: x: value; y: what is to be added up to the next entry.
pub const FOG_TABLE: u16 = BIASES + 1;
/// Entries of the fog table.
pub const FOG_ENTRIES: u16 = 128;
/// All of them.
pub const COUNT: u16 = FOG_TABLE + FOG_ENTRIES;

/// The slot of the copy of the stored colours: see [`super::key::Merge`].
pub const STORED_SLOT: u8 = 3;
