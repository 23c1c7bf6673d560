//! Which branches and loops neighbouring fragments may take differently.
//!
//! Derivatives mean nothing there, and browsers refuse modules that take them there, by an analysis of their own.
//! This one is never more lenient: a value is even (equal in all fragments of a draw) if it is made of constant
//! registers and even values, where no uneven flow surrounds its making. Each pass walks the code in
//! order; loops keep what is uneven at their heads between passes, until nothing changes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::lanes_read;
use super::registers::{Cell, Written};
use super::tree::{Body, Node, Tree};
use crate::ShaderError;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, RegisterFile, Source};

/// Passes after which everything counts as uneven; real shaders need two or three.
const MAX_PASSES: u32 = 32;

/// Something that `break` or `ret` leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    /// The loop at this token offset.
    Loop(u32),
    /// A subroutine, or the main body.
    Function(Option<u16>),
}

/// The answer.
#[derive(Default)]
pub(super) struct Uniformity {
    /// Token offsets of branches, calls and loops.
    uneven: FxHashSet<u32>,
    /// Bodies that `ret` leaves unevenly.
    functions: FxHashSet<Option<u16>>,
    all: bool,
}

impl Uniformity {
    /// Analyses a shader.
    pub(super) fn new(tree: &Tree<'_>) -> Result<Self, ShaderError> {
        let flows = |node: &Node<'_>| !matches!(node, Node::Op(_) | Node::Return);
        if !tree.main.iter().any(flows) {
            return Ok(Self::default());
        }
        let mut walk = Walk {
            tree,
            found: Self::default(),
            heads: FxHashMap::default(),
            state: Written::new(),
            scopes: Vec::new(),
            divergence: 0,
            changed: true,
        };
        let mut passes = 0;
        while walk.changed {
            passes += 1;
            if passes > MAX_PASSES {
                walk.found.all = true;
                break;
            }
            walk.changed = false;
            walk.state.clear();
            walk.function(&tree.main, None)?;
        }
        Ok(walk.found)
    }

    /// Whether fragments may differ in whether and how often they run what the branch, call or loop `at` holds.
    pub(super) fn is_uneven(&self, at: &Instruction) -> bool {
        self.all || self.uneven.contains(&at.offset)
    }

    /// Whether fragments may differ in where they leave a subroutine, or the main body.
    pub(super) fn leaves_unevenly(&self, function: Option<u16>) -> bool {
        self.all || self.functions.contains(&function)
    }
}

struct Walk<'t, 'p> {
    tree: &'t Tree<'p>,
    found: Uniformity,
    /// Uneven lanes at the head, at the end and at every exit of each scope, of all passes.
    heads: FxHashMap<Scope, Written>,
    /// Uneven lanes at this place.
    state: Written,
    /// Open scopes with the divergence at their entry.
    scopes: Vec<(Scope, u32)>,
    divergence: u32,
    changed: bool,
}

impl Walk<'_, '_> {
    fn function(&mut self, body: &Body<'_>, name: Option<u16>) -> Result<(), ShaderError> {
        let uneven = u32::from(self.found.functions.contains(&name));
        self.heads.insert(Scope::Function(name), Written::new());
        self.scopes.push((Scope::Function(name), self.divergence));
        self.divergence += uneven;
        self.body(body)?;
        self.divergence -= uneven;
        self.scopes.pop();
        if let Some(returned) = self.heads.get(&Scope::Function(name)) {
            merge(&mut self.state, returned);
        }
        Ok(())
    }

    fn body(&mut self, body: &Body<'_>) -> Result<(), ShaderError> {
        for node in body {
            match node {
                Node::Op(at) => self.operation(at),
                Node::If { at, accept, reject } => {
                    self.branch(at, |walk| walk.body(accept), |walk| walk.body(reject))?;
                }
                Node::Loop { at, body } => self.repeat(at, body)?,
                Node::Call { at, label } => {
                    let callee = self.tree.subroutine(at, *label)?;
                    self.branch(at, |walk| walk.function(callee, Some(*label)), |_| Ok(()))?;
                }
                Node::Break(at) => self.leave(self.is_varying(at), |scope| matches!(scope, Scope::Loop(_))),
                Node::Return => self.leave(false, |scope| matches!(scope, Scope::Function(_))),
            }
        }
        Ok(())
    }

