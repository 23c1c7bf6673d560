//! Render states, texture stages and light states: what they are at first, and how legacy states and stages go together.

/// Render states by number; what is 256 or more is none.
pub(crate) const RENDER_STATES: usize = 256;
/// Texture stages.
pub(crate) const STAGES: usize = 8;
/// States of a texture stage by number.
pub(crate) const STAGE_STATES: usize = 25;
/// Read back for states that a device does not have.
pub(crate) const ABSENT: u32 = u32::MAX;

/// Render states that are used by number.
#[allow(missing_docs, reason = "the names are Direct3D's own")]
pub(crate) mod rs {
    pub(crate) const TEXTUREHANDLE: u32 = 1;
    pub(crate) const TEXTUREADDRESS: u32 = 3;
    pub(crate) const WRAPU: u32 = 5;
    pub(crate) const WRAPV: u32 = 6;
    pub(crate) const ZENABLE: u32 = 7;
    pub(crate) const FILLMODE: u32 = 8;
    pub(crate) const SHADEMODE: u32 = 9;
    pub(crate) const ZWRITEENABLE: u32 = 14;
    pub(crate) const ALPHATESTENABLE: u32 = 15;
    pub(crate) const TEXTUREMAG: u32 = 17;
    pub(crate) const TEXTUREMIN: u32 = 18;
    pub(crate) const SRCBLEND: u32 = 19;
    pub(crate) const DESTBLEND: u32 = 20;
    pub(crate) const TEXTUREMAPBLEND: u32 = 21;
    pub(crate) const CULLMODE: u32 = 22;
    pub(crate) const ZFUNC: u32 = 23;
    pub(crate) const ALPHAREF: u32 = 24;
    pub(crate) const ALPHAFUNC: u32 = 25;
    pub(crate) const ALPHABLENDENABLE: u32 = 27;
    pub(crate) const FOGENABLE: u32 = 28;
    pub(crate) const SPECULARENABLE: u32 = 29;
    pub(crate) const FOGCOLOR: u32 = 34;
    pub(crate) const FOGTABLEMODE: u32 = 35;
    pub(crate) const FOGSTART: u32 = 36;
    pub(crate) const FOGEND: u32 = 37;
    pub(crate) const FOGDENSITY: u32 = 38;
    pub(crate) const COLORKEYENABLE: u32 = 41;
    pub(crate) const BORDERCOLOR: u32 = 43;
    pub(crate) const TEXTUREADDRESSU: u32 = 44;
    pub(crate) const TEXTUREADDRESSV: u32 = 45;
    pub(crate) const MIPMAPLODBIAS: u32 = 46;
    pub(crate) const ZBIAS: u32 = 47;
    pub(crate) const RANGEFOGENABLE: u32 = 48;
    pub(crate) const ANISOTROPY: u32 = 49;
    pub(crate) const STENCILENABLE: u32 = 52;
    pub(crate) const STENCILFAIL: u32 = 53;
    pub(crate) const STENCILZFAIL: u32 = 54;
    pub(crate) const STENCILPASS: u32 = 55;
    pub(crate) const STENCILFUNC: u32 = 56;
    pub(crate) const STENCILREF: u32 = 57;
    pub(crate) const STENCILMASK: u32 = 58;
    pub(crate) const STENCILWRITEMASK: u32 = 59;
    pub(crate) const TEXTUREFACTOR: u32 = 60;
    pub(crate) const WRAP0: u32 = 128;
    pub(crate) const CLIPPING: u32 = 136;
    pub(crate) const LIGHTING: u32 = 137;
    pub(crate) const AMBIENT: u32 = 139;
    pub(crate) const FOGVERTEXMODE: u32 = 140;
    pub(crate) const COLORVERTEX: u32 = 141;
    pub(crate) const LOCALVIEWER: u32 = 142;
    pub(crate) const NORMALIZENORMALS: u32 = 143;
    pub(crate) const DIFFUSESOURCE: u32 = 145;
    pub(crate) const EMISSIVESOURCE: u32 = 148;
}

