//! The values that pass from the vertex stage to the fragment stage, and the locations that carry them.
//!
//! Locations are fixed: TEXCOORD0–7 at 0–7, COLOR0–1 at 8–9, FOG0 at 10. Any other usage of a model 3 fragment
//! shader takes the free locations 11–15 (and then unused fixed ones) in the order of (usage, index) among
//! those that the *fragment* shader declares. The fragment stage alone decides; its [`Varyings`] are part of
//! the vertex stage's key, and the vertex stage writes exactly these, with defaults for what it lacks: wgpu
//! wants both sides to agree in location, interpolation and sampling.

/// The meaning of a vertex element or a varying: the numbers of `D3DDECLUSAGE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[derive(num_enum::TryFromPrimitive, num_enum::IntoPrimitive)]
#[allow(missing_docs, reason = "the names are Direct3D's own and say all there is to say")]
pub enum Usage {
    Position = 0,
    BlendWeight = 1,
    BlendIndices = 2,
    Normal = 3,
    PointSize = 4,
    Texcoord = 5,
    Tangent = 6,
    Binormal = 7,
    TessFactor = 8,
    PositionT = 9,
    Color = 10,
    Fog = 11,
    Depth = 12,
    Sample = 13,
}

impl Usage {
    /// The name as an identifier, such as `texcoord`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::BlendWeight => "blendweight",
            Self::BlendIndices => "blendindices",
            Self::Normal => "normal",
            Self::PointSize => "pointsize",
            Self::Texcoord => "texcoord",
            Self::Tangent => "tangent",
            Self::Binormal => "binormal",
            Self::TessFactor => "tessfactor",
            Self::PositionT => "positiont",
            Self::Color => "color",
            Self::Fog => "fog",
            Self::Depth => "depth",
            Self::Sample => "sample",
        }
    }
}

/// A usage with its index, such as TEXCOORD3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Semantic {
    /// The usage.
    pub usage: Usage,
    /// The usage index, 0–15.
    pub index: u8,
}

impl Semantic {
    /// Pairs a usage with an index.
    #[must_use]
    pub const fn new(usage: Usage, index: u8) -> Self {
        Self { usage, index }
    }

    /// The fixed location of this semantic, if it has one.
    #[must_use]
    pub const fn fixed_location(self) -> Option<u8> {
        match (self.usage, self.index) {
            (Usage::Texcoord, i @ 0..=7) => Some(i),
            (Usage::Color, i @ 0..=1) => Some(8 + i),
            (Usage::Fog, 0) => Some(10),
            _ => None,
        }
    }
}

/// How many varying locations exist: WebGPU's floor.
pub const LOCATIONS: usize = 16;

/// One varying: what it means and how it is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Varying {
    /// What it means.
    pub semantic: Semantic,
    /// The value of the first vertex for the whole primitive (colours under `D3DSHADE_FLAT`).
    pub flat: bool,
    /// Sampled at the centroid of the covered samples.
    pub centroid: bool,
}

/// The set of varyings that a fragment shader reads, by location; all are `vec4<f32>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Varyings {
    /// Index = location.
    pub slots: [Option<Varying>; LOCATIONS],
    /// Whether the reader is a model 3 shader: an unwritten COLOR1 then reads (0,0,0,0), else (0,0,0,1).
    pub model3: bool,
    /// How many distances to clip planes are carried, 0–6: for adapters that do not clip by them.
    pub clip_planes: u8,
}

impl Varyings {
    /// Places `wanted` at their locations. Duplicates count once.
    ///
    /// # Errors
    /// Returns the first semantic for which no location is left.
    pub fn place(wanted: &[Varying], model3: bool) -> Result<Self, Semantic> {
        let mut placed = Self { model3, ..Self::default() };
        let mut rest: Vec<Varying> = Vec::new();
        for &varying in wanted {
            match varying.semantic.fixed_location() {
                Some(location) => placed.slots[usize::from(location)] = Some(varying),
                None => rest.push(varying),
            }
        }
        rest.sort_by_key(|varying| varying.semantic);
        rest.dedup_by_key(|varying| varying.semantic);
        let free = (11..LOCATIONS).chain(0..11);
        let mut free =
            free.filter(|&location| placed.slots[location].is_none()).collect::<Vec<_>>().into_iter();
        for varying in rest {
            let location = free.next().ok_or(varying.semantic)?;
            placed.slots[location] = Some(varying);
        }
        Ok(placed)
    }

