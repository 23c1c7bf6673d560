//! Vertex and index buffers.

use std::ops::Range;

use retrograph_render::WriteOrder;
use retrograph_render::resource::BufferId as GpuBuffer;

use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::{IndexBufferId, VertexBufferId};
use crate::types::{Fvf, LockFlags, Pool, Usage};

/// Which buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BufferKey {
    /// A vertex buffer.
    Vertex(VertexBufferId),
    /// An index buffer.
    Index(IndexBufferId),
}

/// The most GPU buffers that one guest buffer takes turns with in a frame. More discards than that keep their
/// order among the draws, at the price of a break in the pass.
const MOST_SPARES: usize = 256;

/// A buffer of vertices.
pub(crate) type VertexBuffer = Buffer;
/// A buffer of indices.
pub(crate) type IndexBuffer = Buffer;

/// A vertex or index buffer.
#[derive(Debug)]
pub(crate) struct Buffer {
    /// What the GPU holds.
    pub(crate) gpu: Option<GpuBuffer>,
    /// The format.
    pub(crate) format: Format,
    /// Size in bytes.
    pub(crate) size: u32,
    /// The pool.
    pub(crate) pool: Pool,
    /// The usage.
    pub(crate) usage: Usage,
    /// The vertex format that it was created with.
    pub(crate) fvf: Fvf,
    /// The bytes, once something was locked.
    bytes: Box<[u8]>,
    /// Locks that are held.
    pub(crate) locks: u32,
    /// Bytes to upload at the next draw.
    pub(crate) pending: Option<Range<u32>>,
    /// The frame that last wrote [`Buffer::gpu`].
    written_in: u64,
    /// GPU buffers that held earlier contents, with the frame that last used each.
    spares: Vec<(GpuBuffer, u64)>,
}

/// What an unlock asks of the recorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Publish {
    /// Nothing was written.
    Nothing,
    /// The next draw uploads what is pending.
    AtDraw,
    /// Upload now, in this order.
    Now(WriteOrder),
    /// Take another GPU buffer, then upload.
    Renamed,
}

impl Buffer {
    /// A buffer of zeros.
    pub(crate) fn new(format: Format, size: u32, usage: Usage, pool: Pool, fvf: Fvf) -> Result<Self> {
        let on_cpu = usage.contains(Usage::DYNAMIC) && pool == Pool::Managed;
        if size == 0 || pool == Pool::Scratch || on_cpu {
            return Err(Error::InvalidCall);
        }
        if size > 1 << 30 {
            return Err(Error::OutOfVideoMemory);
        }
        Ok(Self {
            gpu: None,
            format,
            size,
            pool,
            usage,
            fvf,
            bytes: Box::default(),
            locks: 0,
            pending: None,
            written_in: 0,
            spares: Vec::new(),
        })
    }

    /// The flags that count: DISCARD gives way to NOOVERWRITE and READONLY, and outside DEFAULT both do nothing.
    fn effective(&self, flags: LockFlags) -> LockFlags {
        let mut flags = flags;
        if self.pool != Pool::Default {
            flags -= LockFlags::DISCARD | LockFlags::NOOVERWRITE;
        } else if flags.intersects(LockFlags::NOOVERWRITE | LockFlags::READONLY) {
            flags -= LockFlags::DISCARD;
        }
        flags
    }

    /// Copies a range out. Size 0 is all that follows the offset; what reaches past the end is cut.
    pub(crate) fn lock(&mut self, offset: u32, size: u32, flags: LockFlags) -> Result<Box<[u8]>> {
        if offset >= self.size {
            return Err(Error::InvalidCall);
        }
        let room = self.size - offset;
        let size = if size == 0 { room } else { size.min(room) };
        let range = offset as usize..(offset + size) as usize;
        self.locks += 1;
        if self.bytes.is_empty() || self.effective(flags).contains(LockFlags::DISCARD) {
            return Ok(vec![0; range.len()].into());
        }
        Ok(self.bytes[range].into())
    }

