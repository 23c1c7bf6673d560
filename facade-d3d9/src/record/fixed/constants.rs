//! What the fixed vertex stage reads of its block.

use std::mem::offset_of;

use glam::{Mat4, Vec3, Vec3A};
use retrograph_shaders::binding;
use retrograph_shaders::fixed::{LIGHTS, LightRows, MaterialRows, VertexBlock};

use super::feed::Groups;
use crate::device::Device;
use crate::record::unpack;
use crate::types::{Light, LightType, Matrix, RenderState as Rs, Transform};

const BLOCK: u8 = binding::FIXED_VERTEX as u8;

/// The row at an offset.
const fn row(offset: usize) -> u32 {
    assert!(offset.is_multiple_of(16));
    (offset / 16) as u32
}

const CLIP: u32 = row(offset_of!(VertexBlock, clip));
const FIRST_LIGHT: u32 = row(offset_of!(VertexBlock, lights));
/// Rows of a light.
const LIGHT: u32 = row(size_of::<LightRows>());

/// Columns of a matrix for row vectors.
#[inline]
fn columns(matrix: Mat4) -> [[f32; 4]; 4] {
    // The bytes of such a matrix are those of the transposed one for column vectors.
    matrix.transpose().to_cols_array_2d()
}

#[inline]
fn mat(matrix: &Matrix) -> Mat4 {
    Mat4::from_cols_array_2d(matrix)
}

impl Device {
    fn write_fixed(&mut self, offset: usize, bytes: &[u8]) {
        self.context.recorder.write_block(BLOCK, offset as u32, bytes);
    }

    /// Writes what is out of date of what the program reads.
    pub(super) fn flush_fixed_vertex(&mut self) {
        let feed = &mut self.record.fixed;
        let due = feed.changed & feed.needs.groups;
        if due.is_empty() {
            return;
        }
        feed.changed -= due;
        if due.intersects(Groups::CLIP | Groups::EYE | Groups::NORMAL) {
            self.flush_matrices(due);
        }
        if due.intersects(Groups::LIGHTS | Groups::ENDS) {
            self.flush_lights(due);
        }
        if due.intersects(Groups::MATERIAL | Groups::FOG | Groups::POINTS) {
            self.flush_rows(due);
        }
        if due.contains(Groups::TEXTURES) {
            self.flush_texture_matrices();
        }
        if due.contains(Groups::PALETTE) {
            self.flush_palette();
        }
    }

    fn flush_matrices(&mut self, due: Groups) {
        let state = &self.state;
        let projection = mat(state.transform(Transform::PROJECTION));
        if self.record.fixed.needs.matrices > 0 {
            let clip = columns(projection);
            self.write_fixed(offset_of!(VertexBlock, clip), bytemuck::bytes_of(&clip));
            return;
        }
        let view = mat(state.transform(Transform::VIEW));
        // Matrices for column vectors: the last one comes first.
        let eye = view * mat(state.transforms.world(0));
        let clip = columns(projection * eye);
        let normal = due.contains(Groups::NORMAL).then(|| normal_columns(eye));
        if !due.contains(Groups::EYE) {
            self.write_fixed(offset_of!(VertexBlock, clip), bytemuck::bytes_of(&clip));
            if let Some(normal) = normal {
                self.write_fixed(offset_of!(VertexBlock, normal), bytemuck::bytes_of(&normal));
            }
            return;
        }
        // They stand side by side.
        let ([c0, c1, c2, c3], [e0, e1, e2, e3]) = (clip, columns(eye));
        let recorder = &mut self.context.recorder;
        if let Some([n0, n1, n2]) = normal {
            let rows = [c0, c1, c2, c3, e0, e1, e2, e3, n0, n1, n2];
            recorder.write_rows::<176>(BLOCK, CLIP, bytemuck::cast_ref(&rows));
        } else {
            let rows = [c0, c1, c2, c3, e0, e1, e2, e3];
            recorder.write_rows::<128>(BLOCK, CLIP, bytemuck::cast_ref(&rows));
        }
    }

    fn flush_lights(&mut self, due: Groups) {
        let active = self.record.fixed.active;
        if due.contains(Groups::ENDS) {
            let [first, second, third] = active.ends.map(f32::from);
            let ends = [first, second, third, third];
            self.write_fixed(offset_of!(VertexBlock, light_ends), bytemuck::bytes_of(&ends));
        }
        let changed = std::mem::take(&mut self.record.fixed.lights);
        let view = mat(self.state.transform(Transform::VIEW));
        let count = usize::from(active.ends[2]).min(LIGHTS);
        for (place, index) in active.indices[..count].iter().enumerate() {
            if changed >> place & 1 == 0 {
                continue;
            }
            let Some((light, _)) = self.state.lights.get(index) else { continue };
            let rows = light_rows(light, view);
            let bytes: &[u8; size_of::<LightRows>()] = bytemuck::cast_ref(&rows);
            self.context.recorder.write_rows(BLOCK, FIRST_LIGHT + place as u32 * LIGHT, bytes);
        }
    }

