//! Vertices through world, view, projection and the viewport's map to the screen, lit and fogged, four at a time.

use glam::{Mat4, Vec4};

use super::clip::{GUARD, plane};
use super::format::{Format, Streams};
use super::lighting::{Lanes3, Lighting, Surface};
use crate::viewport::View;

/// Fog by vertex: a function of the distance to the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VertexFog {
    /// `D3DFOGMODE`: 1 exponential, 2 squared, 3 linear.
    pub(crate) mode: u32,
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) density: f32,
    /// Of the distance instead of the depth.
    pub(crate) range: bool,
}

impl VertexFog {
    /// How much of the colour fog leaves, 0–1.
    pub(crate) fn factor(&self, distance: f32) -> f32 {
        let factor = match self.mode {
            1 => (-distance * self.density).exp(),
            2 => (-(distance * self.density) * (distance * self.density)).exp(),
            // Without extent all is fog.
            3 if self.start == self.end => 0.0,
            3 => (self.end - distance) / (self.end - self.start),
            _ => 1.0,
        };
        if factor.is_nan() { 0.0 } else { factor.clamp(0.0, 1.0) }
    }

    /// Writes the factors of four places before the eye to the alpha of their second colours.
    fn put(&self, eye: &Lanes3, specular: &mut [u32; 4]) {
        let distance = if self.range {
            let squared = eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2];
            squared.to_array().map(f32::sqrt)
        } else {
            eye[2].to_array().map(f32::abs)
        };
        for (word, distance) in specular.iter_mut().zip(distance) {
            let factor = (self.factor(distance) * 255.0 + 0.5) as u32;
            *word = *word & 0xFF_FFFF | factor << 24;
        }
    }
}

/// What vertices go through.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) world_view: Mat4,
    pub(crate) projection: Mat4,
    pub(crate) view: View,
    pub(crate) lighting: Option<&'a Lighting>,
    pub(crate) fog: Option<VertexFog>,
}

/// Vertices as they are drawn: of [`Format::drawn`], with what clipping needs beside them.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stride: usize,
    /// Positions in the clipped cube.
    pub(crate) clip: Vec<[f32; 4]>,
    /// Planes that a vertex is outside of, as `D3DCLIP_*`, and more of [`plane`].
    pub(crate) flags: Vec<u8>,
    /// The flags of all vertices together, and those that all have.
    pub(crate) any: u8,
    pub(crate) every: u8,
    view: View,
}

impl Batch {
    /// Empties the batch for vertices of a format.
    pub(crate) fn start(&mut self, format: &Format, view: View) {
        self.bytes.clear();
        self.clip.clear();
        self.flags.clear();
        self.stride = usize::from(format.drawn().stride);
        (self.any, self.every, self.view) = (0, 0xFF, view);
    }

    /// Vertices in it.
    pub(crate) fn len(&self) -> usize {
        self.flags.len()
    }

    /// Makes it so many vertices: new ones are zero.
    pub(crate) fn resize(&mut self, count: usize) {
        self.bytes.resize(count * self.stride, 0);
        self.clip.resize(count, [0.0; 4]);
        self.flags.resize(count, 0);
    }

    /// Adds a range of another's vertices, which have the same format.
    pub(crate) fn copy_range(&mut self, from: &Self, range: std::ops::Range<usize>) {
        self.bytes.extend_from_slice(&from.bytes[range.start * self.stride..range.end * self.stride]);
        self.clip.extend_from_slice(&from.clip[range.clone()]);
        for &flags in &from.flags[range] {
            self.push_flags(flags);
        }
    }

    /// Overwrites vertices from a place on with all of another's; colours only if wanted.
    pub(crate) fn put(&mut self, at: usize, made: &Self, colors: bool) {
        let stride = self.stride;
        let out = self.bytes[at * stride..].chunks_exact_mut(stride);
        for (out, vertex) in out.zip(made.bytes.chunks_exact(made.stride)) {
            out[..16].copy_from_slice(&vertex[..16]);
            if colors {
                out[16..24].copy_from_slice(&vertex[16..24]);
            }
            let rest = out.len().min(vertex.len());
            out[24..rest].copy_from_slice(&vertex[24..rest]);
        }
        for (index, &flags) in made.flags.iter().enumerate() {
            self.flags[at + index] = flags;
            self.clip[at + index] = made.clip.get(index).copied().unwrap_or_default();
        }
    }

    fn vertex(&self, index: u32) -> &[u8] {
        &self.bytes[index as usize * self.stride..][..self.stride]
    }

