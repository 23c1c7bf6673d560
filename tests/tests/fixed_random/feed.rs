//! Says a scene to a device.

use retrograph_d3d9::types::{
    DeclType, DeclUsage, Light, LightType, Material, PrimitiveType, RenderState as Rs,
    TextureStageState as Ts, Transform, VertexElement, Viewport,
};
use retrograph_shaders::fixed::eval::{self, Vertex};

use super::bench::Bench;
use super::scene::{Point, Scene};

impl Bench {
    pub(super) fn draw_one(&mut self, scene: &Scene) {
        self.feed_vertex_states(scene);
        self.feed_points(scene);
        self.feed_lights(scene);
        self.feed_transforms(scene);
        self.feed_stages(scene);
        let (elements, _) = layout(scene);
        let declaration = self.device.create_vertex_declaration(&elements).expect("a declaration");
        self.device.set_vertex_declaration(Some(declaration)).expect("set");
        let bytes: Vec<u8> = scene.corners.iter().flat_map(|corner| vertex_bytes(scene, corner)).collect();
        let stride = bytes.len() as u32 / 3;
        let kind = if scene.point.is_some() { PrimitiveType::PointList } else { PrimitiveType::TriangleList };
        let drawn = self.device.draw_primitive_up(kind, 1, &bytes, stride);
        if let Err(error) = drawn {
            panic!("{error}: {:?}\n{scene:#?}", self.device.unsupported());
        }
    }

    fn set(&mut self, states: &[(Rs, u32)]) {
        for &(state, value) in states {
            self.device.set_render_state(state, value).expect("a state");
        }
    }

    fn feed_vertex_states(&mut self, scene: &Scene) {
        let state = &scene.vertex;
        let (fog, test) = (&state.fog, &scene.pixel.alpha_test);
        self.set(&[
            (Rs::ZENABLE, state.depth_test.into()),
            (Rs::SHADEMODE, if scene.flat { 1 } else { 2 }),
            (Rs::LIGHTING, state.lighting.into()),
            (Rs::SPECULARENABLE, state.specular.into()),
            (Rs::NORMALIZENORMALS, state.normalize.into()),
            (Rs::LOCALVIEWER, state.local_viewer.into()),
            (Rs::COLORVERTEX, state.color_vertex.into()),
            (Rs::AMBIENT, state.ambient),
            (Rs::DIFFUSEMATERIALSOURCE, state.sources.diffuse),
            (Rs::SPECULARMATERIALSOURCE, state.sources.specular),
            (Rs::AMBIENTMATERIALSOURCE, state.sources.ambient),
            (Rs::EMISSIVEMATERIALSOURCE, state.sources.emissive),
            (Rs::VERTEXBLEND, state.blend),
            (Rs::INDEXEDVERTEXBLENDENABLE, state.blend_indexed.into()),
            (Rs::TWEENFACTOR, state.tween.to_bits()),
            (Rs::FOGENABLE, fog.enable.into()),
            (Rs::FOGVERTEXMODE, fog.vertex_mode),
            (Rs::FOGTABLEMODE, fog.table_mode),
            (Rs::RANGEFOGENABLE, fog.range.into()),
            (Rs::FOGSTART, fog.start.to_bits()),
            (Rs::FOGEND, fog.end.to_bits()),
            (Rs::FOGDENSITY, fog.density.to_bits()),
            (Rs::FOGCOLOR, fog.color),
            (Rs::CLIPPING, state.clipping.into()),
            (Rs::CLIPPLANEENABLE, state.clip_plane_mask),
            (Rs::ALPHATESTENABLE, test.enable.into()),
            (Rs::ALPHAFUNC, test.function),
            (Rs::ALPHAREF, test.reference),
            (Rs::TEXTUREFACTOR, scene.pixel.factor),
        ]);
        for (index, plane) in (0..).zip(state.clip_planes) {
            self.device.set_clip_plane(index, plane).expect("a plane");
        }
        let port = &state.viewport;
        let viewport = Viewport {
            x: port.x as u32,
            y: port.y as u32,
            width: port.width as u32,
            height: port.height as u32,
            min_z: port.min_z,
            max_z: port.max_z,
        };
        self.device.set_viewport(&viewport).expect("a viewport");
    }

