//! Surfaces on the GPU: textures of theirs, and which side has the newest texels.

use retrograph_render::frame::{Attachment, TextureLocation};
use retrograph_render::resource::{TextureDesc, TextureId, TextureShape};
use retrograph_render::wgpu::TextureFormat;

use super::caps;
use super::format::{Layout, from_bgra, load, to_bgra};
use crate::core::Core;
use crate::error::Result;
use crate::object::SurfaceId;

/// Which side has the newest texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newest {
    /// The bytes.
    Cpu,
    /// The texture.
    Gpu,
    /// Both are the same.
    Both,
}

impl Core {
    /// The surface as a render target or depth attachment, with its newest texels, which the GPU has from here on.
    pub(crate) fn attachment(&mut self, id: SurfaceId) -> Result<Attachment> {
        let (root, level) = self.surface(id)?.place(id);
        let texture = self.texture(root)?;
        self.push(id)?;
        self.surface_mut(id)?.newest = Newest::Gpu;
        Ok(Attachment { texture, level: level as u8, layer: 0, srgb: false })
    }

    /// The texture of a surface and its levels, all with their newest texels.
    pub(crate) fn sampled(&mut self, id: SurfaceId) -> Result<TextureId> {
        let (root, _) = self.surface(id)?.place(id);
        let texture = self.texture(root)?;
        for level in self.levels(root) {
            self.push(level)?;
        }
        Ok(texture)
    }

    /// The bytes of a surface with what the GPU drew, to be read or changed: the texture is out of date from here on.
    pub(crate) fn bytes_mut(&mut self, id: SurfaceId) -> Result<&mut [u8]> {
        self.pull(id)?;
        let surface = self.surface_mut(id)?;
        surface.newest = Newest::Cpu;
        Ok(&mut surface.bytes)
    }

    /// A surface and the levels below it.
    pub(crate) fn levels(&self, root: SurfaceId) -> Vec<SurfaceId> {
        let next = |&id: &SurfaceId| self.surfaces.get(id).and_then(|surface| surface.next_level);
        std::iter::successors(Some(root), next).take(32).collect()
    }

    /// The texture of a chain's first surface, made when it is first wanted.
    fn texture(&mut self, root: SurfaceId) -> Result<TextureId> {
        let surface = self.surface(root)?;
        if let Some(texture) = surface.texture {
            return Ok(texture);
        }
        let format = match surface.layout {
            Layout::Depth { stencil: true, .. } => TextureFormat::Depth24PlusStencil8,
            Layout::Depth { bytes: 2, .. } => TextureFormat::Depth16Unorm,
            Layout::Depth { .. } => TextureFormat::Depth32Float,
            Layout::Masks { .. } | Layout::Palette => TextureFormat::Bgra8Unorm,
            Layout::Blocks { .. } => return Err(self.note_unsupported("compressed texture")),
        };
        let render_target = surface.caps[0] & (caps::DEVICE_3D | caps::ZBUFFER) != 0;
        let desc = TextureDesc {
            label: format!("surface {}", surface.slot.number()),
            shape: TextureShape::D2,
            width: surface.width,
            height: surface.height,
            depth: 1,
            levels: self.levels(root).len() as u32,
            samples: 1,
            format,
            render_target,
        };
        let texture = self.context.recorder().create_texture(desc);
        self.surface_mut(root)?.texture = Some(texture);
        Ok(texture)
    }

    /// Where a surface is on the GPU.
    fn location(&mut self, id: SurfaceId) -> Result<TextureLocation> {
        let (root, level) = self.surface(id)?.place(id);
        Ok(TextureLocation { texture: self.texture(root)?, level, origin: [0; 3] })
    }

