//! The assembler, in the syntax that open-source tools for the PICA200 use.
//!
//! ```
//! use retrograph_shaders::pica::{asm, interp};
//! let binary = asm::assemble(
//!     ".fvec matrix[4]
//!      .constf half(0.5, 0.5, 0.5, 1.0)
//!      .out position position
//!      .out colour color
//!      .proc main
//!          dp4 position.x, matrix[0], v0
//!          mul r0, half, v1
//!          ifc cmp.x && !cmp.y
//!              mov r0, half.wwww
//!          .end
//!          mov colour, r0
//!          end
//!      .end",
//! )?;
//! let mut machine = interp::Machine::new();
//! binary.executables[0].load_constants(&mut machine);
//! machine.set_input(1, [1.0, 0.5, 0.25, 1.0]);
//! let program = interp::Program::new(&binary.code, &binary.descriptors);
//! machine.run(&program, binary.executables[0].entry, &interp::Options::default(), None)?;
//! assert_eq!(machine.outputs()[1], [0.5, 0.25, 0.125, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | line | what |
//! |---|---|
//! | `.fvec`, `.ivec`, `.bool` `name[count], …` | names for uniforms, from the first free one on |
//! | `.constf name(x, y, z, w)`, `.consti name(x, y, z, w)` | named constants, from the last float uniform, or the first free integer, on |
//! | `.setf c0(…)`, `.seti i0(…)`, `.setb b0 true` | values of registers |
//! | `.alias name register.lanes` | another name |
//! | `.in name register`, `.out name semantic register` | inputs and outputs; without a register the next one |
//! | `.gsh point`, `.gsh variable 3`, `.gsh fixed c0 3` | a geometry shader |
//! | `.entry name` | where execution begins; else `main`, else the first word |
//! | `.proc name … .end` | a procedure that `call` finds |
//! | `ifc …`, `ifu b0` … `.else` … `.end`, `for i0 … .end` | blocks |
//! | `name:` | a target of `jmpc` and `jmpu` |
//! | `.word 0x84000000` | a word as it is |
//!
//! Branches whose targets are numbers, as the disassembler writes them, are taken as they are. Conditions read
//! `cmp.x`, `!cmp.y`, `cmp.x && cmp.y`, `cmp.x || !cmp.y`.

mod directive;
mod instruction;
mod operand;
mod scope;

use rustc_hash::FxHashMap;

use super::isa::{DESCRIPTORS, GEOMETRY_WORDS};
use super::shbin::{Binary, Constant, Executable, Label};
use operand::Symbol;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct AssembleError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A problem whose line is not known yet.
type Problem = String;

/// A word whose target is a name.
struct Fixup {
    word: usize,
    line: usize,
    name: String,
    /// Whether the word takes the length of what it names, too.
    sized: bool,
}

/// Everything so far.
#[derive(Default)]
struct Assembler {
    code: Vec<u32>,
    /// The descriptors with the bits of each that something depends on.
    descriptors: Vec<(u32, u32)>,
    symbols: FxHashMap<String, Symbol>,
    /// Places in the code, with the length of procedures.
    places: FxHashMap<String, (u32, u32)>,
    fixups: Vec<Fixup>,
    scopes: Vec<scope::Scope>,
    /// Where the last block ended: two ends may not fall together.
    last_end: Option<usize>,
    executable: Executable,
    entry: Option<(usize, String)>,
    next: directive::Next,
    line: usize,
}

/// Assembles one program with one executable.
///
/// # Errors
/// The first line that cannot be understood, or a name without a place.
pub fn assemble(source: &str) -> Result<Binary, AssembleError> {
    let mut assembler = Assembler::default();
    assembler.executable.version = 0x1002;
    for (index, text) in source.lines().enumerate() {
        assembler.line = index + 1;
        assembler.line(text).map_err(|what| AssembleError { line: index + 1, what })?;
    }
    assembler.finish()
}