    fn feed_points(&mut self, scene: &Scene) {
        let points = &scene.vertex.points;
        let [a, b, c] = points.scale.map(f32::to_bits);
        self.set(&[
            (Rs::POINTSPRITEENABLE, (scene.point == Some(Point::Sprite)).into()),
            (Rs::POINTSIZE, points.size.to_bits()),
            (Rs::POINTSIZE_MIN, points.min.to_bits()),
            (Rs::POINTSIZE_MAX, points.max.to_bits()),
            (Rs::POINTSCALEENABLE, points.scaled.into()),
            (Rs::POINTSCALE_A, a),
            (Rs::POINTSCALE_B, b),
            (Rs::POINTSCALE_C, c),
        ]);
    }

    /// Lights take every third index.
    fn feed_lights(&mut self, scene: &Scene) {
        let eval::Material { diffuse, ambient, specular, emissive, power } = scene.vertex.material;
        let material = Material { diffuse, ambient, specular, emissive, power };
        self.device.set_material(&material).expect("a material");
        for index in 0..self.lights {
            self.device.light_enable(index * 3, false).expect("off");
        }
        self.lights = scene.vertex.lights.len() as u32;
        for (index, light) in (0..).zip(&scene.vertex.lights) {
            let light = Light {
                kind: LightType(light.kind),
                diffuse: light.diffuse,
                specular: light.specular,
                ambient: light.ambient,
                position: light.position,
                direction: light.direction,
                range: light.range,
                falloff: light.falloff,
                attenuation: light.attenuation,
                theta: light.theta,
                phi: light.phi,
            };
            self.device.set_light(index * 3, &light).expect("a light");
            self.device.light_enable(index * 3, true).expect("on");
        }
    }

    fn feed_transforms(&mut self, scene: &Scene) {
        let state = &scene.vertex;
        for (index, matrix) in state.world.iter().enumerate() {
            if self.matrices[index] != *matrix {
                self.matrices[index] = *matrix;
                self.device.set_transform(Transform::world(index as u8), matrix).expect("a matrix");
            }
        }
        self.device.set_transform(Transform::VIEW, &state.view).expect("a matrix");
        self.device.set_transform(Transform::PROJECTION, &state.projection).expect("a matrix");
        for (stage, coordinates) in (0u8..).zip(&state.stages) {
            self.device.set_transform(Transform::texture(stage), &coordinates.matrix).expect("a matrix");
        }
    }

    fn feed_stages(&mut self, scene: &Scene) {
        let stages = scene.pixel.stages.iter().zip(&scene.vertex.stages).zip(scene.textures);
        for (index, ((stage, coordinates), texture)) in (0u32..).zip(stages) {
            let [c0, c1, c2] = stage.color_arguments;
            let [a0, a1, a2] = stage.alpha_arguments;
            let [m00, m01, m10, m11] = stage.bump.map(f32::to_bits);
            let [scale, offset] = stage.luminance.map(f32::to_bits);
            let values = [
                (Ts::COLOROP, stage.color_operation),
                (Ts::COLORARG0, c0),
                (Ts::COLORARG1, c1),
                (Ts::COLORARG2, c2),
                (Ts::ALPHAOP, stage.alpha_operation),
                (Ts::ALPHAARG0, a0),
                (Ts::ALPHAARG1, a1),
                (Ts::ALPHAARG2, a2),
                (Ts::RESULTARG, stage.result),
                (Ts::CONSTANT, stage.constant),
                (Ts::BUMPENVMAT00, m00),
                (Ts::BUMPENVMAT01, m01),
                (Ts::BUMPENVMAT10, m10),
                (Ts::BUMPENVMAT11, m11),
                (Ts::BUMPENVLSCALE, scale),
                (Ts::BUMPENVLOFFSET, offset),
                (Ts::TEXCOORDINDEX, coordinates.index),
                (Ts::TEXTURETRANSFORMFLAGS, coordinates.flags),
            ];
            for (state, value) in values {
                self.device.set_texture_stage_state(index, state, value).expect("a state");
            }
            let id = texture.and_then(|kind| self.textures.iter().find(|entry| entry.0 == kind));
            self.device.set_texture(index, id.map(|entry| entry.1)).expect("a texture");
        }
    }
}

