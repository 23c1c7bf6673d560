//! The operations of texture stages.
//!
//! A0, A1, A2 are the arguments, S clamps to 0–1. Every result is clamped, which is left out where it cannot matter.
//! For alpha, all lanes are that of alpha.
//!
//! | operation | result |
//! |---|---|
//! | SELECTARG1, SELECTARG2 | A1; A2 |
//! | MODULATE, 2X, 4X | A1·A2, twice, four times |
//! | ADD, ADDSIGNED, ADDSIGNED2X | A1 + A2, − 0.5, twice that |
//! | SUBTRACT, ADDSMOOTH | A1 − A2; A1 + A2 − A1·A2 |
//! | BLEND…ALPHA | A2 + (A1 − A2)·a with the alpha a of diffuse, texture, factor or current |
//! | BLENDTEXTUREALPHAPM | A1 + A2·(1 − a) with the alpha a of the texture |
//! | MODULATEALPHA_ADDCOLOR, MODULATECOLOR_ADDALPHA | A1 + A1.a·A2; A1·A2 + A1.a |
//! | MODULATEINVALPHA_ADDCOLOR, MODULATEINVCOLOR_ADDALPHA | (1 − A1.a)·A2 + A1; (1 − A1)·A2 + A1.a |
//! | DOTPRODUCT3 | 4·Σ (A1 − 0.5)·(A2 − 0.5), for alpha too |
//! | MULTIPLYADD, LERP | A0 + A1·A2; A0·A1 + (1 − A0)·A2 |
//! | DISABLE, PREMODULATE, BUMPENVMAP, BUMPENVMAPLUMINANCE | what the destination had |

use naga::MathFunction;

use super::PixelStage;
use super::stage::{Argument, ArgumentSource, Combine, Operation};
use crate::build::Value;

/// Colour and alpha.
#[derive(Clone, Copy)]
pub(super) struct Register {
    /// Three lanes.
    pub(super) color: Value,
    /// One lane.
    pub(super) alpha: Value,
    /// Whether it is known to be within 0–1.
    pub(super) bounded: bool,
}

/// What the arguments of a stage read.
#[derive(Clone, Copy)]
pub(super) struct Sources {
    /// The stage's number.
    pub(super) index: usize,
    /// CURRENT; `None` for the diffuse colour.
    pub(super) current: Option<Register>,
    /// The other result; `None` for 0.
    pub(super) temp: Option<Register>,
    /// The stage's texel.
    pub(super) texel: Register,
}

/// An argument's value.
#[derive(Clone, Copy)]
struct Read {
    /// The lanes asked for; one lane where all are the same.
    value: Value,
    alpha: Value,
    bounded: bool,
}

impl PixelStage {
    /// The result of an operation on colour (three lanes) or on alpha (one lane), within 0–1.
    pub(super) fn combine(&mut self, combine: &Combine, is_alpha: bool, from: &Sources) -> Value {
        let lanes = if is_alpha { 1 } else { 3 };
        let reads = combine.operation.reads();
        let [zero, one, two] = [0, 1, 2].map(|place| {
            if reads >> place & 1 == 1 {
                self.argument(combine.arguments[place], is_alpha, from)
            } else {
                self.nothing()
            }
        });
        let within = one.bounded && (two.bounded || reads & 0b100 == 0);
        let (value, bounded) = match combine.operation {
            Operation::SelectArg1 => (one.value, within),
            Operation::SelectArg2 => (two.value, two.bounded),
            Operation::Modulate => (self.b.mul(one.value, two.value), within),
            operation => {
                let blend = self.blend_factor(operation, from);
                (self.arithmetic(operation, [zero, one, two], blend), false)
            }
        };
        let value = if bounded { value } else { self.b.saturate(value) };
        self.b.splat(value, lanes)
    }

