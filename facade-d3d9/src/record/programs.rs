//! Pairs of shaders that were met before: while nothing else in their keys changes, a switch is looked up.

use std::sync::Arc;

use retrograph_render::frame::Program;
use retrograph_shaders::interface::{InputClass, VertexInput};

use super::Dirty;
use crate::device::Device;
use crate::id::{PixelShaderId, VertexShaderId};

/// How many pairs are remembered.
const PLACES: usize = 64;

/// A pair that was met before.
#[derive(Debug)]
struct Met {
    pair: (VertexShaderId, PixelShaderId),
    /// The value of [`Programs::epoch`] when it was met.
    epoch: u64,
    program: Program,
    inputs: Arc<[VertexInput]>,
    classes: [InputClass; 16],
    clip_planes: u8,
}

/// The programs of a device.
#[derive(Debug)]
pub(crate) struct Programs {
    /// Whether other shaders were bound.
    pub(crate) switched: bool,
    /// How often what else is in the keys of programs changed.
    epoch: u64,
    met: [Option<Met>; PLACES],
}

impl Default for Programs {
    fn default() -> Self {
        Self { switched: false, epoch: 0, met: [const { None }; PLACES] }
    }
}

impl Programs {
    /// Forgets what was met: something else in the keys changed.
    pub(super) fn outdate(&mut self) {
        self.epoch += 1;
    }

    #[inline]
    fn place((vertex, pixel): (VertexShaderId, PixelShaderId)) -> usize {
        use slotmap::Key;
        let mixed = vertex.data().as_ffi() ^ pixel.data().as_ffi().rotate_left(32);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B1) >> 26) as usize % PLACES
    }
}

impl Device {
    /// Notes that another shader is bound.
    #[inline]
    pub(crate) fn shader_switched(&mut self) {
        self.record.programs.switched = true;
        self.dirty |= Dirty::CONSTANTS;
    }

    /// Looks up the bound shaders if they changed; what is not known is left to [`Device::flush_shaders`].
    pub(super) fn follow_shaders(&mut self) {
        let switched = std::mem::take(&mut self.record.programs.switched);
        if self.dirty.contains(Dirty::PROGRAM) {
            self.record.programs.outdate();
        } else if switched && !self.revisit_program() {
            self.dirty |= Dirty::PROGRAM;
        }
    }

    fn revisit_program(&mut self) -> bool {
        let (Some(vertex), Some(pixel)) = (self.state.vertex_shader, self.state.pixel_shader) else {
            return false;
        };
        let programs = &self.record.programs;
        let met = programs.met[Programs::place((vertex, pixel))].as_ref();
        let Some(met) = met.filter(|met| met.pair == (vertex, pixel) && met.epoch == programs.epoch) else {
            return false;
        };
        if Arc::ptr_eq(&self.record.inputs, &met.inputs) || self.record.inputs == met.inputs {
            if self.record.classes != met.classes {
                return false;
            }
        } else {
            self.record.inputs = Arc::clone(&met.inputs);
            self.record.classes = met.classes;
            self.record.layout.stale = true;
            self.dirty |= Dirty::INPUT;
        }
        // Fixed stages are not in use.
        self.record.fixed_vertex = false;
        self.record.fragment.pause();
        self.record.clip_planes = met.clip_planes;
        self.context.recorder.set_program(met.program);
        true
    }

    /// Remembers the program that was made of the bound shaders, where it is of shaders alone.
    pub(super) fn learn_program(&mut self, program: Program) {
        let (Some(vertex), Some(pixel)) = (self.state.vertex_shader, self.state.pixel_shader) else { return };
        if self.record.fixed_vertex || self.record.fragment.is_needed() || self.is_transformed() {
            return;
        }
        let record = &mut self.record;
        let met = Met {
            pair: (vertex, pixel),
            epoch: record.programs.epoch,
            program,
            inputs: Arc::clone(&record.inputs),
            classes: record.classes,
            clip_planes: record.clip_planes,
        };
        record.programs.met[Programs::place((vertex, pixel))] = Some(met);
    }
}
