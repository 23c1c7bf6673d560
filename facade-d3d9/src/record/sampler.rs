//! Sampler states to wgpu's terms.

use retrograph_render::frame::{AddressMode, BorderColor, Filter, SamplerState};
use retrograph_render::resource::TextureShape;
use retrograph_render::wgpu::Features;
use retrograph_shaders::dxso::{Border, FarBorder, Levels, Reading, SamplerKey};

use crate::types::SamplerStateType as Ss;
use crate::types::values::{TextureAddress, TextureFilter};

/// `GET4` and `GET1` as biases: four texels in one read, on and off.
const HACKS: [u32; 2] = [u32::from_le_bytes(*b"GET4"), u32::from_le_bytes(*b"GET1")];

/// A sampler, and what is left to shaders.
#[derive(Debug, PartialEq)]
pub(crate) struct Translated {
    /// The sampler.
    pub(crate) sampler: SamplerState,
    /// What shaders do for it.
    pub(crate) extras: Extras,
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
    /// Axes that are mirrored once.
    mirror_once: u8,
    /// Axes whose border the GPU does not have.
    border: u8,
    /// How that border is filtered near by, and far off.
    linear: [bool; 2],
    /// The levels that are read beside that border, and the largest of them.
    levels: (Levels, u8),
}

/// What of a texture decides what shaders do for its sampler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) shape: TextureShape,
    pub(crate) levels: u32,
    /// The first level that is seen.
    pub(crate) base_level: u8,
    pub(crate) vertex_stage: bool,
}

impl Extras {
    /// Enters into a shader's key what a texture shows; answers what of it is not supported.
    pub(crate) fn enter(self, key: &mut SamplerKey, shown: Shown) -> Option<&'static str> {
        let axes = match shown.shape {
            TextureShape::Cube => 0,
            TextureShape::D2 => 0b011,
            TextureShape::Volume => 0b111,
        };
        key.mirror_once = self.mirror_once & axes;
        key.border = self.border(axes, shown);
        // With one level there is none to choose.
        let biased = self.bias != 0.0 && shown.levels > 1;
        key.biased = biased && !shown.vertex_stage;
        let compared = key.reading == Reading::Compare;
        if compared && key.border.far.is_some() {
            return Some("sampler.border_color.depth_comparison");
        }
        let missing = [(compared, "texture.depth_comparison.vertex"), (biased, "sampler.lod_bias.vertex")];
        missing.into_iter().find(|(lacks, _)| *lacks && shown.vertex_stage).map(|(_, key)| key)
    }

    /// The border that a texture shows.
    fn border(self, axes: u8, shown: Shown) -> Border {
        let axes = self.border & axes;
        if axes == 0 {
            return Border::default();
        }
        let base = u32::from(shown.base_level);
        let last = shown.levels.saturating_sub(1).saturating_sub(base);
        let (levels, first) = if last == 0 { (Levels::First, 0) } else { self.levels };
        let first = u32::from(first).saturating_sub(base).min(last) as u8;
        let [near, far] = self.linear;
        let last = if levels == Levels::First { 0 } else { last as u8 };
        let differs = levels != Levels::First || near != far;
        Border { axes, linear: near, far: differs.then(|| FarBorder::new(far, levels, first, last)) }
    }
}

