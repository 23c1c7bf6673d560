//! Vertices through the fixed-function pipeline.

use retrograph_shaders::fixed::eval::{
    self, Coordinates, Fog, Material, Points, Sources, StageCoordinates, Vertex, VertexState,
};
use retrograph_shaders::varyings::{Semantic, Usage};

use super::output::Output;
use super::source::Source;
use crate::device::Device;
use crate::types::{DeclType, RenderState as Rs, TextureStageState as Ts, Transform};

/// World matrices that there are.
const WORLDS: usize = 256;

/// The state of the pipeline.
pub(super) struct Fixed(VertexState);

impl Fixed {
    pub(super) fn new(device: &Device) -> Self {
        let state = &device.state;
        let (rs, on, float) = (|at| state.rs(at), |at| state.on(at), |at| state.rs_float(at));
        let port = &state.viewport;
        let material = &state.material;
        let world = |number: usize| *state.transforms.world(number);
        // Only blending reads more than the first.
        let worlds = if rs(Rs::VERTEXBLEND) == 0 { 1 } else { WORLDS };
        Self(VertexState {
            world: (0..worlds).map(world).collect(),
            view: *state.transform(Transform::VIEW),
            projection: *state.transform(Transform::PROJECTION),
            viewport: eval::Viewport {
                x: port.x as f32,
                y: port.y as f32,
                width: port.width as f32,
                height: port.height as f32,
                min_z: port.min_z,
                max_z: port.max_z,
            },
            transformed: device.is_transformed(),
            depth_test: on(Rs::ZENABLE),
            blend: rs(Rs::VERTEXBLEND),
            blend_indexed: on(Rs::INDEXEDVERTEXBLENDENABLE),
            tween: float(Rs::TWEENFACTOR),
            normalize: on(Rs::NORMALIZENORMALS),
            lighting: on(Rs::LIGHTING),
            lights: lights(device),
            material: Material {
                diffuse: material.diffuse,
                ambient: material.ambient,
                specular: material.specular,
                emissive: material.emissive,
                power: material.power,
            },
            ambient: rs(Rs::AMBIENT),
            color_vertex: on(Rs::COLORVERTEX),
            sources: sources(device),
            local_viewer: on(Rs::LOCALVIEWER),
            specular: on(Rs::SPECULARENABLE),
            stages: std::array::from_fn(|stage| coordinates(device, stage)),
            fog: fog(device),
            points: Points {
                size: float(Rs::POINTSIZE),
                min: float(Rs::POINTSIZE_MIN),
                max: float(Rs::POINTSIZE_MAX),
                scaled: on(Rs::POINTSCALEENABLE),
                scale: [Rs::POINTSCALE_A, Rs::POINTSCALE_B, Rs::POINTSCALE_C].map(float),
            },
            clipping: false,
            clip_plane_mask: 0,
            clip_planes: state.clip_planes,
        })
    }

    pub(super) fn process(&self, source: &Source<'_>, vertex: u64) -> Output {
        let Self(state) = self;
        let given = given(state, source, vertex);
        let done = eval::vertex(state, &given);
        let single = |lanes: [f64; 4]| lanes.map(|lane| lane as f32);
        let mut output = Output::default();
        let mut push = |usage, index, lanes, made| {
            output.push(Semantic::new(usage, index), single(lanes), made);
        };
        push(Usage::PositionT, 0, done.screen, true);
        push(Usage::Position, 0, done.clip, true);
        push(Usage::PointSize, 0, [done.point_size, 0.0, 0.0, 1.0], true);
        let lit = state.lighting && !state.transformed;
        let [diffuse, mut specular] = done.colors;
        // Pixels of places find the factor there.
        let fogged = state.fog.enable && !matches!(state.fog.table_mode, 1..=3);
        if fogged {
            specular[3] = done.fog;
        }
        push(Usage::Color, 0, diffuse, lit);
        push(Usage::Color, 1, specular, lit || fogged);
        push(Usage::Fog, 0, [done.fog, 0.0, 0.0, 1.0], fogged);
        for ((index, lanes), stage) in (0u8..).zip(done.texcoords).zip(&state.stages) {
            let made = stage.index != u32::from(index) || stage.flags != 0;
            push(Usage::Texcoord, index, lanes, made && !state.transformed);
        }
        output
    }
}

