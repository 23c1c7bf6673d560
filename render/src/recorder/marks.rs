//! Groups that are come back to: whoever knows where one stands in the open frame sets it again without a copy.

use super::shadow::Dirty;
use super::{Recorder, index};
use crate::frame::{RasterState, VertexInput, Viewport};

/// Where a group stands in the open frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// [`Recorder::frame_id`] of the frame; 0 is that of none.
    frame: u64,
    index: u32,
}

impl Recorder {
    /// [`Recorder::set_raster`] by someone who may come back to the state: the answer is where it stands.
    pub fn push_raster(&mut self, state: RasterState) -> Mark {
        self.cursor.raster = index(&self.frame.rasters);
        self.frame.rasters.push(state);
        self.dirty -= Dirty::RASTER;
        Mark { frame: self.frame_id, index: self.cursor.raster }
    }

    /// Sets a raster state that stands in the open frame; `false` if the mark is of another frame.
    #[inline]
    #[must_use]
    pub fn revisit_raster(&mut self, mark: Mark) -> bool {
        if mark.frame != self.frame_id {
            return false;
        }
        self.cursor.raster = mark.index;
        self.dirty -= Dirty::RASTER;
        true
    }

    /// [`Recorder::set_viewport`] by someone who may come back to it.
    #[inline]
    pub fn push_viewport(&mut self, viewport: Viewport) -> Mark {
        self.cursor.viewport = index(&self.frame.viewports);
        self.frame.viewports.push(viewport);
        self.dirty -= Dirty::VIEWPORT;
        Mark { frame: self.frame_id, index: self.cursor.viewport }
    }

    /// Sets a viewport that stands in the open frame; `false` if the mark is of another frame.
    #[inline]
    #[must_use]
    pub fn revisit_viewport(&mut self, mark: Mark) -> bool {
        if mark.frame != self.frame_id {
            return false;
        }
        self.cursor.viewport = mark.index;
        self.dirty -= Dirty::VIEWPORT;
        true
    }

    /// [`Recorder::set_input`] by someone who may come back to it.
    pub fn push_input(&mut self, input: &VertexInput) -> Mark {
        self.cursor.input = index(&self.frame.inputs);
        self.frame.inputs.push(input.copied());
        self.dirty -= Dirty::INPUT;
        Mark { frame: self.frame_id, index: self.cursor.input }
    }

    /// Sets an input that stands in the open frame; `false` if the mark is of another frame.
    #[inline]
    #[must_use]
    pub fn revisit_input(&mut self, mark: Mark) -> bool {
        if mark.frame != self.frame_id {
            return false;
        }
        self.cursor.input = mark.index;
        self.dirty -= Dirty::INPUT;
        true
    }

    /// Brings what is kept up to what the frame says.
    pub(super) fn catch_up(&mut self) {
        let (frame, cursor) = (&self.frame, self.cursor);
        if !self.dirty.contains(Dirty::RASTER)
            && let Some(raster) = frame.rasters.get(cursor.raster as usize)
        {
            self.current.raster = *raster;
        }
        if !self.dirty.contains(Dirty::VIEWPORT)
            && let Some(viewport) = frame.viewports.get(cursor.viewport as usize)
        {
            self.current.viewport = *viewport;
        }
        if !self.dirty.contains(Dirty::INPUT)
            && let Some(input) = frame.inputs.get(cursor.input as usize)
        {
            self.current.input = input.copied();
        }
        if !self.dirty.contains(Dirty::BINDINGS) {
            self.bindings.catch_up(&frame.bindings);
        }
    }
}
