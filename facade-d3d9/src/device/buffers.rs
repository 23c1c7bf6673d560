//! Vertex and index buffers.

use retrograph_render::resource::BufferDesc as GpuBufferDesc;
use slotmap::Key;

use super::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::{IndexBufferId, VertexBufferId};
use crate::record::Dirty;
use crate::resource::{Buffer, BufferDesc, BufferKey, LockedBuffer, Publish};
use crate::types::{Fvf, LockFlags, Pool, Usage};

impl Device {
    /// Creates a vertex buffer of zeros. `fvf` is only remembered.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for size 0, [`Pool::Scratch`] and managed dynamic buffers;
    /// [`Error::OutOfVideoMemory`] for more than 1 GiB.
    pub fn create_vertex_buffer(
        &mut self,
        size: u32,
        usage: Usage,
        fvf: Fvf,
        pool: Pool,
    ) -> Result<VertexBufferId> {
        let buffer = Buffer::new(Format::VERTEXDATA, size, usage, pool, fvf)?;
        let id = self.vertex_buffers.insert(buffer);
        self.attach(BufferKey::Vertex(id));
        Ok(id)
    }

    /// Creates an index buffer of zeros.
    ///
    /// # Errors
    /// Those of [`Device::create_vertex_buffer`], and [`Error::InvalidCall`] for formats other than
    /// [`Format::INDEX16`] and [`Format::INDEX32`].
    pub fn create_index_buffer(
        &mut self,
        size: u32,
        usage: Usage,
        format: Format,
        pool: Pool,
    ) -> Result<IndexBufferId> {
        if format != Format::INDEX16 && format != Format::INDEX32 {
            return Err(Error::InvalidCall);
        }
        let buffer = Buffer::new(format, size, usage, pool, Fvf::empty())?;
        let id = self.index_buffers.insert(buffer);
        self.attach(BufferKey::Index(id));
        Ok(id)
    }

    /// Forgets a vertex buffer. Streams that it is bound to read nothing from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such buffer.
    pub fn release_vertex_buffer(&mut self, buffer: VertexBufferId) -> Result<()> {
        let buffer = self.vertex_buffers.remove(buffer).ok_or(Error::InvalidCall)?;
        self.detach(&buffer);
        Ok(())
    }

    /// Forgets an index buffer; if it is bound, none is from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such buffer.
    pub fn release_index_buffer(&mut self, buffer: IndexBufferId) -> Result<()> {
        let buffer = self.index_buffers.remove(buffer).ok_or(Error::InvalidCall)?;
        self.detach(&buffer);
        Ok(())
    }

    /// What a vertex buffer is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such buffer.
    pub fn get_vertex_buffer_desc(&self, buffer: VertexBufferId) -> Result<BufferDesc> {
        self.vertex_buffers.get(buffer).map(describe).ok_or(Error::InvalidCall)
    }

    /// What an index buffer is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such buffer.
    pub fn get_index_buffer_desc(&self, buffer: IndexBufferId) -> Result<BufferDesc> {
        self.index_buffers.get(buffer).map(describe).ok_or(Error::InvalidCall)
    }

    /// Locks a range of a vertex buffer; size 0 is all that follows the offset, and what reaches past the end is cut.
    /// Several locks may be held at once: each has its own copy, and the last one given back wins.
    ///
    /// In [`Pool::Default`] DISCARD gives zeros and NOOVERWRITE promises that no draw so far reads what is written;
    /// elsewhere both do nothing.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such buffer and for offsets past its end.
    pub fn lock_vertex_buffer(
        &mut self,
        buffer: VertexBufferId,
        offset: u32,
        size: u32,
        flags: LockFlags,
    ) -> Result<LockedBuffer> {
        self.lock_buffer(BufferKey::Vertex(buffer), offset, size, flags)
    }

    /// Gives a range of a vertex buffer back: what was written counts for draws from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when the buffer is gone, and for ranges of index buffers.
    pub fn unlock_vertex_buffer(&mut self, locked: LockedBuffer) -> Result<()> {
        if !matches!(locked.buffer, BufferKey::Vertex(_)) {
            return Err(Error::InvalidCall);
        }
        self.unlock_buffer(locked)
    }

    /// [`Device::lock_vertex_buffer`] for index buffers.
    ///
    /// # Errors
    /// Those of [`Device::lock_vertex_buffer`].
    pub fn lock_index_buffer(
        &mut self,
        buffer: IndexBufferId,
        offset: u32,
        size: u32,
        flags: LockFlags,
    ) -> Result<LockedBuffer> {
        self.lock_buffer(BufferKey::Index(buffer), offset, size, flags)
    }

