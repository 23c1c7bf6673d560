//! Clear colours as a shader must write them.

/// The value for a load operation that clears an attachment of this format to `color`.
///
/// Drivers only promise to land within a code of the exact one; the middle of the code to which the exact value
/// rounds leaves them no choice.
pub(crate) fn load_color(format: wgpu::TextureFormat, color: [f32; 4]) -> [f32; 4] {
    on_codes(format, color, |code, most| code / most)
}

/// The value that makes a shader's output land on the code of [`load_color`].
///
/// When a shader writes, drivers round `value * (2^n - 1)` or truncate `value * 2^n`, and approximate the sRGB
/// curve. The middle of what both take for the wanted code is safe.
pub(super) fn shader_color(format: wgpu::TextureFormat, color: [f32; 4]) -> [f32; 4] {
    on_codes(format, color, |code, most| {
        let low = (code / (most + 1.0)).max((code - 0.5) / most);
        let high = ((code + 1.0) / (most + 1.0)).min((code + 0.5) / most);
        f32::midpoint(low, high)
    })
}

/// Each channel moved to its nearest code; `value` tells where in a code that is no end of the range.
fn on_codes(format: wgpu::TextureFormat, color: [f32; 4], value: fn(f32, f32) -> f32) -> [f32; 4] {
    let Some(bits) = unorm_bits(format) else { return color };
    let srgb = format.is_srgb();
    let mut out = color;
    for (channel, (out, bits)) in out.iter_mut().zip(bits).enumerate() {
        let encoded = srgb && channel < 3;
        let most = ((1u32 << bits) - 1) as f32;
        let wanted = out.clamp(0.0, 1.0);
        let code = (if encoded { encode(wanted) } else { wanted } * most).round();
        let fraction = if code > 0.0 && code < most { value(code, most) } else { code / most };
        *out = if encoded { decode(fraction) } else { fraction };
    }
    out
}

/// Bits of each channel of an unsigned normalised format.
fn unorm_bits(format: wgpu::TextureFormat) -> Option<[u32; 4]> {
    use wgpu::TextureFormat as Format;
    match format {
        Format::R8Unorm
        | Format::Rg8Unorm
        | Format::Rgba8Unorm
        | Format::Rgba8UnormSrgb
        | Format::Bgra8Unorm
        | Format::Bgra8UnormSrgb => Some([8; 4]),
        Format::Rgb10a2Unorm => Some([10, 10, 10, 2]),
        Format::R16Unorm | Format::Rg16Unorm | Format::Rgba16Unorm => Some([16; 4]),
        _ => None,
    }
}

fn encode(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

fn decode(encoded: f32) -> f32 {
    if encoded <= 0.040_45 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::TextureFormat as Format;

    #[test]
    fn codes_survive_rounding_and_truncation() {
        for code in 0..1024u32 {
            let color = [code as f32 / 1023.0, 0.0, 1.0, (code % 4) as f32 / 3.0];
            let [r, g, b, a] = shader_color(Format::Rgb10a2Unorm, color);
            assert_eq!((r * 1023.0).round(), code as f32);
            assert_eq!((r * 1024.0).floor().min(1023.0), code as f32);
            assert_eq!((g, b, (a * 3.0).round()), (0.0, 1.0, (code % 4) as f32));
        }
    }

    #[test]
    fn srgb_codes_are_those_of_the_exact_curve() {
        for step in 0..=1000u32 {
            let linear = step as f32 / 1000.0;
            let [r, _, _, a] = shader_color(Format::Bgra8UnormSrgb, [linear; 4]);
            assert_eq!((encode(r) * 255.0).round(), (encode(linear) * 255.0).round());
            assert_eq!((a * 255.0).round(), (linear * 255.0).round());
        }
    }

    #[test]
    fn floats_and_values_out_of_range() {
        assert_eq!(shader_color(Format::Rgba16Float, [2.0, -1.0, 0.1, 0.0]), [2.0, -1.0, 0.1, 0.0]);
        assert_eq!(shader_color(Format::Rgba8Unorm, [2.0, -1.0, 1.0, 0.0]), [1.0, 0.0, 1.0, 0.0]);
    }
}
