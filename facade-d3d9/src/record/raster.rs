//! Rasterizer, depth and stencil state, and which state belongs to which group.

use retrograph_render::frame::{DepthState, RasterState, StencilFace, StencilState};
use retrograph_render::wgpu::{CompareFunction, Face, PolygonMode, StencilOperation};
use retrograph_shaders::interface::Points;

use super::{Dirty, blend, fixed};
use crate::device::Device;
use crate::state::State;
use crate::types::RenderState as Rs;
use crate::types::values::{CompareFunc, CullMode, FillMode, StencilOp};

/// The states of [`Dirty::RASTER`].
pub(super) const RASTER: [Rs; 33] = [
    Rs::ZENABLE,
    Rs::FILLMODE,
    Rs::ZWRITEENABLE,
    Rs::SRCBLEND,
    Rs::DESTBLEND,
    Rs::CULLMODE,
    Rs::ZFUNC,
    Rs::ALPHABLENDENABLE,
    Rs::STENCILENABLE,
    Rs::STENCILFAIL,
    Rs::STENCILZFAIL,
    Rs::STENCILPASS,
    Rs::STENCILFUNC,
    Rs::STENCILREF,
    Rs::STENCILMASK,
    Rs::STENCILWRITEMASK,
    Rs::COLORWRITEENABLE,
    Rs::COLORWRITEENABLE1,
    Rs::COLORWRITEENABLE2,
    Rs::COLORWRITEENABLE3,
    Rs::BLENDOP,
    Rs::SLOPESCALEDEPTHBIAS,
    Rs::TWOSIDEDSTENCILMODE,
    Rs::CCW_STENCILFAIL,
    Rs::CCW_STENCILZFAIL,
    Rs::CCW_STENCILPASS,
    Rs::CCW_STENCILFUNC,
    Rs::BLENDFACTOR,
    Rs::SEPARATEALPHABLENDENABLE,
    Rs::SRCBLENDALPHA,
    Rs::DESTBLENDALPHA,
    Rs::BLENDOPALPHA,
    Rs::MULTISAMPLEMASK,
];

/// The states that change no pixel, here or on hardware.
const NOTHING: &[Rs] = &[
    Rs::LASTPIXEL,
    Rs::DITHERENABLE,
    Rs::PATCHEDGESTYLE,
    Rs::DEBUGMONITORTOKEN,
    Rs::ANTIALIASEDLINEENABLE,
    Rs::POSITIONDEGREE,
    Rs::NORMALDEGREE,
];

/// What a change of a render state dirties, by its number.
static DIRTIED: [Dirty; 256] = dirtied();

/// What a change of a render state dirties.
#[inline]
pub(crate) fn dirtied_by(state: u32) -> Dirty {
    DIRTIED[(state & 0xFF) as usize]
}

const fn dirtied() -> [Dirty; 256] {
    // Everything else is part of a program's key, or of what may not be drawn yet.
    let mut table = [Dirty::PROGRAM; 256];
    let mut i = 0;
    while i < RASTER.len() {
        table[RASTER[i].0 as usize] = Dirty::RASTER;
        i += 1;
    }
    i = 0;
    while i < NOTHING.len() {
        table[NOTHING[i].0 as usize] = Dirty::empty();
        i += 1;
    }
    // Depth off also moves pre-transformed vertices to the near plane.
    table[Rs::ZENABLE.0 as usize] = Dirty::RASTER.union(Dirty::PROGRAM);
    // Alpha to coverage takes the place of the alpha test.
    table[Rs::ALPHATESTENABLE.0 as usize] = Dirty::RASTER.union(Dirty::PROGRAM);
    table[Rs::ADAPTIVETESS_Y.0 as usize] = Dirty::RASTER.union(Dirty::PROGRAM);
    // A mode that the device lacks is refused.
    table[Rs::FILLMODE.0 as usize] = Dirty::RASTER.union(Dirty::PROGRAM);
    table[Rs::SCISSORTESTENABLE.0 as usize] = Dirty::VIEWPORT;
    table[Rs::DEPTHBIAS.0 as usize] = Dirty::VIEWPORT;
    table[Rs::ALPHAREF.0 as usize] = Dirty::VIEWPORT;
    table[Rs::POINTSIZE.0 as usize] = Dirty::VIEWPORT;
    table[Rs::POINTSIZE_MIN.0 as usize] = Dirty::VIEWPORT;
    table[Rs::POINTSIZE_MAX.0 as usize] = Dirty::VIEWPORT;
    table[Rs::TEXTUREFACTOR.0 as usize] = Dirty::CONSTANTS;
    table[Rs::FOGCOLOR.0 as usize] = Dirty::CONSTANTS;
    i = 0;
    while i < fixed::CONSTANTS.len() {
        table[fixed::CONSTANTS[i].0 as usize] = Dirty::CONSTANTS;
        i += 1;
    }
    table[Rs::SRGBWRITEENABLE.0 as usize] = Dirty::TARGETS;
    table
}

