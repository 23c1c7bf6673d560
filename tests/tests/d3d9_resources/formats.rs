//! Texels survive the way to the GPU and back.

use retrograph_d3d9::types::Pool;
use retrograph_d3d9::{Device, Error, Format};

use super::support::{
    NONE, device, finish, noise, plain, plainest_device, read, read_gpu, read_target, target, words, write,
};

/// Writes noise in system memory, moves it to the GPU, reads it back, and compares under a mask that repeats.
fn returns(formats: &[(Format, &[u8])]) {
    returns_on(device(), formats);
}

fn returns_on(mut device: Device, formats: &[(Format, &[u8])]) {
    for &(format, mask) in formats {
        // An odd width shows the difference between rows and their pitch.
        let (width, height) = if format.rows(4) == 1 { (12, 8) } else { (5, 3) };
        let source = plain(&mut device, width, height, format, Pool::SystemMem);
        let bytes = noise((format.row_bytes(width) * format.rows(height)) as usize);
        write(&mut device, source, &bytes);
        let gpu = plain(&mut device, width, height, format, Pool::Default);
        device.update_surface(source, None, gpu, None).expect("an update");
        let masked = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte & mask).collect()
        };
        assert_eq!(masked(&read(&mut device, gpu)), masked(&bytes), "{format:?}");
    }
    finish(device);
}

#[test]
fn eight_bit_formats_return() {
    returns(&[
        (Format::A8R8G8B8, &[255]),
        (Format::X8R8G8B8, &[255, 255, 255, 0]),
        (Format::A8B8G8R8, &[255]),
        (Format::X8B8G8R8, &[255, 255, 255, 0]),
        (Format::A8, &[255]),
        (Format::L8, &[255]),
        (Format::A8L8, &[255]),
        (Format::A4L4, &[255]),
    ]);
}

#[test]
fn sixteen_bit_formats_return() {
    returns(&[
        (Format::R5G6B5, &[255]),
        (Format::X1R5G5B5, &[255, 127]),
        (Format::A1R5G5B5, &[255]),
        (Format::A4R4G4B4, &[255]),
        (Format::X4R4G4B4, &[255, 15]),
    ]);
}

#[test]
fn wide_formats_return() {
    returns(&[
        (Format::A2R10G10B10, &[255]),
        (Format::A2B10G10R10, &[255]),
        (Format::L16, &[255]),
        (Format::G16R16, &[255]),
        (Format::A16B16G16R16, &[255]),
        (Format::R16F, &[255]),
        (Format::G16R16F, &[255]),
        (Format::A16B16G16R16F, &[255]),
        (Format::R32F, &[255]),
        (Format::G32R32F, &[255]),
        (Format::A32B32G32R32F, &[255]),
    ]);
}

#[test]
fn signed_formats_return() {
    returns(&[
        (Format::V8U8, &[255]),
        (Format::Q8W8V8U8, &[255]),
        (Format::V16U16, &[255]),
        (Format::Q16W16V16U16, &[255]),
        (Format::L6V5U5, &[255]),
        (Format::X8L8V8U8, &[255, 255, 255, 0]),
        (Format::A2W10V10U10, &[255]),
    ]);
}

#[test]
fn formats_return_without_optional_features() {
    let formats = [
        Format::A8R8G8B8,
        Format::R5G6B5,
        Format::L16,
        Format::G16R16,
        Format::A16B16G16R16,
        Format::A16B16G16R16F,
        Format::V8U8,
        Format::R32F,
    ];
    returns_on(plainest_device(), &formats.map(|format| (format, &[255][..])));
}

#[test]
fn decoded_blocks_are_not_read_back() {
    let mut device = plainest_device();
    let source = plain(&mut device, 4, 4, Format::DXT1, Pool::SystemMem);
    let gpu = plain(&mut device, 4, 4, Format::DXT1, Pool::Default);
    write(&mut device, gpu, &[3; 8]);
    assert_eq!(read(&mut device, gpu), [3; 8], "the CPU has the newest bytes");
    device.update_surface(source, None, gpu, None).expect("an update");
    assert!(matches!(device.lock_rect(gpu, None, NONE), Err(Error::NotAvailable)));
    device.finish().expect("no error on the GPU");
    assert_eq!(device.unsupported(), [("read.decoded_blocks", 1)]);
}

#[test]
fn block_formats_return() {
    let formats = [Format::DXT1, Format::DXT2, Format::DXT3, Format::DXT4, Format::DXT5, Format::ATI1];
    returns(&formats.map(|format| (format, &[255][..])));
    returns(&[(Format::ATI2, &[255])]);
}

#[test]
fn a_fill_is_the_nearest_code_of_every_target_format() {
    let mut device = device();
    let color = 0x80FF_4020;
    let cases: &[(Format, &[u8])] = &[
        (Format::A8R8G8B8, &[0x20, 0x40, 0xFF, 0x80]),
        (Format::A8B8G8R8, &[0xFF, 0x40, 0x20, 0x80]),
        (Format::R5G6B5, &(0xF800_u16 | 16 << 5 | 4).to_le_bytes()),
        (Format::A1R5G5B5, &(0x8000_u16 | 31 << 10 | 8 << 5 | 4).to_le_bytes()),
        (Format::A4R4G4B4, &0x8F42_u16.to_le_bytes()),
        (Format::L8, &[0xFF]),
        (Format::G16R16, &[0xFF, 0xFF, 0x40, 0x40]),
        (Format::A16B16G16R16, &[0xFF, 0xFF, 0x40, 0x40, 0x20, 0x20, 0x80, 0x80]),
        (Format::R32F, &1.0_f32.to_le_bytes()),
    ];
    for &(format, texel) in cases {
        let surface = target(&mut device, 3, 2, format);
        device.color_fill(surface, None, color).expect("a fill");
        assert_eq!(read_target(&mut device, surface), texel.repeat(6), "{format:?}");
    }
    finish(device);
}

#[test]
fn targets_without_alpha_start_and_stay_opaque() {
    let mut device = device();
    let x = target(&mut device, 2, 1, Format::X8R8G8B8);
    let a = target(&mut device, 2, 1, Format::A8R8G8B8);
    let stretch = retrograph_d3d9::types::TextureFilter::None;
    device.stretch_rect(x, None, a, None, stretch).expect("a copy");
    assert_eq!(read_target(&mut device, a), words(&[0xFF00_0000; 2]));
    let flat = plain(&mut device, 1, 1, Format::X8R8G8B8, Pool::Default);
    device.stretch_rect(flat, None, a, None, stretch).expect("a copy");
    assert_eq!(read_target(&mut device, a), words(&[0xFF00_0000; 2]));
    let low = target(&mut device, 2, 1, Format::A8R8G8B8);
    device.color_fill(low, None, 0x0078_9ABC).expect("a fill");
    device.stretch_rect(low, None, x, None, stretch).expect("a copy");
    device.stretch_rect(x, None, a, None, stretch).expect("a copy");
    assert_eq!(read_target(&mut device, a), words(&[0xFF78_9ABC; 2]));
    device.color_fill(x, None, 0x0012_3456).expect("a fill");
    device.stretch_rect(x, None, a, None, stretch).expect("a copy");
    assert_eq!(read_target(&mut device, a), words(&[0xFF12_3456; 2]));
    finish(device);
}

#[test]
fn plain_surfaces_are_zero_at_first() {
    let mut device = device();
    let surface = plain(&mut device, 3, 3, Format::A8R8G8B8, Pool::Default);
    assert_eq!(read(&mut device, surface), [0; 36]);
    assert_eq!(read_gpu(&mut device, surface), [0; 36]);
    finish(device);
}
