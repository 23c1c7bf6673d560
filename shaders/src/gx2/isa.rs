//! Latte instructions as data: no bit positions, no addresses.

mod op;

pub use op::{Form, Op, Unit};

/// What an operand reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A general register, R0–R127.
    Gpr(u8),
    /// A vector of the constant file, C0–C255.
    Constant(u8),
    /// 0.0.
    Zero,
    /// 1.0.
    One,
    /// 0.5.
    Half,
    /// Any bits, kept behind the group.
    Literal(u32),
    /// The result of a vector lane in the group before.
    PreviousVector,
    /// The result of the scalar unit in the group before.
    PreviousScalar,
}

/// An operand: one lane, changed in sign or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// What is read.
    pub source: Source,
    /// The lane, 0 to 3. Sources without lanes have 0.
    pub lane: u8,
    /// Whether the sign is changed, after the magnitude is taken.
    pub negate: bool,
    /// Whether the magnitude is taken. Instructions of three operands cannot.
    pub absolute: bool,
    /// Whether the instruction's index is added to the register's number.
    pub relative: bool,
}

impl Operand {
    /// The operand that unused fields hold.
    pub const NONE: Self = Self::gpr(0, 0);

    /// A lane of a source, as it is.
    pub const fn new(source: Source, lane: u8) -> Self {
        Self { source, lane, negate: false, absolute: false, relative: false }
    }

    /// A lane of a general register.
    pub const fn gpr(register: u8, lane: u8) -> Self {
        Self::new(Source::Gpr(register), lane)
    }

    /// The operand with its sign changed if `negate`.
    #[must_use]
    pub const fn negated(self, negate: bool) -> Self {
        Self { negate: self.negate != negate, ..self }
    }
}

/// What relative operands add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Index {
    /// A lane of the address register.
    #[default]
    X,
    /// Its second lane.
    Y,
    /// Its third lane.
    Z,
    /// Its fourth lane.
    W,
    /// The loop counter.
    Loop,
}

/// One instruction of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alu {
    /// What it computes.
    pub op: Op,
    /// The register that is written.
    pub destination: u8,
    /// The lane that is written, 0 to 3.
    pub lane: u8,
    /// Whether it is written at all. Instructions of three operands always write.
    pub write: bool,
    /// Whether the result is held between 0 and 1.
    pub clamp: bool,
    /// The operands; those that the instruction does not have are [`Operand::NONE`].
    pub operands: [Operand; 3],
    /// In which cycles operands are read, 0 to 5.
    pub bank_swizzle: u8,
    /// What the result is multiplied with: 0 nothing, 1 two, 2 four, 3 a half.
    pub modifier: u8,
    /// What relative operands add.
    pub index: Index,
    /// Whether a predicate decides which vertices go on.
    pub updates_mask: bool,
    /// Whether a predicate is kept for later instructions.
    pub updates_predicate: bool,
}

impl Alu {
    /// An instruction that writes one lane of a register.
    pub fn new(op: Op, (destination, lane): (u8, u8), operands: &[Operand]) -> Self {
        let mut all = [Operand::NONE; 3];
        all.iter_mut().zip(operands).for_each(|(slot, &operand)| *slot = operand);
        Self {
            op,
            destination,
            lane,
            write: true,
            clamp: false,
            operands: all,
            bank_swizzle: 0,
            modifier: 0,
            index: Index::X,
            updates_mask: false,
            updates_predicate: false,
        }
    }

    /// The operands that the instruction has.
    pub fn used(&self) -> &[Operand] {
        &self.operands[..self.op.operands()]
    }
}

/// Up to five instructions that execute at once: lanes x to w, then the scalar unit. All read before any writes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Group(pub Vec<Alu>);

/// How an ALU clause treats the stack of active vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// Not at all.
    Plain,
    /// The active vertices are pushed before the clause.
    PushBefore,
    /// The stack is popped after the clause.
    PopAfter,
}

/// A texture read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// Whether level zero is read whatever the derivatives are.
    pub level_zero: bool,
    /// The texture.
    pub texture: u8,
    /// The sampler.
    pub sampler: u8,
    /// The register of the coordinates.
    pub source: u8,
    /// The lanes of the coordinates.
    pub source_lanes: [Select; 4],
    /// The register that is written.
    pub destination: u8,
    /// What each lane of it gets.
    pub destination_lanes: [Select; 4],
}

/// What a lane of an export or a fetch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Select {
    /// A lane of the register.
    X,
    /// A lane of the register.
    Y,
    /// A lane of the register.
    Z,
    /// A lane of the register.
    W,
    /// 0.0.
    Zero,
    /// 1.0.
    One,
    /// Nothing.
    Masked,
}

impl Select {
    /// Lanes as they are.
    pub const XYZW: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];
    /// Two lanes, then (0, 1).
    pub const XY01: [Self; 4] = [Self::X, Self::Y, Self::Zero, Self::One];
}

/// Where an export goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A colour target, 0 to 7.
    Pixel(u8),
    /// A position vector: 0 is the position itself.
    Position(u8),
    /// A varying, 0 to 31.
    Parameter(u8),
}

/// One step of control flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Does nothing.
    Nop,
    /// Runs the fetch shader.
    CallFetch,
    /// Runs a clause of arithmetic.
    Alu(ClauseKind, Vec<Group>),
    /// Runs a clause of texture reads.
    Texture(Vec<Fetch>),
    /// Goes to a step if no vertex is active, and pops.
    Jump {
        /// The index of the step.
        target: u32,
        /// How many entries are popped when the jump is taken.
        pop: u8,
    },
    /// Exchanges active vertices with those that were pushed and are not; goes to a step if none is active then.
    Else {
        /// The index of the step.
        target: u32,
        /// How many entries are popped when the jump is taken.
        pop: u8,
    },
    /// Pops.
    Pop {
        /// The index of the step that follows.
        target: u32,
        /// How many entries.
        pop: u8,
    },
    /// Exports a register.
    Export {
        /// Where to.
        target: Target,
        /// The register.
        register: u8,
        /// What each lane holds.
        lanes: [Select; 4],
        /// Whether it is the last of its kind.
        done: bool,
    },
}

/// A step with its flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub flow: Flow,
    /// Whether all before must have ended.
    pub barrier: bool,
}

/// A program. Its last step ends it, which an ALU clause cannot.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Program {
    /// Adds a step.
    pub fn push(&mut self, flow: Flow, barrier: bool) {
        self.steps.push(Step { flow, barrier });
    }
}
