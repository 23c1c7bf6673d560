//! Uniform blocks: the frame's log is expanded into a shadow a block, and what a draw's program reaches of it
//! goes to a ring, with dynamic offsets.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::frame::Frame;
use crate::gpu::{BufferRange, Gpu};
use crate::layout::{BlockSizes, Layouts};
use crate::resource::{BLOCKS, GpuShader, ShaderId};
use crate::retire::{Completion, Ticket};
use crate::ring::{Ring, RingSlice};
use crate::upload::Uploads;

/// Bytes of a chunk: far more than any program's blocks, few enough that idle ones cost little.
const CHUNK: usize = 1 << 20;

/// Most bytes of chunks that are kept though no frame uses them.
const CAP: u64 = 64 << 20;

/// Both stages of a program, with their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stages<'a> {
    pub(crate) vertex: (ShaderId, &'a GpuShader),
    pub(crate) fragment: (ShaderId, &'a GpuShader),
}

impl Stages<'_> {
    /// The size of each block that either stage declares.
    pub(crate) fn block_sizes(&self) -> BlockSizes {
        let [vertex, fragment] = [self.vertex, self.fragment].map(|(_, shader)| shader.desc.block_sizes);
        std::array::from_fn(|block| vertex[block].max(fragment[block]).next_multiple_of(16))
    }

    /// The shader whose overlay applies to a block.
    fn overlay(&self, block: usize) -> Option<(ShaderId, &GpuShader)> {
        let stage = match block {
            0 => self.vertex,
            1 => self.fragment,
            _ => return None,
        };
        Some(stage).filter(|(_, shader)| !shader.desc.overlay.is_empty())
    }
}

/// What decides a bind group: its chunk, and the sizes of its blocks.
type GroupKey = (u32, BlockSizes);

/// Which bind group is bound, with the offset of each of its blocks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoundBlocks {
    group: GroupKey,
    pub(crate) offsets: SmallVec<[u32; 5]>,
}

/// A block as the log left it.
#[derive(Debug, Default)]
struct Block {
    bytes: Vec<u8>,
    /// Grows with every write.
    version: u64,
    /// What of it was written to the ring last.
    last: Option<Written>,
}

/// A prefix of a block in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    version: u64,
    size: u32,
    overlay: Option<ShaderId>,
    chunk: u32,
    offset: u32,
}

/// The uniform blocks of a frame being encoded.
#[derive(Debug)]
pub(crate) struct Uniforms {
    blocks: [Block; BLOCKS],
    cursor: usize,
    ring: Ring<wgpu::Buffer>,
    groups: FxHashMap<GroupKey, wgpu::BindGroup>,
    /// The group bound last: draw after draw it is the same.
    last: Option<(GroupKey, wgpu::BindGroup)>,
}

