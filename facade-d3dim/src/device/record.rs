//! Draws into the frame: what a device's states say about a batch of vertices that are places in pixels.

use retrograph_render::frame::{
    AttributeSource, IndexFormat, Indices, Rect, TextureBinding, Topology, VertexAttribute, VertexInput,
    VertexStream, Viewport,
};
use retrograph_render::{DrawCall, wgpu};
use retrograph_shaders::binding::{self, DrawBlock};
use retrograph_shaders::dxso::SamplerKey;
use retrograph_shaders::fixed::{
    self, Coordinate, FragmentBlock, FragmentKey, Position, Stage, VertexFog, VertexKey,
};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::varyings::Usage;

use super::program::Programs;
use super::raster;
use super::state::{STAGES, rs, ts};
use crate::core::Core;
use crate::error::Result;
use crate::object::DeviceId;
use crate::surface::KeyKind;
use crate::vertex::format::Format;
use crate::vertex::process::Batch;
use crate::viewport::View;

/// Half a pixel, less what decides ties between texels for the one to the right: programs put borders of texels exactly on
/// centres of pixels.
const NEARLY_HALF: f32 = 0.5 - 1.0 / 8192.0;

/// What draws of all devices share.
#[derive(Debug, Default)]
pub(crate) struct Draws {
    programs: Programs,
    /// The vertices of the draw at hand.
    pub(crate) batch: Batch,
    /// Bytes of the guest, of the draw at hand.
    pub(crate) vertices: Vec<u8>,
    /// What was recorded last.
    last: Option<Recorded>,
    /// How surfaces and palettes were then.
    seen: [u64; 2],
}

/// What the groups that were recorded last are of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recorded {
    device: DeviceId,
    stamp: u64,
    view: View,
    format: Format,
    /// The format that vertices came in.
    source: u32,
    fogged: bool,
    /// Positions are the program's own, not computed.
    given: bool,
    textures: [Option<retrograph_render::resource::TextureId>; STAGES],
    targets: retrograph_render::frame::Targets,
}

