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
        let whole = format == format.drawn() && streams.position.stride == self.stride;
        for vertex in range {
            let place = streams.position.at::<16>(vertex);
            let mut any_odd = false;
            for lane in place.chunks_exact(4) {
                any_odd |= !f32::from_le_bytes([lane[0], lane[1], lane[2], lane[3]]).is_finite();
            }
            self.push_flags(if any_odd { plane::NONE } else { 0 });
            self.clip.push([0.0; 4]);
            if whole {
                let bytes = streams.position.slice(vertex, self.stride);
                self.bytes.extend_from_slice(bytes);
                self.bytes.resize(self.flags.len() * self.stride, 0);
                continue;
            }
            self.bytes.extend_from_slice(&place);
            let diffuse = streams.diffuse.map_or(u32::MAX, |stream| stream.word(vertex));
            // Without a second colour there is no fog factor: all is fog.
            let specular = streams.specular.map_or(0, |stream| stream.word(vertex));
            self.bytes.extend_from_slice(&diffuse.to_le_bytes());
            self.bytes.extend_from_slice(&specular.to_le_bytes());
            self.push_coordinates(streams, vertex);
        }
        // Nothing is clipped: positions in the cube are not wanted.
        self.every &= !plane::ALL;
    }

    fn push_flags(&mut self, flags: u8) {
        self.any |= flags;
        self.every &= flags;
        self.flags.push(flags);
    }

    fn push_coordinates(&mut self, streams: &Streams<'_>, vertex: usize) {
        for (stream, &count) in streams.coordinates.iter().zip(&streams.format.components) {
            let size = usize::from(count) * 4;
            let bytes = stream.slice(vertex, size);
            self.bytes.extend_from_slice(bytes);
            self.bytes.extend(std::iter::repeat_n(0, size - bytes.len()));
        }
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

#[inline]
fn packed(colors: &Colors) -> [u32; 4] {
    let bytes = colors.map(|channel| (channel * 255.0 + 0.5).to_array().map(|value| value as u32));
    std::array::from_fn(|lane| {
        bytes[3][lane] << 24 | bytes[0][lane] << 16 | bytes[1][lane] << 8 | bytes[2][lane]
    })
}

#[inline]
fn multiply(matrix: &Mat4, [x, y, z]: &Lanes3) -> [Vec4; 4] {
    let columns = matrix.to_cols_array_2d();
    std::array::from_fn(|row| {
        *x * columns[0][row] + *y * columns[1][row] + *z * columns[2][row] + columns[3][row]
    })
}

impl Job<'_> {
    /// Adds vertices of a range to a batch.
    pub(crate) fn run(&self, streams: &Streams<'_>, range: std::ops::Range<usize>, batch: &mut Batch) {
        let count = range.len();
        batch.bytes.reserve(count * batch.stride);
        batch.clip.reserve(count);
        batch.flags.reserve(count);
        let clip = self.view.map.matrix() * self.projection * self.world_view;
        let needs_eye = self.fog.is_some() || self.lighting.is_some_and(|lighting| lighting.places);
        let colors = self.lighting.map(material);
        for start in range.clone().step_by(4) {
            let lanes = (range.end - start).min(4);
            let position = gather(&streams.position, start, lanes);
            let eye = needs_eye.then(|| {
                let [x, y, z, w] = multiply(&self.world_view, &position);
                [x / w, y / w, z / w]
            });
            let [diffuse, mut specular] = self.colors(streams, start, lanes, eye.as_ref(), colors.as_ref());
            if let (Some(fog), Some(eye)) = (self.fog, &eye) {
                let distance = if fog.range {
                    let squared = eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2];
                    squared.to_array().map(f32::sqrt)
                } else {
                    eye[2].to_array().map(f32::abs)
                };
                for (word, distance) in specular.iter_mut().zip(distance) {
                    let factor = (fog.factor(distance) * 255.0 + 0.5) as u32;
                    *word = *word & 0xFF_FFFF | factor << 24;
                }
            }
            self.emit(streams, start..start + lanes, multiply(&clip, &position), [diffuse, specular], batch);
        }
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
        let mut colors = *material;
        for (color, &source) in colors.iter_mut().zip(&lighting.sources) {
            match source {
                1 if streams.diffuse.is_some() => *color = unpacked(given[0]),
                2 if streams.specular.is_some() => *color = unpacked(given[1]),
                _ => {}
            }
        }
        let normal = streams.normal.map_or([Vec4::ZERO; 3], |stream| gather(&stream, start, lanes));
        let place = eye.copied().unwrap_or([Vec4::ZERO; 3]);
        lighting
            .shade(&Surface { normal: &normal, place: &place, colors: &colors })
            .map(|color| packed(&color))
    }

    /// Projects four positions and writes the vertices.
    #[inline]
    fn emit(
        &self,
        streams: &Streams<'_>,
        range: std::ops::Range<usize>,
        clip: [Vec4; 4],
        [diffuse, specular]: [[u32; 4]; 2],
        batch: &mut Batch,
    ) {
        let [x, y, z, w] = clip;
        let reciprocal = Vec4::ONE / w;
        let half = [self.view.width as f32 * 0.5, self.view.height as f32 * 0.5];
        let screen = [
            (x * reciprocal + 1.0) * half[0] + self.view.x as f32,
            (Vec4::ONE - y * reciprocal) * half[1] + self.view.y as f32,
            z * reciprocal,
            reciprocal,
        ];
        let lanes = screen.map(|lanes| lanes.to_array());
        let cube = clip.map(|lanes| lanes.to_array());
        let flags = flags(clip);
        let coordinates = streams.format.coordinate_bytes();
        for (lane, vertex) in range.enumerate() {
            let words: [u32; 6] = [
                lanes[0][lane].to_bits(),
                lanes[1][lane].to_bits(),
                lanes[2][lane].to_bits(),
                lanes[3][lane].to_bits(),
                diffuse[lane],
                specular[lane],
            ];
            batch.bytes.extend_from_slice(bytemuck::cast_slice(&words.map(u32::to_le)));
            if coordinates != 0 {
                batch.push_coordinates(streams, vertex);
            }
            batch.clip.push([cube[0][lane], cube[1][lane], cube[2][lane], cube[3][lane]]);
            batch.push_flags(flags[lane]);
        }
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
    for (lane, vector) in vectors.iter_mut().enumerate().take(lanes) {
        *vector = stream.vector(start + lane);
    }
    std::array::from_fn(|axis| Vec4::from_array(vectors.map(|vector| vector[axis])))
}

/// The planes that each of four positions is outside of.
#[inline]
fn flags([x, y, z, w]: [Vec4; 4]) -> [u8; 4] {
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

const _: () =
    assert!(plane::NEAR == 0x10 && plane::FAR == 0x20 && plane::GUARD == 0x40 && plane::NONE == 0x80);
