//! The device, and one target with a cell for every scene of a batch.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, LockFlags, Matrix, Pool, PresentParameters, RenderState as Rs, SamplerStateType,
    Transform,
};
use retrograph_d3d9::{Device, Direct3D9, Format, SurfaceId, TextureId};
use retrograph_render::Gpu;

use super::scene::{CELL, Scene};
use super::texels::{Kind, Texels};

/// Cells in a row, and rows.
pub(crate) const SIDE: u32 = 10;
/// Scenes a batch.
pub(crate) const CELLS: usize = (SIDE * SIDE) as usize;
/// What is where nothing is drawn: r, g, b, a.
pub(crate) const BACKGROUND: [u8; 4] = [0x20, 0x40, 0x60, 0x80];

const EDGE: u32 = SIDE * CELL;

pub(crate) struct Bench {
    pub(crate) device: Device,
    pub(crate) texels: Texels,
    pub(super) textures: [(Kind, TextureId); 3],
    target: SurfaceId,
    copy: SurfaceId,
    /// Lights and world matrices that earlier scenes have set.
    pub(super) lights: u32,
    pub(super) matrices: Vec<Matrix>,
}

/// The pixels of a batch.
pub(crate) struct Picture(Vec<[u8; 4]>);

impl Picture {
    /// A pixel as r, g, b, a.
    pub(crate) fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let [b, g, r, a] = self.0[(y * EDGE + x) as usize];
        [r, g, b, a]
    }
}

impl Bench {
    /// A missing adapter fails the test.
    pub(crate) fn new() -> Self {
        let direct3d = Direct3D9::from_gpu(Gpu::headless().expect("an adapter"));
        let parameters = PresentParameters {
            back_buffer_width: EDGE,
            back_buffer_height: EDGE,
            back_buffer_format: Format::A8R8G8B8,
            enable_auto_depth_stencil: true,
            auto_depth_stencil_format: Format::D24S8,
            ..PresentParameters::default()
        };
        let flags = CreateFlags::HARDWARE_VERTEXPROCESSING;
        let mut device = direct3d.create_device(&parameters, flags).expect("a device");
        let texels = Texels::new();
        let textures = texels.upload(&mut device);
        let target = device.get_back_buffer(0).expect("a target");
        let copy = device
            .create_offscreen_plain_surface(EDGE, EDGE, Format::A8R8G8B8, Pool::SystemMem)
            .expect("a surface");
        for (state, value) in [(Rs::CULLMODE, 1), (Rs::ZFUNC, 8), (Rs::ZWRITEENABLE, 0)] {
            device.set_render_state(state, value).expect("a state");
        }
        for state in [SamplerStateType::MAGFILTER, SamplerStateType::MINFILTER] {
            for sampler in 0..8 {
                device.set_sampler_state(sampler, state, 1).expect("a state");
            }
        }
        let matrices = vec![device.get_transform(Transform::WORLD).expect("a matrix"); 256];
        Self { device, texels, textures, target, copy, lights: 0, matrices }
    }

    /// Draws scenes, each into its cell.
    pub(crate) fn draw(&mut self, scenes: &[Scene]) -> Picture {
        let [r, g, b, a] = BACKGROUND;
        let color = u32::from_le_bytes([b, g, r, a]);
        let all = retrograph_d3d9::types::Viewport {
            width: EDGE,
            height: EDGE,
            max_z: 1.0,
            ..retrograph_d3d9::types::Viewport::default()
        };
        self.device.set_viewport(&all).expect("a viewport");
        self.device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, color, 1.0, 0).expect("cleared");
        self.device.begin_scene().expect("a scene");
        for scene in scenes {
            self.draw_one(scene);
        }
        self.device.end_scene().expect("a scene");
        self.device.get_render_target_data(self.target, self.copy).expect("a copy");
        let lock = self.device.lock_rect(self.copy, None, LockFlags::READONLY).expect("a lock");
        let pitch = lock.pitch() as usize;
        let rows = lock.bytes().chunks(pitch).map(|row| &row[..EDGE as usize * 4]);
        let picture = Picture(rows.flat_map(|row| row.as_chunks().0.to_vec()).collect());
        self.device.unlock_rect(lock).expect("unlocked");
        picture
    }
}