/// States of a texture stage that are used by number.
pub(crate) mod ts {
    pub(crate) const COLOROP: u32 = 1;
    pub(crate) const COLORARG1: u32 = 2;
    pub(crate) const COLORARG2: u32 = 3;
    pub(crate) const ALPHAOP: u32 = 4;
    pub(crate) const ALPHAARG1: u32 = 5;
    pub(crate) const ALPHAARG2: u32 = 6;
    pub(crate) const TEXCOORDINDEX: u32 = 11;
    pub(crate) const ADDRESS: u32 = 12;
    pub(crate) const ADDRESSU: u32 = 13;
    pub(crate) const ADDRESSV: u32 = 14;
    pub(crate) const BORDERCOLOR: u32 = 15;
    pub(crate) const MAGFILTER: u32 = 16;
    pub(crate) const MINFILTER: u32 = 17;
    pub(crate) const MIPFILTER: u32 = 18;
    pub(crate) const MIPMAPLODBIAS: u32 = 19;
    pub(crate) const MAXMIPLEVEL: u32 = 20;
    pub(crate) const MAXANISOTROPY: u32 = 21;
    pub(crate) const TRANSFORMFLAGS: u32 = 24;
}

/// The states of a device.
#[derive(Clone, Debug)]
pub(crate) struct States {
    version: u8,
    render: [u32; RENDER_STATES],
    stages: [[u32; STAGE_STATES]; STAGES],
    /// Whether stage 0 goes by TEXTUREMAPBLEND: until the program changes the stage itself.
    legacy: bool,
    /// By number; the material is a handle.
    lights: [u32; 9],
}

impl States {
    /// Those of a new device.
    pub(crate) fn new(version: u8, has_depth: bool) -> Self {
        let mut states = Self {
            version,
            render: [0; RENDER_STATES],
            stages: [[0; STAGE_STATES]; STAGES],
            legacy: true,
            lights: [0; 9],
        };
        for &(state, value) in DEFAULTS {
            states.render[state as usize] = value;
        }
        let render = &mut states.render;
        render[rs::ZENABLE as usize] = u32::from(has_depth);
        render[rs::COLORKEYENABLE as usize] = u32::from(version == 1);
        render[rs::SPECULARENABLE as usize] = u32::from(version == 2);
        render[4] = u32::from(version >= 3);
        if version == 7 {
            render[rs::LIGHTING as usize] = 1;
            render[rs::LOCALVIEWER as usize] = 1;
            render[rs::NORMALIZENORMALS as usize] = 0;
        }
        for (index, stage) in states.stages.iter_mut().enumerate() {
            for &(state, value) in STAGE_DEFAULTS {
                stage[state as usize] = value;
            }
            stage[ts::TEXCOORDINDEX as usize] = index as u32;
            if index > 0 {
                stage[ts::COLOROP as usize] = 1;
                stage[ts::ALPHAOP as usize] = 1;
            }
        }
        states.lights[3] = 2;
        states
    }

    /// A state as draws see it.
    #[inline]
    pub(crate) fn get(&self, state: u32) -> u32 {
        self.render[(state & 0xFF) as usize]
    }

    /// Whether a state is on.
    #[inline]
    pub(crate) fn on(&self, state: u32) -> bool {
        self.get(state) != 0
    }

    /// A state as a float.
    pub(crate) fn float(&self, state: u32) -> f32 {
        f32::from_bits(self.get(state))
    }

    /// A state as the program reads it: some show stage 0.
    pub(crate) fn read(&self, state: u32) -> u32 {
        let stage = |kind: u32| self.stages[0][kind as usize];
        match state {
            rs::TEXTUREADDRESS if self.version < 7 => {
                let [u, v] = [stage(ts::ADDRESSU), stage(ts::ADDRESSV)];
                if u == v { u } else { 0 }
            }
            rs::TEXTUREADDRESSU if self.version < 7 => stage(ts::ADDRESSU),
            rs::TEXTUREADDRESSV if self.version < 7 => stage(ts::ADDRESSV),
            rs::BORDERCOLOR if self.version < 7 => stage(ts::BORDERCOLOR),
            rs::MIPMAPLODBIAS if self.version < 7 => stage(ts::MIPMAPLODBIAS),
            rs::ANISOTROPY if self.version < 7 => stage(ts::MAXANISOTROPY),
            rs::TEXTUREMAG if self.version < 7 => stage(ts::MAGFILTER).min(2),
            rs::TEXTUREMIN if self.version < 7 => minify_number(stage(ts::MINFILTER), stage(ts::MIPFILTER)),
            rs::LIGHTING | rs::LOCALVIEWER | rs::NORMALIZENORMALS if self.version < 7 => ABSENT,
            _ => self.get(state),
        }
    }

