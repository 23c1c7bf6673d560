//! A row of fragments: values, textures, combiners, tests, output.

use std::rc::Rc;

use super::combine::{Color, Inputs, Stages};
use super::merge;
use super::raster::{Line, Planes};
use super::sample::Sampler;
use super::target::{Target, needs_depth};
use super::textures::Decoded;
use super::vertex::{COLOR, TEXCOORD};
use crate::front::{Draw, Tables};
use crate::state::{
    ColorFormat, ColorOutput, Coordinates, DepthMap, Fog, Framebuffer, LogicOperation, Merger, Source,
};
use crate::texture::{Layout, decode_color, decode_depth, encode_color, encode_depth};

/// A texture unit of a draw.
#[derive(Debug)]
enum Unit {
    /// The same colour everywhere, since the unit is off, has no texture, or is not read.
    Flat(Color),
    /// A texture, with the place of its coordinate among the varyings.
    Texture(Sampler, usize),
}

/// The values of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    inverse_w: Line,
    depth: Line,
    primary: [Line; 4],
    units: [[Line; 2]; 3],
}

/// A draw that only samples a texture, perhaps multiplies it by the colour, and stores the result in four bytes.
#[derive(Clone, Copy, Debug)]
struct Simple {
    unit: usize,
    modulate: bool,
}

impl Simple {
    /// What a draw is, if it is that simple.
    fn of(draw: &Draw<'_>, units: &[Unit; 3], stages: &Stages, needs_depth: bool) -> Option<Self> {
        let (merger, framebuffer) = (&draw.state.merger, &draw.state.framebuffer);
        let (unit, modulate) = stages.texture_alone()?;
        let is_flat = matches!(units.get(unit)?, Unit::Texture(sampler, _) if !sampler.needs_lod);
        let stores = merger.color == ColorOutput::Logic(LogicOperation::Copy)
            && merger.color_mask == [true; 4]
            && framebuffer.color_write
            && framebuffer.color_format == ColorFormat::Rgba8;
        let tests = merger.alpha_test.is_some() || draw.state.fog.is_some() || needs_depth;
        (is_flat && stores && !tests).then_some(Self { unit, modulate })
    }
}

/// Everything that the fragments of a draw need, resolved once.
#[derive(Debug)]
pub(super) struct Pipeline<'a> {
    units: [Unit; 3],
    stages: Stages,
    reads_primary: bool,
    tables: &'a Tables,
    fog: Option<Fog>,
    depth_map: DepthMap,
    merger: Merger,
    framebuffer: Framebuffer,
    needs_depth: bool,
    simple: Option<Simple>,
    layout: Layout,
    color: &'a mut [u8],
    depth: &'a mut [u8],
    /// How many fragments came by.
    pub(super) fragments: u64,
}

impl<'a> Pipeline<'a> {
    pub(super) fn new(draw: &Draw<'a>, textures: [Option<Rc<Decoded>>; 3], target: &'a mut Target) -> Self {
        let state = draw.state;
        let mut textures = textures.into_iter();
        let units = std::array::from_fn(|index| match (state.textures[index], textures.next().flatten()) {
            (None, _) => Unit::Flat([0; 4]),
            (Some(_), None) => Unit::Flat([0, 0, 0, 255]),
            (Some(unit), Some(texture)) => {
                let place = match unit.coordinates {
                    Coordinates::Zero => TEXCOORD[0],
                    Coordinates::One => TEXCOORD[1],
                    Coordinates::Two => TEXCOORD[2],
                };
                Unit::Texture(Sampler::new(unit, texture), place)
            }
        });
        let layout = target.layout();
        let (color, depth) = target.planes();
        let (stages, needs_depth) = (Stages::new(&state.combiners), needs_depth(state));
        Self {
            simple: Simple::of(draw, &units, &stages, needs_depth),
            units,
            stages,
            reads_primary: state.combiners.reads(Source::Primary),
            tables: draw.tables,
            fog: state.fog,
            depth_map: state.raster.depth_map,
            merger: state.merger,
            framebuffer: state.framebuffer,
            needs_depth,
            layout,
            color,
            depth,
            fragments: 0,
        }
    }

