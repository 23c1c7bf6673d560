//! A shader as nested bodies instead of a list with brackets; code that nothing reaches is left out.

use std::collections::BTreeMap;

use crate::ShaderError;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Program, RegisterFile};

/// Deepest nesting of branches, loops and calls: more than any model allows, and safe for every recursion.
pub(super) const MAX_DEPTH: usize = 64;

/// One step of a body.
pub(super) enum Node<'p> {
    /// Arithmetic, texture access, anything but flow.
    Op(&'p Instruction),
    /// `call` and `callnz`.
    Call { at: &'p Instruction, label: u16 },
    /// `if` and `ifc`.
    If { at: &'p Instruction, accept: Vec<Node<'p>>, reject: Vec<Node<'p>> },
    /// `loop` and `rep`.
    Loop { at: &'p Instruction, body: Vec<Node<'p>> },
    /// `break`, `breakc` and `breakp`.
    Break(&'p Instruction),
    /// A `ret` inside of a branch or loop; at the end of a body it is implied.
    Return,
}

/// A body of nodes.
pub(super) type Body<'p> = [Node<'p>];

/// The main body and the subroutines.
pub(super) struct Tree<'p> {
    pub(super) main: Vec<Node<'p>>,
    pub(super) subroutines: BTreeMap<u16, Vec<Node<'p>>>,
}

impl<'p> Tree<'p> {
    /// Nests a program's instructions. Declarations and definitions are not part of the bodies.
    ///
    /// # Errors
    /// [`ShaderError::Malformed`] where brackets do not match or nest too deeply.
    pub(super) fn new(program: &'p Program) -> Result<Self, ShaderError> {
        let mut reader = Reader { rest: program.instructions.iter() };
        let (main, mut end) = reader.body(0)?;
        let mut subroutines = BTreeMap::new();
        while let Some(at) = end {
            if at.opcode != Opcode::Label {
                return Err(unbalanced(at));
            }
            let label = label(at)?;
            let (body, next) = reader.body(0)?;
            subroutines.insert(label, body);
            end = next;
        }
        Ok(Self { main, subroutines })
    }

    /// The body of a subroutine.
    pub(super) fn subroutine(&self, at: &Instruction, label: u16) -> Result<&Body<'p>, ShaderError> {
        let body = self.subroutines.get(&label);
        body.map(Vec::as_slice)
            .ok_or(ShaderError::Malformed { offset: at.offset, what: "call of a label that does not exist" })
    }
}

struct Reader<'p> {
    rest: std::slice::Iter<'p, Instruction>,
}

impl<'p> Reader<'p> {
    /// Reads up to the instruction that ends this body, which is returned too.
    fn body(&mut self, depth: usize) -> Result<(Vec<Node<'p>>, Option<&'p Instruction>), ShaderError> {
        let mut nodes = Vec::new();
        let mut dead = false;
        while let Some(at) = self.rest.next() {
            let node = match at.opcode {
                Opcode::Else | Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep | Opcode::Label => {
                    return Ok((nodes, Some(at)));
                }
                Opcode::Nop | Opcode::Phase | Opcode::Dcl | Opcode::Def | Opcode::DefI | Opcode::DefB => {
                    continue;
                }
                Opcode::If | Opcode::Ifc => self.branch(at, depth)?,
                Opcode::Loop | Opcode::Rep => self.repeat(at, depth)?,
                Opcode::Call | Opcode::CallNz => Node::Call { at, label: label(at)? },
                Opcode::Break | Opcode::BreakC | Opcode::BreakP => Node::Break(at),
                Opcode::Ret => Node::Return,
                _ => Node::Op(at),
            };
            let implied = depth == 0 && matches!(node, Node::Return);
            let ends = ends(&node);
            if !dead && !implied {
                nodes.push(node);
            }
            dead |= ends;
        }
        Ok((nodes, None))
    }

    fn branch(&mut self, at: &'p Instruction, depth: usize) -> Result<Node<'p>, ShaderError> {
        let (accept, end) = self.body(deeper(at, depth)?)?;
        let (reject, end) = match end {
            Some(end) if end.opcode == Opcode::Else => self.body(depth + 1)?,
            _ => (Vec::new(), end),
        };
        match end {
            Some(end) if end.opcode == Opcode::EndIf => Ok(Node::If { at, accept, reject }),
            _ => Err(unbalanced(at)),
        }
    }

    fn repeat(&mut self, at: &'p Instruction, depth: usize) -> Result<Node<'p>, ShaderError> {
        let closing = if at.opcode == Opcode::Loop { Opcode::EndLoop } else { Opcode::EndRep };
        let (body, end) = self.body(deeper(at, depth)?)?;
        match end {
            Some(end) if end.opcode == closing => Ok(Node::Loop { at, body }),
            _ => Err(unbalanced(at)),
        }
    }
}

/// Whether nothing after this node in its body is reached.
pub(super) fn ends(node: &Node<'_>) -> bool {
    match node {
        Node::Return => true,
        Node::Break(at) => at.opcode == Opcode::Break && at.predicate.is_none(),
        _ => false,
    }
}

/// Whether a body has a `ret` in it (subroutines that it calls have their own).
pub(super) fn returns(body: &Body<'_>) -> bool {
    body.iter().any(|node| match node {
        Node::Return => true,
        Node::If { accept, reject, .. } => returns(accept) || returns(reject),
        Node::Loop { body, .. } => returns(body),
        Node::Op(_) | Node::Call { .. } | Node::Break(_) => false,
    })
}

fn deeper(at: &Instruction, depth: usize) -> Result<usize, ShaderError> {
    if depth < MAX_DEPTH {
        Ok(depth + 1)
    } else {
        Err(ShaderError::Malformed { offset: at.offset, what: "flow control is nested too deeply" })
    }
}

fn label(at: &Instruction) -> Result<u16, ShaderError> {
    let registers = at.sources.iter().map(|source| source.register);
    let mut labels = registers.filter(|register| register.file == RegisterFile::Label);
    labels
        .next()
        .map(|register| register.number)
        .ok_or(ShaderError::Malformed { offset: at.offset, what: "a label is missing" })
}

fn unbalanced(at: &Instruction) -> ShaderError {
    ShaderError::Malformed { offset: at.offset, what: "flow control is not balanced" }
}
