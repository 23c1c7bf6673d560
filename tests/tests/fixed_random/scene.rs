//! One state and the triangle or point that it draws.

use retrograph_shaders::fixed::eval::{self, Fog, PixelState, Processed, Vertex, VertexState, Viewport};

use super::bench::{CELLS, SIDE};
use super::compare;
use super::random::Random;
use super::texels::{Kind, Texels};

/// Cells are this wide and high.
pub(crate) const CELL: u32 = 12;

/// How a point gets its texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// They are the vertex's.
    Plain,
    /// They run over the point.
    Sprite,
}

#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) corners: [Vertex; 3],
    /// How many `BLENDWEIGHT` floats are declared.
    pub(crate) weights: u8,
    pub(crate) vertex: VertexState,
    pub(crate) pixel: PixelState,
    pub(crate) textures: [Option<Kind>; 8],
    /// Flat shading.
    pub(crate) flat: bool,
    /// Whether the first corner is drawn as a point, and with which coordinates.
    pub(crate) point: Option<Point>,
}

impl Scene {
    /// The `index`th scene of a run; scenes of one batch have cells of their own.
    pub(crate) fn random(seed: usize, index: usize, texels: &Texels) -> Self {
        for again in 0.. {
            let mut random = Random::new((seed << 40 | index << 8 | again) as u64);
            // The first numbers of neighbouring seeds look alike.
            random.next();
            let cell = (index % CELLS) as u32;
            let scene = Self::attempt(&mut random, [cell % SIDE * CELL, cell / SIDE * CELL]);
            if let Some(scene) = scene.filter(|scene| !scene.says_nothing(texels)) {
                return scene;
            }
        }
        unreachable!("some attempt gives a scene")
    }

    fn attempt(random: &mut Random, [x, y]: [u32; 2]) -> Option<Self> {
        let [min_z, max_z] = if random.percent(30) { [0.25, 0.75] } else { [0.0, 1.0] };
        let edge = CELL as f32;
        let viewport = Viewport { x: x as f32, y: y as f32, width: edge, height: edge, min_z, max_z };
        let mut scene = Self {
            corners: [Vertex::default(); 3],
            weights: 0,
            vertex: VertexState { viewport, ..VertexState::default() },
            pixel: PixelState::default(),
            textures: [None; 8],
            flat: random.percent(20),
            point: random.percent(10).then(|| random.pick(&[Point::Plain, Point::Sprite])),
        };
        scene.random_pixels(random);
        let settled = scene.random_vertices(random);
        scene.settle();
        (settled && !scene.is_undecided()).then_some(scene)
    }

    /// Whether every pixel hangs on rounding: a stage divides by 0 everywhere, or everything lies at one border of a
    /// texture, of a cone of light, of the alpha test.
    fn says_nothing(&self, texels: &Texels) -> bool {
        let pieces = self.pieces();
        let fragments = self.places().filter_map(|place| compare::shaded(self, &pieces, place, texels));
        fragments.into_iter().all(|shaded| shaded.margin.distance() < compare::NEAR)
    }

    /// Whether the texels that the whole triangle reads of some stage hang on rounding.
    fn is_undecided(&self) -> bool {
        let [corners, ..] = &self.pieces()[..] else { return true };
        let place = |corner: usize, stage: usize| {
            let [x, y, z, w] = corners[corner].texcoords[stage];
            let divisor = if self.pixel.stages[stage].projected { w } else { 1.0 };
            [x, y, z].map(|lane| lane / divisor)
        };
        let reads = self.textures.iter().enumerate();
        reads
            .filter_map(|(stage, kind)| Some((stage, (*kind)?)))
            .any(|(stage, kind)| kind.is_undecided(std::array::from_fn(|corner| place(corner, stage))))
    }

    /// Makes both halves of the state agree on what they share.
    pub(crate) fn settle(&mut self) {
        self.pixel.specular = self.vertex.specular;
        self.vertex.fog.by_depth = self.vertex.transformed || Fog::is_affine(&self.vertex.projection);
        self.pixel.fog = self.vertex.fog;
        for (stage, coordinates) in self.vertex.stages.iter().enumerate() {
            self.pixel.stages[stage].projected = coordinates.flags & 256 != 0;
            self.pixel.stages[stage].texture = self.textures[stage].is_some();
        }
        let clips = self.vertex.clipping && !self.vertex.transformed;
        self.pixel.clip_plane_mask = if clips { self.vertex.clip_plane_mask } else { 0 };
    }

    pub(crate) fn processed(&self) -> [Processed; 3] {
        std::array::from_fn(|corner| eval::vertex(&self.vertex, &self.corners[corner]))
    }

    /// The triangles that are drawn: a point is a square of two.
    pub(crate) fn pieces(&self) -> Vec<[Processed; 3]> {
        let corners = self.processed();
        let Some(point) = self.point else { return vec![corners] };
        let [center, ..] = corners;
        let corner = |right: f64, down: f64| {
            let mut corner = center.clone();
            corner.screen[0] += (right - 0.5) * center.point_size;
            corner.screen[1] += (down - 0.5) * center.point_size;
            if point == Point::Sprite {
                corner.texcoords = [[right, down, 0.0, 0.0]; 8];
            }
            corner
        };
        let upper = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0)];
        vec![upper, [corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)]]
    }

    /// The pixels of the scene's cell.
    pub(crate) fn places(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [left, top] = [self.vertex.viewport.x as u32, self.vertex.viewport.y as u32];
        (0..CELL).flat_map(move |dy| (0..CELL).map(move |dx| [left + dx, top + dy]))
    }
}
