//! Writing.

use super::layout::{
    BLOCK_MAGIC, DATA, END, FILE_MAGIC, FLOAT4, HEADER_SIZE, OFFSET_MASK, PIXEL_HEADER, PIXEL_PROGRAM,
    SAMPLER_2D, TEXT, TRAILER_MAGIC, TRAILER_SIZE, VERTEX_HEADER, VERTEX_PROGRAM,
};
use super::{GfdError, PixelShader, ShaderFile, VertexShader};

/// Big-endian words.
#[derive(Default)]
struct Words(Vec<u32>);

impl Words {
    fn put(&mut self, values: &[u32]) {
        self.0.extend_from_slice(values);
    }

    fn len(&self) -> u32 {
        self.0.len() as u32 * 4
    }
}

/// A block of a structure, its arrays and names, with its pointers.
#[derive(Default)]
struct Structure {
    data: Words,
    text: Vec<u8>,
    /// Where pointers stand, tagged; those to names hold the name's offset in `text` so far.
    pointers: Vec<u32>,
    names: Vec<usize>,
}

impl Structure {
    /// Points a word of the structure at the next array, if that has rows.
    fn array(&mut self, at: usize, rows: usize) {
        self.data.0[at / 4 - 1] = rows as u32;
        if rows > 0 {
            self.data.0[at / 4] = self.data.len() | DATA;
            self.pointers.push(at as u32 | DATA);
        }
    }

    /// Appends a pointer to a name.
    fn name(&mut self, name: &str) {
        self.names.push(self.data.0.len());
        self.pointers.push(self.data.len() | DATA);
        self.data.put(&[self.text.len() as u32]);
        self.text.extend(name.bytes().chain([0]));
        self.text.resize(self.text.len().next_multiple_of(4), 0);
    }

    fn finish(mut self) -> Result<Vec<u8>, GfdError> {
        let text = self.data.len();
        for &index in &self.names {
            self.data.0[index] = (self.data.0[index] + text) | TEXT;
        }
        let patches = text + self.text.len() as u32;
        let total = patches as usize + self.pointers.len() * 4 + TRAILER_SIZE as usize;
        if total > OFFSET_MASK as usize {
            return Err(GfdError::TooLarge("names and arrays are"));
        }
        let mut bytes = big_endian(&self.data.0);
        bytes.extend(&self.text);
        bytes.extend(big_endian(&self.pointers));
        let trailer = [
            TRAILER_MAGIC,
            TRAILER_SIZE,
            0,
            text,
            DATA,
            self.text.len() as u32,
            text | DATA,
            0,
            self.pointers.len() as u32,
            patches | DATA,
        ];
        bytes.extend(big_endian(&trailer));
        Ok(bytes)
    }
}

fn big_endian(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Writes a file of two shaders.
///
/// # Errors
/// [`GfdError::TooLarge`] for names and arrays of a megabyte, and programs of four gigabytes.
pub fn write(file: &ShaderFile) -> Result<Vec<u8>, GfdError> {
    let mut bytes = big_endian(&[FILE_MAGIC, HEADER_SIZE, 7, 1, 2, 1, 0, 0]);
    let programs = [&file.vertex.program, &file.pixel.program];
    let [vertex, pixel] = programs.map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
    block(&mut bytes, VERTEX_HEADER, &vertex_header(&file.vertex)?)?;
    block(&mut bytes, VERTEX_PROGRAM, &vertex)?;
    block(&mut bytes, PIXEL_HEADER, &pixel_header(&file.pixel)?)?;
    block(&mut bytes, PIXEL_PROGRAM, &pixel)?;
    block(&mut bytes, END, &Vec::new())?;
    Ok(bytes)
}

fn block(bytes: &mut Vec<u8>, kind: u32, data: &Vec<u8>) -> Result<(), GfdError> {
    let size = u32::try_from(data.len()).map_err(|_| GfdError::TooLarge("a block is"))?;
    bytes.extend(big_endian(&[BLOCK_MAGIC, HEADER_SIZE, 1, 0, kind, size, 0, 0]));
    bytes.extend(data);
    Ok(())
}

fn vertex_header(shader: &VertexShader) -> Result<Vec<u8>, GfdError> {
    let registers = &shader.registers;
    let mut structure = Structure::default();
    let data = &mut structure.data;
    data.put(&[registers.resources, registers.primitive_id, registers.out_config, registers.out_id_count]);
    data.put(&registers.out_ids);
    data.put(&[registers.out_control, registers.semantic_clear, registers.semantic_count]);
    data.put(&registers.semantics);
    data.put(&[registers.stream_out, registers.reuse, registers.reuse_depth]);
    // The program's size, place and mode; then counts and places of arrays; ring items, streams, and the buffer.
    data.put(&[shader.program.len() as u32 * 4, 0, 0]);
    data.put(&[0; 22]);
    structure.array(0xE8, shader.uniforms.len());
    for uniform in &shader.uniforms {
        structure.name(&uniform.name);
        structure.data.put(&[FLOAT4, uniform.count, uniform.offset, u32::MAX]);
    }
    structure.array(0x108, shader.attributes.len());
    for attribute in &shader.attributes {
        structure.name(&attribute.name);
        structure.data.put(&[FLOAT4, 0, attribute.location]);
    }
    structure.finish()
}

fn pixel_header(shader: &PixelShader) -> Result<Vec<u8>, GfdError> {
    let registers = &shader.registers;
    let mut structure = Structure::default();
    let data = &mut structure.data;
    data.put(&[registers.resources, registers.exports, registers.in_control_0, registers.in_control_1]);
    data.put(&[registers.input_count]);
    data.put(&registers.inputs);
    data.put(&[registers.colour_mask, registers.colour_control, registers.depth_control, registers.input_z]);
    data.put(&[shader.program.len() as u32 * 4, 0, 0]);
    data.put(&[0; 14]);
    structure.array(0xD4, shader.samplers.len());
    for sampler in &shader.samplers {
        structure.name(&sampler.name);
        structure.data.put(&[SAMPLER_2D, sampler.location]);
    }
    structure.finish()
}
