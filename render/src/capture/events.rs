//! A frame as text: every command, and before each draw the state that is new since the draw before.

use std::fmt::Write as _;

use super::check::place_of;
use super::stored::{CaptureFile, StoredFrame};
use crate::frame::{
    ArenaRange, Attachment, AttributeSource, BindingWrite, BlockWrite, Clear, Command, Draw, Frame, Targets,
    TextureLocation, Upload, UploadTarget, VertexInput,
};
use crate::resource::{BufferId, ShaderId, TextureId};

/// How many bytes of a block write or an upload are shown.
const SHOWN: usize = 64;

/// The text of a captured frame.
pub(super) fn text(file: &CaptureFile, stored: &StoredFrame) -> String {
    let mut writer = Writer { file, frame: &stored.frame, out: String::new(), last: None };
    writer.resources();
    let _ = writeln!(writer.out, "uploads, before all commands:");
    for (index, upload) in stored.frame.uploads.iter().enumerate() {
        let text = writer.upload(upload);
        let _ = writeln!(writer.out, "{index:6} {text}");
    }
    let _ = writeln!(writer.out, "commands:");
    for (index, command) in stored.frame.commands.iter().enumerate() {
        let text = writer.command(command);
        let _ = writeln!(writer.out, "{index:6} {text}");
    }
    let _ = writeln!(writer.out, "targets at the end:");
    for target in &stored.targets {
        let texture = file_id_name(target.texture);
        let _ = writeln!(
            writer.out,
            "       {} {texture}: {} bytes, CRC-32 {:08x}",
            target.name, target.size, target.checksum
        );
    }
    writer.out
}

fn file_id_name(place: u32) -> String {
    format!("t{}", place + 1)
}

struct Writer<'a> {
    file: &'a CaptureFile,
    frame: &'a Frame,
    out: String,
    last: Option<Draw>,
}