/// A vertex as the declaration feeds it.
fn given(state: &VertexState, source: &Source<'_>, vertex: u64) -> Vertex {
    let read = |usage, index| source.read(Semantic::new(usage, index), vertex);
    let three = |usage, index| read(usage, index).map(|[x, y, z, _]| [x, y, z]);
    let position = if state.transformed { Usage::PositionT } else { Usage::Position };
    let places = Semantic::new(Usage::BlendIndices, 0);
    let places_are_color = source.element(places).is_some_and(|found| found.kind == DeclType::D3dColor);
    Vertex {
        position: read(position, 0).unwrap_or([0.0, 0.0, 0.0, 1.0]),
        second_position: read(Usage::Position, 1),
        normal: three(Usage::Normal, 0),
        second_normal: three(Usage::Normal, 1),
        weights: read(Usage::BlendWeight, 0),
        // Bytes in the order in which they lie there.
        indices: read(Usage::BlendIndices, 0).map(|lanes| match lanes {
            [x, y, z, w] if places_are_color => [z, y, x, w].map(|lane| lane * 255.0),
            lanes => lanes,
        }),
        colors: [0, 1].map(|index| read(Usage::Color, index)),
        point_size: read(Usage::PointSize, 0).map(|lanes| lanes[0]),
        fog: read(Usage::Fog, 0).map(|lanes| lanes[0]),
        texcoords: std::array::from_fn(|set| {
            let semantic = Semantic::new(Usage::Texcoord, set as u8);
            let count = source.element(semantic)?.kind.components();
            Some(Coordinates { values: source.read(semantic, vertex)?, count })
        }),
    }
}

/// The lights that are on, by index.
fn lights(device: &Device) -> Vec<eval::Light> {
    let mut on: Vec<_> = device.state.lights.iter().filter(|(_, (_, on))| *on).collect();
    on.sort_unstable_by_key(|(index, _)| **index);
    let light = |(_, (light, _)): (_, &(crate::types::Light, bool))| eval::Light {
        kind: light.kind.0,
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
    on.into_iter().map(light).collect()
}

/// The sources of material colours; those that are none act as the default.
fn sources(device: &Device) -> Sources {
    let default = Sources::default();
    let source = |which, default| match device.state.rs(which) {
        known @ 0..=2 => known,
        _ => default,
    };
    Sources {
        diffuse: source(Rs::DIFFUSEMATERIALSOURCE, default.diffuse),
        specular: source(Rs::SPECULARMATERIALSOURCE, default.specular),
        ambient: source(Rs::AMBIENTMATERIALSOURCE, default.ambient),
        emissive: source(Rs::EMISSIVEMATERIALSOURCE, default.emissive),
    }
}

fn coordinates(device: &Device, stage: usize) -> StageCoordinates {
    let states = &device.state.stages[stage];
    let word = |state: Ts| states[state.0 as usize];
    StageCoordinates {
        index: word(Ts::TEXCOORDINDEX),
        flags: word(Ts::TEXTURETRANSFORMFLAGS),
        matrix: *device.state.transform(Transform::texture(stage as u8)),
    }
}

fn fog(device: &Device) -> Fog {
    let state = &device.state;
    Fog {
        enable: state.on(Rs::FOGENABLE),
        vertex_mode: state.rs(Rs::FOGVERTEXMODE),
        table_mode: state.rs(Rs::FOGTABLEMODE),
        range: state.on(Rs::RANGEFOGENABLE),
        start: state.rs_float(Rs::FOGSTART),
        end: state.rs_float(Rs::FOGEND),
        density: state.rs_float(Rs::FOGDENSITY),
        color: state.rs(Rs::FOGCOLOR),
        by_depth: false,
    }
}
