//! The registers of one vertex or pixel.

use super::arithmetic::saturate;
use super::{PixelInput, PixelOutput, Vector};
use crate::dxso::program::{RegisterFile, Version};

/// Everything that differs between pixels of a quad.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) temporaries: [Vector; 32],
    pub(super) inputs: [Vector; 16],
    /// `t#`; from `ps_1_0` to `ps_1_3` also what was sampled.
    pub(super) textures: [Vector; 8],
    /// `t#` as they came.
    pub(super) coordinates: [Vector; 8],
    pub(super) misc: [Vector; 2],
    pub(super) address: [i32; 4],
    pub(super) predicate: [bool; 4],
    pub(super) raster: [Vector; 3],
    pub(super) attributes: [Vector; 2],
    pub(super) texcoords: [Vector; 8],
    pub(super) outputs: [Vector; 16],
    pub(super) colors: [Vector; 4],
    pub(super) depth: [Vector; 1],
    pub(super) writes_depth: bool,
    /// Rows of the matrices of `texm3x2*` and `texm3x3*`, by stage.
    pub(super) rows: [f32; 8],
    pub(super) killed: bool,
}

impl Default for Thread {
    fn default() -> Self {
        Self {
            temporaries: [[0.0; 4]; 32],
            inputs: [[0.0; 4]; 16],
            textures: [[0.0; 4]; 8],
            coordinates: [[0.0; 4]; 8],
            misc: [[0.0; 4]; 2],
            address: [0; 4],
            predicate: [false; 4],
            raster: [[0.0; 4]; 3],
            attributes: [[0.0; 4]; 2],
            texcoords: [[0.0; 4]; 8],
            outputs: [[0.0; 4]; 16],
            colors: [[0.0; 4]; 4],
            depth: [[0.0; 4]; 1],
            writes_depth: false,
            rows: [0.0; 8],
            killed: false,
        }
    }
}

impl Thread {
    pub(super) fn pixel(input: &PixelInput) -> Self {
        let mut thread = Self::default();
        thread.inputs[..input.inputs.len()].copy_from_slice(&input.inputs);
        thread.textures = input.coordinates;
        thread.coordinates = input.coordinates;
        let [x, y] = input.position;
        thread.misc = [[x, y, 0.0, 0.0], [if input.front { 1.0 } else { -1.0 }; 4]];
        thread
    }

    /// The vectors of a register file; empty for files of other kinds.
    pub(super) fn file(&self, file: RegisterFile) -> &[Vector] {
        match file {
            RegisterFile::Temp => &self.temporaries,
            RegisterFile::Input => &self.inputs,
            RegisterFile::Texture => &self.textures,
            RegisterFile::Misc => &self.misc,
            RegisterFile::RasterOut => &self.raster,
            RegisterFile::AttributeOut => &self.attributes,
            RegisterFile::TexcoordOut => &self.texcoords,
            RegisterFile::Output => &self.outputs,
            RegisterFile::ColorOut => &self.colors,
            RegisterFile::DepthOut => &self.depth,
            _ => &[],
        }
    }

    /// As [`Thread::file`], of those that instructions write.
    pub(super) fn file_mut(&mut self, file: RegisterFile) -> &mut [Vector] {
        match file {
            RegisterFile::Temp => &mut self.temporaries,
            RegisterFile::Texture => &mut self.textures,
            RegisterFile::RasterOut => &mut self.raster,
            RegisterFile::AttributeOut => &mut self.attributes,
            RegisterFile::TexcoordOut => &mut self.texcoords,
            RegisterFile::Output => &mut self.outputs,
            RegisterFile::ColorOut => &mut self.colors,
            RegisterFile::DepthOut => &mut self.depth,
            _ => &mut [],
        }
    }

    /// What a pixel shader gave.
    pub(super) fn output(&self, version: Version) -> PixelOutput {
        let mut colors = self.colors;
        if version.major == 1 {
            colors[0] = self.temporaries[0];
        }
        let depth = self.writes_depth.then(|| saturate(self.depth[0][0]));
        PixelOutput { colors, depth, killed: self.killed }
    }
}