impl Device {
    /// Translates rasterizer, depth, stencil and blend state.
    pub(super) fn translate_raster(&self) -> RasterState {
        let [depth, stencil] = self.planes();
        let mut raster = translate(&self.state, depth, stencil, self.record.opaque);
        if self.record.points != Points::Pixels {
            // Points have neither a winding nor edges.
            (raster.cull, raster.fill) = (None, PolygonMode::Fill);
        }
        (raster.sample_mask, raster.alpha_to_coverage) = (self.sample_mask(), self.alpha_to_coverage());
        raster
    }

    /// What beside the states of [`RASTER`] the translation depends on, in one word.
    pub(super) fn raster_surroundings(&self) -> u32 {
        let [depth, stencil] = self.planes();
        let points = self.record.points != Points::Pixels;
        let bits = [depth, stencil, points, self.is_maskable(), self.alpha_to_coverage()];
        bits.iter().fold(u32::from(self.record.opaque), |word, &bit| word << 1 | u32::from(bit))
    }

    /// Whether a depth-stencil surface is bound, and whether it has stencil.
    fn planes(&self) -> [bool; 2] {
        let bound = self.state.depth_stencil.and_then(|id| self.surfaces.get(id));
        [bound.is_some(), bound.is_some_and(|surface| surface.format.has_stencil())]
    }

    /// Whether the target's samples have numbers.
    fn is_maskable(&self) -> bool {
        let target = self.state.targets[0].and_then(|id| self.surfaces.get(id));
        target.is_some_and(|target| target.multisample.0 > 1)
    }

    /// The samples that are written: all, where the target's samples have no numbers.
    fn sample_mask(&self) -> u32 {
        if self.is_maskable() { self.state.rs(Rs::MULTISAMPLEMASK) } else { !0 }
    }

    /// Whether alpha decides how many samples are written, in place of the alpha test: asked for by a code in a
    /// state of tessellation.
    pub(super) fn alpha_to_coverage(&self) -> bool {
        let asked = self.state.rs(Rs::ADAPTIVETESS_Y) == u32::from_le_bytes(*b"ATOC");
        let target = self.state.targets[0].and_then(|id| self.surfaces.get(id));
        asked && self.state.on(Rs::ALPHATESTENABLE) && target.is_some_and(|target| target.multisample.0 > 0)
    }
}

/// Translates the state for a depth-stencil surface with these planes and targets without alpha.
fn translate(state: &State, depth: bool, stencil: bool, opaque: u8) -> RasterState {
    let cull = match CullMode::try_from(state.rs(Rs::CULLMODE)) {
        Ok(CullMode::None) => None,
        Ok(CullMode::Cw) => Some(Face::Front),
        Ok(CullMode::Ccw) | Err(_) => Some(Face::Back),
    };
    RasterState {
        cull,
        fill: fill(state),
        depth: depth_state(state, depth),
        stencil: (stencil && state.on(Rs::STENCILENABLE)).then(|| stencil_state(state)),
        depth_bias_slope: finite(state.rs_float(Rs::SLOPESCALEDEPTHBIAS)),
        colors: blend::colors(state, opaque),
        blend_constant: unpack(state.rs(Rs::BLENDFACTOR)),
        ..RasterState::default()
    }
}

/// What of triangles is drawn.
pub(super) fn fill(state: &State) -> PolygonMode {
    match FillMode::try_from(state.rs(Rs::FILLMODE)) {
        Ok(FillMode::Point) => PolygonMode::Point,
        Ok(FillMode::Wireframe) => PolygonMode::Line,
        Ok(FillMode::Solid) | Err(_) => PolygonMode::Fill,
    }
}

/// The number, or 0 for what is none.
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// The channels of a colour `0xAARRGGBB`: r, g, b, a.
pub(crate) fn unpack(argb: u32) -> [f32; 4] {
    [16, 8, 0, 24].map(|shift| f32::from((argb >> shift) as u8) / 255.0)
}

fn depth_state(state: &State, bound: bool) -> DepthState {
    if !bound || !state.on(Rs::ZENABLE) {
        return DepthState { write: false, compare: CompareFunction::Always };
    }
    let compare = compare(state.rs(Rs::ZFUNC)).unwrap_or(CompareFunction::LessEqual);
    DepthState { write: state.on(Rs::ZWRITEENABLE), compare }
}

