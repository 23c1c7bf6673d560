//! The table of arithmetic instructions.

/// How many operands an encoding holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Up to two, with eleven opcode bits.
    Two,
    /// Three, with five opcode bits.
    Three,
}

/// Which of the five units execute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The unit of its lane, or the scalar unit.
    Any,
    /// The unit of its lane.
    Vector,
    /// The scalar unit.
    Scalar,
    /// All four lanes together.
    Reduction,
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident = $form:ident $number:literal, $text:literal, $operands:literal, $unit:ident;)*) => {
        /// What an instruction computes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $($(#[$doc])* $name,)*
        }

        impl Op {
            /// Every instruction.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in assembly.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Its encoding and its number there.
            pub const fn code(self) -> (Form, u32) {
                match self { $(Self::$name => (Form::$form, $number),)* }
            }

            /// How many operands it has.
            pub const fn operands(self) -> usize {
                match self { $(Self::$name => $operands,)* }
            }

            /// What executes it.
            pub const fn unit(self) -> Unit {
                match self { $(Self::$name => Unit::$unit,)* }
            }
        }
    };
}

ops! {
    /// The sum.
    Add = Two 0x00, "ADD", 2, Any;
    /// The product, zero if either is zero.
    Mul = Two 0x01, "MUL", 2, Any;
    /// The product as IEEE 754 has it.
    MulIeee = Two 0x02, "MUL_IEEE", 2, Any;
    /// The greater.
    Max = Two 0x03, "MAX", 2, Any;
    /// The lesser.
    Min = Two 0x04, "MIN", 2, Any;
    /// 1.0 if equal, else 0.0.
    SetE = Two 0x08, "SETE", 2, Any;
    /// 1.0 if greater, else 0.0.
    SetGt = Two 0x09, "SETGT", 2, Any;
    /// 1.0 if greater or equal, else 0.0.
    SetGe = Two 0x0A, "SETGE", 2, Any;
    /// 1.0 if not equal, else 0.0.
    SetNe = Two 0x0B, "SETNE", 2, Any;
    /// The fraction.
    Fract = Two 0x10, "FRACT", 1, Any;
    /// Rounded towards zero.
    Trunc = Two 0x11, "TRUNC", 1, Any;
    /// Rounded towards minus infinity.
    Floor = Two 0x14, "FLOOR", 1, Any;
    /// The address register, rounded towards minus infinity.
    MovaFloor = Two 0x16, "MOVA_FLOOR", 1, Vector;
    /// A copy.
    Mov = Two 0x19, "MOV", 1, Any;
    /// Nothing.
    Nop = Two 0x1A, "NOP", 0, Any;
    /// A predicate: equal.
    PredSetE = Two 0x20, "PRED_SETE", 2, Any;
    /// A predicate: greater.
    PredSetGt = Two 0x21, "PRED_SETGT", 2, Any;
    /// A predicate: greater or equal.
    PredSetGe = Two 0x22, "PRED_SETGE", 2, Any;
    /// A predicate: not equal.
    PredSetNe = Two 0x23, "PRED_SETNE", 2, Any;
    /// The dot product of four lanes, with zero products as MUL has them.
    Dot4 = Two 0x50, "DOT4", 2, Reduction;
    /// Two to the power.
    Exp = Two 0x61, "EXP_IEEE", 1, Scalar;
    /// The binary logarithm.
    Log = Two 0x63, "LOG_IEEE", 1, Scalar;
    /// The reciprocal.
    Recip = Two 0x66, "RECIP_IEEE", 1, Scalar;
    /// The reciprocal square root.
    RecipSqrt = Two 0x69, "RECIPSQRT_IEEE", 1, Scalar;
    /// The product and a sum, with zero products as MUL has them.
    MulAdd = Three 0x10, "MULADD", 3, Any;
    /// The second if the first is zero, else the third.
    CndE = Three 0x18, "CNDE", 3, Any;
    /// The second if the first is greater than zero, else the third.
    CndGt = Three 0x19, "CNDGT", 3, Any;
    /// The second if the first is not less than zero, else the third.
    CndGe = Three 0x1A, "CNDGE", 3, Any;
}