    /// The sum or product of an operation, not clamped.
    fn arithmetic(
        &mut self,
        operation: Operation,
        [zero, one, two]: [Read; 3],
        blend: Option<Value>,
    ) -> Value {
        let b = &mut self.b;
        let unit = b.float(1.0);
        let (a1, a2) = (one.value, two.value);
        if let Some(blend) = blend {
            if operation != Operation::BlendTextureAlphaPm {
                let difference = b.sub(a1, a2);
                let part = b.mul(difference, blend);
                return b.add(a2, part);
            }
            let rest = b.sub(unit, blend);
            let part = b.mul(a2, rest);
            return b.add(a1, part);
        }
        match operation {
            Operation::Modulate2x | Operation::Modulate4x => {
                let scale = b.float(if operation == Operation::Modulate2x { 2.0 } else { 4.0 });
                let product = b.mul(a1, a2);
                b.mul(product, scale)
            }
            Operation::Add => b.add(a1, a2),
            Operation::AddSigned | Operation::AddSigned2x => {
                let (half, two) = (b.float(0.5), b.float(2.0));
                let sum = b.add(a1, a2);
                let sum = b.sub(sum, half);
                if operation == Operation::AddSigned { sum } else { b.mul(sum, two) }
            }
            Operation::Subtract => b.sub(a1, a2),
            Operation::AddSmooth => {
                let (sum, product) = (b.add(a1, a2), b.mul(a1, a2));
                b.sub(sum, product)
            }
            Operation::DotProduct3 => self.dot(a1, a2),
            Operation::MultiplyAdd => {
                let product = b.mul(a1, a2);
                b.add(zero.value, product)
            }
            Operation::Lerp => {
                let rest = b.sub(unit, zero.value);
                let (first, second) = (b.mul(zero.value, a1), b.mul(rest, a2));
                b.add(first, second)
            }
            _ => self.modulate_add(operation, one, a2),
        }
    }

    /// The operations that multiply one of colour and alpha and add the other.
    fn modulate_add(&mut self, operation: Operation, one: Read, a2: Value) -> Value {
        let b = &mut self.b;
        let unit = b.float(1.0);
        let (factor, added) = match operation {
            Operation::ModulateAlphaAddColor => (one.alpha, one.value),
            Operation::ModulateColorAddAlpha => (one.value, one.alpha),
            Operation::ModulateInvAlphaAddColor => (b.sub(unit, one.alpha), one.value),
            _ => (b.sub(unit, one.value), one.alpha),
        };
        let product = b.mul(factor, a2);
        b.add(product, added)
    }

    fn dot(&mut self, a1: Value, a2: Value) -> Value {
        let b = &mut self.b;
        let (half, four, twelve) = (b.float(0.5), b.float(4.0), b.float(12.0));
        let (left, right) = (b.sub(a1, half), b.sub(a2, half));
        if left.lanes == 1 && right.lanes == 1 {
            let product = b.mul(left, right);
            return b.mul(product, twelve);
        }
        let (left, right) = (b.splat(left, 3), b.splat(right, 3));
        let sum = Value { lanes: 1, ..b.math2(MathFunction::Dot, left, right) };
        b.mul(sum, four)
    }

    /// The alpha that an operation blends by.
    fn blend_factor(&mut self, operation: Operation, from: &Sources) -> Option<Value> {
        match operation {
            Operation::BlendDiffuseAlpha => Some(self.diffuse().alpha),
            Operation::BlendTextureAlpha | Operation::BlendTextureAlphaPm => Some(from.texel.alpha),
            Operation::BlendFactorAlpha => Some(self.factor().alpha),
            Operation::BlendCurrentAlpha => Some(self.current(from).alpha),
            _ => None,
        }
    }

    /// In place of an argument that is not read.
    fn nothing(&mut self) -> Read {
        let zero = self.b.float(0.0);
        Read { value: zero, alpha: zero, bounded: true }
    }

    fn current(&mut self, from: &Sources) -> Register {
        from.current.unwrap_or_else(|| self.diffuse())
    }

    fn argument(&mut self, argument: Argument, is_alpha: bool, from: &Sources) -> Read {
        let register = match argument.source() {
            ArgumentSource::Diffuse => self.diffuse(),
            ArgumentSource::Current => self.current(from),
            ArgumentSource::Texture => from.texel,
            ArgumentSource::Factor => self.factor(),
            ArgumentSource::Specular => self.specular(),
            ArgumentSource::Temp => from.temp.unwrap_or_else(|| self.zeros()),
            ArgumentSource::Constant => self.constant(from.index),
        };
        let Register { color, mut alpha, bounded } = register;
        let mut value = if is_alpha || argument.is_replicated() { alpha } else { color };
        if argument.is_complement() {
            let one = self.b.float(1.0);
            let same = value == alpha;
            alpha = self.b.sub(one, alpha);
            value = if same { alpha } else { self.b.sub(one, value) };
        }
        Read { value, alpha, bounded }
    }
}