    /// A vertex with another's bytes, to be changed.
    pub(crate) fn duplicate(&mut self, index: u32) -> u32 {
        let start = index as usize * self.stride;
        self.bytes.extend_from_within(start..start + self.stride);
        self.clip.push(self.clip[index as usize]);
        self.flags.push(0);
        self.len() as u32 - 1
    }

    /// Gives a vertex the colours of another.
    pub(crate) fn copy_colors(&mut self, from: u32, to: u32) {
        let start = from as usize * self.stride + 16;
        self.bytes.copy_within(start..start + 8, to as usize * self.stride + 16);
    }

    /// Adds the vertex that lies so far along the way from one to another.
    pub(crate) fn interpolate(&mut self, from: u32, to: u32, along: f32) -> u32 {
        let (a, b) = (self.clip[from as usize], self.clip[to as usize]);
        let mix = |a: f32, b: f32| a + (b - a) * along;
        let clip: [f32; 4] = std::array::from_fn(|lane| mix(a[lane], b[lane]));
        let made = self.duplicate(from);
        let screen = self.view.to_screen(clip);
        let (mut bytes, other) = (self.vertex(made).to_vec(), self.vertex(to));
        for (out, value) in bytes.chunks_exact_mut(4).zip(screen) {
            out.copy_from_slice(&value.to_le_bytes());
        }
        for (out, &other) in bytes[16..24].iter_mut().zip(&other[16..24]) {
            *out = mix(f32::from(*out), f32::from(other)).round() as u8;
        }
        for (out, other) in bytes[24..].chunks_exact_mut(4).zip(other[24..].chunks_exact(4)) {
            let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let value = mix(number(out), number(other));
            out.copy_from_slice(&value.to_le_bytes());
        }
        let start = made as usize * self.stride;
        self.bytes[start..start + self.stride].copy_from_slice(&bytes);
        self.clip[made as usize] = clip;
        made
    }

    /// Adds vertices that are places in pixels already. Colours that are not there are white and black.
    pub(crate) fn push_transformed(&mut self, streams: &Streams<'_>, range: std::ops::Range<usize>) {
        let format = streams.format;
        let (first, stride) = (self.len(), self.stride);
        self.resize(first + range.len());
        let out = &mut self.bytes[first * stride..];
        if format == format.drawn() && streams.position.stride == stride {
            let bytes = streams.position.slice(range.start, range.len() * stride);
            out[..bytes.len()].copy_from_slice(bytes);
        } else {
            for (vertex, out) in range.zip(out.chunks_exact_mut(stride)) {
                out[..16].copy_from_slice(&streams.position.at::<16>(vertex));
                let diffuse = streams.diffuse.map_or(u32::MAX, |stream| stream.word(vertex));
                // Without a second colour there is no fog factor: all is fog.
                let specular = streams.specular.map_or(0, |stream| stream.word(vertex));
                out[16..20].copy_from_slice(&diffuse.to_le_bytes());
                out[20..24].copy_from_slice(&specular.to_le_bytes());
                put_coordinates(streams, vertex, &mut out[24..]);
            }
        }
        // All exponent bits are those of what is no number, or infinite.
        let odd = |vertex: &[u8]| {
            vertex[..16].chunks_exact(4).fold(false, |odd, lane| {
                odd | (u32::from_le_bytes([lane[0], lane[1], lane[2], lane[3]]) & 0x7F80_0000 == 0x7F80_0000)
            })
        };
        let out = &self.bytes[first * stride..];
        if out.chunks_exact(stride).fold(false, |any, vertex| any | odd(vertex)) {
            self.any |= plane::NONE;
            for (flags, vertex) in self.flags[first..].iter_mut().zip(out.chunks_exact(stride)) {
                *flags = if odd(vertex) { plane::NONE } else { 0 };
            }
        }
        // Nothing is clipped: positions in the cube are not wanted.
        self.every = 0;
    }

    fn push_flags(&mut self, flags: u8) {
        self.any |= flags;
        self.every &= flags;
        self.flags.push(flags);
    }
}

/// Colours of four vertices, by channel.
type Colors = [Vec4; 4];

#[inline]
fn unpacked(words: [u32; 4]) -> Colors {
    let channel =
        |shift: u32| Vec4::from_array(words.map(|word| (word >> shift & 0xFF) as f32)) * (1.0 / 255.0);
    [channel(16), channel(8), channel(0), channel(24)]
}

