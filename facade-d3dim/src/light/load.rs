//! `Load`: a texture's levels into another's.

use crate::core::Core;
use crate::error::{Error, Result};
use crate::object::SurfaceId;
use crate::surface::{KeyKind, caps};

impl Core {
    /// Copies all levels, the colours of the palette, and the key if the source has one.
    ///
    /// # Errors
    /// [`Error::TextureLoadFailed`], when sizes or counts of levels differ; [`Error::NoPaletteAttached`], when only the
    /// source has a palette.
    pub(crate) fn load_texture(&mut self, destination: SurfaceId, source: SurfaceId) -> Result<()> {
        if destination == source {
            return Ok(());
        }
        let (from, to) = (self.levels(source), self.levels(destination));
        if from.len() != to.len() {
            return Err(Error::TextureLoadFailed);
        }
        for (&from, &to) in from.iter().zip(&to) {
            let (a, b) = (self.surface(from)?, self.surface(to)?);
            if (a.width, a.height, a.layout) != (b.width, b.height, b.layout) {
                return Err(Error::TextureLoadFailed);
            }
            if a.palette.is_some() && b.palette.is_none() {
                return Err(Error::NoPaletteAttached);
            }
        }
        for (&from, &to) in from.iter().zip(&to) {
            self.load_level(to, from)?;
        }
        self.surface_mut(destination)?.caps[0] &= !caps::ALLOC_ON_LOAD;
        Ok(())
    }

    fn load_level(&mut self, to: SurfaceId, from: SurfaceId) -> Result<()> {
        self.pull(from)?;
        let source = self.surface(from)?;
        let (bytes, key, palette) = (source.bytes.clone(), source.key(KeyKind::SourceBlt), source.palette);
        let pitch = [source.pitch, self.surface(to)?.pitch];
        let out = self.bytes_mut(to)?;
        if pitch[0] == pitch[1] {
            let size = out.len().min(bytes.len());
            out[..size].copy_from_slice(&bytes[..size]);
        }
        if key.is_some() {
            self.surface_mut(to)?.keys[KeyKind::SourceBlt as usize] = key;
        }
        let own = self.surface(to)?.palette;
        if let (Some(theirs), Some(own)) = (palette, own)
            && theirs != own
        {
            let entries = self.palette(theirs)?.entries;
            self.palette_versions += 1;
            let version = self.palette_versions;
            let own = self.palette_mut(own)?;
            (own.entries, own.version) = (entries, version);
        }
        Ok(())
    }
}
