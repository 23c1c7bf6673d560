//! The command processor: lists in, draws out.
//!
//! [`Front`] keeps everything that lists leave behind, registers, shader units, tables, fixed attributes, unfinished
//! primitives, and hands each draw to a [`Backend`] with its vertices loaded. Both backends stand behind it, so neither
//! reads a list or an attribute.
//!
//! ```text
//!  words ──> jumps ──> write ──> registers, units, tables
//!                        │
//!                        └ draw ──> vertex::load ──> Inputs ───────────────────────┐
//!                                                     │ geometry shader,           ├──> Backend::draw
//!                                                     └ joined primitives ──> run ─┘
//! ```

mod backend;
mod draw;
mod error;
mod fill;
mod geometry;
mod immediate;
mod list;
mod tables;
mod trigger;
mod unit;

pub use backend::Backend;
pub use draw::{Draw, Geometry};
pub use error::PicaError;
pub use fill::Fill;
pub use tables::Tables;
pub use unit::ShaderUnit;

use std::collections::BTreeMap;

use geometry::GeometryUnit;
use immediate::FixedAttributes;

use crate::memory::PhysicalMemory;
use crate::registers::Registers;
use crate::vertex::{Assembler, Outputs};

/// How much work one submission may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many jumps.
    pub jumps: u32,
    /// How many words of all lists together, a list counting each time that it is entered.
    pub words: u64,
    /// How many vertices of all draws together.
    pub vertices: u64,
    /// How many triangles a geometry shader may emit in one draw.
    pub triangles: usize,
    /// How many instructions shaders may execute on the CPU.
    pub instructions: u64,
}

impl Default for Limits {
    /// 4,096 jumps, 16 Mi words, 16 Mi vertices, 64 Ki triangles a draw, 1 Gi instructions.
    fn default() -> Self {
        Self { jumps: 4096, words: 16 << 20, vertices: 16 << 20, triangles: 1 << 16, instructions: 1 << 30 }
    }
}

/// What one submission did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many writes there were.
    pub writes: u64,
    /// How many jumps were taken.
    pub jumps: u32,
    /// How many draws reached the backend.
    pub draws: u64,
    /// How many vertices these had.
    pub vertices: u64,
    /// Whether a write to `FINALIZE` ended it, and not the end of the words.
    pub finalized: bool,
}

/// The command processor.
#[derive(Debug)]
pub struct Front {
    registers: Registers,
    vertex: ShaderUnit,
    geometry: GeometryUnit,
    tables: Tables,
    fixed: FixedAttributes,
    assembler: Assembler<Outputs>,
    limits: Limits,
    skipped: BTreeMap<&'static str, u64>,
    report: Report,
    instructions: u64,
}

impl Default for Front {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl Front {
    /// A processor at power-on.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            registers: Registers::default(),
            vertex: ShaderUnit::new(512),
            geometry: GeometryUnit::new(limits.triangles),
            tables: Tables::default(),
            fixed: FixedAttributes::default(),
            assembler: Assembler::empty([[0.0; 4]; 16]),
            limits,
            skipped: BTreeMap::new(),
            report: Report::default(),
            instructions: 0,
        }
    }

    /// The registers.
    #[must_use]
    pub const fn registers(&self) -> &Registers {
        &self.registers
    }

    /// What was asked for and not drawn, by stable name, and how many draws that were.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        self.skipped.iter().map(|(&name, &count)| (name, count)).collect()
    }

    fn skip(&mut self, name: &'static str) {
        *self.skipped.entry(name).or_default() += 1;
    }

    /// Executes a command list and all that it jumps to. What was done before an error stays done.
    ///
    /// Draws whose addresses lead nowhere, whose shaders fail or that use what the backend has not are left out and
    /// counted in [`Front::unsupported`].
    ///
    /// # Errors
    /// Malformed lists, jumps to nowhere, more work than the limits allow, or what the backend returns.
    pub fn submit(
        &mut self,
        words: &[u32],
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<Report, PicaError> {
        self.report = Report::default();
        self.instructions = 0;
        let outcome = self.follow(words, memory, backend);
        let flushed = self.flush_immediate(memory, backend);
        let finished = backend.finish(memory);
        outcome.and(flushed).and(finished).map(|()| self.report)
    }
}

#[cfg(test)]
mod tests;
