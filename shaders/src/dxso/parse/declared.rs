//! Samplers must be declared before they are read, from model 2 on.

use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Payload, RegisterFile, Version};
use crate::error::ShaderError;

/// Checks that every sampler that is read was declared.
pub(super) fn check(version: Version, instructions: &[Instruction]) -> Result<(), ShaderError> {
    if version.major < 2 {
        return Ok(());
    }
    // Models have 16 of them at most.
    let mut declared = 0u32;
    for at in instructions {
        if let (Opcode::Dcl, Payload::Sampler(_), Some(to)) = (at.opcode, at.payload, at.destination) {
            declared |= 1 << (to.register.number & 31);
        }
        let samplers = at.sources.iter().map(|source| source.register);
        for sampler in samplers.filter(|register| register.file == RegisterFile::Sampler) {
            if declared >> (sampler.number & 31) & 1 == 0 {
                return Err(ShaderError::Malformed {
                    offset: at.offset,
                    what: "a sampler that is not declared",
                });
            }
        }
    }
    Ok(())
}
