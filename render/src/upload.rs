//! Recorded uploads: bytes go to a staging buffer, and copies from it stand in a command buffer, in order.

mod staged;

pub(crate) use staged::Staged;

use crate::frame::TextureLocation;
use crate::gpu::{BufferRange, Gpu};
use crate::resource::{GpuBuffer, GpuTexture, TextureDesc};
use crate::retire::Retirement;

/// The most bytes of a staging buffer, but for a few of alignment.
const SEGMENT: usize = 64 << 20;

/// The most bytes that a segment keeps allocated from one frame to the next.
const KEPT: usize = 4 << 20;

/// Where blocks of texels start in a staging buffer: a multiple of every block's size.
const TEXEL_ALIGNMENT: usize = 16;

/// Copies to be encoded, with their bytes.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    segments: Vec<Vec<u8>>,
    /// How many segments hold something; the others are kept for their allocations.
    begun: usize,
    copies: Vec<Copy>,
    /// Where each group of copies ends.
    groups: Vec<usize>,
}

#[derive(Debug)]
struct Copy {
    /// The segment.
    segment: usize,
    /// Where the bytes start in the segment.
    source: u64,
    to: Destination,
}

#[derive(Debug)]
enum Destination {
    Buffer {
        buffer: wgpu::Buffer,
        offset: u64,
        size: u64,
    },
    /// Not from the segment: bytes of another buffer, at the same place.
    Same {
        from: wgpu::Buffer,
        buffer: wgpu::Buffer,
        offset: u64,
        size: u64,
    },
    /// Not from the segment: layers of a whole level of another texture, at the same place.
    SameTexture {
        from: wgpu::Texture,
        texture: wgpu::Texture,
        level: u32,
        /// The first layer or slice.
        z: u32,
        size: wgpu::Extent3d,
    },
    Texture {
        texture: wgpu::Texture,
        origin: wgpu::Origin3d,
        level: u32,
        size: wgpu::Extent3d,
        rows: Rows,
    },
}

/// How rows of blocks lie in a staging buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    /// Bytes of a row as the guest packs it.
    tight: usize,
    /// Bytes from a row to the next on the GPU: a multiple of 256.
    pitch: usize,
    /// Rows in a slice.
    count: usize,
    /// Slices.
    slices: usize,
}

impl Rows {
    fn new(desc: &TextureDesc, size: [u32; 3]) -> Option<Self> {
        let block = desc.format.block_dimensions();
        let bytes = desc.format.block_copy_size(None)?;
        let tight = size[0].div_ceil(block.0) as usize * bytes as usize;
        let pitch = tight.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
        Some(Self { tight, pitch, count: size[1].div_ceil(block.1) as usize, slices: size[2] as usize })
    }

    /// Bytes in a staging buffer.
    fn padded(self) -> usize {
        self.pitch * self.count * self.slices
    }

    fn pad(self, bytes: &[u8], out: &mut Vec<u8>) {
        for row in bytes.chunks_exact(self.tight).take(self.count * self.slices) {
            out.extend_from_slice(row);
            out.resize(out.len() + self.pitch - self.tight, 0);
        }
    }
}

/// How the bytes of a box of a texture lie; `None` when it cannot be uploaded.
fn rows_of(desc: &TextureDesc, location: TextureLocation, size: [u32; 3], bytes: usize) -> Option<Rows> {
    // Of depth formats only 16 bits can be written from a buffer.
    let takes = !desc.format.is_depth_stencil_format() || desc.format == wgpu::TextureFormat::Depth16Unorm;
    let rows = Rows::new(desc, size).filter(|_| takes && desc.samples == 1)?;
    let needed = rows.tight.checked_mul(rows.count)?.checked_mul(rows.slices)?;
    (desc.contains(location, size) && needed <= bytes).then_some(rows)
}

