//! Decoded textures that are kept as long as their bytes stay the same.

use std::rc::Rc;

use crate::memory::PhysicalMemory;
use crate::reference::TexelFormat;
use crate::state::{DrawState, Source, TextureUnit};
use crate::texture::{decode, level_bytes};

/// How many textures are kept.
const KEPT: usize = 64;

/// A level of RGBA8 texels, the first row of memory first.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) texels: Vec<[u8; 4]>,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A decoded texture, with the bytes that it was made of.
#[derive(Debug)]
pub(super) struct Decoded {
    key: (u32, TexelFormat, u32, u32, u8),
    bytes: Vec<u8>,
    pub(super) levels: Vec<Level>,
}

/// Decoded textures, the last used last.
#[derive(Debug, Default)]
pub(super) struct TextureCache {
    kept: Vec<Rc<Decoded>>,
    buffer: Vec<u8>,
}

/// How many bytes the levels of a unit take together.
fn total(unit: &TextureUnit, format: TexelFormat) -> usize {
    (0..=u32::from(unit.lod.max)).map(|level| size(unit, format, level)).sum()
}

fn size(unit: &TextureUnit, format: TexelFormat, level: u32) -> usize {
    let (width, height) = unit.level_size(level);
    level_bytes(format, width, height)
}

/// The units that combiners read.
fn read(state: &DrawState) -> [Option<TextureUnit>; 3] {
    std::array::from_fn(|unit| {
        state.textures[unit].filter(|_| state.combiners.reads(Source::Texture(unit as u8)))
    })
}

/// Where the textures of a draw lie.
pub(super) fn ranges(state: &DrawState) -> Vec<(u32, u32)> {
    let units = read(state).into_iter().flatten();
    units.filter_map(|unit| Some((unit.address, total(&unit, unit.format?) as u32))).collect()
}

impl TextureCache {
    /// The textures of the units that a draw reads.
    pub(super) fn bind(
        &mut self,
        state: &DrawState,
        memory: &mut dyn PhysicalMemory,
    ) -> [Option<Rc<Decoded>>; 3] {
        read(state).map(|unit| unit.and_then(|unit| self.find(&unit, memory)))
    }

    /// The texture of a unit; `None` where memory has none, or where there are no texels.
    fn find(&mut self, unit: &TextureUnit, memory: &mut dyn PhysicalMemory) -> Option<Rc<Decoded>> {
        let format = unit.format?;
        if unit.address == 0 || unit.width == 0 || unit.height == 0 {
            return None;
        }
        self.buffer.resize(total(unit, format), 0);
        if !memory.read(unit.address, &mut self.buffer) {
            // The last levels may be missing, but not the first.
            self.buffer.truncate(size(unit, format, 0));
            if !memory.read(unit.address, &mut self.buffer) {
                return None;
            }
        }
        let key = (unit.address, format, unit.width, unit.height, unit.lod.max);
        let found = self.kept.iter().position(|kept| kept.key == key && kept.bytes == self.buffer);
        let texture = match found {
            Some(place) => self.kept.remove(place),
            None => Rc::new(Decoded {
                key,
                bytes: self.buffer.clone(),
                levels: levels(unit, format, &self.buffer),
            }),
        };
        self.kept.retain(|kept| kept.key != key);
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Rc::clone(&texture));
        Some(texture)
    }
}

fn levels(unit: &TextureUnit, format: TexelFormat, bytes: &[u8]) -> Vec<Level> {
    let mut at = 0;
    let level = |level| {
        let (width, height) = unit.level_size(level);
        let from = bytes.get(at..).unwrap_or(&[]);
        at += level_bytes(format, width, height);
        let texels = decode(format, from, width, height).as_chunks::<4>().0.to_vec();
        Level { texels, width, height }
    };
    (0..=u32::from(unit.lod.max)).map(level).collect()
}
