//! The state of a new device.

use rustc_hash::FxHashMap;

use super::{CLIP_PLANES, Constants, SAMPLERS, STAGES, STREAMS, State, Stream, Transforms};
use crate::types::{Fvf, Material, Rect, RenderState as Rs, TextureStageState as Ts, Viewport};

/// Render states whose default is not zero.
const RENDER: &[(Rs, u32)] = &[
    (Rs::FILLMODE, 3),
    (Rs::SHADEMODE, 2),
    (Rs::ZWRITEENABLE, 1),
    (Rs::LASTPIXEL, 1),
    (Rs::SRCBLEND, 2),
    (Rs::DESTBLEND, 1),
    (Rs::CULLMODE, 3),
    (Rs::ZFUNC, 4),
    (Rs::ALPHAFUNC, 8),
    (Rs::FOGEND, 1f32.to_bits()),
    (Rs::FOGDENSITY, 1f32.to_bits()),
    (Rs::STENCILFAIL, 1),
    (Rs::STENCILZFAIL, 1),
    (Rs::STENCILPASS, 1),
    (Rs::STENCILFUNC, 8),
    (Rs::STENCILMASK, !0),
    (Rs::STENCILWRITEMASK, !0),
    (Rs::TEXTUREFACTOR, !0),
    (Rs::CLIPPING, 1),
    (Rs::LIGHTING, 1),
    (Rs::COLORVERTEX, 1),
    (Rs::LOCALVIEWER, 1),
    (Rs::DIFFUSEMATERIALSOURCE, 1),
    (Rs::SPECULARMATERIALSOURCE, 2),
    (Rs::POINTSIZE, 1f32.to_bits()),
    (Rs::POINTSIZE_MIN, 1f32.to_bits()),
    (Rs::POINTSCALE_A, 1f32.to_bits()),
    (Rs::MULTISAMPLEANTIALIAS, 1),
    (Rs::MULTISAMPLEMASK, !0),
    (Rs::POINTSIZE_MAX, 64f32.to_bits()),
    (Rs::COLORWRITEENABLE, 0xF),
    (Rs::BLENDOP, 1),
    (Rs::POSITIONDEGREE, 3),
    (Rs::NORMALDEGREE, 1),
    (Rs::MINTESSELLATIONLEVEL, 1f32.to_bits()),
    (Rs::MAXTESSELLATIONLEVEL, 1f32.to_bits()),
    (Rs::ADAPTIVETESS_Z, 1f32.to_bits()),
    (Rs::CCW_STENCILFAIL, 1),
    (Rs::CCW_STENCILZFAIL, 1),
    (Rs::CCW_STENCILPASS, 1),
    (Rs::CCW_STENCILFUNC, 8),
    (Rs::COLORWRITEENABLE1, 0xF),
    (Rs::COLORWRITEENABLE2, 0xF),
    (Rs::COLORWRITEENABLE3, 0xF),
    (Rs::BLENDFACTOR, !0),
    (Rs::SRCBLENDALPHA, 2),
    (Rs::DESTBLENDALPHA, 1),
    (Rs::BLENDOPALPHA, 1),
];

/// The sampler states of a new device: wrapped, points, no mip levels, no anisotropy.
const SAMPLER: [u32; 14] = [0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0];

/// The stage states of a new device.
fn stage(number: u32) -> [u32; 33] {
    let mut states = [0; 33];
    let first = number == 0;
    let values = [
        (Ts::COLOROP, if first { 4 } else { 1 }),
        (Ts::COLORARG1, 2),
        (Ts::COLORARG2, 1),
        (Ts::ALPHAOP, if first { 2 } else { 1 }),
        (Ts::ALPHAARG1, 2),
        (Ts::ALPHAARG2, 1),
        (Ts::TEXCOORDINDEX, number),
        (Ts::COLORARG0, 1),
        (Ts::ALPHAARG0, 1),
        (Ts::RESULTARG, 1),
    ];
    for (state, value) in values {
        states[state.0 as usize] = value;
    }
    states
}

impl State {
    /// The state of a new device without targets, which processes vertices in hardware.
    #[cfg(test)]
    pub(crate) fn new(auto_depth_stencil: bool) -> Self {
        Self::with(auto_depth_stencil, false)
    }

    /// The same of a device that may process vertices in software.
    pub(crate) fn with(auto_depth_stencil: bool, software: bool) -> Self {
        let mut render = [0; 256];
        for &(state, value) in RENDER {
            render[state.0 as usize] = value;
        }
        render[Rs::ZENABLE.0 as usize] = u32::from(auto_depth_stencil);
        let mut stages = [[0; 33]; STAGES];
        for (number, states) in (0..).zip(&mut stages) {
            *states = stage(number);
        }
        Self {
            render,
            samplers: [SAMPLER; SAMPLERS],
            stages,
            textures: [None; SAMPLERS],
            transforms: Transforms::new(),
            material: Material::default(),
            lights: FxHashMap::default(),
            clip_planes: [[0.0; 4]; CLIP_PLANES],
            viewport: Viewport::default(),
            scissor: Rect::default(),
            streams: [Stream { buffer: None, offset: 0, stride: 0, frequency: 1 }; STREAMS],
            indices: None,
            fvf: Fvf::empty(),
            declaration: None,
            vertex_shader: None,
            pixel_shader: None,
            vertex_constants: Constants::vertex(software),
            pixel_constants: Constants::pixel(),
            targets: [None; 4],
            depth_stencil: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SamplerStateType as Ss;

    #[test]
    fn a_new_device_has_the_documented_defaults() {
        let state = State::new(false);
        assert_eq!(state.rs(Rs::ZENABLE), 0);
        assert_eq!(State::new(true).rs(Rs::ZENABLE), 1);
        assert_eq!(state.rs(Rs::CULLMODE), 3);
        assert_eq!(state.rs_float(Rs::POINTSIZE_MAX).to_bits(), 64f32.to_bits());
        assert_eq!(state.sampler(0, Ss::ADDRESSW), 1);
        assert_eq!(state.sampler(19, Ss::MAXANISOTROPY), 1);
        assert_eq!(state.sampler(3, Ss::MIPFILTER), 0);
        assert_eq!(state.stages[0][Ts::COLOROP.0 as usize], 4);
        assert_eq!(state.stages[5][Ts::COLOROP.0 as usize], 1);
        assert_eq!(state.stages[5][Ts::TEXCOORDINDEX.0 as usize], 5);
    }
}
