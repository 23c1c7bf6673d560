//! Integer and boolean constants of shaders. Those of floats are written when they are set.

use retrograph_render::Recorder;
use retrograph_shaders::binding;

use crate::device::Device;
use crate::state::Constants;

impl Device {
    /// Writes the integers and booleans of stages where one of them changed.
    #[inline(never)]
    pub(crate) fn flush_constants(&mut self) {
        let recorder = &mut self.context.recorder;
        flush(recorder, &mut self.state.vertex_constants, binding::VERTEX_INTEGERS);
        flush(recorder, &mut self.state.pixel_constants, binding::FRAGMENT_INTEGERS);
    }
}

fn flush(recorder: &mut Recorder, constants: &mut Constants, block: u32) {
    if std::mem::take(&mut constants.integers_dirty) {
        recorder.write_block(block as u8, 0, bytemuck::cast_slice(&constants.integer_block()));
    }
    if std::mem::take(&mut constants.more_dirty) {
        let (bools, ints) = constants.more_integers();
        recorder.write_block(block as u8, binding::MORE_BOOLS, bytemuck::cast_slice(bools));
        recorder.write_block(block as u8, binding::MORE_INTS, bytemuck::cast_slice(ints));
    }
}
