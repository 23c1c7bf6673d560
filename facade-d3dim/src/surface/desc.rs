//! `DDSURFACEDESC` and `DDSURFACEDESC2`: the same words, with more capabilities at the end of the second.

use smallvec::SmallVec;

use super::format::PixelFormat;
use super::{ColorKey, Surface};
use crate::error::{Error, Result};
use crate::memory::GuestMemory;

/// Which fields are valid: `DDSD`.
pub(crate) mod flags {
    pub(crate) const CAPS: u32 = 0x1;
    pub(crate) const HEIGHT: u32 = 0x2;
    pub(crate) const WIDTH: u32 = 0x4;
    pub(crate) const PITCH: u32 = 0x8;
    pub(crate) const BACK_BUFFER_COUNT: u32 = 0x20;
    pub(crate) const ZBUFFER_BIT_DEPTH: u32 = 0x40;
    pub(crate) const PIXEL_FORMAT: u32 = 0x1000;
    pub(crate) const MIP_COUNT: u32 = 0x2_0000;
    pub(crate) const LINEAR_SIZE: u32 = 0x8_0000;
    /// Those of the four keys, in the order of the fields.
    pub(crate) const KEYS: [u32; 4] = [0x2000, 0x4000, 0x8000, 0x1_0000];
}

/// A description, whatever its version.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Desc {
    pub(crate) flags: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pitch: u32,
    pub(crate) back_buffers: u32,
    /// Levels of a texture, or bits of depth.
    pub(crate) levels: u32,
    pub(crate) address: u32,
    pub(crate) keys: [Option<ColorKey>; 4],
    pub(crate) format: PixelFormat,
    pub(crate) caps: [u32; 4],
}

const WORDS1: usize = 27;
const WORDS2: usize = 31;

/// Bytes of a description of an interface's version.
fn size(version: u8) -> u32 {
    4 * if version >= 4 { WORDS2 } else { WORDS1 } as u32
}

impl Desc {
    /// Reads a description, whose size is checked.
    pub(crate) fn read(memory: &mut dyn GuestMemory, address: u32, version: u8) -> Result<Self> {
        check(memory, address, version)?;
        let mut words = [0; WORDS2];
        if version >= 4 {
            words = memory.words::<WORDS2>(address)?;
        } else {
            words[..WORDS1].copy_from_slice(&memory.words::<WORDS1>(address)?);
        }
        let mut format = [0; 8];
        format.copy_from_slice(&words[18..26]);
        let key = |index: usize| {
            let present = words[1] & flags::KEYS[index] != 0;
            present.then(|| ColorKey { low: words[10 + 2 * index], high: words[11 + 2 * index] })
        };
        Ok(Self {
            flags: words[1],
            height: words[2],
            width: words[3],
            pitch: words[4],
            back_buffers: words[5],
            levels: words[6],
            address: words[9],
            keys: std::array::from_fn(key),
            format: PixelFormat::from_words(format),
            caps: [words[26], words[27], words[28], words[29]],
        })
    }

    /// Writes a description.
    pub(crate) fn write(&self, memory: &mut dyn GuestMemory, address: u32, version: u8) -> Result<()> {
        memory.put_words(address, &self.words(version))
    }

    /// The words of a description.
    pub(crate) fn words(&self, version: u8) -> SmallVec<[u32; WORDS2]> {
        let mut words: SmallVec<[u32; WORDS2]> = SmallVec::from_elem(0, WORDS2);
        let start =
            [size(version), self.flags, self.height, self.width, self.pitch, self.back_buffers, self.levels];
        words[..7].copy_from_slice(&start);
        words[9] = self.address;
        for (index, key) in self.keys.iter().enumerate() {
            if let Some(key) = key {
                words[10 + 2 * index] = key.low;
                words[11 + 2 * index] = key.high;
            }
        }
        words[18..26].copy_from_slice(&self.format.words());
        words[26..30].copy_from_slice(&self.caps);
        if version < 4 {
            words.truncate(WORDS1);
        }
        words
    }
}

/// Checks the size that stands at an address.
pub(crate) fn check(memory: &mut dyn GuestMemory, address: u32, version: u8) -> Result<()> {
    let found = memory.word(address)?;
    // Locks of either kind of interface take either kind of structure; the caller says what is written.
    if found == size(version) { Ok(()) } else { Err(Error::InvalidParams) }
}

impl Surface {
    /// What a surface says of itself.
    pub(crate) fn desc(&self, levels: u32) -> Desc {
        let mut flags = flags::CAPS | flags::HEIGHT | flags::WIDTH | flags::PIXEL_FORMAT;
        let blocks = self.format.flags & PixelFormat::FOUR_CC != 0;
        flags |= if blocks { flags::LINEAR_SIZE } else { flags::PITCH };
        let is_mipmap = self.caps[0] & super::caps::MIPMAP != 0;
        if is_mipmap {
            flags |= flags::MIP_COUNT;
        }
        if !self.back_buffers.is_empty() {
            flags |= flags::BACK_BUFFER_COUNT;
        }
        let depth = self.format.flags & PixelFormat::ZBUFFER != 0 && self.version < 4;
        if depth {
            flags |= flags::ZBUFFER_BIT_DEPTH;
        }
        for (key, flag) in self.keys.iter().zip(flags::KEYS) {
            flags |= if key.is_some() { flag } else { 0 };
        }
        Desc {
            flags,
            width: self.width,
            height: self.height,
            pitch: if blocks { self.bytes.len() as u32 } else { self.pitch },
            back_buffers: self.back_buffers.len() as u32,
            levels: if is_mipmap {
                levels
            } else if depth {
                self.format.bits
            } else {
                0
            },
            address: 0,
            keys: self.keys,
            format: self.format,
            caps: self.caps,
        }
    }
}
