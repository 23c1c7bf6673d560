//! The one table of which instruction exists in which model and what operands it takes.

use super::Opcode;
use crate::dxso::program::Version;
use crate::interface::Stage;

/// What a destination operand may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dxso) enum Writes {
    /// A temporary or an output; texture registers in `ps_1_0`–`ps_1_3`.
    Value,
    /// As [`Writes::Value`], or the address register.
    ValueOrAddress,
    /// The address register.
    Address,
    /// The predicate.
    Predicate,
    /// A texture register whose number is the stage's; a temporary in `ps_1_4` and from model 2 on.
    Sampled,
    /// A register that is read although it is encoded as a destination (`texkill`).
    Read,
    /// `r5` (`texdepth`).
    Depth,
    /// A constant that `def`, `defi` or `defb` sets.
    Defined,
    /// What `dcl` declares.
    Declared,
}

/// What a source operand may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dxso) enum Reads {
    /// A vector: temporary, input, float constant, texture coordinate, `vPos`, `vFace`.
    Value,
    /// As [`Reads::Value`], standing for this many consecutive registers.
    Rows(u16),
    /// `s#`.
    Sampler,
    /// `l#`.
    Label,
    /// `b#` or a lane of `p0`.
    Condition,
    /// A lane of `p0`.
    Predicate,
    /// `i#`.
    Integer,
    /// `aL`.
    Loop,
}

/// The operands of an instruction in one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dxso) struct Shape {
    /// The destination, if there is one.
    pub(in crate::dxso) to: Option<Writes>,
    /// The sources.
    pub(in crate::dxso) from: &'static [Reads],
    /// How many of the last sources may be missing.
    pub(in crate::dxso) optional: usize,
}

/// The first and last model of a stage that has an instruction; `(1, 0)` is below every model.
type Models = Option<((u8, u8), (u8, u8))>;

const NONE: Models = None;
const ALL: Models = from((1, 0));
const M2: Models = from((2, 0));
const M2X: Models = from((2, 1));
const M3: Models = from((3, 0));
/// `ps_1_0`–`ps_1_3`.
const P11: Models = Some(((1, 0), (1, 3)));
/// `ps_1_2`–`ps_1_3`.
const P12: Models = Some(((1, 2), (1, 3)));
const P14: Models = Some(((1, 4), (1, 4)));

const fn from(first: (u8, u8)) -> Models {
    Some((first, (u8::MAX, u8::MAX)))
}

const V: Reads = Reads::Value;
const VALUE: Option<Writes> = Some(Writes::Value);
const SAMPLED: Option<Writes> = Some(Writes::Sampled);

/// The operands of `opcode` in `version`; `None` if the model lacks the instruction.
pub(in crate::dxso) fn shape(opcode: Opcode, version: Version) -> Option<Shape> {
    let (vertex, pixel, shape) = row(opcode, version);
    let models = match version.stage {
        Stage::Vertex => vertex,
        Stage::Fragment => pixel,
    };
    let (first, last) = models?;
    (first..=last).contains(&(version.major, version.minor)).then_some(shape)
}

/// Models with it in the vertex stage, in the fragment stage, operands.
fn row(opcode: Opcode, version: Version) -> (Models, Models, Shape) {
    use Opcode as O;
    let op = |to, from| Shape { to, from, optional: 0 };
    let scratch = |from| Shape { to: VALUE, from, optional: 2 };
    match opcode {
        O::Nop => (ALL, ALL, op(None, &[])),
        O::Mov => (ALL, ALL, op(Some(Writes::ValueOrAddress), &[V])),
        O::Add | O::Sub | O::Mul | O::Dp3 => (ALL, ALL, op(VALUE, &[V, V])),
        O::Mad => (ALL, ALL, op(VALUE, &[V, V, V])),
        O::Rcp | O::Rsq | O::Exp | O::Log | O::Frc => (ALL, M2, op(VALUE, &[V])),
        O::Dp4 => (ALL, from((1, 2)), op(VALUE, &[V, V])),
        O::Min | O::Max => (ALL, M2, op(VALUE, &[V, V])),
        O::Slt | O::Sge | O::Dst => (ALL, NONE, op(VALUE, &[V, V])),
        O::Lit | O::ExpP | O::LogP => (ALL, NONE, op(VALUE, &[V])),
        O::Lrp => (M2, ALL, op(VALUE, &[V, V, V])),
        O::M4x4 | O::M3x4 => (ALL, M2, op(VALUE, &[V, Reads::Rows(4)])),
        O::M4x3 | O::M3x3 => (ALL, M2, op(VALUE, &[V, Reads::Rows(3)])),
        O::M3x2 => (ALL, M2, op(VALUE, &[V, Reads::Rows(2)])),
        O::Pow | O::Crs => (M2, M2, op(VALUE, &[V, V])),
        O::Abs | O::Nrm => (M2, M2, op(VALUE, &[V])),
        O::Sgn => (M2, NONE, scratch(&[V, V, V])),
        O::SinCos => (M2, M2, scratch(&[V, V, V])),
        O::Mova => (M2, NONE, op(Some(Writes::Address), &[V])),
        O::Cnd => (NONE, Some(((1, 0), (1, 4))), op(VALUE, &[V, V, V])),
        O::Cmp => (NONE, from((1, 2)), op(VALUE, &[V, V, V])),
        O::Bem => (NONE, P14, op(VALUE, &[V, V])),
        O::Dp2Add => (NONE, M2, op(VALUE, &[V, V, V])),
        O::Dsx | O::Dsy => (NONE, M2X, op(VALUE, &[V])),
        O::SetP => (M2X, M2X, op(Some(Writes::Predicate), &[V, V])),
        O::Dcl => (ALL, M2, op(Some(Writes::Declared), &[])),
        O::Def => (ALL, ALL, op(Some(Writes::Defined), &[])),
        O::DefB | O::DefI => (M2, M2X, op(Some(Writes::Defined), &[])),
        O::Phase => (NONE, P14, op(None, &[])),
        _ => flow_row(opcode).unwrap_or_else(|| texture_row(opcode, version)),
    }
}

