//! The fixed pixel stage: its key and constants.

use retrograph_shaders::binding;
use retrograph_shaders::fixed::{self, Argument, ArgumentSource, Combine, FragmentKey, TEXTURE_FACTOR};

use crate::device::Device;
use crate::error::Result;
use crate::record::{Traits, unpack};
use crate::shader::Variant;
use crate::state::State;
use crate::types::values::{
    TA_ALPHAREPLICATE, TA_COMPLEMENT, TA_CURRENT, TA_DIFFUSE, TA_TEXTURE, TA_TFACTOR, TextureOp,
};
use crate::types::{RenderState as Rs, TextureStageState as Ts};

impl Device {
    /// The fixed pixel stage.
    pub(in crate::record) fn fixed_fragment(&mut self) -> Result<Variant> {
        let key = match self.fragment_key() {
            Ok(key) => key.folded(),
            Err(key) => return Err(self.refuse(key)),
        };
        self.record.fixed_rows[1] = true;
        if let Some(found) = self.fixed_programs.fragment.get(&key) {
            return Ok(found.clone());
        }
        let translated = fixed::fragment(&key).map_err(|error| self.refuse_fixed(&error))?;
        let label = format!("fixed pixel stage/{}", self.fixed_programs.fragment.len());
        let made = Variant::new(&mut self.context.recorder, label, translated);
        self.fixed_programs.fragment.insert(key, made.clone());
        Ok(made)
    }

    fn fragment_key(&self) -> Result<FragmentKey, &'static str> {
        let state = &self.state;
        if state.on(Rs::SPECULARENABLE) {
            return Err("fixed_function.specular");
        }
        let Traits { key: sampler, bound: texture, refused } = self.record.traits[0];
        let [color, alpha] = first_stage(state)?;
        let key = FragmentKey {
            color,
            alpha,
            texture: texture.then_some(sampler),
            flat_colors: self.is_flat(),
            alpha_test: self.alpha_test(),
            srgb_write: self.encodes_srgb(),
        };
        let stage_is_off = color == Combine::Disable || (!texture && color.reads_texture());
        let second = op(state, 1, Ts::COLOROP);
        if !stage_is_off && second != TextureOp::Disable {
            return Err("fixed_function.second_stage");
        }
        match refused.filter(|_| key.folded().texture.is_some()) {
            Some(refused) => Err(refused),
            None => Ok(key),
        }
    }

    pub(super) fn flush_fixed_fragment(&mut self) {
        let factor = unpack(self.state.rs(Rs::TEXTUREFACTOR));
        let offset = u32::from(TEXTURE_FACTOR) * 16;
        self.context.recorder.write_block(
            binding::FRAGMENT_FLOATS as u8,
            offset,
            bytemuck::bytes_of(&factor),
        );
    }

    /// Gives the row that the fixed pixel stage took back to the constants of shaders.
    pub(in crate::record) fn use_pixel_floats(&mut self) {
        if std::mem::take(&mut self.record.fixed_rows[1]) {
            let row = u32::from(TEXTURE_FACTOR);
            let bytes = self.state.pixel_constants.float_bytes(row..row + 1);
            self.context.recorder.write_block(binding::FRAGMENT_FLOATS as u8, row * 16, bytes);
        }
    }
}

/// The operation of a stage; what is none acts as the default of the stage.
fn op(state: &State, stage: usize, kind: Ts) -> TextureOp {
    let default = match (stage, kind) {
        (0, Ts::COLOROP) => TextureOp::Modulate,
        (0, _) => TextureOp::SelectArg1,
        _ => TextureOp::Disable,
    };
    TextureOp::try_from(state.stages[stage][kind.0 as usize]).unwrap_or(default)
}

/// Colour and alpha of stage 0.
fn first_stage(state: &State) -> Result<[Combine; 2], &'static str> {
    let color = combine(state, Ts::COLOROP, Ts::COLORARG1, Ts::COLORARG2)?;
    if color == Combine::Disable {
        return Ok([Combine::Disable; 2]);
    }
    Ok([color, combine(state, Ts::ALPHAOP, Ts::ALPHAARG1, Ts::ALPHAARG2)?])
}

fn combine(state: &State, kind: Ts, first: Ts, second: Ts) -> Result<Combine, &'static str> {
    match op(state, 0, kind) {
        TextureOp::Disable => Ok(Combine::Disable),
        TextureOp::SelectArg1 => Ok(Combine::Select(argument(state, first)?)),
        TextureOp::SelectArg2 => Ok(Combine::Select(argument(state, second)?)),
        TextureOp::Modulate => Ok(Combine::Modulate(argument(state, first)?, argument(state, second)?)),
        _ => Err("fixed_function.texture_operation"),
    }
}

fn argument(state: &State, kind: Ts) -> Result<Argument, &'static str> {
    let value = state.stages[0][kind.0 as usize];
    let source = match value & 0xF {
        TA_DIFFUSE => ArgumentSource::Diffuse,
        TA_CURRENT => ArgumentSource::Current,
        TA_TEXTURE => ArgumentSource::Texture,
        TA_TFACTOR => ArgumentSource::Factor,
        _ => return Err("fixed_function.texture_argument"),
    };
    Ok(Argument {
        source,
        complement: value & TA_COMPLEMENT != 0,
        alpha_replicate: value & TA_ALPHAREPLICATE != 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(changes: &[(usize, Ts, u32)]) -> State {
        let mut state = State::new(false);
        for &(stage, kind, value) in changes {
            state.stages[stage][kind.0 as usize] = value;
        }
        state
    }

    #[test]
    fn a_new_device_modulates_texture_and_diffuse() {
        let texture = Argument::new(ArgumentSource::Texture);
        let current = Argument::new(ArgumentSource::Current);
        let expected = [Combine::Modulate(texture, current), Combine::Select(texture)];
        assert_eq!(first_stage(&state(&[])), Ok(expected));
    }

    #[test]
    fn arguments_carry_their_modifiers() {
        let changed = state(&[(0, Ts::COLOROP, 3), (0, Ts::COLORARG2, 0x33), (0, Ts::ALPHAOP, 1)]);
        let factor = Argument { source: ArgumentSource::Factor, complement: true, alpha_replicate: true };
        assert_eq!(first_stage(&changed), Ok([Combine::Select(factor), Combine::Disable]));
    }

    #[test]
    fn other_operations_and_arguments_are_refused_by_name() {
        let sum = state(&[(0, Ts::COLOROP, 7)]);
        assert_eq!(first_stage(&sum), Err("fixed_function.texture_operation"));
        let constant = state(&[(0, Ts::ALPHAARG1, 6)]);
        assert_eq!(first_stage(&constant), Err("fixed_function.texture_argument"));
        let off = state(&[(0, Ts::COLOROP, 1), (0, Ts::ALPHAARG1, 6)]);
        assert_eq!(first_stage(&off), Ok([Combine::Disable; 2]));
    }
}
