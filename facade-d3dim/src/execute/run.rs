//! Executing: instructions change a device's state, process vertices, and draw.

use glam::Mat4;
use retrograph_render::frame::Topology;

use super::decode::{Instruction, Next, Opcode, branches, corners, halves, walk};
use crate::core::Core;
use crate::device::draw::vertex_fog;
use crate::error::Result;
use crate::object::{DeviceId, ExecuteBufferId, ViewportId};
use crate::vertex::format::{CLASSIC, Format, Streams, TL_VERTEX};
use crate::vertex::lighting::Lighting;
use crate::vertex::process::{Batch, Job};
use crate::viewport::View;

/// Bytes of a vertex, whatever its type.
const VERTEX: usize = 32;
/// Processed vertices of a buffer at most: indices have 16 bits.
const MAX_VERTICES: usize = 1 << 16;
/// All intersection bits and `D3DSTATUS_ZNOTVISIBLE`: what a status starts with.
const STATUS_START: u32 = 0x01FF_F000;
/// Vertices that one execution processes at most.
const MAX_PROCESSED: usize = 1 << 22;

/// `D3DPROCESSVERTICES`
mod process {
    pub(super) const OPERATION: u32 = 7;
    pub(super) const TRANSFORM_LIGHT: u32 = 0;
    pub(super) const TRANSFORM: u32 = 1;
    pub(super) const COPY: u32 = 2;
    pub(super) const UPDATE_EXTENTS: u32 = 8;
    pub(super) const NO_COLOR: u32 = 0x10;
}

/// An execution under way. The source vertices are only read: what is processed goes to a list of its own, so that another
/// execution finds them as they were.
struct Run<'a> {
    device: DeviceId,
    viewport: ViewportId,
    view: View,
    bytes: &'a [u8],
    vertices: &'a [u8],
    /// The processed vertices.
    processed: Batch,
    /// Flags, status, and the extents' left, top, right and bottom.
    status: [u32; 6],
    fogged: bool,
    /// What the vertices processed last were.
    format: Format,
    budget: usize,
}

impl Core {
    /// Executes the bytes of a buffer through a viewport.
    pub(super) fn execute(
        &mut self,
        device: DeviceId,
        viewport: ViewportId,
        buffer: ExecuteBufferId,
        bytes: &[u8],
    ) -> Result<()> {
        let data = self.execute_buffer(buffer)?.data;
        let view = self.view_of(viewport)?;
        // Without a selected viewport the map stays in force for records without extent that follow.
        if self.device(device)?.current.is_none() {
            self.device_mut(device)?.view = view;
        }
        let vertices = bytes.get(data[1] as usize..).unwrap_or(&[]);
        let format = Format::new(TL_VERTEX)?;
        let count = (data[2] as usize).min(MAX_VERTICES);
        let mut processed = Batch::default();
        processed.start(&format, view);
        processed.resize(count);
        let status = [data[6], data[7], data[8], data[9], data[10], data[11]];
        let mut run = Run {
            device,
            viewport,
            view,
            bytes,
            vertices,
            processed,
            status,
            fogged: true,
            format,
            budget: MAX_PROCESSED,
        };
        let result = walk(bytes, data[3] as usize, |instruction| self.instruction(&mut run, instruction));
        let status = run.status;
        self.execute_buffer(buffer)?.data[6..].copy_from_slice(&status);
        result.map(|_| ())
    }

    fn instruction(&mut self, run: &mut Run<'_>, instruction: &Instruction<'_>) -> Result<Next> {
        match instruction.opcode {
            Opcode::Point | Opcode::Span => self.points(run, instruction)?,
            Opcode::Line => self.lines(run, instruction)?,
            Opcode::Triangle => self.triangles(run, instruction)?,
            Opcode::BranchForward => {
                for words in instruction.elements().take(1) {
                    if branches(words, run.status[1]) {
                        return Ok(Next::Forward(words[3]));
                    }
                }
            }
            Opcode::SetStatus => {
                if let Some(words) = instruction.elements().last() {
                    run.status = words;
                }
            }
            Opcode::ProcessVertices => {
                for words in instruction.elements() {
                    self.process(run, words)?;
                }
            }
            Opcode::Exit => {}
            _ => {
                for [first, second, third, ..] in instruction.elements() {
                    self.change(run.device, instruction.opcode, [first, second, third])?;
                }
            }
        }
        Ok(Next::Follow)
    }

