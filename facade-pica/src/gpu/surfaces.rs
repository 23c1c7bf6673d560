//! Colour and depth buffers that live on the GPU, by address, size, format and order of pixels.
//!
//! A surface is *valid* while the GPU has its newest content, and *dirty* while memory has not. Of surfaces that overlap
//! only one is dirty; the others are loaded again when they are needed.

use retrograph_render::frame::{Attachment, TextureLocation};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::{Context, wgpu};

use crate::front::{Fill, PicaError};
use crate::memory::PhysicalMemory;
use crate::state::{ColorFormat, DepthFormat};
use crate::texture::{Layout, decode_color, encode_color, encode_depth};

use super::depth;
use super::programs::Programs;

/// How many surfaces are kept.
const MOST: usize = 64;

/// What a surface holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Color(ColorFormat),
    Depth(DepthFormat),
}

impl Content {
    pub(super) const fn bytes(self) -> u32 {
        match self {
            Self::Color(format) => format.bytes(),
            Self::Depth(format) => format.bytes(),
        }
    }

    const fn texture_format(self) -> wgpu::TextureFormat {
        match self {
            Self::Color(_) => wgpu::TextureFormat::Rgba8Unorm,
            Self::Depth(DepthFormat::D24S8) => wgpu::TextureFormat::Depth32FloatStencil8,
            Self::Depth(_) => wgpu::TextureFormat::Depth32Float,
        }
    }
}

/// What names a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) address: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) content: Content,
    pub(super) layout: Layout,
}

impl Place {
    /// How many bytes it takes in memory.
    pub(super) const fn bytes(&self) -> u32 {
        self.layout.pixels(self.width, self.height).saturating_mul(self.content.bytes())
    }

    pub(super) const fn overlaps(&self, address: u32, bytes: u32) -> bool {
        let (start, end) = (self.address as u64, self.address as u64 + self.bytes() as u64);
        (address as u64) < end && start < address as u64 + bytes as u64
    }

    /// The value that all pixels have after a fill, if it covers all of them with one.
    fn filled(&self, fill: &Fill) -> Option<u32> {
        let bytes = self.content.bytes();
        let offset = self.address.checked_sub(fill.start)?;
        let inside = offset.checked_add(self.bytes())? <= fill.bytes();
        if !inside {
            return None;
        }
        let repeats = fill.width == bytes && offset.is_multiple_of(bytes);
        if repeats {
            return Some(fill.value);
        }
        // A word whose halves are equal also fills halfwords.
        let halves = fill.width == 4 && bytes == 2 && fill.value >> 16 == fill.value & 0xFFFF;
        halves.then_some(fill.value & 0xFFFF)
    }
}

/// A surface.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) place: Place,
    pub(super) texture: TextureId,
    valid: bool,
    dirty: bool,
    /// All pixels have this value, and the GPU has not heard of it.
    cleared: Option<u32>,
    used: u64,
}

/// All surfaces.
#[derive(Debug, Default)]
pub(super) struct Surfaces {
    all: Vec<Surface>,
    clock: u64,
    /// The fill whose report comes next.
    fill: Option<Fill>,
    /// How many were loaded from memory, and written back.
    pub(super) loaded: u64,
    pub(super) written_back: u64,
    /// How many were cleared after a fill.
    cleared: u64,
}

pub(super) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> PicaError {
    PicaError::Backend(Box::new(error))
}

impl Surfaces {
    /// How often our own draws have changed what the recorder holds.
    pub(super) const fn moves(&self) -> u64 {
        self.loaded + self.written_back + self.cleared
    }

    /// The surface at a place.
    pub(super) fn find(&self, place: Place) -> Option<usize> {
        self.all.iter().position(|surface| surface.place == place)
    }

    pub(super) fn get(&self, index: usize) -> &Surface {
        &self.all[index]
    }

    /// The attachment that a surface is.
    pub(super) fn attachment(&self, index: usize) -> Attachment {
        Attachment { texture: self.all[index].texture, level: 0, layer: 0, srgb: false }
    }

