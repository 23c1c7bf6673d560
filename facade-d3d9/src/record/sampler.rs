//! Sampler states to wgpu's terms.

use retrograph_render::frame::{AddressMode, BorderColor, Filter, SamplerState};
use retrograph_render::wgpu::Features;

use crate::types::SamplerStateType as Ss;
use crate::types::values::{TextureAddress, TextureFilter};

/// A sampler, and what of it is not supported.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Translated {
    /// The nearest sampler that there is.
    pub(crate) sampler: SamplerState,
    /// Keys of what it lacks.
    pub(crate) lacks: [Option<&'static str>; 3],
}

/// Translates the states of one sampler.
pub(crate) fn translate(states: &[u32; 14], features: Features) -> Translated {
    let get = |state: Ss| states[state.0 as usize];
    let mut lacks = [None; 3];
    let border_modes = features.contains(Features::ADDRESS_MODE_CLAMP_TO_BORDER);
    let address =
        [Ss::ADDRESSU, Ss::ADDRESSV, Ss::ADDRESSW].map(|state| match TextureAddress::try_from(get(state)) {
            Ok(TextureAddress::Mirror) => AddressMode::MirrorRepeat,
            Ok(TextureAddress::Clamp) => AddressMode::ClampToEdge,
            Ok(TextureAddress::Border) if border_modes => AddressMode::ClampToBorder,
            Ok(TextureAddress::Border) => {
                lacks[0] = Some("sampler.address.border");
                AddressMode::ClampToEdge
            }
            Ok(TextureAddress::MirrorOnce) => {
                lacks[0] = Some("sampler.address.mirror_once");
                AddressMode::MirrorRepeat
            }
            Ok(TextureAddress::Wrap) | Err(_) => AddressMode::Repeat,
        });
    let border = address.contains(&AddressMode::ClampToBorder).then(|| {
        let (color, exact) = border_color(get(Ss::BORDERCOLOR));
        if !exact {
            lacks[1] = Some("sampler.border_color");
        }
        color
    });
    let mip = mip_filter(get(Ss::MIPFILTER));
    if mip.is_some() && f32::from_bits(get(Ss::MIPMAPLODBIAS)) != 0.0 {
        lacks[2] = Some("sampler.lod_bias");
    }
    let anisotropic = [Ss::MAGFILTER, Ss::MINFILTER]
        .iter()
        .any(|&state| get(state) == u32::from(TextureFilter::Anisotropic));
    let sampler = SamplerState {
        address,
        mag: filter(get(Ss::MAGFILTER)),
        min: filter(get(Ss::MINFILTER)),
        mip,
        min_level: if mip.is_some() { get(Ss::MAXMIPLEVEL).min(15) as u8 } else { 0 },
        anisotropy: if anisotropic && mip.is_some() { get(Ss::MAXANISOTROPY).clamp(1, 16) as u8 } else { 1 },
        border,
    };
    Translated { sampler, lacks }
}

/// Magnification and minification: everything that blends texels is linear.
fn filter(value: u32) -> Filter {
    match TextureFilter::try_from(value) {
        Ok(TextureFilter::None | TextureFilter::Point) | Err(_) => Filter::Point,
        Ok(_) => Filter::Linear,
    }
}

fn mip_filter(value: u32) -> Option<Filter> {
    match TextureFilter::try_from(value) {
        Ok(TextureFilter::None) | Err(_) => None,
        Ok(TextureFilter::Point) => Some(Filter::Point),
        Ok(_) => Some(Filter::Linear),
    }
}

/// The nearest border colour that the GPU has, and whether it is the very one.
fn border_color(argb: u32) -> (BorderColor, bool) {
    match argb {
        0 => (BorderColor::TransparentBlack, true),
        0xFF00_0000 => (BorderColor::OpaqueBlack, true),
        0xFFFF_FFFF => (BorderColor::OpaqueWhite, true),
        _ if argb >> 24 < 0x80 => (BorderColor::TransparentBlack, false),
        _ if (argb >> 8) & 0xFF < 0x80 => (BorderColor::OpaqueBlack, false),
        _ => (BorderColor::OpaqueWhite, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(changes: &[(Ss, u32)]) -> [u32; 14] {
        let mut states = crate::state::State::new(false).samplers[0];
        for &(state, value) in changes {
            states[state.0 as usize] = value;
        }
        states
    }

    fn sampler(changes: &[(Ss, u32)]) -> SamplerState {
        let found = translate(&states(changes), Features::all());
        assert_eq!(found.lacks, [None; 3]);
        found.sampler
    }

    #[test]
    fn a_new_device_samples_points_of_the_first_level() {
        let expected =
            SamplerState { address: [AddressMode::Repeat; 3], anisotropy: 1, ..SamplerState::default() };
        assert_eq!(sampler(&[]), expected);
    }

    #[test]
    fn without_mip_filter_level_limits_and_anisotropy_do_not_count() {
        let changes = [(Ss::MAXMIPLEVEL, 3), (Ss::MINFILTER, 3), (Ss::MAXANISOTROPY, 8)];
        let found = sampler(&changes);
        assert_eq!((found.min_level, found.anisotropy, found.min), (0, 1, Filter::Linear));
        let found = sampler(&[changes[0], changes[1], changes[2], (Ss::MIPFILTER, 2)]);
        assert_eq!((found.min_level, found.anisotropy, found.mip), (3, 8, Some(Filter::Linear)));
    }

    #[test]
    fn values_out_of_range_act_as_the_default() {
        let found = sampler(&[(Ss::ADDRESSU, 77), (Ss::MAGFILTER, 9), (Ss::MIPFILTER, 1000)]);
        assert_eq!(found, sampler(&[]));
    }

    #[test]
    fn what_the_gpu_lacks_is_named() {
        let changes = [(Ss::ADDRESSU, 5), (Ss::ADDRESSV, 4), (Ss::BORDERCOLOR, 0x8012_3456)];
        let found = translate(&states(&changes), Features::all());
        assert_eq!(found.lacks, [Some("sampler.address.mirror_once"), Some("sampler.border_color"), None]);
        let bias = [(Ss::MIPFILTER, 1), (Ss::MIPMAPLODBIAS, 1f32.to_bits())];
        assert_eq!(translate(&states(&bias), Features::all()).lacks[2], Some("sampler.lod_bias"));
        let border = translate(&states(&[(Ss::ADDRESSW, 4)]), Features::empty());
        assert_eq!(border.lacks[0], Some("sampler.address.border"));
        assert_eq!(border.sampler.address[2], AddressMode::ClampToEdge);
    }
}
