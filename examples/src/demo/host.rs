//! What a host program has of its own: a texture, and a way to read it.

use std::sync::mpsc::channel;

use image::RgbImage;
use retrograph_render::wgpu;

use super::Result;

/// A texture of the host, of the format in which back buffers are held.
#[must_use]
pub fn texture(device: &wgpu::Device, width: u32, height: u32) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("host texture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Bgra8Unorm,
        usage: wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Reads a texture made by [`texture`].
///
/// # Errors
/// When the GPU is lost.
pub fn read(device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture) -> Result<RgbImage> {
    let size = texture.size();
    let pitch = (size.width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("host read-back"),
        size: u64::from(pitch) * u64::from(size.height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(pitch), rows_per_image: None };
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        size,
    );
    queue.submit([encoder.finish()]);
    let (sender, receiver) = channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver waits below; were it gone, nobody would want the result.
        let _ = sender.send(result);
    });
    device.poll(wgpu::PollType::wait_indefinitely())?;
    receiver.recv()??;
    let bytes = buffer.get_mapped_range(..)?;
    Ok(RgbImage::from_fn(size.width, size.height, |x, y| {
        let at = y as usize * pitch as usize + x as usize * 4;
        image::Rgb([bytes[at + 2], bytes[at + 1], bytes[at]])
    }))
}
