//! The viewport, its scissor, and the draw block.

use retrograph_render::frame::{Rect, Viewport};
use retrograph_render::recorder::Mark;
use retrograph_shaders::binding::{self, DrawBlock};

use std::mem::offset_of;

use super::Dirty;
use crate::device::Device;
use crate::state::State;
use crate::types::{self, RenderState as Rs, TextureStageState as Ts};

/// How far positions move right and down, in pixels: Direct3D 9 has pixel centres where wgpu has corners.
const HALF: f32 = 0.5;

/// The same for pre-transformed vertices, whose texel borders often meet pixel centres exactly. So much less decides
/// such ties for the texel to the right and below, however a rasterizer rounds.
const NEARLY_HALF: f32 = HALF - 1.0 / 8192.0;

/// Viewports of wgpu reach at most this far; larger ones are folded into the vertex stage.
const LIMIT: f32 = 8192.0;

impl Device {
    /// Reports the viewport and what the draw block holds.
    pub(super) fn flush_viewport(&mut self) {
        self.record.views.transformed = self.is_transformed();
        let range = self.report_view();
        let steps = self.record.target_traits.alpha_steps;
        let mut rows = [points_row(&self.state, steps), [0.0, steps - 255.0, 0.0, 0.0]];
        if self.record.biased {
            rows[1][0] = self.depth_bias() / range.max(f32::EPSILON);
        }
        let recorder = &mut self.context.recorder;
        recorder.write_rows::<32>(binding::DRAW as u8, POINTS, bytemuck::cast_ref(&rows));
        // These are many and change seldom. What follows them is written by itself.
        if std::mem::take(&mut self.record.stages_changed) {
            let rows = stage_rows(&self.state);
            recorder.write_block(binding::DRAW as u8, BUMP as u32, bytemuck::bytes_of(&rows));
        }
    }

    /// Follows a change of viewport or scissor.
    #[inline]
    pub(crate) fn view_changed(&mut self) {
        // The bias is relative to the viewport's depths.
        if self.record.biased || self.dirty.intersects(Dirty::VIEWPORT | Dirty::TARGETS) {
            self.dirty |= Dirty::VIEWPORT;
        } else {
            self.report_view();
        }
    }

    /// Follows a change of a render state that changes the viewport, or the draw block and nothing else.
    pub(crate) fn view_state_changed(&mut self, state: Rs) {
        match state {
            Rs::SCISSORTESTENABLE => self.view_changed(),
            Rs::ALPHAREF | Rs::POINTSIZE | Rs::POINTSIZE_MIN | Rs::POINTSIZE_MAX
                if !self.dirty.contains(Dirty::VIEWPORT) =>
            {
                let row = points_row(&self.state, self.record.target_traits.alpha_steps);
                self.context.recorder.write_rows::<16>(binding::DRAW as u8, POINTS, bytemuck::cast_ref(&row));
            }
            _ => self.dirty |= Dirty::VIEWPORT,
        }
    }

    /// Reports viewport, scissor and the rows that follow from them; answers how far apart its depths are.
    fn report_view(&mut self) -> f32 {
        let state = &self.state;
        let views = &mut self.record.views;
        let scissor = state.on(Rs::SCISSORTESTENABLE).then_some(state.scissor);
        let key =
            Key { view: state.viewport, scissor, extent: self.record.extent, transformed: views.transformed };
        let met = &mut views.met[key.place()];
        if met.key != Some(key) {
            let (drawn, transform) = translate(state, key.extent, key.transformed);
            let view = state.viewport;
            let view = [view.x, view.y, view.width, view.height].map(|side| side as f32);
            *met = Met { key: Some(key), drawn, rows: [transform, view], mark: Mark::default() };
        }
        let recorder = &mut self.context.recorder;
        if !recorder.revisit_viewport(met.mark) {
            met.mark = recorder.push_viewport(met.drawn);
        }
        if views.rows != Some(met.rows) {
            views.rows = Some(met.rows);
            recorder.write_rows::<32>(binding::DRAW as u8, 0, bytemuck::cast_ref(&met.rows));
        }
        met.drawn.max_depth - met.drawn.min_depth
    }

    /// What is added to the depth of triangles.
    #[inline]
    pub(super) fn depth_bias(&self) -> f32 {
        let bias = self.state.rs_float(Rs::DEPTHBIAS);
        if bias.is_finite() { bias } else { 0.0 }
    }

    /// The rectangle that draws and clears are held to: target, viewport and, when on, scissor.
    pub(crate) fn visible(&self) -> Rect {
        visible(&self.state, self.record.extent)
    }
}

