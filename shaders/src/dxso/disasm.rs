//! [`Program`] to assembly text, in the syntax of Direct3D's own assembler.

use std::fmt::{self, Write as _};

use super::opcode::Opcode;
use super::program::{
    Destination, Instruction, Modifier, Payload, Program, Register, RegisterFile, Relative, Source, Version,
    WriteMask,
};
use crate::interface::{SamplerKind, Stage};
use crate::varyings::{Semantic, Usage};

/// Prints a shader as assembly, an instruction a line, blocks indented.
///
/// Lanes are always `xyzw`, swizzles have one lane or four, and dynamic indices are written `c[a0.x + 6]`.
/// Nothing is lost but comments: [`assemble`](super::assemble()) makes the same program of the text.
#[must_use]
pub fn disassemble(program: &Program) -> String {
    let mut text = format!("{}\n", program.version);
    let mut depth = 1usize;
    for instruction in &program.instructions {
        let (closes, opens) = nesting(instruction.opcode);
        depth = depth.saturating_sub(usize::from(closes)).max(1);
        let line = Line { version: program.version, instruction };
        // Formatting into a string cannot fail.
        let _ = writeln!(text, "{:width$}{line}", "", width = depth * 4);
        depth += usize::from(opens);
    }
    text
}

/// Whether an instruction ends a block, and whether it begins one.
const fn nesting(opcode: Opcode) -> (bool, bool) {
    match opcode {
        Opcode::If | Opcode::Ifc | Opcode::Loop | Opcode::Rep => (false, true),
        Opcode::Else => (true, true),
        Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => (true, false),
        _ => (false, false),
    }
}

impl fmt::Display for Version {
    /// As the first line of assembly: `vs_3_0`, `ps_2_x`, `vs_2_sw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Vertex => "vs",
            Stage::Fragment => "ps",
        };
        match (self.major, self.minor) {
            (major, 0xFF) => write!(f, "{stage}_{major}_sw"),
            (2, 1) => write!(f, "{stage}_2_x"),
            (major, minor) => write!(f, "{stage}_{major}_{minor}"),
        }
    }
}

impl RegisterFile {
    /// What stands before the number in assembly; the whole name where files have only one register.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Temp => "r",
            Self::Input => "v",
            Self::Const => "c",
            Self::Address => "a",
            Self::Texture => "t",
            Self::RasterOut => "oRast",
            Self::AttributeOut => "oD",
            Self::TexcoordOut => "oT",
            Self::Output => "o",
            Self::ConstInt => "i",
            Self::ColorOut => "oC",
            Self::DepthOut => "oDepth",
            Self::Sampler => "s",
            Self::ConstBool => "b",
            Self::Loop => "aL",
            Self::Misc => "vMisc",
            Self::Label => "l",
            Self::Predicate => "p",
        }
    }
}

impl fmt::Display for Register {
    /// In assembly syntax: `r0`, `oPos`, `vFace`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.number) {
            (RegisterFile::RasterOut, 0) => f.write_str("oPos"),
            (RegisterFile::RasterOut, 1) => f.write_str("oFog"),
            (RegisterFile::RasterOut, 2) => f.write_str("oPts"),
            (RegisterFile::Misc, 0) => f.write_str("vPos"),
            (RegisterFile::Misc, 1) => f.write_str("vFace"),
            (file @ (RegisterFile::DepthOut | RegisterFile::Loop), 0) => f.write_str(file.prefix()),
            (file, number) => write!(f, "{}{number}", file.prefix()),
        }
    }
}

/// A register with its dynamic index.
fn register(f: &mut fmt::Formatter<'_>, register: Register, relative: Option<Relative>) -> fmt::Result {
    let Some(index) = relative else { return write!(f, "{register}") };
    write!(f, "{}[{}", register.file.prefix(), index.register)?;
    if index.register.file == RegisterFile::Address {
        write!(f, ".{}", LANES[usize::from(index.lane & 3)])?;
    }
    if register.number > 0 { write!(f, " + {}]", register.number) } else { f.write_str("]") }
}

const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

struct Line<'a> {
    version: Version,
    instruction: &'a Instruction,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instruction = self.instruction;
        if instruction.coissue {
            f.write_str("+")?;
        }
        if let Some(predicate) = &instruction.predicate {
            f.write_str("(")?;
            source(f, predicate)?;
            f.write_str(") ")?;
        }
        self.mnemonic(f)?;
        let mut separator = " ";
        if let Some(to) = &instruction.destination {
            suffixes(f, to)?;
            f.write_str(separator)?;
            register(f, to.register, to.relative)?;
            mask(f, to.mask)?;
            separator = ", ";
        }
        if let Payload::Definition(bits) = instruction.payload {
            definition(f, instruction.opcode, bits)?;
        }
        for operand in &instruction.sources {
            f.write_str(separator)?;
            source(f, operand)?;
            separator = ", ";
        }
        Ok(())
    }
}