    /// A copy of a range, which is inside.
    pub(crate) fn read(&self, offset: u32, size: u32) -> Vec<u8> {
        let mut bytes = vec![0; size as usize];
        self.read_into(offset.into(), &mut bytes);
        bytes
    }

    /// Copies what there is from an offset on; what is past the end is left alone.
    pub(crate) fn read_into(&self, offset: u64, to: &mut [u8]) {
        let rest =
            usize::try_from(offset).ok().and_then(|offset| self.bytes.get(offset..)).unwrap_or_default();
        let length = rest.len().min(to.len());
        to[..length].copy_from_slice(&rest[..length]);
    }

    /// Takes a range back and says how it gets to the GPU.
    pub(crate) fn unlock(
        &mut self,
        offset: u32,
        bytes: &[u8],
        flags: LockFlags,
        frame: u64,
    ) -> Result<Publish> {
        if self.locks == 0 {
            return Err(Error::InvalidCall);
        }
        self.locks -= 1;
        let flags = self.effective(flags);
        // READONLY counts only where the CPU's bytes are what matters.
        if flags.contains(LockFlags::READONLY) && self.pool != Pool::Default {
            return Ok(Publish::Nothing);
        }
        if self.bytes.is_empty() {
            self.bytes = vec![0; self.size as usize].into();
        }
        let end = offset + bytes.len() as u32;
        self.bytes[offset as usize..end as usize].copy_from_slice(bytes);
        if self.pool != Pool::Default {
            let old = self.pending.take().unwrap_or(offset..end);
            self.pending = Some(old.start.min(offset)..old.end.max(end));
            return Ok(Publish::AtDraw);
        }
        let again = self.written_in == frame;
        self.written_in = frame;
        Ok(if flags.contains(LockFlags::NOOVERWRITE) {
            Publish::Now(WriteOrder::NoOverwrite)
        } else if flags.contains(LockFlags::DISCARD) && again && self.spares.len() < MOST_SPARES {
            Publish::Renamed
        } else {
            Publish::Now(WriteOrder::Ordered)
        })
    }

    /// The pending bytes with their offset; they count as uploaded from now on.
    pub(crate) fn take_pending(&mut self) -> Option<(u32, &[u8])> {
        let range = self.pending.take()?;
        Some((range.start, &self.bytes[range.start as usize..range.end as usize]))
    }

    /// Sets the GPU buffer aside and takes one that no command of this frame uses; `None` when there is none
    /// yet, and the caller makes one.
    pub(crate) fn rename(&mut self, frame: u64) -> Option<GpuBuffer> {
        let old = self.gpu.take()?;
        let free = self.spares.iter().position(|&(_, used_in)| used_in != frame);
        self.gpu = free.map(|index| self.spares.swap_remove(index).0);
        self.spares.push((old, frame));
        self.gpu
    }

