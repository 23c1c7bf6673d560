//! A device with a small target, squares of one colour, and the pixels.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, Fvf, LockFlags, MultiSample, Pool, PresentParameters, PrimitiveType,
    RenderState, TextureFilter,
};
use retrograph_d3d9::{Device, Direct3D9, Format, SurfaceId};

/// Edge of the target in pixels.
pub(crate) const EDGE: u32 = 8;
pub(crate) const BLACK: u32 = 0xFF00_0000;
pub(crate) const RED: u32 = 0xFFFF_0000;
pub(crate) const GREEN: u32 = 0xFF00_FF00;
pub(crate) const BLUE: u32 = 0xFF00_00FF;

/// The whole of the target.
pub(crate) const WHOLE: [f32; 4] = [0.0, 0.0, EDGE as f32, EDGE as f32];

/// A device that draws pre-transformed, coloured vertices without culling to a black target.
pub(crate) struct Scene {
    pub(crate) device: Device,
    pub(crate) target: SurfaceId,
}

pub(crate) fn target(device: &mut Device, edge: u32, format: Format, samples: u32) -> SurfaceId {
    let target = device.create_render_target(edge, edge, format, MultiSample(samples), 0, false);
    target.expect("a target")
}

pub(crate) fn depth(device: &mut Device, edge: u32, format: Format, samples: u32) -> SurfaceId {
    let depth = device.create_depth_stencil_surface(edge, edge, format, MultiSample(samples), 0, false);
    depth.expect("a depth-stencil surface")
}

/// The device's factory.
pub(crate) fn direct3d() -> Direct3D9 {
    Direct3D9::new().expect("an adapter").with_threading(super::THREADING)
}

/// The factory on a GPU that has none of the optional features.
pub(crate) fn plainest() -> Direct3D9 {
    Direct3D9::from_gpu(retrograph_tests::gpu_without_features()).with_threading(super::THREADING)
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self::of(&direct3d(), Format::A8R8G8B8)
    }

    pub(crate) fn of(direct3d: &Direct3D9, format: Format) -> Self {
        let parameters = PresentParameters {
            back_buffer_width: EDGE,
            back_buffer_height: EDGE,
            ..PresentParameters::default()
        };
        let device = direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING);
        let mut device = device.expect("a device");
        let target = target(&mut device, EDGE, format, 0);
        device.set_render_target(0, Some(target)).expect("set");
        device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("set");
        let mut scene = Self { device, target };
        scene.set(&[(RenderState::CULLMODE, 1), (RenderState::LIGHTING, 0), (RenderState::ZENABLE, 0)]);
        scene.clear(BLACK);
        scene
    }

    pub(crate) fn set(&mut self, states: &[(RenderState, u32)]) {
        for (state, value) in states {
            self.device.set_render_state(*state, *value).expect("set");
        }
    }

    pub(crate) fn clear(&mut self, color: u32) {
        self.device.clear(None, ClearFlags::TARGET, color, 1.0, 0).expect("a clear");
    }

    /// Binds a depth-stencil surface with depth test and clears it to depth 1 and stencil 0.
    pub(crate) fn bind_depth(&mut self, surface: SurfaceId) {
        self.device.set_depth_stencil_surface(Some(surface)).expect("set");
        self.set(&[(RenderState::ZENABLE, 1)]);
        let planes = ClearFlags::ZBUFFER | ClearFlags::STENCIL;
        self.device.clear(None, planes, 0, 1.0, 0).expect("a clear");
    }

    /// Draws the pixels from left and top to right and bottom.
    pub(crate) fn square(&mut self, [left, top, right, bottom]: [f32; 4], z: f32, color: u32) {
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let vertex = |(x, y): (f32, f32)| {
            [(x - 0.5).to_bits(), (y - 0.5).to_bits(), z.to_bits(), 1f32.to_bits(), color]
        };
        let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
        self.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 20).expect("a draw");
    }

    /// The texels of a surface of 32 bits a texel, row by row.
    pub(crate) fn read(&mut self, surface: SurfaceId) -> Vec<u32> {
        let device = &mut self.device;
        let desc = device.get_surface_desc(surface).expect("a surface");
        let (width, height, format) = (desc.width, desc.height, desc.format);
        let copy =
            device.create_offscreen_plain_surface(width, height, format, Pool::SystemMem).expect("a surface");
        device.get_render_target_data(surface, copy).expect("a read-back");
        let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
        let pitch = lock.pitch() as usize;
        let row = |y: usize| lock.bytes()[y * pitch..][..width as usize * 4].as_chunks().0;
        let texels = (0..height as usize).flat_map(row).map(|bytes| u32::from_le_bytes(*bytes)).collect();
        device.unlock_rect(lock).expect("an unlock");
        device.release_surface(copy).expect("released");
        texels
    }

    /// The same of a multisampled surface, resolved.
    pub(crate) fn resolve(&mut self, surface: SurfaceId) -> Vec<u32> {
        let desc = self.device.get_surface_desc(surface).expect("a surface");
        let plain = target(&mut self.device, desc.width, desc.format, 0);
        self.device.stretch_rect(surface, None, plain, None, TextureFilter::None).expect("a resolve");
        self.read(plain)
    }

    /// Pixel (x, y) of the target.
    pub(crate) fn pixel(&mut self, x: u32, y: u32) -> u32 {
        self.read(self.target)[(y * EDGE + x) as usize]
    }

    /// Nothing went wrong on the GPU, and nothing was refused.
    pub(crate) fn finish(mut self) {
        self.device.finish().expect("no error on the GPU");
        assert_eq!(self.device.unsupported(), []);
    }
}