/// Translates the states of one sampler.
pub(crate) fn translate(states: &[u32; 14], features: Features) -> Translated {
    let get = |state: Ss| states[state.0 as usize];
    let border = border_color(get(Ss::BORDERCOLOR));
    let border = border.filter(|_| features.contains(Features::ADDRESS_MODE_CLAMP_TO_BORDER));
    let mut address = [AddressMode::Repeat; 3];
    let (mut mirror_once, mut colored) = (0u8, 0u8);
    for (axis, state) in [Ss::ADDRESSU, Ss::ADDRESSV, Ss::ADDRESSW].into_iter().enumerate() {
        address[axis] = match TextureAddress::try_from(get(state)) {
            Ok(TextureAddress::Mirror) => AddressMode::MirrorRepeat,
            Ok(TextureAddress::Clamp) => AddressMode::ClampToEdge,
            Ok(TextureAddress::Border) if border.is_some() => AddressMode::ClampToBorder,
            Ok(TextureAddress::Border) => {
                colored |= 1 << axis;
                AddressMode::ClampToEdge
            }
            Ok(TextureAddress::MirrorOnce) => {
                mirror_once |= 1 << axis;
                AddressMode::ClampToEdge
            }
            Ok(TextureAddress::Wrap) | Err(_) => AddressMode::Repeat,
        };
    }
    let mip = mip_filter(get(Ss::MIPFILTER));
    let anisotropic = [Ss::MAGFILTER, Ss::MINFILTER]
        .iter()
        .any(|&state| get(state) == u32::from(TextureFilter::Anisotropic));
    let sampler = SamplerState {
        address,
        mag: filter(get(Ss::MAGFILTER)),
        min: filter(get(Ss::MINFILTER)),
        // Beside a border of their own shaders blend levels themselves.
        mip: if colored == 0 { mip } else { mip.map(|_| Filter::Point) },
        min_level: if mip.is_some() { get(Ss::MAXMIPLEVEL).min(15) as u8 } else { 0 },
        anisotropy: if anisotropic && mip.is_some() { get(Ss::MAXANISOTROPY).clamp(1, 16) as u8 } else { 1 },
        border: border.filter(|_| address.contains(&AddressMode::ClampToBorder)),
    };
    let bias = f32::from_bits(get(Ss::MIPMAPLODBIAS));
    let hack = HACKS.contains(&get(Ss::MIPMAPLODBIAS));
    let mut extras = Extras {
        bias: if mip.is_some() && bias.is_finite() && !hack { bias } else { 0.0 },
        gather: get(Ss::MIPMAPLODBIAS) == HACKS[0] && sampler.mag == Filter::Point,
        mirror_once,
        ..Extras::default()
    };
    if colored != 0 {
        (extras.border, extras.color) = (colored, get(Ss::BORDERCOLOR));
        extras.linear = [sampler.mag, sampler.min].map(|filter| filter == Filter::Linear);
        let levels = match mip {
            None => Levels::First,
            Some(Filter::Point) => Levels::Nearest,
            Some(Filter::Linear) => Levels::Blended,
        };
        extras.levels = (levels, sampler.min_level);
    }
    Translated { sampler, extras }
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

/// The border colour that the GPU has, if it is one of them.
fn border_color(argb: u32) -> Option<BorderColor> {
    match argb {
        0 => Some(BorderColor::TransparentBlack),
        0xFF00_0000 => Some(BorderColor::OpaqueBlack),
        0xFFFF_FFFF => Some(BorderColor::OpaqueWhite),
        _ => None,
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
        translate(&states(changes), Features::all()).sampler
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

    /// What shaders are told of a texture with so many levels, seen from one on.
    fn entered(extras: Extras, shape: TextureShape, levels: u32, base_level: u8) -> SamplerKey {
        let mut key = SamplerKey::default();
        let shown = Shown { shape, levels, base_level, vertex_stage: false };
        assert_eq!(extras.enter(&mut key, shown), None);
        key
    }

    const BORDERED: [(Ss, u32); 4] =
        [(Ss::ADDRESSV, 5), (Ss::ADDRESSW, 4), (Ss::BORDERCOLOR, 0x8012_3456), (Ss::MAGFILTER, 2)];

    #[test]
    fn what_samplers_lack_is_left_to_shaders() {
        let found = translate(&states(&BORDERED), Features::all());
        assert_eq!(found.sampler.address[1..], [AddressMode::ClampToEdge; 2]);
        assert_eq!((found.sampler.border, found.extras.color), (None, 0x8012_3456));
        let key = entered(found.extras, TextureShape::Volume, 1, 0);
        let far = Some(FarBorder::new(false, Levels::First, 0, 0));
        assert_eq!((key.mirror_once, key.border), (0b010, Border { axes: 0b100, linear: true, far }));
        let key = entered(found.extras, TextureShape::D2, 1, 0);
        assert_eq!((key.mirror_once, key.border), (0b010, Border::default()));
        assert_eq!(entered(found.extras, TextureShape::Cube, 1, 0), SamplerKey::default());
    }

    #[test]
    fn levels_beside_a_border_count_from_the_first_that_is_seen() {
        let mut changes = BORDERED.to_vec();
        changes.extend([(Ss::MINFILTER, 2), (Ss::MIPFILTER, 2), (Ss::MAXMIPLEVEL, 3)]);
        let found = translate(&states(&changes), Features::all());
        assert_eq!(found.sampler.mip, Some(Filter::Point));
        let far = |levels, base| entered(found.extras, TextureShape::Volume, levels, base).border.far;
        let blended = |(first, last)| Some(FarBorder::new(true, Levels::Blended, first, last));
        let wanted = [(3, 4), (1, 2), (2, 2), (1, 1)].map(blended);
        assert_eq!([far(5, 0), far(5, 2), far(3, 0), far(3, 1)], wanted);
        assert_eq!([far(1, 0), far(3, 2), far(3, 9)], [None; 3]);
    }

    #[test]
    fn borders_that_the_gpu_has_are_its_own() {
        let changes = [(Ss::ADDRESSU, 4), (Ss::BORDERCOLOR, 0xFFFF_FFFF)];
        let found = translate(&states(&changes), Features::all());
        assert_eq!(found.sampler.border, Some(BorderColor::OpaqueWhite));
        assert_eq!(found.extras, Extras::default());
        let found = translate(&states(&changes), Features::empty());
        assert_eq!((found.sampler.border, found.extras.color), (None, 0xFFFF_FFFF));
        assert_eq!(entered(found.extras, TextureShape::D2, 1, 0).border.axes, 1);
    }

    #[test]
    fn the_bias_counts_with_a_mip_filter_and_must_be_a_number() {
        let bias = |filter: u32, value: f32| {
            let changes = [(Ss::MIPFILTER, filter), (Ss::MIPMAPLODBIAS, value.to_bits())];
            translate(&states(&changes), Features::all()).extras.bias
        };
        assert_eq!([bias(1, 0.5), bias(0, 0.5), bias(2, f32::NAN)], [0.5, 0.0, 0.0]);
    }

    #[test]
    fn values_out_of_range_act_as_the_default() {
        let found = sampler(&[(Ss::ADDRESSU, 77), (Ss::MAGFILTER, 9), (Ss::MIPFILTER, 1000)]);
        assert_eq!(found, sampler(&[]));
    }
}
