//! The calls that the adapter makes.

use retrograph_shaders::gx2::registers::{PixelRegisters, VertexRegisters};

use crate::reference::Wrap;

/// A block of memory that both processors see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// What names it towards [`Gx2Calls`].
    pub id: u32,
    /// Its size in bytes.
    pub bytes: u32,
}

/// How the texels of a surface lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Row after row.
    Linear,
    /// As the GPU likes it; only the GPU's own copies read and write such a surface.
    Optimal,
}

/// A surface of RGBA8 texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The width in texels.
    pub width: u32,
    /// The height in texels.
    pub height: u32,
    /// How the texels lie.
    pub tiling: Tiling,
    /// Texels from row to row.
    pub pitch: u32,
    /// The memory.
    pub block: Block,
}

/// What the GPU reads or writes at a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// Shader programs.
    Shader,
    /// Vertices.
    Attributes,
    /// Texels that are read.
    Texture,
    /// Texels that are drawn.
    ColorBuffer,
}

/// An attribute of the vertex buffer: four big-endian floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// The location, which is the number of the input register.
    pub location: u32,
    /// Bytes from the start of a vertex.
    pub offset: u32,
}

/// Which faces are left out; the front is counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CullMode {
    /// None.
    None,
    /// The front.
    Front,
    /// The back.
    Back,
}

/// A rectangle of pixels, counted from the left and the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle<T> {
    /// The left edge.
    pub x: T,
    /// The upper edge.
    pub y: T,
    /// The width.
    pub width: T,
    /// The height.
    pub height: T,
}

/// A sampler of the nearest texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointSampler {
    /// What lies left and right.
    pub wrap_s: Wrap,
    /// What lies below and above.
    pub wrap_t: Wrap,
}

/// The calls of GX2, and of the allocator beside it, in the terms that the adapter has.
///
/// Calls that answer `bool` or `Option` may fail; all others set state or record commands, which take effect in order.
pub trait Gx2Calls {
    /// Memory at a multiple of `alignment`.
    fn allocate(&mut self, bytes: u32, alignment: u32) -> Option<Block>;
    /// Gives memory back. The GPU does not use it any more.
    fn free(&mut self, block: Block);
    /// Stores bytes from the CPU.
    fn store(&mut self, block: Block, offset: u32, bytes: &[u8]);
    /// Loads bytes on the CPU.
    fn load(&mut self, block: Block, offset: u32, bytes: &mut [u8]);
    /// Writes the CPU's cache lines of a block back (`DCFlushRange`).
    fn flush(&mut self, block: Block);
    /// Drops the CPU's cache lines of a block (`DCInvalidateRange`).
    fn invalidate_cpu(&mut self, block: Block);
    /// Makes the GPU see what was flushed, or complete what it drew (`GX2Invalidate`).
    fn invalidate(&mut self, view: View, block: Block);
    /// Size, alignment and pitch in texels that a surface of RGBA8 texels needs (`GX2CalcSurfaceSizeAndAlignment`).
    fn surface_layout(&mut self, width: u32, height: u32, tiling: Tiling) -> (u32, u32, u32);
    /// Switches to the context state of scenes (`GX2SetContextState`).
    fn set_scene_context(&mut self);
    /// Switches back to the context state of presentation.
    fn restore_presentation_context(&mut self);
    /// Sets uniform registers and the general registers of vertex programs (`GX2SetShaderModeEx`).
    fn set_shader_mode(&mut self, vertex_registers: u32);
    /// Sets the target (`GX2SetColorBuffer`).
    fn set_color_buffer(&mut self, surface: Surface);
    /// Turns depth, stencil, alpha test, blending and clipping of Z off, and all colour writes on.
    fn set_plain_output(&mut self);
    /// Sets the viewport (`GX2SetViewport`).
    fn set_viewport(&mut self, area: Rectangle<f32>);
    /// Sets the scissor (`GX2SetScissor`).
    fn set_scissor(&mut self, area: Rectangle<u32>);
    /// Sets culling (`GX2SetCullOnlyControl`).
    fn set_cull(&mut self, mode: CullMode);
    /// Makes a fetch shader for these attributes and sets it with the vertex program (`GX2SetVertexShader`).
    fn set_vertex_shader(
        &mut self,
        program: Block,
        bytes: u32,
        registers: &VertexRegisters,
        attributes: &[Attribute],
    );
    /// Sets the pixel program (`GX2SetPixelShader`).
    fn set_pixel_shader(&mut self, program: Block, bytes: u32, registers: &PixelRegisters);
    /// Sets uniform registers of the vertex program (`GX2SetVertexUniformReg`): the first one in units of a float, how many
    /// floats, and their bits.
    fn set_vertex_uniform(&mut self, offset: u32, count: u32, bits: [u32; 4]);
    /// Sets the vertex buffer (`GX2SetAttribBuffer`).
    fn set_attribute_buffer(&mut self, block: Block, bytes: u32, stride: u32);
    /// Sets texture 0 (`GX2SetPixelTexture`).
    fn set_texture(&mut self, surface: Surface);
    /// Sets sampler 0 (`GX2SetPixelSampler`).
    fn set_sampler(&mut self, sampler: PointSampler);
    /// Draws triangles (`GX2DrawEx`).
    fn draw_triangles(&mut self, vertices: u32);
    /// Copies a surface to one of another tiling (`GX2CopySurface`).
    fn copy_surface(&mut self, from: Surface, to: Surface);
    /// Waits until all commands are executed (`GX2DrawDone`); false if they are not after a while.
    fn done(&mut self) -> bool;
    /// Ends graphics; afterwards the GPU uses no memory.
    fn shutdown(&mut self);
}
