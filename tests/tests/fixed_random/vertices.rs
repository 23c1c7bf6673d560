//! Random vertices and what they go through.

use glam::{DMat3, DVec3, EulerRot, Mat4, Quat, Vec3};
use retrograph_shaders::fixed::eval::{
    self, Coordinates, Fog, Light, Material, Matrix, Points, Sources, StageCoordinates, Vertex,
};

use super::random::Random;
use super::scene::{CELL, Point, Scene};
use super::texels::Kind;

const IDENTITY: Matrix = Mat4::IDENTITY.to_cols_array_2d();

/// A matrix that turns, stretches and moves. Column-major matrices for column vectors have the bytes of ours.
fn affine(random: &mut Random, reach: f32) -> Matrix {
    let [a, b, c] = random.floats(-3.0, 3.0);
    let scale = if random.percent(50) { [1.0; 3] } else { random.floats(0.6, 1.6) };
    let rotation = Quat::from_euler(EulerRot::XYZ, a, b, c);
    let place = Vec3::from_array(random.floats(-reach, reach));
    Mat4::from_scale_rotation_translation(scale.into(), rotation, place).to_cols_array_2d()
}

/// A matrix with perspective, or one without, and the range of eye depths that it shows.
fn projection(random: &mut Random) -> Matrix {
    let [x, y] = random.floats(0.8, 1.6);
    let mut matrix = IDENTITY;
    (matrix[0][0], matrix[1][1]) = (x, y);
    if random.percent(35) {
        (matrix[2][2], matrix[3][2]) = (0.08, 0.05);
    } else {
        let (near, far) = (0.5, 20.0);
        matrix[2][2] = far / (far - near);
        (matrix[2][3], matrix[3][2], matrix[3][3]) = (1.0, -near * matrix[2][2], 0.0);
    }
    matrix
}

/// A colour that a `D3DCOLOR` holds.
fn color(random: &mut Random) -> [f32; 4] {
    std::array::from_fn(|_| random.below(256) as f32 / 255.0)
}

fn light(random: &mut Random) -> Light {
    let theta = random.float(0.2, 1.5);
    Light {
        kind: random.pick(&[1, 1, 2, 2, 3, 3, 0, 4]),
        diffuse: random.floats(0.0, 1.0),
        specular: random.floats(0.0, 1.0),
        ambient: random.floats(0.0, 0.3),
        position: random.floats(-6.0, 6.0),
        direction: random.floats(-2.0, 2.0),
        range: random.pick(&[4.0, 9.0, 100.0, f32::MAX]),
        falloff: random.pick(&[0.0, 0.5, 1.0, 2.5]),
        attenuation: [random.float(0.4, 1.0), random.float(0.0, 0.3), random.float(0.0, 0.05)],
        theta,
        phi: random.float(theta + 0.3, 3.1),
    }
}

impl Scene {
    /// Fills in the vertex half; false where a corner cannot be put where it is to be.
    pub(crate) fn random_vertices(&mut self, random: &mut Random) -> bool {
        let state = &mut self.vertex;
        state.transformed = random.percent(12);
        state.depth_test = random.percent(70);
        state.projection = projection(random);
        state.view = affine(random, 2.0);
        state.specular = random.percent(50);
        state.normalize = random.percent(50);
        state.local_viewer = random.percent(50);
        state.color_vertex = random.percent(70);
        state.sources = Sources {
            diffuse: random.below(3),
            specular: random.below(3),
            ambient: random.below(3),
            emissive: random.pick(&[0, 0, 1, 2]),
        };
        state.ambient = random.bits();
        state.material = Material {
            diffuse: random.floats(0.0, 1.0),
            ambient: random.floats(0.0, 0.5),
            specular: random.floats(0.0, 1.0),
            emissive: random.floats(0.0, 0.2),
            power: random.pick(&[0.0, 0.5, 1.0, 4.0, 30.0]),
        };
        state.lighting = random.percent(65);
        let lights = random.pick(&[0, 1, 1, 1, 2, 2, 3, 4, 10]);
        state.lights = (0..lights).map(|_| light(random)).collect();
        self.random_fog(random);
        self.random_coordinates(random);
        self.random_elements(random);
        self.avoid_quotients_of_one();
        self.random_points(random);
        self.random_blending(random);
        self.aim_corners(random) && self.random_planes(random)
    }

    fn random_fog(&mut self, random: &mut Random) {
        let start = random.float(0.0, 4.0);
        self.vertex.fog = Fog {
            enable: random.percent(40),
            vertex_mode: random.below(4),
            table_mode: random.pick(&[0, 0, 1, 2, 3]),
            range: random.percent(30),
            start,
            end: start + random.pick(&[-3.0, 4.0, 9.0]),
            density: random.float(0.05, 0.4),
            color: random.bits(),
            by_depth: false,
        };
    }

