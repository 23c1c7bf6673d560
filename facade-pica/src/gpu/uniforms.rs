//! Uniforms of both stages, reported where they changed.

use std::mem::offset_of;

use retrograph_render::Recorder;
use retrograph_shaders::binding::{self, DrawBlock};
use retrograph_shaders::pica::rows;

use crate::front::{Draw, Tables};
use crate::state::{ColorOutput, DrawState};

/// Rows before the fog table.
const PLAIN: usize = rows::FOG_TABLE as usize;

/// What takes positions to the target: see `raster`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    pub(super) viewport: [f32; 4],
    pub(super) pixels: [f32; 4],
}

impl View {
    /// The one that leaves positions where they are.
    pub(super) const WHOLE: Self = Self { viewport: [-1.0, -1.0, 2.0, 2.0], pixels: [1.0, 1.0, 0.0, 0.0] };

    /// Reports it.
    pub(super) fn write(self, recorder: &mut Recorder) {
        let (block, viewport) = (binding::DRAW as u8, offset_of!(DrawBlock, viewport) as u32);
        recorder.write_block(block, 0, bytemuck::bytes_of(&self.pixels));
        recorder.write_block(block, viewport, bytemuck::bytes_of(&self.viewport));
    }
}

/// What was reported last.
#[derive(Debug, Default)]
pub(super) struct Uniforms {
    rows: Option<[[f32; 4]; PLAIN]>,
    fog: Option<u64>,
    floats: Option<u64>,
    integers: Option<([[u8; 4]; 4], u16)>,
    draw: Option<(View, [f32; 4])>,
}

fn bytes(color: [u8; 4]) -> [f32; 4] {
    color.map(f32::from)
}

/// The rows of a draw.
fn plain_rows(state: &DrawState) -> [[f32; 4]; PLAIN] {
    let mut all = [[0.0; 4]; PLAIN];
    let map = &state.raster.depth_map;
    let reference = state.merger.alpha_test.map_or(0.0, |test| f32::from(test.reference));
    all[usize::from(rows::DEPTH_AND_ALPHA)] = [map.scale, map.offset, reference, 0.0];
    if let Some(fog) = state.fog {
        let [r, g, b] = fog.color;
        all[usize::from(rows::FOG_COLOR)] = bytes([r, g, b, 0]);
    }
    all[usize::from(rows::BUFFER)] = bytes(state.combiners.buffer);
    for (row, stage) in all[usize::from(rows::CONSTANTS)..].iter_mut().zip(&state.combiners.stages) {
        *row = bytes(stage.constant);
    }
    if let Some(scissor) = state.raster.scissor.filter(|scissor| scissor.exclude) {
        let height = state.framebuffer.height as f32;
        let (top, bottom) = (height - scissor.y2 as f32 - 1.0, height - scissor.y1 as f32);
        all[usize::from(rows::EXCLUDED)] = [scissor.x1 as f32, top, scissor.x2 as f32 + 1.0, bottom];
    }
    if let ColorOutput::Blend(blend) = state.merger.color {
        all[usize::from(rows::BLEND)] = bytes(blend.constant);
    }
    for (slot, unit) in state.textures.iter().enumerate() {
        if let Some(unit) = unit {
            all[usize::from(rows::BORDERS) + slot] = bytes(unit.border);
            all[usize::from(rows::BIASES)][slot] = f32::from(unit.lod.bias) / 256.0;
        }
    }
    all
}

/// The fog table: values and differences of eleven fractional bits.
fn fog_rows(tables: &Tables) -> Vec<[f32; 4]> {
    let entry = |word: &u32| {
        let value = (word >> 13 & 0x7FF) as f32 / 2047.0;
        let step = ((word << 19) as i32 >> 19) as f32 / 2047.0;
        [value, step, 0.0, 0.0]
    };
    tables.fog.iter().map(entry).collect()
}

impl Uniforms {
    /// Reports the fragment stage's.
    pub(super) fn fragment(&mut self, recorder: &mut Recorder, draw: &Draw<'_>) {
        let rows = plain_rows(draw.state);
        if self.rows != Some(rows) {
            recorder.write_block(binding::FRAGMENT_FLOATS as u8, 0, bytemuck::bytes_of(&rows));
            self.rows = Some(rows);
        }
        if draw.state.fog.is_some() && self.fog != Some(draw.tables.version) {
            let table = fog_rows(draw.tables);
            let offset = u32::from(rows::FOG_TABLE) * 16;
            recorder.write_block(binding::FRAGMENT_FLOATS as u8, offset, bytemuck::cast_slice(&table));
            self.fog = Some(draw.tables.version);
        }
    }

    /// Reports those of the guest's vertex shader.
    pub(super) fn vertex(&mut self, recorder: &mut Recorder, draw: &Draw<'_>) {
        let version = draw.vertex.uniform_version();
        if self.floats != Some(version) {
            let floats = bytemuck::cast_slice(draw.vertex.uniforms());
            recorder.write_block(binding::VERTEX_FLOATS as u8, 0, floats);
            self.floats = Some(version);
        }
        let integers = (draw.shader.integers, draw.shader.booleans);
        if self.integers != Some(integers) {
            let mut words = [0u32; binding::INTEGER_BLOCK_SIZE as usize / 4];
            for (at, value) in integers.0.as_flattened().iter().enumerate() {
                words[at] = u32::from(*value);
            }
            words[64] = u32::from(integers.1);
            recorder.write_block(binding::VERTEX_INTEGERS as u8, 0, bytemuck::bytes_of(&words));
            self.integers = Some(integers);
        }
    }

    /// Reports what takes positions to the target, and the user's clip plane.
    pub(super) fn draw(&mut self, recorder: &mut Recorder, view: View, plane: Option<[f32; 4]>) {
        let plane = plane.unwrap_or_default();
        if self.draw != Some((view, plane)) {
            let block = binding::DRAW as u8;
            view.write(recorder);
            // There is no depth bias besides the guest's own map.
            recorder.write_block(block, offset_of!(DrawBlock, depth) as u32, &[0; 16]);
            recorder.write_block(
                block,
                offset_of!(DrawBlock, clip_planes) as u32,
                bytemuck::bytes_of(&plane),
            );
            self.draw = Some((view, plane));
        }
    }
}
