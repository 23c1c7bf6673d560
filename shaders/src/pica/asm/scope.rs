//! Blocks and procedures.

use crate::pica::decode::decode;
use crate::pica::isa::{Form, Opcode, Operands};

use super::operand;
use super::{Assembler, Problem};

/// An open block.
pub(super) enum Scope {
    /// A procedure by name.
    Procedure(String, usize),
    /// A branch: the word of the IF, and the word of its else block if that has begun.
    Branch(usize, Option<usize>),
    /// A loop: the word of the LOOP.
    Loop(usize),
}

impl Assembler {
    /// Takes an instruction that opens a block, if this is one: a branch without a target.
    pub(super) fn opens_scope(&mut self, mnemonic: &str, parts: &[&str]) -> Result<bool, Problem> {
        let &[head] = parts else { return Ok(false) };
        let (scope, opcode, operands) = match mnemonic {
            "ifc" => {
                let condition = operand::condition(head)?;
                let operands = Operands::Conditional { condition, target: 0, count: 0 };
                (Scope::Branch(self.code.len(), None), Opcode::Ifc, operands)
            }
            "ifu" => {
                let operands = Operands::Boolean { uniform: self.boolean(head)?, target: 0, count: 0 };
                (Scope::Branch(self.code.len(), None), Opcode::Ifu, operands)
            }
            "for" => {
                let operands = Operands::Loop { uniform: self.integer(head)?, target: 0, count: 0 };
                (Scope::Loop(self.code.len()), Opcode::Loop, operands)
            }
            _ => return Ok(false),
        };
        self.put(opcode, operands)?;
        self.scopes.push(scope);
        Ok(true)
    }

    pub(super) fn procedure(&mut self, name: &str) -> Result<(), Problem> {
        if !operand::is_name(name) || !self.scopes.is_empty() {
            return Err(format!("`.proc {name}` is out of place"));
        }
        self.scopes.push(Scope::Procedure(name.to_owned(), self.code.len()));
        Ok(())
    }

    /// Sees to it that a scope can end here: with an instruction of its own that does not jump, since scopes that end
    /// together, and jumps at a scope's end, are lost.
    fn settle(&mut self, start: usize) -> Result<(), Problem> {
        let jumps = |word: &u32| {
            decode(*word).is_ok_and(|instruction| {
                matches!(instruction.opcode.form(), Form::Conditional | Form::Boolean | Form::Loop)
                    || instruction.opcode == Opcode::Break
            })
        };
        let is_lost = self.code.len() == start
            || self.last_end == Some(self.code.len())
            || self.code.last().is_some_and(jumps);
        if is_lost { self.put(Opcode::Nop, Operands::None) } else { Ok(()) }
    }

    pub(super) fn otherwise(&mut self) -> Result<(), Problem> {
        let Some(&Scope::Branch(word, None)) = self.scopes.last() else {
            return Err("`.else` is out of place".to_owned());
        };
        self.settle(word + 1)?;
        self.scopes.pop();
        self.scopes.push(Scope::Branch(word, Some(self.code.len())));
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<(), Problem> {
        let scope = self.scopes.pop().ok_or("`.end` is out of place")?;
        match scope {
            Scope::Procedure(name, start) => {
                self.settle(start)?;
                let size = (self.code.len() - start) as u32;
                if self.places.insert(name.clone(), (start as u32, size)).is_some() {
                    return Err(format!("`{name}` is defined twice"));
                }
            }
            Scope::Branch(word, other) => {
                self.settle(other.unwrap_or(word + 1))?;
                let end = self.code.len();
                let other = other.unwrap_or(end);
                let count = u8::try_from(end - other).map_err(|_| "the else block has over 255 words")?;
                self.code[word] |= (other as u32) << 10 | u32::from(count);
            }
            Scope::Loop(word) => {
                self.settle(word + 1)?;
                self.code[word] |= (self.code.len() as u32 - 1) << 10;
            }
        }
        self.last_end = Some(self.code.len());
        Ok(())
    }
}
