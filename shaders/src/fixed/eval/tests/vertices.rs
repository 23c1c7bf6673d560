use super::super::state::IDENTITY;
use super::super::*;
use super::close;

/// A row-vector matrix that moves.
fn shift(x: f32, y: f32, z: f32) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[3] = [x, y, z, 1.0];
    matrix
}

fn stretch(x: f32, y: f32, z: f32) -> Matrix {
    let mut matrix = IDENTITY;
    (matrix[0][0], matrix[1][1], matrix[2][2]) = (x, y, z);
    matrix
}

/// One light of this kind at the eye that shines ahead, on a white diffuse material.
fn lit(light: Light) -> VertexState {
    let white = [1.0; 4];
    VertexState {
        lights: vec![Light {
            diffuse: white,
            direction: [0.0, 0.0, 1.0],
            range: 100.0,
            attenuation: [1.0, 0.0, 0.0],
            ..light
        }],
        material: Material { diffuse: white, specular: white, power: 2.0, ..Material::default() },
        ..VertexState::default()
    }
}

/// A point ahead that faces the eye.
fn facing() -> Vertex {
    Vertex { position: [0.0, 0.0, 4.0, 1.0], normal: Some([0.0, 0.0, -1.0]), ..Vertex::default() }
}

#[test]
fn positions_go_through_world_view_and_projection() {
    let projection =
        [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, -1.0, 0.0]];
    let state = VertexState {
        world: vec![stretch(2.0, 2.0, 2.0)],
        view: shift(0.0, 0.0, 3.0),
        projection,
        viewport: Viewport { x: 10.0, y: 20.0, width: 200.0, height: 100.0, min_z: 0.0, max_z: 0.5 },
        ..VertexState::default()
    };
    let done = vertex(&state, &Vertex { position: [1.0, -0.5, 1.0, 1.0], ..Vertex::default() });
    close(done.eye, [2.0, -1.0, 5.0]);
    close(done.clip, [4.0, -2.0, 4.0, 5.0]);
    close(done.screen, [10.0 + 180.0, 20.0 + 70.0, 0.4, 0.2]);
}

#[test]
fn transformed_vertices_are_places_in_pixels() {
    let port = Viewport { x: 0.0, y: 0.0, width: 100.0, height: 50.0, min_z: 0.2, max_z: 0.4 };
    let mut state = VertexState { transformed: true, viewport: port, ..VertexState::default() };
    let corner = Vertex { position: [75.0, 0.0, 0.25, 0.5], ..Vertex::default() };
    let done = vertex(&state, &corner);
    close(done.clip, [1.0, 2.0, 0.5, 2.0]);
    close(done.screen, [75.0, 0.0, 0.25, 0.5]);
    // Lighting is on and does nothing.
    close(done.colors[0], [1.0; 4]);
    state.depth_test = false;
    close(vertex(&state, &Vertex { position: [75.0, 0.0, 9.0, 0.0], ..corner }).clip, [0.5, 1.0, 0.0, 1.0]);
}

#[test]
fn blending_weighs_matrices_and_the_last_takes_the_rest() {
    let mut state = VertexState {
        world: vec![shift(4.0, 0.0, 0.0), shift(0.0, 8.0, 0.0), shift(0.0, 0.0, 2.0)],
        blend: 2,
        ..VertexState::default()
    };
    let mut point = Vertex { weights: Some([0.25, 0.5, 9.0, 9.0]), ..Vertex::default() };
    close(vertex(&state, &point).eye, [1.0, 4.0, 0.5]);
    state.blend_indexed = true;
    // Without indices in the vertex the order is that of the matrices.
    close(vertex(&state, &point).eye, [1.0, 4.0, 0.5]);
    point.indices = Some([2.0, 2.0, 0.0, 0.0]);
    close(vertex(&state, &point).eye, [1.0, 0.0, 1.5]);
    state.blend = 256;
    close(vertex(&state, &point).eye, [0.0, 0.0, 2.0]);
    (state.blend, point.weights) = (2, None);
    close(vertex(&state, &point).eye, [4.0, 0.0, 0.0]);
}

#[test]
fn tweening_goes_from_the_first_to_the_second_position() {
    let state = VertexState { blend: 255, tween: 0.25, ..VertexState::default() };
    let second_position = Some([4.0, 8.0, 0.0, 1.0]);
    let mut point = Vertex { second_position, weights: Some([0.0; 4]), ..Vertex::default() };
    close(vertex(&state, &point).eye, [1.0, 2.0, 0.0]);
    point.weights = None;
    close(vertex(&state, &point).eye, [0.0; 3]);
}