fn visible(state: &State, extent: [u32; 2]) -> Rect {
    let view = state.viewport;
    let target = Rect { x: 0, y: 0, width: extent[0], height: extent[1] };
    let view = Rect { x: view.x, y: view.y, width: view.width, height: view.height }.intersect(target);
    let seen = if state.on(Rs::SCISSORTESTENABLE) {
        view.intersect(state.scissor.clamp_to(extent[0], extent[1]))
    } else {
        view
    };
    if seen.is_empty() { Rect::default() } else { seen }
}

/// The viewport for wgpu, and the transform of clip positions that makes up for what it cannot say.
///
/// The half pixel goes into the transform. In the viewport it would move the edge at which positions are clipped, and
/// the samples beyond would stay empty.
fn translate(state: &State, extent: [u32; 2], transformed: bool) -> (Viewport, [f32; 4]) {
    let view = state.viewport;
    let [x, y, width, height] = [view.x, view.y, view.width, view.height].map(|side| side as f32);
    let (min_depth, max_depth) = if transformed { (0.0, 1.0) } else { depth_range(view.min_z, view.max_z) };
    let scissor = visible(state, extent);
    let mut drawn = Viewport { x, y, width, height, min_depth, max_depth, scissor };
    if width == 0.0 || height == 0.0 {
        return (drawn, [1.0, 1.0, 0.0, 0.0]);
    }
    let half = if transformed { NEARLY_HALF } else { HALF };
    let mut transform = [1.0, 1.0, 2.0 * half / width, -2.0 * half / height];
    if x + width > LIMIT || y + height > LIMIT {
        (drawn.x, drawn.y) = (0.0, 0.0);
        (drawn.width, drawn.height) = (extent[0].max(1) as f32, extent[1].max(1) as f32);
        let scale = [width / drawn.width, height / drawn.height];
        // Pixel of clip x: x + (clip + 1) / 2 · width, half a pixel further; the same pixel in the drawn viewport.
        transform[0] = scale[0];
        transform[1] = scale[1];
        transform[2] = (2.0 * (x + half) + width) / drawn.width - 1.0;
        transform[3] = 1.0 - (2.0 * (y + half) + height) / drawn.height;
    }
    (drawn, transform)
}

/// Near and far as Direct3D 9 binds them: far is a little behind near, both within 0–1.
fn depth_range(near: f32, far: f32) -> (f32, f32) {
    let gap = if near < 0.5 { 0.001 } else { 0.0 };
    let far = if far > near + gap { far } else { near + gap };
    let near = if near.is_nan() { 0.0 } else { near.clamp(0.0, 1.0) };
    let far = if far.is_nan() { 1.0 } else { far.clamp(0.0, 1.0) };
    (near, far.max(near))
}

/// Everything that a viewport is translated from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    view: types::Viewport,
    /// The scissor rectangle, if it counts.
    scissor: Option<types::Rect>,
    extent: [u32; 2],
    transformed: bool,
}

impl Key {
    /// Where it is looked for.
    #[inline]
    fn place(&self) -> usize {
        let view = &self.view;
        let scissor = self.scissor.unwrap_or_default();
        let mixed = [view.x, view.y, view.width, view.height]
            .into_iter()
            .chain([scissor.left, scissor.top, scissor.right, scissor.bottom].map(i32::cast_unsigned))
            .fold(0u32, |mixed, word| mixed.rotate_left(5) ^ word);
        (mixed.wrapping_mul(0x9E37_79B1) >> 28) as usize % PLACES
    }
}

/// A viewport that was met before.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    key: Option<Key>,
    drawn: Viewport,
    rows: [[f32; 4]; 2],
    mark: Mark,
}

/// How many viewports are remembered.
const PLACES: usize = 16;

/// The viewports that were met last: programs switch to and fro between few.
#[derive(Debug, Default)]
pub(crate) struct Views {
    met: [Met; PLACES],
    /// The first rows of the draw block that were reported last.
    rows: Option<[[f32; 4]; 2]>,
    /// Whether vertices are already transformed.
    transformed: bool,
}

/// The draw block's row of points and the alpha test's reference.
const POINTS: u32 = 2;

/// Where what texture stages say begins in the draw block.
const BUMP: usize = offset_of!(DrawBlock, bump);
const _: () = assert!(BUMP == size_of::<[[f32; 4]; 4]>());
const _: () = assert!(offset_of!(DrawBlock, fog_color) == BUMP + size_of::<[[f32; 4]; 16]>());

/// The draw block's row [`POINTS`], for a target with so many steps of alpha.
fn points_row(state: &State, steps: f32) -> [f32; 4] {
    [
        state.rs_float(Rs::POINTSIZE),
        state.rs_float(Rs::POINTSIZE_MIN).max(1.0),
        state.rs_float(Rs::POINTSIZE_MAX).max(1.0),
        alpha_reference(state.rs(Rs::ALPHAREF) as u8, steps),
    ]
}

