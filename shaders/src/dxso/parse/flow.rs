//! Nesting and calls: after this check every block is closed, every callee exists, and nothing recurses.

use rustc_hash::FxHashMap;

use crate::dxso::limits::{CALL_DEPTH, FLOW_DEPTH, INSTRUCTIONS};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::Instruction;
use crate::error::ShaderError;

/// The fault of a shader with more instructions than [`INSTRUCTIONS`].
pub(super) const TOO_LONG: &str = "more instructions than any model has";

/// A call, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Call {
    callee: u16,
    offset: u32,
}

/// The main program or a subroutine.
#[derive(Debug, Default)]
struct Routine {
    offset: u32,
    length: u32,
    calls: Vec<Call>,
}

/// Checks the flow of a whole shader.
pub(super) fn check(instructions: &[Instruction]) -> Result<(), ShaderError> {
    let mut walk = Walk {
        main: Routine::default(),
        subroutines: FxHashMap::default(),
        current: None,
        open: Vec::new(),
        ended: false,
    };
    for instruction in instructions {
        walk.step(instruction)?;
    }
    walk.finish()
}

struct Walk {
    main: Routine,
    subroutines: FxHashMap<u16, Routine>,
    /// The label of the subroutine being walked; `None` in the main program.
    current: Option<u16>,
    /// Blocks that are open, with their offsets; an `if` becomes its `else`.
    open: Vec<(Opcode, u32)>,
    /// Whether the current routine's last `ret` has passed.
    ended: bool,
}

impl Walk {
    fn step(&mut self, instruction: &Instruction) -> Result<(), ShaderError> {
        let offset = instruction.offset;
        let malformed = |what| Err(ShaderError::Malformed { offset, what });
        let opcode = instruction.opcode;
        if self.ended && opcode != Opcode::Label {
            return malformed("an instruction behind the last ret");
        }
        match opcode {
            Opcode::If | Opcode::Ifc | Opcode::Loop | Opcode::Rep => {
                if self.open.len() == FLOW_DEPTH {
                    return malformed("blocks nest too deeply");
                }
                self.open.push((opcode, offset));
            }
            Opcode::Else => match self.open.last_mut() {
                Some((top @ (Opcode::If | Opcode::Ifc), _)) => *top = Opcode::Else,
                _ => return malformed("else without if"),
            },
            Opcode::EndIf => {
                self.close(offset, &[Opcode::If, Opcode::Ifc, Opcode::Else], "endif without if")?;
            }
            Opcode::EndLoop => self.close(offset, &[Opcode::Loop], "endloop without loop")?,
            Opcode::EndRep => self.close(offset, &[Opcode::Rep], "endrep without rep")?,
            Opcode::Break | Opcode::BreakC | Opcode::BreakP if !self.in_loop() => {
                return malformed("break outside a loop");
            }
            Opcode::Ret if self.open.is_empty() => self.ended = true,
            Opcode::Label => self.begin(instruction)?,
            _ => {}
        }
        let routine = self.routine();
        routine.length += 1;
        if matches!(opcode, Opcode::Call | Opcode::CallNz) {
            routine.calls.push(Call { callee: instruction.sources[0].register.number, offset });
        }
        Ok(())
    }

    fn in_loop(&self) -> bool {
        self.open.iter().any(|(opcode, _)| matches!(opcode, Opcode::Loop | Opcode::Rep))
    }

    fn routine(&mut self) -> &mut Routine {
        match self.current {
            Some(label) => self.subroutines.entry(label).or_default(),
            None => &mut self.main,
        }
    }

    fn close(&mut self, offset: u32, openers: &[Opcode], what: &'static str) -> Result<(), ShaderError> {
        match self.open.pop() {
            Some((opcode, _)) if openers.contains(&opcode) => Ok(()),
            _ => Err(ShaderError::Malformed { offset, what }),
        }
    }

    fn begin(&mut self, instruction: &Instruction) -> Result<(), ShaderError> {
        let offset = instruction.offset;
        if !self.ended {
            return Err(ShaderError::Malformed { offset, what: "label before the ret of the code above it" });
        }
        let label = instruction.sources[0].register.number;
        if self.subroutines.insert(label, Routine { offset, ..Routine::default() }).is_some() {
            return Err(ShaderError::Malformed { offset, what: "a label for the second time" });
        }
        self.current = Some(label);
        self.ended = false;
        Ok(())
    }

    fn finish(mut self) -> Result<(), ShaderError> {
        if let Some(&(_, offset)) = self.open.last() {
            return Err(ShaderError::Malformed { offset, what: "a block that is not closed" });
        }
        if self.current.is_some() && !self.ended {
            let offset = self.routine().offset;
            return Err(ShaderError::Malformed { offset, what: "a subroutine without ret" });
        }
        let mut calls = Calls { subroutines: &self.subroutines, sizes: FxHashMap::default() };
        for &label in self.subroutines.keys() {
            calls.size_of(&self.subroutines[&label], &mut vec![label])?;
        }
        calls.size_of(&self.main, &mut Vec::new()).map(|_| ())
    }
}

/// What a subroutine costs its caller.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Instructions, those of callees included.
    length: u32,
    /// Calls nested in it.
    depth: usize,
}

struct Calls<'a> {
    subroutines: &'a FxHashMap<u16, Routine>,
    sizes: FxHashMap<u16, Size>,
}

impl Calls<'_> {
    /// The size of `routine`; `path` are the labels being expanded, at most [`CALL_DEPTH`].
    fn size_of(&mut self, routine: &Routine, path: &mut Vec<u16>) -> Result<Size, ShaderError> {
        let mut size = Size { length: routine.length, depth: 0 };
        for &Call { callee, offset } in &routine.calls {
            let malformed = |what| ShaderError::Malformed { offset, what };
            if path.contains(&callee) {
                return Err(malformed("a recursive call"));
            }
            let inner = match self.sizes.get(&callee) {
                Some(&known) => known,
                None if path.len() == CALL_DEPTH => return Err(malformed("calls nest too deeply")),
                None => {
                    let subroutines = self.subroutines;
                    let target =
                        subroutines.get(&callee).ok_or_else(|| malformed("a call to a missing label"))?;
                    path.push(callee);
                    let known = self.size_of(target, path)?;
                    path.pop();
                    self.sizes.insert(callee, known);
                    known
                }
            };
            size.depth = size.depth.max(inner.depth + 1);
            size.length = size.length.saturating_add(inner.length);
            if path.len() + inner.depth + 1 > CALL_DEPTH {
                return Err(malformed("calls nest too deeply"));
            }
            if size.length > INSTRUCTIONS {
                return Err(malformed("calls that expand to more instructions than any model has"));
            }
        }
        Ok(size)
    }
}
