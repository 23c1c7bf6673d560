//! The bit fields of the token stream.

use super::program::{Modifier, Register, RegisterFile, Swizzle, Version, WriteMask};
use crate::interface::Stage;

/// The opcode field of the end token.
pub(super) const END: u16 = 0xFFFF;
/// The opcode field of a comment.
pub(super) const COMMENT: u16 = 0xFFFE;

/// Decodes a version token; `None` if the model is unknown.
pub(super) fn version(token: u32) -> Option<Version> {
    let stage = match token >> 16 {
        0xFFFE => Stage::Vertex,
        0xFFFF => Stage::Fragment,
        _ => return None,
    };
    let [minor, major, ..] = token.to_le_bytes();
    let known = match stage {
        Stage::Vertex => matches!((major, minor), (1, 0 | 1)),
        Stage::Fragment => matches!((major, minor), (1, 0..=4)),
    };
    let known = known || matches!((major, minor), (2, 0 | 1 | 0xFF) | (3, 0 | 0xFF));
    known.then_some(Version { stage, major, minor })
}

/// The first token of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct InstructionToken(pub(super) u32);

impl InstructionToken {
    /// The opcode field.
    pub(super) const fn opcode(self) -> u16 {
        self.0 as u16
    }

    /// The control field.
    pub(super) const fn control(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// How many parameter tokens follow; meaningful from model 2 on.
    pub(super) const fn length(self) -> usize {
        (self.0 >> 24 & 0xF) as usize
    }

    /// How many tokens of text follow a comment token.
    pub(super) const fn comment_length(self) -> usize {
        (self.0 >> 16 & 0x7FFF) as usize
    }

    /// Whether a predicate token is among the parameters.
    pub(super) const fn predicated(self) -> bool {
        self.0 & 1 << 28 != 0
    }

    /// Whether the instruction runs in parallel with the one before it.
    pub(super) const fn coissue(self) -> bool {
        self.0 & 1 << 30 != 0
    }
}

/// An operand token, read as a source or as a destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParameterToken(pub(super) u32);

impl ParameterToken {
    /// Whether this is an operand at all: the top bit tells operands from instructions.
    pub(super) const fn is_operand(self) -> bool {
        self.0 >> 31 == 1
    }

    /// The register; `None` if its file is not one of `version`'s stage and model family.
    pub(super) fn register(self, version: Version) -> Option<Register> {
        let number = (self.0 & 0x7FF) as u16;
        let kind = self.0 >> 28 & 7 | self.0 >> 8 & 0x18;
        let vertex = version.stage == Stage::Vertex;
        let file = match kind {
            0 => RegisterFile::Temp,
            1 => RegisterFile::Input,
            2 | 11 | 12 | 13 => RegisterFile::Const,
            3 if vertex => RegisterFile::Address,
            3 => RegisterFile::Texture,
            4 => RegisterFile::RasterOut,
            5 => RegisterFile::AttributeOut,
            6 if vertex && version.major < 3 => RegisterFile::TexcoordOut,
            6 => RegisterFile::Output,
            7 => RegisterFile::ConstInt,
            8 => RegisterFile::ColorOut,
            9 => RegisterFile::DepthOut,
            10 => RegisterFile::Sampler,
            14 => RegisterFile::ConstBool,
            15 => RegisterFile::Loop,
            17 => RegisterFile::Misc,
            18 => RegisterFile::Label,
            19 => RegisterFile::Predicate,
            _ => return None,
        };
        let bank = if kind >= 11 && file == RegisterFile::Const { (kind as u16 - 10) * 2048 } else { 0 };
        Some(Register { file, number: number + bank })
    }

    /// Whether a dynamic index is added.
    pub(super) const fn is_relative(self) -> bool {
        self.0 & 1 << 13 != 0
    }

    /// A source's swizzle.
    pub(super) const fn swizzle(self) -> Swizzle {
        let bits = self.0 >> 16;
        Swizzle([(bits & 3) as u8, (bits >> 2 & 3) as u8, (bits >> 4 & 3) as u8, (bits >> 6 & 3) as u8])
    }

    /// A source's modifier; `None` if the number is not assigned.
    pub(super) fn modifier(self) -> Option<Modifier> {
        Modifier::try_from((self.0 >> 24 & 0xF) as u8).ok()
    }

    /// A destination's lanes.
    pub(super) const fn mask(self) -> WriteMask {
        WriteMask((self.0 >> 16 & 0xF) as u8)
    }

    /// A destination's `_sat`.
    pub(super) const fn saturate(self) -> bool {
        self.0 & 1 << 20 != 0
    }

    /// A destination's `_pp`.
    pub(super) const fn partial_precision(self) -> bool {
        self.0 & 1 << 21 != 0
    }

    /// A destination's `_centroid`.
    pub(super) const fn centroid(self) -> bool {
        self.0 & 1 << 22 != 0
    }

    /// A destination's shift, −8..=7.
    pub(super) const fn shift(self) -> i8 {
        let nibble = (self.0 >> 24 & 0xF) as i8;
        if nibble < 8 { nibble } else { nibble - 16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VS_3_0: Version = Version { stage: Stage::Vertex, major: 3, minor: 0 };
    const PS_2_0: Version = Version { stage: Stage::Fragment, major: 2, minor: 0 };

    #[test]
    fn versions_are_those_that_direct3d_9_has() {
        assert_eq!(version(0xFFFE_0300), Some(VS_3_0));
        assert_eq!(version(0xFFFF_0104).map(|version| version.minor), Some(4));
        assert_eq!(version(0xFFFE_03FF).map(|version| version.minor), Some(0xFF));
        for token in [0xFFFE_0102, 0xFFFF_0105, 0xFFFF_0400, 0xFEFF_0200, 0, 0xFFFE_0207] {
            assert_eq!(version(token), None, "{token:#010x}");
        }
    }

    #[test]
    fn register_files_depend_on_stage_and_model() {
        let a0 = ParameterToken(0xB000_0000);
        assert_eq!(a0.register(VS_3_0).map(|register| register.file), Some(RegisterFile::Address));
        assert_eq!(a0.register(PS_2_0).map(|register| register.file), Some(RegisterFile::Texture));
        let vpos = ParameterToken(0x9000_1000);
        assert_eq!(vpos.register(PS_2_0).map(|register| register.file), Some(RegisterFile::Misc));
        assert_eq!(ParameterToken(0x8000_1000).register(PS_2_0), None, "half-precision temporaries");
    }

    #[test]
    fn further_constant_banks_count_on() {
        let bank = |token| ParameterToken(token).register(VS_3_0).map(|register| register.number);
        assert_eq!(bank(0xA000_0005), Some(5));
        assert_eq!(bank(0xB000_0805), Some(2048 + 5));
        assert_eq!(bank(0xC000_0805), Some(4096 + 5));
        assert_eq!(bank(0xD000_0FFF), Some(6144 + 2047));
    }

    #[test]
    fn shifts_are_signed() {
        assert_eq!(ParameterToken(0x8100_0000).shift(), 1);
        assert_eq!(ParameterToken(0x8F00_0000).shift(), -1);
        assert_eq!(ParameterToken(0x8D00_0000).shift(), -3);
    }
}
