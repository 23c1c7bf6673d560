//! A decoded Direct3D shader: plain instructions with typed operands.

use smallvec::SmallVec;

use super::opcode::Opcode;
use crate::interface::{SamplerKind, Stage};
use crate::varyings::Semantic;

/// A shader model: stage, major and minor version. Minor 0xFF is a software profile (`vs_2_sw`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// Vertex or fragment ("pixel").
    pub stage: Stage,
    /// 1–3.
    pub major: u8,
    /// Minor version; 1 with major 2 is `2_x`.
    pub minor: u8,
}

/// Register files; the numbers are those of the token format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegisterFile {
    /// `r#`, temporaries.
    Temp,
    /// `v#`, inputs.
    Input,
    /// `c#`, float constants; numbers of the three further banks are already added (0–8191).
    Const,
    /// `a0`, the vertex stage's address register.
    Address,
    /// `t#`, the fragment stage's texture coordinates (models 1 and 2).
    Texture,
    /// `oPos` (0), `oFog` (1), `oPts` (2) of vertex models 1 and 2.
    RasterOut,
    /// `oD#`, colour outputs of vertex models 1 and 2.
    AttributeOut,
    /// `oT#` of vertex models 1 and 2.
    TexcoordOut,
    /// `o#` of vertex model 3.
    Output,
    /// `i#`, integer constants.
    ConstInt,
    /// `oC#`.
    ColorOut,
    /// `oDepth`.
    DepthOut,
    /// `s#`.
    Sampler,
    /// `b#`, boolean constants.
    ConstBool,
    /// `aL`.
    Loop,
    /// `vPos` (0) and `vFace` (1).
    Misc,
    /// `l#`.
    Label,
    /// `p0`.
    Predicate,
}

/// A register with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register {
    /// The file.
    pub file: RegisterFile,
    /// The number in the file.
    pub number: u16,
}

/// A dynamic index that is added to a register number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relative {
    /// `a0` or `aL`.
    pub register: Register,
    /// The lane, 0–3 (always 0 for `aL` and for vertex model 1).
    pub lane: u8,
}

/// A write mask: bit 0 = x … bit 3 = w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WriteMask(pub u8);

/// A source swizzle: the lane (0–3) read for each of x, y, z, w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle(pub [u8; 4]);

impl Swizzle {
    /// `.xyzw`.
    pub const IDENTITY: Self = Self([0, 1, 2, 3]);
}

/// Source modifiers, by their numbers in the token.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, num_enum::TryFromPrimitive, num_enum::IntoPrimitive,
)]
#[repr(u8)]
pub enum Modifier {
    /// x
    #[default]
    None = 0,
    /// −x
    Negate = 1,
    /// x − 0.5
    Bias = 2,
    /// 0.5 − x
    BiasNegate = 3,
    /// 2x − 1
    Sign = 4,
    /// 1 − 2x
    SignNegate = 5,
    /// 1 − x
    Complement = 6,
    /// 2x
    X2 = 7,
    /// −2x
    X2Negate = 8,
    /// Divided by z.
    DivideZ = 9,
    /// Divided by w.
    DivideW = 10,
    /// |x|
    Abs = 11,
    /// −|x|
    AbsNegate = 12,
    /// Logical not (predicates and booleans).
    Not = 13,
}

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The register.
    pub register: Register,
    /// Its dynamic index, if any.
    pub relative: Option<Relative>,
    /// The swizzle.
    pub swizzle: Swizzle,
    /// The modifier.
    pub modifier: Modifier,
}

/// A destination operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Destination {
    /// The register.
    pub register: Register,
    /// Its dynamic index, if any (vertex model 3 outputs).
    pub relative: Option<Relative>,
    /// The lanes written.
    pub mask: WriteMask,
    /// `_sat`.
    pub saturate: bool,
    /// `_pp`.
    pub partial_precision: bool,
    /// `_centroid`.
    pub centroid: bool,
    /// Result shift of pixel model 1: the result is multiplied by 2^shift (−3..=3) before saturation.
    pub shift: i8,
}

/// What some instructions carry beside operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// `dcl` of an input or output.
    Semantic(Semantic),
    /// `dcl_2d`, `dcl_cube`, `dcl_volume`; `None` where the token leaves the kind open.
    Sampler(Option<SamplerKind>),
    /// `def` (bits of four floats), `defi` (four integers) or `defb` (the first, 0 or 1).
    Definition([u32; 4]),
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its position, in tokens from the start of the shader.
    pub offset: u32,
    /// What it does.
    pub opcode: Opcode,
    /// The control field: comparison of `ifc`, `breakc`, `setp` (1 gt, 2 eq, 3 ge, 4 lt, 5 ne, 6 le), kind of
    /// `texld` (1 project, 2 bias).
    pub control: u8,
    /// Executes in parallel with the instruction before it (pixel model 1).
    pub coissue: bool,
    /// The predicate, with its swizzle and `Not`.
    pub predicate: Option<Source>,
    /// Where the result goes.
    pub destination: Option<Destination>,
    /// The operands, in token order.
    pub sources: SmallVec<[Source; 4]>,
    /// What else it carries.
    pub payload: Payload,
}

/// A decoded shader, in token order; every operand is within the limits of its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The shader model.
    pub version: Version,
    /// The instructions; the end token is not among them.
    pub instructions: Vec<Instruction>,
    /// Names from the constant table comment, if there is one that can be read.
    pub constant_table: Vec<super::ctab::NamedConstant>,
}
