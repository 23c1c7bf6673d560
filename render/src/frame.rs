//! A frame: everything one stretch of guest calls asked for, as owned plain data.
//!
//! A frame borrows from nothing: it can be sent to another thread, dumped, replayed and compared. It holds
//! *state groups* that draws name by index, two *logs* (uniform block writes and texture bindings) that draws
//! name by a cursor into them, one arena of bytes, an ordered prefix of uploads, and the commands.

mod command;
mod state;
mod target;

pub use command::{
    Clear, ClearPlanes, Command, CopyTexture, Draw, GenerateMips, IndexFormat, Indices, Place,
    PresentTexture, PresenterId, ReadTexture, StretchTexture, TextureLocation, Topology, Upload,
    UploadTarget,
};
pub use state::{
    AddressMode, AttributeSource, BindingWrite, Blend, BlendComponent, BlockWrite, BorderColor, ColorBlend,
    DepthState, Filter, RasterState, SamplerState, StencilFace, StencilState, TextureBinding,
    VertexAttribute, VertexInput, VertexStream, ViewKind, Viewport,
};
pub use target::{Attachment, Rect, Targets};

use crate::resource::{BufferDesc, BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId};
use serde::{Deserialize, Serialize};

/// A range of bytes in a frame's arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArenaRange {
    /// Where it starts, a multiple of 4.
    pub offset: u32,
    /// Its length in bytes.
    pub size: u32,
}

/// The pair of shaders of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// The vertex stage.
    pub vertex: ShaderId,
    /// The fragment stage.
    pub fragment: ShaderId,
}

/// A resource that comes into being or ends with this frame.
#[derive(Clone, Debug)]
pub enum ResourceEvent {
    /// A new texture; its content is zero.
    CreateTexture(TextureId, TextureDesc),
    /// A new buffer; its content is zero.
    CreateBuffer(BufferId, BufferDesc),
    /// A new shader.
    CreateShader(ShaderId, ShaderDesc),
}

/// A resource that the guest let go of; it dies after the frame has been encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// A texture.
    Texture(TextureId),
    /// A buffer.
    Buffer(BufferId),
    /// A shader.
    Shader(ShaderId),
}

/// One frame. See the module's description.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Resources that this frame's commands may name for the first time.
    #[serde(skip)]
    pub created: Vec<ResourceEvent>,
    /// Resources that no later frame names.
    #[serde(skip)]
    pub released: Vec<Release>,
    /// Rasterizer, depth-stencil and blend state.
    pub rasters: Vec<RasterState>,
    /// Vertex streams, attributes and the index buffer.
    pub inputs: Vec<VertexInput>,
    /// Shader pairs.
    pub programs: Vec<Program>,
    /// Viewports with their scissor.
    pub viewports: Vec<Viewport>,
    /// Attachment sets.
    pub targets: Vec<Targets>,
    /// Log of texture and sampler bindings; every frame starts with nothing bound.
    pub bindings: Vec<BindingWrite>,
    /// Log of uniform block writes; every frame starts with blocks of zeros.
    pub blocks: Vec<BlockWrite>,
    /// The ordered prefix of uploads, executed before all commands.
    pub uploads: Vec<Upload>,
    /// The commands, in guest order.
    pub commands: Vec<Command>,
    /// Rectangles of clears.
    pub rects: Vec<Rect>,
    /// The bytes of uploads, block writes and user-pointer vertices.
    #[serde(with = "serde_bytes")]
    pub arena: Vec<u8>,
    /// What is shown after the frame.
    #[serde(skip)]
    pub present: Option<PresentTexture>,
}

/// Arenas up to this many bytes are kept whatever they hold.
const LARGE_ARENA: usize = 16 << 20;

impl Frame {
    /// The bytes of a range.
    ///
    /// # Panics
    /// Panics when the range is not of this frame.
    #[must_use]
    pub fn bytes(&self, range: ArenaRange) -> &[u8] {
        &self.arena[range.offset as usize..][..range.size as usize]
    }

    /// Empties the frame and keeps its allocations, save an arena that once was far larger than it needed to be.
    pub fn clear(&mut self) {
        let capacity = self.arena.capacity();
        if capacity > LARGE_ARENA && self.arena.len() < capacity / 8 {
            self.arena.shrink_to(capacity / 2);
        }
        let Self { created, released, rasters, inputs, programs, viewports, targets, .. } = self;
        created.clear();
        released.clear();
        rasters.clear();
        inputs.clear();
        programs.clear();
        viewports.clear();
        targets.clear();
        self.present = None;
        self.bindings.clear();
        self.blocks.clear();
        self.uploads.clear();
        self.commands.clear();
        self.rects.clear();
        self.arena.clear();
    }
}