#[test]
fn normals_go_through_the_inverse_transpose() {
    let mut state = VertexState { world: vec![stretch(2.0, 4.0, 1.0)], ..VertexState::default() };
    state.stages[0].index = 1 << 16;
    let mut point = Vertex { normal: Some([1.0, 1.0, 0.0]), ..Vertex::default() };
    close(vertex(&state, &point).texcoords[0], [0.5, 0.25, 0.0, 1.0]);
    // Blended, they go through the matrices themselves.
    (state.blend, point.weights) = (1, Some([1.0, 0.0, 0.0, 0.0]));
    close(vertex(&state, &point).texcoords[0], [2.0, 4.0, 0.0, 1.0]);
    (state.blend, state.normalize) = (0, true);
    let unit = 5f64.sqrt().recip();
    close(vertex(&state, &point).texcoords[0], [2.0 * unit, unit, 0.0, 1.0]);
    // A singular matrix leaves normals alone.
    (state.world, state.normalize) = (vec![stretch(0.0, 1.0, 1.0)], false);
    close(vertex(&state, &point).texcoords[0], [1.0, 1.0, 0.0, 1.0]);
}

#[test]
fn points_attenuate_and_end_at_their_range() {
    let mut state = lit(Light { kind: 1, ..Light::default() });
    close(vertex(&state, &facing()).colors[0], [1.0; 4]);
    // 1 / (1 + 4/4 + 16/8) = 1/4.
    state.lights[0].attenuation = [1.0, 0.25, 0.125];
    let done = vertex(&state, &facing());
    close(done.colors[0], [0.25, 0.25, 0.25, 1.0]);
    state.lights[0].range = 3.5;
    let done = vertex(&state, &facing());
    close(done.colors[0], [0.0, 0.0, 0.0, 1.0]);
    close([done.margin.distance()], [0.5 / 3.5]);
}

#[test]
fn spots_fade_between_their_cones() {
    let mut state =
        lit(Light { kind: 2, falloff: 2.0, theta: 0.0, phi: std::f32::consts::PI, ..Light::default() });
    // The cosine at (3, 0, 4) is 0.8, between 1 and 0; the normal faces the light.
    let side =
        Vertex { position: [3.0, 0.0, 4.0, 1.0], normal: Some([-0.6, 0.0, -0.8]), ..Vertex::default() };
    close(vertex(&state, &side).colors[0], [0.64, 0.64, 0.64, 1.0]);
    state.lights[0].theta = 1.5;
    close(vertex(&state, &side).colors[0], [1.0; 4]);
    (state.lights[0].theta, state.lights[0].phi) = (0.1, 1.0);
    close(vertex(&state, &side).colors[0], [0.0, 0.0, 0.0, 1.0]);
    state.lights[0].falloff = 0.0;
    let margin = vertex(&state, &side).margin.distance();
    close([margin], [f64::from(0.5f32).cos() - 0.8]);
}

