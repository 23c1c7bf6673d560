//! The opcodes of Direct3D shader models 1 to 3, by their numbers in the token stream.

mod rule;

pub(super) use rule::{Reads, Shape, Writes, shape};

/// Declares [`Opcode`] from rows of name, number and mnemonic.
macro_rules! opcodes {
    ($($name:ident = $number:literal, $mnemonic:literal;)*) => {
        /// An instruction's operation; the discriminant is its number in the token stream.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, num_enum::TryFromPrimitive, num_enum::IntoPrimitive,
        )]
        #[repr(u16)]
        #[allow(missing_docs, reason = "the names are the assembly mnemonics and say all there is to say")]
        pub enum Opcode {
            $($name = $number,)*
        }

        impl Opcode {
            /// All opcodes, by rising number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The mnemonic, without the suffixes that the control field adds.
            #[must_use]
            pub const fn mnemonic(self) -> &'static str {
                match self {
                    $(Self::$name => $mnemonic,)*
                }
            }
        }
    };
}

opcodes! {
    Nop = 0, "nop";
    Mov = 1, "mov";
    Add = 2, "add";
    Sub = 3, "sub";
    Mad = 4, "mad";
    Mul = 5, "mul";
    Rcp = 6, "rcp";
    Rsq = 7, "rsq";
    Dp3 = 8, "dp3";
    Dp4 = 9, "dp4";
    Min = 10, "min";
    Max = 11, "max";
    Slt = 12, "slt";
    Sge = 13, "sge";
    Exp = 14, "exp";
    Log = 15, "log";
    Lit = 16, "lit";
    Dst = 17, "dst";
    Lrp = 18, "lrp";
    Frc = 19, "frc";
    M4x4 = 20, "m4x4";
    M4x3 = 21, "m4x3";
    M3x4 = 22, "m3x4";
    M3x3 = 23, "m3x3";
    M3x2 = 24, "m3x2";
    Call = 25, "call";
    CallNz = 26, "callnz";
    Loop = 27, "loop";
    Ret = 28, "ret";
    EndLoop = 29, "endloop";
    Label = 30, "label";
    Dcl = 31, "dcl";
    Pow = 32, "pow";
    Crs = 33, "crs";
    Sgn = 34, "sgn";
    Abs = 35, "abs";
    Nrm = 36, "nrm";
    SinCos = 37, "sincos";
    Rep = 38, "rep";
    EndRep = 39, "endrep";
    If = 40, "if";
    Ifc = 41, "if";
    Else = 42, "else";
    EndIf = 43, "endif";
    Break = 44, "break";
    BreakC = 45, "break";
    Mova = 46, "mova";
    DefB = 47, "defb";
    DefI = 48, "defi";
    TexCoord = 64, "texcoord";
    TexKill = 65, "texkill";
    Tex = 66, "tex";
    TexBem = 67, "texbem";
    TexBemL = 68, "texbeml";
    TexReg2Ar = 69, "texreg2ar";
    TexReg2Gb = 70, "texreg2gb";
    TexM3x2Pad = 71, "texm3x2pad";
    TexM3x2Tex = 72, "texm3x2tex";
    TexM3x3Pad = 73, "texm3x3pad";
    TexM3x3Tex = 74, "texm3x3tex";
    TexM3x3Spec = 76, "texm3x3spec";
    TexM3x3VSpec = 77, "texm3x3vspec";
    ExpP = 78, "expp";
    LogP = 79, "logp";
    Cnd = 80, "cnd";
    Def = 81, "def";
    TexReg2Rgb = 82, "texreg2rgb";
    TexDp3Tex = 83, "texdp3tex";
    TexM3x2Depth = 84, "texm3x2depth";
    TexDp3 = 85, "texdp3";
    TexM3x3 = 86, "texm3x3";
    TexDepth = 87, "texdepth";
    Cmp = 88, "cmp";
    Bem = 89, "bem";
    Dp2Add = 90, "dp2add";
    Dsx = 91, "dsx";
    Dsy = 92, "dsy";
    TexLdd = 93, "texldd";
    SetP = 94, "setp";
    TexLdl = 95, "texldl";
    BreakP = 96, "breakp";
    Phase = 0xFFFD, "phase";
}

#[cfg(test)]
mod tests {
    use super::Opcode;

    #[test]
    fn numbers_are_those_of_the_token_stream() {
        assert_eq!(Opcode::try_from(66), Ok(Opcode::Tex));
        assert_eq!(Opcode::try_from(96), Ok(Opcode::BreakP));
        assert_eq!(u16::from(Opcode::Phase), 0xFFFD);
        assert!(Opcode::try_from(75).is_err(), "texm3x3diff was never used");
        assert!(Opcode::try_from(49).is_err());
    }
}
