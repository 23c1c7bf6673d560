//! Raster states that were met before: a change that leads from one to another is looked up, not translated.
//!
//! ```text
//! set_render_state -> (current id, state, value) -> next id -> its place in the open frame
//!                            not met before: key of raw values -> id, translated once
//! ```
//!
//! Programs switch to and fro between few combinations, so nearly every change takes the short way.

use retrograph_render::frame::RasterState;
use retrograph_render::recorder::Mark;
use rustc_hash::FxHashMap;

use super::Dirty;
use super::blend::takes_second_source;
use super::raster::RASTER;
use super::steps::{NONE, Steps};
use crate::device::Device;
use crate::types::RenderState;

/// Everything that a raster state is translated from: the values of [`RASTER`], and a word about targets and points.
type Key = [u32; RASTER.len() + 1];

/// The most states that are remembered. Who goes through more than that starts anew.
const MOST: usize = 1024;

/// A raster state that was met before.
#[derive(Clone, Copy, Debug)]
struct Met {
    state: RasterState,
    mark: Mark,
    /// Whether blending takes a second colour of the shader, which programs have to give.
    dual_source: bool,
}

/// The raster states of a device. See the module's description.
#[derive(Debug)]
pub(crate) struct Rasters {
    current: u32,
    states: Vec<Met>,
    ids: FxHashMap<Key, u32>,
    steps: Steps,
}

impl Default for Rasters {
    fn default() -> Self {
        Self { current: NONE, states: Vec::new(), ids: FxHashMap::default(), steps: Steps::default() }
    }
}

impl Rasters {
    /// Where a change leads, if it was met before.
    #[inline]
    fn next(&self, state: u32, value: u32) -> Option<(u32, &Met)> {
        let to = self.steps.next(self.current, state, value)?;
        Some((to, self.states.get(to as usize)?))
    }

    fn learn(&mut self, from: u32, state: u32, value: u32) {
        self.steps.learn(from, state, value, self.current);
    }

    /// Remembers a state under a new id.
    fn insert(&mut self, key: &Key, state: RasterState) -> u32 {
        if self.states.len() == MOST {
            *self = Self::default();
        }
        let id = self.states.len() as u32;
        let dual_source = takes_second_source(&state.colors[0]);
        self.states.push(Met { state, mark: Mark::default(), dual_source });
        self.ids.insert(*key, id);
        id
    }
}

impl Device {
    /// Follows a change of a render state that changes the raster state and nothing else.
    #[inline]
    pub(crate) fn raster_changed(&mut self, state: RenderState, value: u32) {
        if self.dirty.intersects(Dirty::RASTER | Dirty::TARGETS) {
            self.dirty |= Dirty::RASTER;
            return;
        }
        match self.record.rasters.next(state.0, value) {
            Some((id, met))
                if met.dual_source == self.record.dual_source
                    && self.context.recorder.revisit_raster(met.mark) =>
            {
                self.record.rasters.current = id;
            }
            _ => self.learn_raster(state, value),
        }
    }

    #[inline(never)]
    fn learn_raster(&mut self, state: RenderState, value: u32) {
        let from = self.record.rasters.current;
        let known = self.record.rasters.states.len();
        self.flush_raster();
        let rasters = &mut self.record.rasters;
        if rasters.states.len() >= known {
            rasters.learn(from, state.0, value);
        }
    }

    /// Reports rasterizer, depth, stencil and blend state.
    pub(super) fn flush_raster(&mut self) {
        let mut key = [self.raster_surroundings(); RASTER.len() + 1];
        for (value, state) in key.iter_mut().zip(RASTER) {
            *value = self.state.rs(state);
        }
        let known = self.record.rasters.ids.get(&key).copied();
        let id = known.unwrap_or_else(|| {
            let state = self.translate_raster();
            self.record.rasters.insert(&key, state)
        });
        let rasters = &mut self.record.rasters;
        rasters.current = id;
        let met = &mut rasters.states[id as usize];
        if !self.context.recorder.revisit_raster(met.mark) {
            met.mark = self.context.recorder.push_raster(met.state);
        }
        if std::mem::replace(&mut self.record.dual_source, met.dual_source) != met.dual_source {
            // Pairs of shaders that were met have programs for the other case.
            self.record.programs.outdate();
            self.dirty |= Dirty::PROGRAM;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rasters with states under ids 0 to `count`, each of a key of its own.
    fn rasters(count: u32) -> Rasters {
        let mut rasters = Rasters::default();
        for id in 0..count {
            assert_eq!(rasters.insert(&[id; RASTER.len() + 1], RasterState::default()), id);
        }
        rasters
    }

    #[test]
    fn a_change_is_known_from_where_it_was_met() {
        let mut rasters = rasters(3);
        rasters.current = 1;
        rasters.learn(0, 14, 1);
        assert!(rasters.next(14, 1).is_none());
        rasters.current = 0;
        assert_eq!(rasters.next(14, 1).map(|(id, _)| id), Some(1));
        assert!(rasters.next(14, 0).is_none());
        assert!(rasters.next(27, 1).is_none());
    }

    #[test]
    fn memory_is_bounded_and_nothing_is_known_from_no_state() {
        let mut rasters = rasters(MOST as u32);
        rasters.current = 7;
        rasters.learn(NONE, 14, 1);
        assert_eq!(rasters.insert(&[u32::MAX; RASTER.len() + 1], RasterState::default()), 0);
        assert_eq!((rasters.states.len(), rasters.ids.len(), rasters.current), (1, 1, NONE));
        assert!(rasters.next(14, 1).is_none());
    }
}