fn compare(value: u32) -> Option<CompareFunction> {
    CompareFunc::try_from(value).ok().map(|function| match function {
        CompareFunc::Never => CompareFunction::Never,
        CompareFunc::Less => CompareFunction::Less,
        CompareFunc::Equal => CompareFunction::Equal,
        CompareFunc::LessEqual => CompareFunction::LessEqual,
        CompareFunc::Greater => CompareFunction::Greater,
        CompareFunc::NotEqual => CompareFunction::NotEqual,
        CompareFunc::GreaterEqual => CompareFunction::GreaterEqual,
        CompareFunc::Always => CompareFunction::Always,
    })
}

fn stencil_state(state: &State) -> StencilState {
    let face = |[function, fail, depth_fail, pass]: [Rs; 4]| StencilFace {
        compare: compare(state.rs(function)).unwrap_or(CompareFunction::Always),
        fail_op: operation(state.rs(fail)),
        depth_fail_op: operation(state.rs(depth_fail)),
        pass_op: operation(state.rs(pass)),
    };
    let front = face([Rs::STENCILFUNC, Rs::STENCILFAIL, Rs::STENCILZFAIL, Rs::STENCILPASS]);
    let back = if state.on(Rs::TWOSIDEDSTENCILMODE) {
        face([Rs::CCW_STENCILFUNC, Rs::CCW_STENCILFAIL, Rs::CCW_STENCILZFAIL, Rs::CCW_STENCILPASS])
    } else {
        front
    };
    StencilState {
        front,
        back,
        read_mask: state.rs(Rs::STENCILMASK) as u8,
        write_mask: state.rs(Rs::STENCILWRITEMASK) as u8,
        reference: state.rs(Rs::STENCILREF) as u8,
    }
}

fn operation(value: u32) -> StencilOperation {
    match StencilOp::try_from(value) {
        Ok(StencilOp::Keep) | Err(_) => StencilOperation::Keep,
        Ok(StencilOp::Zero) => StencilOperation::Zero,
        Ok(StencilOp::Replace) => StencilOperation::Replace,
        Ok(StencilOp::IncrSat) => StencilOperation::IncrementClamp,
        Ok(StencilOp::DecrSat) => StencilOperation::DecrementClamp,
        Ok(StencilOp::Invert) => StencilOperation::Invert,
        Ok(StencilOp::Incr) => StencilOperation::IncrementWrap,
        Ok(StencilOp::Decr) => StencilOperation::DecrementWrap,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(changes: &[(Rs, u32)]) -> State {
        let mut state = State::new(true);
        for &(kind, value) in changes {
            state.render[kind.0 as usize] = value;
        }
        state
    }

    #[test]
    fn depth_needs_a_surface_and_zenable() {
        let on = translate(&state(&[]), true, true, 0).depth;
        assert_eq!(on, DepthState { write: true, compare: CompareFunction::LessEqual });
        let off = DepthState { write: false, compare: CompareFunction::Always };
        assert_eq!(translate(&state(&[(Rs::ZENABLE, 0)]), true, true, 0).depth, off);
        assert_eq!(translate(&state(&[]), false, false, 0).depth, off);
    }

    #[test]
    fn the_back_has_its_own_stencil_only_when_two_sided() {
        let changes = [(Rs::STENCILENABLE, 1), (Rs::STENCILPASS, 3), (Rs::CCW_STENCILPASS, 6)];
        let one = translate(&state(&changes), true, true, 0).stencil.expect("stencil is on");
        assert_eq!(one.back.pass_op, StencilOperation::Replace);
        let changes = [changes[0], changes[1], changes[2], (Rs::TWOSIDEDSTENCILMODE, 1)];
        let two = translate(&state(&changes), true, true, 0).stencil.expect("stencil is on");
        assert_eq!(two.back.pass_op, StencilOperation::Invert);
        assert_eq!(two.front.pass_op, StencilOperation::Replace);
        assert!(translate(&state(&changes), true, false, 0).stencil.is_none());
    }

    #[test]
    fn only_the_low_byte_of_stencil_values_counts() {
        let changes = [(Rs::STENCILENABLE, 1), (Rs::STENCILREF, 0x1FF), (Rs::STENCILMASK, 0xF0F)];
        let found = translate(&state(&changes), true, true, 0).stencil.expect("stencil is on");
        assert_eq!((found.reference, found.read_mask, found.write_mask), (0xFF, 0x0F, 0xFF));
    }

    #[test]
    fn values_out_of_range_act_as_the_default() {
        let odd = [(Rs::CULLMODE, 0), (Rs::ZFUNC, 9), (Rs::FILLMODE, 0), (Rs::STENCILFUNC, 0)];
        assert_eq!(translate(&state(&odd), true, true, 0), translate(&state(&[]), true, true, 0));
    }

    #[test]
    fn colours_unpack_to_red_first() {
        assert_eq!(unpack(0xFF00_3366), [0.0, 0.2, 0.4, 1.0]);
    }
}