    fn random_coordinates(&mut self, random: &mut Random) {
        for stage in 0..8u32 {
            let set = if random.percent(70) { stage } else { random.below(8) };
            let mode = if random.percent(35) { random.below(5) } else { 0 };
            let count = random.pick(&[0, 0, 0, 1, 2, 2, 3, 3, 4, 5]);
            let projected = if random.percent(25) { 256 } else { 0 };
            let mut matrix = affine(random, 0.7);
            matrix[0][3] = random.float(-0.3, 0.3);
            (matrix[2][3], matrix[3][3]) = (random.float(0.5, 1.0), random.float(0.8, 1.2));
            self.vertex.stages[stage as usize] =
                StageCoordinates { index: mode << 16 | set, flags: count | projected, matrix };
        }
    }

    /// What the vertices are made of besides the position.
    fn random_elements(&mut self, random: &mut Random) {
        let normal = random.percent(85);
        let fog = random.percent(8);
        let colors = [random.percent(60), random.percent(60)];
        let sets: [u32; 8] = std::array::from_fn(|_| if random.percent(4) { 0 } else { 1 + random.below(4) });
        let varies: [bool; 8] = std::array::from_fn(|_| random.percent(25));
        for corner in 0..3 {
            let first = self.corners[0];
            let vertex = &mut self.corners[corner];
            vertex.normal = normal.then(|| random.floats(-1.0, 1.0));
            vertex.fog = fog.then(|| random.float(0.0, 8.0));
            vertex.colors = colors.map(|present| present.then(|| color(random)));
            for set in 0..8 {
                let values = if varies[set] {
                    random.floats(-0.5, 1.5)
                } else if corner > 0 {
                    first.texcoords[set].map_or([0.0; 4], |set| set.values)
                } else {
                    // About the centre of a texel of every texture there is, so that quotients are near no border.
                    std::array::from_fn(|_| {
                        (random.below(8) as f32 + 0.5) / 4.0 - 0.5 + random.float(-0.06, 0.06)
                    })
                };
                let count = sets[set] as u8;
                vertex.texcoords[set] = (count > 0).then_some(Coordinates { values, count });
            }
        }
    }

    /// Leaves projection away where a coordinate that the texture reads would be divided by itself, since 1 is a border,
    /// or by 0.
    fn avoid_quotients_of_one(&mut self) {
        for index in 0..8 {
            let stage = &mut self.vertex.stages[index];
            let set = self.corners[0].texcoords[(stage.index & 7) as usize];
            let count = match (stage.flags & 0xFF, stage.index >> 16) {
                (count @ 2..=4, _) if !self.vertex.transformed => count,
                (_, 1..=3) if !self.vertex.transformed => 3,
                (_, 4) => 0,
                _ => set.map_or(0, |set| set.count.into()),
            };
            let read = if matches!(self.textures[index], None | Some(Kind::Flat)) { 2 } else { 3 };
            if count <= read {
                stage.flags &= 0xFF;
            }
        }
    }

    /// Sizes of points, which stay in the cell.
    fn random_points(&mut self, random: &mut Random) {
        let Some(point) = self.point else { return };
        let scaled = random.percent(40);
        let sizes = if scaled { [0.2, 1.5] } else { [0.5, 9.0] };
        let scale = [random.float(0.5, 1.5), random.float(0.0, 0.2), random.float(0.0, 0.05)];
        let size = random.float(sizes[0], sizes[1]);
        self.vertex.points = Points { size, min: random.pick(&[1.0, 2.5]), max: 8.0, scaled, scale };
        if random.percent(40) {
            let size = random.float(sizes[0], sizes[1]);
            self.corners.iter_mut().for_each(|corner| corner.point_size = Some(size));
        }
        if point == Point::Sprite {
            // The last coordinate of sprites is 0.
            self.vertex.stages.iter_mut().for_each(|stage| stage.flags &= 0xFF);
        }
    }

