//! Draws the frames of a file again, on a fresh renderer.

use std::path::Path;

use super::check::place_of;
use super::content::{self, Part};
use super::depth::DepthTool;
use super::ids::{Visitor, visit};
use super::stored::{CaptureFile, Plane, StoredTarget};
use super::{CaptureError, folder, picture};
use crate::frame::{Attachment, ClearPlanes, Command, Frame, Targets, TextureLocation};
use crate::gpu::Gpu;
use crate::recorder::{Recorder, WriteOrder};
use crate::renderer::Renderer;
use crate::resource::{BufferId, ShaderDesc, ShaderId, TextureId};

/// Tickets of a file's reads get this bit, so that they are not those of other reads.
const FILE_TICKET: u64 = 1 << 63;

/// A file's frames on a device.
#[derive(Debug)]
pub struct Replay {
    file: CaptureFile,
    renderer: Renderer,
    depth: DepthTool,
    names: Names,
    next: usize,
}

/// What a replayed frame left in a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Which target, and what the captured frame left in it.
    pub target: StoredTarget,
    /// Its texels, rows tightly packed.
    pub bytes: Vec<u8>,
}

impl Drawn {
    /// Whether the bytes are those of the captured frame.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        let Self { target, bytes } = self;
        (target.size, target.checksum) == (bytes.len() as u64, crc32fast::hash(bytes))
    }
}

/// The ids of the file's resources here, by place.
#[derive(Debug, Default)]
struct Names {
    textures: Vec<TextureId>,
    buffers: Vec<BufferId>,
    shaders: Vec<ShaderId>,
}

impl Visitor for Names {
    fn texture(&mut self, id: &mut TextureId) {
        *id = place_of(*id).and_then(|place| self.textures.get(place as usize).copied()).unwrap_or_default();
    }

    fn buffer(&mut self, id: &mut BufferId) {
        *id = place_of(*id).and_then(|place| self.buffers.get(place as usize).copied()).unwrap_or_default();
    }

    fn shader(&mut self, id: &mut ShaderId) {
        *id = place_of(*id).and_then(|place| self.shaders.get(place as usize).copied()).unwrap_or_default();
    }
}

impl Replay {
    /// Makes the resources of a file, with what they held at the capture's start.
    ///
    /// # Errors
    /// [`CaptureError::Render`] when the device refuses one.
    pub fn new(gpu: Gpu, file: CaptureFile) -> Result<Self, CaptureError> {
        let mut recorder = Recorder::new();
        let names = Names {
            textures: file
                .textures
                .iter()
                .map(|stored| recorder.create_texture(stored.desc.clone()))
                .collect(),
            buffers: file.buffers.iter().map(|stored| recorder.create_buffer(stored.desc.clone())).collect(),
            shaders: file.shaders.iter().map(|stored| recorder.create_shader(shader(stored))).collect(),
        };
        let renderer = Renderer::new(gpu);
        let mut replay = Self { file, renderer, depth: DepthTool::default(), names, next: 0 };
        replay.fill(&mut recorder)?;
        Ok(replay)
    }

