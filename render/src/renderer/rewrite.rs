//! Ordered writes to buffers: draws before one see the old bytes and draws after it the new, in the same pass.
//!
//! All of a frame's writes to buffers happen before its passes. So a write to bytes that a draw before it reads
//! goes to another backing, which takes over what the write leaves alone; draws name the backing of their time.

use std::ops::Range;

use super::Renderer;
use crate::frame::{
    AttributeSource, Command, Draw, Frame, IndexFormat, Indices, TextureLocation, UploadTarget, VertexInput,
};
use crate::geometry::{PreparedDraw, Source};
use crate::gpu::BufferRange;
use crate::graph::Early;
use crate::resource::{BufferId, GpuBuffer};

impl Renderer {
    /// Applies a frame's upload before anything else.
    pub(super) fn upload(&mut self, target: UploadTarget, bytes: &[u8]) {
        let done = match target {
            UploadTarget::Buffer { buffer, offset, .. } => {
                let buffer = self.table.buffers.get_mut(buffer);
                buffer.is_some_and(|buffer| self.uploads.add_to_buffer(buffer, offset, bytes))
            }
            UploadTarget::Texture { location, size } => {
                let texture = self.table.textures.get(location.texture);
                texture.is_some_and(|texture| self.uploads.add_to_texture(texture, location, size, bytes))
            }
        };
        self.counters.transfers_dropped += u64::from(!done);
    }

    /// Adds an upload that stands between passes, as a group of its own.
    pub(super) fn upload_between(&mut self, target: UploadTarget, bytes: &[u8]) {
        let done = match target {
            UploadTarget::Buffer { buffer, offset, .. } => {
                let buffer = self.table.buffers.get_mut(buffer);
                buffer.is_some_and(|buffer| self.ordered.add_to_buffer(buffer, offset, bytes))
            }
            UploadTarget::Texture { location, size } => {
                let texture = self.table.textures.get(location.texture);
                texture.is_some_and(|texture| self.ordered.add_to_texture(texture, location, size, bytes))
            }
        };
        self.counters.transfers_dropped += u64::from(!done);
        self.prepared.last = None;
        self.ordered.end_group();
    }

    /// Applies what a plan puts before all steps, behind the uploads that the recorder put there.
    pub(super) fn prepare_early(&mut self, frame: &Frame, early: &[Early]) {
        self.prepared.mips.clear();
        for early in early {
            match early {
                Early::Upload { upload, renames } => {
                    let bytes = frame.bytes(upload.bytes);
                    if let (UploadTarget::Texture { location, size }, true) = (upload.target, *renames) {
                        self.rename_texture(location, size, bytes.len());
                    }
                    self.upload(upload.target, bytes);
                }
                Early::Mips(mips) => {
                    if let Some(texture) = self.mip_source(mips) {
                        let texture = texture.newest().clone();
                        self.prepared.mips.push((texture, *mips));
                        self.uploads.end_group();
                    }
                }
            }
        }
    }

    /// Gives a texture another backing, with all that an upload leaves alone.
    fn rename_texture(&mut self, location: TextureLocation, size: [u32; 3], bytes: usize) {
        let id = location.texture;
        let Some(texture) = self.table.textures.get_mut(id) else { return };
        let backing = self.retirement.texture(&self.gpu, id, texture);
        self.uploads.add_rest(texture, &backing.texture, location, size, bytes);
        texture.rename(backing);
        self.counters.texture_renames += 1;
        self.prepared.renamed_textures.push(id);
    }

    /// Applies the ordered writes that come before a command.
    pub(super) fn rewrite_before(&mut self, frame: &Frame, rewrites: &[u32], command: u32) {
        while let Some(index) = rewrites.get(self.prepared.rewritten).filter(|index| **index < command) {
            self.prepared.rewritten += 1;
            self.prepared.last = None;
            let Some(Command::Upload(upload)) = frame.commands.get(*index as usize) else { continue };
            if let UploadTarget::Buffer { buffer, offset, in_place } = upload.target {
                let bytes = frame.bytes(upload.bytes);
                if !in_place {
                    self.rename(buffer, u64::from(offset)..u64::from(offset) + bytes.len() as u64);
                }
                self.upload(upload.target, bytes);
            }
        }
    }