/// The elements of a scene's vertices, with their sizes.
fn layout(scene: &Scene) -> (Vec<VertexElement>, u16) {
    let mut elements = Vec::new();
    let mut offset = 0;
    let mut add = |present: bool, floats: u16, kind: DeclType, usage: DeclUsage, index: u8| {
        if present {
            elements.push(VertexElement::new(0, offset, kind, usage, index));
            offset += floats * 4;
        }
    };
    let first = &scene.corners[0];
    let float = |count: u8| match count {
        1 => DeclType::Float1,
        2 => DeclType::Float2,
        3 => DeclType::Float3,
        _ => DeclType::Float4,
    };
    if scene.vertex.transformed {
        add(true, 4, DeclType::Float4, DeclUsage::PositionT, 0);
    } else {
        add(true, 3, DeclType::Float3, DeclUsage::Position, 0);
    }
    add(first.second_position.is_some(), 3, DeclType::Float3, DeclUsage::Position, 1);
    let weights = scene.weights;
    add(first.weights.is_some(), weights.into(), float(weights), DeclUsage::BlendWeight, 0);
    add(first.indices.is_some(), 1, DeclType::Ubyte4, DeclUsage::BlendIndices, 0);
    add(first.normal.is_some(), 3, DeclType::Float3, DeclUsage::Normal, 0);
    add(first.second_normal.is_some(), 3, DeclType::Float3, DeclUsage::Normal, 1);
    add(first.point_size.is_some(), 1, DeclType::Float1, DeclUsage::PointSize, 0);
    for (index, color) in (0..).zip(&first.colors) {
        add(color.is_some(), 1, DeclType::D3dColor, DeclUsage::Color, index);
    }
    add(first.fog.is_some(), 1, DeclType::Float1, DeclUsage::Fog, 0);
    for (index, set) in (0..).zip(&first.texcoords) {
        let count = set.map_or(0, |set| set.count);
        add(count > 0, count.into(), float(count), DeclUsage::Texcoord, index);
    }
    (elements, offset)
}

/// A vertex in that layout.
fn vertex_bytes(scene: &Scene, vertex: &Vertex) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut floats = |values: &[f32]| bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    floats(&vertex.position[..if scene.vertex.transformed { 4 } else { 3 }]);
    if let Some(second) = &vertex.second_position {
        floats(&second[..3]);
    }
    if let Some(weights) = &vertex.weights {
        floats(&weights[..usize::from(scene.weights)]);
    }
    if let Some(indices) = vertex.indices {
        bytes.extend(indices.map(|index| index as u8));
    }
    for normal in [vertex.normal, vertex.second_normal].into_iter().flatten() {
        bytes.extend(normal.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes.extend(vertex.point_size.into_iter().flat_map(f32::to_le_bytes));
    for color in vertex.colors.into_iter().flatten() {
        let [r, g, b, a] = color.map(|lane| (lane * 255.0).round() as u8);
        bytes.extend([b, g, r, a]);
    }
    bytes.extend(vertex.fog.into_iter().flat_map(f32::to_le_bytes));
    for set in vertex.texcoords.iter().flatten() {
        bytes.extend(set.values[..usize::from(set.count)].iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes
}