impl Line<'_> {
    fn mnemonic(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opcode = self.instruction.opcode;
        let model = (self.version.major, self.version.minor);
        f.write_str(match opcode {
            Opcode::Tex if model >= (1, 4) => "texld",
            Opcode::TexCoord if model == (1, 4) => "texcrd",
            _ => opcode.mnemonic(),
        })?;
        let control = self.instruction.control;
        match opcode {
            Opcode::Ifc | Opcode::BreakC | Opcode::SetP => {
                let names = ["", "_gt", "_eq", "_ge", "_lt", "_ne", "_le"];
                f.write_str(names.get(usize::from(control)).unwrap_or(&""))
            }
            Opcode::Tex if control == 1 => f.write_str("p"),
            Opcode::Tex if control == 2 => f.write_str("b"),
            Opcode::Dcl => self.declaration(f),
            _ => Ok(()),
        }
    }

    fn declaration(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.instruction.payload {
            Payload::Sampler(Some(SamplerKind::D2)) => f.write_str("_2d"),
            Payload::Sampler(Some(SamplerKind::Cube)) => f.write_str("_cube"),
            Payload::Sampler(Some(SamplerKind::Volume)) => f.write_str("_volume"),
            // Before model 3, pixel shaders name no usage: the register implies it.
            Payload::Semantic(semantic) if self.version.stage == Stage::Vertex || self.version.major == 3 => {
                write!(f, "_{semantic}")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Semantic {
    /// In assembly syntax: `position`, `texcoord1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.usage {
            Usage::Position => "position",
            Usage::BlendWeight => "blendweight",
            Usage::BlendIndices => "blendindices",
            Usage::Normal => "normal",
            Usage::PointSize => "psize",
            Usage::Texcoord => "texcoord",
            Usage::Tangent => "tangent",
            Usage::Binormal => "binormal",
            Usage::TessFactor => "tessfactor",
            Usage::PositionT => "positiont",
            Usage::Color => "color",
            Usage::Fog => "fog",
            Usage::Depth => "depth",
            Usage::Sample => "sample",
        })?;
        if self.index > 0 { write!(f, "{}", self.index) } else { Ok(()) }
    }
}

fn suffixes(f: &mut fmt::Formatter<'_>, to: &Destination) -> fmt::Result {
    match to.shift {
        0 => {}
        shift @ 1.. => write!(f, "_x{}", 1u32 << shift)?,
        shift => write!(f, "_d{}", 1u32 << -shift)?,
    }
    let flags = [(to.saturate, "_sat"), (to.partial_precision, "_pp"), (to.centroid, "_centroid")];
    flags.iter().filter(|(set, _)| *set).try_for_each(|(_, suffix)| f.write_str(suffix))
}

fn mask(f: &mut fmt::Formatter<'_>, mask: WriteMask) -> fmt::Result {
    if mask.0 & 0xF == 0xF {
        return Ok(());
    }
    f.write_str(".")?;
    let written = (0..4).filter(|lane| mask.0 >> lane & 1 == 1);
    written.map(|lane| LANES[lane]).try_for_each(|lane| f.write_char(lane))
}

fn definition(f: &mut fmt::Formatter<'_>, opcode: Opcode, bits: [u32; 4]) -> fmt::Result {
    match opcode {
        Opcode::DefB => write!(f, ", {}", bits[0] != 0),
        Opcode::DefI => bits.iter().try_for_each(|&lane| write!(f, ", {}", lane.cast_signed())),
        _ => bits.iter().try_for_each(|&lane| {
            f.write_str(", ")?;
            float(f, f32::from_bits(lane))
        }),
    }
}

/// A float in the shortest form that reads back to the same value; infinities and the usual NaN as the runtime
/// library of old spells them, other NaNs as bits.
fn float(f: &mut fmt::Formatter<'_>, value: f32) -> fmt::Result {
    if value.is_nan() {
        return match value.to_bits() {
            0x7FC0_0000 => f.write_str("1.#QNAN"),
            bits => write!(f, "{bits:#010x}"),
        };
    }
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "1.#INF" } else { "-1.#INF" });
    }
    let text = format!("{value:?}");
    f.write_str(text.strip_suffix(".0").unwrap_or(&text))
}

