//! What the spatial scaler is asked for, and why it is not. Pure code.

use wgpu::TextureFormat;

/// Why a frame is not scaled by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub(super) enum Declined {
    /// The device is not Metal's.
    #[error("the device is not one of Metal")]
    Backend,
    /// The GPU has no such scaler.
    #[error("the GPU has none")]
    Device,
    /// It takes one level of one layer with one sample a texel.
    #[error("a texture is no plain picture")]
    Shape,
    /// It does not take the format, or its values mean something else to it.
    #[error("{0:?} is no format for it")]
    Format(TextureFormat),
    /// It only enlarges.
    #[error("the window is not larger both ways")]
    NotLarger,
    /// Larger textures than Metal has.
    #[error("the window is larger than a texture can be")]
    TooLarge,
    /// The sizes are new: they may be of a window that is being resized.
    #[error("the window's size has just changed")]
    Unsettled,
    /// The framework made none for these sizes.
    #[error("the framework makes none for these sizes")]
    Refused,
    /// The frame's texture cannot be used as it wants.
    #[error("the frame's texture lacks a usage that it needs")]
    Usage,
}

/// The largest width and height of a texture on every GPU that has the scaler.
const LARGEST: u32 = 16384;

/// A texture, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) size: wgpu::Extent3d,
    pub(super) dimension: wgpu::TextureDimension,
    pub(super) samples: u32,
    pub(super) format: TextureFormat,
}

impl From<&wgpu::Texture> for Picture {
    fn from(texture: &wgpu::Texture) -> Self {
        Self {
            size: texture.size(),
            dimension: texture.dimension(),
            samples: texture.sample_count(),
            format: texture.format(),
        }
    }
}

/// What a scaler is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Geometry {
    pub(super) input: [u32; 2],
    pub(super) output: [u32; 2],
    pub(super) formats: [TextureFormat; 2],
}

/// What it takes to enlarge one texture to another.
pub(super) fn geometry(source: Picture, target: Picture) -> Result<Geometry, Declined> {
    for picture in [source, target] {
        let flat = picture.dimension == wgpu::TextureDimension::D2;
        if !flat || picture.size.depth_or_array_layers != 1 || picture.samples != 1 {
            return Err(Declined::Shape);
        }
        if !is_taken(picture.format) {
            return Err(Declined::Format(picture.format));
        }
    }
    let [input, output] = [source, target].map(|picture| [picture.size.width, picture.size.height]);
    if input.contains(&0) || output[0] <= input[0] || output[1] <= input[1] {
        return Err(Declined::NotLarger);
    }
    if output.iter().any(|side| *side > LARGEST) {
        return Err(Declined::TooLarge);
    }
    Ok(Geometry { input, output, formats: [source.format, target.format] })
}

/// Whether colours of a format are what its perceptual mode works on: encoded for a display, as they are stored. Formats that
/// decode when they are read are not.
const fn is_taken(format: TextureFormat) -> bool {
    matches!(
        format,
        TextureFormat::Rgba8Unorm
            | TextureFormat::Bgra8Unorm
            | TextureFormat::Rgb10a2Unorm
            | TextureFormat::Rgba16Float
    )
}

/// How many frames in a row have sizes before a scaler is made for them. Making one takes milliseconds, and a window that is
/// being resized has other sizes with each frame.
const SETTLED: u32 = 3;

/// Sizes of late.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settling {
    last: Option<Geometry>,
    frames: u32,
}

impl Settling {
    /// Counts a frame, and answers whether its sizes have lasted.
    pub(super) fn has_settled(&mut self, geometry: Geometry) -> bool {
        self.frames = if self.last == Some(geometry) { self.frames.saturating_add(1) } else { 1 };
        self.last = Some(geometry);
        self.frames >= SETTLED
    }
}

/// How the scaler's output gets to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It writes the target.
    Direct,
    /// It writes a private texture of its own, which is copied to the target.
    Private,
}

