//! Shader constants: only rows that changed are written.

use retrograph_render::Recorder;
use retrograph_shaders::binding;

use crate::device::Device;
use crate::state::Constants;

impl Device {
    /// Writes the constants that changed.
    #[inline]
    pub(crate) fn flush_constants(&mut self) {
        let recorder = &mut self.context.recorder;
        let blocks = [binding::VERTEX_FLOATS, binding::VERTEX_INTEGERS];
        flush(recorder, &mut self.state.vertex_constants, blocks);
        let blocks = [binding::FRAGMENT_FLOATS, binding::FRAGMENT_INTEGERS];
        flush(recorder, &mut self.state.pixel_constants, blocks);
    }
}

#[inline]
fn flush<const N: usize>(recorder: &mut Recorder, constants: &mut Constants<N>, blocks: [u32; 2]) {
    let rows = std::mem::take(&mut constants.dirty);
    if !rows.is_empty() {
        recorder.write_block(blocks[0] as u8, rows.start * 16, constants.float_bytes(rows));
    }
    if constants.integers_dirty {
        constants.integers_dirty = false;
        recorder.write_block(blocks[1] as u8, 0, bytemuck::cast_slice(&constants.integer_block()));
    }
}