    /// The surface at a place, with its newest content; `None` if memory does not grant the place.
    pub(super) fn acquire(
        &mut self,
        context: &mut Context,
        programs: &mut Programs,
        memory: &mut dyn PhysicalMemory,
        place: Place,
    ) -> Result<Option<usize>, PicaError> {
        self.clock += 1;
        let index = match self.all.iter().position(|surface| surface.place == place) {
            Some(index) => index,
            None => self.create(context, programs, memory, place)?,
        };
        self.all[index].used = self.clock;
        if self.all[index].valid {
            return Ok(Some(index));
        }
        if let Some(value) = self.all[index].cleared.take() {
            clear(context, &self.all[index], value);
            self.cleared += 1;
        } else {
            self.flush(context, programs, memory, place.address, place.bytes())?;
            if !load(context, programs, memory, &self.all[index])? {
                let refused = self.all.swap_remove(index);
                context.recorder.release_texture(refused.texture);
                return Ok(None);
            }
            self.loaded += 1;
        }
        self.all[index].valid = true;
        Ok(Some(index))
    }

    fn create(
        &mut self,
        context: &mut Context,
        programs: &mut Programs,
        memory: &mut dyn PhysicalMemory,
        place: Place,
    ) -> Result<usize, PicaError> {
        if self.all.len() >= MOST
            && let Some(oldest) = (0..self.all.len()).min_by_key(|&index| self.all[index].used)
        {
            let place = self.all[oldest].place;
            self.flush(context, programs, memory, place.address, place.bytes())?;
            let removed = self.all.swap_remove(oldest);
            context.recorder.release_texture(removed.texture);
        }
        let texture = context.recorder.create_texture(TextureDesc {
            label: format!("pica {:?} at {:#010x}", place.content, place.address),
            render_target: true,
            ..TextureDesc::new(place.width, place.height, place.content.texture_format())
        });
        self.all.push(Surface {
            place,
            texture,
            valid: false,
            dirty: false,
            cleared: None,
            used: self.clock,
        });
        Ok(self.all.len() - 1)
    }

    /// A draw has changed a surface; answers whether memory had its content until then.
    pub(super) fn drawn(&mut self, index: usize) -> bool {
        if self.all[index].dirty {
            return false;
        }
        let place = self.all[index].place;
        for (number, other) in self.all.iter_mut().enumerate() {
            if number != index && other.place.overlaps(place.address, place.bytes()) {
                other.valid = false;
                other.cleared = None;
            }
        }
        self.all[index].dirty = true;
        true
    }

    /// The surface that holds just this texture, if the GPU has its newest content.
    pub(super) fn texture_at(&self, address: u32, width: u32, height: u32, format: u8) -> Option<TextureId> {
        let fits = |surface: &&Surface| {
            let Place { content, layout, .. } = surface.place;
            surface.valid
                && layout == Layout::Tiles
                && (surface.place.address, surface.place.width, surface.place.height)
                    == (address, width, height)
                && matches!(content, Content::Color(known) if known as u8 == format)
        };
        self.all.iter().find(fits).map(|surface| surface.texture)
    }

    /// Whether a range has something that memory lacks.
    pub(super) fn is_dirty(&self, address: u32, bytes: u32) -> bool {
        self.all.iter().any(|surface| surface.dirty && surface.place.overlaps(address, bytes))
    }

    /// Writes what was drawn in a range back to memory.
    pub(super) fn flush(
        &mut self,
        context: &mut Context,
        programs: &mut Programs,
        memory: &mut dyn PhysicalMemory,
        address: u32,
        bytes: u32,
    ) -> Result<(), PicaError> {
        for surface in &mut self.all {
            if surface.dirty && surface.place.overlaps(address, bytes) {
                store(context, programs, memory, surface)?;
                surface.dirty = false;
                self.written_back += 1;
            }
        }
        Ok(())
    }

    /// A fill is about to be written to memory: surfaces that it covers need no write-back and no load.
    pub(super) fn begin_fill(&mut self, fill: &Fill) {
        for surface in &mut self.all {
            let offset = surface.place.address.checked_sub(fill.start);
            let end = offset.and_then(|offset| offset.checked_add(surface.place.bytes()));
            if end.is_some_and(|end| end <= fill.bytes()) {
                surface.dirty = false;
            }
        }
        self.fill = Some(*fill);
    }

