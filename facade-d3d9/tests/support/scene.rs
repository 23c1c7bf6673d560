//! A small scene that tests and benches share: a quad of one texture, with shaders of model 2.

#![allow(dead_code, reason = "tests and benches share this file, and each uses a part of it")]

use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::{
    CreateFlags, DeclType, DeclUsage, LockFlags, MultiSample, Pool, PresentParameters, RenderState, Usage,
    VertexElement,
};
use retrograph_d3d9::{
    Device, Direct3D9, Format, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId,
    VertexShaderId,
};

/// `oPos = v0; oT0 = v1 + c0`
const VERTEX_SHADER: [u32; 15] = [
    0xFFFE_0200,
    0x0200_001F,
    0x8000_0000,
    0x900F_0000,
    0x0200_001F,
    0x8000_0005,
    0x900F_0001,
    0x0200_0001,
    0xC00F_0000,
    0x90E4_0000,
    0x0300_0002,
    0xE00F_0000,
    0x90E4_0001,
    0xA0E4_0000,
    0x0000_FFFF,
];

/// `oC0 = texld(t0, s0) * c0`
const PIXEL_SHADER: [u32; 19] = [
    0xFFFF_0200,
    0x0200_001F,
    0x8000_0000,
    0xB003_0000,
    0x0200_001F,
    0x9000_0000,
    0xA00F_0800,
    0x0300_0042,
    0x800F_0000,
    0xB0E4_0000,
    0xA0E4_0800,
    0x0300_0005,
    0x800F_0000,
    0x80E4_0000,
    0xA0E4_0000,
    0x0200_0001,
    0x800F_0800,
    0x80E4_0000,
    0x0000_FFFF,
];

/// A quad as a strip: position and texture coordinates.
pub(crate) const QUAD: [[f32; 5]; 4] = [
    [-1.0, 1.0, 0.5, 0.0, 0.0],
    [1.0, 1.0, 0.5, 1.0, 0.0],
    [-1.0, -1.0, 0.5, 0.0, 1.0],
    [1.0, -1.0, 0.5, 1.0, 1.0],
];

/// Bytes of one vertex.
pub(crate) const STRIDE: u32 = 20;

/// The scene.
pub(crate) struct Scene {
    pub(crate) device: Device,
    pub(crate) buffer: VertexBufferId,
    pub(crate) declaration: VertexDeclarationId,
    pub(crate) textures: [TextureId; 2],
    /// The buffer, and another with the same vertices.
    pub(crate) buffers: [VertexBufferId; 2],
    /// Two vertex shaders, the first of them bound.
    pub(crate) vertex: [VertexShaderId; 2],
    /// Two pixel shaders, the first of them bound.
    pub(crate) pixel: [PixelShaderId; 2],
    /// Two targets of 64 by 64 pixels, the first of them bound.
    pub(crate) targets: [SurfaceId; 2],
}

/// The bytes of plain values.
pub(crate) fn bytes<T: bytemuck::NoUninit>(values: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(values).to_vec()
}

/// The modes that every test runs in.
pub(crate) const MODES: [Threading; 2] = [Threading::Inline, Threading::Pipelined];

impl Scene {
    /// Everything set up for drawing the quad over a back buffer of 64 by 64 pixels.
    pub(crate) fn new(threading: Threading) -> Self {
        let parameters = PresentParameters {
            back_buffer_width: 64,
            back_buffer_height: 64,
            ..PresentParameters::default()
        };
        let d3d = Direct3D9::new().expect("a GPU").with_threading(threading);
        let flags = CreateFlags::HARDWARE_VERTEXPROCESSING;
        let mut device = d3d.create_device(&parameters, flags).expect("a device");
        let buffers = [(); 2].map(|()| quad(&mut device));
        let elements = [
            VertexElement::new(0, 0, DeclType::Float3, DeclUsage::Position, 0),
            VertexElement::new(0, 12, DeclType::Float2, DeclUsage::Texcoord, 0),
        ];
        let declaration = device.create_vertex_declaration(&elements).expect("a declaration");
        let textures = [0xFF20_4060, 0xFFFF_8000].map(|color| solid_texture(&mut device, color));
        let vertex =
            [VERTEX_SHADER; 2].map(|code| device.create_vertex_shader(&bytes(&code)).expect("a shader"));
        let pixel =
            [PIXEL_SHADER; 2].map(|code| device.create_pixel_shader(&bytes(&code)).expect("a shader"));
        let other = device
            .create_render_target(64, 64, Format::A8R8G8B8, MultiSample::NONE, 0, false)
            .expect("a target");
        let targets = [device.get_back_buffer(0).expect("a back buffer"), other];
        let buffer = buffers[0];
        let mut scene = Self { device, buffer, declaration, textures, buffers, vertex, pixel, targets };
        scene.bind();
        scene
    }

    fn bind(&mut self) {
        let device = &mut self.device;
        device.set_vertex_shader(Some(self.vertex[0])).expect("set");
        device.set_pixel_shader(Some(self.pixel[0])).expect("set");
        device.set_vertex_declaration(Some(self.declaration)).expect("set");
        device.set_stream_source(0, Some(self.buffer), 0, STRIDE).expect("set");
        device.set_texture(0, Some(self.textures[0])).expect("set");
        device.set_pixel_shader_constant_f(0, &[[1.0; 4]]).expect("set");
        device.set_render_state(RenderState::CULLMODE, 1).expect("set");
    }
}

fn quad(device: &mut Device) -> VertexBufferId {
    let buffer = device
        .create_vertex_buffer(80, Usage::empty(), retrograph_d3d9::types::Fvf::empty(), Pool::Managed)
        .expect("a buffer");
    let mut lock = device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
    lock.bytes_mut().copy_from_slice(&bytes(&QUAD));
    device.unlock_vertex_buffer(lock).expect("an unlock");
    buffer
}

fn solid_texture(device: &mut Device, argb: u32) -> TextureId {
    let texture =
        device.create_texture(1, 1, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed).expect("a texture");
    let surface = device.get_surface_level(texture, 0).expect("a level");
    let mut lock = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
    lock.bytes_mut()[..4].copy_from_slice(&argb.to_le_bytes());
    device.unlock_rect(lock).expect("an unlock");
    texture
}
