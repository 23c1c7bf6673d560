//! The API thread's half: allocates ids, fills the open frame, and repeats what is current in the next one.
//!
//! Setters keep the newest value and mark it; the first draw or clear that needs it pushes it into the frame.
//! So repeated settings cost nothing, and a new frame is seeded by marking everything.

mod living;
mod marks;
mod shadow;
mod usage;

#[cfg(not(target_family = "wasm"))]
use crate::frame::PresentTexture;
use crate::frame::{
    ArenaRange, BindingWrite, BlockWrite, Clear, ClearPlanes, Command, CopyTexture, Draw, Frame,
    GenerateMips, Indices, Program, RasterState, ReadTexture, Rect, Release, ResourceEvent, StretchTexture,
    Targets, TextureBinding, TextureLocation, Topology, Upload, UploadTarget, VertexInput, Viewport,
};
use crate::resource::{BufferDesc, BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId};
use shadow::{Bindings, Blocks, Current, Dirty};
use usage::Resources;

pub use marks::Mark;

/// One draw, with everything that is not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCall {
    /// The primitives.
    pub topology: Topology,
    /// First vertex, or first index.
    pub first: u32,
    /// How many vertices or indices.
    pub count: u32,
    /// Added to every index.
    pub base_vertex: i32,
    /// How many instances.
    pub instances: u32,
    /// Arena offset of user-pointer vertices, from [`Recorder::push_user_data`]; 0 when no stream reads the arena.
    pub user_vertices: u32,
    /// The indices.
    pub indices: Indices,
}

/// What a buffer write promises about draws that were recorded before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteOrder {
    /// Earlier draws see the old bytes, later draws the new ones.
    #[default]
    Ordered,
    /// No earlier draw reads these bytes: the write may happen before all of them.
    NoOverwrite,
}

/// The most bytes of arena after which [`Recorder::is_full`] asks for a submission.
const FULL_ARENA: usize = 256 << 20;

/// Records one frame after another. See the module's description.
#[derive(Debug, Default)]
pub struct Recorder {
    frame: Frame,
    frame_id: u64,
    tickets: u64,
    resources: Resources,
    current: Current,
    dirty: Dirty,
    cursor: Cursor,
    bindings: Bindings,
    blocks: Blocks,
    /// Whether an upload stands among the open frame's commands.
    uploads_among: bool,
}

/// Where the current groups stand in the open frame.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    raster: u32,
    input: u32,
    program: u32,
    viewport: u32,
    targets: u32,
}

/// The index that the next element of a frame's list gets.
fn index<T>(list: &[T]) -> u32 {
    // A frame with 2^32 groups would need hundreds of gigabytes: the cast is exact.
    list.len() as u32
}

impl Recorder {
    /// A recorder with an open, empty frame and nothing bound.
    #[must_use]
    pub fn new() -> Self {
        Self { frame_id: 1, dirty: Dirty::ALL, ..Self::default() }
    }

    /// The number of the open frame; it changes with every submission.
    #[must_use]
    pub fn frame_id(&self) -> u64 {
        self.frame_id
    }

    /// The open frame as recorded so far.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether the open frame does more than draw: what it creates, releases or writes outlives it.
    #[must_use]
    pub fn has_lasting_effects(&self) -> bool {
        let Frame { created, released, uploads, .. } = &self.frame;
        self.uploads_among || !created.is_empty() || !released.is_empty() || !uploads.is_empty()
    }

