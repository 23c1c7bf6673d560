//! Programs of shader models 1 to 3 to naga IR.
//!
//! ```text
//! Program -> Tree (nested bodies) -> Facts (declared, defined, reached) -+-> vertex   -+-> Translated
//!                                                                        +-> fragment -+
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`tree`] | bodies instead of brackets |
//! | [`facts`] | what decides the interface |
//! | [`uniform`] | which flow may differ between neighbouring fragments |
//! | [`registers`] | guest registers as values; variables only where flow joins |
//! | [`operand`], [`constant`] | reading sources, writing destinations |
//! | [`alu`], [`texture`], [`model1`], [`gradient`], [`flow`] | the instructions |
//! | [`vertex`], [`fragment`] | inputs and outputs of the stages |

mod alu;
mod constant;
mod facts;
mod flow;
mod fragment;
mod gradient;
mod model1;
mod operand;
mod registers;
mod texture;
mod tree;
mod uniform;
mod vertex;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::ShaderError;
use crate::binding::UNIFORM_ROWS;
use crate::build::resource::Sampled;
use crate::build::{Builder, Expr, Value};
use crate::dxso::program::{Program, Version};
use crate::dxso::{Options, Reading, SamplerKey};
use crate::interface::{SamplerKind, SamplerUse, ShaderInterface, Stage};
use facts::Facts;
use flow::Frame;
use gradient::Gradients;
use model1::Stages;
use registers::{Cells, Registers};
use tree::Tree;
use uniform::Uniformity;

pub(super) use fragment::translate as translate_fragment;
pub(super) use vertex::translate as translate_vertex;

/// A local array that stands for a register file with relative addressing.
#[derive(Clone, Copy)]
struct Array {
    pointer: Expr,
    count: u16,
}

/// The state of one translation.
struct Lower<'a> {
    b: Builder,
    version: Version,
    facts: &'a Facts,
    tree: &'a Tree<'a>,
    registers: Registers,
    /// Float constants that were read at a place that dominates the current one.
    constants: FxHashMap<u16, Value>,
    float_block: Option<Expr>,
    float_rows: u16,
    integer_block: Option<Expr>,
    samplers: BTreeMap<u16, Sampled>,
    sampler_keys: [SamplerKey; 16],
    inputs: Option<Array>,
    outputs: Option<Array>,
    /// `aL` of each open loop, innermost last.
    loops: Vec<Expr>,
    frames: Vec<Frame>,
    uniformity: Uniformity,
    /// How many branches around this place may differ between neighbouring fragments.
    divergence: u32,
    gradients: Gradients,
    stages: Stages,
    /// The fragment's place, once it is needed.
    fragment_place: Option<Value>,
    /// FOG0, where fixed-function fog takes it.
    carried_fog: Option<Value>,
    /// Whether the fragment lies behind a clip plane, where it must say so itself.
    clipped: Option<Value>,
}

/// What [`Lower::restore`] returns to.
struct Place {
    cells: Cells,
    constants: FxHashMap<u16, Value>,
}

impl<'a> Lower<'a> {
    fn new(
        version: Version,
        facts: &'a Facts,
        tree: &'a Tree<'a>,
        sampler_keys: [SamplerKey; 16],
        options: Options,
        interface: &mut ShaderInterface,
    ) -> Result<Self, ShaderError> {
        let mut b = Builder::with(options);
        let stage = version.stage;
        interface.float_rows = facts.float_rows(stage);
        interface.float_storage = interface.float_rows > UNIFORM_ROWS;
        interface.floats_read = facts.floats_read().collect();
        interface.integer_constants = facts.integer_constants();
        interface.overlay = facts.overlay();
        let float_block = (interface.float_rows > 0).then(|| b.float_block(stage, interface.float_rows));
        interface.software_integers = facts.software_integers();
        let software = interface.software_integers;
        let integer_block = interface.integer_constants.then(|| b.integer_block(stage, software));
        let mut samplers = BTreeMap::new();
        for number in facts.sampled() {
            let slot = u8::try_from(number).ok().filter(|slot| *slot < 16);
            let slot = slot.ok_or(ShaderError::Malformed { offset: 0, what: "sampler out of range" })?;
            let key = sampler_keys[usize::from(slot)];
            let kind = if version.major == 1 {
                key.kind
            } else {
                facts.samplers.get(&number).copied().unwrap_or(SamplerKind::D2)
            };
            let compared = key.reading == Reading::Compare && kind == SamplerKind::D2;
            samplers.insert(number, b.sampled(stage, slot, kind, compared));
            interface.samplers.push(SamplerUse { slot, kind, compared });
        }
        Ok(Self {
            b,
            version,
            facts,
            tree,
            registers: Registers::default(),
            constants: FxHashMap::default(),
            float_block,
            float_rows: interface.float_rows,
            integer_block,
            samplers,
            sampler_keys,
            inputs: None,
            outputs: None,
            loops: Vec::new(),
            frames: Vec::new(),
            uniformity: Uniformity::new(tree)?,
            divergence: 0,
            gradients: Gradients::default(),
            stages: Stages::default(),
            fragment_place: None,
            carried_fog: None,
            clipped: None,
        })
    }

    fn place(&self) -> Place {
        Place { cells: self.registers.snapshot(), constants: self.constants.clone() }
    }

    fn restore(&mut self, place: &Place) {
        self.registers.restore(&place.cells);
        self.constants.clone_from(&place.constants);
    }
}

/// Checks that a program is of `stage` and of a model that is translated.
fn check(program: &Program, stage: Stage) -> Result<(), ShaderError> {
    let Version { stage: of, major, minor } = program.version;
    if of != stage {
        return Err(ShaderError::Malformed { offset: 0, what: "a shader of the other stage" });
    }
    let known = match stage {
        Stage::Vertex => matches!((major, minor), (1, 0..=1) | (2, 0..=1 | 0xFF) | (3, 0 | 0xFF)),
        Stage::Fragment => matches!((major, minor), (1, 0..=4) | (2, 0..=1 | 0xFF) | (3, 0 | 0xFF)),
    };
    if known {
        return Ok(());
    }
    Err(ShaderError::Unsupported { offset: 0, what: format!("shader model {}", program.version) })
}