/// What makes the low bits of a float a whole number, ties rounded up.
const WHOLE: f32 = 8_388_608.0;
const TIE: f32 = 1.0 / 32_768.0;

/// Colours of 0–1 as words.
#[inline]
fn packed(colors: &Colors) -> [u32; 4] {
    let [red, green, blue, alpha] =
        [0, 1, 2, 3].map(|channel| (colors[channel] * 255.0 + TIE + WHOLE).to_array().map(f32::to_bits));
    let word = |lane: usize| {
        (alpha[lane] & 0xFF) << 24
            | (red[lane] & 0xFF) << 16
            | (green[lane] & 0xFF) << 8
            | (blue[lane] & 0xFF)
    };
    [word(0), word(1), word(2), word(3)]
}

#[inline]
fn multiply(matrix: &Mat4, [x, y, z]: &Lanes3) -> [Vec4; 4] {
    let columns = matrix.to_cols_array_2d();
    let row =
        |row: usize| *x * columns[0][row] + *y * columns[1][row] + *z * columns[2][row] + columns[3][row];
    [row(0), row(1), row(2), row(3)]
}

impl Job<'_> {
    /// Adds vertices of a range to a batch.
    pub(crate) fn run(&self, streams: &Streams<'_>, range: std::ops::Range<usize>, batch: &mut Batch) {
        let (first, stride) = (batch.len(), batch.stride);
        batch.resize(first + range.len());
        let clip = self.view.map.matrix() * self.projection * self.world_view;
        let needs_eye = self.fog.is_some() || self.lighting.is_some_and(|lighting| lighting.places);
        let colors = self.lighting.map(material);
        let (mut any, mut every) = (batch.any, batch.every);
        let bytes = batch.bytes[first * stride..].chunks_mut(4 * stride);
        let places = batch.clip[first..].chunks_mut(4).zip(batch.flags[first..].chunks_mut(4));
        for (start, (bytes, (places, flags))) in range.step_by(4).zip(bytes.zip(places)) {
            let lanes = flags.len();
            let position = gather(&streams.position, start, lanes);
            let eye = needs_eye.then(|| {
                let [x, y, z, w] = multiply(&self.world_view, &position);
                [x / w, y / w, z / w]
            });
            let [diffuse, mut specular] = self.colors(streams, start, lanes, eye.as_ref(), colors.as_ref());
            if let (Some(fog), Some(eye)) = (self.fog, &eye) {
                fog.put(eye, &mut specular);
            }
            let position = multiply(&clip, &position);
            let outside = outside(position);
            self.emit(streams, start, position, [diffuse, specular], bytes, stride);
            let cube = turned(position);
            for (lane, (place, flags)) in places.iter_mut().zip(flags).enumerate() {
                *place = cube[lane];
                *flags = outside[lane];
                any |= outside[lane];
                every &= outside[lane];
            }
        }
        (batch.any, batch.every) = (any, every);
    }

    /// The two colours of four vertices, packed.
    #[inline]
    fn colors(
        &self,
        streams: &Streams<'_>,
        start: usize,
        lanes: usize,
        eye: Option<&Lanes3>,
        material: Option<&[Colors; 4]>,
    ) -> [[u32; 4]; 2] {
        let words = |stream: Option<super::format::Stream<'_>>, missing: u32| {
            stream.map_or([missing; 4], |stream| {
                std::array::from_fn(|lane| if lane < lanes { stream.word(start + lane) } else { 0 })
            })
        };
        let given = [words(streams.diffuse, u32::MAX), words(streams.specular, 0)];
        let (Some(lighting), Some(material)) = (self.lighting, material) else { return given };
        let mut own;
        let mut colors = material;
        if streams.diffuse.is_some() || streams.specular.is_some() {
            own = *material;
            for (color, &source) in own.iter_mut().zip(&lighting.sources) {
                match source {
                    1 if streams.diffuse.is_some() => *color = unpacked(given[0]),
                    2 if streams.specular.is_some() => *color = unpacked(given[1]),
                    _ => {}
                }
            }
            colors = &own;
        }
        let normal = streams.normal.map_or([Vec4::ZERO; 3], |stream| gather(&stream, start, lanes));
        let place = eye.copied().unwrap_or([Vec4::ZERO; 3]);
        lighting.shade(&Surface { normal: &normal, place: &place, colors }).map(|color| packed(&color))
    }

    /// Brings four positions of the cube to the screen and writes the vertices.
    #[inline]
    fn emit(
        &self,
        streams: &Streams<'_>,
        start: usize,
        [x, y, z, w]: [Vec4; 4],
        [diffuse, specular]: [[u32; 4]; 2],
        bytes: &mut [u8],
        stride: usize,
    ) {
        let reciprocal = Vec4::ONE / w;
        let half = [self.view.width as f32 * 0.5, self.view.height as f32 * 0.5];
        let screen = [
            (x * reciprocal + 1.0) * half[0] + self.view.x as f32,
            (Vec4::ONE - y * reciprocal) * half[1] + self.view.y as f32,
            z * reciprocal,
            reciprocal,
        ];
        let places = turned(screen);
        for (lane, out) in bytes.chunks_exact_mut(stride).enumerate() {
            let [x, y, z, w] = places[lane].map(f32::to_bits);
            let words = [x, y, z, w, diffuse[lane], specular[lane]];
            let (fixed, coordinates) = out.split_at_mut(24);
            fixed.copy_from_slice(bytemuck::cast_slice(&words.map(u32::to_le)));
            put_coordinates(streams, start + lane, coordinates);
        }
    }
}