impl Uniforms {
    /// For a device.
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let limits = &gpu.caps.limits;
        let alignment =
            limits.min_uniform_buffer_offset_alignment.max(limits.min_storage_buffer_offset_alignment);
        let ring = Ring::new(alignment, CHUNK, CAP);
        Self { blocks: Default::default(), cursor: 0, ring, groups: FxHashMap::default(), last: None }
    }

    /// Starts a frame: all blocks are zeros.
    pub(crate) fn begin_frame(&mut self, completion: &impl Completion) {
        let groups = &mut self.groups;
        self.ring.begin_frame(completion, |dropped| groups.retain(|(chunk, _), _| *chunk != dropped));
        self.last = None;
        self.cursor = 0;
        for block in &mut self.blocks {
            block.bytes.clear();
            block.version += 1;
            block.last = None;
        }
    }

    /// Ends a frame that a submission reads.
    pub(crate) fn end_frame(&mut self, submission: Ticket) {
        self.ring.end_frame(&[submission]);
    }

    /// Bytes of the ring that no open frame uses.
    pub(crate) fn held(&self) -> u64 {
        self.ring.held()
    }

    /// Applies the log up to a draw's cursor.
    pub(crate) fn advance(&mut self, frame: &Frame, cursor: u32) {
        let end = (cursor as usize).min(frame.blocks.len());
        for write in frame.blocks.get(self.cursor..end).unwrap_or_default() {
            let Some(block) = self.blocks.get_mut(usize::from(write.block)) else { continue };
            let bytes = frame.bytes(write.bytes);
            let start = write.offset as usize;
            let end = start + bytes.len();
            if block.bytes.len() < end {
                block.bytes.resize(end, 0);
            }
            block.bytes[start..end].copy_from_slice(bytes);
            block.version += 1;
        }
        self.cursor = self.cursor.max(end);
    }

    /// Writes what changed of the blocks that a program declares; `None` when it declares none. The bind group for it is
    /// [`Uniforms::group`].
    pub(crate) fn bind(
        &mut self,
        gpu: &Gpu,
        layouts: &mut Layouts,
        stages: &Stages<'_>,
        sizes: BlockSizes,
    ) -> Option<BoundBlocks> {
        if sizes == BlockSizes::default() {
            return None;
        }
        // All blocks of a group lie in one chunk. Reserving for all of them at once keeps that so: when a chunk
        // is begun here, none of the blocks written before is in it, and all are written again.
        let room = sizes.iter().map(|size| self.ring.room(*size as usize)).sum();
        let chunk = self.ring.reserve(room, |serial, size| {
            let mut usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
            if gpu.caps.large_blocks() {
                usage |= wgpu::BufferUsages::STORAGE;
            }
            gpu.create_buffer(&format!("uniform blocks {serial}"), size as u64, usage)
        });
        let mut offsets = SmallVec::new();
        for (index, size) in sizes.into_iter().enumerate().filter(|(_, size)| *size > 0) {
            offsets.push(self.write(index, size, chunk, stages));
        }
        let key = (chunk, sizes);
        if self.last.as_ref().is_none_or(|(last, _)| *last != key) {
            let buffer = self.ring.buffer(chunk)?;
            let group = self.groups.entry(key);
            let group = group.or_insert_with(|| make_group(gpu, &layouts.uniforms(gpu, sizes), buffer, key));
            self.last = Some((key, group.clone()));
        }
        Some(BoundBlocks { group: key, offsets })
    }

    /// The bind group of what was bound last.
    pub(crate) fn group(&self) -> Option<&wgpu::BindGroup> {
        self.last.as_ref().map(|(_, group)| group)
    }

    fn write(&mut self, index: usize, size: u32, chunk: u32, stages: &Stages<'_>) -> u32 {
        let overlay = stages.overlay(index);
        let block = &mut self.blocks[index];
        let version = block.version;
        let shader = overlay.map(|(id, _)| id);
        if let Some(last) = block.last
            && (last.version, last.size, last.overlay, last.chunk) == (version, size, shader, chunk)
        {
            return last.offset;
        }
        let (slice, out) = self.ring.push(&block.bytes, size as usize);
        for row in overlay.iter().flat_map(|(_, shader)| &shader.desc.overlay) {
            if let Some(place) = out.get_mut(row.offset as usize..).and_then(|rest| rest.get_mut(..16)) {
                place.copy_from_slice(&row.bytes);
            }
        }
        let RingSlice { chunk, offset } = slice;
        block.last = Some(Written { version, size, overlay: shader, chunk, offset });
        offset
    }

    /// Adds the frame's blocks to its uploads; answers how many bytes they are.
    pub(crate) fn upload(&mut self, uploads: &mut Uploads) -> u64 {
        let mut total = 0;
        for (buffer, bytes) in self.ring.contents() {
            let size = bytes.len() as u64;
            uploads.add_range(BufferRange { buffer, offset: 0, size }, bytes);
            total += size;
        }
        total
    }

    /// How many bind groups exist.
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }
}

fn make_group(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    buffer: &wgpu::Buffer,
    (chunk, sizes): GroupKey,
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0u32..)
        .zip(sizes)
        .filter(|(_, size)| *size > 0)
        .map(|(binding, size)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: std::num::NonZeroU64::new(size.into()),
            }),
        })
        .collect();
    gpu.create_group(&format!("uniform blocks {sizes:?} in chunk {chunk}"), layout, &entries)
}
