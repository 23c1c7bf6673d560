//! The combiner stages that the bounded path supports.

use super::SceneError;
use super::config::refuse;
use crate::registers::table::{CombinerFunction, CombinerOperand, CombinerScale, CombinerSource};
use crate::registers::{Registers, Typed};

/// The source register of each stage; operand, function, colour and scale follow it.
const STAGES: [u16; 6] = [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8];

const PRIMARY: u32 = 0;
const TEXTURE0: u32 = 3;
const PREVIOUS: u32 = 15;

/// One half of a stage, for colour or for alpha: function, and the first two sources.
type Half = (u32, u32, u32);

/// A stage's two halves, if its operands are the plain ones and nothing is scaled.
fn stage(offset: u32, registers: &Registers, index: u16) -> Result<(Half, Half), SceneError> {
    let at = |step: u16| registers.value(crate::registers::Register(index + step));
    let source = CombinerSource::from_bits(at(0));
    let operand = CombinerOperand::from_bits(at(1));
    let function = CombinerFunction::from_bits(at(2));
    let scale = CombinerScale::from_bits(at(4));
    if scale.rgb() != 0 || scale.alpha() != 0 {
        return Err(refuse(offset, registers, index + 4, "a combiner that scales"));
    }
    let (rgb, alpha) = (function.rgb(), function.alpha());
    if rgb != alpha || rgb > 1 {
        return Err(refuse(offset, registers, index + 2, "a combiner other than replace or modulate"));
    }
    let second = rgb == 1;
    let plain = operand.rgb0() == 0 && operand.alpha0() == 0;
    if !plain || second && (operand.rgb1() != 0 || operand.alpha1() != 0) {
        return Err(refuse(offset, registers, index + 1, "a combiner operand other than colour and alpha"));
    }
    let halves = ((rgb, source.rgb0(), source.rgb1()), (alpha, source.alpha0(), source.alpha1()));
    Ok(halves)
}

/// Checks all stages; whether the first multiplies the texture by the primary colour.
///
/// With a texture the first stage gives the texture or that product, without one the primary colour. The others pass
/// the previous stage.
pub(super) fn read(offset: u32, registers: &Registers, textured: bool) -> Result<bool, SceneError> {
    for index in &STAGES[1..] {
        let (rgb, alpha) = stage(offset, registers, *index)?;
        if rgb.0 != 0 {
            return Err(refuse(offset, registers, index + 2, "a later combiner stage that does not pass"));
        }
        if rgb.1 != PREVIOUS || alpha.1 != PREVIOUS {
            return Err(refuse(offset, registers, *index, "a later combiner stage that does not pass"));
        }
    }
    let (rgb, alpha) = stage(offset, registers, STAGES[0])?;
    let modulates =
        |half: Half| half.0 == 1 && matches!((half.1, half.2), (TEXTURE0, PRIMARY) | (PRIMARY, TEXTURE0));
    let replaces = |half: Half| half.0 == 0 && half.1 == if textured { TEXTURE0 } else { PRIMARY };
    if textured && modulates(rgb) && modulates(alpha) {
        Ok(true)
    } else if replaces(rgb) && replaces(alpha) {
        Ok(false)
    } else {
        Err(refuse(offset, registers, STAGES[0], "sources of the first combiner stage"))
    }
}
