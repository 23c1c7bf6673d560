//! Devices: found, listed, and brought by the host.

use retrograph_render::{Context, Gpu, RenderError, required, wgpu};

use super::common::{begin, bytes, context, corner, draw, pixels, plain_program, target};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A device as a host makes it that asks for nothing.
fn plain_device() -> (wgpu::Adapter, wgpu::Device, wgpu::Queue) {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    pollster::block_on(async {
        let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await;
        let adapter = adapter.expect("the tests need an adapter");
        let (device, queue) =
            adapter.request_device(&wgpu::DeviceDescriptor::default()).await.expect("a device");
        (adapter, device, queue)
    })
}

#[test]
fn the_adapter_in_use_is_listed() {
    let context = context();
    let names: Vec<_> = Gpu::adapters().into_iter().map(|info| info.name).collect();
    assert!(names.contains(&context.gpu().info.name), "{names:?}");
}

#[test]
fn a_device_without_features_draws_the_same() {
    let (adapter, device, queue) = plain_device();
    let mut context = Context::with_threading(Gpu::from_device(&adapter, device, queue), super::THREADING);
    assert_eq!(context.gpu().caps.features, wgpu::Features::empty());
    let screen = context.recorder.create_texture(target(2, 2, RGBA));
    let program = plain_program(&mut context);
    begin(&mut context, screen, program);
    context.recorder.write_block(1, 0, &bytes(&[0.0, 1.0, 0.0, 1.0]));
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, screen), [[0, 255, 0, 255]; 4]);
}

#[test]
fn a_host_reads_the_texture_with_its_own_device() {
    let (adapter, device, queue) = plain_device();
    let mut context =
        Context::with_threading(Gpu::from_device(&adapter, device.clone(), queue.clone()), super::THREADING);
    let screen = context.recorder.create_texture(target(64, 1, RGBA));
    context.recorder.write_texture(corner(screen), [64, 1, 1], &[9; 256]);
    context.finish().expect("no validation error");
    let texture = context.native_texture(screen).expect("a submitted texture");
    let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("host"),
        size: 256,
        usage,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.size(),
    );
    queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("mapped"));
    device.poll(wgpu::PollType::wait_indefinitely()).expect("a living device");
    assert_eq!(buffer.get_mapped_range(..).expect("mapped")[..], [9; 256]);
}

#[test]
fn what_is_required_is_what_the_adapter_has() {
    let (adapter, ..) = plain_device();
    let (features, limits) = required(&adapter);
    assert!(adapter.features().contains(features));
    assert_eq!(limits, adapter.limits());
}

#[test]
fn what_wgpu_refuses_surfaces_once_and_later_frames_work() {
    let mut context = context();
    let mut desc = target(4, 4, RGBA);
    desc.samples = 3;
    context.recorder.create_texture(desc);
    assert!(matches!(context.finish(), Err(RenderError::Validation(_))));
    let fine = context.recorder.create_texture(target(1, 1, RGBA));
    assert_eq!(pixels(&mut context, fine), [[0; 4]]);
}

#[test]
fn reads_of_unknown_textures_are_refused() {
    let mut context = context();
    let id = context.recorder.create_texture(target(1, 1, RGBA));
    context.recorder.release_texture(id);
    assert_eq!(context.read_texture(corner(id), [1, 1]), Err(RenderError::UnknownTexture(id)));
}
