//! The host owns the wgpu device; Direct3D 9 draws a frame on it, and the host copies it into its own texture.
//!
//! `cargo run -p retrograph-examples --example bring_your_own_device -- --headless triangle.png`

use image::RgbImage;
use retrograph_d3d9::Direct3D9;
use retrograph_d3d9::types::{ClearFlags, CreateFlags, Fvf, PresentParameters, PrimitiveType};
use retrograph_examples::demo::{self, Result, host};
use retrograph_render::{Gpu, required, wgpu};

fn main() -> Result<()> {
    demo::save("bring_your_own_device", || pollster::block_on(render()))
}

async fn render() -> Result<RgbImage> {
    // The host's own adapter, device and texture: it asks for what Retrograph wants, and for what it wants itself.
    let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    let instance = wgpu::InstanceDescriptor::new_without_display_handle();
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor { backends, ..instance });
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await?;
    let (required_features, required_limits) = required(&adapter);
    let wanted = wgpu::DeviceDescriptor { required_features, required_limits, ..Default::default() };
    let (device, queue) = adapter.request_device(&wanted).await?;
    let texture = host::texture(&device, 960, 540);

    // Direct3D 9 on that device draws a triangle into its back buffer.
    let gpu = Gpu::from_device(&adapter, device.clone(), queue.clone());
    let parameters =
        PresentParameters { back_buffer_width: 960, back_buffer_height: 540, ..Default::default() };
    let mut d3d9 =
        Direct3D9::from_gpu(gpu).create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING)?;
    d3d9.clear(None, ClearFlags::TARGET, 0xff14_1820, 1.0, 0)?;
    d3d9.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE)?;
    let corners =
        [(480.0f32, 70.0f32, 0xffff_5a36u32), (780.0, 470.0, 0xff36_b5ff), (180.0, 470.0, 0xff7d_ff5a)];
    let vertex = |(x, y, color): (f32, f32, u32)| [x.to_bits(), y.to_bits(), 0, 1f32.to_bits(), color];
    d3d9.draw_primitive_up(PrimitiveType::TriangleList, 1, bytemuck::cast_slice(&corners.map(vertex)), 20)?;

    // The frame is a wgpu texture like any other.
    let back_buffer = d3d9.get_back_buffer(0)?;
    let (frame, _level, _layer) = d3d9.native_texture(back_buffer)?;
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_texture(frame.as_image_copy(), texture.as_image_copy(), texture.size());
    queue.submit([encoder.finish()]);
    host::read(&device, &queue, &texture)
}
