//! Blending.

use retrograph_render::frame::{Blend, BlendComponent, ColorBlend};
use retrograph_render::wgpu::{BlendFactor, BlendOperation, ColorWrites};

use crate::state::State;
use crate::types::RenderState as Rs;
use crate::types::values::{Blend as Factor, BlendOp};

/// The states of the write masks of the four targets.
const MASKS: [Rs; 4] =
    [Rs::COLORWRITEENABLE, Rs::COLORWRITEENABLE1, Rs::COLORWRITEENABLE2, Rs::COLORWRITEENABLE3];

/// Blending and write masks; bit `i` of `opaque` tells that target `i` has no alpha.
pub(super) fn colors(state: &State, opaque: u8) -> [ColorBlend; 4] {
    let on = state.on(Rs::ALPHABLENDENABLE);
    // Targets differ in whether they have alpha only.
    let with_alpha = (on && opaque != 0xF).then(|| blend(state, false));
    let without = (on && opaque != 0).then(|| blend(state, true));
    std::array::from_fn(|target| {
        let write_mask = ColorWrites::from_bits_truncate(state.rs(MASKS[target]));
        if opaque & 1 << target == 0 {
            ColorBlend { blend: with_alpha, write_mask }
        } else {
            ColorBlend { blend: without, write_mask: write_mask - ColorWrites::ALPHA }
        }
    })
}

/// Whether the first target is blended with a second colour of the shader.
pub(super) fn takes_second_source(first: &ColorBlend) -> bool {
    let written = !first.write_mask.is_empty();
    first.blend.filter(|_| written).is_some_and(|blend| {
        let halves = [blend.color, blend.alpha];
        halves.iter().any(|half| half.src_factor.ref_second_blend_source())
            || halves.iter().any(|half| half.dst_factor.ref_second_blend_source())
    })
}

fn blend(state: &State, opaque: bool) -> Blend {
    let color = factors(state.rs(Rs::SRCBLEND), state.rs(Rs::DESTBLEND));
    let color_op = operation(state.rs(Rs::BLENDOP));
    let (alpha, alpha_op) = if state.on(Rs::SEPARATEALPHABLENDENABLE) {
        let factors = factors(state.rs(Rs::SRCBLENDALPHA), state.rs(Rs::DESTBLENDALPHA));
        (factors, operation(state.rs(Rs::BLENDOPALPHA)))
    } else {
        (color, color_op)
    };
    Blend {
        color: component(color.map(|factor| color_factor(factor, opaque)), color_op),
        alpha: component(alpha.map(alpha_factor), alpha_op),
    }
}

fn component(factors: [BlendFactor; 2], operation: BlendOperation) -> BlendComponent {
    // Minimum and maximum take the colours as they are.
    let [src_factor, dst_factor] = match operation {
        BlendOperation::Min | BlendOperation::Max => [BlendFactor::One; 2],
        _ => factors,
    };
    BlendComponent { src_factor, dst_factor, operation }
}

fn operation(value: u32) -> BlendOperation {
    match BlendOp::try_from(value) {
        Ok(BlendOp::Add) | Err(_) => BlendOperation::Add,
        Ok(BlendOp::Subtract) => BlendOperation::Subtract,
        Ok(BlendOp::RevSubtract) => BlendOperation::ReverseSubtract,
        Ok(BlendOp::Min) => BlendOperation::Min,
        Ok(BlendOp::Max) => BlendOperation::Max,
    }
}

/// Source and destination factor, with the two values of the source that set both.
fn factors(source: u32, destination: u32) -> [Factor; 2] {
    match Factor::try_from(source) {
        Ok(Factor::BothSrcAlpha) => [Factor::SrcAlpha, Factor::InvSrcAlpha],
        Ok(Factor::BothInvSrcAlpha) => [Factor::InvSrcAlpha, Factor::SrcAlpha],
        source => [source.unwrap_or(Factor::One), Factor::try_from(destination).unwrap_or(Factor::Zero)],
    }
}

/// A factor of colour. The alpha of a target that has none reads 1.
fn color_factor(factor: Factor, opaque: bool) -> BlendFactor {
    match factor {
        Factor::Zero => BlendFactor::Zero,
        Factor::One => BlendFactor::One,
        Factor::SrcColor => BlendFactor::Src,
        Factor::InvSrcColor => BlendFactor::OneMinusSrc,
        Factor::SrcAlpha | Factor::BothSrcAlpha => BlendFactor::SrcAlpha,
        Factor::InvSrcAlpha | Factor::BothInvSrcAlpha => BlendFactor::OneMinusSrcAlpha,
        Factor::DestAlpha if opaque => BlendFactor::One,
        Factor::InvDestAlpha | Factor::SrcAlphaSat if opaque => BlendFactor::Zero,
        Factor::DestAlpha => BlendFactor::DstAlpha,
        Factor::InvDestAlpha => BlendFactor::OneMinusDstAlpha,
        Factor::DestColor => BlendFactor::Dst,
        Factor::InvDestColor => BlendFactor::OneMinusDst,
        Factor::SrcAlphaSat => BlendFactor::SrcAlphaSaturated,
        Factor::BlendFactor => BlendFactor::Constant,
        Factor::InvBlendFactor => BlendFactor::OneMinusConstant,
        Factor::SrcColor2 => BlendFactor::Src1,
        Factor::InvSrcColor2 => BlendFactor::OneMinusSrc1,
    }
}