    /// Brings the bytes to the texture, if they are newer.
    fn push(&mut self, id: SurfaceId) -> Result<()> {
        let palette = self.surface(id)?.palette.and_then(|palette| self.palettes.get(palette));
        let colors = palette.map(|palette| (palette.version, palette.bgra()));
        let surface = self.surface(id)?;
        let same_palette = surface.layout != Layout::Palette
            || surface.uploaded_palette == colors.as_ref().map(|colors| colors.0);
        if surface.newest == Newest::Gpu || surface.newest == Newest::Both && same_palette {
            return Ok(());
        }
        let size = [surface.width, surface.height, 1];
        let table = colors.as_ref().map_or(&[[0, 0, 0, 255]; 256], |colors| &colors.1);
        let texels = match surface.layout {
            Layout::Masks { bytes, channels } => {
                let convert = |texel: &[u8]| to_bgra(&channels, load(texel));
                Some(
                    surface.rows().flat_map(|row| row.chunks_exact(bytes.into()).flat_map(convert)).collect(),
                )
            }
            Layout::Palette => Some(
                surface
                    .rows()
                    .flat_map(|row| row.iter().flat_map(|&index| table[usize::from(index)]))
                    .collect(),
            ),
            Layout::Depth { bytes: 2, stencil: false, .. } => {
                Some(surface.rows().flatten().copied().collect())
            }
            Layout::Depth { .. } | Layout::Blocks { .. } => None,
        };
        let texels: Option<Vec<u8>> = texels;
        let blank = surface.bytes.iter().all(|&byte| byte == 0);
        match texels {
            Some(texels) => {
                let location = self.location(id)?;
                self.context.recorder().write_texture(location, size, &texels);
            }
            // New textures are zero anyway.
            None if blank && self.surface(id)?.newest == Newest::Cpu => {}
            None => return Err(self.note_unsupported("depth written by the processor")),
        }
        let surface = self.surface_mut(id)?;
        surface.newest = Newest::Both;
        surface.uploaded_palette = colors.map(|colors| colors.0);
        Ok(())
    }

    /// The colour that a texel of a surface has when it is sampled: red, green, blue, alpha.
    pub(crate) fn texel_color(&self, id: SurfaceId, texel: u32) -> Option<[f32; 4]> {
        let surface = self.surfaces.get(id)?;
        let [blue, green, red, alpha] = match surface.layout {
            Layout::Masks { channels, .. } => to_bgra(&channels, texel),
            Layout::Palette => {
                let palette = surface.palette.and_then(|palette| self.palettes.get(palette))?;
                palette.bgra()[(texel & 0xFF) as usize]
            }
            Layout::Depth { .. } | Layout::Blocks { .. } => return None,
        };
        Some([red, green, blue, alpha].map(|channel| f32::from(channel) / 255.0))
    }

    /// Brings the texture to the bytes, if it is newer.
    pub(crate) fn pull(&mut self, id: SurfaceId) -> Result<()> {
        if self.surface(id)?.newest != Newest::Gpu {
            return Ok(());
        }
        let location = self.location(id)?;
        let size = [self.surface(id)?.width, self.surface(id)?.height];
        if matches!(self.surface(id)?.layout, Layout::Depth { stencil: true, .. }) {
            return Err(self.note_unsupported("depth with stencil read by the processor"));
        }
        let texels = self.context.read_texture(location, size)?;
        let surface = self.surface_mut(id)?;
        surface.store(&texels);
        surface.newest = Newest::Both;
        Ok(())
    }
}

impl super::Surface {
    /// The bytes of each row, without padding.
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let row = self.width as usize * self.layout.texel().unwrap_or(0) as usize;
        self.bytes.chunks(self.pitch.max(1) as usize).map(move |bytes| &bytes[..row.min(bytes.len())])
    }

    /// Takes over texels as the GPU has them, rows tightly packed.
    fn store(&mut self, texels: &[u8]) {
        let (layout, pitch, width) = (self.layout, self.pitch.max(1) as usize, self.width as usize);
        let texel = layout.texel().unwrap_or(1) as usize;
        let size = if texel == 2 && matches!(layout, Layout::Depth { .. }) { 2 } else { 4 };
        for (row, source) in self.bytes.chunks_mut(pitch).zip(texels.chunks_exact((width * size).max(1))) {
            for (out, value) in row.chunks_exact_mut(texel).zip(source.chunks_exact(size)) {
                let word = match layout {
                    Layout::Masks { channels, .. } => {
                        from_bgra(&channels, [value[0], value[1], value[2], value[3]])
                    }
                    Layout::Depth { bytes: 3 | 4, .. } => {
                        let depth = f32::from_bits(load(value));
                        (f64::from(depth) * f64::from(layout.depth_max().unwrap_or(0)) + 0.5) as u32
                    }
                    _ => load(value),
                };
                out.copy_from_slice(&word.to_le_bytes()[..texel]);
            }
        }
    }
}
