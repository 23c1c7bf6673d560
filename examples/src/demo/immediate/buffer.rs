//! Execute buffers: vertices of 32 bytes, and instructions behind them.

use glam::Mat4;

use super::{Immediate, Object, Result};
use retrograph_d3dim::{GuestMemory as _, Interface};

/// What `PROCESSVERTICES` does with vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// `D3DVERTEX`: transformed and lit.
    Light = 0,
    /// `D3DLVERTEX`: transformed.
    Transform = 1,
    /// `D3DTLVERTEX`: taken as they are.
    Copy = 2,
}

/// A buffer in the making.
#[derive(Clone, Debug, Default)]
pub struct Instructions {
    vertices: Vec<[u32; 8]>,
    words: Vec<u32>,
}

impl Instructions {
    fn push(&mut self, opcode: u32, elements: &[u32], words: u32) {
        let count = elements.len() as u32 / words;
        self.words.push(opcode | words << 10 | count << 16);
        self.words.extend(elements);
    }

    /// `STATERENDER`
    pub fn states(&mut self, states: &[(u32, u32)]) -> &mut Self {
        let words: Vec<u32> = states.iter().flat_map(|&(state, value)| [state, value]).collect();
        self.push(8, &words, 2);
        self
    }

    /// `STATELIGHT`
    pub fn light_states(&mut self, states: &[(u32, u32)]) -> &mut Self {
        let words: Vec<u32> = states.iter().flat_map(|&(state, value)| [state, value]).collect();
        self.push(7, &words, 2);
        self
    }

    /// `STATETRANSFORM` of world (1), view (2) or projection (3).
    pub fn transform(&mut self, which: u32, matrix: u32) -> &mut Self {
        self.push(6, &[which, matrix], 2);
        self
    }

    /// `PROCESSVERTICES` of new vertices, and `TRIANGLE`s of them.
    pub fn triangles(&mut self, process: Process, vertices: &[[u32; 8]], corners: &[u16]) -> &mut Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(vertices);
        self.push(9, &[process as u32, first | first << 16, vertices.len() as u32, 0], 4);
        let triangles: Vec<u32> = corners
            .chunks_exact(3)
            .flat_map(|corner| {
                let [a, b, c] = [corner[0], corner[1], corner[2]].map(|corner| u32::from(corner) + first);
                // All three edges are there.
                [a | b << 16, c | 0x700 << 16]
            })
            .collect();
        for triangles in triangles.chunks(2 * 0xFFFF) {
            self.push(3, triangles, 2);
        }
        self
    }

    /// Makes the buffer of the guest.
    ///
    /// # Errors
    /// The call that failed.
    pub fn finish(&mut self, program: &mut Immediate) -> Result<Object> {
        self.words.push(11);
        let bytes: &[u8] = bytemuck::cast_slice(&self.vertices);
        let start = u32::try_from(bytes.len())?;
        let bytes = [bytes, bytemuck::cast_slice(&self.words)].concat();
        let size = u32::try_from(bytes.len())?;
        let device = program.device;
        let buffer = program.placed(&[20u32, 1, 0, size, 0], |program, desc| {
            program.make(device, "CreateExecuteBuffer", &[desc, 0], 1)
        })?;
        let buffer = (Interface::Direct3DExecuteBuffer, buffer);
        program.placed(&[20u32, 0, 0, 0, 0], |program, desc| {
            program.call(buffer, "Lock", &[desc])?;
            let address = program.word(desc + 16)?;
            program.memory.write(address, &bytes)?;
            program.call(buffer, "Unlock", &[])
        })?;
        let mut data = [0u32; 12];
        data[..5].copy_from_slice(&[48, 0, self.vertices.len() as u32, start, size - start]);
        program.placed(&data, |program, data| program.call(buffer, "SetExecuteData", &[data]))?;
        Ok(buffer)
    }
}

/// A vertex that is lit: place, normal, texture coordinates.
#[must_use]
pub fn vertex(place: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> [u32; 8] {
    let ([x, y, z], [a, b, c]) = (place.map(f32::to_bits), normal.map(f32::to_bits));
    let [u, v] = uv.map(f32::to_bits);
    [x, y, z, a, b, c, u, v]
}

/// A vertex with a colour: place, colour, texture coordinates.
#[must_use]
pub fn colored(place: [f32; 3], color: u32, uv: [f32; 2]) -> [u32; 8] {
    let ([x, y, z], [u, v]) = (place.map(f32::to_bits), uv.map(f32::to_bits));
    [x, y, z, 0, color, 0, u, v]
}

/// A vertex that is a place in pixels.
#[must_use]
pub fn on_screen(place: [f32; 2], color: u32) -> [u32; 8] {
    let [x, y] = place.map(f32::to_bits);
    [x, y, 0.5f32.to_bits(), 1.0f32.to_bits(), color, 0, 0, 0]
}

impl Immediate {
    /// A matrix for column vectors by handle.
    ///
    /// # Errors
    /// The call that failed.
    pub fn matrix(&mut self, matrix: Mat4) -> Result<u32> {
        let device = self.device;
        let handle = self.make(device, "CreateMatrix", &[], 0)?;
        // The transpose of a matrix by columns is the same words by rows.
        self.placed(&matrix.to_cols_array(), |program, words| {
            program.on_device("SetMatrix", &[handle, words])
        })?;
        Ok(handle)
    }

    /// A material's handle: diffuse, which is ambient too, highlights and their power.
    ///
    /// # Errors
    /// The call that failed.
    pub fn material(&mut self, diffuse: [f32; 3], specular: [f32; 3], power: f32) -> Result<u32> {
        let (d3d, device) = (self.d3d, self.device);
        let kind = if d3d.0 == Interface::Direct3D {
            Interface::Direct3DMaterial
        } else {
            Interface::Direct3DMaterial3
        };
        let material = (kind, self.make(d3d, "CreateMaterial", &[0], 0)?);
        let mut floats = [0.0f32; 20];
        for (at, color) in [(1, diffuse), (5, diffuse), (9, specular)] {
            floats[at..at + 3].copy_from_slice(&color);
            floats[at + 3] = 1.0;
        }
        floats[17] = power;
        let mut words = floats.map(f32::to_bits);
        words[0] = 80;
        self.placed(&words, |program, words| program.call(material, "SetMaterial", &[words]))?;
        self.make(material, "GetHandle", &[device.1], 1)
    }
}
