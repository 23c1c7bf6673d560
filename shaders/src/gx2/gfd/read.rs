//! Reading.

use super::layout::{
    BLOCK_MAGIC, DATA, END, FILE_MAGIC, FLOAT4, HEADER_SIZE, OFFSET_MASK, PIXEL_HEADER, PIXEL_PROGRAM,
    PIXEL_SIZE, SAMPLER_2D, TEXT, TRAILER_MAGIC, TRAILER_SIZE, VERTEX_HEADER, VERTEX_PROGRAM, VERTEX_SIZE,
};
use super::{Attribute, GfdError, PixelShader, Sampler, ShaderFile, UniformVariable, VertexShader};
use crate::gx2::registers::{PixelRegisters, VertexRegisters};

/// Bytes of a name, and rows of an array: many pointers may share a place, and all are copied.
const MAX_NAME: usize = 512;
const MAX_ROWS: usize = 256;

/// A block's data and where it stands in the file.
#[derive(Clone, Copy)]
struct Block<'a> {
    data: &'a [u8],
    base: usize,
}

impl Block<'_> {
    fn word(self, what: &'static str, offset: usize) -> Result<u32, GfdError> {
        let bytes = self.data.get(offset..).and_then(|rest| rest.first_chunk());
        bytes
            .map(|&bytes| u32::from_be_bytes(bytes))
            .ok_or(GfdError::Outside { what, offset: self.base + offset })
    }

    fn words<const N: usize>(self, what: &'static str, offset: usize) -> Result<[u32; N], GfdError> {
        let mut words = [0; N];
        for (index, word) in words.iter_mut().enumerate() {
            *word = self.word(what, offset + index * 4)?;
        }
        Ok(words)
    }

    fn value(
        self,
        what: &'static str,
        offset: usize,
        is_known: impl Fn(u32) -> bool,
    ) -> Result<u32, GfdError> {
        match self.word(what, offset)? {
            value if is_known(value) => Ok(value),
            value => Err(GfdError::Value { what, offset: self.base + offset, value }),
        }
    }

    /// The offsets of an array's rows; its count stands at `at`, its place behind that.
    fn rows(self, what: &'static str, at: usize, size: usize) -> Result<Vec<usize>, GfdError> {
        let count = self.word(what, at)? as usize;
        if count == 0 {
            return Ok(Vec::new());
        }
        let place = self.value(what, at + 4, |place| place & !OFFSET_MASK == DATA)? & OFFSET_MASK;
        let place = place as usize;
        if count > MAX_ROWS || place + count * size > self.data.len() {
            return Err(GfdError::Outside { what, offset: self.base + place });
        }
        Ok((0..count).map(|index| place + index * size).collect())
    }

    fn name(self, at: usize) -> Result<String, GfdError> {
        let place =
            self.value("the place of a name", at, |place| place & !OFFSET_MASK == TEXT)? & OFFSET_MASK;
        let error = GfdError::Name { offset: self.base + place as usize };
        let rest = self.data.get(place as usize..).ok_or(error)?;
        let end = rest.iter().take(MAX_NAME).position(|&byte| byte == 0).ok_or(error)?;
        String::from_utf8(rest[..end].to_vec()).map_err(|_| error)
    }

    /// Checks the table of pointers behind the structure.
    fn trailer(self) -> Result<(), GfdError> {
        let what = "the table of pointers";
        let start = self.data.len().checked_sub(TRAILER_SIZE as usize);
        let start = start.ok_or(GfdError::Outside { what, offset: self.base })?;
        self.value(what, start, |magic| magic == TRAILER_MAGIC)?;
        let (count, place) = (self.word(what, start + 0x20)?, self.word(what, start + 0x24)? & OFFSET_MASK);
        let end = u64::from(count) * 4 + u64::from(place);
        if end > start as u64 {
            return Err(GfdError::Value { what, offset: self.base + start + 0x20, value: count });
        }
        for index in 0..count as usize {
            let at = place as usize + index * 4;
            self.value(what, at, |pointer| (pointer & OFFSET_MASK) as usize + 4 <= start)?;
        }
        Ok(())
    }

    /// A program's words, as many as its structure says.
    fn program(self, size: u32) -> Result<Vec<u32>, GfdError> {
        if size as usize != self.data.len() || !size.is_multiple_of(8) {
            return Err(GfdError::Value { what: "the size of a program", offset: self.base, value: size });
        }
        Ok(self.data.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect())
    }
}

