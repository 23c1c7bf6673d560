//! Texels as PNG files.

use std::path::Path;

use half::f16;
use image::{DynamicImage, ImageBuffer};

use super::CaptureError;
use super::stored::{Plane, StoredTarget};
use crate::resource::TextureDesc;

/// Writes the picture of a target beside `path`, with `.png` added; formats without one are left out.
pub(super) fn write(
    path: &Path,
    desc: &TextureDesc,
    target: &StoredTarget,
    bytes: &[u8],
) -> Result<(), CaptureError> {
    let Some(picture) = picture(desc, target.plane, target.level, bytes) else { return Ok(()) };
    let path = path.with_extension("png");
    picture
        .save(&path)
        .map_err(|error| CaptureError::Io { path: path.display().to_string(), reason: error.to_string() })
}

/// How many pixels of a picture differ from those of `path` with `.png` added; `None` when there is no such picture,
/// or one of another size.
pub(super) fn difference(path: &Path, drawn: &DynamicImage) -> Option<u64> {
    let captured = image::open(path.with_extension("png")).ok()?;
    if (captured.width(), captured.height()) != (drawn.width(), drawn.height()) {
        return None;
    }
    let (captured, drawn) = (captured.into_rgb16(), drawn.to_rgb16());
    Some(captured.pixels().zip(drawn.pixels()).filter(|(a, b)| a != b).count() as u64)
}

/// The picture of one layer of a level; colour in 8 bits a channel without alpha, other planes as grey.
pub(super) fn picture(desc: &TextureDesc, plane: Plane, level: u32, bytes: &[u8]) -> Option<DynamicImage> {
    let [width, height, _] = desc.level_size(level);
    match plane {
        Plane::Stencil => ImageBuffer::from_raw(width, height, bytes.to_vec()).map(DynamicImage::ImageLuma8),
        Plane::Depth => {
            let grey = if desc.format == wgpu::TextureFormat::Depth16Unorm {
                bytes.as_chunks().0.iter().map(|word| u16::from_le_bytes(*word)).collect()
            } else {
                bytes.as_chunks().0.iter().map(|word| grey(f32::from_le_bytes(*word))).collect()
            };
            ImageBuffer::from_raw(width, height, grey).map(DynamicImage::ImageLuma16)
        }
        Plane::Color => {
            let size = desc.format.block_copy_size(None)? as usize;
            let decode = decoder(desc.format)?;
            let rgb = bytes.chunks_exact(size).flat_map(|texel| decode(texel).map(byte)).collect();
            ImageBuffer::from_raw(width, height, rgb).map(DynamicImage::ImageRgb8)
        }
    }
}

fn grey(depth: f32) -> u16 {
    (depth.clamp(0.0, 1.0) * 65535.0).round() as u16
}

fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn half_at(texel: &[u8], channel: usize) -> f32 {
    f16::from_le_bytes([texel[channel * 2], texel[channel * 2 + 1]]).to_f32()
}

fn float_at(texel: &[u8], channel: usize) -> f32 {
    f32::from_le_bytes([
        texel[channel * 4],
        texel[channel * 4 + 1],
        texel[channel * 4 + 2],
        texel[channel * 4 + 3],
    ])
}

fn unorm_at(texel: &[u8], channel: usize) -> f32 {
    f32::from(u16::from_le_bytes([texel[channel * 2], texel[channel * 2 + 1]])) / 65535.0
}

fn packed(texel: &[u8]) -> [f32; 3] {
    let word = u32::from_le_bytes([texel[0], texel[1], texel[2], texel[3]]);
    [0, 10, 20].map(|shift| ((word >> shift) & 0x3ff) as f32 / 1023.0)
}

/// Red, green and blue of a texel.
type Decode = fn(&[u8]) -> [f32; 3];

/// How a format's texels are read; channels that a format lacks are the red one's where it has only that, else 0.
fn decoder(format: wgpu::TextureFormat) -> Option<Decode> {
    use wgpu::TextureFormat as F;
    Some(match format {
        F::Rgba8Unorm | F::Rgba8UnormSrgb => |t| [t[0], t[1], t[2]].map(|byte| f32::from(byte) / 255.0),
        F::Bgra8Unorm | F::Bgra8UnormSrgb => |t| [t[2], t[1], t[0]].map(|byte| f32::from(byte) / 255.0),
        F::R8Unorm => |t| [f32::from(t[0]) / 255.0; 3],
        F::Rg8Unorm => |t| [t[0], t[1], 0].map(|byte| f32::from(byte) / 255.0),
        F::R16Unorm => |t| [unorm_at(t, 0); 3],
        F::Rg16Unorm => |t| [unorm_at(t, 0), unorm_at(t, 1), 0.0],
        F::Rgba16Unorm => |t| [0, 1, 2].map(|channel| unorm_at(t, channel)),
        F::R16Float => |t| [half_at(t, 0); 3],
        F::Rg16Float => |t| [half_at(t, 0), half_at(t, 1), 0.0],
        F::Rgba16Float => |t| [0, 1, 2].map(|channel| half_at(t, channel)),
        F::R32Float => |t| [float_at(t, 0); 3],
        F::Rg32Float => |t| [float_at(t, 0), float_at(t, 1), 0.0],
        F::Rgba32Float => |t| [0, 1, 2].map(|channel| float_at(t, channel)),
        F::Rgb10a2Unorm => packed,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(format: wgpu::TextureFormat, bytes: &[u8]) -> Vec<u8> {
        let desc = TextureDesc::new(1, 1, format);
        picture(&desc, Plane::Color, 0, bytes).expect("a picture").into_bytes()
    }

    #[test]
    fn colours_keep_their_bytes_and_floats_are_clamped() {
        use wgpu::TextureFormat as F;
        assert_eq!(rgb(F::Bgra8Unorm, &[1, 2, 3, 4]), [3, 2, 1]);
        let halves: Vec<u8> =
            [2.0, -1.0, 0.5, 1.0].iter().flat_map(|value| f16::from_f32(*value).to_le_bytes()).collect();
        assert_eq!(rgb(F::Rgba16Float, &halves), [255, 0, 128]);
        assert_eq!(rgb(F::Rgb10a2Unorm, &(1023u32 << 10).to_le_bytes()), [0, 255, 0]);
        assert_eq!(rgb(F::R32Float, &f32::NAN.to_le_bytes()), [0, 0, 0]);
    }

    #[test]
    fn depth_is_grey_of_16_bits() {
        let desc = TextureDesc::new(2, 1, wgpu::TextureFormat::Depth32Float);
        let bytes: Vec<u8> = [0.0f32, 1.0].iter().flat_map(|value| value.to_le_bytes()).collect();
        let picture = picture(&desc, Plane::Depth, 0, &bytes).expect("a picture");
        assert_eq!(picture.into_luma16().into_raw(), [0, 65535]);
    }
}
