//! Where a module's resources are bound: four groups, the WebGPU floor.
//!
//! | group | content |
//! |---|---|
//! | 0 | uniform blocks with dynamic offsets: see the `*_BLOCK` and [`DRAW`] bindings |
//! | 1 | fragment textures and samplers |
//! | 2 | vertex textures and samplers |
//! | 3 | lookup tables |
//!
//! Float blocks are `array<vec4<f32>, N>` with N the reached prefix. Integer blocks are
//! `struct { ints: array<vec4<i32>, 16>, bools: vec4<u32> }` (272 bytes; boolean `b#` is bit `#` of `bools.x`). Shaders of
//! software profiles that reach further have `more_bools: array<vec4<u32>, 16>` (a bit for each of the 2048 booleans, the
//! first 16 too) and `more_ints: array<vec4<i32>, 2032>` (from `i16` on) behind that.
//! The draw block is [`DrawBlock`]; fixed-function blocks are arrays of `vec4<f32>` like float blocks, see [`crate::fixed`].

use crate::interface::Stage;

/// The group of the uniform blocks.
pub const UNIFORMS: u32 = 0;
/// Binding of the vertex stage's float constants.
pub const VERTEX_FLOATS: u32 = 0;
/// Binding of the fragment stage's float constants.
pub const FRAGMENT_FLOATS: u32 = 1;
/// Binding of the vertex stage's integer and boolean constants.
pub const VERTEX_INTEGERS: u32 = 2;
/// Binding of the fragment stage's integer and boolean constants.
pub const FRAGMENT_INTEGERS: u32 = 3;
/// Binding of the draw block, which both stages may read.
pub const DRAW: u32 = 4;
/// Binding of the fixed-function vertex stage's constants, [`crate::fixed::VertexBlock`].
pub const FIXED_VERTEX: u32 = 5;
/// Binding of the fixed-function fragment stage's constants.
pub const FIXED_FRAGMENT: u32 = 6;
/// How many uniform blocks group 0 has.
pub const BLOCKS: usize = 7;

/// Size in bytes of an integer and boolean constant block.
pub const INTEGER_BLOCK_SIZE: u32 = 16 * 16 + 16;
/// Integer constants, and boolean constants, of software profiles.
pub const SOFTWARE_INTEGERS: u16 = 2048;
/// Where the booleans of software profiles start in the integer block.
pub const MORE_BOOLS: u32 = INTEGER_BLOCK_SIZE;
/// Where the integers from `i16` on start in the integer block.
pub const MORE_INTS: u32 = MORE_BOOLS + SOFTWARE_INTEGERS as u32 / 8;
/// Size in bytes of an integer and boolean constant block of software profiles.
pub const SOFTWARE_INTEGER_BLOCK_SIZE: u32 = MORE_INTS + (SOFTWARE_INTEGERS as u32 - 16) * 16;

/// Rows of 16 bytes that a uniform block holds on every adapter. A module that reaches more of them, which only
/// software profiles can, declares its float constants as read-only storage instead.
pub const UNIFORM_ROWS: u16 = 4096;

/// The group of a stage's textures and samplers.
#[must_use]
pub const fn texture_group(stage: Stage) -> u32 {
    match stage {
        Stage::Fragment => 1,
        Stage::Vertex => 2,
    }
}

/// The binding of the texture of sampler register `slot`.
#[must_use]
pub const fn texture(slot: u8) -> u32 {
    slot as u32 * 2
}

/// The binding of the sampler of sampler register `slot`.
#[must_use]
pub const fn sampler(slot: u8) -> u32 {
    slot as u32 * 2 + 1
}

/// State that shaders read implicitly, in rows of 16 bytes; the layout is the uniform block's.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct DrawBlock {
    /// Applied to every clip position at the end of the vertex stage:
    /// `clip.xy = clip.xy * transform.xy + transform.zw * clip.w`.
    ///
    /// It carries Direct3D 9's half pixel (`1 / width`, `-1 / height` of the viewport) and viewports that wgpu
    /// would refuse.
    pub transform: [f32; 4],
    /// The viewport in pixels: x, y, width, height (pre-transformed vertices read it).
    pub viewport: [f32; 4],
    /// x: point size in pixels, y: smallest, z: largest; w: alpha test reference, 0–1.
    pub point_and_alpha: [f32; 4],
    /// x: added to the depth of every vertex, for depths of 0–1 before the viewport's range is applied. y: added to the
    /// 255 steps from 0 to 1 that the alpha test tells apart; -255 has it compare values as they are.
    pub depth: [f32; 4],
    /// Of each texture stage: the matrix that moves coordinates, as m00, m01, m10, m11.
    pub bump: [[f32; 4]; 8],
    /// Of each texture stage: scale and offset of the luminance beside such a move.
    pub luminance: [[f32; 4]; 8],
    /// The colour of fixed-function fog; its alpha is not used.
    pub fog_color: [f32; 4],
    /// Of fixed-function fog, x: end, y: 1 / (end - start), z: density.
    pub fog: [f32; 4],
    /// What is added to the level of each fragment sampler whose key says so, four a row.
    pub lod_bias: [[f32; 4]; 4],
    /// Planes for clip positions, the active ones first: what has a negative product with one is cut off.
    pub clip_planes: [[f32; 4]; 6],
    /// The border colour of each sampler whose key says so, as r, g, b, a: sixteen of the fragment stage, then four of the
    /// vertex stage.
    pub border: [[f32; 4]; 20],
}
