//! A scene whose picture tells whether anything changed.

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, Fvf, LockFlags, Pool, PresentParameters, PrimitiveType, RenderState,
};
use retrograph_d3d9::{Device, Direct3D9, Format};

/// Edge of the back buffer in pixels.
pub(crate) const EDGE: u32 = 8;

/// A device that is set up to draw coloured, pre-transformed vertices; culling is off.
pub(crate) fn device() -> Device {
    let parameters = PresentParameters {
        back_buffer_width: EDGE,
        back_buffer_height: EDGE,
        ..PresentParameters::default()
    };
    let direct3d = Direct3D9::new().expect("an adapter").with_threading(super::THREADING);
    let mut device =
        direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING).expect("a device");
    device.set_render_state(RenderState::CULLMODE, 1).expect("a state");
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("a vertex format");
    device.begin_scene().expect("a scene");
    device
}

/// The four corners of a quad over the left half of the back buffer, as a strip.
pub(crate) fn quad(color: u32) -> Vec<u8> {
    let corners = [(-0.5, -0.5), (3.5, -0.5), (-0.5, 7.5), (3.5, 7.5)];
    let vertex = |(x, y): (f32, f32)| [x.to_bits(), y.to_bits(), 0.5f32.to_bits(), 1f32.to_bits(), color];
    corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect()
}

/// Clears to blue, draws the quad in orange, and checks every pixel: the state is as [`device`] left it, and the GPU
/// refused nothing so far.
pub(crate) fn assert_unharmed(device: &mut Device) {
    device.clear(None, ClearFlags::TARGET, 0xff00_00ff, 1.0, 0).expect("a clear");
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &quad(0xffff_8000), 20).expect("a draw");
    let copy = device
        .create_offscreen_plain_surface(EDGE, EDGE, Format::X8R8G8B8, Pool::SystemMem)
        .expect("a surface");
    let target = device.get_back_buffer(0).expect("a back buffer");
    device.get_render_target_data(target, copy).expect("a read-back");
    let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
    for y in 0..EDGE as usize {
        for x in 0..EDGE as usize {
            let texel = &lock.bytes()[y * lock.pitch() as usize + x * 4..][..3];
            let expected = if x < 4 { [0x00, 0x80, 0xff] } else { [0xff, 0x00, 0x00] };
            assert_eq!(texel, expected, "pixel ({x}, {y})");
        }
    }
    device.unlock_rect(lock).expect("an unlock");
    device.release_surface(copy).expect("a release");
}

/// Asserts that a call answered `D3DERR_INVALIDCALL`.
#[track_caller]
pub(crate) fn invalid<T: std::fmt::Debug>(result: retrograph_d3d9::Result<T>) {
    let code = result.map_or_else(|error| error.hresult(), |_| 0);
    assert_eq!(code, 0x8876_086c, "D3DERR_INVALIDCALL expected, not {code:#x}");
}
