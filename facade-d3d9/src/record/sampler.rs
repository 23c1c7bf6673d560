//! Sampler states to wgpu's terms.

use retrograph_render::frame::{AddressMode, BorderColor, Filter, SamplerState};
use retrograph_render::resource::TextureShape;
use retrograph_render::wgpu::Features;
use retrograph_shaders::dxso::{Border, Reading, SamplerKey};

use crate::types::SamplerStateType as Ss;
use crate::types::values::{TextureAddress, TextureFilter};

/// What of a sampler's states is not supported, as keys; which of it matters depends on the texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacks {
    /// Of the addressing of u, v and w.
    address: [Option<&'static str>; 3],
}

impl Lacks {
    /// Whether nothing is lacking, whatever the texture.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What of it a texture would show: cubes are not addressed, only volumes have a w.
    pub(crate) fn shown_by(&self, shape: TextureShape) -> Option<&'static str> {
        let axes = match shape {
            TextureShape::Cube => 0,
            TextureShape::D2 => 2,
            TextureShape::Volume => 3,
        };
        self.address[..axes].iter().copied().flatten().next()
    }
}

/// `GET4` and `GET1` as biases: four texels in one read, on and off.
const HACKS: [u32; 2] = [u32::from_le_bytes(*b"GET4"), u32::from_le_bytes(*b"GET1")];

/// A sampler, and what of it is not supported.
#[derive(Debug, PartialEq)]
pub(crate) struct Translated {
    /// The nearest sampler that there is.
    pub(crate) sampler: SamplerState,
    /// What it lacks.
    pub(crate) lacks: Lacks,
    /// What is added to the level of detail.
    pub(crate) bias: f32,
    /// `GET4` with a point filter.
    pub(crate) gather: bool,
    /// Axes that are mirrored once.
    pub(crate) mirror_once: u8,
    /// Where a colour shows that the GPU does not have for borders.
    pub(crate) border: Border,
    /// That colour.
    pub(crate) color: u32,
    /// Whether borders are filtered in one way near by and in another far off.
    pub(crate) uneven: bool,
}

/// What shaders do for a sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Extras {
    /// Added to the level of detail.
    pub(crate) bias: f32,
    /// The border colour.
    pub(crate) color: u32,
    /// `GET4`: reads give the four texels around, of textures that can.
    pub(crate) gather: bool,
    mirror_once: u8,
    border: Border,
    uneven: bool,
}

impl Extras {
    /// What a sampler leaves to shaders.
    pub(crate) fn of(found: &Translated) -> Self {
        let Translated { bias, gather, mirror_once, border, color, uneven, .. } = *found;
        Self { bias, color, gather, mirror_once, border, uneven }
    }

    /// Enters into a shader's key what a texture shows; answers what of it is not supported.
    pub(crate) fn enter(
        self,
        key: &mut SamplerKey,
        shape: TextureShape,
        levels: u32,
        vertex_stage: bool,
    ) -> Option<&'static str> {
        let axes = match shape {
            TextureShape::Cube => 0,
            TextureShape::D2 => 0b011,
            TextureShape::Volume => 0b111,
        };
        let border = Border { axes: self.border.axes & axes, ..self.border };
        // With one level there is none to choose.
        let biased = self.bias != 0.0 && levels > 1;
        let mirror_once = self.mirror_once & axes;
        if vertex_stage {
            let missing = [
                (key.reading == Reading::Compare, "texture.depth_comparison.vertex"),
                (biased, "sampler.lod_bias.vertex"),
                (mirror_once != 0, "sampler.address.mirror_once.vertex"),
                (border.axes != 0, "sampler.border_color.vertex"),
            ];
            return missing.into_iter().find(|(lacks, _)| *lacks).map(|(_, key)| key);
        }
        (key.biased, key.mirror_once) = (biased, mirror_once);
        if border.axes != 0 {
            key.border = border;
        }
        // The share of the border is worked out for the first level and one filter.
        (border.axes != 0 && (self.uneven || levels > 1)).then_some("sampler.border_color.filtered")
    }
}