fn flow_row(opcode: Opcode) -> Option<(Models, Models, Shape)> {
    use Opcode as O;
    let op = |from| Shape { to: None, from, optional: 0 };
    Some(match opcode {
        O::Call | O::Label => (M2, M2X, op(&[Reads::Label])),
        O::CallNz => (M2, M2X, op(&[Reads::Label, Reads::Condition])),
        O::Loop => (M2, M3, op(&[Reads::Loop, Reads::Integer])),
        O::EndLoop => (M2, M3, op(&[])),
        O::Rep => (M2, M2X, op(&[Reads::Integer])),
        O::If => (M2, M2X, op(&[Reads::Condition])),
        O::Ret | O::EndRep | O::Else | O::EndIf => (M2, M2X, op(&[])),
        O::Ifc | O::BreakC => (M2X, M2X, op(&[V, V])),
        O::Break => (M2X, M2X, op(&[])),
        O::BreakP => (M2X, M2X, op(&[Reads::Predicate])),
        _ => return None,
    })
}

fn texture_row(opcode: Opcode, version: Version) -> (Models, Models, Shape) {
    use Opcode as O;
    let op = |to, from| Shape { to, from, optional: 0 };
    let sampled = |from| op(SAMPLED, from);
    let model = (version.major, version.minor);
    match opcode {
        O::TexCoord if model == (1, 4) => (NONE, P14, op(SAMPLED, &[V])),
        O::TexCoord => (NONE, P11, sampled(&[])),
        O::TexKill => (NONE, ALL, op(Some(Writes::Read), &[])),
        O::Tex if version.major >= 2 => (M3, M2, op(SAMPLED, &[V, Reads::Sampler])),
        O::Tex if model == (1, 4) => (NONE, P14, op(SAMPLED, &[V])),
        O::Tex => (NONE, P11, sampled(&[])),
        O::TexM3x3Spec => (NONE, P11, sampled(&[V, V])),
        O::TexReg2Rgb | O::TexDp3Tex | O::TexDp3 | O::TexM3x3 => (NONE, P12, sampled(&[V])),
        O::TexM3x2Depth => (NONE, Some(((1, 3), (1, 3))), sampled(&[V])),
        O::TexDepth => (NONE, P14, op(Some(Writes::Depth), &[])),
        O::TexLdd => (NONE, M2X, op(SAMPLED, &[V, Reads::Sampler, V, V])),
        O::TexLdl => (M3, M3, op(SAMPLED, &[V, Reads::Sampler])),
        _ => (NONE, P11, sampled(&[V])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(stage: Stage, major: u8, minor: u8, opcode: Opcode) -> bool {
        shape(opcode, Version { stage, major, minor }).is_some()
    }

    #[test]
    fn instructions_exist_from_their_first_model_to_their_last() {
        assert!(has(Stage::Vertex, 1, 1, Opcode::Lit));
        assert!(!has(Stage::Fragment, 3, 0, Opcode::Lit));
        assert!(!has(Stage::Vertex, 1, 1, Opcode::Lrp));
        assert!(has(Stage::Fragment, 1, 1, Opcode::Lrp));
        assert!(!has(Stage::Fragment, 2, 0, Opcode::If));
        assert!(has(Stage::Fragment, 2, 1, Opcode::If));
        assert!(has(Stage::Vertex, 2, 0xFF, Opcode::SetP));
        assert!(!has(Stage::Fragment, 1, 4, Opcode::TexBem));
        assert!(has(Stage::Fragment, 1, 3, Opcode::TexBem));
        assert!(!has(Stage::Fragment, 1, 3, Opcode::Phase));
    }

    #[test]
    fn texture_loads_gained_operands_over_time() {
        let sources = |major, minor| {
            let version = Version { stage: Stage::Fragment, major, minor };
            shape(Opcode::Tex, version).map(|shape| shape.from.len())
        };
        assert_eq!([sources(1, 1), sources(1, 4), sources(2, 0)], [Some(0), Some(1), Some(2)]);
    }
}