    /// Draws the fragments of a row, y up, from a column to before another.
    pub(super) fn row(&mut self, planes: &Planes, row: i64, columns: [i64; 2]) {
        if columns[0] >= columns[1] {
            return;
        }
        self.fragments += (columns[1] - columns[0]) as u64;
        let memory_row = self.framebuffer.height - 1 - row as u32;
        let row_index = self.layout.row(memory_row, self.framebuffer.width);
        let lines = self.lines(planes, row);
        if let Some(simple) = self.simple {
            self.simple_row(simple, &lines, row_index, columns);
            return;
        }
        let needs_depth = self.needs_depth || self.fog.is_some();
        for column in columns[0]..columns[1] {
            let w = 1.0 / lines.inverse_w.at(column);
            let inputs = self.inputs(planes, &lines, column, w);
            let color = self.stages.run(&inputs);
            let depth = if needs_depth { self.mapped_depth(lines.depth.at(column), w) } else { 0.0 };
            let place = (row_index + self.layout.column(column as u32)) as usize;
            self.output(place, color, depth);
        }
    }

    /// The values of a row that are read.
    #[inline]
    fn lines(&self, planes: &Planes, row: i64) -> Lines {
        let mut lines = Lines {
            inverse_w: planes.inverse_w.line(row),
            depth: planes.depth.line(row),
            ..Lines::default()
        };
        if self.reads_primary {
            lines.primary = std::array::from_fn(|lane| planes.varyings[COLOR + lane].line(row));
        }
        for (unit, lines) in self.units.iter().zip(&mut lines.units) {
            if let Unit::Texture(_, place) = unit {
                *lines = [planes.varyings[*place].line(row), planes.varyings[*place + 1].line(row)];
            }
        }
        lines
    }

    /// A row of the commonest draws: a texture, perhaps times the colour, stored as it is in four bytes.
    fn simple_row(&mut self, simple: Simple, lines: &Lines, row_index: u32, columns: [i64; 2]) {
        let Unit::Texture(sampler, _) = &self.units[simple.unit] else { return };
        let [u, v] = lines.units[simple.unit];
        for column in columns[0]..columns[1] {
            let w = 1.0 / lines.inverse_w.at(column);
            let mut color = sampler.flat(u.at(column) * w, v.at(column) * w);
            if simple.modulate {
                for (lane, line) in color.iter_mut().zip(&lines.primary) {
                    let primary = u32::from((line.at(column) * w * 255.0 + 0.5) as u8);
                    *lane = (u32::from(*lane) * primary / 255) as u8;
                }
            }
            let place = (row_index + self.layout.column(column as u32)) as usize * 4;
            if let Some(pixel) = self.color.get_mut(place..place + 4) {
                pixel.copy_from_slice(&[color[3], color[2], color[1], color[0]]);
            }
        }
    }

    #[inline]
    fn inputs(&self, planes: &Planes, lines: &Lines, column: i64, w: f32) -> Inputs {
        let mut inputs = Inputs::default();
        if self.reads_primary {
            for (lane, line) in inputs.primary.iter_mut().zip(&lines.primary) {
                *lane = (line.at(column) * w * 255.0 + 0.5) as u8 as i32;
            }
        }
        for (index, unit) in self.units.iter().enumerate() {
            inputs.textures[index] = match unit {
                Unit::Flat(color) => *color,
                Unit::Texture(sampler, place) => {
                    let [u, v] = lines.units[index].map(|line| line.at(column) * w);
                    let detail =
                        if sampler.needs_lod { detail(planes, sampler, *place, [u, v], w) } else { 0.0 };
                    sampler.sample(u, v, detail).map(i32::from)
                }
            };
        }
        inputs
    }

    /// The depth from 0 to 1.
    #[inline]
    fn mapped_depth(&self, z_over_w: f32, w: f32) -> f32 {
        let DepthMap { scale, offset, w_buffer } = self.depth_map;
        let depth = z_over_w * scale + offset;
        let depth = if w_buffer { depth * w } else { depth };
        // What is not a number stays so, and is cut off to zero later.
        depth.clamp(0.0, 1.0)
    }

