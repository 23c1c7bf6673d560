//! The commands that a script executes: one variant a call, its keys as fields.

use serde::Deserialize;

use super::{Flags, Name, Number, Texels, TypedData};

/// A state's value: a number, or a float whose bits are meant.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ValueSource {
    /// The value.
    pub value: Option<Number>,
    /// A float whose bits are the value; it wins over `value`.
    pub float: Option<Number>,
}

/// One command of a script.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op")]
pub enum Command {
    /// A render state.
    SetRenderState {
        /// A name, or the number of a state without one.
        state: Name,
        /// The value.
        #[serde(flatten)]
        value: ValueSource,
    },
    /// A state of a texture stage.
    SetTextureStageState {
        /// The stage.
        stage: Number,
        /// The state.
        state: Name,
        /// The value.
        #[serde(flatten)]
        value: ValueSource,
    },
    /// A state of a sampler.
    SetSamplerState {
        /// The sampler; 257 and up are the vertex stage's.
        sampler: Number,
        /// The state.
        state: Name,
        /// The value.
        #[serde(flatten)]
        value: ValueSource,
    },
    /// A transformation.
    SetTransform {
        /// `VIEW`, `PROJECTION`, `TEXTURE0`…`7`, `WORLD0`…`255`.
        state: String,
        /// 16 floats, row by row.
        matrix: Vec<Number>,
    },
    /// A transformation, multiplied.
    MultiplyTransform {
        /// As of `SetTransform`.
        state: String,
        /// 16 floats, row by row.
        matrix: Vec<Number>,
    },
    /// The material.
    SetMaterial {
        /// Red, green, blue, alpha.
        diffuse: Option<Vec<Number>>,
        /// Likewise.
        ambient: Option<Vec<Number>>,
        /// Likewise.
        specular: Option<Vec<Number>>,
        /// Likewise.
        emissive: Option<Vec<Number>>,
        /// Sharpness of highlights.
        power: Option<Number>,
    },
    /// A light.
    SetLight {
        /// Which.
        index: Number,
        /// `POINT`, `SPOT`, `DIRECTIONAL`.
        #[serde(rename = "type")]
        kind: Name,
        /// Red, green, blue, alpha.
        diffuse: Option<Vec<Number>>,
        /// Likewise.
        specular: Option<Vec<Number>>,
        /// Likewise.
        ambient: Option<Vec<Number>>,
        /// In world space.
        position: Option<Vec<Number>>,
        /// In world space.
        direction: Option<Vec<Number>>,
        /// Reach.
        range: Option<Number>,
        /// Of a spot.
        falloff: Option<Number>,
        /// Inner angle.
        theta: Option<Number>,
        /// Outer angle.
        phi: Option<Number>,
        /// Three factors.
        attenuation: Option<Vec<Number>>,
    },
    /// Turns a light on or off.
    LightEnable {
        /// Which.
        index: Number,
        /// Zero is off.
        enable: Number,
    },
    /// Binds a texture.
    SetTexture {
        /// The stage or sampler.
        stage: Number,
        /// Absent unbinds.
        texture: Option<String>,
    },
    /// Binds a vertex buffer.
    SetStreamSource {
        /// The stream.
        stream: Number,
        /// Absent unbinds.
        buffer: Option<String>,
        /// In bytes.
        offset: Option<Number>,
        /// In bytes.
        stride: Option<Number>,
    },
    /// Instancing.
    SetStreamSourceFreq {
        /// The stream.
        stream: Number,
        /// Flags and divider.
        value: Number,
    },
    /// Binds an index buffer.
    SetIndices {
        /// Absent unbinds.
        buffer: Option<String>,
    },
    /// A flexible vertex format.
    #[serde(rename = "SetFVF")]
    SetFvf {
        /// A number, or names joined by `|`.
        fvf: Name,
    },
    /// Binds a declaration.
    SetVertexDeclaration {
        /// Absent unbinds.
        declaration: Option<String>,
    },
    /// Binds a vertex shader.
    SetVertexShader {
        /// Absent unbinds.
        shader: Option<String>,
    },
    /// Binds a pixel shader.
    SetPixelShader {
        /// Absent unbinds.
        shader: Option<String>,
    },
    /// Float constants.
    SetVertexShaderConstantF {
        /// The first register.
        start: Number,
        /// Four a register.
        values: Vec<Number>,
    },
    /// Integer constants.
    SetVertexShaderConstantI {
        /// The first register.
        start: Number,
        /// Four a register.
        values: Vec<Number>,
    },
    /// Boolean constants.
    SetVertexShaderConstantB {
        /// The first register.
        start: Number,
        /// One a register.
        values: Vec<Number>,
    },
    /// Float constants.
    SetPixelShaderConstantF {
        /// The first register.
        start: Number,
        /// Four a register.
        values: Vec<Number>,
    },
    /// Integer constants.
    SetPixelShaderConstantI {
        /// The first register.
        start: Number,
        /// Four a register.
        values: Vec<Number>,
    },
    /// Boolean constants.
    SetPixelShaderConstantB {
        /// The first register.
        start: Number,
        /// One a register.
        values: Vec<Number>,
    },
    /// A user clip plane.
    SetClipPlane {
        /// Which.
        index: Number,
        /// Four factors.
        plane: Vec<Number>,
    },
    /// The scissor rectangle.
    SetScissorRect {
        /// Left, top, right, bottom.
        rect: [Number; 4],
    },
    /// The viewport.
    SetViewport {
        /// Left.
        x: Number,
        /// Top.
        y: Number,
        /// In pixels.
        width: Number,
        /// In pixels.
        height: Number,
        /// 0 when absent.
        minz: Option<Number>,
        /// 1 when absent.
        maxz: Option<Number>,
    },
    /// Binds a target.
    SetRenderTarget {
        /// The slot.
        index: Number,
        /// Absent unbinds.
        surface: Option<String>,
    },
    /// Binds a depth-stencil surface.
    SetDepthStencilSurface {
        /// Absent unbinds.
        surface: Option<String>,
    },
    /// Clears.
    Clear {
        /// `TARGET`, `ZBUFFER`, `STENCIL`.
        flags: Option<Flags>,
        /// Absent is everything.
        rects: Option<Vec<[Number; 4]>>,
        /// 0xAARRGGBB; 0 when absent.
        color: Option<Number>,
        /// 1 when absent.
        z: Option<Number>,
        /// 0 when absent.
        stencil: Option<Number>,
    },
    /// Begins a scene.
    BeginScene,
    /// Ends a scene.
    EndScene,
    /// Draws.
    DrawPrimitive {
        /// Primitive type.
        #[serde(rename = "type")]
        kind: Name,
        /// First vertex.
        start: Option<Number>,
        /// In primitives.
        count: Number,
    },
    /// Draws by indices.
    DrawIndexedPrimitive {
        /// Primitive type.
        #[serde(rename = "type")]
        kind: Name,
        /// Added to every index.
        base_vertex: Number,
        /// Smallest index.
        min_vertex: Number,
        /// How many vertices are used.
        num_vertices: Number,
        /// First index.
        start_index: Number,
        /// In primitives.
        count: Number,
    },
    /// Draws from the caller's memory.
    #[serde(rename = "DrawPrimitiveUP")]
    DrawPrimitiveUp {
        /// Primitive type.
        #[serde(rename = "type")]
        kind: Name,
        /// In primitives.
        count: Number,
        /// In bytes.
        stride: Number,
        /// The vertices.
        vertices: TypedData,
    },
    /// Draws by indices from the caller's memory.
    #[serde(rename = "DrawIndexedPrimitiveUP")]
    DrawIndexedPrimitiveUp {
        /// Primitive type.
        #[serde(rename = "type")]
        kind: Name,
        /// Smallest index.
        min_vertex: Number,
        /// How many vertices are used.
        num_vertices: Number,
        /// In primitives.
        count: Number,
        /// In bytes.
        stride: Number,
        /// The indices.
        indices: Vec<Number>,
        /// `INDEX16` when absent.
        index_format: Option<String>,
        /// The vertices.
        vertices: TypedData,
    },
    /// Copies with scaling.
    StretchRect {
        /// A surface.
        src: String,
        /// Absent is everything.
        src_rect: Option<[Number; 4]>,
        /// A surface.
        dst: String,
        /// Absent is everything.
        dst_rect: Option<[Number; 4]>,
        /// `NONE`, `POINT`, `LINEAR`.
        filter: Name,
    },
    /// Fills.
    ColorFill {
        /// A surface.
        surface: String,
        /// Absent is everything.
        rect: Option<[Number; 4]>,
        /// 0xAARRGGBB.
        color: Number,
    },
    /// Copies from system memory.
    UpdateSurface {
        /// A surface.
        src: String,
        /// Absent is everything.
        src_rect: Option<[Number; 4]>,
        /// A surface.
        dst: String,
        /// Where to.
        point: Option<[Number; 2]>,
    },
    /// Copies what is dirty.
    UpdateTexture {
        /// A texture.
        src: String,
        /// A texture.
        dst: String,
    },
    /// Copies a target to system memory.
    GetRenderTargetData {
        /// A surface.
        src: String,
        /// A surface.
        dst: String,
    },
    /// Generates levels.
    GenerateMipSubLevels {
        /// A texture.
        texture: String,
    },
    /// The filter that generates levels.
    SetAutoGenFilterType {
        /// A texture.
        texture: String,
        /// The filter.
        filter: Name,
    },
    /// The most detailed level.
    #[serde(rename = "SetLOD")]
    SetLod {
        /// A texture.
        texture: String,
        /// The level.
        lod: Number,
    },
    /// Marks texels as changed.
    AddDirtyRect {
        /// A texture.
        texture: String,
        /// Absent is everything.
        rect: Option<[Number; 4]>,
        /// Of a cube.
        face: Option<String>,
    },
    /// Locks, stores, unlocks.
    WriteSurface {
        /// A surface.
        surface: String,
        /// Absent is everything.
        rect: Option<[Number; 4]>,
        /// Lock flags.
        flags: Option<Flags>,
        /// What to store.
        data: Texels,
    },
    /// Locks, stores, unlocks.
    WriteVolume {
        /// A volume texture.
        volume: String,
        /// 0 when absent.
        level: Option<Number>,
        /// Absent is everything.
        #[serde(rename = "box")]
        bounds: Option<[Number; 6]>,
        /// Lock flags.
        flags: Option<Flags>,
        /// What to store.
        data: Texels,
    },
    /// Locks, stores, unlocks.
    WriteBuffer {
        /// A buffer.
        buffer: String,
        /// In bytes.
        offset: Option<Number>,
        /// In bytes; that of the data when absent.
        size: Option<Number>,
        /// Lock flags.
        flags: Option<Flags>,
        /// What to store.
        data: TypedData,
    },
    /// Starts recording a state block.
    BeginStateBlock,
    /// Ends recording.
    EndStateBlock {
        /// The new block's identifier.
        block: String,
    },
    /// Captures state.
    CreateStateBlock {
        /// `ALL`, `PIXELSTATE`, `VERTEXSTATE`.
        #[serde(rename = "type")]
        kind: Name,
        /// The new block's identifier.
        block: String,
    },
    /// Captures state again.
    Capture {
        /// The block.
        block: String,
    },
    /// Applies a state block.
    Apply {
        /// The block.
        block: String,
    },
    /// Begins a query.
    QueryBegin {
        /// The query.
        query: String,
    },
    /// Ends a query.
    QueryEnd {
        /// The query.
        query: String,
    },
}

/// A command with its name, as results record it.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "serde_json::Value")]
pub struct Step {
    /// The command's name, such as `SetRenderState`.
    pub op: String,
    /// What to execute.
    pub command: Command,
}

impl TryFrom<serde_json::Value> for Step {
    type Error = String;

    fn try_from(value: serde_json::Value) -> Result<Self, String> {
        let op = value.get("op").and_then(|op| op.as_str()).ok_or("a command has no \"op\"")?.to_owned();
        let command = serde_json::from_value(value).map_err(|error| format!("{op}: {error}"))?;
        Ok(Self { op, command })
    }
}
