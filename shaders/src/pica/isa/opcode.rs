//! The one table of opcodes.

/// How an instruction's word is divided into fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// No fields.
    Zero,
    /// Two sources, of which the first is wide.
    One,
    /// Two sources, of which the second is wide.
    OneInverted,
    /// One wide source.
    OneUnary,
    /// Two sources and two comparisons; the first source is wide.
    Compare,
    /// A condition on the flags of CMP, a target, a count.
    Conditional,
    /// A boolean uniform, a target, a count.
    Boolean,
    /// An integer uniform, a target, a count.
    Loop,
    /// The fields of SETEMIT.
    SetEmit,
    /// Three sources, of which the second is wide.
    MultiplyAdd,
    /// Three sources, of which the third is wide.
    MultiplyAddInverted,
}

macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $mnemonic:literal, $form:ident;)*) => {
        /// What an instruction does. The value is the opcode field, the lowest of several where fields overlap it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Opcode {
            $($(#[$doc])* $name = $number,)*
        }

        impl Opcode {
            /// Every opcode, by number.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in assembly.
            pub const fn mnemonic(self) -> &'static str {
                match self {
                    $(Self::$name => $mnemonic,)*
                }
            }

            /// How its word is divided.
            pub const fn form(self) -> Form {
                match self {
                    $(Self::$name => Form::$form,)*
                }
            }

            const fn exactly(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

opcodes! {
    /// The sum of two sources.
    Add = 0x00, "add", One;
    /// The dot product of lanes xyz.
    Dp3 = 0x01, "dp3", One;
    /// The dot product of all lanes.
    Dp4 = 0x02, "dp4", One;
    /// The dot product with 1 for the first source's w.
    Dph = 0x03, "dph", One;
    /// The distance vector.
    Dst = 0x04, "dst", One;
    /// Two to the power of lane x.
    Ex2 = 0x05, "ex2", OneUnary;
    /// The binary logarithm of lane x.
    Lg2 = 0x06, "lg2", OneUnary;
    /// The clamps before a lighting power, and flags.
    Litp = 0x07, "litp", OneUnary;
    /// The product of two sources.
    Mul = 0x08, "mul", One;
    /// 1 where the first is greater or equal, else 0.
    Sge = 0x09, "sge", One;
    /// 1 where the first is less, else 0.
    Slt = 0x0A, "slt", One;
    /// Rounds towards minus infinity.
    Flr = 0x0B, "flr", OneUnary;
    /// The greater; the second if unordered.
    Max = 0x0C, "max", One;
    /// The lesser; the second if unordered.
    Min = 0x0D, "min", One;
    /// The reciprocal of lane x.
    Rcp = 0x0E, "rcp", OneUnary;
    /// The reciprocal square root of lane x.
    Rsq = 0x0F, "rsq", OneUnary;
    /// Writes the address registers.
    Mova = 0x12, "mova", OneUnary;
    /// Copies.
    Mov = 0x13, "mov", OneUnary;
    /// DPH whose second source is wide.
    Dphi = 0x18, "dphi", OneInverted;
    /// DST whose second source is wide.
    Dsti = 0x19, "dsti", OneInverted;
    /// SGE whose second source is wide.
    Sgei = 0x1A, "sgei", OneInverted;
    /// SLT whose second source is wide.
    Slti = 0x1B, "slti", OneInverted;
    /// Leaves the innermost loop.
    Break = 0x20, "break", Zero;
    /// Does nothing.
    Nop = 0x21, "nop", Zero;
    /// Ends the program.
    End = 0x22, "end", Zero;
    /// Leaves the innermost loop if a condition holds.
    Breakc = 0x23, "breakc", Conditional;
    /// Executes `count` words at `target` and returns.
    Call = 0x24, "call", Conditional;
    /// CALL if a condition holds.
    Callc = 0x25, "callc", Conditional;
    /// CALL if a boolean uniform is set.
    Callu = 0x26, "callu", Boolean;
    /// Goes on if a boolean uniform is set, else goes to `target`.
    Ifu = 0x27, "ifu", Boolean;
    /// Goes on if a condition holds, else goes to `target`.
    Ifc = 0x28, "ifc", Conditional;
    /// Repeats the words up to and including `target`.
    Loop = 0x29, "loop", Loop;
    /// Hands a vertex to the primitive assembler.
    Emit = 0x2A, "emit", Zero;
    /// Chooses the vertex of the next EMIT.
    Setemit = 0x2B, "setemit", SetEmit;
    /// Jumps if a condition holds.
    Jmpc = 0x2C, "jmpc", Conditional;
    /// Jumps if a boolean uniform is set, or clear.
    Jmpu = 0x2D, "jmpu", Boolean;
    /// Sets the two flags.
    Cmp = 0x2E, "cmp", Compare;
    /// Multiplies and adds; the third source is wide.
    Madi = 0x30, "madi", MultiplyAddInverted;
    /// Multiplies and adds; the second source is wide.
    Mad = 0x38, "mad", MultiplyAdd;
}

impl Opcode {
    /// The opcode of the upper six bits of a word, which the fields of CMP and MAD overlap.
    pub const fn from_field(field: u8) -> Option<Self> {
        match field {
            0x2E | 0x2F => Some(Self::Cmp),
            0x30..=0x37 => Some(Self::Madi),
            0x38..=0x3F => Some(Self::Mad),
            other => Self::exactly(other),
        }
    }
}
