//! Draws whose pixels are the values that shaders compute.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, DeclType, DeclUsage, LockFlags, MultiSample, Pool, PresentParameters,
    PrimitiveType, RenderState, VertexElement,
};
use retrograph_d3d9::{Device, Direct3D9, Format, SurfaceId};

use super::assemble::assemble;

/// Pixels of a row, and rows, of the target.
pub(crate) const SIZE: usize = 4;

/// Passes position and texture coordinate on.
pub(crate) const PASS: &str = "vs_3_0
    dcl_position v0
    dcl_texcoord v1
    dcl_position o0
    dcl_texcoord o1
    mov o0, v0
    mov o1, v1";

/// Shows the texture coordinate.
pub(crate) const SHOW: &str = "ps_3_0
    dcl_texcoord v0
    mov oC0, v0";

/// A float target of 4x4 pixels. Pixel (x, y) of the quad has the texture coordinate (x / 4, y / 4, 0, 1).
pub(crate) struct Bench {
    pub(crate) device: Device,
    target: SurfaceId,
    /// Positions and texture coordinates of the quad's corners, a triangle strip.
    pub(crate) corners: [[f32; 8]; 4],
}

impl Bench {
    /// A missing adapter fails the test.
    pub(crate) fn new() -> Self {
        Self::with(Direct3D9::new().expect("an adapter"), CreateFlags::HARDWARE_VERTEXPROCESSING)
    }

    /// A bench on a device made with these flags.
    pub(crate) fn with(direct3d: Direct3D9, flags: CreateFlags) -> Self {
        let direct3d = direct3d.with_threading(super::THREADING);
        let parameters = PresentParameters {
            back_buffer_width: 64,
            back_buffer_height: 64,
            ..PresentParameters::default()
        };
        let mut device = direct3d.create_device(&parameters, flags).expect("a device");
        let target = Self::begin(&mut device);
        let corner = |u: f32, v: f32| [u * 2.0 - 1.0, 1.0 - v * 2.0, 0.5, 1.0, u, v, 0.0, 1.0];
        let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
        Self { device, target, corners }
    }

    /// Resets the device and sets everything again.
    pub(crate) fn reset(&mut self) {
        self.device.release_surface(self.target).expect("released");
        self.device.reset(&PresentParameters::default()).expect("a reset");
        self.target = Self::begin(&mut self.device);
    }

    /// Makes the target and sets state.
    fn begin(device: &mut Device) -> SurfaceId {
        let size = u32::try_from(SIZE).expect("small");
        let format = Format::A32B32G32R32F;
        let target =
            device.create_render_target(size, size, format, MultiSample::NONE, 0, false).expect("a target");
        device.set_render_target(0, Some(target)).expect("set");
        device.set_render_state(RenderState::CULLMODE, 1).expect("set");
        device.set_render_state(RenderState::ZENABLE, 0).expect("set");
        let elements = [
            VertexElement::new(0, 0, DeclType::Float4, DeclUsage::Position, 0),
            VertexElement::new(0, 16, DeclType::Float4, DeclUsage::Texcoord, 0),
        ];
        let declaration = device.create_vertex_declaration(&elements).expect("a declaration");
        device.set_vertex_declaration(Some(declaration)).expect("set");
        target
    }

    /// Makes shaders from assembly and sets them.
    pub(crate) fn set_shaders(&mut self, vertex: &str, pixel: &str) {
        let made = self.device.create_vertex_shader(&assemble(vertex));
        let made = made.unwrap_or_else(|error| panic!("{error}\n{vertex}"));
        self.device.set_vertex_shader(Some(made)).expect("set");
        let made = self.device.create_pixel_shader(&assemble(pixel));
        let made = made.unwrap_or_else(|error| panic!("{error}\n{pixel}"));
        self.device.set_pixel_shader(Some(made)).expect("set");
    }

    /// Draws the quad.
    pub(crate) fn draw(&mut self) {
        let vertices: Vec<u8> = self.corners.concat().iter().flat_map(|lane| lane.to_le_bytes()).collect();
        self.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 32).expect("a draw");
    }

    /// The pixels of the target, row by row.
    pub(crate) fn pixels(&mut self) -> Vec<[f32; 4]> {
        let size = u32::try_from(SIZE).expect("small");
        let copy =
            self.device.create_offscreen_plain_surface(size, size, Format::A32B32G32R32F, Pool::SystemMem);
        let copy = copy.expect("a surface");
        self.device.get_render_target_data(self.target, copy).expect("a read-back");
        let locked = self.device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
        let pitch = locked.pitch() as usize;
        let rows = (0..SIZE).map(|y| &locked.bytes()[y * pitch..][..SIZE * 16]);
        let texels = rows.flat_map(|row| row.chunks_exact(16));
        let lane = |texel: &[u8], lane: usize| {
            f32::from_le_bytes(texel[lane * 4..][..4].try_into().expect("four bytes"))
        };
        let pixels = texels.map(|texel| std::array::from_fn(|index| lane(texel, index))).collect();
        self.device.unlock_rect(locked).expect("an unlock");
        self.device.release_surface(copy).expect("released");
        pixels
    }

    /// Sets a render state.
    pub(crate) fn set(&mut self, state: RenderState, value: u32) {
        self.device.set_render_state(state, value).expect("set");
    }

    /// Makes the target transparent black.
    pub(crate) fn clear(&mut self) {
        self.device.clear(None, ClearFlags::TARGET, 0, 1.0, 0).expect("cleared");
    }

    /// Draws with two shaders and returns all pixels.
    pub(crate) fn run(&mut self, vertex: &str, pixel: &str) -> Vec<[f32; 4]> {
        self.set_shaders(vertex, pixel);
        self.draw();
        self.pixels()
    }
}

/// Whether two values are equal: to the bit, or within `tolerance` of the larger.
pub(crate) fn close(found: f32, expected: f32, tolerance: f32) -> bool {
    found == expected || (found - expected).abs() <= tolerance * expected.abs().max(found.abs())
}

/// Asserts lanes by value.
#[track_caller]
pub(crate) fn assert_lanes(found: [f32; 4], expected: [f32; 4], tolerance: f32, what: &str) {
    let equal = found.iter().zip(expected).all(|(found, expected)| close(*found, expected, tolerance));
    assert!(equal, "{what}: {found:?}, not {expected:?}");
}