/// Translates the states of one sampler.
pub(crate) fn translate(states: &[u32; 14], features: Features) -> Translated {
    let get = |state: Ss| states[state.0 as usize];
    let mut lacks = Lacks::default();
    let border_modes = features.contains(Features::ADDRESS_MODE_CLAMP_TO_BORDER);
    let (border, exact) = border_color(get(Ss::BORDERCOLOR));
    let mut address = [AddressMode::Repeat; 3];
    let (mut mirror_once, mut coloured) = (0u8, 0u8);
    for (axis, state) in [Ss::ADDRESSU, Ss::ADDRESSV, Ss::ADDRESSW].into_iter().enumerate() {
        let (mode, lack) = match TextureAddress::try_from(get(state)) {
            Ok(TextureAddress::Mirror) => (AddressMode::MirrorRepeat, None),
            Ok(TextureAddress::Clamp) => (AddressMode::ClampToEdge, None),
            Ok(TextureAddress::Border) if !border_modes => {
                (AddressMode::ClampToEdge, Some("sampler.address.border"))
            }
            Ok(TextureAddress::Border) => {
                coloured |= u8::from(!exact) << axis;
                (AddressMode::ClampToBorder, None)
            }
            Ok(TextureAddress::MirrorOnce) => {
                mirror_once |= 1 << axis;
                (AddressMode::ClampToEdge, None)
            }
            Ok(TextureAddress::Wrap) | Err(_) => (AddressMode::Repeat, None),
        };
        (address[axis], lacks.address[axis]) = (mode, lack);
    }
    let border = address.contains(&AddressMode::ClampToBorder).then_some(border);
    // The shader adds a colour of its own.
    let border = if coloured == 0 { border } else { Some(BorderColor::TransparentBlack) };
    let mip = mip_filter(get(Ss::MIPFILTER));
    let bias = f32::from_bits(get(Ss::MIPMAPLODBIAS));
    let hack = HACKS.contains(&get(Ss::MIPMAPLODBIAS));
    let bias = if mip.is_some() && bias.is_finite() && !hack { bias } else { 0.0 };
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
    let uneven = coloured != 0 && sampler.mag != sampler.min;
    let border = Border { axes: coloured, linear: coloured != 0 && sampler.mag == Filter::Linear };
    let color = if coloured == 0 { 0 } else { get(Ss::BORDERCOLOR) };
    let gather = get(Ss::MIPMAPLODBIAS) == HACKS[0] && sampler.mag == Filter::Point;
    Translated { sampler, lacks, bias, gather, mirror_once, border, color, uneven }
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
        assert!(found.lacks.is_empty());
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
    fn what_samplers_lack_is_left_to_shaders() {
        let changes =
            [(Ss::ADDRESSV, 5), (Ss::ADDRESSW, 4), (Ss::BORDERCOLOR, 0x8012_3456), (Ss::MAGFILTER, 2)];
        let found = translate(&states(&changes), Features::all());
        assert_eq!((found.mirror_once, found.border.axes, found.color), (0b010, 0b100, 0x8012_3456));
        assert_eq!(found.sampler.address[1..], [AddressMode::ClampToEdge, AddressMode::ClampToBorder]);
        assert_eq!(found.sampler.border, Some(BorderColor::TransparentBlack));
        assert!(found.uneven && found.border.linear && found.lacks.is_empty());
    }

    #[test]
    fn the_bias_counts_with_a_mip_filter_and_must_be_a_number() {
        let bias = |filter: u32, value: f32| {
            let changes = [(Ss::MIPFILTER, filter), (Ss::MIPMAPLODBIAS, value.to_bits())];
            translate(&states(&changes), Features::all()).bias
        };
        assert_eq!([bias(1, 0.5), bias(0, 0.5), bias(2, f32::NAN)], [0.5, 0.0, 0.0]);
    }

    #[test]
    fn values_out_of_range_act_as_the_default() {
        let found = sampler(&[(Ss::ADDRESSU, 77), (Ss::MAGFILTER, 9), (Ss::MIPFILTER, 1000)]);
        assert_eq!(found, sampler(&[]));
    }

    #[test]
    fn what_the_gpu_lacks_is_named_where_the_texture_shows_it() {
        let lacks = |changes: &[(Ss, u32)], features| translate(&states(changes), features).lacks;
        let found = lacks(&[(Ss::ADDRESSW, 4)], Features::empty());
        assert_eq!(found.shown_by(TextureShape::Volume), Some("sampler.address.border"));
    }
}