/// Reads a file of a vertex and a pixel shader. Blocks of other kinds are passed over.
///
/// # Errors
/// See [`GfdError`].
pub fn read(bytes: &[u8]) -> Result<ShaderFile, GfdError> {
    let file = Block { data: bytes, base: 0 };
    file.value("the file's magic", 0, |magic| magic == FILE_MAGIC)?;
    let mut at = file.value("the file's header", 4, |size| size == HEADER_SIZE)? as usize;
    let mut found = [None; 4];
    loop {
        file.value("a block's magic", at, |magic| magic == BLOCK_MAGIC)?;
        file.value("a block's header", at + 4, |size| size == HEADER_SIZE)?;
        let (kind, size) = (file.word("a block's kind", at + 0x10)?, file.word("a block's size", at + 0x14)?);
        let base = at + HEADER_SIZE as usize;
        let data = bytes.get(base..).and_then(|rest| rest.get(..size as usize));
        let data = data.ok_or(GfdError::Outside { what: "a block", offset: base })?;
        let kinds = [VERTEX_HEADER, VERTEX_PROGRAM, PIXEL_HEADER, PIXEL_PROGRAM];
        if kind == END {
            break;
        }
        if let Some(index) = kinds.iter().position(|&known| known == kind) {
            found[index].get_or_insert(Block { data, base });
        }
        at = base + size as usize;
    }
    let block = |index: usize, name| found[index].ok_or(GfdError::Missing(name));
    Ok(ShaderFile {
        vertex: vertex(block(0, "vertex shader")?, block(1, "vertex program")?)?,
        pixel: pixel(block(2, "pixel shader")?, block(3, "pixel program")?)?,
    })
}

fn vertex(block: Block<'_>, program: Block<'_>) -> Result<VertexShader, GfdError> {
    let what = "a vertex shader's structure";
    block.word(what, VERTEX_SIZE - 4)?;
    block.trailer()?;
    let [resources, primitive_id, out_config] = block.words(what, 0)?;
    let out_id_count = block.value("the number of semantics", 0x0C, |count| count <= 10)?;
    let [out_control, semantic_clear] = block.words(what, 0x38)?;
    let semantic_count = block.value("the number of attributes", 0x40, |count| count <= 32)?;
    let [stream_out, reuse, reuse_depth, size] = block.words(what, 0xC4)?;
    let registers = VertexRegisters {
        resources,
        primitive_id,
        out_config,
        out_id_count,
        out_ids: block.words(what, 0x10)?,
        out_control,
        semantic_clear,
        semantic_count,
        semantics: block.words(what, 0x44)?,
        stream_out,
        reuse,
        reuse_depth,
    };
    let mut uniforms = Vec::new();
    for row in block.rows("the uniforms", 0xE4, 20)? {
        block.value("a uniform's type", row + 4, |kind| kind == FLOAT4)?;
        let (count, offset) = (block.word("a uniform", row + 8)?, block.word("a uniform", row + 12)?);
        uniforms.push(UniformVariable { name: block.name(row)?, count, offset });
    }
    let mut attributes = Vec::new();
    for row in block.rows("the attributes", 0x104, 16)? {
        block.value("an attribute's type", row + 4, |kind| kind == FLOAT4)?;
        attributes
            .push(Attribute { name: block.name(row)?, location: block.word("an attribute", row + 12)? });
    }
    Ok(VertexShader { registers, program: program.program(size)?, attributes, uniforms })
}

fn pixel(block: Block<'_>, program: Block<'_>) -> Result<PixelShader, GfdError> {
    let what = "a pixel shader's structure";
    block.word(what, PIXEL_SIZE - 4)?;
    block.trailer()?;
    let [resources, exports, in_control_0, in_control_1] = block.words(what, 0)?;
    let input_count = block.value("the number of inputs", 0x10, |count| count <= 32)?;
    let [colour_mask, colour_control, depth_control, input_z, size] = block.words(what, 0x94)?;
    let registers = PixelRegisters {
        resources,
        exports,
        in_control_0,
        in_control_1,
        input_count,
        inputs: block.words(what, 0x14)?,
        colour_mask,
        colour_control,
        depth_control,
        input_z,
    };
    let mut samplers = Vec::new();
    for row in block.rows("the samplers", 0xD0, 12)? {
        block.value("a sampler's type", row + 4, |kind| kind == SAMPLER_2D)?;
        samplers.push(Sampler { name: block.name(row)?, location: block.word("a sampler", row + 8)? });
    }
    Ok(PixelShader { registers, program: program.program(size)?, samplers })
}
