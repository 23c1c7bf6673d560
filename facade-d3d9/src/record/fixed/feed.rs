//! Which constants of the fixed vertex stage are out of date, and which its program reads.

use retrograph_shaders::fixed::{Blend, LIGHTS, LightKinds, MATRICES, Position, VertexFog, VertexKey};

use crate::device::Device;
use crate::record::Dirty;
use crate::types::{LightType, RenderState as Rs, Transform};

bitflags::bitflags! {
    /// Constants that change together.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Groups: u16 {
        /// To the clip position.
        const CLIP = 1;
        /// To eye space.
        const EYE = 1 << 1;
        /// Of normals, to eye space.
        const NORMAL = 1 << 2;
        /// Fog, and the factor of tweening.
        const FOG = 1 << 3;
        /// The scale of points.
        const POINTS = 1 << 4;
        /// The material, and the global ambient light.
        const MATERIAL = 1 << 5;
        /// Where the kinds of lights end.
        const ENDS = 1 << 6;
        /// Some of [`VertexFeed::lights`].
        const LIGHTS = 1 << 7;
        /// Some of [`VertexFeed::textures`].
        const TEXTURES = 1 << 8;
        /// Some of [`VertexFeed::palette`].
        const PALETTE = 1 << 9;
    }
}

/// The render states of [`crate::record::Dirty::CONSTANTS`] that the fixed vertex stage reads.
pub(in crate::record) const CONSTANTS: [Rs; 8] = [
    Rs::AMBIENT,
    Rs::FOGSTART,
    Rs::FOGEND,
    Rs::FOGDENSITY,
    Rs::TWEENFACTOR,
    Rs::POINTSCALE_A,
    Rs::POINTSCALE_B,
    Rs::POINTSCALE_C,
];

/// What the program in use reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::record) struct Needs {
    pub(super) groups: Groups,
    /// Stages with a matrix, a bit each.
    pub(super) textures: u8,
    /// Matrices of the palette.
    pub(super) matrices: u16,
}

/// The lights that shine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Active {
    /// Their indices: directional ones, points, spots.
    pub(super) indices: [u32; LIGHTS],
    /// Where each kind ends.
    pub(super) ends: [u8; 3],
    /// What there is.
    pub(super) kinds: LightKinds,
}

/// What the constants of the fixed vertex stage are, and which of them are out of date. What no program reads stays out of
/// date until one does.
#[derive(Clone, Debug)]
pub(crate) struct VertexFeed {
    pub(super) changed: Groups,
    /// Lights that changed, a bit each, by their place in the block.
    pub(super) lights: u8,
    /// Stages whose matrix changed, a bit each.
    pub(super) textures: u8,
    /// World matrices that changed lie from the first to before the second.
    pub(super) palette: [u16; 2],
    /// World matrices that were ever set lie before this.
    pub(super) worlds: u16,
    pub(super) active: Active,
    pub(super) needs: Needs,
}

impl Default for VertexFeed {
    fn default() -> Self {
        Self {
            changed: Groups::all(),
            lights: !0,
            textures: !0,
            palette: [0, MATRICES],
            worlds: 1,
            active: Active::default(),
            needs: Needs::default(),
        }
    }
}

impl VertexFeed {
    /// Notes that a transform is another; answers what that makes out of date.
    #[inline]
    pub(crate) fn transform_changed(&mut self, transform: Transform) -> Dirty {
        const MODEL: Groups = Groups::CLIP.union(Groups::EYE).union(Groups::NORMAL);
        match transform {
            Transform::WORLD => {
                self.changed |= MODEL;
                return self.world_changed(0);
            }
            Transform::VIEW => {
                self.changed |= MODEL.union(Groups::LIGHTS).union(Groups::PALETTE);
                self.lights = !0;
                self.palette = [0, MATRICES];
            }
            Transform::PROJECTION => self.changed |= Groups::CLIP,
            Transform(number @ 16..=23) => {
                self.changed |= Groups::TEXTURES;
                self.textures |= 1 << (number - 16);
            }
            Transform(number) => return self.world_changed((number & 0xFF) as u16),
        }
        Dirty::CONSTANTS
    }

    fn world_changed(&mut self, number: u16) -> Dirty {
        let [first, end] = self.palette;
        self.palette =
            if first < end { [first.min(number), end.max(number + 1)] } else { [number, number + 1] };
        self.changed |= Groups::PALETTE;
        if number < self.worlds {
            return Dirty::CONSTANTS;
        }
        self.worlds = number + 1;
        // The palette may have become larger.
        Dirty::CONSTANTS | Dirty::PROGRAM
    }

