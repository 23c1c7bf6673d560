//! What can be known of a shader before it runs: where blocks end, what is declared and defined.

use rustc_hash::FxHashMap;

use super::InterpretError;
use crate::dxso::limits;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Payload, Program, Register, RegisterFile, WriteMask};
use crate::interface::SamplerKind;
use crate::varyings::Semantic;

/// Places in the program are indices of instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Link {
    /// For `if`: its `else` or `endif`; for `else`, `loop` and `rep`: the end.
    pub(super) partners: Vec<usize>,
    /// Subroutines by label: from the first instruction up to (not including) the last.
    pub(super) subroutines: FxHashMap<u16, (usize, usize)>,
    /// Where the main program ends.
    pub(super) main_end: usize,
    /// `def`, `defi`, `defb`.
    pub(super) definitions: FxHashMap<Register, [u32; 4]>,
    /// `dcl` of samplers.
    pub(super) samplers: FxHashMap<u16, SamplerKind>,
    /// `dcl` of outputs.
    pub(super) outputs: Vec<(Semantic, Register, WriteMask)>,
    /// The lanes of each output register that some instruction writes.
    pub(super) written: FxHashMap<Register, u8>,
}

impl Link {
    pub(super) fn new(program: &Program) -> Result<Self, InterpretError> {
        let count = program.instructions.len();
        let mut link = Self { partners: vec![count; count], main_end: count, ..Self::default() };
        let mut open: Vec<usize> = Vec::new();
        let mut current = None;
        for (index, at) in program.instructions.iter().enumerate() {
            link.declare(program, at);
            match at.opcode {
                Opcode::If | Opcode::Ifc | Opcode::Loop | Opcode::Rep => open.push(index),
                Opcode::Else | Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep => {
                    link.close(program, &mut open, index)?;
                }
                Opcode::Label => {
                    if !open.is_empty() {
                        return Err(malformed(at, "a label within a block"));
                    }
                    let label = at.sources.first().ok_or_else(|| malformed(at, "a label without number"))?;
                    link.end(current, index);
                    current = Some(label.register.number);
                    link.subroutines.insert(label.register.number, (index + 1, count));
                }
                _ => {}
            }
        }
        match open.last() {
            Some(&index) => Err(malformed(&program.instructions[index], "a block that is not closed")),
            None => Ok(link),
        }
    }

    /// Ends the main program or a subroutine.
    fn end(&mut self, current: Option<u16>, index: usize) {
        match current.and_then(|label| self.subroutines.get_mut(&label)) {
            Some((_, end)) => *end = index,
            None => self.main_end = index,
        }
    }

    fn close(
        &mut self,
        program: &Program,
        open: &mut Vec<usize>,
        index: usize,
    ) -> Result<(), InterpretError> {
        let at = &program.instructions[index];
        let opener = open.pop().ok_or_else(|| malformed(at, "the end of a block that was not begun"))?;
        let begun = program.instructions[opener].opcode;
        let fits = match at.opcode {
            Opcode::Else => matches!(begun, Opcode::If | Opcode::Ifc),
            Opcode::EndIf => matches!(begun, Opcode::If | Opcode::Ifc | Opcode::Else),
            Opcode::EndLoop => begun == Opcode::Loop,
            _ => begun == Opcode::Rep,
        };
        if !fits {
            return Err(malformed(at, "the end of another block than the innermost"));
        }
        self.partners[opener] = index;
        if at.opcode == Opcode::Else {
            open.push(index);
        }
        if open.len() > limits::FLOW_DEPTH {
            return Err(malformed(at, "blocks nest too deeply"));
        }
        Ok(())
    }

    fn declare(&mut self, program: &Program, at: &Instruction) {
        let Some(to) = at.destination else { return };
        match at.payload {
            Payload::Definition(bits) => {
                self.definitions.insert(to.register, bits);
            }
            Payload::Sampler(Some(kind)) => {
                self.samplers.insert(to.register.number, kind);
            }
            Payload::Semantic(semantic) if to.register.file == RegisterFile::Output => {
                self.outputs.push((semantic, to.register, to.mask));
            }
            _ => {}
        }
        if at.opcode == Opcode::Dcl {
            return;
        }
        if to.relative.is_none() {
            *self.written.entry(to.register).or_default() |= to.mask.0;
            return;
        }
        for number in 0..limits::registers(program.version, to.register.file) {
            *self.written.entry(Register { number, ..to.register }).or_default() |= to.mask.0;
        }
    }
}

/// An error at an instruction.
pub(super) fn malformed(at: &Instruction, what: &'static str) -> InterpretError {
    InterpretError::Malformed { offset: at.offset, what }
}
