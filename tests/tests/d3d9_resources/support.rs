//! A device, and texels in and out of it.

use retrograph_d3d9::types::{
    CreateFlags, LockFlags, MultiSample, Pool, PresentParameters, Rect, TextureFilter,
};
use retrograph_d3d9::{Device, Direct3D9, Error, Format, SurfaceId};

pub(crate) const NONE: LockFlags = LockFlags::empty();

/// A device with a 64x64 back buffer. A missing adapter fails the test.
pub(crate) fn device() -> Device {
    make(&Direct3D9::new().expect("an adapter").with_threading(super::THREADING))
}

/// A device on a GPU that has none of the optional features: everything is emulated.
pub(crate) fn plainest_device() -> Device {
    make(&Direct3D9::from_gpu(retrograph_tests::gpu_without_features()).with_threading(super::THREADING))
}

fn make(direct3d: &Direct3D9) -> Device {
    let parameters =
        PresentParameters { back_buffer_width: 64, back_buffer_height: 64, ..PresentParameters::default() };
    direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING).expect("a device")
}

/// Rows of units (texels or blocks) of a surface: bytes of a tight row, and how many.
fn rows(device: &Device, surface: SurfaceId, rect: Option<Rect>) -> (usize, usize) {
    let desc = device.get_surface_desc(surface).expect("a surface");
    let (width, height) = rect.map_or((desc.width, desc.height), |rect| {
        ((rect.right - rect.left) as u32, (rect.bottom - rect.top) as u32)
    });
    (desc.format.row_bytes(width) as usize, desc.format.rows(height) as usize)
}

/// The distance between rows: what the lock says, except where it is known to lie.
fn pitch(device: &Device, surface: SurfaceId, told: u32) -> usize {
    let desc = device.get_surface_desc(surface).expect("a surface");
    match desc.format {
        Format::ATI1 | Format::ATI2 => desc.format.row_bytes(desc.width) as usize,
        _ => told as usize,
    }
}

/// Writes tight rows into a rectangle.
pub(crate) fn write_rect(
    device: &mut Device,
    surface: SurfaceId,
    rect: Option<Rect>,
    flags: LockFlags,
    bytes: &[u8],
) {
    let (row, count) = rows(device, surface, rect);
    assert_eq!(bytes.len(), row * count);
    let mut locked = device.lock_rect(surface, rect, flags).expect("a lock");
    let pitch = pitch(device, surface, locked.pitch());
    for (index, bytes) in bytes.chunks_exact(row).enumerate() {
        locked.bytes_mut()[index * pitch..][..row].copy_from_slice(bytes);
    }
    device.unlock_rect(locked).expect("an unlock");
}

/// Writes tight rows into a whole surface.
pub(crate) fn write(device: &mut Device, surface: SurfaceId, bytes: &[u8]) {
    write_rect(device, surface, None, NONE, bytes);
}

/// Reads a surface's rows, tight.
pub(crate) fn read(device: &mut Device, surface: SurfaceId) -> Vec<u8> {
    let (row, count) = rows(device, surface, None);
    let locked = device.lock_rect(surface, None, LockFlags::READONLY).expect("a lock");
    let pitch = pitch(device, surface, locked.pitch());
    let bytes = (0..count).flat_map(|y| &locked.bytes()[y * pitch..][..row]).copied().collect();
    device.unlock_rect(locked).expect("an unlock");
    bytes
}

/// Reads a render target by way of a surface in system memory.
pub(crate) fn read_target(device: &mut Device, surface: SurfaceId) -> Vec<u8> {
    let desc = device.get_surface_desc(surface).expect("a surface");
    let copy = device
        .create_offscreen_plain_surface(desc.width, desc.height, desc.format, Pool::SystemMem)
        .expect("a surface");
    device.get_render_target_data(surface, copy).expect("a read-back");
    let bytes = read(device, copy);
    device.release_surface(copy).expect("released");
    bytes
}

/// Reads any surface of the GPU by way of a render target.
pub(crate) fn read_gpu(device: &mut Device, surface: SurfaceId) -> Vec<u8> {
    let desc = device.get_surface_desc(surface).expect("a surface");
    let copy = target(device, desc.width, desc.height, desc.format);
    device.stretch_rect(surface, None, copy, None, TextureFilter::None).expect("a copy");
    let bytes = read_target(device, copy);
    device.release_surface(copy).expect("released");
    bytes
}

/// A render target.
pub(crate) fn target(device: &mut Device, width: u32, height: u32, format: Format) -> SurfaceId {
    device.create_render_target(width, height, format, MultiSample::NONE, 0, false).expect("a render target")
}

/// A plain surface.
pub(crate) fn plain(device: &mut Device, width: u32, height: u32, format: Format, pool: Pool) -> SurfaceId {
    device.create_offscreen_plain_surface(width, height, format, pool).expect("a plain surface")
}

/// Little-endian texels.
pub(crate) fn words(texels: &[u32]) -> Vec<u8> {
    texels.iter().flat_map(|texel| texel.to_le_bytes()).collect()
}

/// `count` different bytes.
pub(crate) fn noise(count: usize) -> Vec<u8> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

/// The call was refused as invalid.
pub(crate) fn is_invalid<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::InvalidCall))
}

/// Nothing went wrong on the GPU.
pub(crate) fn finish(mut device: Device) {
    device.finish().expect("no error on the GPU");
    assert_eq!(device.unsupported(), []);
}