    /// Whether the open frame holds so many bytes that it should be submitted before more is recorded.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.frame.arena.len() >= FULL_ARENA
    }

    /// What is shown after the open frame.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn present(&mut self, picture: PresentTexture) {
        self.frame.present = Some(picture);
    }

    /// Ends the open frame and starts the next one in `spare`, whose allocations it reuses.
    pub fn finish(&mut self, mut spare: Frame) -> Frame {
        self.catch_up();
        spare.clear();
        self.frame_id += 1;
        self.dirty = Dirty::ALL;
        self.uploads_among = false;
        self.resources.end_frame();
        std::mem::replace(&mut self.frame, spare)
    }

    /// Announces a texture of zeros.
    pub fn create_texture(&mut self, desc: TextureDesc) -> TextureId {
        let id = self.resources.textures.insert(desc.clone().into());
        self.frame.created.push(ResourceEvent::CreateTexture(id, desc));
        id
    }

    /// Announces a buffer of zeros.
    pub fn create_buffer(&mut self, desc: BufferDesc) -> BufferId {
        let id = self.resources.buffers.insert(desc.clone().into());
        self.frame.created.push(ResourceEvent::CreateBuffer(id, desc));
        id
    }

    /// Announces a shader.
    pub fn create_shader(&mut self, desc: ShaderDesc) -> ShaderId {
        let id = self.resources.shaders.insert(());
        self.frame.created.push(ResourceEvent::CreateShader(id, desc));
        id
    }

    /// Lets go of a texture: commands recorded so far still see it, later ones see nothing bound.
    pub fn release_texture(&mut self, id: TextureId) {
        if self.resources.textures.remove(id).is_some() {
            self.frame.released.push(Release::Texture(id));
            self.catch_up();
            self.bindings.forget(id);
            self.current.targets.forget(id);
            self.dirty |= Dirty::BINDINGS | Dirty::TARGETS;
        }
    }

    /// Lets go of a buffer; streams that still name it read zeros from then on.
    pub fn release_buffer(&mut self, id: BufferId) {
        if self.resources.buffers.remove(id).is_some() {
            self.frame.released.push(Release::Buffer(id));
        }
    }

    /// Lets go of a shader; draws that still name it are dropped.
    pub fn release_shader(&mut self, id: ShaderId) {
        if self.resources.shaders.remove(id).is_some() {
            self.frame.released.push(Release::Shader(id));
        }
    }

    /// The description of a living texture.
    #[must_use]
    pub fn texture(&self, id: TextureId) -> Option<&TextureDesc> {
        self.resources.textures.get(id).map(|slot| &slot.desc)
    }

    /// The description of a living buffer.
    #[must_use]
    pub fn buffer(&self, id: BufferId) -> Option<&BufferDesc> {
        self.resources.buffers.get(id).map(|slot| &slot.desc)
    }

    /// Sets rasterizer, depth-stencil and blend state.
    #[inline]
    pub fn set_raster(&mut self, state: RasterState) {
        self.current.raster = state;
        self.dirty |= Dirty::RASTER;
    }

    /// Sets vertex streams, attributes and the index buffer.
    #[inline]
    pub fn set_input(&mut self, input: VertexInput) {
        self.current.input = input;
        self.dirty |= Dirty::INPUT;
    }

    /// Sets the shaders. Draws are dropped as long as there are none.
    #[inline]
    pub fn set_program(&mut self, program: Program) {
        self.current.program = Some(program);
        self.dirty |= Dirty::PROGRAM;
    }

    /// Sets the viewport and its scissor.
    #[inline]
    pub fn set_viewport(&mut self, viewport: Viewport) {
        self.current.viewport = viewport;
        self.dirty |= Dirty::VIEWPORT;
    }

    /// Sets what draws and clears write to.
    #[inline]
    pub fn set_targets(&mut self, targets: Targets) {
        self.current.targets = targets;
        self.dirty |= Dirty::TARGETS;
    }

    /// Writes bytes of a uniform block (0–6): `offset` is a multiple of 16. What lies past the largest block,
    /// 128 KiB, is dropped.
    #[inline(never)]
    pub fn write_block(&mut self, block: u8, offset: u32, bytes: &[u8]) {
        let bytes = self.blocks.write(block, offset, bytes);
        // Until the first draw of a frame has seeded the blocks, the shadow is all there is to write.
        if !self.dirty.contains(Dirty::BLOCKS) && !bytes.is_empty() {
            shadow::push_block(&mut self.frame, block, offset, bytes);
        }
    }

    /// Writes rows of 16 bytes of a uniform block: [`Recorder::write_block`] for what changes most often. The answer
    /// is whether the frame may be full, so that [`Recorder::is_full`] is worth asking.
    #[inline]
    pub fn write_rows<const BYTES: usize>(&mut self, block: u8, row: u32, bytes: &[u8; BYTES]) -> bool {
        const { assert!(BYTES > 0 && BYTES.is_multiple_of(16), "whole rows") };
        let start = self.frame.arena.len();
        let short = start < FULL_ARENA && !self.dirty.contains(Dirty::BLOCKS);
        if short && self.blocks.write_rows(block, row, bytes) {
            self.frame.arena.extend_from_slice(bytes);
            let bytes = ArenaRange { offset: start as u32, size: BYTES as u32 };
            self.frame.blocks.push(BlockWrite { block, offset: row * 16, bytes });
            return false;
        }
        self.write_block(block, row.saturating_mul(16), bytes);
        true
    }

    /// Sets a texture slot (0–15) of the vertex or the fragment stage; nothing reads another slot.
    #[inline]
    pub fn set_binding(&mut self, vertex_stage: bool, slot: u8, binding: TextureBinding) {
        self.switch_texture(
            &BindingWrite { vertex_stage, slot, binding },
            binding.texture,
            binding.base_level,
        );
    }

    /// Does what `write` says, but for another texture, seen from another level: [`Recorder::set_binding`] for what
    /// changes most often.
    #[inline]
    pub fn switch_texture(&mut self, write: &BindingWrite, texture: Option<TextureId>, base_level: u8) {
        // Without room in the list it goes the long way: so the short one has nothing to keep over a call.
        let bindings = &mut self.frame.bindings;
        if self.dirty.contains(Dirty::BINDINGS) || bindings.len() == bindings.capacity() {
            return self.switch_slowly(write, texture, base_level);
        }
        // Copied whole and then changed: its parts are small, and one by one they cost more than the rest.
        bindings.push(*write);
        if let Some(last) = bindings.last_mut() {
            last.binding.texture = texture;
            last.binding.base_level = base_level;
        }
    }

    /// [`Recorder::switch_texture`] for what is often written several times before a draw: of a slot that no draw has
    /// seen yet, the log keeps one entry.
    #[inline]
    pub fn switch_sampler(&mut self, write: &BindingWrite, texture: Option<TextureId>, base_level: u8) {
        let Frame { bindings, commands, .. } = &mut self.frame;
        let seen = match commands.last() {
            Some(Command::Draw(draw)) => draw.bindings as usize >= bindings.len(),
            _ => true,
        };
        match bindings.last_mut() {
            Some(last)
                if !seen
                    && !self.dirty.contains(Dirty::BINDINGS)
                    && (last.vertex_stage, last.slot) == (write.vertex_stage, write.slot) =>
            {
                let binding = TextureBinding { texture, base_level, ..write.binding };
                *last = BindingWrite { binding, ..*write };
            }
            _ => self.switch_texture(write, texture, base_level),
        }
    }

    #[inline(never)]
    fn switch_slowly(&mut self, write: &BindingWrite, texture: Option<TextureId>, base_level: u8) {
        let binding = TextureBinding { texture, base_level, ..write.binding };
        let write = BindingWrite { binding, ..*write };
        if self.dirty.contains(Dirty::BINDINGS) {
            self.bindings.set(&write);
        } else {
            self.frame.bindings.push(write);
        }
    }

    /// Writes bytes of a buffer, from any offset. Bytes past its end are dropped.
    pub fn write_buffer(&mut self, buffer: BufferId, offset: u32, bytes: &[u8], order: WriteOrder) {
        self.resources.mark(&self.frame, self.frame_id);
        let Some(slot) = self.resources.buffers.get_mut(buffer) else { return };
        let room = slot.desc.size.saturating_sub(offset) as usize;
        let bytes = &bytes[..bytes.len().min(room)];
        if bytes.is_empty() {
            return;
        }
        let in_place = order == WriteOrder::NoOverwrite;
        // What overwrites nothing of the newest bytes may well overwrite those before an ordered write.
        let early = slot.used_in != self.frame_id || (in_place && slot.rewritten_in != self.frame_id);
        if !early {
            slot.rewritten_in = self.frame_id;
        }
        let range = self.push_arena(bytes);
        let upload = Upload { target: UploadTarget::Buffer { buffer, offset, in_place }, bytes: range };
        self.push_upload(upload, early);
    }

    /// Writes a box of a texture level: rows tightly packed, slices following one another. The box is within the
    /// level and whole in blocks, or the write is dropped when the frame executes.
    pub fn write_texture(&mut self, location: TextureLocation, size: [u32; 3], bytes: &[u8]) {
        self.resources.mark(&self.frame, self.frame_id);
        let Some(slot) = self.resources.textures.get(location.texture) else { return };
        let early = slot.used_in != self.frame_id;
        let range = self.push_arena(bytes);
        let upload = Upload { target: UploadTarget::Texture { location, size }, bytes: range };
        self.push_upload(upload, early);
    }

    fn push_upload(&mut self, upload: Upload, early: bool) {
        if early {
            self.frame.uploads.push(upload);
        } else {
            self.frame.commands.push(Command::Upload(upload));
            self.uploads_among = true;
        }
    }

    /// Copies vertices or indices of a `*_up` draw into the frame; the answer is their offset in the arena.
    #[inline]
    pub fn push_user_data(&mut self, bytes: &[u8]) -> u32 {
        self.push_arena(bytes).offset
    }

    #[inline]
    fn push_arena(&mut self, bytes: &[u8]) -> ArenaRange {
        shadow::push_arena(&mut self.frame.arena, bytes)
    }

    /// Draws with the current state.
    #[inline]
    pub fn draw(&mut self, call: DrawCall) {
        if !self.dirty.is_empty() {
            self.flush_draw();
        }
        let Cursor { raster, input, program, viewport, targets } = self.cursor;
        let bindings = index(&self.frame.bindings);
        let blocks = index(&self.frame.blocks);
        let DrawCall { topology, first, count, base_vertex, instances, user_vertices, indices } = call;
        self.frame.commands.push(Command::Draw(Draw {
            raster,
            input,
            program,
            viewport,
            targets,
            bindings,
            blocks,
            first,
            count,
            base_vertex,
            instances,
            user_vertices,
            topology,
            indices,
        }));
    }

    /// Clears planes of the current targets: all of them, or within rectangles. An empty list clears nothing.
    pub fn clear(&mut self, planes: ClearPlanes, rects: Option<&[Rect]>) {
        self.flush_targets();
        let rects = rects.map(|rects| {
            let start = index(&self.frame.rects);
            self.frame.rects.extend_from_slice(rects);
            start..index(&self.frame.rects)
        });
        self.frame.commands.push(Command::Clear(Clear { targets: self.cursor.targets, planes, rects }));
    }

    /// Copies texels.
    pub fn copy(&mut self, copy: CopyTexture) {
        self.resources.use_texture(copy.source.texture, self.frame_id);
        self.resources.use_texture(copy.destination.texture, self.frame_id);
        self.frame.commands.push(Command::Copy(copy));
    }

    /// Copies with scaling, filtering or conversion.
    pub fn stretch(&mut self, stretch: StretchTexture) {
        self.resources.use_texture(stretch.source.texture, self.frame_id);
        self.resources.use_texture(stretch.destination.texture, self.frame_id);
        self.frame.commands.push(Command::Stretch(stretch));
    }

    /// Makes mip levels from level 0.
    pub fn generate_mips(&mut self, generate: GenerateMips) {
        self.resources.use_texture(generate.texture, self.frame_id);
        self.frame.commands.push(Command::GenerateMips(generate));
    }

    /// Asks for a rectangle's texels; the answer is the ticket that names them.
    pub fn read(&mut self, source: TextureLocation, size: [u32; 2]) -> u64 {
        self.resources.use_texture(source.texture, self.frame_id);
        self.tickets += 1;
        let ticket = self.tickets;
        self.frame.commands.push(Command::Read(ReadTexture { source, size, ticket }));
        ticket
    }

    fn flush_targets(&mut self) {
        if !self.dirty.contains(Dirty::TARGETS) {
            return;
        }
        self.dirty -= Dirty::TARGETS;
        self.cursor.targets = index(&self.frame.targets);
        self.frame.targets.push(self.current.targets);
    }

    /// Brings every marked group into the frame.
    #[inline(never)]
    fn flush_draw(&mut self) {
        self.flush_targets();
        if self.dirty.contains(Dirty::RASTER) {
            self.cursor.raster = index(&self.frame.rasters);
            self.frame.rasters.push(self.current.raster);
        }
        if self.dirty.contains(Dirty::VIEWPORT) {
            self.cursor.viewport = index(&self.frame.viewports);
            self.frame.viewports.push(self.current.viewport);
        }
        if self.dirty.contains(Dirty::PROGRAM) {
            self.cursor.program = self.current.program.map_or(Draw::NO_PROGRAM, |program| {
                self.frame.programs.push(program);
                index(&self.frame.programs) - 1
            });
        }
        if self.dirty.contains(Dirty::INPUT) {
            self.cursor.input = index(&self.frame.inputs);
            self.frame.inputs.push(self.current.input.clone());
        }
        if self.dirty.contains(Dirty::BLOCKS) {
            self.blocks.seed(&mut self.frame);
        }
        if self.dirty.contains(Dirty::BINDINGS) {
            self.bindings.seed(&mut self.frame);
        }
        self.dirty = Dirty::empty();
    }
}

#[cfg(test)]
mod tests;