    /// [`Device::unlock_vertex_buffer`] for index buffers.
    ///
    /// # Errors
    /// Those of [`Device::unlock_vertex_buffer`].
    pub fn unlock_index_buffer(&mut self, locked: LockedBuffer) -> Result<()> {
        if !matches!(locked.buffer, BufferKey::Index(_)) {
            return Err(Error::InvalidCall);
        }
        self.unlock_buffer(locked)
    }

    fn buffer_mut(&mut self, key: BufferKey) -> Option<&mut Buffer> {
        match key {
            BufferKey::Vertex(id) => self.vertex_buffers.get_mut(id),
            BufferKey::Index(id) => self.index_buffers.get_mut(id),
        }
    }

    /// Gives a buffer one on the GPU.
    fn attach(&mut self, key: BufferKey) {
        let id = match key {
            BufferKey::Vertex(id) => id.data(),
            BufferKey::Index(id) => id.data(),
        };
        let Some(buffer) = self.buffer_mut(key) else { return };
        let (format, size) = (buffer.format, buffer.size);
        let label = format!("{format:?} {size} bytes {id:?}");
        let gpu = self.context.recorder.create_buffer(GpuBufferDesc { label, size });
        if let Some(buffer) = self.buffer_mut(key) {
            buffer.gpu = Some(gpu);
        }
        self.record.layout.stale = true;
        self.dirty |= Dirty::INPUT;
    }

    fn detach(&mut self, buffer: &Buffer) {
        for gpu in buffer.gpu_buffers() {
            self.context.recorder.release_buffer(gpu);
        }
        self.invalidate();
    }

    fn lock_buffer(
        &mut self,
        key: BufferKey,
        offset: u32,
        size: u32,
        flags: LockFlags,
    ) -> Result<LockedBuffer> {
        let bytes = self.buffer_mut(key).ok_or(Error::InvalidCall)?.lock(offset, size, flags)?;
        Ok(LockedBuffer { buffer: key, flags, offset, bytes })
    }

    fn unlock_buffer(&mut self, locked: LockedBuffer) -> Result<()> {
        let LockedBuffer { buffer: key, flags, offset, bytes } = locked;
        let frame = self.context.recorder.frame_id();
        let buffer = self.buffer_mut(key).ok_or(Error::InvalidCall)?;
        match buffer.unlock(offset, &bytes, flags, frame)? {
            Publish::Nothing => {}
            Publish::AtDraw => self.dirty |= Dirty::RESOURCES,
            Publish::Now(order) => {
                if let Some(gpu) = buffer.gpu {
                    self.context.recorder.write_buffer(gpu, offset, &bytes, order);
                }
            }
            Publish::Renamed => {
                if buffer.rename(frame).is_none() {
                    self.attach(key);
                }
                self.dirty |= Dirty::INPUT;
                if let Some(gpu) = self.buffer_mut(key).and_then(|buffer| buffer.gpu) {
                    let order = retrograph_render::WriteOrder::Ordered;
                    self.context.recorder.write_buffer(gpu, offset, &bytes, order);
                }
            }
        }
        self.relieve()
    }

    /// Brings a vertex buffer up to date on the GPU.
    #[inline]
    pub(crate) fn upload_vertex_buffer(&mut self, buffer: VertexBufferId) {
        if let Some(found) = self.vertex_buffers.get_mut(buffer) {
            upload(&mut self.context.recorder, found);
        }
    }

    /// Brings an index buffer up to date on the GPU.
    #[inline]
    pub(crate) fn upload_index_buffer(&mut self, buffer: IndexBufferId) {
        if let Some(found) = self.index_buffers.get_mut(buffer) {
            upload(&mut self.context.recorder, found);
        }
    }
}

fn upload(recorder: &mut retrograph_render::Recorder, buffer: &mut Buffer) {
    let gpu = buffer.gpu;
    if let (Some((offset, bytes)), Some(gpu)) = (buffer.take_pending(), gpu) {
        recorder.write_buffer(gpu, offset, bytes, retrograph_render::WriteOrder::Ordered);
    }
}

fn describe(buffer: &Buffer) -> BufferDesc {
    let Buffer { format, usage, pool, size, fvf, .. } = *buffer;
    BufferDesc { format, usage, pool, size, fvf }
}
