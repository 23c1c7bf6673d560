//! What vertex shaders take.

use super::Vec4;
use crate::state::ShaderState;

/// Input values of vertices, those that are there and no others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The input register of each value of a vertex; none twice. Other registers read as zero.
    pub registers: Vec<u8>,
    /// The values, vertex by vertex.
    pub values: Vec<Vec4>,
    /// How many vertices there are.
    pub count: usize,
}

impl Inputs {
    /// The values of a vertex, in the order of `registers`.
    #[must_use]
    pub fn vertex(&self, index: usize) -> &[Vec4] {
        let lanes = self.registers.len();
        self.values.get(index * lanes..(index + 1) * lanes).unwrap_or(&[])
    }

    /// All sixteen input registers of a vertex.
    #[must_use]
    pub fn expand(&self, index: usize) -> [Vec4; 16] {
        let mut all = [[0.0; 4]; 16];
        for (&register, &value) in self.registers.iter().zip(self.vertex(index)) {
            all[usize::from(register & 15)] = value;
        }
        all
    }

    /// Which attributes go to which registers: the last attribute of a register wins.
    pub(crate) fn routes(shader: &ShaderState, attributes: u8) -> Vec<(usize, u8)> {
        let count = usize::from(attributes.min(shader.inputs).min(16));
        let all = &shader.permutation[..count];
        let is_last = |&(at, register): &(usize, u8)| !all[at + 1..].contains(&register);
        all.iter().copied().enumerate().filter(is_last).collect()
    }
}