impl Writer<'_> {
    fn resources(&mut self) {
        let _ = writeln!(self.out, "textures:");
        for (index, stored) in self.file.textures.iter().enumerate() {
            let desc = &stored.desc;
            let unknown = if stored.unknown { "; its content before the capture is not known" } else { "" };
            let _ = writeln!(
                self.out,
                "       t{} \"{}\" {:?} {}x{}x{} {:?}, {} levels, {} samples{unknown}",
                index + 1,
                desc.label,
                desc.shape,
                desc.width,
                desc.height,
                desc.depth,
                desc.format,
                desc.levels,
                desc.samples
            );
        }
        let _ = writeln!(self.out, "buffers:");
        for (index, stored) in self.file.buffers.iter().enumerate() {
            let _ = writeln!(
                self.out,
                "       b{} \"{}\" {} bytes",
                index + 1,
                stored.desc.label,
                stored.desc.size
            );
        }
        let _ = writeln!(self.out, "shaders:");
        for (index, stored) in self.file.shaders.iter().enumerate() {
            let _ = writeln!(self.out, "       s{} \"{}\"", index + 1, stored.label);
        }
    }

    fn texture(&self, id: TextureId) -> String {
        place_of(id).map_or("nothing".to_owned(), |place| {
            let label = self.file.textures.get(place as usize).map_or("", |stored| &stored.desc.label);
            format!("t{} \"{label}\"", place + 1)
        })
    }

    fn buffer(id: BufferId) -> String {
        place_of(id).map_or("no buffer".to_owned(), |place| format!("b{}", place + 1))
    }

    fn shader(&self, id: ShaderId) -> String {
        place_of(id).map_or("no shader".to_owned(), |place| {
            let label = self.file.shaders.get(place as usize).map_or("", |stored| &stored.label);
            format!("s{} \"{label}\"", place + 1)
        })
    }

    fn place(&self, at: TextureLocation) -> String {
        format!("{} level {} at {:?}", self.texture(at.texture), at.level, at.origin)
    }

    fn bytes(&self, range: ArenaRange) -> String {
        let start = range.offset as usize;
        let shown = self.frame.arena.get(start..start + (range.size as usize).min(SHOWN)).unwrap_or_default();
        let mut text = String::new();
        for byte in shown {
            let _ = write!(text, "{byte:02x}");
        }
        if range.size as usize > SHOWN {
            text.push('…');
        }
        text
    }

    fn upload(&self, upload: &Upload) -> String {
        let to = match upload.target {
            UploadTarget::Buffer { buffer, offset, in_place } => {
                let how = if in_place { ", in place" } else { "" };
                format!("{} at {offset}{how}", Self::buffer(buffer))
            }
            UploadTarget::Texture { location, size } => format!("{}, size {size:?}", self.place(location)),
        };
        format!("upload {} bytes to {to}: {}", upload.bytes.size, self.bytes(upload.bytes))
    }

    fn command(&mut self, command: &Command) -> String {
        match command {
            Command::Draw(draw) => self.draw(draw),
            Command::Clear(clear) => self.clear(clear),
            Command::Copy(copy) => {
                let (from, to) = (self.place(copy.source), self.place(copy.destination));
                format!("copy {from} to {to}, size {:?}", copy.size)
            }
            Command::Stretch(stretch) => {
                let (from, to) = (self.place(stretch.source), self.place(stretch.destination));
                let filter = if stretch.linear { "linear" } else { "point" };
                let [source, destination] = [stretch.source_size, stretch.destination_size];
                format!("stretch {from} {source:?} to {to} {destination:?}, {filter}")
            }
            Command::GenerateMips(mips) => format!("generate mips of {}", self.texture(mips.texture)),
            Command::Upload(upload) => self.upload(upload),
            Command::Read(read) => format!("read {} {:?}", self.place(read.source), read.size),
        }
    }

    fn clear(&self, clear: &Clear) -> String {
        let targets = self.frame.targets.get(clear.targets as usize).copied().unwrap_or_default();
        let planes = &clear.planes;
        let (color, depth, stencil) = (planes.color, planes.depth, planes.stencil);
        let rects = clear.rects.as_ref().and_then(|range| {
            let range = range.start as usize..range.end as usize;
            Some(format!(", in {:?}", self.frame.rects.get(range)?))
        });
        format!(
            "clear {}: color {color:?} depth {depth:?} stencil {stencil:?}{}",
            self.targets(&targets),
            rects.unwrap_or_default()
        )
    }

    fn targets(&self, targets: &Targets) -> String {
        let mut text = Vec::new();
        let mut add = |name: String, at: &Attachment| {
            let srgb = if at.srgb { " as sRGB" } else { "" };
            let texture = self.texture(at.texture);
            text.push(format!("{name} {texture} level {} layer {}{srgb}", at.level, at.layer));
        };
        for (slot, color) in targets.color.iter().enumerate() {
            if let Some(at) = color {
                add(format!("color{slot}"), at);
            }
        }
        if let Some(at) = &targets.depth {
            add("depth".to_owned(), at);
        }
        format!("[{}]", text.join(", "))
    }

    /// Writes what is new for a draw; returns the draw itself.
    fn draw(&mut self, draw: &Draw) -> String {
        let last = self.last.replace(*draw);
        let new = |of: fn(&Draw) -> u32| last.is_none_or(|last| of(&last) != of(draw));
        let frame = self.frame;
        let mut lines = Vec::new();
        if new(|draw| draw.targets) {
            lines.extend(frame.targets.get(draw.targets as usize).map(|targets| self.targets(targets)));
        }
        if new(|draw| draw.viewport) {
            lines.extend(frame.viewports.get(draw.viewport as usize).map(|state| format!("{state:?}")));
        }
        if new(|draw| draw.raster) {
            lines.extend(frame.rasters.get(draw.raster as usize).map(|state| format!("{state:?}")));
        }
        if new(|draw| draw.program) {
            lines.push(frame.programs.get(draw.program as usize).map_or(
                "no program".to_owned(),
                |program| {
                    format!("program {} with {}", self.shader(program.vertex), self.shader(program.fragment))
                },
            ));
        }
        if new(|draw| draw.input) {
            lines.extend(frame.inputs.get(draw.input as usize).map(input));
        }
        let [bindings, blocks] = last.map_or([0, 0], |last| [last.bindings as usize, last.blocks as usize]);
        let writes = frame.bindings.get(bindings..draw.bindings as usize).unwrap_or_default();
        lines.extend(writes.iter().map(|write| self.binding(write)));
        let writes = frame.blocks.get(blocks..draw.blocks as usize).unwrap_or_default();
        lines.extend(writes.iter().map(|write| self.block(write)));
        for line in lines {
            let _ = writeln!(self.out, "         {line}");
        }
        let Draw { topology, indices, first, count, base_vertex, instances, user_vertices, .. } = draw;
        format!(
            "draw {topology:?}, indices {indices:?}, first {first}, count {count}, base {base_vertex}, \
             instances {instances}, user vertices at {user_vertices}"
        )
    }

    fn binding(&self, write: &BindingWrite) -> String {
        let stage = if write.vertex_stage { "vertex" } else { "fragment" };
        let binding = &write.binding;
        let texture = binding.texture.map_or("nothing".to_owned(), |id| self.texture(id));
        let srgb = if binding.srgb { " as sRGB" } else { "" };
        format!(
            "{stage} slot {}: {texture}{srgb} from level {}, {:?}",
            write.slot, binding.base_level, binding.sampler
        )
    }

    fn block(&self, write: &BlockWrite) -> String {
        let BlockWrite { block, offset, bytes } = write;
        format!("block {block} at {offset}, {} bytes: {}", bytes.size, self.bytes(*bytes))
    }
}

fn input(input: &VertexInput) -> String {
    let streams: Vec<String> = input
        .streams
        .iter()
        .map(|stream| {
            let source = match stream.source {
                AttributeSource::Buffer(id) => Writer::buffer(id),
                AttributeSource::Arena => "user vertices".to_owned(),
            };
            let step = stream.instance_step.map_or(String::new(), |step| format!(" every {step} instances"));
            format!("{source} at {} stride {}{step}", stream.offset, stream.stride)
        })
        .collect();
    let attributes: Vec<String> = input
        .attributes
        .iter()
        .map(|a| format!("location {} = stream {} +{} {:?}", a.location, a.stream, a.offset, a.format))
        .collect();
    let indices =
        input.indices.map_or("none".to_owned(), |(id, format)| format!("{} {format:?}", Writer::buffer(id)));
    format!("streams [{}], attributes [{}], indices {indices}", streams.join(", "), attributes.join(", "))
}