    fn random_blending(&mut self, random: &mut Random) {
        let state = &mut self.vertex;
        state.blend = random.pick(&[0, 0, 0, 0, 0, 1, 2, 3, 255, 255, 256, 7]);
        state.blend_indexed = random.percent(50);
        state.tween = random.float(0.0, 0.7);
        let palette = if state.blend_indexed && state.blend != 0 { [0, 3, 40, 255] } else { [0, 1, 2, 3] };
        let common = affine(random, 1.0);
        state.world = vec![IDENTITY; 256];
        for slot in palette {
            let mut matrix = common;
            for lane in matrix.iter_mut().flat_map(|row| &mut row[..3]) {
                *lane += random.float(-0.15, 0.15);
            }
            state.world[slot] = matrix;
        }
        let (weights, indices) = (random.percent(80), random.percent(60));
        self.weights = if weights { 1 + random.below(4) as u8 } else { 0 };
        let tweens = state.blend == 255;
        for vertex in &mut self.corners {
            let all: [f32; 4] = random.floats(0.1, 0.4);
            let count = usize::from(self.weights);
            vertex.weights =
                weights.then(|| std::array::from_fn(|at| if at < count { all[at] } else { 0.0 }));
            vertex.indices = indices.then(|| std::array::from_fn(|_| random.pick(&palette) as f32));
            let [x, y, z] = random.floats(-1.0, 1.0);
            vertex.second_position = tweens.then_some([x, y, z, 1.0]);
            vertex.second_normal = vertex.normal.filter(|_| tweens).map(|_| random.floats(-1.0, 1.0));
        }
    }

    /// Puts the corners into the cell.
    fn aim_corners(&mut self, random: &mut Random) -> bool {
        let edge = CELL as f32;
        let first = if self.point.is_some() { random.floats(4.5, 6.5) } else { random.floats(0.2, 1.5) };
        let spots = [
            first,
            [edge - random.float(0.4, 1.8), random.float(0.2, 4.0)],
            [random.float(0.2, edge - 2.0), edge - random.float(0.4, 1.8)],
        ];
        let far = random.pick(&[0.5f32, 4.0]);
        let near = random.float(1.5, 6.0);
        // Depths of places in pixels are interpolated as colours are, which only without perspective is linear.
        let flat = self.vertex.fog.enable && self.vertex.fog.table_mode != 0;
        let rhw = random.float(0.2, 2.0);
        for (corner, [x, y]) in spots.into_iter().enumerate() {
            let port = self.vertex.viewport;
            if self.vertex.transformed {
                let deepest = if self.vertex.depth_test { 1.0 } else { 3.0 };
                let depth = random.float(0.0, deepest);
                self.corners[corner].position =
                    [port.x + x, port.y + y, depth, if flat { rhw } else { random.float(0.2, 2.0) }];
                continue;
            }
            let m = &self.vertex.projection;
            let z = near + random.float(0.0, far);
            let w = if m[2][3] > 0.5 { z } else { 1.0 };
            let ndc = [x / edge * 2.0 - 1.0, 1.0 - y / edge * 2.0];
            let eye = [ndc[0] * w / m[0][0], ndc[1] * w / m[1][1], z];
            if !self.aim(corner, eye) {
                return false;
            }
        }
        true
    }

    /// Gives a corner the position that goes to `eye`; the way there is affine.
    fn aim(&mut self, corner: usize, eye: [f32; 3]) -> bool {
        let probe = |x: f32, y: f32, z: f32| {
            let vertex = Vertex { position: [x, y, z, 1.0], ..self.corners[corner] };
            DVec3::from_array(eval::vertex(&self.vertex, &vertex).eye)
        };
        let origin = probe(0.0, 0.0, 0.0);
        let axes = DMat3::from_cols(
            probe(1.0, 0.0, 0.0) - origin,
            probe(0.0, 1.0, 0.0) - origin,
            probe(0.0, 0.0, 1.0) - origin,
        );
        if axes.determinant().abs() < 0.02 {
            return false;
        }
        let [x, y, z] =
            (axes.inverse() * (DVec3::from_array(eye.map(f64::from)) - origin)).as_vec3().to_array();
        self.corners[corner].position = [x, y, z, 1.0];
        true
    }

    /// Clip planes through the triangle.
    fn random_planes(&mut self, random: &mut Random) -> bool {
        if !random.percent(20) || self.vertex.transformed {
            return true;
        }
        let view = Mat4::from_cols_array_2d(&self.vertex.view);
        let corners = self.processed();
        let middle = corners.iter().map(|corner| DVec3::from_array(corner.eye)).sum::<DVec3>() / 3.0;
        let middle = view.inverse().transform_point3(middle.as_vec3());
        self.vertex.clip_plane_mask = random.pick(&[1, 2, 5, 32]);
        self.vertex.clipping = random.percent(80);
        for plane in &mut self.vertex.clip_planes {
            let normal = Vec3::from_array(random.floats(-4.0, 4.0));
            *plane = normal.extend(random.float(-0.5, 0.5) - normal.dot(middle)).to_array();
        }
        true
    }
}
