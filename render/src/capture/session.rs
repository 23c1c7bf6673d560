//! A capture in progress: what the renderer tells of each frame goes to the folder and into the file.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use slotmap::Key;

use super::check::file_id;
use super::content::{self, Part};
use super::depth::DepthTool;
use super::ids::{Visitor, visit};
use super::stored::{
    CaptureFile, Info, StoredBuffer, StoredFrame, StoredShader, StoredTarget, StoredTexels, StoredTexture,
};
use super::{CaptureError, events, folder, picture};
use crate::frame::{Command, Frame, Release, ResourceEvent, TextureLocation};
use crate::gpu::Gpu;
use crate::graph::Plan;
use crate::resource::{BufferId, ShaderDesc, ShaderId, Table, TextureDesc, TextureId};

/// What a frame works on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The device.
    pub(crate) gpu: &'a Gpu,
    /// The living resources.
    pub(crate) table: &'a Table,
    /// The frame.
    pub(crate) frame: &'a Frame,
}

/// The next frames are captured. See the module's description.
#[derive(Debug)]
pub(crate) struct Session {
    folder: PathBuf,
    left: u32,
    file: CaptureFile,
    places: Places,
    depth: DepthTool,
    /// The frame being executed, with the file's ids.
    open: Frame,
}

/// Where the resources seen so far stand in the file's lists.
#[derive(Debug, Default)]
struct Places {
    textures: FxHashMap<TextureId, u32>,
    buffers: FxHashMap<BufferId, u32>,
    shaders: FxHashMap<ShaderId, u32>,
}

impl Session {
    /// Starts to capture `count` frames into a folder, which is made.
    pub(crate) fn new(gpu: &Gpu, count: u32, folder: &Path) -> Result<Self, CaptureError> {
        folder::begin(folder, gpu)?;
        let info = Info {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            adapter: gpu.info.name.clone(),
            backend: format!("{:?}", gpu.info.backend),
        };
        log::info!(target: "retrograph::render::capture", "capturing {count} frames to {}", folder.display());
        Ok(Self {
            folder: folder.to_owned(),
            left: count,
            file: CaptureFile { info, ..CaptureFile::default() },
            places: Places::default(),
            depth: DepthTool::default(),
            open: Frame::default(),
        })
    }

    /// Before a frame is executed: takes the frame, and the content of what it is the first to use.
    pub(crate) fn before(&mut self, scene: Scene<'_>) -> Result<(), CaptureError> {
        let mut frame = scene.frame.clone();
        frame.created.clear();
        frame.released.clear();
        let mut collector = Collector {
            scene,
            created: Created::of(scene.frame),
            file: &mut self.file,
            places: &mut self.places,
            parts: Vec::new(),
        };
        visit(&mut frame, &mut collector);
        let (places, parts): (Vec<u32>, Vec<Part>) = collector.parts.into_iter().unzip();
        let contents = content::read(scene.gpu, scene.table, &mut self.depth, &parts)?;
        for ((place, part), bytes) in places.into_iter().zip(parts).zip(contents) {
            if bytes.iter().any(|byte| *byte != 0) {
                let Part { plane, level, layer, .. } = part;
                let texels = StoredTexels { plane, level, layer, bytes };
                self.file.textures[place as usize].texels.push(texels);
            }
        }
        self.open = frame;
        Ok(())
    }

    /// After a frame was executed, before it releases anything: writes what it did. True when it was the last one.
    pub(crate) fn after(&mut self, scene: Scene<'_>, plan: &Plan) -> Result<bool, CaptureError> {
        let index = self.file.frames.len();
        let folder = folder::frame(&self.folder, index)?;
        let parts = targets(scene);
        let contents = content::read(scene.gpu, scene.table, &mut self.depth, &parts)?;
        let mut targets = Vec::new();
        for (part, bytes) in parts.iter().zip(contents) {
            let Some(place) = self.places.textures.get(&part.texture) else { continue };
            let desc = &self.file.textures[*place as usize].desc;
            let target = stored_target(targets.len(), *place, *part, &bytes);
            picture::write(&folder.join(&target.name), desc, &target, &bytes)?;
            targets.push(target);
        }
        let stored = StoredFrame { frame: std::mem::take(&mut self.open), targets };
        folder::write(&folder.join("events.txt"), events::text(&self.file, &stored).as_bytes())?;
        folder::write(&folder.join("graph.txt"), plan.to_text(scene.table).as_bytes())?;
        folder::write(&folder.join("graph.dot"), plan.to_dot(scene.table).as_bytes())?;
        self.file.frames.push(stored);
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.finish()?;
        }
        Ok(self.left == 0)
    }

    /// Writes what all frames share.
    fn finish(&mut self) -> Result<(), CaptureError> {
        if !self.file.frames.is_empty() {
            folder::write_shaders(&self.folder, &self.file.shaders)?;
            folder::write(&self.folder.join(folder::FILE_NAME), &self.file.encode()?)?;
            let folder = self.folder.display();
            log::info!(
                target: "retrograph::render::capture",
                "captured {} frames to {folder}",
                self.file.frames.len()
            );
        }
        Ok(())
    }
}

impl Drop for Session {
    /// A program that ends early still leaves the frames that it made.
    fn drop(&mut self) {
        if self.left > 0
            && let Err(error) = self.finish()
        {
            log::error!(target: "retrograph::render::capture", "{error}");
        }
    }
}