    /// Sets a render state. `alpha` says whether stage 0's texture has alpha, `None` that there is none.
    pub(crate) fn set(&mut self, state: u32, value: u32, alpha: Option<bool>) {
        if self.version < 7 && matches!(state, rs::LIGHTING | rs::LOCALVIEWER | rs::NORMALIZENORMALS) {
            return;
        }
        let old = std::mem::replace(&mut self.render[(state & 0xFF) as usize], value);
        if self.version == 7 {
            return;
        }
        let stage = &mut self.stages[0];
        match state {
            rs::TEXTUREADDRESS => {
                stage[ts::ADDRESS as usize] = value;
                stage[ts::ADDRESSU as usize] = value;
                stage[ts::ADDRESSV as usize] = value;
            }
            rs::TEXTUREADDRESSU => {
                stage[ts::ADDRESSU as usize] = value;
                stage[ts::ADDRESS as usize] = value;
            }
            rs::TEXTUREADDRESSV => stage[ts::ADDRESSV as usize] = value,
            rs::BORDERCOLOR => stage[ts::BORDERCOLOR as usize] = value,
            rs::MIPMAPLODBIAS => stage[ts::MIPMAPLODBIAS as usize] = value,
            rs::ANISOTROPY => stage[ts::MAXANISOTROPY as usize] = value,
            rs::TEXTUREMAG => stage[ts::MAGFILTER as usize] = if value >= 2 { 2 } else { 1 },
            rs::TEXTUREMIN => {
                let (min, mip) = minify(value);
                stage[ts::MINFILTER as usize] = min;
                stage[ts::MIPFILTER as usize] = mip;
            }
            rs::WRAPU | rs::WRAPV => {
                let bit = if state == rs::WRAPU { 1 } else { 2 };
                let wrap = &mut self.render[rs::WRAP0 as usize];
                *wrap = if value != 0 { *wrap | bit } else { *wrap & !bit };
            }
            rs::TEXTUREMAPBLEND if old != value || self.version == 1 => {
                self.legacy = true;
                self.blend(alpha);
            }
            _ => {}
        }
    }

    /// What a texture's coming or going changes in stage 0, as long as that goes by TEXTUREMAPBLEND.
    pub(crate) fn texture_changed(&mut self, alpha: Option<bool>) {
        if self.version < 7 && self.legacy && self.get(rs::TEXTUREMAPBLEND) == MODULATE {
            self.blend(alpha);
        }
    }

    fn blend(&mut self, alpha: Option<bool>) {
        if let Some(setup) = map_blend(self.get(rs::TEXTUREMAPBLEND), alpha) {
            let [color, alpha] = setup;
            let stage = &mut self.stages[0];
            let kinds =
                [ts::COLOROP, ts::COLORARG1, ts::COLORARG2, ts::ALPHAOP, ts::ALPHAARG1, ts::ALPHAARG2];
            for (kind, value) in kinds.into_iter().zip(color.into_iter().chain(alpha)) {
                stage[kind as usize] = value;
            }
        }
    }

    /// A state of a texture stage.
    #[inline]
    pub(crate) fn stage(&self, stage: usize, kind: u32) -> u32 {
        self.stages[stage & 7].get(kind as usize).copied().unwrap_or(0)
    }

    /// Sets a state of a texture stage. What changes stage 0's operations ends the rule of TEXTUREMAPBLEND.
    pub(crate) fn set_stage(&mut self, stage: usize, kind: u32, value: u32) {
        let Some(found) = self.stages.get_mut(stage).and_then(|states| states.get_mut(kind as usize)) else {
            return;
        };
        let changed = std::mem::replace(found, value) != value;
        if kind == ts::ADDRESS {
            self.stages[stage][ts::ADDRESSU as usize] = value;
            self.stages[stage][ts::ADDRESSV as usize] = value;
        }
        if changed && stage == 0 && matches!(kind, ts::COLOROP..=ts::ALPHAARG2) {
            self.legacy = false;
        }
    }

    /// A light state as the program reads it; `None` for what is none.
    pub(crate) fn light(&self, state: u32) -> Option<u32> {
        Some(match state {
            1 | 3 => self.lights[state as usize],
            2 => self.get(rs::AMBIENT),
            4 => self.get(rs::FOGVERTEXMODE),
            5 => self.get(rs::FOGSTART),
            6 => self.get(rs::FOGEND),
            7 => self.get(rs::FOGDENSITY),
            8 => self.get(rs::COLORVERTEX),
            _ => return None,
        })
    }

