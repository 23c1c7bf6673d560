//! Processed vertices against the evaluator of the fixed pipeline, and clipping.

use glam::{Mat4, Vec3};
use proptest::prelude::*;
use retrograph_shaders::fixed::eval;

use super::clip;
use super::format::{CLASSIC, Format, Streams};
use super::lighting::{LightKind, LightValues, Lighting, MaterialColors, Model};
use super::process::{Batch, Job, VertexFog};
use crate::viewport::{ClipMap, View};

const VIEW: View = View {
    x: 10,
    y: 20,
    width: 200,
    height: 100,
    map: ClipMap { scale: [1.0; 3], offset: [0.0; 3], enabled: false },
};

/// A projection to depths of 0–1, for a z that grows away from the eye.
fn perspective(angle: f32, aspect: f32, near: f32, far: f32) -> Mat4 {
    let height = 1.0 / (angle * 0.5).tan();
    let depth = far / (far - near);
    let rows = [
        [height / aspect, 0.0, 0.0, 0.0],
        [0.0, height, 0.0, 0.0],
        [0.0, 0.0, depth, 1.0],
        [0.0, 0.0, -near * depth, 0.0],
    ];
    Mat4::from_cols_array_2d(&rows)
}

fn vertices(list: &[[f32; 8]]) -> Vec<u8> {
    bytemuck::cast_slice(list).to_vec()
}

fn run(job: &Job<'_>, list: &[[f32; 8]]) -> Batch {
    let format = Format::new(CLASSIC[0]).unwrap();
    let bytes = vertices(list);
    let mut batch = Batch::default();
    batch.start(&format, job.view);
    job.run(&Streams::interleaved(&format, &bytes, 32), 0..list.len(), &mut batch);
    batch
}

fn words(batch: &Batch, vertex: usize) -> [u32; 8] {
    let bytes = &batch.bytes[vertex * 32..vertex * 32 + 32];
    std::array::from_fn(|word| u32::from_le_bytes(bytes[word * 4..word * 4 + 4].try_into().unwrap()))
}

fn rows(matrix: Mat4) -> [[f32; 4]; 4] {
    matrix.to_cols_array_2d()
}

fn colors() -> impl Strategy<Value = [f32; 4]> {
    prop::array::uniform4(0.0f32..1.0)
}

proptest! {
    #[test]
    fn version_7_lights_as_the_evaluator_does(
        point in prop::array::uniform3(-2.0f32..2.0),
        normal in prop::array::uniform3(-1.0f32..1.0),
        direction in prop::array::uniform3(-1.0f32..1.0),
        place in prop::array::uniform3(-4.0f32..4.0),
        (diffuse, specular, ambient, material) in (colors(), colors(), colors(), colors()),
        kind in 1u32..=3,
        power in 1.0f32..20.0,
    ) {
        prop_assume!(Vec3::from(direction).length() > 0.1 && Vec3::from(normal).length() > 0.1);
        let values = LightValues {
            kind: LightKind::from_number(kind).unwrap(),
            diffuse,
            specular,
            ambient,
            position: place,
            direction,
            range: 100.0,
            falloff: 1.0,
            attenuation: [1.0, 0.1, 0.05],
            theta: 1.0,
            phi: 2.0,
        };
        let colors = MaterialColors { diffuse: material, ambient: diffuse, specular: material, emissive: [0.0; 4], power };
        let world = Mat4::from_rotation_y(0.7) * Mat4::from_scale(Vec3::splat(0.5));
        let view = Mat4::from_translation(Vec3::new(0.1, -0.2, 5.0));
        let projection = perspective(1.0, 2.0, 1.0, 20.0);
        let model = Model::Seven { normalize: true, local_viewer: true };
        let lighting = Lighting::new(model, [world, view], colors, [0.1, 0.2, 0.3, 0.0], [0; 4], &[values]);
        let job = Job { world_view: view * world, projection, view: VIEW, lighting: Some(&lighting), fog: None };
        let [x, y, z] = point;
        let batch = run(&job, &[[x, y, z, normal[0], normal[1], normal[2], 0.0, 0.0]]);
        let state = eval::VertexState {
            world: vec![rows(world)],
            view: rows(view),
            projection: rows(projection),
            viewport: eval::Viewport { x: 10.0, y: 20.0, width: 200.0, height: 100.0, min_z: 0.0, max_z: 1.0 },
            normalize: true,
            lights: vec![eval::Light {
                kind,
                diffuse,
                specular,
                ambient,
                position: place,
                direction,
                range: 100.0,
                falloff: 1.0,
                attenuation: [1.0, 0.1, 0.05],
                theta: 1.0,
                phi: 2.0,
            }],
            material: eval::Material { diffuse: material, ambient: diffuse, specular: material, emissive: [0.0; 4], power },
            ambient: 0x001A_334D,
            color_vertex: false,
            specular: true,
            ..eval::VertexState::default()
        };
        let vertex = eval::Vertex { position: [x, y, z, 1.0], normal: Some(normal), ..eval::Vertex::default() };
        let expected = eval::vertex(&state, &vertex);
        // Next to a jump either side is right.
        prop_assume!(expected.margin.distance() > 0.01);
        let found = words(&batch, 0);
        for (lane, &wanted) in expected.screen.iter().enumerate() {
            let value = f64::from(f32::from_bits(found[lane]));
            prop_assert!((value - wanted).abs() < 2e-2, "lane {lane}: {value} and {wanted}");
        }
        for (word, wanted) in [(found[4], expected.colors[0]), (found[5], expected.colors[1])] {
            for (channel, shift) in [16, 8, 0].into_iter().enumerate() {
                let value = f64::from(word >> shift & 0xFF) / 255.0;
                prop_assert!((value - wanted[channel]).abs() < 3.0 / 255.0, "{value} and {}", wanted[channel]);
            }
        }
    }
}