    /// Gives a buffer another backing when a draw reads bytes that are about to change.
    fn rename(&mut self, id: BufferId, written: Range<u64>) {
        let Some(buffer) = self.table.buffers.get_mut(id) else { return };
        let read = buffer.is_read(self.counters.frames + 1, &written);
        if !read || written.end > u64::from(buffer.desc.size) {
            return;
        }
        let old = buffer.current().clone();
        let backing = self.retirement.backing(&self.gpu, old.size());
        // The write itself is widened to multiples of 4 from the shadow.
        let (start, end) = (written.start & !3, written.end.next_multiple_of(4));
        let mut keep = |range: Range<u64>| {
            let size = range.end - range.start;
            self.uploads.add_same(&old, BufferRange { buffer: &backing, offset: range.start, size });
        };
        keep(0..start);
        keep(end..old.size());
        buffer.rename(backing);
        self.counters.renames += 1;
        self.prepared.renamed.push(id);
    }

    /// Takes note of what a prepared draw reads, and makes it name the backings of its time.
    pub(super) fn note_reads(&mut self, frame: &Frame, draw: &Draw, prepared: &mut PreparedDraw) {
        if let Some(input) = frame.inputs.get(draw.input as usize) {
            for_each_read(input, draw, |buffer, bytes| {
                if let Some(buffer) = self.table.buffers.get_mut(buffer) {
                    buffer.note_read(self.counters.frames + 1, bytes);
                }
            });
        }
        let table = &self.table;
        self.geometry.rename(prepared, |source| match source {
            Source::Buffer(id) => match table.buffers.get(id).map_or(0, GpuBuffer::current_index) {
                0 => source,
                index => Source::Backing(id, index),
            },
            _ => source,
        });
    }

    /// Retires the backings that only this frame and frames before it read.
    pub(super) fn retire_backings(&mut self) {
        for id in self.prepared.renamed.drain(..) {
            if let Some(buffer) = self.table.buffers.get_mut(id) {
                buffer.end_frame().for_each(|backing| self.retirement.retire_backing(backing));
            }
        }
        for id in self.prepared.renamed_textures.drain(..) {
            if let Some(texture) = self.table.textures.get_mut(id) {
                let bytes = texture.desc.bytes();
                texture.end_frame().for_each(|backing| self.retirement.retire_texture(id, bytes, backing));
            }
        }
    }
}

/// Calls back with every buffer that a draw may read, and between which bytes.
fn for_each_read(input: &VertexInput, draw: &Draw, mut read: impl FnMut(BufferId, Range<u64>)) {
    let indexed = draw.indices != Indices::None;
    // Attributes may reach past the stride.
    let ends = input.attributes.iter().map(|attribute| u64::from(attribute.offset) + attribute.format.size());
    let reach = ends.max().unwrap_or(0);
    for stream in &input.streams {
        let AttributeSource::Buffer(buffer) = stream.source else { continue };
        let (offset, stride) = (u64::from(stream.offset), u64::from(stream.stride));
        let (first, count) = match (stream.instance_step, indexed) {
            (Some(_), _) => (0, None),
            // No vertex is before the base vertex. How far indices reach is not known here.
            (None, true) => (u64::try_from(draw.base_vertex).unwrap_or(0), None),
            (None, false) => (draw.first.into(), Some(u64::from(draw.count))),
        };
        let end = count.map_or(u64::MAX, |count| offset + (first + count.saturating_sub(1)) * stride + reach);
        read(buffer, offset + first * stride..end);
    }
    if let (Some((buffer, format)), Indices::Buffer) = (input.indices, draw.indices) {
        let size = if format == IndexFormat::U16 { 2 } else { 4 };
        let first = u64::from(draw.first) * size;
        read(buffer, first..first + u64::from(draw.count) * size);
    }
}