/// The way to a target: the scaler wants textures that only the GPU sees, with usages of its own choosing (bits of Metal).
pub(super) const fn way(target_is_private: bool, target_usage: usize, needed: usize) -> Way {
    if target_is_private && target_usage & needed == needed { Way::Direct } else { Way::Private }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::TextureDimension::{D2, D3};

    fn picture(width: u32, height: u32, format: TextureFormat) -> Picture {
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        Picture { size, dimension: D2, samples: 1, format }
    }

    const SMALL: [u32; 2] = [640, 480];
    const FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;

    fn to(width: u32, height: u32) -> Result<[[u32; 2]; 2], Declined> {
        let found = geometry(picture(SMALL[0], SMALL[1], FORMAT), picture(width, height, FORMAT));
        found.map(|geometry| [geometry.input, geometry.output])
    }

    #[test]
    fn it_enlarges_both_ways_and_up_to_the_largest_texture() {
        assert_eq!(to(641, 481), Ok([SMALL, [641, 481]]));
        assert_eq!(to(16384, 16384), Ok([SMALL, [16384; 2]]));
        for (width, height) in [(640, 480), (1280, 480), (640, 960), (320, 960), (0, 0)] {
            assert_eq!(to(width, height), Err(Declined::NotLarger), "{width}x{height}");
        }
        assert_eq!(to(16385, 481), Err(Declined::TooLarge));
        assert_eq!(to(641, u32::MAX), Err(Declined::TooLarge));
        let nothing = geometry(picture(0, 480, FORMAT), picture(640, 960, FORMAT));
        assert_eq!(nothing, Err(Declined::NotLarger));
    }

    #[test]
    fn only_plain_pictures_are_taken() {
        let (plain, large) = (picture(64, 64, FORMAT), picture(128, 128, FORMAT));
        assert!(geometry(plain, large).is_ok());
        let array = Picture { size: wgpu::Extent3d { depth_or_array_layers: 2, ..plain.size }, ..plain };
        for odd in [array, Picture { dimension: D3, ..plain }, Picture { samples: 4, ..plain }] {
            assert_eq!(geometry(odd, large), Err(Declined::Shape), "{odd:?}");
            assert_eq!(geometry(plain, Picture { size: large.size, ..odd }), {
                let is_array = odd.size.depth_or_array_layers != 1;
                // The sizes of `large` have one layer: an array is one no more.
                if is_array { geometry(plain, large) } else { Err(Declined::Shape) }
            });
        }
    }

    #[test]
    fn formats_that_decode_and_those_of_other_things_are_not_taken() {
        let taken = [
            TextureFormat::Rgba8Unorm,
            TextureFormat::Bgra8Unorm,
            TextureFormat::Rgb10a2Unorm,
            TextureFormat::Rgba16Float,
        ];
        for format in taken {
            let found = geometry(picture(8, 8, format), picture(16, 16, FORMAT));
            assert_eq!(found.map(|geometry| geometry.formats), Ok([format, FORMAT]));
        }
        let others = [
            TextureFormat::Rgba8UnormSrgb,
            TextureFormat::Bgra8UnormSrgb,
            TextureFormat::Rgba8Uint,
            TextureFormat::R8Unorm,
            TextureFormat::Rgba32Float,
            TextureFormat::Depth32Float,
        ];
        for format in others {
            let declined = Err(Declined::Format(format));
            assert_eq!(geometry(picture(8, 8, format), picture(16, 16, FORMAT)), declined);
            assert_eq!(geometry(picture(8, 8, FORMAT), picture(16, 16, format)), declined);
        }
    }

    #[test]
    fn a_window_that_is_resized_gets_no_scaler_until_it_has_settled() {
        let at = |width| geometry(picture(64, 64, FORMAT), picture(width, 128, FORMAT)).expect("it is taken");
        let mut settling = Settling::default();
        let widths = [100, 101, 101, 101, 101, 102, 101, 101, 101];
        let found = widths.map(|width| settling.has_settled(at(width)));
        assert_eq!(found, [false, false, false, true, true, false, false, false, true]);
    }

    #[test]
    fn targets_that_do_not_suit_are_copied_to() {
        assert_eq!(way(true, 0b111, 0b101), Way::Direct);
        assert_eq!(way(true, 0b101, 0), Way::Direct);
        assert_eq!(way(true, 0b100, 0b101), Way::Private);
        assert_eq!(way(false, 0b111, 0b101), Way::Private);
    }

    #[test]
    fn every_reason_says_itself() {
        let reasons = [
            Declined::Backend,
            Declined::Device,
            Declined::Shape,
            Declined::Format(FORMAT),
            Declined::NotLarger,
            Declined::TooLarge,
            Declined::Unsettled,
            Declined::Refused,
            Declined::Usage,
        ];
        let mut said: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        said.sort();
        said.dedup();
        assert_eq!(said.len(), reasons.len());
    }
}
