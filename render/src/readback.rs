//! Reading texels back, without the row padding that GPUs want.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use rustc_hash::FxHashMap;

use crate::error::RenderError;
use crate::frame::ReadTexture;
use crate::gpu::Gpu;
use crate::resource::{GpuTexture, Table};

/// Read-backs that were encoded and not yet fetched, by ticket.
#[derive(Debug, Default)]
pub(crate) struct Readbacks {
    pending: FxHashMap<u64, Result<Pending, RenderError>>,
}

/// A buffer that a texture was copied to.
#[derive(Debug)]
struct Pending {
    buffer: wgpu::Buffer,
    rows: Rows,
}

/// Where the rows asked for lie in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    start: usize,
    tight: usize,
    pitch: usize,
    count: usize,
}

impl Rows {
    fn unpad(self, bytes: &[u8]) -> Vec<u8> {
        let rows = bytes[self.start..].chunks(self.pitch).take(self.count);
        rows.flat_map(|row| &row[..self.tight]).copied().collect()
    }
}

impl Readbacks {
    /// Encodes a read.
    pub(crate) fn encode(
        &mut self,
        gpu: &Gpu,
        table: &Table,
        read: &ReadTexture,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let texture = table.textures.get(read.source.texture);
        let pending = texture
            .ok_or(RenderError::UnknownTexture(read.source.texture))
            .and_then(|texture| copy(gpu, texture, read, encoder));
        self.pending.insert(read.ticket, pending);
    }

    /// Takes the texels of a ticket, once the GPU has made them.
    pub(crate) async fn take(&mut self, gpu: &Gpu, ticket: u64) -> Result<Vec<u8>, RenderError> {
        let unknown = || Err(RenderError::Validation(format!("no read has ticket {ticket}")));
        let Pending { buffer, rows } = self.pending.remove(&ticket).unwrap_or_else(unknown)?;
        let answer = Answer::default();
        let setter = answer.clone();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| setter.set(result));
        if !cfg!(target_family = "wasm") {
            gpu.wait()?;
        }
        let lost = |error: &dyn std::fmt::Display| RenderError::DeviceLost(error.to_string());
        answer.await.map_err(|error| lost(&error))?;
        let view = buffer.get_mapped_range(..).map_err(|error| lost(&error))?;
        let texels = rows.unpad(&view);
        drop(view);
        buffer.unmap();
        Ok(texels)
    }
}

fn copy(
    gpu: &Gpu,
    texture: &GpuTexture,
    read: &ReadTexture,
    encoder: &mut wgpu::CommandEncoder,
) -> Result<Pending, RenderError> {
    let (desc, texture) = (&texture.desc, texture.texture());
    desc.check_read(read.source, read.size)?;
    let unreadable = RenderError::Unreadable { format: desc.format, samples: desc.samples };
    let bytes = desc.read_bytes().ok_or(unreadable)? as usize;
    let block = desc.format.block_dimensions();
    let [mut x, mut y, z] = read.source.origin;
    let [mut width, mut height] = read.size;
    let (mut skip_x, mut skip_y) = (0, 0);
    if desc.format.is_depth_stencil_format() {
        // Depth is copied by whole levels only.
        (skip_x, skip_y) = (std::mem::take(&mut x) as usize, std::mem::take(&mut y) as usize);
        [width, height, _] = desc.level_size(read.source.level);
    }
    let row = width.div_ceil(block.0) as usize * bytes;
    let pitch = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
    let count = height.div_ceil(block.1) as usize;
    let label = format!("read-back of {}", desc.label);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let buffer = gpu.create_buffer(&label, (pitch * count) as u64, usage);
    let source = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: read.source.level,
        origin: wgpu::Origin3d { x, y, z },
        aspect: desc.read_aspect(),
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(pitch as u32),
        rows_per_image: Some(count as u32),
    };
    let size = wgpu::Extent3d {
        width: width.next_multiple_of(block.0),
        height: height.next_multiple_of(block.1),
        depth_or_array_layers: 1,
    };
    encoder.copy_texture_to_buffer(source, wgpu::TexelCopyBufferInfo { buffer: &buffer, layout }, size);
    let rows = Rows {
        start: skip_y * pitch + skip_x * bytes,
        tight: read.size[0].div_ceil(block.0) as usize * bytes,
        pitch,
        count: read.size[1].div_ceil(block.1) as usize,
    };
    Ok(Pending { buffer, rows })
}

/// What `map_async` will say, as a future.
#[derive(Clone, Debug, Default)]
struct Answer(Arc<Mutex<AnswerState>>);

#[derive(Debug, Default)]
struct AnswerState {
    result: Option<Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

impl Answer {
    fn set(&self, result: Result<(), wgpu::BufferAsyncError>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.result = Some(result);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }
}

impl Future for Answer {
    type Output = Result<(), wgpu::BufferAsyncError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = state.result.take() {
            return Poll::Ready(result);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_skipped_texels_are_left_out() {
        let mut bytes = vec![0u8; 3 * 8 - 2];
        for (index, byte) in (0u8..).zip(bytes.iter_mut()) {
            *byte = index;
        }
        let rows = Rows { start: 9, tight: 3, pitch: 8, count: 2 };
        assert_eq!(rows.unpad(&bytes), [9, 10, 11, 17, 18, 19]);
    }
}
