//! Vertex streams and indices.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::id::{IndexBufferId, VertexBufferId};
use crate::record::Dirty;
use crate::state::STREAMS;
use crate::types::values::{STREAMSOURCE_INDEXEDDATA, STREAMSOURCE_INSTANCEDATA};

/// What [`Device::get_stream_source`] answers: buffer, offset and stride in bytes.
pub type StreamSource = (Option<VertexBufferId>, u32, u32);

impl Device {
    /// Binds a vertex buffer to a stream. Without a buffer, offset and stride stay as they were.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for streams past 15 and a buffer that does not exist.
    #[inline]
    pub fn set_stream_source(
        &mut self,
        stream: u32,
        buffer: Option<VertexBufferId>,
        offset: u32,
        stride: u32,
    ) -> Result<()> {
        let mut pending = false;
        if let Some(id) = buffer {
            pending = self.vertex_buffers.get(id).ok_or(Error::InvalidCall)?.pending.is_some();
        }
        let slot = self.state.streams.get_mut(stream as usize).ok_or(Error::InvalidCall)?;
        let mut new = *slot;
        new.buffer = buffer;
        if buffer.is_some() {
            (new.offset, new.stride) = (offset, stride);
        }
        if *slot != new {
            self.record.layout.stale |= slot.buffer.is_none() || buffer.is_none();
            *slot = new;
            self.stream_changed(stream as usize);
            if pending {
                self.dirty |= Dirty::RESOURCES;
            }
        }
        Ok(())
    }

    /// The buffer of a stream, with its offset and stride.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for streams past 15.
    pub fn get_stream_source(&self, stream: u32) -> Result<StreamSource> {
        let stream = self.state.streams.get(stream as usize).ok_or(Error::InvalidCall)?;
        Ok((stream.buffer, stream.offset, stream.stride))
    }

    /// Sets a stream's frequency: 1, or one of the two `STREAMSOURCE_*` marks with a number.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for streams past 15, for 0, for both marks at once, and for instance data in
    /// stream 0.
    pub fn set_stream_source_freq(&mut self, stream: u32, frequency: u32) -> Result<()> {
        let marks = STREAMSOURCE_INDEXEDDATA | STREAMSOURCE_INSTANCEDATA;
        let instance_data = frequency & STREAMSOURCE_INSTANCEDATA != 0;
        let wrong = stream as usize >= STREAMS
            || frequency == 0
            || frequency & marks == marks
            || (stream == 0 && instance_data);
        if wrong {
            return Err(Error::InvalidCall);
        }
        let slot = &mut self.state.streams[stream as usize].frequency;
        if *slot != frequency {
            *slot = frequency;
            self.record.layout.stale = true;
            self.dirty |= Dirty::INPUT;
        }
        Ok(())
    }

    /// A stream's frequency.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for streams past 15.
    pub fn get_stream_source_freq(&self, stream: u32) -> Result<u32> {
        self.state.streams.get(stream as usize).map(|s| s.frequency).ok_or(Error::InvalidCall)
    }

    /// Binds an index buffer.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a buffer that does not exist.
    #[inline]
    pub fn set_indices(&mut self, buffer: Option<IndexBufferId>) -> Result<()> {
        let mut pending = false;
        if let Some(id) = buffer {
            pending = self.index_buffers.get(id).ok_or(Error::InvalidCall)?.pending.is_some();
        }
        if self.state.indices != buffer {
            self.state.indices = buffer;
            self.dirty |= Dirty::INPUT;
            if pending {
                self.dirty |= Dirty::RESOURCES;
            }
        }
        Ok(())
    }

    /// The bound index buffer.
    #[must_use]
    pub fn get_indices(&self) -> Option<IndexBufferId> {
        self.state.indices
    }
}