    /// Uploads what resources held, and draws what cannot be uploaded.
    fn fill(&mut self, recorder: &mut Recorder) -> Result<(), CaptureError> {
        let mut drawn = Vec::new();
        let mut spare = Frame::default();
        for (id, stored) in self.names.buffers.iter().zip(&self.file.buffers) {
            recorder.write_buffer(*id, 0, &stored.bytes, WriteOrder::Ordered);
        }
        for (texture, stored) in self.names.textures.iter().zip(&self.file.textures) {
            for texels in &stored.texels {
                let part =
                    Part { texture: *texture, plane: texels.plane, level: texels.level, layer: texels.layer };
                let uploaded =
                    texels.plane == Plane::Color || stored.desc.format == wgpu::TextureFormat::Depth16Unorm;
                if uploaded {
                    let [width, height, _] = stored.desc.level_size(part.level);
                    let at =
                        TextureLocation { texture: *texture, level: part.level, origin: [0, 0, part.layer] };
                    recorder.write_texture(at, [width, height, 1], &texels.bytes);
                } else {
                    clear(recorder, part);
                    drawn.push((part, &texels.bytes[..]));
                }
                if recorder.is_full() {
                    let frame = recorder.finish(spare);
                    self.renderer.execute(&frame)?;
                    spare = frame;
                }
            }
        }
        self.renderer.execute(&recorder.finish(spare))?;
        let (gpu, table) = self.renderer.parts();
        let depth = &mut self.depth;
        gpu.faults.scope(&gpu.device, || content::restore(gpu, table, depth, &drawn));
        gpu.faults.check()?;
        Ok(())
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &CaptureFile {
        &self.file
    }

    /// Draws the next frame; returns what each of its recorded targets then holds. `None` after the last one.
    ///
    /// # Errors
    /// [`CaptureError::Render`] when the device refuses something.
    pub fn step(&mut self) -> Result<Option<Vec<Drawn>>, CaptureError> {
        let Some(stored) = self.file.frames.get(self.next) else { return Ok(None) };
        self.next += 1;
        let mut frame = stored.frame.clone();
        visit(&mut frame, &mut self.names);
        let tickets = rename_reads(&mut frame);
        self.renderer.execute(&frame)?;
        for ticket in 0..tickets {
            // What the guest read is not asked for here: taken, so that it does not pile up.
            drop(pollster::block_on(self.renderer.take_read(FILE_TICKET | ticket)));
        }
        let textures = &self.names.textures;
        let parts: Vec<Part> = stored
            .targets
            .iter()
            .map(|target| Part {
                texture: textures.get(target.texture as usize).copied().unwrap_or_default(),
                plane: target.plane,
                level: target.level,
                layer: target.layer,
            })
            .collect();
        let (gpu, table) = self.renderer.parts();
        let depth = &mut self.depth;
        let contents = gpu.faults.scope(&gpu.device, || content::read(gpu, table, depth, &parts))?;
        gpu.faults.check()?;
        let targets = stored.targets.iter().cloned().zip(contents);
        Ok(Some(targets.map(|(target, bytes)| Drawn { target, bytes }).collect()))
    }
}

/// Gives the reads of a frame tickets of their own; returns how many there are.
fn rename_reads(frame: &mut Frame) -> u64 {
    let mut count = 0;
    for command in &mut frame.commands {
        if let Command::Read(read) = command {
            read.ticket = FILE_TICKET | count;
            count += 1;
        }
    }
    count
}

/// Clears a level and layer, so that the graph knows that it has content.
fn clear(recorder: &mut Recorder, part: Part) {
    let Part { texture, level, layer, .. } = part;
    let at = u8::try_from(level).ok().zip(u16::try_from(layer).ok());
    let depth = at.map(|(level, layer)| Attachment { texture, level, layer, srgb: false });
    recorder.set_targets(Targets { color: [None; 4], depth });
    recorder.clear(ClearPlanes { color: None, depth: Some(0.0), stencil: Some(0) }, None);
}

fn shader(stored: &super::StoredShader) -> ShaderDesc {
    let mut module = stored.module.clone();
    for entry in &mut module.entry_points {
        "main".clone_into(&mut entry.name);
    }
    ShaderDesc {
        label: stored.label.clone(),
        vertex_stage: stored.vertex_stage,
        module: module.into(),
        entry_point: "main",
        block_sizes: stored.block_sizes,
        overlay: stored.overlay.clone(),
        textures: stored.textures.clone(),
        color_outputs: stored.color_outputs,
        inputs: stored.inputs,
    }
}

/// How one target of a replay compares with what was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The frame.
    pub frame: usize,
    /// The target's name.
    pub target: String,
    /// Whether its bytes are those of the capture.
    pub equal: bool,
    /// How many pixels differ from the picture in the folder; `None` when there is none of this size.
    pub pixels: Option<u64>,
}

/// Draws the frames of a capture's folder again and compares every target with what was captured. Pictures of the
/// targets go to `out`, in a folder a frame.
///
/// # Errors
/// What is wrong with the folder or the frame file, or that the device refuses it.
pub fn replay_folder(gpu: Gpu, folder: &Path, out: &Path) -> Result<Vec<Comparison>, CaptureError> {
    let path = folder.join(folder::FILE_NAME);
    let bytes = std::fs::read(&path).map_err(|error| CaptureError::io(&path, &error))?;
    let mut replay = Replay::new(gpu, CaptureFile::decode(&bytes)?)?;
    let mut comparisons = Vec::new();
    while let Some(targets) = replay.step()? {
        let frame = replay.next - 1;
        let to = folder::frame(out, frame)?;
        let captured = folder.join(format!("frame-{frame}"));
        for drawn in targets {
            let Drawn { target, bytes } = &drawn;
            let Some(texture) = replay.file.textures.get(target.texture as usize) else { continue };
            picture::write(&to.join(&target.name), &texture.desc, target, bytes)?;
            let picture = picture::picture(&texture.desc, target.plane, target.level, bytes);
            let pixels =
                picture.and_then(|picture| picture::difference(&captured.join(&target.name), &picture));
            let equal = drawn.is_equal() && pixels.is_none_or(|pixels| pixels == 0);
            comparisons.push(Comparison { frame, target: drawn.target.name, equal, pixels });
        }
    }
    Ok(comparisons)
}