/// What a frame drew, stretched or copied to, and did not release: each part once, in order of appearance.
fn targets(scene: Scene<'_>) -> Vec<Part> {
    let mut places: Vec<(TextureId, u32, u32)> = Vec::new();
    let Scene { frame, table, .. } = scene;
    for targets in &frame.targets {
        let bound = targets.color.iter().chain([&targets.depth]).flatten();
        places.extend(bound.map(|at| (at.texture, u32::from(at.level), u32::from(at.layer))));
    }
    let place = |at: TextureLocation| (at.texture, at.level, at.origin[2]);
    places.extend(frame.commands.iter().filter_map(|command| match command {
        Command::Copy(copy) => Some(place(copy.destination)),
        Command::Stretch(stretch) => Some(place(stretch.destination)),
        _ => None,
    }));
    let mut parts: Vec<Part> = Vec::new();
    for (texture, level, layer) in places {
        let Some(stored) = table.textures.get(texture) else { continue };
        if frame.released.contains(&Release::Texture(texture)) {
            continue;
        }
        let all = content::parts(texture, &stored.desc).into_iter();
        for part in all.filter(|part| (part.level, part.layer) == (level, layer)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts
}

fn stored_target(index: usize, place: u32, part: Part, bytes: &[u8]) -> StoredTarget {
    let Part { plane, level, layer, .. } = part;
    let level_text = if level > 0 { format!("-level{level}") } else { String::new() };
    let layer_text = if layer > 0 { format!("-layer{layer}") } else { String::new() };
    let plane_text = format!("{plane:?}").to_lowercase();
    StoredTarget {
        name: format!("target-{index}-t{}{level_text}{layer_text}-{plane_text}", place + 1),
        texture: place,
        plane,
        level,
        layer,
        size: bytes.len() as u64,
        checksum: crc32fast::hash(bytes),
    }
}

/// What a frame creates.
struct Created<'a> {
    textures: FxHashMap<TextureId, &'a TextureDesc>,
    buffers: FxHashMap<BufferId, &'a crate::resource::BufferDesc>,
    shaders: FxHashMap<ShaderId, &'a ShaderDesc>,
}

impl<'a> Created<'a> {
    fn of(frame: &'a Frame) -> Self {
        let mut created = Self {
            textures: FxHashMap::default(),
            buffers: FxHashMap::default(),
            shaders: FxHashMap::default(),
        };
        for event in &frame.created {
            match event {
                ResourceEvent::CreateTexture(id, desc) => drop(created.textures.insert(*id, desc)),
                ResourceEvent::CreateBuffer(id, desc) => drop(created.buffers.insert(*id, desc)),
                ResourceEvent::CreateShader(id, desc) => drop(created.shaders.insert(*id, desc)),
            }
        }
        created
    }
}

/// Gives the resources of a frame their places in the file; what is gone becomes null.
struct Collector<'a> {
    scene: Scene<'a>,
    created: Created<'a>,
    file: &'a mut CaptureFile,
    places: &'a mut Places,
    /// What must be read, and for which texture of the file.
    parts: Vec<(u32, Part)>,
}

/// The id in the file of a resource that lives; `add` puts it into its list.
fn name<K: Key, D>(
    id: &mut K,
    living: Option<D>,
    places: &mut FxHashMap<K, u32>,
    add: impl FnOnce(D) -> u32,
) {
    *id = living.map_or(K::null(), |desc| file_id(*places.entry(*id).or_insert_with(|| add(desc))));
}

fn push<T>(list: &mut Vec<T>, value: T) -> u32 {
    list.push(value);
    list.len() as u32 - 1
}

impl Visitor for Collector<'_> {
    fn texture(&mut self, id: &mut TextureId) {
        let texture = *id;
        let held = self.scene.table.textures.get(texture).map(|texture| &texture.desc);
        let living = held.or(self.created.textures.get(&texture).copied());
        let (file, parts) = (&mut self.file.textures, &mut self.parts);
        name(id, living, &mut self.places.textures, |desc| {
            let unknown = held.is_some() && desc.samples > 1;
            let place = push(file, StoredTexture { desc: desc.clone(), texels: Vec::new(), unknown });
            if held.is_some() {
                parts.extend(content::parts(texture, desc).into_iter().map(|part| (place, part)));
            }
            place
        });
    }

    fn buffer(&mut self, id: &mut BufferId) {
        let held = self.scene.table.buffers.get(*id);
        let living = held.map(|buffer| &buffer.desc).or(self.created.buffers.get(id).copied());
        let file = &mut self.file.buffers;
        name(id, living, &mut self.places.buffers, |desc| {
            let shadow = held.map_or(&[][..], |buffer| &buffer.shadow[..buffer.desc.size as usize]);
            let used = shadow.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            push(file, StoredBuffer { desc: desc.clone(), bytes: shadow[..used].to_vec() })
        });
    }

    fn shader(&mut self, id: &mut ShaderId) {
        let held = self.scene.table.shaders.get(*id).map(|shader| &shader.desc);
        let living = held.or(self.created.shaders.get(id).copied());
        let file = &mut self.file.shaders;
        name(id, living, &mut self.places.shaders, |desc| push(file, stored_shader(desc)));
    }
}

fn stored_shader(desc: &ShaderDesc) -> StoredShader {
    let mut module = (*desc.module).clone();
    module.entry_points.retain(|entry| entry.name == desc.entry_point);
    StoredShader {
        label: desc.label.clone(),
        vertex_stage: desc.vertex_stage,
        module,
        block_sizes: desc.block_sizes,
        overlay: desc.overlay.clone(),
        textures: desc.textures.clone(),
        color_outputs: desc.color_outputs,
        inputs: desc.inputs,
    }
}
