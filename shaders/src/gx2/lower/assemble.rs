//! Groups to clauses, clauses to a whole program with its exports.

use super::{COLOUR, LowerError, OUTPUTS, OutputLane, OutputMap, POSITION, TEXCOORD};
use crate::gx2::encode;
use crate::gx2::isa::{Alu, ClauseKind, Flow, Group, Op, Operand, Program, Select, Source, Target};
use crate::gx2::registers::{self, VertexRegisters};

/// A vertex program, ready for GX2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexProgram {
    /// The instructions.
    pub program: Program,
    /// Their words; in memory they are little-endian, and begin at a multiple of 256 bytes.
    pub words: Vec<u32>,
    /// The register words.
    pub registers: VertexRegisters,
    /// The inputs that are read, `v0` in bit 0.
    pub inputs: u16,
    /// Whether texture coordinate 0 is exported as the second parameter.
    pub has_texcoord: bool,
}

impl VertexProgram {
    /// The program's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Slots after which a clause is closed.
const CLAUSE_SLOTS: usize = 120;

/// The program so far: steps, and the groups of the open clause.
pub(super) struct Assembler {
    pub(super) program: Program,
    open: Vec<Group>,
    slots: usize,
    /// Instructions so far.
    pub(super) instructions: usize,
}

/// The slots that a group takes with its literals.
fn slots(group: &Group) -> usize {
    let mut literals: Vec<u32> = Vec::new();
    for operand in group.0.iter().flat_map(Alu::used) {
        if let Source::Literal(bits) = operand.source
            && !literals.contains(&bits)
        {
            literals.push(bits);
        }
    }
    group.0.len() + literals.len().div_ceil(2)
}

impl Assembler {
    pub(super) fn new() -> Self {
        let mut program = Program::default();
        program.push(Flow::CallFetch, false);
        Self { program, open: Vec::new(), slots: 0, instructions: 0 }
    }

    pub(super) fn group(&mut self, instructions: Vec<Alu>) {
        if instructions.is_empty() {
            return;
        }
        self.instructions += instructions.len();
        let group = Group(instructions);
        let wanted = slots(&group);
        if self.slots + wanted > CLAUSE_SLOTS {
            self.close(ClauseKind::Plain);
        }
        self.slots += wanted;
        self.open.push(group);
    }

    /// Groups that have to stay in one clause.
    pub(super) fn together(&mut self, groups: Vec<Vec<Alu>>) {
        if self.slots + groups.iter().map(|group| group.len() + 2).sum::<usize>() > CLAUSE_SLOTS {
            self.close(ClauseKind::Plain);
        }
        groups.into_iter().for_each(|group| self.group(group));
    }

    /// Ends the open clause, if there is one.
    pub(super) fn close(&mut self, kind: ClauseKind) {
        if !self.open.is_empty() {
            self.program.push(Flow::Alu(kind, std::mem::take(&mut self.open)), true);
            self.slots = 0;
        }
    }

    /// Copies output lanes to an export register. Lanes of several registers go one at a time: they could meet in one port.
    fn gather(&mut self, register: u8, lanes: &[OutputLane]) {
        let copies: Vec<Alu> = (0..)
            .zip(lanes)
            .map(|(lane, from)| {
                Alu::new(Op::Mov, (register, lane), &[Operand::gpr(OUTPUTS + from.register, from.lane)])
            })
            .collect();
        if lanes.iter().all(|lane| lane.register == lanes[0].register) {
            self.group(copies);
        } else {
            copies.into_iter().for_each(|copy| self.group(vec![copy]));
        }
    }

    /// Adds the exports and encodes.
    pub(super) fn finish(
        mut self,
        outputs: &OutputMap,
        inputs: u16,
        gprs: u8,
        depth: u32,
    ) -> Result<VertexProgram, LowerError> {
        self.gather(POSITION, &outputs.position);
        self.gather(COLOUR, &outputs.colour);
        if let Some(texcoord) = &outputs.texcoord {
            self.gather(TEXCOORD, texcoord);
        }
        self.close(ClauseKind::Plain);
        let has_texcoord = outputs.texcoord.is_some();
        let mut export = |target, register, lanes, done, barrier| {
            self.program.push(Flow::Export { target, register, lanes, done }, barrier);
        };
        export(Target::Position(0), POSITION, Select::XYZW, true, true);
        export(Target::Parameter(0), COLOUR, Select::XYZW, !has_texcoord, false);
        if has_texcoord {
            export(Target::Parameter(1), TEXCOORD, Select::XY01, true, false);
        }
        let words = encode(&self.program)?;
        let parameters = 1 + u32::from(has_texcoord);
        let registers = registers::vertex(inputs, parameters, gprs, depth);
        Ok(VertexProgram { program: self.program, words, registers, inputs, has_texcoord })
    }
}
