//! A device with what it draws, so that every pixel is known.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, Fvf, LockFlags, MultiSample, Pool, PresentParameters, PrimitiveType,
    RenderState, Usage,
};
use retrograph_d3d9::{Device, Direct3D9, Error, Format, SurfaceId, TextureId};

/// Bytes of a vertex: x, y, z, 1/w, colour, u, v.
const STRIDE: u32 = 28;

/// A device, its targets and a texture.
pub(crate) struct World {
    pub(crate) device: Device,
    target: SurfaceId,
    depth: SurfaceId,
    texture: TextureId,
    edge: u32,
}

/// Opaque colours that differ from frame to frame.
fn color(frame: u64, salt: u64) -> u32 {
    0xFF00_0000 | ((frame * 7 + salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32
}

fn targets(device: &mut Device, edge: u32) -> (SurfaceId, SurfaceId) {
    let (none, format) = (MultiSample::NONE, Format::A8R8G8B8);
    let target = device.create_render_target(edge, edge, format, none, 0, false).expect("a target");
    let depth =
        device.create_depth_stencil_surface(edge, edge, Format::D24S8, none, 0, false).expect("a depth");
    device.set_render_target(0, Some(target)).expect("set");
    device.set_depth_stencil_surface(Some(depth)).expect("set");
    (target, depth)
}

/// Makes targets and sets all state.
fn begin(device: &mut Device, texture: TextureId, edge: u32) -> (SurfaceId, SurfaceId) {
    let made = targets(device, edge);
    device.set_render_state(RenderState::CULLMODE, 1).expect("set");
    device.set_render_state(RenderState::LIGHTING, 0).expect("set");
    device.set_render_state(RenderState::ZENABLE, 1).expect("set");
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1).expect("set");
    device.set_texture(0, Some(texture)).expect("set");
    made
}

impl World {
    /// A new device.
    pub(crate) fn new(direct3d: &Direct3D9) -> Self {
        let parameters = PresentParameters {
            back_buffer_width: 16,
            back_buffer_height: 16,
            ..PresentParameters::default()
        };
        let mut device =
            direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING).expect("a device");
        let texture = device.create_texture(4, 4, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed);
        let texture = texture.expect("a texture");
        let (target, depth) = begin(&mut device, texture, 16);
        Self { device, target, depth, texture, edge: 16 }
    }

    /// Resets the device, which wants targets gone, keeps the texture, and forgets all state.
    pub(crate) fn reset(&mut self, edge: u32) {
        let parameters = PresentParameters {
            back_buffer_width: edge,
            back_buffer_height: edge,
            ..PresentParameters::default()
        };
        assert!(matches!(self.device.reset(&parameters), Err(Error::InvalidCall)), "targets live");
        self.device.release_surface(self.target).expect("released");
        self.device.release_surface(self.depth).expect("released");
        self.device.reset(&parameters).expect("a reset");
        (self.target, self.depth) = begin(&mut self.device, self.texture, edge);
        self.edge = edge;
    }

    /// Clears, and draws a square of the texture over the left half twice: white, and behind it what must not be seen.
    pub(crate) fn draw(&mut self, frame: u64) {
        let device = &mut self.device;
        let level = device.get_surface_level(self.texture, 0).expect("a level");
        let mut lock = device.lock_rect(level, None, LockFlags::empty()).expect("a lock");
        let pitch = lock.pitch() as usize;
        for row in lock.bytes_mut().chunks_mut(pitch).take(4) {
            row[..16].copy_from_slice(&color(frame, 1).to_le_bytes().repeat(4));
        }
        device.unlock_rect(lock).expect("an unlock");
        let planes = ClearFlags::TARGET | ClearFlags::ZBUFFER;
        device.clear(None, planes, color(frame, 2), 1.0, 0).expect("a clear");
        for (z, diffuse) in [(0.25, 0xFFFF_FFFF), (0.5, 0xFF00_0000)] {
            let vertices = quad(self.edge as f32, z, diffuse);
            device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, STRIDE).expect("a draw");
        }
    }

    /// Every pixel of the target is what [`World::draw`] must have left.
    pub(crate) fn check(&mut self, frame: u64) {
        let (device, edge) = (&mut self.device, self.edge);
        let format = Format::A8R8G8B8;
        let copy =
            device.create_offscreen_plain_surface(edge, edge, format, Pool::SystemMem).expect("a surface");
        device.get_render_target_data(self.target, copy).expect("a read-back");
        let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
        let half = edge as usize / 2;
        let row = [vec![color(frame, 1); half], vec![color(frame, 2); half]].concat();
        let row: Vec<u8> = row.iter().flat_map(|texel| texel.to_le_bytes()).collect();
        for y in 0..edge as usize {
            let found = &lock.bytes()[y * lock.pitch() as usize..][..row.len()];
            assert_eq!(found, row, "row {y} of frame {frame}");
        }
        device.unlock_rect(lock).expect("an unlock");
        device.release_surface(copy).expect("released");
    }

    /// Makes targets of another size and lets go of the old ones.
    pub(crate) fn replace_targets(&mut self, edge: u32) {
        let old = (self.target, self.depth);
        (self.target, self.depth) = targets(&mut self.device, edge);
        self.edge = edge;
        self.device.release_surface(old.0).expect("released");
        self.device.release_surface(old.1).expect("released");
    }
}

/// The left half of a target of `edge` pixels as a strip.
fn quad(edge: f32, z: f32, diffuse: u32) -> Vec<u8> {
    let corner = |u: f32, v: f32| {
        let place = [u * edge / 2.0 - 0.5, v * edge - 0.5, z, 1.0].map(f32::to_bits);
        [&place[..], &[diffuse, u.to_bits(), v.to_bits()]].concat()
    };
    let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
    corners.concat().iter().flat_map(|lane| lane.to_le_bytes()).collect()
}