    /// A range of memory was written by someone else, or by the fill that was announced.
    pub(super) fn written(&mut self, address: u32, bytes: u32) {
        let fill = self.fill.take().filter(|fill| (fill.start, fill.bytes()) == (address, bytes));
        for surface in &mut self.all {
            if surface.place.overlaps(address, bytes) {
                surface.cleared = fill.as_ref().and_then(|fill| surface.place.filled(fill));
                (surface.valid, surface.dirty) = (false, false);
            }
        }
    }
}

/// Gives all pixels of a surface one stored value.
fn clear(context: &mut Context, surface: &Surface, value: u32) {
    let attachment = Attachment { texture: surface.texture, level: 0, layer: 0, srgb: false };
    match surface.place.content {
        Content::Color(format) => {
            let color = decode_color(format, &value.to_le_bytes());
            depth::clear_color(&mut context.recorder, attachment, color);
        }
        Content::Depth(format) => depth::clear(&mut context.recorder, attachment, format, value),
    }
}

/// Loads a surface from memory; `false` if memory does not grant it.
fn load(
    context: &mut Context,
    programs: &mut Programs,
    memory: &mut dyn PhysicalMemory,
    surface: &Surface,
) -> Result<bool, PicaError> {
    let place = surface.place;
    let mut bytes = vec![0; place.bytes() as usize];
    if !memory.read(place.address, &mut bytes) {
        return Ok(false);
    }
    let size = [place.width, place.height, 1];
    let location = TextureLocation { texture: surface.texture, level: 0, origin: [0; 3] };
    match place.content {
        Content::Color(format) => {
            let mut rows = Vec::with_capacity(place.width as usize * place.height as usize * 4);
            pixels(&place, &bytes, |pixel| rows.extend(decode_color(format, pixel)));
            context.recorder.write_texture(location, size, &rows);
        }
        Content::Depth(format) => depth::load(context, programs, surface, format, &bytes)?,
    }
    Ok(true)
}

/// Calls `each` with the bytes of every pixel, row by row.
pub(super) fn pixels(place: &Place, bytes: &[u8], mut each: impl FnMut(&[u8])) {
    let size = place.content.bytes() as usize;
    for y in 0..place.height {
        for x in 0..place.width {
            let at = place.layout.index(x, y, place.width) as usize * size;
            each(bytes.get(at..at + size).unwrap_or(&[0; 4][..size]));
        }
    }
}

/// Writes a surface to memory.
fn store(
    context: &mut Context,
    programs: &mut Programs,
    memory: &mut dyn PhysicalMemory,
    surface: &Surface,
) -> Result<(), PicaError> {
    let place = surface.place;
    let mut bytes = vec![0; place.bytes() as usize];
    if !memory.read(place.address, &mut bytes) {
        return Ok(());
    }
    let mut put = |index: usize, write: &dyn Fn(&mut [u8])| {
        let (x, y) = (index as u32 % place.width, index as u32 / place.width);
        let size = place.content.bytes() as usize;
        let at = place.layout.index(x, y, place.width) as usize * size;
        if let Some(pixel) = bytes.get_mut(at..at + size) {
            write(pixel);
        }
    };
    match place.content {
        Content::Color(format) => {
            let location = TextureLocation { texture: surface.texture, level: 0, origin: [0; 3] };
            let rows = context.read_texture(location, [place.width, place.height]).map_err(failed)?;
            for (index, color) in rows.as_chunks::<4>().0.iter().enumerate() {
                put(index, &|pixel| encode_color(format, *color, pixel));
            }
        }
        Content::Depth(format) => {
            for (index, (depth, stencil)) in
                depth::read(context, programs, surface, format)?.into_iter().enumerate()
            {
                put(index, &|pixel| encode_depth(format, depth, stencil, pixel));
            }
        }
    }
    memory.write(place.address, &bytes);
    Ok(())
}