    /// The same, with distances to so many clip planes in locations that are free.
    ///
    /// # Errors
    /// Returns POSITION if too few locations are left.
    pub fn with_clip_planes(mut self, count: u8) -> Result<Self, Semantic> {
        self.clip_planes = count;
        let placed = self.clip_locations().count();
        if placed < usize::from(count).div_ceil(4) {
            Err(Semantic::new(Usage::Position, 0))
        } else {
            Ok(self)
        }
    }

    /// The locations of the distances to clip planes, four planes each: the last ones that are free.
    pub fn clip_locations(&self) -> impl Iterator<Item = u8> + '_ {
        let free = (0..LOCATIONS as u8).rev().filter(|&location| self.slots[usize::from(location)].is_none());
        free.take(usize::from(self.clip_planes).div_ceil(4))
    }

    /// The location that carries `semantic`, if the fragment stage reads it.
    #[must_use]
    pub fn location(&self, semantic: Semantic) -> Option<u8> {
        let found =
            self.slots.iter().position(|slot| slot.is_some_and(|varying| varying.semantic == semantic));
        found.and_then(|location| u8::try_from(location).ok())
    }

    /// The varyings with their locations, by rising location.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Varying)> + '_ {
        (0u8..).zip(&self.slots).filter_map(|(location, slot)| slot.map(|varying| (location, varying)))
    }

    /// What lane `lane` of `semantic` reads when the vertex stage does not write it.
    ///
    /// COLOR0 is white, COLOR1 black (transparent for model 3), FOG 1, all else 0.
    #[must_use]
    pub fn default_lane(&self, semantic: Semantic, lane: u8) -> f32 {
        match (semantic.usage, semantic.index) {
            (Usage::Color, 0) | (Usage::Fog, 0) => 1.0,
            (Usage::Color, 1) if lane == 3 && !self.model3 => 1.0,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varying(usage: Usage, index: u8) -> Varying {
        Varying { semantic: Semantic::new(usage, index), flat: false, centroid: false }
    }

    #[test]
    fn fixed_semantics_keep_their_locations_and_others_follow_by_rank() {
        let wanted = [
            varying(Usage::Normal, 0),
            varying(Usage::Color, 1),
            varying(Usage::Texcoord, 3),
            varying(Usage::Position, 2),
        ];
        let placed = Varyings::place(&wanted, true).expect("four fit");
        assert_eq!(placed.location(Semantic::new(Usage::Texcoord, 3)), Some(3));
        assert_eq!(placed.location(Semantic::new(Usage::Color, 1)), Some(9));
        assert_eq!(placed.location(Semantic::new(Usage::Position, 2)), Some(11));
        assert_eq!(placed.location(Semantic::new(Usage::Normal, 0)), Some(12));
        assert_eq!(placed.iter().count(), 4);
    }

    #[test]
    fn a_seventeenth_varying_is_refused_by_name() {
        let wanted: Vec<_> =
            (0..16).map(|i| varying(Usage::Tangent, i)).chain([varying(Usage::Binormal, 0)]).collect();
        assert_eq!(Varyings::place(&wanted, true), Err(Semantic::new(Usage::Binormal, 0)));
    }

    #[test]
    fn clip_planes_take_the_last_free_locations() {
        let placed = Varyings::place(&[varying(Usage::Texcoord, 0)], true).expect("one fits");
        let locations =
            |count| placed.with_clip_planes(count).expect("they fit").clip_locations().collect::<Vec<_>>();
        assert_eq!([locations(0), locations(4), locations(6)], [vec![], vec![15], vec![15, 14]]);
        let many: Vec<_> = (0..15).map(|i| varying(Usage::Tangent, i)).collect();
        let full = Varyings::place(&many, true).expect("fifteen fit");
        assert!(full.with_clip_planes(4).is_ok());
        assert_eq!(full.with_clip_planes(5), Err(Semantic::new(Usage::Position, 0)));
    }

    #[test]
    fn defaults_follow_the_linkage_table() {
        let model2 = Varyings::default();
        let model3 = Varyings { model3: true, ..Varyings::default() };
        assert_eq!(model2.default_lane(Semantic::new(Usage::Color, 1), 3).to_bits(), 1f32.to_bits());
        assert_eq!(model3.default_lane(Semantic::new(Usage::Color, 1), 3).to_bits(), 0f32.to_bits());
        assert_eq!(model3.default_lane(Semantic::new(Usage::Color, 0), 0).to_bits(), 1f32.to_bits());
        assert_eq!(model3.default_lane(Semantic::new(Usage::Texcoord, 0), 3).to_bits(), 0f32.to_bits());
    }
}