/// The reference of the alpha test from 0 to 1. Where there are more steps than its 8 bits have, they are repeated.
fn alpha_reference(reference: u8, steps: f32) -> f32 {
    let wide = u16::from_be_bytes([reference; 2]);
    match steps {
        1023.0 => f32::from(wide >> 6) / steps,
        65535.0 => f32::from(wide) / steps,
        _ => f32::from(reference) / 255.0,
    }
}

/// The draw block's rows `bump` and `luminance`.
fn stage_rows(state: &State) -> [[[f32; 4]; 8]; 2] {
    let stage = |stage: usize, kind: Ts| f32::from_bits(state.stages[stage][kind.0 as usize]);
    let matrix = [Ts::BUMPENVMAT00, Ts::BUMPENVMAT01, Ts::BUMPENVMAT10, Ts::BUMPENVMAT11];
    let bump = std::array::from_fn(|index| matrix.map(|kind| stage(index, kind)));
    let luminance = std::array::from_fn(|index| {
        [stage(index, Ts::BUMPENVLSCALE), stage(index, Ts::BUMPENVLOFFSET), 0.0, 0.0]
    });
    [bump, luminance]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(view: types::Viewport) -> State {
        let mut state = State::new(false);
        state.viewport = view;
        state
    }

    fn view(x: u32, y: u32, width: u32, height: u32) -> types::Viewport {
        types::Viewport { x, y, width, height, min_z: 0.0, max_z: 1.0 }
    }

    #[test]
    fn positions_move_by_half_a_pixel_and_the_scissor_stays() {
        let state = state(view(4, 6, 10, 20));
        let (drawn, transform) = translate(&state, [64, 64], false);
        assert_eq!(transform, [1.0, 1.0, 0.1, -0.05]);
        assert_eq!((drawn.x, drawn.width), (4.0, 10.0));
        assert_eq!(drawn.scissor, Rect { x: 4, y: 6, width: 10, height: 20 });
        let (drawn, transform) = translate(&state, [64, 64], true);
        assert!(transform[2] < 0.1 && transform[2] > 0.0999);
        assert_eq!(drawn.x, 4.0);
    }

    #[test]
    fn a_huge_viewport_lands_on_the_same_pixels() {
        let huge = view(100, 0, 20_000, 16_384);
        let (drawn, transform) = translate(&state(huge), [64, 32], false);
        assert_eq!((drawn.x, drawn.y, drawn.width, drawn.height), (0.0, 0.0, 64.0, 32.0));
        for clip in [-1.0f32, -0.9, 0.25, 1.0] {
            let wanted = 100.0 + (clip + 1.0) / 2.0 * 20_000.0 + 0.5;
            let found = (clip * transform[0] + transform[2] + 1.0) / 2.0 * 64.0;
            assert!((wanted - found).abs() < 0.01, "{wanted} {found}");
            let wanted = (1.0 - clip) / 2.0 * 16_384.0 + 0.5;
            let found = (1.0 - (clip * transform[1] + transform[3])) / 2.0 * 32.0;
            assert!((wanted - found).abs() < 0.01, "{wanted} {found}");
        }
        assert_eq!(drawn.scissor, Rect::default());
    }

    #[test]
    fn depth_ranges_are_what_wgpu_takes() {
        assert_eq!(depth_range(0.0, 1.0), (0.0, 1.0));
        assert_eq!(depth_range(0.25, 0.25), (0.25, 0.251));
        assert_eq!(depth_range(0.75, 0.5), (0.75, 0.75));
        assert_eq!(depth_range(-1.0, 2.0), (0.0, 1.0));
        let (near, far) = depth_range(f32::NAN, f32::NAN);
        assert!(near <= far && (0.0..=1.0).contains(&near) && far <= 1.0);
    }

    #[test]
    fn the_alpha_reference_repeats_its_bits() {
        let steps = [255.0, 1023.0, 65535.0, 0.0];
        for (reference, expected) in [
            (0, [0.0; 4]),
            (255, [1.0; 4]),
            (0x81, [129.0 / 255.0, 518.0 / 1023.0, 33153.0 / 65535.0, 129.0 / 255.0]),
        ] {
            assert_eq!(steps.map(|steps| alpha_reference(reference, steps)), expected);
        }
    }

    #[test]
    fn the_scissor_counts_only_when_on() {
        let mut state = state(view(0, 0, 64, 64));
        state.scissor = types::Rect::new(-5, 10, 20, 90);
        assert_eq!(visible(&state, [64, 64]), Rect { x: 0, y: 0, width: 64, height: 64 });
        state.render[Rs::SCISSORTESTENABLE.0 as usize] = 1;
        assert_eq!(visible(&state, [64, 64]), Rect { x: 0, y: 10, width: 20, height: 54 });
    }
}
