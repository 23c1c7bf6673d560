//! The fixed pixel stage: its key and constants.

use retrograph_shaders::binding;
use retrograph_shaders::fixed::{self, FragmentKey, Operation, STAGES, Stage, StageWords};

use crate::device::Device;
use crate::error::Result;
use crate::record::{Dirty, unpack};
use crate::shader::{self, Variant};
use crate::state::State;
use crate::types::{RenderState as Rs, TextureStageState as Ts};

/// Rows of [`fixed::FragmentBlock`].
const ROWS: usize = size_of::<fixed::FragmentBlock>() / 16;

/// What the fixed pixel stage was given last.
#[derive(Debug, Default)]
pub(crate) struct FragmentFeed {
    /// The key before it was folded, with its program: most often the next is the same.
    last: Option<(FragmentKey, Variant)>,
    /// Rows of the block that the program reads; 0 while shaders are in use.
    rows: usize,
    /// The colours in the block, as `D3DCOLOR`, as far as any were written.
    colors: [Option<u32>; ROWS],
}

impl FragmentFeed {
    /// Whether the program reads constants.
    #[inline]
    pub(in crate::record) fn is_needed(&self) -> bool {
        self.rows != 0
    }

    /// A shader has taken the place of the stage.
    #[inline]
    pub(in crate::record) fn pause(&mut self) {
        self.rows = 0;
    }
}

/// What a change of a texture stage's state dirties.
pub(crate) const fn dirtied_by_stage(state: Ts) -> Dirty {
    match state {
        // In the draw block.
        Ts::BUMPENVMAT00
        | Ts::BUMPENVMAT01
        | Ts::BUMPENVMAT10
        | Ts::BUMPENVMAT11
        | Ts::BUMPENVLSCALE
        | Ts::BUMPENVLOFFSET => Dirty::VIEWPORT,
        Ts::CONSTANT => Dirty::CONSTANTS,
        _ => Dirty::PROGRAM,
    }
}

impl Device {
    /// The fixed pixel stage.
    pub(in crate::record) fn fixed_fragment(&mut self) -> Result<Variant> {
        let key = self.fragment_key();
        let feed = &self.record.fragment;
        if let Some((last, variant)) = &feed.last
            && *last == key
        {
            let variant = variant.clone();
            self.check_samplers(shader::samplers(&variant.interface))?;
            self.record.fragment.rows = usize::from(variant.interface.fixed_rows);
            return Ok(variant);
        }
        let folded = key.folded();
        let variant = match self.fixed_programs.fragment.get(&folded) {
            Some(found) => found.clone(),
            None => self.make_fragment(folded)?,
        };
        self.check_samplers(shader::samplers(&variant.interface))?;
        self.record.fragment.rows = usize::from(variant.interface.fixed_rows);
        self.record.fragment.last = Some((key, variant.clone()));
        Ok(variant)
    }

    #[cold]
    fn make_fragment(&mut self, key: FragmentKey) -> Result<Variant> {
        let translated = fixed::fragment(&key).map_err(|error| self.refuse_fixed(&error))?;
        let label = format!("fixed pixel stage/{}", self.fixed_programs.fragment.len());
        let made = Variant::new(&mut self.context.recorder, label, translated);
        self.fixed_programs.fragment.insert(key, made.clone());
        Ok(made)
    }

    fn fragment_key(&self) -> FragmentKey {
        let mut key = FragmentKey {
            stages: [Stage::default(); STAGES],
            specular: self.state.on(Rs::SPECULARENABLE),
            fog: self.fog(),
            flat_colors: self.is_flat(),
            alpha_test: self.alpha_test(),
            srgb_write: self.encodes_srgb(),
            clip_planes: self.discarding_planes(),
            dual_source: self.blends_second_source(),
        };
        for (index, stage) in key.stages.iter_mut().enumerate() {
            let bound = self.record.traits[index].bound;
            let texture = bound.then(|| self.sampler_key(index));
            *stage = Stage::from_words(index, &words(&self.state, index), texture);
            if stage.color.operation == Operation::Disable {
                break;
            }
        }
        key
    }

    /// Writes what of the constants that the program reads is out of date.
    pub(in crate::record) fn flush_fixed_fragment(&mut self) {
        for row in 0..self.record.fragment.rows.min(ROWS) {
            let color = match row.checked_sub(1) {
                Some(stage) => self.state.stages[stage][Ts::CONSTANT.0 as usize],
                None => self.state.rs(Rs::TEXTUREFACTOR),
            };
            if self.record.fragment.colors[row] == Some(color) {
                continue;
            }
            self.record.fragment.colors[row] = Some(color);
            let value = unpack(color);
            let bytes = bytemuck::bytes_of(&value);
            self.context.recorder.write_block(binding::FIXED_FRAGMENT as u8, row as u32 * 16, bytes);
        }
    }
}

/// The states of a stage.
fn words(state: &State, index: usize) -> StageWords {
    let get = |kind: Ts| state.stages[index][kind.0 as usize];
    StageWords {
        color_operation: get(Ts::COLOROP),
        color_arguments: [Ts::COLORARG0, Ts::COLORARG1, Ts::COLORARG2].map(get),
        alpha_operation: get(Ts::ALPHAOP),
        alpha_arguments: [Ts::ALPHAARG0, Ts::ALPHAARG1, Ts::ALPHAARG2].map(get),
        result: get(Ts::RESULTARG),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_device_has_the_default_stages() {
        let state = State::new(false);
        for index in 0..STAGES {
            assert_eq!(words(&state, index), StageWords::new(index), "stage {index}");
        }
    }

    #[test]
    fn constants_of_stages_do_not_touch_the_program() {
        assert_eq!(dirtied_by_stage(Ts::CONSTANT), Dirty::CONSTANTS);
        assert_eq!(dirtied_by_stage(Ts::BUMPENVMAT10), Dirty::VIEWPORT);
        assert_eq!(dirtied_by_stage(Ts::COLOROP), Dirty::PROGRAM);
        assert_eq!(dirtied_by_stage(Ts::TEXCOORDINDEX), Dirty::PROGRAM);
    }
}