fn source(f: &mut fmt::Formatter<'_>, operand: &Source) -> fmt::Result {
    let (before, after) = match operand.modifier {
        Modifier::None => ("", ""),
        Modifier::Negate => ("-", ""),
        Modifier::Bias => ("", "_bias"),
        Modifier::BiasNegate => ("-", "_bias"),
        Modifier::Sign => ("", "_bx2"),
        Modifier::SignNegate => ("-", "_bx2"),
        Modifier::Complement => ("1-", ""),
        Modifier::X2 => ("", "_x2"),
        Modifier::X2Negate => ("-", "_x2"),
        Modifier::DivideZ => ("", "_dz"),
        Modifier::DivideW => ("", "_dw"),
        Modifier::Abs => ("", "_abs"),
        Modifier::AbsNegate => ("-", "_abs"),
        Modifier::Not => ("!", ""),
    };
    f.write_str(before)?;
    register(f, operand.register, operand.relative)?;
    f.write_str(after)?;
    swizzle(f, operand)
}

fn swizzle(f: &mut fmt::Formatter<'_>, operand: &Source) -> fmt::Result {
    let lanes = operand.swizzle.0;
    if lanes == [0, 1, 2, 3] {
        return Ok(());
    }
    let shown = if lanes.iter().all(|&lane| lane == lanes[0]) { &lanes[..1] } else { &lanes[..] };
    f.write_str(".")?;
    shown.iter().try_for_each(|&lane| f.write_char(LANES[usize::from(lane & 3)]))
}

#[cfg(test)]
mod tests {
    use super::disassemble;
    use crate::dxso::parse;

    /// The lines after the version, without indentation.
    fn lines(tokens: &[u32]) -> Vec<String> {
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
        let text = disassemble(&parse(&bytes).expect("well-formed"));
        text.lines().skip(1).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn versions_have_the_names_of_their_profiles() {
        let name = |version: u32| {
            let bytes: Vec<u8> = [version, 0xFFFF].iter().flat_map(|token| token.to_le_bytes()).collect();
            disassemble(&parse(&bytes).expect("well-formed"))
        };
        assert_eq!(name(0xFFFF_0104), "ps_1_4\n");
        assert_eq!(name(0xFFFE_0201), "vs_2_x\n");
        assert_eq!(name(0xFFFE_03FF), "vs_3_sw\n");
    }

    #[test]
    fn definitions_keep_what_is_not_a_number() {
        let def = [0x0500_0051, 0xA00F_0001, 0x7FC0_0000, 0xFF80_0000, 0x8000_0000, 0x7F7F_FFFF];
        let defb = [0x0200_002F, 0xE00F_0803, 1];
        let tokens = [&[0xFFFE_0300], &def[..], &defb, &[0xFFFF]].concat();
        assert_eq!(lines(&tokens), ["def c1, 1.#QNAN, -1.#INF, -0, 3.4028235e38", "defb b3, true"]);
    }

    #[test]
    fn suffixes_and_modifiers_stand_where_the_assembler_wants_them() {
        let centroid = [0x0200_001F, 0x8001_0005, 0x9043_0001];
        let mad = [0x0400_0004, 0x8038_0001, 0x8CC9_0002, 0xA000_0003, 0x8BE4_0004];
        let tokens = [&[0xFFFF_0300], &centroid[..], &mad, &[0xFFFF]].concat();
        assert_eq!(
            lines(&tokens),
            ["dcl_texcoord1_centroid v1.xy", "mad_sat_pp r1.w, -r2_abs.yzxw, c3.x, r4_abs"]
        );
        // mul_x4 r0, 1-r1, -r0_bx2 in ps_1_1.
        let mul = [0xFFFF_0101, 5, 0x820F_0000, 0x86E4_0001, 0x85E4_0000, 0xFFFF];
        assert_eq!(lines(&mul), ["mul_x4 r0, 1-r1, -r0_bx2"]);
    }

    #[test]
    fn flow_names_labels_and_conditions() {
        let callnz = [0x0200_001A, 0xA0E4_1001, 0xEDE4_0802];
        let ret = [0x0000_001C];
        let label = [0x0100_001E, 0xA0E4_1001];
        let tokens = [&[0xFFFE_0200], &callnz[..], &ret, &label, &ret, &[0xFFFF]].concat();
        assert_eq!(lines(&tokens), ["callnz l1, !b2", "ret", "label l1", "ret"]);
    }
}