#[test]
fn legacy_light_has_falling_distance_and_a_length_of_one() {
    let light = LightValues {
        kind: LightKind::Point,
        diffuse: [1.0; 4],
        range: 10.0,
        attenuation: [0.0, 1.0, 0.0],
        position: [0.0, 0.0, -5.0],
        ..LightValues::default()
    };
    let material = MaterialColors { diffuse: [1.0; 4], ..MaterialColors::default() };
    let scale = Mat4::from_scale(Vec3::splat(3.0));
    let lighting =
        Lighting::new(Model::Legacy, [scale, Mat4::IDENTITY], material, [0.0; 4], [0; 4], &[light]);
    let job = Job {
        world_view: scale,
        projection: Mat4::IDENTITY,
        view: VIEW,
        lighting: Some(&lighting),
        fog: None,
    };
    let batch =
        run(&job, &[[0.0, 0.0, 0.0, 0.0, 0.0, -7.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0]]);
    assert_eq!([words(&batch, 0)[4], words(&batch, 1)[4]], [0xFF80_8080, 0xFF00_0000]);
}

#[test]
fn a_turned_off_matrix_leaves_normals_as_directions() {
    let light = LightValues { diffuse: [1.0; 4], direction: [0.0, 0.0, -1.0], ..LightValues::default() };
    let material = MaterialColors { diffuse: [1.0; 4], ..MaterialColors::default() };
    let flat = Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0));
    let lighting = Lighting::new(Model::Legacy, [flat, Mat4::IDENTITY], material, [0.0; 4], [0; 4], &[light]);
    let job = Job {
        world_view: flat,
        projection: Mat4::IDENTITY,
        view: VIEW,
        lighting: Some(&lighting),
        fog: None,
    };
    let batch = run(&job, &[[0.0, 0.0, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0]]);
    assert_eq!(words(&batch, 0)[4], 0xFFFF_FFFF);
}

#[test]
fn fog_goes_into_the_second_alpha() {
    let fog = |mode, range| VertexFog { mode, start: 1.0, end: 5.0, density: 0.5, range };
    let alpha = |fog| {
        let job = Job {
            world_view: Mat4::IDENTITY,
            projection: Mat4::IDENTITY,
            view: VIEW,
            lighting: None,
            fog: Some(fog),
        };
        words(&run(&job, &[[3.0, 0.0, -4.0, 0.0, 0.0, 1.0, 0.0, 0.0]]), 0)[5] >> 24
    };
    assert_eq!(
        [alpha(fog(3, false)), alpha(fog(3, true)), alpha(fog(1, false)), alpha(fog(2, false))],
        [64, 0, 35, 5]
    );
    let none = VertexFog { end: 1.0, ..fog(3, false) };
    assert_eq!(alpha(none), 0);
}

#[test]
fn what_is_behind_the_eye_is_cut_off() {
    let projection = perspective(1.0, 1.0, 1.0, 10.0);
    let job = Job { world_view: Mat4::IDENTITY, projection, view: VIEW, lighting: None, fog: None };
    let list = [
        [0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, -5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ];
    let mut batch = run(&job, &list);
    assert!(batch.flags[1] & 0x10 != 0);
    let polygon = clip::triangle(&mut batch, [0, 1, 2], true);
    assert_eq!((polygon.len(), polygon[0]), (4, 0));
    for &corner in &polygon {
        let [x, y, z, w] = batch.clip[corner as usize];
        assert!(w > 0.0 && z >= -1e-5 && z <= w + 1e-5 && x.is_finite() && y.is_finite());
        let [.., rhw] = [0, 1, 2, 3].map(|lane| f32::from_bits(words(&batch, corner as usize)[lane]));
        assert!((rhw * w - 1.0).abs() < 1e-4);
    }
    assert!(clip::triangle(&mut batch, [1, 1, 1], false).is_empty());
    assert!(clip::line(&mut batch, [0, 1], false).is_some());
}
