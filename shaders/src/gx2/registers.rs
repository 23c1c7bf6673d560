//! The register words that GX2 wants beside a program.

/// The registers of a vertex program, in the order of GX2's structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexRegisters {
    /// SQ_PGM_RESOURCES_VS: registers in bits 0–7, stack entries in bits 8–15.
    pub resources: u32,
    /// VGT_PRIMITIVEID_EN.
    pub primitive_id: u32,
    /// SPI_VS_OUT_CONFIG: parameters less one in bits 1–5.
    pub out_config: u32,
    /// How many of `out_ids` are used.
    pub out_id_count: u32,
    /// SPI_VS_OUT_ID: the semantics of parameters, a byte each.
    pub out_ids: [u32; 10],
    /// PA_CL_VS_OUT_CNTL.
    pub out_control: u32,
    /// SQ_VTX_SEMANTIC_CLEAR: a clear bit for each input that is fetched.
    pub semantic_clear: u32,
    /// How many of `semantics` are used.
    pub semantic_count: u32,
    /// SQ_VTX_SEMANTIC: the attribute of each register from R1 on, 0xFF for none.
    pub semantics: [u32; 32],
    /// VGT_STRMOUT_BUFFER_EN.
    pub stream_out: u32,
    /// VGT_VERTEX_REUSE_BLOCK_CNTL.
    pub reuse: u32,
    /// VGT_HOS_REUSE_DEPTH.
    pub reuse_depth: u32,
}

impl VertexRegisters {
    /// How many general registers the program needs.
    pub const fn gprs(&self) -> u32 {
        self.resources & 0xFF
    }
}

/// The registers of a vertex program that fetches `inputs` (`v0` in bit 0), exports `parameters` (1 or 2) of them, uses
/// `gprs` registers, and nests branches `depth` deep.
pub fn vertex(inputs: u16, parameters: u32, gprs: u8, depth: u32) -> VertexRegisters {
    let count = u16::BITS - inputs.leading_zeros();
    // Two entries more than branches: the hardware spills by whole entries of four.
    let stack = (depth + 2).div_ceil(4);
    let mut semantics = [0xFF; 32];
    let fetched = (0..16).filter(|input| inputs >> input & 1 != 0);
    fetched.for_each(|input| semantics[input as usize] = input);
    let mut out_ids = [u32::MAX; 10];
    // Parameter n has semantic n.
    out_ids[0] = (0..parameters).fold(u32::MAX, |word, id| word & !(0xFF << (8 * id)) | id << (8 * id));
    VertexRegisters {
        resources: u32::from(gprs) | stack << 8,
        primitive_id: 0,
        out_config: (parameters - 1) << 1,
        out_id_count: 1,
        out_ids,
        out_control: 0,
        semantic_clear: (0..count).fold(u32::MAX, |word, bit| word & !(1 << bit)),
        semantic_count: count,
        semantics,
        stream_out: 0,
        reuse: 14,
        reuse_depth: 16,
    }
}

/// The registers of a pixel program, in the order of GX2's structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelRegisters {
    /// SQ_PGM_RESOURCES_PS: registers in bits 0–7, stack entries in bits 8–15.
    pub resources: u32,
    /// SQ_PGM_EXPORTS_PS: colour targets in bits 1–4.
    pub exports: u32,
    /// SPI_PS_IN_CONTROL_0: the number of inputs, sampled at centres with perspective.
    pub in_control_0: u32,
    /// SPI_PS_IN_CONTROL_1.
    pub in_control_1: u32,
    /// How many of `inputs` are used.
    pub input_count: u32,
    /// SPI_PS_INPUT_CNTL: the semantic of each input, and what it is where none matches.
    pub inputs: [u32; 32],
    /// CB_SHADER_MASK.
    pub colour_mask: u32,
    /// CB_SHADER_CONTROL.
    pub colour_control: u32,
    /// DB_SHADER_CONTROL.
    pub depth_control: u32,
    /// SPI_INPUT_Z.
    pub input_z: u32,
}

/// The registers of a pixel program with `inputs` inputs, parameter n in Rn, that writes one colour target.
pub fn pixel(inputs: u32) -> PixelRegisters {
    let mut controls = [0; 32];
    // What no parameter matches reads as (0, 0, 0, 1).
    (0..inputs).for_each(|input| controls[input as usize] = 1 << 8 | input);
    PixelRegisters {
        resources: inputs,
        exports: 2,
        in_control_0: 0x1400_0000 | inputs,
        in_control_1: 0,
        input_count: inputs,
        inputs: controls,
        colour_mask: 0xF,
        colour_control: 1,
        depth_control: 0x10,
        input_z: 0,
    }
}
