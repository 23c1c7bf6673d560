//! Stencil operations, blending, logic.

use crate::state::{Blend, Equation, Factor, LogicOperation, Stencil, StencilOperation};

/// A stored stencil value after an operation, under the write mask.
pub(super) fn stencil(state: &Stencil, operation: StencilOperation, stored: u8) -> u8 {
    let value = match operation {
        StencilOperation::Keep => stored,
        StencilOperation::Zero => 0,
        StencilOperation::Replace => state.reference,
        StencilOperation::Increment => stored.saturating_add(1),
        StencilOperation::Decrement => stored.saturating_sub(1),
        StencilOperation::Invert => !stored,
        StencilOperation::IncrementWrap => stored.wrapping_add(1),
        StencilOperation::DecrementWrap => stored.wrapping_sub(1),
    };
    stored & !state.write_mask | value & state.write_mask
}

/// What blending makes of a new and a stored colour. Factors count for minimum and maximum too.
pub(super) fn blend(state: &Blend, source: [u8; 4], stored: [u8; 4]) -> [u8; 4] {
    let (new, old) = (source.map(i32::from), stored.map(i32::from));
    let constant = state.constant.map(i32::from);
    let factor = |factor: Factor, lane: usize| match factor {
        Factor::Zero => 0,
        Factor::One => 255,
        Factor::Source => new[lane],
        Factor::InverseSource => 255 - new[lane],
        Factor::Destination => old[lane],
        Factor::InverseDestination => 255 - old[lane],
        Factor::SourceAlpha => new[3],
        Factor::InverseSourceAlpha => 255 - new[3],
        Factor::DestinationAlpha => old[3],
        Factor::InverseDestinationAlpha => 255 - old[3],
        Factor::Constant => constant[lane],
        Factor::InverseConstant => 255 - constant[lane],
        Factor::ConstantAlpha => constant[3],
        Factor::InverseConstantAlpha => 255 - constant[3],
        Factor::SourceAlphaSaturate if lane == 3 => 255,
        Factor::SourceAlphaSaturate => new[3].min(255 - old[3]),
    };
    std::array::from_fn(|lane| {
        let (equation, first, second) = if lane == 3 {
            (state.alpha, state.source_alpha, state.destination_alpha)
        } else {
            (state.rgb, state.source_rgb, state.destination_rgb)
        };
        let (s, d) = (new[lane] * factor(first, lane), old[lane] * factor(second, lane));
        let result = match equation {
            Equation::Add => s + d,
            Equation::Subtract => s - d,
            Equation::ReverseSubtract => d - s,
            Equation::Min => s.min(d),
            Equation::Max => s.max(d),
        };
        (result / 255).clamp(0, 255) as u8
    })
}

/// What a logic operation makes of a new and a stored colour.
pub(super) fn logic(operation: LogicOperation, source: [u8; 4], stored: [u8; 4]) -> [u8; 4] {
    let (s, d) = (u32::from_le_bytes(source), u32::from_le_bytes(stored));
    let result = match operation {
        LogicOperation::Clear => 0,
        LogicOperation::And => s & d,
        LogicOperation::AndReverse => s & !d,
        LogicOperation::Copy => s,
        LogicOperation::Set => u32::MAX,
        LogicOperation::CopyInverted => !s,
        LogicOperation::Noop => d,
        LogicOperation::Invert => !d,
        LogicOperation::Nand => !(s & d),
        LogicOperation::Or => s | d,
        LogicOperation::Nor => !(s | d),
        LogicOperation::Xor => s ^ d,
        LogicOperation::Equivalent => !(s ^ d),
        LogicOperation::AndInverted => !s & d,
        LogicOperation::OrReverse => s | !d,
        LogicOperation::OrInverted => !s | d,
    };
    result.to_le_bytes()
}