    /// Everything behind the combiners, for the pixel at a place.
    #[inline]
    fn output(&mut self, place: usize, color: Color, depth: f32) {
        let color = color.map(|lane| lane as u8);
        if let Some(test) = self.merger.alpha_test
            && !test.function.holds(color[3].into(), test.reference.into())
        {
            return;
        }
        let color = self.fog.map_or(color, |fog| fogged(fog, self.tables, color, depth));
        if self.needs_depth && !self.test(place, depth) {
            return;
        }
        if !self.framebuffer.color_write {
            return;
        }
        let format = self.framebuffer.color_format;
        let bytes = format.bytes() as usize;
        let Some(pixel) = self.color.get_mut(place * bytes..(place + 1) * bytes) else { return };
        let is_plain = self.merger.color == ColorOutput::Logic(LogicOperation::Copy)
            && self.merger.color_mask == [true; 4];
        if is_plain {
            encode_color(format, color, pixel);
            return;
        }
        let stored = decode_color(format, pixel);
        let read = if self.framebuffer.color_read { stored } else { [0; 4] };
        let mut result = match &self.merger.color {
            ColorOutput::Blend(blend) => merge::blend(blend, color, read),
            ColorOutput::Logic(operation) => merge::logic(*operation, color, read),
        };
        for (lane, enabled) in self.merger.color_mask.into_iter().enumerate() {
            if !enabled {
                result[lane] = stored[lane];
            }
        }
        encode_color(format, result, pixel);
    }

    /// Stencil and depth: tests, and what they write. Answers whether the fragment goes on.
    fn test(&mut self, place: usize, depth: f32) -> bool {
        let format = self.framebuffer.depth_format;
        let bytes = format.bytes() as usize;
        let Some(pixel) = self.depth.get_mut(place * bytes..(place + 1) * bytes) else { return false };
        let (stored, stencil) = decode_depth(format, pixel);
        let (read_depth, read_stencil) = if self.framebuffer.depth_read { (stored, stencil) } else { (0, 0) };
        let value = (depth * format.max() as f32) as u32;
        let value = value.min(format.max());
        let writes = self.framebuffer.depth_write;
        let passes = match self.merger.depth.test {
            Some(function) => function.holds(value, read_depth),
            None => true,
        };
        let (mut new_depth, mut new_stencil, mut goes_on) = (stored, stencil, passes);
        if let Some(state) = &self.merger.stencil {
            let mask = state.input_mask;
            let holds = state.function.holds((state.reference & mask).into(), (read_stencil & mask).into());
            let operation = match (holds, passes) {
                (false, _) => state.fail,
                (true, false) => state.depth_fail,
                (true, true) => state.pass,
            };
            new_stencil = merge::stencil(state, operation, read_stencil);
            goes_on &= holds;
        }
        if goes_on && self.merger.depth.write {
            new_depth = value;
        }
        if writes && (new_depth, new_stencil) != (stored, stencil) {
            encode_depth(format, new_depth, new_stencil, pixel);
        }
        goes_on
    }
}

/// A colour in fog; its alpha stays.
fn fogged(fog: Fog, tables: &Tables, color: [u8; 4], depth: f32) -> [u8; 4] {
    let index = (if fog.flip { 1.0 - depth } else { depth }) * 128.0;
    let entry = index.floor().clamp(0.0, 127.0);
    let word = tables.fog[entry as usize];
    let difference = (((word << 19) as i32) >> 19) as f32 / 2047.0;
    let value = (word >> 13 & 0x7FF) as f32 / 2047.0;
    let factor = (value + difference * (index - entry)).clamp(0.0, 1.0);
    let mut result = color;
    for (lane, fog) in result.iter_mut().zip(fog.color) {
        *lane = (factor * f32::from(*lane) + (1.0 - factor) * f32::from(fog)) as u8;
    }
    result
}

/// The level of detail: how many texels lie between neighbouring pixels, as a power of two.
fn detail(planes: &Planes, sampler: &Sampler, place: usize, at: [f32; 2], w: f32) -> f32 {
    let (q, size) = (planes.inverse_w, sampler.size());
    let longest = [0, 1].map(|lane| {
        let plane = planes.varyings[place + lane];
        let slope = |step: f32, q: f32| ((step - at[lane] * q) * w * size[lane]).abs();
        slope(plane.x, q.x).max(slope(plane.y, q.y))
    });
    longest[0].max(longest[1]).log2()
}
