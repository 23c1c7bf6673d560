//! What a translated shader asks of the program around it: inputs, varyings, constants, samplers, outputs.

use crate::varyings::{Semantic, Varyings};

/// The two programmable stages that legacy APIs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Runs once a vertex.
    Vertex,
    /// Runs once a fragment ("pixel shader" in Direct3D).
    Fragment,
}

/// The scalar class in which the vertex fetch delivers an attribute, and the decoding that the shader owes it.
///
/// Shaders of models 1 to 3 see floats only; wgpu wants the class of attribute and input to agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputClass {
    /// No element feeds this input; it reads as `(0, 0, 0, 0)`.
    Absent,
    /// Floats, or normalised integers: `vec4<f32>`, used as it is.
    #[default]
    Float,
    /// Unsigned integers, converted to float without scaling: `vec4<u32>`.
    Uint,
    /// Signed integers, converted to float without scaling: `vec4<i32>`.
    Sint,
    /// One `u32` of three unsigned 10-bit lanes, unscaled; w = 1.
    Udec3,
    /// One `u32` of three signed 10-bit lanes divided by 511; w = 1.
    Dec3n,
}

/// How a vertex stage makes points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Points {
    /// One pixel each, or no points at all.
    #[default]
    Pixels,
    /// Quads: each point is an instance of a triangle strip of four vertices, drawn from vertex 0, and attributes
    /// advance by instance. The size is the shader's, or that of the draw block.
    Quads,
    /// Such quads, on which every set of texture coordinates goes from (0, 0) at the upper left to (1, 1).
    Sprites,
}

/// One vertex input that a shader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexInput {
    /// The declared usage and index, by which a vertex declaration's elements are matched.
    pub semantic: Semantic,
    /// The `@location` of the input in the module (for DXSO: the number of the `v#` register).
    pub location: u8,
}

/// The dimensionality of the texture that a sampler register reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SamplerKind {
    /// A two-dimensional texture.
    #[default]
    D2,
    /// A cube map. Modules declare it as a 2D array of six layers in the order of `D3DCUBEMAP_FACES`, since
    /// Direct3D 9 does not filter across the edges of faces; addressing must clamp.
    Cube,
    /// A volume (three-dimensional) texture.
    Volume,
}

/// One sampler register that a shader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerUse {
    /// The register number, `s#`; bound at [`crate::binding::texture`] and [`crate::binding::sampler`].
    pub slot: u8,
    /// What kind of texture the module declares there.
    pub kind: SamplerKind,
    /// Whether it is a depth texture with a comparison sampler.
    pub compared: bool,
}

/// A constant row whose value belongs to the shader, not to the device: it replaces the device's row in
/// the float constant block whenever this shader is bound.
///
/// Present for `def`ined registers that the module cannot hold as literals (NaN, infinity) or that relative
/// addressing can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstantOverlay {
    /// The register number `c#`, a row of 16 bytes.
    pub row: u16,
    /// The bits of its four lanes.
    pub bits: [u32; 4],
}

/// Everything about a translated module that its user must know to bind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderInterface {
    /// The stage; it also fixes the entry point's name, see [`ShaderInterface::entry_point`].
    pub stage: Stage,
    /// Vertex stage: the inputs read, in the order of their locations. Empty for fragments.
    pub inputs: Vec<VertexInput>,
    /// Vertex stage: what the module writes (as its key asked). Fragment stage: what it reads.
    pub varyings: Varyings,
    /// Rows (16 bytes each) of the stage's float constant block that the module can reach: a prefix
    /// `0..float_rows`. Zero means that the block is not declared.
    pub float_rows: u16,
    /// Whether the float constants are read-only storage, not a uniform block: more than
    /// [`crate::binding::UNIFORM_ROWS`] of them.
    pub float_storage: bool,
    /// The float constants that the code names, and does not define as literals, by rising number. Subroutines count if
    /// they are called. With relative addressing the others of `float_rows` are in reach too.
    pub floats_read: Vec<u16>,
    /// The names in the shader's constant table, of constants and samplers.
    pub names: Vec<crate::dxso::ctab::NamedConstant>,
    /// Rows of the stage's fixed-function block ([`crate::binding::FIXED_VERTEX`], [`crate::binding::FIXED_FRAGMENT`])
    /// that the module declares: a prefix. Zero means that it does not declare the block.
    pub fixed_rows: u16,
    /// Whether the module declares the stage's integer and boolean constant block.
    pub integer_constants: bool,
    /// Whether that block is the larger one of software profiles, of [`crate::binding::SOFTWARE_INTEGER_BLOCK_SIZE`]
    /// bytes.
    pub software_integers: bool,
    /// Rows of the draw block ([`crate::binding::DRAW`]) that the module declares: a prefix. Zero means that it does not
    /// declare the block.
    pub draw_rows: u16,
    /// Rows that the shader itself defines.
    pub overlay: Vec<ConstantOverlay>,
    /// Samplers in use, by rising slot.
    pub samplers: Vec<SamplerUse>,
    /// Fragment stage: bit `i` is set when colour output `i` is written.
    pub color_outputs: u8,
    /// Fragment stage: whether the module writes depth.
    pub writes_depth: bool,
    /// Vertex stage: whether the guest shader writes a point size.
    pub writes_point_size: bool,
}

impl ShaderInterface {
    /// An interface with nothing in it.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            inputs: Vec::new(),
            varyings: Varyings::default(),
            float_rows: 0,
            float_storage: false,
            floats_read: Vec::new(),
            names: Vec::new(),
            fixed_rows: 0,
            integer_constants: false,
            software_integers: false,
            draw_rows: 0,
            overlay: Vec::new(),
            samplers: Vec::new(),
            color_outputs: 0,
            writes_depth: false,
            writes_point_size: false,
        }
    }

    /// The name of the module's only entry point: `vertex_main` or `fragment_main`.
    #[must_use]
    pub fn entry_point(&self) -> &'static str {
        match self.stage {
            Stage::Vertex => "vertex_main",
            Stage::Fragment => "fragment_main",
        }
    }
}

/// A validated module with its interface: what every translation in this crate returns.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The module; it has passed naga's validator.
    pub module: naga::Module,
    /// How to bind it.
    pub interface: ShaderInterface,
}
