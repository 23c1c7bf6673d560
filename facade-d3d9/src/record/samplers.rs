//! Sampler states that were met before, as [`super::rasters`] does it for raster states.

use retrograph_render::frame::SamplerState;
use rustc_hash::FxHashMap;

use super::Dirty;
use super::sampler::{self, Extras};
use super::steps::{NONE, Steps};
use super::textures::Code;
use crate::device::Device;
use crate::state::SAMPLERS;
use crate::types::SamplerStateType as Ss;

/// The most states that are remembered. Who goes through more than that starts anew.
const MOST: usize = 1024;

/// What a sampler's states are translated to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Met {
    pub(super) sampler: SamplerState,
    pub(super) extras: Extras,
}

impl Met {
    /// Whether the GPU's sampler is all there is to it.
    fn is_plain(&self) -> bool {
        self.extras == Extras::default()
    }
}

/// The sampler states of a device.
#[derive(Debug)]
pub(crate) struct Samplers {
    /// The id of each sampler's state.
    current: [u32; SAMPLERS],
    states: Vec<(Met, bool)>,
    ids: FxHashMap<[u32; 14], u32>,
    steps: Steps,
}

impl Default for Samplers {
    fn default() -> Self {
        Self {
            current: [NONE; SAMPLERS],
            states: Vec::new(),
            ids: FxHashMap::default(),
            steps: Steps::default(),
        }
    }
}

impl Samplers {
    fn insert(&mut self, key: &[u32; 14], met: Met) -> u32 {
        if self.states.len() == MOST {
            *self = Self::default();
        }
        let id = self.states.len() as u32;
        self.states.push((met, met.is_plain()));
        self.ids.insert(*key, id);
        id
    }
}

impl Device {
    /// Follows a change of a sampler's state.
    #[inline]
    pub(crate) fn sampler_changed(&mut self, index: usize, state: Ss, value: u32) {
        let samplers = &mut self.record.samplers_met;
        // Whether texels are decoded from sRGB hangs on the texture too.
        if let Some(to) = samplers.steps.next(samplers.current[index], state.0, value)
            && state != Ss::SRGBTEXTURE
            && self.record.codes[index] != Code::STALE
            && let Some((met, true)) = samplers.states.get(to as usize)
        {
            samplers.current[index] = to;
            let sampler = met.sampler;
            return self.report_sampler(index, sampler);
        }
        self.learn_sampler(index, state, value);
    }

    #[inline(never)]
    fn learn_sampler(&mut self, index: usize, state: Ss, value: u32) {
        let from = self.record.samplers_met.current[index];
        let known = self.record.samplers_met.states.len();
        let (id, met) = self.find_sampler(index);
        let samplers = &mut self.record.samplers_met;
        if samplers.states.len() >= known {
            samplers.steps.learn(from, state.0, value, id);
        }
        self.adopt_sampler(index, met);
        self.record.touch_sampler(index);
        self.dirty |= Dirty::TEXTURES;
    }

    /// What the states of a sampler are translated to, and their id.
    pub(super) fn find_sampler(&mut self, index: usize) -> (u32, Met) {
        let states = &self.state.samplers[index];
        let samplers = &mut self.record.samplers_met;
        let id = samplers.ids.get(states).copied().unwrap_or_else(|| {
            let found = sampler::translate(states, self.context.gpu().caps.features);
            samplers.insert(states, Met { sampler: found.sampler, extras: found.extras })
        });
        samplers.current[index] = id;
        (id, samplers.states[id as usize].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        let mut samplers = Samplers::default();
        for id in 0..MOST as u32 {
            assert_eq!(samplers.insert(&[id; 14], Met::default()), id);
        }
        samplers.current[3] = 7;
        assert_eq!(samplers.insert(&[u32::MAX; 14], Met::default()), 0);
        assert_eq!((samplers.states.len(), samplers.ids.len(), samplers.current[3]), (1, 1, NONE));
    }
}