/// The bytes of a batch's indices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order<'a> {
    /// None: vertices as they are.
    None,
    /// Of 16 bits.
    Short(&'a [u16]),
    /// Of 32 bits.
    Long(&'a [u32]),
}

impl Draws {
    /// Forgets what the recorder was told: something else has set targets.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }
}

impl Core {
    /// Draws the batch, whose vertices are in the format that `format` becomes. `fogged` tells that their second colour's
    /// alpha is a fog factor.
    pub(crate) fn record(
        &mut self,
        device: DeviceId,
        view: View,
        format: &Format,
        fogged: bool,
        topology: Topology,
        order: Order<'_>,
    ) -> Result<()> {
        if !self.is_recorded(device, view, format, fogged)? {
            self.prepare_draw(device, view, format, fogged)?;
        }
        let recorder = self.context.recorder();
        let user_vertices = recorder.push_user_data(&self.draws.batch.bytes);
        let (count, indices) = match order {
            Order::None => (self.draws.batch.len(), Indices::None),
            Order::Short(list) => {
                let offset = recorder.push_user_data(bytemuck::cast_slice(list));
                (list.len(), Indices::Arena { offset, format: IndexFormat::U16 })
            }
            Order::Long(list) => {
                let offset = recorder.push_user_data(bytemuck::cast_slice(list));
                (list.len(), Indices::Arena { offset, format: IndexFormat::U32 })
            }
        };
        recorder.draw(DrawCall {
            topology,
            first: 0,
            count: count as u32,
            base_vertex: 0,
            instances: 1,
            user_vertices,
            indices,
        });
        if recorder.is_full() {
            self.context.submit()?;
        }
        Ok(())
    }

    /// Whether all that draws need was recorded last: states, surfaces and palettes are as they were.
    fn is_recorded(&self, device: DeviceId, view: View, format: &Format, fogged: bool) -> Result<bool> {
        let stamp = self.device(device)?.stamp;
        Ok(self.draws.seen == [self.surface_changes, self.palette_versions]
            && self.draws.last.as_ref().is_some_and(|last| {
                (last.device, last.stamp, last.fogged) == (device, stamp, fogged)
                    && (last.source, last.view) == (format.fvf, view)
            }))
    }

    /// Brings targets and textures up to date, and records what has changed.
    fn prepare_draw(&mut self, device: DeviceId, view: View, format: &Format, fogged: bool) -> Result<()> {
        let target = self.device(device)?.target;
        let attachment = self.attachment(target)?;
        let depth = self.attached_depth(target);
        let depth = depth.map(|depth| self.attachment(depth)).transpose()?;
        let targets =
            retrograph_render::frame::Targets { color: [Some(attachment), None, None, None], depth };
        let textures = self.textures(device)?;
        let stamp = self.device(device)?.stamp;
        let (source, given, format) = (format.fvf, format.transformed, format.drawn());
        let recorded = Recorded { device, stamp, view, format, source, fogged, given, textures, targets };
        if self.draws.last != Some(recorded) {
            self.groups(device, &recorded)?;
            self.draws.last = Some(recorded);
        }
        self.draws.seen = [self.surface_changes, self.palette_versions];
        Ok(())
    }

    /// The textures of all stages that run, with their newest texels.
    fn textures(
        &mut self,
        device: DeviceId,
    ) -> Result<[Option<retrograph_render::resource::TextureId>; STAGES]> {
        let mut found = [None; STAGES];
        for (stage, texture) in found.iter_mut().enumerate() {
            let device = self.device(device)?;
            if device.states.stage(stage, ts::COLOROP) == 1 {
                break;
            }
            let Some(surface) = device.textures[stage] else { continue };
            if self.surfaces.contains_key(surface) {
                *texture = Some(self.sampled(surface)?);
            }
        }
        Ok(found)
    }

    /// Tells the recorder everything that draws of these states need.
    fn groups(&mut self, device: DeviceId, recorded: &Recorded) -> Result<()> {
        let target = self.device(device)?.target;
        let surface = self.surface(target)?;
        let (size, alpha) = ([surface.width, surface.height], surface.format.has_alpha());
        let depth = self.attached_depth(target);
        let stencil = depth.is_some_and(|depth| self.has_stencil(depth));
        let states = &self.device(device)?.states;
        let raster = raster::raster(states, alpha, depth.is_some(), stencil);
        // Places in pixels are drawn at any depth; what was projected ends at near and far.
        let flat_depth = recorded.given && (depth.is_none() || !states.on(rs::ZENABLE));
        let keys = self.key_colors(device)?;
        let fragment = self.fragment_key(device, recorded, &keys)?;
        let vertex = self.vertex_key(device, recorded, flat_depth, &fragment)?;
        let program = self.draws.programs.find(&mut self.context.recorder, vertex, &fragment);
        let program = program.map_err(|error| {
            log::warn!(target: "retrograph::d3dim::shader", "states refused: {error}");
            self.note_unsupported("texture stages")
        })?;
        let recorder = self.context.recorder();
        recorder.set_targets(recorded.targets);
        recorder.set_raster(raster);
        recorder.set_program(program);
        recorder.set_input(input(&recorded.format));
        recorder.set_viewport(viewport(&recorded.view, size));
        self.bind(device, recorded, &keys)?;
        self.blocks(device, size, recorded.given, &keys)
    }

    /// The colours that the stages' textures are keyed by.
    fn key_colors(&self, device: DeviceId) -> Result<[Option<[f32; 4]>; STAGES]> {
        let device = self.device(device)?;
        if !device.states.on(rs::COLORKEYENABLE) {
            return Ok([None; STAGES]);
        }
        Ok(device.textures.map(|texture| {
            let id = texture?;
            let key = self.surfaces.get(id)?.key(KeyKind::SourceBlt)?;
            self.texel_color(id, key.low)
        }))
    }

    fn fragment_key(
        &self,
        device: DeviceId,
        recorded: &Recorded,
        keys: &[Option<[f32; 4]>; STAGES],
    ) -> Result<FragmentKey> {
        let states = &self.device(device)?.states;
        let mut stages = [Stage::default(); STAGES];
        for (index, stage) in stages.iter_mut().enumerate() {
            let texture = recorded.textures[index].map(|_| SamplerKey::default());
            *stage = Stage::from_words(index, &raster::stage_words(states, index), texture);
            stage.keyed = texture.is_some() && keys[index].is_some();
        }
        Ok(FragmentKey {
            stages,
            specular: states.on(rs::SPECULARENABLE),
            fog: raster::fog(states, recorded.fogged),
            flat_colors: states.get(rs::SHADEMODE) == 1,
            alpha_test: raster::alpha_test(states),
            ..FragmentKey::default()
        })
    }

    fn vertex_key(
        &self,
        device: DeviceId,
        recorded: &Recorded,
        flat_depth: bool,
        fragment: &FragmentKey,
    ) -> Result<VertexKey> {
        let states = &self.device(device)?.states;
        let position = Position::Screen { flat_depth };
        let mut key = VertexKey { position, ..VertexKey::default() };
        if matches!(fragment.fog, retrograph_shaders::dxso::Fog::Table(..)) {
            key.fog = VertexFog::Place;
        }
        for (class, input) in key.inputs.iter_mut().zip(fixed::inputs(position, false)) {
            let there = match input.semantic.usage {
                Usage::PositionT => true,
                Usage::Color => input.semantic.index < 2,
                Usage::Texcoord => input.semantic.index < recorded.format.sets,
                _ => false,
            };
            *class = if there { InputClass::Float } else { InputClass::Absent };
        }
        for (set, &count) in recorded.format.components.iter().enumerate() {
            key.components[set] = count.max(1);
        }
        for (stage, coordinate) in key.coordinates.iter_mut().enumerate() {
            *coordinate = Coordinate::set((states.stage(stage, ts::TEXCOORDINDEX) & 7) as u8);
        }
        Ok(key)
    }

    fn bind(
        &mut self,
        device: DeviceId,
        recorded: &Recorded,
        keys: &[Option<[f32; 4]>; STAGES],
    ) -> Result<()> {
        for (stage, &texture) in recorded.textures.iter().enumerate() {
            let sampler = raster::sampler(&self.device(device)?.states, stage, keys[stage].is_some());
            let binding = TextureBinding { texture, srgb: false, base_level: 0, sampler };
            self.context.recorder().set_binding(false, stage as u8, binding);
        }
        Ok(())
    }

    /// Writes what shaders read of uniform blocks, where it changed.
    fn blocks(
        &mut self,
        device: DeviceId,
        size: [u32; 2],
        given: bool,
        keys: &[Option<[f32; 4]>; STAGES],
    ) -> Result<()> {
        let half = if given { NEARLY_HALF } else { 0.5 };
        let states = &self.device(device)?.states;
        let [width, height] = size.map(|side| side.max(1) as f32);
        let mut block = DrawBlock {
            transform: [1.0, 1.0, 2.0 * half / width, -2.0 * half / height],
            viewport: [0.0, 0.0, width, height],
            point_and_alpha: [1.0, 1.0, 1.0, f32::from(states.get(rs::ALPHAREF) as u8) / 255.0],
            depth: [-(states.get(rs::ZBIAS).min(16) as f32) / 65535.0, 0.0, 0.0, 0.0],
            ..bytemuck::Zeroable::zeroed()
        };
        let [start, end] = [rs::FOGSTART, rs::FOGEND].map(|state| states.float(state));
        let span = end - start;
        let scale = if span == 0.0 { f32::MAX } else { 1.0 / span };
        block.fog_color = raster::unpack(states.get(rs::FOGCOLOR));
        block.fog = [end, scale, states.float(rs::FOGDENSITY), 0.0];
        for stage in 0..STAGES {
            block.bump[stage] = [7, 8, 9, 10].map(|kind| f32::from_bits(states.stage(stage, kind)));
            let [scale, offset] = [22, 23].map(|kind| f32::from_bits(states.stage(stage, kind)));
            block.luminance[stage] = [scale, offset, 0.0, 0.0];
        }
        let mut constants = [[0.0; 4]; STAGES];
        for (constant, key) in constants.iter_mut().zip(keys) {
            *constant = key.unwrap_or_default();
        }
        let factor = FragmentBlock { factor: raster::unpack(states.get(rs::TEXTUREFACTOR)), constants };
        let recorder = self.context.recorder();
        recorder.write_block(binding::DRAW as u8, 0, bytemuck::bytes_of(&block));
        recorder.write_block(binding::FIXED_FRAGMENT as u8, 0, bytemuck::bytes_of(&factor));
        Ok(())
    }
}

/// The viewport: all of the target, with what lies outside of the view cut off.
fn viewport(view: &View, [width, height]: [u32; 2]) -> Viewport {
    let target = Rect { x: 0, y: 0, width, height };
    let seen = Rect { x: view.x, y: view.y, width: view.width, height: view.height }.intersect(target);
    Viewport {
        x: 0.0,
        y: 0.0,
        width: width as f32,
        height: height as f32,
        min_depth: 0.0,
        max_depth: 1.0,
        scissor: if seen.is_empty() { Rect::default() } else { seen },
    }
}

/// Where the fixed vertex stage finds its inputs in vertices of a format that is drawn.
fn input(format: &Format) -> VertexInput {
    let mut input = VertexInput::default();
    input.streams.push(VertexStream {
        source: AttributeSource::Arena,
        offset: 0,
        stride: format.stride.into(),
        instance_step: None,
    });
    for wanted in fixed::inputs(Position::Screen { flat_depth: false }, false) {
        let semantic = wanted.semantic;
        let found = match semantic.usage {
            Usage::PositionT => Some((0, wgpu::VertexFormat::Float32x4)),
            Usage::Color if semantic.index < 2 => {
                Some((16 + 4 * u16::from(semantic.index), wgpu::VertexFormat::Unorm8x4Bgra))
            }
            Usage::Texcoord => format.set(semantic.index.into()).map(|at| {
                let count = format.components[usize::from(semantic.index)];
                let kind = match count {
                    1 => wgpu::VertexFormat::Float32,
                    3 => wgpu::VertexFormat::Float32x3,
                    4 => wgpu::VertexFormat::Float32x4,
                    _ => wgpu::VertexFormat::Float32x2,
                };
                (at, kind)
            }),
            _ => None,
        };
        if let Some((offset, format)) = found {
            let location = wanted.location;
            input.attributes.push(VertexAttribute { location, stream: 0, offset, format });
        }
    }
    input
}
