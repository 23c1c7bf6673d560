//! Derivatives in flow that may differ between neighbouring fragments.
//!
//! There a derivative has no meaning: Direct3D leaves it open, and browsers refuse the module. So before such a
//! branch or loop the derivatives are taken of every coordinate that code within samples at and that the
//! construct does not itself write; reads within use them as explicit gradients. That covers coordinates
//! straight from the inputs and those computed before the branch. A coordinate computed within samples the
//! base level, and a derivative of such a value is zero.

use naga::DerivativeAxis;
use rustc_hash::FxHashMap;

use super::Lower;
use super::facts::lanes_read;
use super::operand::Lanes;
use super::registers::{Cell, Written};
use super::texture::{first_source, is_implicit, is_projected};
use super::tree::{Body, Node};
use crate::ShaderError;
use crate::build::Value;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, RegisterFile, Source};
use crate::interface::Stage;

/// What a hoisted derivative is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    source: Source,
    projected: bool,
    lanes: u8,
}

/// Derivatives by x and y that were taken before the outermost divergent construct around this place.
#[derive(Default)]
pub(super) struct Gradients(FxHashMap<Key, [Value; 2]>);

impl Lower<'_> {
    /// Enters flow that may differ between neighbouring fragments, in which `bodies` run and `written` is written.
    pub(super) fn diverge(&mut self, bodies: &[&Body<'_>], written: &Written) -> Result<(), ShaderError> {
        if self.divergence == 0 && self.version.stage == Stage::Fragment {
            for body in bodies {
                self.hoist(body, written)?;
            }
        }
        self.divergence += 1;
        Ok(())
    }

    /// Leaves what [`Lower::diverge`] entered.
    pub(super) fn converge(&mut self) {
        self.divergence -= 1;
        if self.divergence == 0 {
            self.gradients.0.clear();
        }
    }

    fn hoist(&mut self, body: &Body<'_>, written: &Written) -> Result<(), ShaderError> {
        for node in body {
            match node {
                Node::Op(at) => self.hoist_one(at, written)?,
                Node::If { accept, reject, .. } => {
                    self.hoist(accept, written)?;
                    self.hoist(reject, written)?;
                }
                Node::Loop { body, .. } => self.hoist(body, written)?,
                Node::Call { at, label } => {
                    let tree = self.tree;
                    self.hoist(tree.subroutine(at, *label)?, written)?;
                }
                Node::Break(_) | Node::Return => {}
            }
        }
        Ok(())
    }

    fn hoist_one(&mut self, at: &Instruction, written: &Written) -> Result<(), ShaderError> {
        let Some(key) = self.key(at) else { return Ok(()) };
        let constant = written.get(&Cell::Register(key.source.register)).is_none_or(|mask| {
            let divisor = if key.projected { 1 << key.source.swizzle.0[3] } else { 0 };
            mask & (lanes_read(&key.source) | divisor) == 0
        });
        let relative = key.source.relative.is_some();
        if !constant || relative || self.gradients.0.contains_key(&key) {
            return Ok(());
        }
        let value = if is_implicit(at) {
            let Some(from) = self.sampler_of(at) else { return Ok(()) };
            self.coordinate(at, from)?
        } else {
            self.source(at, 0, &[0, 1, 2, 3])?
        };
        let gradients = [DerivativeAxis::X, DerivativeAxis::Y].map(|axis| self.b.derivative(axis, value));
        self.gradients.0.insert(key, gradients);
        Ok(())
    }

    /// What the derivatives that an instruction needs are of; `None` if it needs none.
    fn key(&self, at: &Instruction) -> Option<Key> {
        let source = *first_source(at)?;
        match at.opcode {
            Opcode::Dsx | Opcode::Dsy => Some(Key { source, projected: false, lanes: 4 }),
            _ if is_implicit(at) => {
                let lanes = self.sampler_of(at)?.lanes();
                Some(Key { source, projected: is_projected(at), lanes })
            }
            _ => None,
        }
    }

    fn sampler_of(&self, at: &Instruction) -> Option<crate::build::resource::Sampled> {
        let sampler = at.sources.get(1)?.register;
        (sampler.file == RegisterFile::Sampler).then(|| self.samplers.get(&sampler.number).copied())?
    }

    /// The derivatives that were taken for an instruction before the branch.
    pub(super) fn hoisted(&self, at: &Instruction) -> Option<[Value; 2]> {
        self.gradients.0.get(&self.key(at)?).copied()
    }

    /// `dsx` and `dsy`.
    pub(super) fn derivative(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        let axis = if at.opcode == Opcode::Dsx { DerivativeAxis::X } else { DerivativeAxis::Y };
        if self.divergence == 0 && self.version.stage == Stage::Fragment {
            let value = self.source(at, 0, lanes)?;
            return Ok(self.b.derivative(axis, value));
        }
        match self.hoisted(at) {
            Some(gradients) => {
                let gradient = gradients[usize::from(axis == DerivativeAxis::Y)];
                Ok(self.b.swizzle(gradient, lanes))
            }
            None => Ok(self.b.zero(crate::build::Kind::Float)),
        }
    }
}