impl Uploads {
    /// Writes bytes of a buffer to its shadow and its current backing.
    ///
    /// False when they reach outside of it: then nothing happens.
    pub(crate) fn add_to_buffer(&mut self, buffer: &mut GpuBuffer, offset: u32, bytes: &[u8]) -> bool {
        let offset = offset as usize;
        let end = offset + bytes.len();
        if end > buffer.desc.size as usize || bytes.is_empty() {
            return false;
        }
        buffer.shadow[offset..end].copy_from_slice(bytes);
        buffer.version += 1;
        // Copies want offsets and sizes that are multiples of 4: the range is widened, from the shadow.
        let (start, end) = (offset & !3, end.next_multiple_of(4));
        let range =
            BufferRange { buffer: buffer.current(), offset: start as u64, size: (end - start) as u64 };
        self.add_range(range, &buffer.shadow[start..end]);
        true
    }

    /// Adds a copy of the same range of another buffer; nothing when it is empty.
    pub(crate) fn add_same(&mut self, from: &wgpu::Buffer, range: BufferRange<'_>) {
        let BufferRange { buffer, offset, size } = range;
        if size > 0 {
            let to = Destination::Same { from: from.clone(), buffer: buffer.clone(), offset, size };
            self.copies.push(Copy { segment: 0, source: 0, to });
        }
    }

    /// Adds a copy of `bytes` to a range of a buffer; offset and size are multiples of 4.
    pub(crate) fn add_range(&mut self, range: BufferRange<'_>, bytes: &[u8]) {
        let BufferRange { buffer, mut offset, .. } = range;
        for part in bytes.chunks(SEGMENT) {
            let segment = self.segment(part.len());
            let held = &mut self.segments[segment];
            let source = held.len() as u64;
            held.extend_from_slice(part);
            held.resize(held.len().next_multiple_of(4), 0);
            let size = held.len() as u64 - source;
            let to = Destination::Buffer { buffer: buffer.clone(), offset, size };
            self.copies.push(Copy { segment, source, to });
            offset += size;
        }
    }

    /// Adds texels of a texture; false as in [`Uploads::add`].
    pub(crate) fn add_to_texture(
        &mut self,
        texture: &GpuTexture,
        location: TextureLocation,
        size: [u32; 3],
        bytes: &[u8],
    ) -> bool {
        let (desc, texture) = (&texture.desc, texture.newest());
        let Some(rows) = rows_of(desc, location, size, bytes.len()) else { return false };
        if rows.padded() <= SEGMENT {
            self.add_box(desc, texture, location, size, rows, bytes);
            return true;
        }
        // Too much for one staging buffer: band by band.
        let block = desc.format.block_dimensions().1;
        let most = (SEGMENT / rows.pitch).max(1);
        for (slice, bytes) in bytes.chunks_exact(rows.tight * rows.count).take(rows.slices).enumerate() {
            for (band, bytes) in bytes.chunks(rows.tight * most).enumerate() {
                let first = (band * most) as u32 * block;
                let part = Rows { count: bytes.len() / rows.tight, slices: 1, ..rows };
                let height = (part.count as u32 * block).min(size[1] - first);
                let [x, y, z] = location.origin;
                let at = TextureLocation { origin: [x, y + first, z + slice as u32], ..location };
                self.add_box(desc, texture, at, [size[0], height, 1], part, bytes);
            }
        }
        true
    }

    /// Adds copies of all that an upload of `size` at `location` leaves alone, from a texture's newest backing to
    /// `to`. Of an upload that will be dropped that is everything.
    pub(crate) fn add_rest(
        &mut self,
        texture: &GpuTexture,
        to: &wgpu::Texture,
        location: TextureLocation,
        size: [u32; 3],
        bytes: usize,
    ) {
        let (desc, from) = (&texture.desc, texture.newest());
        let block = desc.format.block_dimensions();
        let [x, y, z] = location.origin;
        let fits = rows_of(desc, location, size, bytes).is_some();
        for level in 0..desc.levels {
            let [width, height, layers] = desc.level_size(level);
            let covered =
                fits && level == location.level && [x, y] == [0, 0] && [size[0], size[1]] == [width, height];
            let kept = if covered { [0..z, z + size[2]..layers] } else { [0..layers, 0..0] };
            for layers in kept.into_iter().filter(|layers| !layers.is_empty()) {
                let size = wgpu::Extent3d {
                    width: width.next_multiple_of(block.0),
                    height: height.next_multiple_of(block.1),
                    depth_or_array_layers: layers.end - layers.start,
                };
                let (from, texture) = (from.clone(), to.clone());
                let to = Destination::SameTexture { from, texture, level, z: layers.start, size };
                self.copies.push(Copy { segment: 0, source: 0, to });
            }
        }
    }