    /// Sets a light state; `None` for what is none.
    pub(crate) fn set_light(&mut self, state: u32, value: u32) -> Option<()> {
        let render = match state {
            1 | 3 => {
                self.lights[state as usize] = value;
                return Some(());
            }
            2 => rs::AMBIENT,
            4 => rs::FOGVERTEXMODE,
            5 => rs::FOGSTART,
            6 => rs::FOGEND,
            7 => rs::FOGDENSITY,
            8 => rs::COLORVERTEX,
            _ => return None,
        };
        self.render[render as usize] = value;
        Some(())
    }
}

/// MODULATE of TEXTUREMAPBLEND.
const MODULATE: u32 = 2;

const DIFFUSE: u32 = 0;
const CURRENT: u32 = 1;
const TEXTURE: u32 = 2;

/// Operation and two arguments.
type Setup = [u32; 3];

/// Colour and alpha of stage 0 for a mode of TEXTUREMAPBLEND; `None` for what is no mode. `alpha` says whether the
/// texture has alpha, `None` that there is none.
pub(crate) fn map_blend(mode: u32, alpha: Option<bool>) -> Option<[Setup; 2]> {
    const SELECT1: u32 = 2;
    const SELECT2: u32 = 3;
    const MODULATE_OP: u32 = 4;
    const ADD: u32 = 7;
    const BLEND_TEXTURE_ALPHA: u32 = 13;
    let texture_alpha = [SELECT1, TEXTURE, CURRENT];
    let own_alpha = [SELECT2, TEXTURE, CURRENT];
    Some(match mode {
        1 | 7 => [[SELECT1, TEXTURE, CURRENT], texture_alpha],
        2 => [[MODULATE_OP, TEXTURE, CURRENT], if alpha == Some(false) { own_alpha } else { texture_alpha }],
        3 => [[BLEND_TEXTURE_ALPHA, TEXTURE, CURRENT], own_alpha],
        4 => [[MODULATE_OP, TEXTURE, CURRENT], [MODULATE_OP, TEXTURE, CURRENT]],
        5 => [[SELECT1, TEXTURE, CURRENT], own_alpha],
        6 => [[MODULATE_OP, TEXTURE, CURRENT], own_alpha],
        8 => [[ADD, TEXTURE, CURRENT], own_alpha],
        _ => return None,
    })
}

const _: () = assert!(DIFFUSE == 0);

/// The filters of stages for a TEXTUREMIN: minification, and between levels.
fn minify(value: u32) -> (u32, u32) {
    match value {
        2 => (2, 1),
        3 => (1, 2),
        4 => (2, 2),
        5 => (1, 3),
        6 => (2, 3),
        _ => (1, 1),
    }
}

fn minify_number(min: u32, mip: u32) -> u32 {
    match (min >= 2, mip) {
        (false, 2) => 3,
        (true, 2) => 4,
        (false, 3) => 5,
        (true, 3) => 6,
        (false, _) => 1,
        (true, _) => 2,
    }
}

const ONE: u32 = 1.0f32.to_bits();

/// Render states of a new device that are not 0, whatever the version.
const DEFAULTS: &[(u32, u32)] = &[
    (rs::FILLMODE, 3),
    (rs::SHADEMODE, 2),
    (rs::ZWRITEENABLE, 1),
    (16, 1),
    (rs::SRCBLEND, 2),
    (rs::DESTBLEND, 1),
    (rs::TEXTUREMAPBLEND, MODULATE),
    (rs::CULLMODE, 3),
    (rs::ZFUNC, 4),
    (rs::ALPHAFUNC, 8),
    (rs::FOGEND, ONE),
    (rs::FOGDENSITY, ONE),
    (rs::STENCILFAIL, 1),
    (rs::STENCILZFAIL, 1),
    (rs::STENCILPASS, 1),
    (rs::STENCILFUNC, 8),
    (rs::STENCILMASK, u32::MAX),
    (rs::STENCILWRITEMASK, u32::MAX),
    (rs::TEXTUREFACTOR, u32::MAX),
    (rs::CLIPPING, 1),
    (rs::COLORVERTEX, 1),
    (rs::LOCALVIEWER, 1),
    (rs::NORMALIZENORMALS, 1),
    (rs::DIFFUSESOURCE, 1),
    (rs::DIFFUSESOURCE + 1, 2),
];

