//! Shader bytes that are cut short or damaged.

use retrograph_d3d9::Device;
use retrograph_d3d9::types::PrimitiveType;
use retrograph_tests::path;

use super::support::{assert_unharmed, device, invalid, quad};

fn blob(name: &str) -> Vec<u8> {
    std::fs::read(path("battery/d3d9/dxso").join(name)).expect("a shader of the battery")
}

/// Creates and, when that works, draws with a pixel shader: any answer is right that is no panic and nothing that the
/// GPU refuses.
fn try_pixel_shader(device: &mut Device, bytes: &[u8]) -> bool {
    let Ok(shader) = device.create_pixel_shader(bytes) else { return false };
    device.set_pixel_shader(Some(shader)).expect("a shader is bound");
    let drawn = device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &quad(0), 20);
    assert!(!matches!(drawn, Err(retrograph_d3d9::Error::Render(_))), "{drawn:?}");
    device.set_pixel_shader(None).expect("no shader is bound");
    device.release_pixel_shader(shader).expect("a release");
    true
}

#[test]
fn every_truncation_is_an_invalid_call() {
    let mut device = device();
    for name in ["blinn_phong.ps_2_0.dxso", "water.ps_3_0.dxso"] {
        let whole = blob(name);
        assert!(try_pixel_shader(&mut device, &whole), "{name}");
        for length in 0..whole.len() {
            invalid(device.create_pixel_shader(&whole[..length]));
        }
    }
    let whole = blob("blinn_phong.vs_3_0.dxso");
    for length in 0..whole.len() {
        invalid(device.create_vertex_shader(&whole[..length]));
    }
    assert_unharmed(&mut device);
}

#[test]
fn a_shader_of_the_other_stage_is_an_invalid_call() {
    let mut device = device();
    invalid(device.create_vertex_shader(&blob("blinn_phong.ps_2_0.dxso")));
    invalid(device.create_pixel_shader(&blob("blinn_phong.vs_2_0.dxso")));
    assert_unharmed(&mut device);
}

#[test]
fn damaged_shaders_never_panic_and_never_reach_the_gpu_broken() {
    let mut device = device();
    let whole = blob("gauss_blur.ps_3_0.dxso");
    let mut accepted = 0;
    // Every seventh bit of the code, from behind the comment with the constant table on.
    for bit in (0..whole.len() * 8).step_by(7) {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        accepted += u32::from(try_pixel_shader(&mut device, &damaged));
    }
    assert!(accepted > 0, "some damage is harmless, such as in a comment");
    assert_unharmed(&mut device);
}

#[test]
fn registers_out_of_range_are_invalid() {
    let mut device = device();
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    // ps_2_0: mov oC0, c<n>; end. A ps_2_0 shader has 32 constants.
    let with_constant =
        |number: u32| words(&[0xffff_0200, 0x0200_0001, 0x800f_0800, 0xa0e4_0000 | number, 0xffff]);
    assert!(try_pixel_shader(&mut device, &with_constant(31)));
    invalid(device.create_pixel_shader(&with_constant(32)));
    invalid(device.create_pixel_shader(&with_constant(2047)));
    assert_unharmed(&mut device);
}

#[test]
fn malformed_shaders_are_invalid_calls() {
    let mut device = device();
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let texld = [0x0300_0042, 0x800f_0000, 0xb0e4_0000, 0xa0e4_0800];
    let pixel: &[&[u32]] = &[
        // A version that does not exist, and those of other containers.
        &[0xffff_0400, 0xffff],
        &[0xfeff_0901, 0xffff],
        // An instruction that does not exist, and one that the model does not have.
        &[0xffff_0200, 0x0000_0077, 0xffff],
        &[0xffff_0101, 0x0000_0006, 0x800f_0000, 0x80e4_0000, 0xffff],
        // A sampler where a value belongs, and a constant as destination.
        &[0xffff_0200, 0x0200_0001, 0x800f_0000, 0xa0e4_0800, 0xffff],
        &[0xffff_0200, 0x0200_0001, 0xa00f_0000, 0x80e4_0000, 0xffff],
        // A branch that is not closed, a loop that was not begun.
        &[0xffff_0300, 0x0100_0028, 0xe0e4_0800, 0xffff],
        &[0xffff_0300, 0x0000_0027, 0xffff],
        // A sampler that is not declared.
        &[0xffff_0200, texld[0], texld[1], texld[2], texld[3], 0xffff],
    ];
    for tokens in pixel {
        invalid(device.create_pixel_shader(&words(tokens)));
    }
    // A subroutine that calls itself, and a call to one that is not there.
    let calls_itself = [
        0xfffe_0300,
        0x0100_0019,
        0xa0e4_1000,
        0x0000_001c,
        0x0100_001e,
        0xa0e4_1000,
        0x0100_0019,
        0xa0e4_1000,
        0x0000_001c,
        0xffff,
    ];
    invalid(device.create_vertex_shader(&words(&calls_itself)));
    invalid(device.create_vertex_shader(&words(&[0xfffe_0300, 0x0100_0019, 0xa0e4_1000, 0xffff])));
    assert_unharmed(&mut device);
}
