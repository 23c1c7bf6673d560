//! What a surface takes: its format, and how colours are written to it.

/// How colours are written to a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// As the guest made them: they are encoded for a display already.
    Encoded,
    /// Linear, because the format encodes them.
    Decoded,
    /// Linear with BT.709 primaries, 1 for white and more beyond; inverse tone mapped where the display goes beyond white.
    Extended,
}

/// The format, colour space and kind of output for a surface; `None` when nothing can be shown on it.
///
/// Without `hdr`, or where the surface offers none, it is 8 bits a channel as the guest made them.
#[must_use]
pub fn choose_output(
    offered: &wgpu::SurfaceCapabilities,
    hdr: bool,
) -> Option<(wgpu::TextureFormat, wgpu::SurfaceColorSpace, Output)> {
    let float = wgpu::TextureFormat::Rgba16Float;
    if hdr && offered.color_spaces(float).contains(wgpu::SurfaceColorSpaces::EXTENDED_SRGB_LINEAR) {
        return Some((float, wgpu::SurfaceColorSpace::ExtendedSrgbLinear, Output::Extended));
    }
    let plain = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm];
    let format = plain
        .into_iter()
        .find(|format| offered.formats.contains(format))
        .or_else(|| offered.formats.iter().copied().find(|format| *format != float))
        .or_else(|| offered.formats.first().copied())?;
    let output = match format {
        _ if format == float => Output::Extended,
        _ if format.is_srgb() => Output::Decoded,
        _ => Output::Encoded,
    };
    Some((format, wgpu::SurfaceColorSpace::Auto, output))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::TextureFormat::{Bgra8Unorm, Bgra8UnormSrgb, Rgba8Unorm, Rgba16Float};
    use wgpu::{SurfaceCapabilities, SurfaceColorSpace, SurfaceColorSpaces, SurfaceFormatCapabilities};

    fn offer(formats: &[wgpu::TextureFormat]) -> SurfaceCapabilities {
        SurfaceCapabilities { formats: formats.to_vec(), ..SurfaceCapabilities::default() }
    }

    #[test]
    fn plain_formats_come_before_those_that_encode() {
        let auto = SurfaceColorSpace::Auto;
        let cases = [
            (vec![Bgra8UnormSrgb, Rgba8Unorm], Some((Rgba8Unorm, auto, Output::Encoded))),
            (vec![Bgra8UnormSrgb, Rgba8Unorm, Bgra8Unorm], Some((Bgra8Unorm, auto, Output::Encoded))),
            (vec![Rgba16Float, Bgra8UnormSrgb], Some((Bgra8UnormSrgb, auto, Output::Decoded))),
            (vec![Rgba16Float], Some((Rgba16Float, auto, Output::Extended))),
            (vec![], None),
        ];
        for (formats, expected) in cases {
            assert_eq!(choose_output(&offer(&formats), false), expected, "{formats:?}");
        }
    }

    #[test]
    fn a_surface_beyond_white_is_taken_when_it_is_asked_for_and_offered() {
        let mut offered = offer(&[Bgra8Unorm]);
        assert_eq!(choose_output(&offered, true).map(|chosen| chosen.2), Some(Output::Encoded));
        let color_spaces = SurfaceColorSpaces::EXTENDED_SRGB_LINEAR;
        offered.format_capabilities = vec![SurfaceFormatCapabilities { format: Rgba16Float, color_spaces }];
        let extended = (Rgba16Float, SurfaceColorSpace::ExtendedSrgbLinear, Output::Extended);
        assert_eq!(choose_output(&offered, true), Some(extended));
        assert_eq!(choose_output(&offered, false).map(|chosen| chosen.2), Some(Output::Encoded));
    }
}
