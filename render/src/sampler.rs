//! Samplers: one function makes any state legal for the texture it meets, and a cache holds the results.

use rustc_hash::FxHashMap;

use crate::frame::{AddressMode, BorderColor, Filter, SamplerState, TextureBinding, ViewKind};
use crate::gpu::Gpu;

/// A sampler that wgpu accepts beside the texture it was made for. Levels are those of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SamplerKey {
    address: [AddressMode; 3],
    mag: Filter,
    min: Filter,
    mip: Option<Filter>,
    min_level: u8,
    anisotropy: u8,
    border: Option<BorderColor>,
    /// Compares: the reference is at most the depth.
    compares: bool,
}

/// What of the bound texture and of the device decides which samplers are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SamplerLimits {
    /// Linear filters work on the texture's format.
    pub(crate) filterable: bool,
    /// How the texture is viewed.
    pub(crate) kind: ViewKind,
    /// Levels of the texture.
    pub(crate) levels: u32,
    /// The device can clamp to a border.
    pub(crate) border: bool,
}

impl SamplerKey {
    /// Makes the sampler of a binding legal and folds what has no effect:
    /// formats that cannot be filtered read the nearest texel; anisotropy wants linear filters throughout; border
    /// colours count only where an address mode asks for one; cubes have no addressing and only volumes have w.
    pub(crate) fn canonical(binding: &TextureBinding, limits: SamplerLimits) -> Self {
        let SamplerState { mut address, mut mag, mut min, mut mip, min_level, mut anisotropy, mut border } =
            binding.sampler;
        match limits.kind {
            ViewKind::Cube => address = Default::default(),
            ViewKind::D2 | ViewKind::Depth => address[2] = AddressMode::default(),
            ViewKind::Volume => {}
        }
        let asks_border = |mode: &AddressMode| *mode == AddressMode::ClampToBorder;
        if limits.border && address.iter().any(asks_border) {
            border = border.or(Some(BorderColor::TransparentBlack));
        } else {
            address.iter_mut().filter(|mode| asks_border(mode)).for_each(|mode| *mode = Default::default());
            border = None;
        }
        if !limits.filterable {
            (mag, min, mip) = (Filter::Point, Filter::Point, mip.map(|_| Filter::Point));
        }
        if [Some(mag), Some(min), mip] != [Some(Filter::Linear); 3] || anisotropy < 2 {
            anisotropy = 1;
        }
        // The view starts at `base_level`, and the clamp counts from there; past the last level it is the last.
        let base = u32::from(binding.base_level).min(limits.levels.saturating_sub(1));
        let last = limits.levels.saturating_sub(1) - base;
        let min_level = u32::from(min_level).saturating_sub(u32::from(binding.base_level)).min(last) as u8;
        if last == u32::from(min_level) && anisotropy == 1 {
            mip = None;
        }
        let compares = limits.kind == ViewKind::Depth;
        if compares {
            anisotropy = 1;
        }
        Self { address, mag, min, mip, min_level, anisotropy: anisotropy.min(16), border, compares }
    }

    /// Whether any filter is linear: such a sampler wants a filterable texture.
    #[cfg(test)]
    fn filters(self) -> bool {
        [Some(self.mag), Some(self.min), self.mip].contains(&Some(Filter::Linear))
    }

    fn descriptor(self) -> wgpu::SamplerDescriptor<'static> {
        let lod_min = f32::from(self.min_level);
        let mode = |filter| match filter {
            Filter::Point => wgpu::FilterMode::Nearest,
            Filter::Linear => wgpu::FilterMode::Linear,
        };
        let (mipmap_filter, lod_max_clamp) = match self.mip {
            // A clamp to 0 exactly would make every read a magnification; a quarter still rounds to the level.
            None => (wgpu::MipmapFilterMode::Nearest, lod_min + 0.25),
            Some(Filter::Point) => (wgpu::MipmapFilterMode::Nearest, 32.0),
            Some(Filter::Linear) => (wgpu::MipmapFilterMode::Linear, 32.0),
        };
        wgpu::SamplerDescriptor {
            address_mode_u: address_mode(self.address[0]),
            address_mode_v: address_mode(self.address[1]),
            address_mode_w: address_mode(self.address[2]),
            mag_filter: mode(self.mag),
            min_filter: mode(self.min),
            mipmap_filter,
            lod_min_clamp: lod_min,
            lod_max_clamp,
            compare: self.compares.then_some(wgpu::CompareFunction::LessEqual),
            anisotropy_clamp: u16::from(self.anisotropy.max(1)),
            border_color: self.border.map(border_color),
            ..wgpu::SamplerDescriptor::default()
        }
    }
}

fn address_mode(mode: AddressMode) -> wgpu::AddressMode {
    match mode {
        AddressMode::ClampToEdge => wgpu::AddressMode::ClampToEdge,
        AddressMode::Repeat => wgpu::AddressMode::Repeat,
        AddressMode::MirrorRepeat => wgpu::AddressMode::MirrorRepeat,
        AddressMode::ClampToBorder => wgpu::AddressMode::ClampToBorder,
    }
}