/// A factor of alpha: those of colour take their alpha.
fn alpha_factor(factor: Factor) -> BlendFactor {
    match factor {
        Factor::SrcColor => BlendFactor::SrcAlpha,
        Factor::InvSrcColor => BlendFactor::OneMinusSrcAlpha,
        Factor::DestColor => BlendFactor::DstAlpha,
        Factor::InvDestColor => BlendFactor::OneMinusDstAlpha,
        Factor::SrcAlphaSat => BlendFactor::One,
        Factor::SrcColor2 => BlendFactor::Src1Alpha,
        Factor::InvSrcColor2 => BlendFactor::OneMinusSrc1Alpha,
        other => color_factor(other, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(changes: &[(Rs, u32)]) -> State {
        let mut state = State::new(false);
        state.render[Rs::ALPHABLENDENABLE.0 as usize] = 1;
        for &(kind, value) in changes {
            state.render[kind.0 as usize] = value;
        }
        state
    }

    fn one(changes: &[(Rs, u32)], opaque: u8) -> Blend {
        colors(&state(changes), opaque)[0].blend.expect("blending is on")
    }

    #[test]
    fn both_source_alpha_sets_both_factors() {
        let found = one(&[(Rs::SRCBLEND, 12), (Rs::DESTBLEND, 9)], 0);
        assert_eq!(found.color.src_factor, BlendFactor::SrcAlpha);
        assert_eq!(found.color.dst_factor, BlendFactor::OneMinusSrcAlpha);
        let found = one(&[(Rs::SRCBLEND, 13)], 0);
        assert_eq!(found.alpha.src_factor, BlendFactor::OneMinusSrcAlpha);
        assert_eq!(found.alpha.dst_factor, BlendFactor::SrcAlpha);
    }

    #[test]
    fn colour_factors_serve_alpha_by_their_alpha() {
        let found = one(&[(Rs::SRCBLEND, 9), (Rs::DESTBLEND, 3)], 0);
        assert_eq!(found.color.src_factor, BlendFactor::Dst);
        assert_eq!(found.alpha.src_factor, BlendFactor::DstAlpha);
        assert_eq!(found.alpha.dst_factor, BlendFactor::SrcAlpha);
        let saturated = one(&[(Rs::SRCBLEND, 11)], 0);
        assert_eq!(saturated.alpha.src_factor, BlendFactor::One);
    }

    #[test]
    fn the_alpha_of_an_opaque_target_reads_one() {
        let found = one(&[(Rs::SRCBLEND, 7), (Rs::DESTBLEND, 8)], 1);
        assert_eq!(found.color.src_factor, BlendFactor::One);
        assert_eq!(found.color.dst_factor, BlendFactor::Zero);
        assert_eq!(colors(&state(&[]), 1)[0].write_mask, ColorWrites::COLOR);
        assert_eq!(colors(&state(&[]), 1)[1].write_mask, ColorWrites::ALL);
    }

    #[test]
    fn minimum_ignores_factors_and_alpha_may_differ() {
        let changes = [(Rs::BLENDOP, 4), (Rs::SRCBLEND, 5), (Rs::SEPARATEALPHABLENDENABLE, 1)];
        let found = one(&[changes[0], changes[1], changes[2], (Rs::BLENDOPALPHA, 2)], 0);
        assert_eq!(found.color.src_factor, BlendFactor::One);
        assert_eq!(found.color.operation, BlendOperation::Min);
        assert_eq!(found.alpha.operation, BlendOperation::Subtract);
        assert_eq!(found.alpha.dst_factor, BlendFactor::Zero);
    }

    #[test]
    fn the_second_colour_counts_where_something_is_blended_with_it() {
        let takes = |changes: &[(Rs, u32)], opaque| takes_second_source(&colors(&state(changes), opaque)[0]);
        let second = [(Rs::SRCBLEND, 16), (Rs::DESTBLEND, 17)];
        let found = one(&second, 0);
        assert_eq!(
            [found.color.src_factor, found.color.dst_factor],
            [BlendFactor::Src1, BlendFactor::OneMinusSrc1]
        );
        let alpha = [found.alpha.src_factor, found.alpha.dst_factor];
        assert_eq!(alpha, [BlendFactor::Src1Alpha, BlendFactor::OneMinusSrc1Alpha]);
        assert!(takes(&second, 0) && takes(&second[1..], 0) && takes(&second, 1));
        assert!(!takes(&[], 0));
        assert!(!takes(&[second[0], (Rs::BLENDOP, 5)], 0), "maximum ignores factors");
        assert!(!takes(&[second[0], (Rs::ALPHABLENDENABLE, 0)], 0));
        assert!(!takes(&[second[0], (Rs::COLORWRITEENABLE, 8)], 1), "nothing is written");
        assert!(takes(&[second[0], (Rs::COLORWRITEENABLE, 8)], 0));
    }

    #[test]
    fn values_out_of_range_act_as_the_default() {
        let changes = [(Rs::SRCBLEND, 99), (Rs::DESTBLEND, 0), (Rs::BLENDOP, 17)];
        assert_eq!(one(&changes, 0), one(&[], 0));
        assert!(colors(&State::new(false), 0)[0].blend.is_none());
    }
}