#[test]
fn directional_lights_turn_with_the_view_and_other_kinds_are_dark() {
    let mut state = lit(Light { kind: 3, ..Light::default() });
    state.lights[0].direction = [0.0, 0.0, 5.0];
    let tilted = Vertex { normal: Some([0.0, 0.6, -0.8]), ..Vertex::default() };
    close(vertex(&state, &tilted).colors[0], [0.8, 0.8, 0.8, 1.0]);
    state.view = stretch(1.0, 1.0, -1.0);
    close(vertex(&state, &tilted).colors[0], [0.8, 0.8, 0.8, 1.0]);
    state.lights[0].kind = 4;
    close(vertex(&state, &tilted).colors[0], [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn highlights_depend_on_the_viewer_model() {
    let mut state = lit(Light { kind: 3, ..Light::default() });
    state.lights[0].specular = [1.0, 0.5, 0.0, 0.0];
    state.specular = true;
    // Far to the side, from where the local viewer sees the light at half a right angle.
    let side = Vertex { position: [4.0, 0.0, 0.0, 1.0], normal: Some([0.0, 0.0, -1.0]), ..Vertex::default() };
    // H = norm((0, 0, -1) - (1, 0, 0)); its cosine squared is 1/2.
    close(vertex(&state, &side).colors[1], [0.5, 0.25, 0.0, 1.0]);
    state.local_viewer = false;
    close(vertex(&state, &side).colors[1], [1.0, 0.5, 0.0, 1.0]);
    state.specular = false;
    close(vertex(&state, &side).colors[1], [0.0; 4]);
}

#[test]
fn material_colors_come_from_their_sources() {
    let mut state = lit(Light { kind: 9, ..Light::default() });
    state.material.emissive = [0.125; 4];
    state.material.ambient = [0.5; 4];
    state.ambient = 0x00FF_FFFF;
    let mut point = facing();
    point.colors = [Some([0.25, 0.0, 0.0, 0.5]), Some([0.0, 0.5, 0.0, 1.0])];
    close(vertex(&state, &point).colors[0], [0.625, 0.625, 0.625, 0.5]);
    (state.sources.ambient, state.sources.emissive) = (1, 2);
    close(vertex(&state, &point).colors[0], [0.25, 0.5, 0.0, 0.5]);
    state.color_vertex = false;
    close(vertex(&state, &point).colors[0], [0.625, 0.625, 0.625, 1.0]);
    state.lighting = false;
    close(vertex(&state, &point).colors[0], [0.25, 0.0, 0.0, 0.5]);
}

#[test]
fn fog_goes_by_depth_range_color_or_its_own_element() {
    let mut state = VertexState { lighting: false, ..VertexState::default() };
    state.fog = Fog { enable: true, vertex_mode: 3, start: 2.0, end: 10.0, ..Fog::default() };
    let mut point = Vertex { position: [3.0, 0.0, -4.0, 1.0], ..Vertex::default() };
    close([vertex(&state, &point).fog], [0.75]);
    state.fog.range = true;
    close([vertex(&state, &point).fog], [0.625]);
    point.fog = Some(8.0);
    close([vertex(&state, &point).fog], [0.25]);
    (state.fog.vertex_mode, state.fog.density) = (1, 0.25);
    close([vertex(&state, &point).fog], [(-2f64).exp()]);
    state.fog.vertex_mode = 2;
    close([vertex(&state, &point).fog], [(-4f64).exp()]);
    state.fog.vertex_mode = 0;
    close([vertex(&state, &point).fog], [1.0]);
    point.colors[1] = Some([0.0, 0.0, 0.0, 0.375]);
    close([vertex(&state, &point).fog], [0.375]);
    state.fog.table_mode = 3;
    close([vertex(&state, &point).fog], [1.0]);
    (state.fog.table_mode, state.fog.vertex_mode, state.fog.start) = (0, 3, 10.0);
    close([vertex(&state, &point).fog], [0.0]);
}

#[test]
fn coordinates_are_made_in_five_ways() {
    let mut state = VertexState::default();
    for stage in 0..5u32 {
        state.stages[stage as usize].index = stage << 16 | 1;
    }
    let mut point =
        Vertex { position: [3.0, 0.0, 4.0, 1.0], normal: Some([0.0, 0.0, -1.0]), ..Vertex::default() };
    point.texcoords[1] = Some(Coordinates { values: [0.5, 0.25, 9.0, 9.0], count: 2 });
    let made = vertex(&state, &point).texcoords;
    close(made[0], [0.5, 0.25, 0.0, 0.0]);
    close(made[1], [0.0, 0.0, -1.0, 1.0]);
    close(made[2], [3.0, 0.0, 4.0, 1.0]);
    close(made[3], [0.6, 0.0, -0.8, 1.0]);
    let m = 2.0 * 0.6f64.hypot(0.2);
    close(made[4], [0.6 / m + 0.5, 0.5, 0.0, 1.0]);
    close(made[5], [0.0; 4]);
}

#[test]
fn transforms_pad_with_one_and_keep_their_count() {
    let mut state = VertexState::default();
    let mut matrix = stretch(2.0, 4.0, 8.0);
    matrix[2] = [0.25, 0.5, 8.0, 3.0];
    state.stages[0].matrix = matrix;
    let mut point = Vertex::default();
    point.texcoords[0] = Some(Coordinates { values: [1.0, 1.0, 5.0, 5.0], count: 2 });
    state.stages[0].flags = 2;
    close(vertex(&state, &point).texcoords[0], [2.25, 4.5, 0.0, 0.0]);
    state.stages[0].flags = 4;
    close(vertex(&state, &point).texcoords[0], [2.25, 4.5, 8.0, 3.0]);
    state.stages[0].flags = 256 | 3;
    close(vertex(&state, &point).texcoords[0], [2.25, 4.5, 8.0, 8.0]);
    // Without a count it is the declaration's, and the matrix rests.
    state.stages[0].flags = 256;
    close(vertex(&state, &point).texcoords[0], [1.0, 1.0, 0.0, 1.0]);
    state.transformed = true;
    state.stages[0].flags = 3;
    close(vertex(&state, &point).texcoords[0], [1.0, 1.0, 0.0, 0.0]);
    point.texcoords[0] = Some(Coordinates { values: [1.0, 2.0, 3.0, 4.0], count: 3 });
    state.stages[0].flags = 256 | 2;
    close(vertex(&state, &point).texcoords[0], [1.0, 2.0, 3.0, 3.0]);
}

#[test]
fn points_shrink_with_distance_and_are_clamped() {
    let mut state = VertexState {
        points: Points { size: 15.0, max: 10.0, ..Points::default() },
        ..VertexState::default()
    };
    let mut point = Vertex { position: [0.0, 0.0, 4.0, 1.0], ..Vertex::default() };
    close([vertex(&state, &point).point_size], [10.0]);
    state.points = Points { size: 0.5, scaled: true, scale: [0.0, 0.0, 0.25], ..Points::default() };
    state.viewport.height = 16.0;
    close([vertex(&state, &point).point_size], [4.0]);
    point.point_size = Some(0.0625);
    close([vertex(&state, &point).point_size], [1.0]);
}

#[test]
fn clip_planes_are_in_the_world() {
    let mut state = VertexState {
        world: vec![shift(1.0, 0.0, 0.0)],
        view: shift(50.0, 0.0, 0.0),
        ..VertexState::default()
    };
    state.clip_planes[1] = [2.0, 0.0, 0.0, -1.5];
    state.clip_plane_mask = 2;
    close(vertex(&state, &Vertex::default()).clip_distances, [0.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    state.clipping = false;
    close(vertex(&state, &Vertex::default()).clip_distances, [0.0; 6]);
}

#[test]
fn what_is_no_number_does_not_panic() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut state = lit(Light { kind: 2, position: [bad; 3], phi: bad, theta: bad, ..Light::default() });
        (state.view, state.specular, state.normalize, state.blend, state.blend_indexed) =
            ([[bad; 4]; 4], true, true, 3, true);
        for stage in &mut state.stages {
            (stage.index, stage.flags, stage.matrix) = (4 << 16, 0x104, [[bad; 4]; 4]);
        }
        state.fog = Fog { enable: true, vertex_mode: 3, start: bad, end: bad, ..Fog::default() };
        let mut point =
            Vertex { position: [bad; 4], indices: Some([bad; 4]), weights: Some([bad; 4]), ..facing() };
        point.colors = [Some([bad; 4]); 2];
        let done = vertex(&state, &point);
        assert!(done.margin.distance() < 1e-3, "{done:?}");
        assert!((0.0..=1.0).contains(&done.fog), "{done:?}");
    }
}

#[test]
fn interpolation_is_in_perspective_and_flat_shading_takes_the_first() {
    let state = VertexState { transformed: true, ..VertexState::default() };
    let corner = |x: f32, y: f32, rhw: f32, red: f32| {
        let mut corner = Vertex { position: [x, y, 0.5, rhw], ..Vertex::default() };
        corner.colors[0] = Some([red, 0.0, 0.0, 1.0]);
        vertex(&state, &corner)
    };
    let corners = [corner(0.0, 0.0, 1.0, 0.0), corner(8.0, 0.0, 0.25, 1.0), corner(0.0, 8.0, 1.0, 0.0)];
    let [a, b, c] = &corners;
    // Halfway on the screen: shares 1/2 and 1/8, so the second has a fifth.
    let middle = interpolate([a, b, c], [4.0, 0.0], false).expect("inside");
    close(middle.colors[0], [0.2, 0.0, 0.0, 1.0]);
    close([middle.w, middle.depth, middle.margin.distance()], [1.6, 0.5, 0.0]);
    close(interpolate([b, a, c], [1.0, 1.0], true).expect("inside").colors[0], [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(interpolate([a, b, c], [8.0, 8.0], false), None);
    assert_eq!(interpolate([a, b, a], [1.0, 0.0], false), None);
}