    /// Notes that the material is another.
    pub(crate) fn material_changed(&mut self) {
        self.changed |= Groups::MATERIAL;
    }

    /// Notes that one of [`CONSTANTS`] is another.
    pub(crate) fn state_changed(&mut self, state: Rs) {
        self.changed |= match state {
            Rs::AMBIENT => Groups::MATERIAL,
            Rs::FOGSTART | Rs::FOGEND | Rs::FOGDENSITY | Rs::TWEENFACTOR => Groups::FOG,
            Rs::POINTSCALE_A | Rs::POINTSCALE_B | Rs::POINTSCALE_C => Groups::POINTS,
            _ => Groups::empty(),
        };
    }

    /// Notes that a light is another; answers whether it shines.
    #[inline]
    pub(crate) fn light_changed(&mut self, index: u32) -> bool {
        let shining = &self.active.indices[..usize::from(self.active.ends[2])];
        let Some(place) = shining.iter().position(|&known| known == index) else { return false };
        self.lights |= 1 << place;
        self.changed |= Groups::LIGHTS;
        true
    }

    /// How many matrices a palette needs so that those that were never set read as the identity.
    pub(super) fn palette_size(&self) -> u16 {
        (self.worlds + 1).next_power_of_two().clamp(4, MATRICES)
    }

    /// Takes up the program of a folded key.
    pub(super) fn use_program(&mut self, key: &VertexKey) {
        let needs = Needs::of(key);
        if (needs.matrices > 0) != (self.needs.matrices > 0) {
            // Behind blending, clip positions come from eye space.
            self.changed |= Groups::CLIP;
        }
        self.needs = needs;
    }
}

impl Needs {
    fn of(key: &VertexKey) -> Self {
        if key.position != Position::World {
            return Self::default();
        }
        let matrices = match key.blend {
            Blend::Weights(weights) => u16::from(weights) + 1,
            Blend::Indexed { matrices, .. } => matrices,
            Blend::Off | Blend::Tween => 0,
        };
        let mut textures = 0;
        for (stage, coordinate) in key.coordinates.iter().enumerate() {
            textures |= u8::from(coordinate.transform != 0) << stage;
        }
        let lit = key.lighting.is_some_and(|lighting| !lighting.kinds.is_empty());
        let fogged = matches!(key.fog, VertexFog::Depth { .. }) || key.blend == Blend::Tween;
        let mut groups = Groups::CLIP;
        groups.set(Groups::EYE, matrices == 0 && key.needs_eye());
        groups.set(Groups::NORMAL, matrices == 0 && key.needs_normal());
        groups.set(Groups::FOG, fogged);
        groups.set(Groups::POINTS, key.point_scale);
        groups.set(Groups::MATERIAL, key.lighting.is_some());
        groups.set(Groups::LIGHTS | Groups::ENDS, lit);
        groups.set(Groups::TEXTURES, textures != 0);
        groups.set(Groups::PALETTE, matrices > 0);
        Self { groups, textures, matrices }
    }
}

impl Device {
    /// Chooses the lights that shine: of those that are on, the eight of the lowest indices. Lights of no kind shine not.
    #[cold]
    pub(crate) fn choose_lights(&mut self) {
        let lights = self.state.lights.iter().filter(|(_, (_, on))| *on);
        let mut on: Vec<(u32, LightType)> = lights.map(|(index, (light, _))| (*index, light.kind)).collect();
        on.sort_unstable_by_key(|(index, _)| *index);
        on.truncate(LIGHTS);
        let kinds = [
            (LightType::DIRECTIONAL, LightKinds::DIRECTIONAL),
            (LightType::POINT, LightKinds::POINT),
            (LightType::SPOT, LightKinds::SPOT),
        ];
        let mut active = Active::default();
        let mut count = 0;
        for ((kind, flag), end) in kinds.into_iter().zip(0..) {
            for (index, _) in on.iter().filter(|(_, known)| *known == kind) {
                active.indices[count] = *index;
                active.kinds |= flag;
                count += 1;
            }
            active.ends[end] = count as u8;
        }
        let feed = &mut self.record.fixed;
        if feed.active.kinds != active.kinds {
            self.dirty |= Dirty::PROGRAM;
        }
        feed.active = active;
        feed.lights = !0;
        feed.changed |= Groups::LIGHTS | Groups::ENDS;
        self.dirty |= Dirty::CONSTANTS;
    }
}