    fn operation(&mut self, at: &Instruction) {
        let Some(destination) = at.destination else { return };
        let sampled = matches!(
            at.opcode,
            Opcode::Tex | Opcode::TexLdd | Opcode::TexLdl | Opcode::Dsx | Opcode::Dsy | Opcode::TexKill
        );
        let varies = sampled || self.divergence > 0 || self.is_varying(at);
        let lanes = self.state.entry(Cell::Register(destination.register)).or_default();
        if varies {
            *lanes |= destination.mask.0;
        } else if at.predicate.is_none() {
            *lanes &= !destination.mask.0;
        }
    }

    fn branch(
        &mut self,
        at: &Instruction,
        accept: impl FnOnce(&mut Self) -> Result<(), ShaderError>,
        reject: impl FnOnce(&mut Self) -> Result<(), ShaderError>,
    ) -> Result<(), ShaderError> {
        let uneven = self.is_varying(at);
        if uneven {
            self.found.uneven.insert(at.offset);
        }
        self.divergence += u32::from(uneven);
        let before = self.state.clone();
        accept(self)?;
        let accepted = std::mem::replace(&mut self.state, before);
        reject(self)?;
        merge(&mut self.state, &accepted);
        self.divergence -= u32::from(uneven);
        Ok(())
    }

    fn repeat(&mut self, at: &Instruction, body: &Body<'_>) -> Result<(), ShaderError> {
        let scope = Scope::Loop(at.offset);
        self.note(scope);
        self.state = self.heads[&scope].clone();
        let uneven = u32::from(self.found.uneven.contains(&at.offset));
        self.scopes.push((scope, self.divergence));
        self.divergence += uneven;
        self.body(body)?;
        self.divergence -= uneven;
        self.scopes.pop();
        self.note(scope);
        self.state = self.heads[&scope].clone();
        Ok(())
    }

    /// Leaves scopes up to the innermost that `is_last` names.
    fn leave(&mut self, varying: bool, is_last: impl Fn(Scope) -> bool) {
        for (scope, divergence) in self.scopes.clone().into_iter().rev() {
            if varying || self.divergence > divergence {
                self.changed |= match scope {
                    Scope::Loop(offset) => self.found.uneven.insert(offset),
                    Scope::Function(name) => self.found.functions.insert(name),
                };
            }
            self.note(scope);
            if is_last(scope) {
                return;
            }
        }
    }

    /// Adds what is uneven here to what a scope keeps.
    fn note(&mut self, scope: Scope) {
        let grown = merge(self.heads.entry(scope).or_default(), &self.state);
        self.changed |= grown && matches!(scope, Scope::Loop(_));
    }

    /// Whether any operand of an instruction may vary between fragments.
    fn is_varying(&self, at: &Instruction) -> bool {
        at.sources.iter().chain(&at.predicate).any(|source| self.varies(source))
    }

    fn varies(&self, source: &Source) -> bool {
        match source.register.file {
            RegisterFile::Const => source.relative.is_some(),
            RegisterFile::ConstInt | RegisterFile::ConstBool | RegisterFile::Label | RegisterFile::Loop => {
                false
            }
            RegisterFile::Temp | RegisterFile::Predicate => {
                let uneven = self.state.get(&Cell::Register(source.register)).copied().unwrap_or(0);
                uneven & lanes_read(source) != 0
            }
            _ => true,
        }
    }
}

/// Adds the lanes of `from` to `into`; whether that changed it.
fn merge(into: &mut Written, from: &Written) -> bool {
    let mut grown = false;
    for (&cell, &mask) in from {
        let lanes = into.entry(cell).or_default();
        grown |= mask & !*lanes != 0;
        *lanes |= mask;
    }
    grown
}