    /// Every GPU buffer that it holds.
    pub(crate) fn gpu_buffers(&self) -> impl Iterator<Item = GpuBuffer> {
        self.gpu.into_iter().chain(self.spares.iter().map(|spare| spare.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(pool: Pool, usage: Usage) -> Buffer {
        Buffer::new(Format::VERTEXDATA, 16, usage, pool, Fvf::empty()).expect("a valid buffer")
    }

    fn write(buffer: &mut Buffer, offset: u32, bytes: &[u8], flags: LockFlags, frame: u64) -> Publish {
        let locked = buffer.lock(offset, bytes.len() as u32, flags).expect("locks");
        assert_eq!(locked.len(), bytes.len());
        buffer.unlock(offset, bytes, flags, frame).expect("unlocks")
    }

    const NONE: LockFlags = LockFlags::empty();

    #[test]
    fn invalid_buffers_are_refused() {
        let new = |size, usage, pool| Buffer::new(Format::INDEX16, size, usage, pool, Fvf::empty()).err();
        assert!(matches!(new(0, Usage::empty(), Pool::Default), Some(Error::InvalidCall)));
        assert!(matches!(new(4, Usage::empty(), Pool::Scratch), Some(Error::InvalidCall)));
        assert!(matches!(new(4, Usage::DYNAMIC, Pool::Managed), Some(Error::InvalidCall)));
        assert!(matches!(new(u32::MAX, Usage::empty(), Pool::Default), Some(Error::OutOfVideoMemory)));
    }

    #[test]
    fn locks_begin_inside_and_are_cut_at_the_end() {
        let mut found = buffer(Pool::Default, Usage::empty());
        assert!(matches!(found.lock(16, 1, NONE), Err(Error::InvalidCall)));
        assert_eq!(found.lock(12, 0, NONE).expect("locks").len(), 4);
        assert_eq!(found.lock(12, 99, NONE).expect("locks").len(), 4);
        assert_eq!(found.locks, 2);
    }

    #[test]
    fn an_unlock_without_a_lock_is_invalid() {
        let mut found = buffer(Pool::Managed, Usage::empty());
        assert!(matches!(found.unlock(0, &[1], NONE, 1), Err(Error::InvalidCall)));
    }

    #[test]
    fn bytes_come_back_at_the_next_lock() {
        let mut found = buffer(Pool::Default, Usage::empty());
        write(&mut found, 4, &[1, 2, 3], NONE, 1);
        assert_eq!(*found.lock(3, 5, NONE).expect("locks"), [0, 1, 2, 3, 0]);
    }

    #[test]
    fn managed_buffers_upload_the_union_at_the_next_draw_whatever_the_flags() {
        let mut found = buffer(Pool::Managed, Usage::empty());
        assert_eq!(write(&mut found, 8, &[8, 9], LockFlags::NOOVERWRITE, 1), Publish::AtDraw);
        assert_eq!(write(&mut found, 2, &[2], LockFlags::DISCARD, 1), Publish::AtDraw);
        assert_eq!(found.take_pending(), Some((2, &[2, 0, 0, 0, 0, 0, 8, 9][..])));
        assert_eq!(found.take_pending(), None);
        assert_eq!(write(&mut found, 2, &[7], LockFlags::READONLY, 1), Publish::Nothing);
        assert_eq!(*found.lock(2, 1, NONE).expect("locks"), [2]);
    }

    #[test]
    fn discard_gives_way_to_nooverwrite() {
        let mut found = buffer(Pool::Default, Usage::DYNAMIC);
        let both = LockFlags::DISCARD | LockFlags::NOOVERWRITE;
        write(&mut found, 0, &[5; 16], NONE, 1);
        assert_eq!(write(&mut found, 0, &[6], both, 1), Publish::Now(WriteOrder::NoOverwrite));
        assert_eq!(*found.lock(0, 2, NONE).expect("locks"), [6, 5]);
    }

    #[test]
    fn a_second_discard_in_a_frame_takes_another_gpu_buffer() {
        let mut found = buffer(Pool::Default, Usage::DYNAMIC);
        let discard = LockFlags::DISCARD;
        let ordered = Publish::Now(WriteOrder::Ordered);
        assert_eq!(write(&mut found, 0, &[1], discard, 1), ordered);
        assert_eq!(write(&mut found, 0, &[2], discard, 1), Publish::Renamed);
        assert_eq!(write(&mut found, 0, &[3], discard, 2), ordered);
        assert_eq!(write(&mut found, 0, &[4], NONE, 2), ordered);
    }

    #[test]
    fn set_aside_buffers_return_in_a_later_frame() {
        let mut ids = slotmap::SlotMap::<GpuBuffer, ()>::with_key();
        let (first, second) = (ids.insert(()), ids.insert(()));
        let mut found = buffer(Pool::Default, Usage::DYNAMIC);
        found.gpu = Some(first);
        assert_eq!(found.rename(1), None, "the only buffer is in use");
        found.gpu = Some(second);
        assert_eq!(found.rename(2), Some(first));
        assert_eq!(found.gpu_buffers().collect::<Vec<_>>(), [first, second]);
    }
}