fn border_color(color: BorderColor) -> wgpu::SamplerBorderColor {
    match color {
        BorderColor::TransparentBlack => wgpu::SamplerBorderColor::TransparentBlack,
        BorderColor::OpaqueBlack => wgpu::SamplerBorderColor::OpaqueBlack,
        BorderColor::OpaqueWhite => wgpu::SamplerBorderColor::OpaqueWhite,
    }
}

/// The samplers made so far. Their number is bounded by the states that exist.
#[derive(Debug, Default)]
pub(crate) struct Samplers {
    made: FxHashMap<SamplerKey, wgpu::Sampler>,
}

impl Samplers {
    /// The sampler of a key.
    pub(crate) fn get(&mut self, gpu: &Gpu, key: SamplerKey) -> &wgpu::Sampler {
        self.made.entry(key).or_insert_with(|| {
            let label = format!(
                "sampler mag {:?} min {:?} mip {:?} address {:?} from {} anisotropy {}{}",
                key.mag,
                key.min,
                key.mip,
                key.address,
                key.min_level,
                key.anisotropy,
                if key.compares { " compares" } else { "" }
            );
            gpu.create_sampler(&label, &key.descriptor())
        })
    }

    /// How many were made.
    pub(crate) fn len(&self) -> usize {
        self.made.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SamplerLimits =
        SamplerLimits { filterable: true, kind: ViewKind::D2, levels: 5, border: true };

    fn binding(sampler: SamplerState) -> TextureBinding {
        TextureBinding { sampler, ..TextureBinding::default() }
    }

    fn linear() -> SamplerState {
        let linear = Filter::Linear;
        SamplerState { mag: linear, min: linear, mip: Some(linear), anisotropy: 8, ..SamplerState::default() }
    }

    #[test]
    fn a_format_that_cannot_be_filtered_reads_the_nearest_texel() {
        let key = SamplerKey::canonical(&binding(linear()), SamplerLimits { filterable: false, ..LIMITS });
        assert!(!key.filters());
        assert_eq!((key.mip, key.anisotropy), (Some(Filter::Point), 1));
    }

    #[test]
    fn anisotropy_wants_linear_filters_throughout() {
        assert_eq!(SamplerKey::canonical(&binding(linear()), LIMITS).anisotropy, 8);
        for state in [
            SamplerState { mag: Filter::Point, ..linear() },
            SamplerState { min: Filter::Point, ..linear() },
            SamplerState { mip: Some(Filter::Point), ..linear() },
            SamplerState { mip: None, ..linear() },
        ] {
            assert_eq!(SamplerKey::canonical(&binding(state), LIMITS).anisotropy, 1, "{state:?}");
        }
        let much = SamplerState { anisotropy: 255, ..linear() };
        assert_eq!(SamplerKey::canonical(&binding(much), LIMITS).anisotropy, 16);
    }

    #[test]
    fn without_mips_one_level_is_read_and_minification_stays_minification() {
        let state = SamplerState { mip: None, min_level: 2, ..linear() };
        let descriptor = SamplerKey::canonical(&binding(state), LIMITS).descriptor();
        assert_eq!([descriptor.lod_min_clamp, descriptor.lod_max_clamp], [2.0, 2.25]);
        assert_eq!(descriptor.mipmap_filter, wgpu::MipmapFilterMode::Nearest);
    }

    #[test]
    fn levels_count_from_the_view_and_end_at_the_last() {
        let state = SamplerState { min_level: 3, ..linear() };
        let at = |base_level, levels| {
            let binding = TextureBinding { base_level, ..binding(state) };
            SamplerKey::canonical(&binding, SamplerLimits { levels, ..LIMITS }).min_level
        };
        assert_eq!([at(0, 5), at(1, 5), at(4, 5), at(0, 2), at(9, 2)], [3, 2, 0, 1, 0]);
    }

    #[test]
    fn borders_count_only_where_asked_for_and_possible() {
        let border = Some(BorderColor::OpaqueWhite);
        let clamp = SamplerState { border, ..linear() };
        assert_eq!(SamplerKey::canonical(&binding(clamp), LIMITS).border, None);
        let address = [AddressMode::ClampToBorder; 3];
        let asks = SamplerState { address, ..clamp };
        assert_eq!(SamplerKey::canonical(&binding(asks), LIMITS).border, border);
        let none = SamplerKey::canonical(&binding(asks), SamplerLimits { border: false, ..LIMITS });
        assert_eq!((none.address, none.border), ([AddressMode::ClampToEdge; 3], None));
        let w_only = SamplerState {
            address: [AddressMode::Repeat, AddressMode::Repeat, AddressMode::ClampToBorder],
            ..clamp
        };
        assert_eq!(SamplerKey::canonical(&binding(w_only), LIMITS).border, None);
    }
}