    #[cold]
    fn flush_rows(&mut self, due: Groups) {
        if due.contains(Groups::MATERIAL) {
            let material = &self.state.material;
            let [red, green, blue, _] = unpack(self.state.rs(Rs::AMBIENT));
            let rows = MaterialRows {
                global_ambient: [red, green, blue],
                power: material.power,
                diffuse: material.diffuse,
                ambient: material.ambient,
                specular: material.specular,
                emissive: material.emissive,
            };
            self.write_fixed(offset_of!(VertexBlock, material), bytemuck::bytes_of(&rows));
        }
        let float = |state| self.state.rs_float(state);
        let [start, end, density] = [Rs::FOGSTART, Rs::FOGEND, Rs::FOGDENSITY].map(float);
        let [end, scale] = fog_line(start, end);
        let fog = [end, scale, density, float(Rs::TWEENFACTOR)];
        let points = [float(Rs::POINTSCALE_A), float(Rs::POINTSCALE_B), float(Rs::POINTSCALE_C), 0.0];
        if due.contains(Groups::FOG) {
            self.write_fixed(offset_of!(VertexBlock, fog), bytemuck::bytes_of(&fog));
        }
        if due.contains(Groups::POINTS) {
            self.write_fixed(offset_of!(VertexBlock, point_scale), bytemuck::bytes_of(&points));
        }
    }

    #[cold]
    fn flush_texture_matrices(&mut self) {
        let feed = &mut self.record.fixed;
        let due = feed.textures & feed.needs.textures;
        feed.textures &= !due;
        if feed.textures != 0 {
            // Stages that no program reads yet.
            feed.changed |= Groups::TEXTURES;
        }
        for stage in (0..8).filter(|stage| due >> stage & 1 == 1) {
            let matrix = columns(mat(self.state.transform(Transform(16 + stage))));
            let offset = offset_of!(VertexBlock, texture) + stage as usize * size_of::<Matrix>();
            self.write_fixed(offset, bytemuck::bytes_of(&matrix));
        }
    }

    fn flush_palette(&mut self) {
        let feed = &mut self.record.fixed;
        let [first, end] = feed.palette;
        let reached = end.min(feed.needs.matrices);
        if end > feed.needs.matrices {
            feed.palette = [first.max(reached), end];
            feed.changed |= Groups::PALETTE;
        } else {
            feed.palette = [0, 0];
        }
        if first >= reached {
            return;
        }
        let view = mat(self.state.transform(Transform::VIEW));
        let worlds = usize::from(first)..usize::from(reached);
        let rows: smallvec::SmallVec<[[[f32; 4]; 4]; 8]> =
            worlds.map(|world| columns(view * mat(self.state.transforms.world(world)))).collect();
        let offset = offset_of!(VertexBlock, palette) + usize::from(first) * size_of::<Matrix>();
        self.write_fixed(offset, bytemuck::cast_slice(&rows));
    }
}

/// End and 1 / (end − start) of linear fog; zeros, which is all fog, where they are the same.
fn fog_line(start: f32, end: f32) -> [f32; 2] {
    let scale = (end - start).recip();
    if scale.is_finite() { [end, scale] } else { [0.0; 2] }
}

/// Columns of the inverse transpose of a matrix's upper left; of the identity where it has none.
fn normal_columns(eye: Mat4) -> [[f32; 4]; 3] {
    let [x, y, z] = [eye.x_axis, eye.y_axis, eye.z_axis].map(Vec3A::from_vec4);
    let crosses = [y.cross(z), z.cross(x), x.cross(y)];
    let scale = x.dot(crosses[0]).recip();
    let [a, b, c] = crosses.map(|cross| cross * scale);
    // What is not finite stays so in the sum.
    if !(a + b + c).is_finite() {
        return [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    }
    [[a.x, b.x, c.x, 0.0], [a.y, b.y, c.y, 0.0], [a.z, b.z, c.z, 0.0]]
}

/// A light in eye space.
fn light_rows(light: &Light, view: Mat4) -> LightRows {
    let rgb = |[red, green, blue, _]: [f32; 4]| [red, green, blue];
    let cosine = |angle: f32| if light.kind == LightType::SPOT { (angle * 0.5).cos() } else { 0.0 };
    // Points shine to all sides.
    let direction = match light.kind {
        LightType::POINT => Vec3::ZERO,
        _ => view.transform_vector3a(Vec3A::from(light.direction)).normalize_or_zero().into(),
    };
    LightRows {
        diffuse: rgb(light.diffuse),
        range: light.range,
        specular: rgb(light.specular),
        falloff: light.falloff,
        ambient: rgb(light.ambient),
        inner: cosine(light.theta),
        position: view.transform_point3a(Vec3A::from(light.position)).into(),
        outer: cosine(light.phi),
        direction: direction.into(),
        unused: 0.0,
        attenuation: light.attenuation,
        unused_too: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_go_through_the_inverse_transpose() {
        let scale = Mat4::from_scale(Vec3::new(2.0, 4.0, 0.5));
        let columns = normal_columns(scale);
        assert_eq!([columns[0][0], columns[1][1], columns[2][2]], [0.5, 0.25, 2.0]);
        let turn = Mat4::from_cols_array_2d(&[
            [0.0, 1.0, 0.0, 0.0],
            [-1.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [9.0, 9.0, 9.0, 1.0],
        ]);
        // (1, 0, 0) becomes (0, 1, 0): lane 1 of the product is what column 1 has at x.
        assert_eq!(normal_columns(turn).map(|column| column[0]), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_matrix_without_inverse_leaves_normals_alone() {
        let identity = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        assert_eq!(normal_columns(Mat4::ZERO), identity);
        assert_eq!(normal_columns(Mat4::from_scale(Vec3::splat(f32::NAN))), identity);
        assert_eq!(normal_columns(Mat4::from_scale(Vec3::splat(f32::INFINITY))), identity);
    }

    #[test]
    fn fog_without_extent_is_all_fog() {
        assert_eq!(fog_line(2.0, 2.0), [0.0, 0.0]);
        assert_eq!(fog_line(1.0, 3.0), [3.0, 0.5]);
        assert_eq!(fog_line(f32::NAN, 3.0), [0.0, 0.0]);
    }
}
