//! The one record that a viewport keeps, and what version 1 makes of it.

use crate::error::{Error, Result};
use crate::memory::GuestMemory;

/// Bytes of a record in either form.
pub(crate) const RECORD_SIZE: u32 = 44;

/// A viewport's record (`D3DVIEWPORT2`): a rectangle of the target, and the box of space that is mapped to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport2 {
    /// Left edge in pixels.
    pub x: u32,
    /// Top edge in pixels.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The left edge of the box.
    pub clip_x: f32,
    /// The upper edge of the box.
    pub clip_y: f32,
    /// The box's width.
    pub clip_width: f32,
    /// The box's height, downwards.
    pub clip_height: f32,
    /// The depth that becomes 0.
    pub min_z: f32,
    /// The depth that becomes 1.
    pub max_z: f32,
}

/// A viewport as version 1 sees it (`D3DVIEWPORT`): it has a scale instead of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport1 {
    /// Left edge in pixels.
    pub x: u32,
    /// Top edge in pixels.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pixels to the unit, to the right.
    pub scale_x: f32,
    /// Pixels to the unit, upwards.
    pub scale_y: f32,
    /// The right edge of the box; not heeded when it is set.
    pub max_x: f32,
    /// The upper edge of the box; not heeded when it is set.
    pub max_y: f32,
    /// Not heeded when it is set.
    pub min_z: f32,
    /// Not heeded when it is set.
    pub max_z: f32,
}

/// Whether `FCOMP` and `JZ` take the branch for "equal": they do for NaN as well.
pub(crate) fn equal_or_unordered(a: f32, b: f32) -> bool {
    a.partial_cmp(&b).is_none_or(std::cmp::Ordering::is_eq)
}

/// Divides an unsigned whole number as the FPU does: exact until the quotient is stored as a float.
fn quotient(pixels: u32, by: f32) -> f32 {
    (f64::from(pixels) / f64::from(by)) as f32
}

impl Viewport1 {
    /// The record that version 1's values become. The maxima and depths do not take part; if either scale is zero, both
    /// sides of the box are.
    #[must_use]
    pub fn to_record(&self) -> Viewport2 {
        let Self { x, y, width, height, scale_x, scale_y, .. } = *self;
        let zero = equal_or_unordered(scale_x, 0.0) || equal_or_unordered(scale_y, 0.0);
        let side = |pixels, scale| if zero { 0.0 } else { quotient(pixels, scale) };
        let (clip_width, clip_height) = (side(width, scale_x), side(height, scale_y));
        Viewport2 {
            x,
            y,
            width,
            height,
            clip_x: -0.5 * clip_width,
            clip_y: 0.5 * clip_height,
            clip_width,
            clip_height,
            min_z: 0.0,
            max_z: 1.0,
        }
    }

    fn words(&self) -> [u32; 11] {
        let Self { x, y, width, height, .. } = *self;
        let floats = [self.scale_x, self.scale_y, self.max_x, self.max_y, self.min_z, self.max_z];
        words([x, y, width, height], floats)
    }

    fn from_words([x, y, width, height]: [u32; 4], floats: [f32; 6]) -> Self {
        let [scale_x, scale_y, max_x, max_y, min_z, max_z] = floats;
        Self { x, y, width, height, scale_x, scale_y, max_x, max_y, min_z, max_z }
    }
}

impl Viewport2 {
    /// What version 1 sees of the record: a box without width has an infinite scale.
    #[must_use]
    pub fn to_legacy(&self) -> Viewport1 {
        let Self { x, y, width, height, clip_x, clip_y, clip_width, clip_height, .. } = *self;
        Viewport1 {
            x,
            y,
            width,
            height,
            scale_x: quotient(width, clip_width),
            scale_y: quotient(height, clip_height),
            max_x: (f64::from(clip_x) + f64::from(clip_width)) as f32,
            max_y: clip_y,
            min_z: 0.0,
            max_z: 1.0,
        }
    }

    fn words(&self) -> [u32; 11] {
        let Self { x, y, width, height, .. } = *self;
        let floats = [self.clip_x, self.clip_y, self.clip_width, self.clip_height, self.min_z, self.max_z];
        words([x, y, width, height], floats)
    }

    fn from_words([x, y, width, height]: [u32; 4], floats: [f32; 6]) -> Self {
        let [clip_x, clip_y, clip_width, clip_height, min_z, max_z] = floats;
        Self { x, y, width, height, clip_x, clip_y, clip_width, clip_height, min_z, max_z }
    }
}

fn words(rectangle: [u32; 4], floats: [f32; 6]) -> [u32; 11] {
    let mut words = [RECORD_SIZE; 11];
    words[1..5].copy_from_slice(&rectangle);
    words[5..].copy_from_slice(&floats.map(f32::to_bits));
    words
}

/// Checks the pointer and the size that stands at it.
pub(crate) fn check_size(memory: &mut dyn GuestMemory, address: u32, size: u32) -> Result<()> {
    if memory.word(address)? == size { Ok(()) } else { Err(Error::InvalidParams) }
}

/// Reads the ten values after the size, which is checked first.
fn read(memory: &mut dyn GuestMemory, address: u32) -> Result<([u32; 4], [f32; 6])> {
    check_size(memory, address, RECORD_SIZE)?;
    let words: [u32; 11] = memory.words(address)?;
    let float = |index: usize| f32::from_bits(words[5 + index]);
    Ok(([words[1], words[2], words[3], words[4]], std::array::from_fn(float)))
}

impl Viewport1 {
    pub(crate) fn read(memory: &mut dyn GuestMemory, address: u32) -> Result<Self> {
        read(memory, address).map(|(rectangle, floats)| Self::from_words(rectangle, floats))
    }

    pub(crate) fn write(&self, memory: &mut dyn GuestMemory, address: u32) -> Result<()> {
        memory.put_words(address, &self.words())
    }
}

impl Viewport2 {
    pub(crate) fn read(memory: &mut dyn GuestMemory, address: u32) -> Result<Self> {
        read(memory, address).map(|(rectangle, floats)| Self::from_words(rectangle, floats))
    }

    pub(crate) fn write(&self, memory: &mut dyn GuestMemory, address: u32) -> Result<()> {
        memory.put_words(address, &self.words())
    }
}

/// What the rules of devices of version 2 and 3 say of a record: sides and depths must not be zero or unordered, and the
/// rectangle lies in the target, by sums that wrap at 32 bits.
pub(crate) fn check(record: &Viewport2, target: (u32, u32)) -> Result<()> {
    let Viewport2 { x, y, width, height, clip_width, clip_height, min_z, max_z, .. } = *record;
    let refused = equal_or_unordered(clip_width, 0.0)
        || equal_or_unordered(clip_height, 0.0)
        || equal_or_unordered(min_z, max_z)
        || x > target.0
        || y > target.1
        || x.wrapping_add(width) > target.0
        || y.wrapping_add(height) > target.1;
    if refused { Err(Error::InvalidParams) } else { Ok(()) }
}
