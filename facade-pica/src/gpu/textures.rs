//! Textures in memory as textures of the GPU, until someone writes to their bytes.

use retrograph_render::Context;
use retrograph_render::frame::{AddressMode, Filter, SamplerState, TextureBinding, TextureLocation};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::wgpu;
use rustc_hash::FxHashMap;

use crate::memory::PhysicalMemory;
use crate::reference::TexelFormat;
use crate::state::{TextureUnit, Wrap};
use crate::texture::{decode, level_bytes};

/// How many textures are kept.
const MOST: usize = 1024;
/// How many bytes of texels are kept.
const MOST_BYTES: u64 = 256 << 20;

/// What names a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    address: u32,
    format: TexelFormat,
    width: u32,
    height: u32,
    levels: u32,
}

#[derive(Debug)]
struct Entry {
    texture: TextureId,
    bytes: u32,
    texels: u64,
    used: u64,
}

/// The cache.
#[derive(Debug, Default)]
pub(super) struct Textures {
    entries: FxHashMap<Key, Entry>,
    texels: u64,
    clock: u64,
    /// How many were decoded and uploaded.
    pub(super) uploaded: u64,
}

/// How many levels of a unit's texture there are: none has a side below eight.
pub(super) fn levels(unit: &TextureUnit) -> u32 {
    let shorter = unit.width.min(unit.height);
    let most = (1..=u32::from(unit.lod.max)).take_while(|level| shorter >> level >= 8).count();
    1 + most as u32
}

/// How many bytes the levels of a unit's texture take.
pub(super) fn bytes(unit: &TextureUnit, format: TexelFormat) -> u32 {
    let sizes = (0..levels(unit)).map(|level| {
        let (width, height) = unit.level_size(level);
        level_bytes(format, width, height)
    });
    u32::try_from(sizes.sum::<usize>()).unwrap_or(u32::MAX)
}

/// The sampler of a unit.
pub(super) fn binding(unit: &TextureUnit, texture: Option<TextureId>) -> TextureBinding {
    let address = |wrap| match wrap {
        Wrap::Repeat => AddressMode::Repeat,
        Wrap::Mirror => AddressMode::MirrorRepeat,
        Wrap::Clamp | Wrap::Border | Wrap::ClampRepeat | Wrap::BorderRepeat => AddressMode::ClampToEdge,
    };
    let filter = |linear| if linear { Filter::Linear } else { Filter::Point };
    let levels = levels(unit);
    TextureBinding {
        texture,
        sampler: SamplerState {
            address: [address(unit.wrap_s), address(unit.wrap_t), AddressMode::default()],
            mag: filter(unit.mag_linear),
            min: filter(unit.min_linear),
            mip: (levels > 1).then(|| filter(unit.mip_linear)),
            min_level: u32::from(unit.lod.min).min(levels - 1) as u8,
            ..SamplerState::default()
        },
        ..TextureBinding::default()
    }
}

impl Textures {
    /// The texture of a unit; `None` if memory does not grant its bytes.
    pub(super) fn get(
        &mut self,
        context: &mut Context,
        memory: &mut dyn PhysicalMemory,
        unit: &TextureUnit,
        format: TexelFormat,
    ) -> Option<TextureId> {
        self.clock += 1;
        let levels = levels(unit);
        let key = Key { address: unit.address, format, width: unit.width, height: unit.height, levels };
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.used = self.clock;
            return Some(entry.texture);
        }
        let size = bytes(unit, format);
        let mut data = vec![0; size as usize];
        if !memory.read(unit.address, &mut data) {
            return None;
        }
        let texture = context.recorder.create_texture(TextureDesc {
            label: format!("pica {format:?} {}x{} at {:#010x}", unit.width, unit.height, unit.address),
            levels,
            ..TextureDesc::new(unit.width, unit.height, wgpu::TextureFormat::Rgba8Unorm)
        });
        let (mut at, mut texels) = (0, 0);
        for level in 0..levels {
            let (width, height) = unit.level_size(level);
            let rows = decode(format, &data[at..], width, height);
            let location = TextureLocation { texture, level, origin: [0; 3] };
            context.recorder.write_texture(location, [width, height, 1], &rows);
            at += level_bytes(format, width, height);
            texels += rows.len() as u64;
        }
        self.uploaded += 1;
        self.make_room(context, texels);
        self.texels += texels;
        self.entries.insert(key, Entry { texture, bytes: size, texels, used: self.clock });
        Some(texture)
    }

    /// Lets go of the textures that were used longest ago, until there is room.
    fn make_room(&mut self, context: &mut Context, texels: u64) {
        while self.entries.len() >= MOST || (self.texels + texels > MOST_BYTES && !self.entries.is_empty()) {
            let Some((&key, _)) = self.entries.iter().min_by_key(|(_, entry)| entry.used) else { return };
            self.remove(context, &key);
        }
    }

    fn remove(&mut self, context: &mut Context, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.texels -= entry.texels;
            context.recorder.release_texture(entry.texture);
        }
    }

    /// A range of memory has other bytes now.
    pub(super) fn written(&mut self, context: &mut Context, address: u32, bytes: u32) {
        let (start, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        let stale: Vec<Key> = self
            .entries
            .iter()
            .filter(|(key, entry)| {
                let first = u64::from(key.address);
                first < end && start < first + u64::from(entry.bytes)
            })
            .map(|(key, _)| *key)
            .collect();
        for key in stale {
            self.remove(context, &key);
        }
    }
}