/// States of texture stage 0 of a new device that are not 0.
const STAGE_DEFAULTS: &[(u32, u32)] = &[
    (ts::COLOROP, 4),
    (ts::COLORARG1, TEXTURE),
    (ts::COLORARG2, CURRENT),
    (ts::ALPHAOP, 2),
    (ts::ALPHAARG1, TEXTURE),
    (ts::ALPHAARG2, CURRENT),
    (ts::ADDRESS, 1),
    (ts::ADDRESSU, 1),
    (ts::ADDRESSV, 1),
    (ts::MAGFILTER, 1),
    (ts::MINFILTER, 1),
    (ts::MIPFILTER, 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_differ_in_their_first_states() {
        let [one, two, three] = [1, 2, 3].map(|version| States::new(version, false));
        let first =
            |states: &States| [rs::COLORKEYENABLE, rs::SPECULARENABLE, 4].map(|state| states.get(state));
        assert_eq!([first(&one), first(&two), first(&three)], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        assert_eq!(three.read(rs::LIGHTING), ABSENT);
        assert_eq!(States::new(7, true).read(rs::LIGHTING), 1);
        assert_eq!(States::new(2, true).get(rs::ZENABLE), 1);
    }

    #[test]
    fn legacy_samplers_are_those_of_stage_0() {
        let mut states = States::new(3, false);
        states.set(rs::TEXTUREADDRESS, 3, None);
        assert_eq!([states.stage(0, ts::ADDRESSU), states.stage(0, ts::ADDRESSV)], [3, 3]);
        states.set(rs::TEXTUREADDRESSU, 2, None);
        assert_eq!((states.read(rs::TEXTUREADDRESS), states.stage(0, ts::ADDRESS)), (0, 2));
        for value in 1..=6 {
            states.set(rs::TEXTUREMIN, value, None);
            assert_eq!(states.read(rs::TEXTUREMIN), value);
        }
        assert_eq!([states.stage(0, ts::MINFILTER), states.stage(0, ts::MIPFILTER)], [2, 3]);
    }

    #[test]
    fn a_texture_without_alpha_leaves_alpha_to_diffuse() {
        let mut states = States::new(3, false);
        assert_eq!((states.stage(0, ts::COLOROP), states.stage(0, ts::ALPHAOP)), (4, 2));
        states.texture_changed(Some(false));
        assert_eq!(states.stage(0, ts::ALPHAOP), 3);
        states.texture_changed(Some(true));
        assert_eq!(states.stage(0, ts::ALPHAOP), 2);
        // The value that is there already changes nothing; another one ends the rule until the mode changes.
        states.set_stage(0, ts::COLOROP, 4);
        states.texture_changed(Some(false));
        assert_eq!(states.stage(0, ts::ALPHAOP), 3);
        states.set_stage(0, ts::ALPHAOP, 2);
        states.texture_changed(Some(false));
        states.set(rs::TEXTUREMAPBLEND, 2, Some(false));
        assert_eq!(states.stage(0, ts::ALPHAOP), 2);
        states.set(rs::TEXTUREMAPBLEND, 8, Some(false));
        states.set(rs::TEXTUREMAPBLEND, 2, Some(false));
        assert_eq!((states.stage(0, ts::COLOROP), states.stage(0, ts::ALPHAOP)), (4, 3));
    }

    #[test]
    fn every_mode_has_its_operations() {
        let operations = |mode, alpha| map_blend(mode, alpha).map(|[color, alpha]| [color[0], alpha[0]]);
        let with = [1, 2, 3, 4, 5, 6, 7, 8].map(|mode| operations(mode, Some(true)).unwrap());
        assert_eq!(with, [[2, 2], [4, 2], [13, 3], [4, 4], [2, 3], [4, 3], [2, 2], [7, 3]]);
        let without = [1, 2, 3, 4, 5, 6, 7, 8].map(|mode| operations(mode, Some(false)).unwrap());
        assert_eq!(without, [[2, 2], [4, 3], [13, 3], [4, 4], [2, 3], [4, 3], [2, 2], [7, 3]]);
        assert_eq!([operations(0, None), operations(9, None)], [None, None]);
    }

    #[test]
    fn light_states_share_fog_with_render_states() {
        let mut states = States::new(3, false);
        assert_eq!(
            (1..=8).map(|state| states.light(state)).collect::<Option<Vec<_>>>(),
            Some(vec![0, 0, 2, 0, 0, ONE, ONE, 1])
        );
        states.set_light(5, 77).unwrap();
        assert_eq!(states.read(rs::FOGSTART), 77);
        assert_eq!([states.set_light(0, 1), states.set_light(9, 1)], [None, None]);
    }
}
