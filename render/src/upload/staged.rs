//! Copies whose bytes are in staging buffers.

use super::{Copy, Destination};

/// Copies ready to be encoded, and the buffers that they read.
#[derive(Debug, Default)]
pub(crate) struct Staged {
    buffers: Vec<wgpu::Buffer>,
    copies: Vec<Copy>,
    groups: Vec<usize>,
    /// How many groups and copies have been encoded.
    encoded: (usize, usize),
}

impl Staged {
    pub(super) fn new(buffers: Vec<wgpu::Buffer>, copies: Vec<Copy>, groups: Vec<usize>) -> Self {
        Self { buffers, copies, groups, encoded: (0, 0) }
    }

    /// Encodes the next group of copies, or all that are left after the last one; answers how many bytes they move
    /// from staging buffers.
    pub(crate) fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> u64 {
        let (group, start) = self.encoded;
        let end = self.groups.get(group).map_or(self.copies.len(), |end| *end);
        self.encoded = (group + 1, end);
        let copies = &self.copies[start..end];
        copies.iter().map(|copy| encode(&self.buffers, copy, encoder)).sum()
    }

    /// The staging buffers, when everything is encoded and submitted.
    pub(crate) fn into_buffers(self) -> Vec<wgpu::Buffer> {
        self.buffers
    }
}

fn encode(staging: &[wgpu::Buffer], copy: &Copy, encoder: &mut wgpu::CommandEncoder) -> u64 {
    match &copy.to {
        Destination::Buffer { buffer, offset, size } => {
            let staging = &staging[copy.segment];
            encoder.copy_buffer_to_buffer(staging, copy.source, buffer, *offset, *size);
            *size
        }
        Destination::Same { from, buffer, offset, size } => {
            encoder.copy_buffer_to_buffer(from, *offset, buffer, *offset, *size);
            0
        }
        Destination::SameTexture { from, texture, level, z, size } => {
            let place = |texture| wgpu::TexelCopyTextureInfo {
                texture,
                mip_level: *level,
                origin: wgpu::Origin3d { x: 0, y: 0, z: *z },
                aspect: wgpu::TextureAspect::All,
            };
            encoder.copy_texture_to_texture(place(from), place(texture), *size);
            0
        }
        Destination::Texture { texture, origin, level, size, rows } => {
            encoder.copy_buffer_to_texture(
                wgpu::TexelCopyBufferInfo {
                    buffer: &staging[copy.segment],
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: copy.source,
                        bytes_per_row: Some(rows.pitch as u32),
                        rows_per_image: Some(rows.count as u32),
                    },
                },
                wgpu::TexelCopyTextureInfo {
                    texture,
                    mip_level: *level,
                    origin: *origin,
                    aspect: wgpu::TextureAspect::All,
                },
                *size,
            );
            rows.padded() as u64
        }
    }
}