impl Assembler {
    fn line(&mut self, text: &str) -> Result<(), Problem> {
        let text = text.split(';').next().unwrap_or_default();
        let mut text = text.split("//").next().unwrap_or_default().trim();
        while let Some((label, rest)) = text.split_once(':') {
            if !operand::is_name(label.trim()) {
                break;
            }
            self.place(label.trim(), 0)?;
            text = rest.trim();
        }
        if text.is_empty() {
            return Ok(());
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.strip_prefix('.') {
            Some(directive) => self.directive(directive, rest.trim()),
            None => self.instruction(&word.to_ascii_lowercase(), rest.trim()),
        }
    }

    /// Gives the next word a name.
    fn place(&mut self, name: &str, size: u32) -> Result<(), Problem> {
        match self.places.insert(name.to_owned(), (self.code.len() as u32, size)) {
            Some(_) => Err(format!("`{name}` is defined twice")),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: u32) -> Result<(), Problem> {
        if self.code.len() == GEOMETRY_WORDS {
            return Err(format!("more than {GEOMETRY_WORDS} words"));
        }
        self.code.push(word);
        Ok(())
    }

    /// A descriptor that agrees with `bits` wherever `care` is set: an old one if there is one.
    fn descriptor(&mut self, bits: u32, care: u32, limit: usize) -> Result<u8, Problem> {
        let mut known = self.descriptors.iter_mut().take(limit).enumerate();
        let shared = known.find(|(_, (other, used))| (bits ^ *other) & care & *used == 0);
        if let Some((index, (other, used))) = shared {
            *other |= bits & care;
            *used |= care;
            return Ok(index as u8);
        }
        if self.descriptors.len() >= limit.min(DESCRIPTORS) {
            return Err(format!("more than {} operand descriptors", limit.min(DESCRIPTORS)));
        }
        self.descriptors.push((bits & care, care));
        Ok((self.descriptors.len() - 1) as u8)
    }

    fn finish(mut self) -> Result<Binary, AssembleError> {
        let line = self.line;
        if !self.scopes.is_empty() {
            return Err(AssembleError { line, what: "`.end` is missing".to_owned() });
        }
        for fixup in std::mem::take(&mut self.fixups) {
            let Some(&(offset, size)) = self.places.get(&fixup.name) else {
                return Err(AssembleError { line: fixup.line, what: format!("`{}` is nowhere", fixup.name) });
            };
            let size = if fixup.sized { size } else { 0 };
            if size > 255 {
                return Err(AssembleError {
                    line: fixup.line,
                    what: format!("`{}` has {size} words", fixup.name),
                });
            }
            self.code[fixup.word] |= offset << 10 | size;
        }
        let entry = match &self.entry {
            Some((line, name)) => match self.places.get(name) {
                Some(&(offset, _)) => offset,
                None => return Err(AssembleError { line: *line, what: format!("`{name}` is nowhere") }),
            },
            None => self.places.get("main").map_or(0, |&(offset, _)| offset),
        };
        let mut executable = self.executable;
        executable.entry = entry;
        executable.end = self.code.len().saturating_sub(1) as u32;
        let mut labels: Vec<_> = self.places.into_iter().collect();
        labels.sort_unstable_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        executable.labels = labels
            .into_iter()
            .zip(0..)
            .map(|((name, (offset, size)), id)| Label {
                id,
                offset,
                size: if size == 0 { u32::MAX } else { size },
                name,
            })
            .collect();
        executable.constants.sort_by_key(|constant| match *constant {
            Constant::Boolean(register, _) => (0, register),
            Constant::Integer(register, _) => (1, register),
            Constant::Float(register, _) => (2, register),
        });
        let (descriptors, usage) = self.descriptors.into_iter().unzip();
        let usage: Vec<u32> = usage;
        Ok(Binary {
            version: 0x1002,
            code: self.code,
            usage: usage.iter().map(|_| 0xF).collect(),
            descriptors,
            file_names: Vec::new(),
            executables: vec![executable],
        })
    }
}