    /// What sets states, matrices and textures. What names nothing changes nothing.
    fn change(&mut self, device: DeviceId, opcode: Opcode, [first, second, third]: [u32; 3]) -> Result<()> {
        match opcode {
            Opcode::StateRender => drop(self.set_state(device, first, second)),
            Opcode::StateLight => drop(self.set_light(device, first, second)),
            Opcode::StateTransform => self.device_mut(device)?.bind_matrix(first, second),
            Opcode::MatrixLoad => {
                let device = self.device_mut(device)?;
                if let Some(matrix) = device.matrix(second) {
                    drop(device.set_matrix(first, matrix));
                }
            }
            Opcode::MatrixMultiply => {
                let device = self.device_mut(device)?;
                if let (Some(before), Some(after)) = (device.matrix(second), device.matrix(third)) {
                    let product: Mat4 = after * before;
                    drop(device.set_matrix(first, product));
                }
            }
            Opcode::TextureLoad => {
                if let (Some(to), Some(from)) = (self.texture_of(first), self.texture_of(second)) {
                    drop(self.load_texture(to, from));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `PROCESSVERTICES`.
    fn process(&mut self, run: &mut Run<'_>, [flags, range, count, ..]: [u32; 6]) -> Result<()> {
        let [start, destination] = halves(range).map(|half| half as usize);
        let there = (run.vertices.len() / VERTEX).saturating_sub(start);
        let room = run.processed.len().saturating_sub(destination);
        let count = (count as usize).min(there).min(room).min(run.budget);
        run.budget -= count;
        if count == 0 {
            return Ok(());
        }
        let lit = flags & process::OPERATION == process::TRANSFORM_LIGHT;
        let format = Format::new(match flags & process::OPERATION {
            process::TRANSFORM_LIGHT => CLASSIC[0],
            process::TRANSFORM => CLASSIC[1],
            process::COPY => CLASSIC[2],
            _ => return Ok(()),
        })?;
        run.format = format;
        let streams = Streams::interleaved(&format, run.vertices, VERTEX);
        let mut made = Batch::default();
        made.start(&format, run.view);
        if format.transformed {
            made.push_transformed(&streams, start..start + count);
            run.fogged = true;
        } else {
            let lighting = if lit { self.buffer_lighting(run)? } else { None };
            let found = self.device(run.device)?;
            let fog = vertex_fog(&found.states);
            run.fogged = fog.is_some() || !lit;
            let [world, view, projection] = found.transforms;
            let job = Job {
                world_view: view * world,
                projection,
                view: run.view,
                lighting: lighting.as_ref(),
                fog,
            };
            job.run(&streams, start..start + count, &mut made);
        }
        run.status[1] = status(run.status[1], &made);
        if flags & process::UPDATE_EXTENTS != 0 {
            run.extend(&made);
        }
        run.processed.put(destination, &made, flags & process::NO_COLOR == 0);
        let stats = &mut self.device_mut(run.device)?.stats[4];
        *stats = stats.wrapping_add(count as u32);
        Ok(())
    }

    /// The lights of the viewport that is executed through.
    fn buffer_lighting(&self, run: &Run<'_>) -> Result<Option<Lighting>> {
        let device = self.device(run.device)?;
        let material = device.states.light(1).and_then(|handle| self.material_of(Some(run.device), handle));
        let Some(material) = material else { return Ok(None) };
        let lights = self.viewport_lights(run.viewport);
        let colors = self.material_colors(material);
        Ok(Some(self.prepare(device.transforms, &device.states, false, colors, &lights)))
    }

    fn points(&mut self, run: &mut Run<'_>, instruction: &Instruction<'_>) -> Result<()> {
        let topology =
            if instruction.opcode == Opcode::Span { Topology::LineStrip } else { Topology::Points };
        for [word, ..] in instruction.elements() {
            let [count, first] = halves(word);
            let last = (first + count).min(run.processed.len() as u32).min(0xFFFF);
            let indices: Vec<u16> = (first..last).map(|index| index as u16).collect();
            self.flush(run, topology, &indices)?;
        }
        Ok(())
    }

    fn lines(&mut self, run: &mut Run<'_>, instruction: &Instruction<'_>) -> Result<()> {
        let ends = instruction.elements().flat_map(|words| halves(words[0]).map(|half| half as u16));
        let indices: Vec<u16> = ends.collect();
        self.flush(run, Topology::Lines, &indices)
    }

    fn triangles(&mut self, run: &mut Run<'_>, instruction: &Instruction<'_>) -> Result<()> {
        let mut before = None;
        let mut indices = Vec::new();
        for words in instruction.elements() {
            let (found, _) = corners(words, before);
            before = Some(found);
            indices.extend(found.map(|corner| corner as u16));
        }
        self.flush(run, Topology::Triangles, &indices)
    }

    /// Draws processed vertices by their indices.
    fn flush(&mut self, run: &mut Run<'_>, topology: Topology, indices: &[u16]) -> Result<()> {
        let Some(&first) = indices.iter().min() else { return Ok(()) };
        let last = indices.iter().max().map_or(0, |&last| usize::from(last) + 1).min(run.processed.len());
        let first = usize::from(first);
        if first >= last {
            return Ok(());
        }
        let format = run.format;
        let mut batch = std::mem::take(&mut self.draws.batch);
        batch.start(&format, run.view);
        batch.copy_range(&run.processed, first..last);
        self.draws.batch = batch;
        let shifted: Vec<u16> = indices.iter().map(|&index| index - first as u16).collect();
        self.draw_batch(run.device, run.view, &format, run.fogged, topology, Some(&shifted))
    }
}

impl Run<'_> {
    /// Grows the extents to processed vertices.
    fn extend(&mut self, made: &Batch) {
        let mut edges: [i32; 4] = std::array::from_fn(|edge| self.status[2 + edge].cast_signed());
        if self.status[0] & 2 == 0 || edges == [0; 4] {
            edges = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        }
        for vertex in made.bytes.chunks_exact(made.stride) {
            let number =
                |at: usize| f32::from_le_bytes([vertex[at], vertex[at + 1], vertex[at + 2], vertex[at + 3]]);
            let (x, y) = (number(0) as i32, number(4) as i32);
            edges = [edges[0].min(x), edges[1].min(y), edges[2].max(x), edges[3].max(y)];
        }
        self.status[0] |= 2;
        for (word, edge) in self.status[2..].iter_mut().zip(edges) {
            *word = edge.cast_unsigned();
        }
        debug_assert!(self.vertices.len() <= self.bytes.len());
    }
}

/// A status with the clip flags of more vertices: those of any are added, those that not all have are taken away.
fn status(old: u32, made: &Batch) -> u32 {
    let [any, every] = [made.any, made.every].map(|flags| u32::from(flags) & 0x3F);
    let intersection = if old & STATUS_START == 0 { every } else { every & (old >> 12) };
    (old & 0xFFF) | any | intersection << 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_has_what_any_and_what_all_vertices_are_outside_of() {
        let batch = |any, every| {
            let mut batch = Batch::default();
            (batch.any, batch.every) = (any, every);
            batch
        };
        let first = status(STATUS_START, &batch(0x13, 0x01));
        assert_eq!(first, 0x1013);
        assert_eq!(status(first, &batch(0x20, 0)), 0x33);
    }
}