/// Four vectors of four lanes as four vertices.
#[inline]
fn turned([x, y, z, w]: [Vec4; 4]) -> [[f32; 4]; 4] {
    Mat4::from_cols(x, y, z, w).transpose().to_cols_array_2d()
}

/// Copies all texture coordinates of a vertex; what is not there is zero.
#[inline]
fn put_coordinates(streams: &Streams<'_>, vertex: usize, mut out: &mut [u8]) {
    for (stream, &count) in streams.coordinates.iter().zip(&streams.format.components) {
        let size = usize::from(count) * 4;
        if size == 0 {
            break;
        }
        let (here, rest) = out.split_at_mut(size);
        if size == 8 {
            here.copy_from_slice(&stream.at::<8>(vertex));
        } else {
            let bytes = stream.slice(vertex, size);
            here[..bytes.len()].copy_from_slice(bytes);
        }
        out = rest;
    }
}

/// The material's colours for four vertices: diffuse, specular, ambient, emissive.
fn material(lighting: &Lighting) -> [Colors; 4] {
    let material = &lighting.material;
    [material.diffuse, material.specular, material.ambient, material.emissive]
        .map(|color| color.map(Vec4::splat))
}

/// Three floats of four vertices, lane by lane.
#[inline]
fn gather(stream: &super::format::Stream<'_>, start: usize, lanes: usize) -> Lanes3 {
    let mut vectors = [[0.0; 3]; 4];
    if lanes == 4 {
        for (lane, vector) in vectors.iter_mut().enumerate() {
            *vector = stream.vector(start + lane);
        }
    } else {
        for (lane, vector) in vectors.iter_mut().enumerate().take(lanes) {
            *vector = stream.vector(start + lane);
        }
    }
    let [a, b, c, d] = vectors;
    [Vec4::new(a[0], b[0], c[0], d[0]), Vec4::new(a[1], b[1], c[1], d[1]), Vec4::new(a[2], b[2], c[2], d[2])]
}

/// The planes that each of four positions is outside of.
#[inline]
fn outside([x, y, z, w]: [Vec4; 4]) -> [u8; 4] {
    // Most are within the cube; what is not a number is not within.
    let within = x.abs().cmple(w) & y.abs().cmple(w) & z.cmpge(Vec4::ZERO) & z.cmple(w);
    if (within & w.cmple(Vec4::splat(f32::MAX))).all() {
        return [0; 4];
    }
    let guard = w * GUARD;
    let less = |a: Vec4, b: Vec4| a.cmplt(b).bitmask();
    let tests = [
        less(x, -w),
        less(w, x),
        less(w, y),
        less(y, -w),
        less(z, Vec4::ZERO),
        less(w, z),
        less(guard, x) | less(x, -guard) | less(guard, y) | less(y, -guard),
    ];
    // Sums of anything not finite are not finite.
    let sum = (x + y + z + w) * 0.0;
    let odd = !sum.cmpeq(Vec4::ZERO).bitmask() & 0xF;
    // What has no w in front of the eye is clipped too.
    let behind = w.cmple(Vec4::ZERO).bitmask();
    std::array::from_fn(|lane| {
        let mut flags = 0u8;
        for (bit, test) in tests.iter().enumerate() {
            flags |= ((test >> lane & 1) as u8) << bit;
        }
        flags |= ((behind >> lane & 1) as u8) << 6;
        flags | ((odd >> lane & 1) as u8) << 7
    })
}

const _: () = assert!(plane::GUARD == 0x40 && plane::NONE == 0x80);