    fn add_box(
        &mut self,
        desc: &TextureDesc,
        texture: &wgpu::Texture,
        location: TextureLocation,
        size: [u32; 3],
        rows: Rows,
        bytes: &[u8],
    ) {
        let block = desc.format.block_dimensions();
        let [x, y, z] = location.origin;
        let to = Destination::Texture {
            texture: texture.clone(),
            origin: wgpu::Origin3d { x, y, z },
            level: location.level,
            size: wgpu::Extent3d {
                width: size[0].next_multiple_of(block.0),
                height: size[1].next_multiple_of(block.1),
                depth_or_array_layers: size[2],
            },
            rows,
        };
        let segment = self.segment(rows.padded() + TEXEL_ALIGNMENT);
        let held = &mut self.segments[segment];
        held.resize(held.len().next_multiple_of(TEXEL_ALIGNMENT), 0);
        let source = held.len() as u64;
        rows.pad(bytes, held);
        self.copies.push(Copy { segment, source, to });
    }

    /// The segment that takes this many more bytes.
    fn segment(&mut self, more: usize) -> usize {
        let last = self.begun.checked_sub(1).map(|last| &self.segments[last]);
        if last.is_none_or(|last| !last.is_empty() && last.len() + more > SEGMENT) {
            self.begun += 1;
            if self.segments.len() < self.begun {
                self.segments.push(Vec::new());
            }
        }
        self.begun - 1
    }

    /// Ends a group of copies: [`Staged::encode`] encodes one group after the other.
    pub(crate) fn end_group(&mut self) {
        self.groups.push(self.copies.len());
    }

    /// Moves the bytes to staging buffers, and the copies along; what is left is empty.
    pub(crate) fn stage(&mut self, gpu: &Gpu, retirement: &mut Retirement) -> Staged {
        let segments = self.segments[..self.begun].iter_mut();
        let buffers = segments
            .map(|bytes| {
                let buffer = retirement.staging(gpu, bytes);
                bytes.clear();
                bytes.shrink_to(KEPT);
                buffer
            })
            .collect();
        self.begun = 0;
        Staged::new(buffers, std::mem::take(&mut self.copies), std::mem::take(&mut self.groups))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::TextureShape;

    fn desc(format: wgpu::TextureFormat) -> TextureDesc {
        TextureDesc {
            label: "t".into(),
            shape: TextureShape::Volume,
            width: 10,
            height: 6,
            depth: 2,
            levels: 1,
            samples: 1,
            format,
            render_target: false,
        }
    }

    #[test]
    fn rows_are_padded_to_256_bytes_and_keep_their_order() {
        let rows = Rows::new(&desc(wgpu::TextureFormat::R8Unorm), [3, 2, 2]).expect("a size");
        assert_eq!(rows, Rows { tight: 3, pitch: 256, count: 2, slices: 2 });
        let mut out = Vec::new();
        rows.pad(&(0..12).collect::<Vec<u8>>(), &mut out);
        assert_eq!(out.len(), 4 * 256);
        for row in 0..4u8 {
            let start = usize::from(row) * 256;
            assert_eq!(out[start..start + 4], [row * 3, row * 3 + 1, row * 3 + 2, 0]);
        }
    }

    #[test]
    fn compressed_rows_count_blocks() {
        let rows = Rows::new(&desc(wgpu::TextureFormat::Bc1RgbaUnorm), [10, 6, 1]).expect("a size");
        assert_eq!(rows, Rows { tight: 24, pitch: 256, count: 2, slices: 1 });
    }

    #[test]
    fn wide_rows_stay_multiples_of_256() {
        let rows = Rows::new(&desc(wgpu::TextureFormat::Rgba32Float), [17, 1, 1]).expect("a size");
        assert_eq!((rows.tight, rows.pitch), (272, 512));
    }
}
