//! One vertex, drawn as a point on a float target, and the value that its pixel shows.

use std::collections::HashMap;

use retrograph_d3d9::types::{
    ClearFlags, CreateFlags, DeclType, DeclUsage, Fvf, Light, LightType, LockFlags, Material, Matrix,
    MultiSample, Pool, PresentParameters, PrimitiveType, RenderState, Transform, VertexElement,
};
use retrograph_d3d9::{Device, Direct3D9, Format, PixelShaderId, SurfaceId};

/// Pixels of a row, and rows, of the target.
pub(crate) const SIZE: u32 = 8;
/// Where a vertex in the middle is drawn.
const MIDDLE: usize = (SIZE / 2 * SIZE + SIZE / 2) as usize;

pub(crate) const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
/// A projection that puts everything in the middle.
pub(crate) const TO_MIDDLE: Matrix = [[0.0; 4], [0.0; 4], [0.0; 4], [0.0, 0.0, 0.5, 1.0]];

/// The tokens of a shader.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    retrograph_shaders::dxso::assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What the vertex stage wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Show {
    Diffuse,
    Specular,
    Coordinate(u8),
    Fog,
}

impl Show {
    fn shader(self) -> String {
        match self {
            Self::Diffuse => "ps_3_0\ndcl_color v0\nmov oC0, v0".to_owned(),
            Self::Specular => "ps_3_0\ndcl_color1 v0\nmov oC0, v0".to_owned(),
            Self::Coordinate(index) => format!("ps_3_0\ndcl_texcoord{index} v0\nmov oC0, v0"),
            Self::Fog => "ps_3_0\ndcl_fog v0\nmov oC0, v0".to_owned(),
        }
    }
}

pub(crate) struct Probe {
    pub(crate) device: Device,
    pub(crate) target: SurfaceId,
    shows: HashMap<Show, PixelShaderId>,
}

pub(crate) fn word(value: f32) -> u32 {
    value.to_bits()
}

/// The words of floats.
pub(crate) fn words<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}

pub(crate) fn shift(x: f32, y: f32, z: f32) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[3] = [x, y, z, 1.0];
    matrix
}

pub(crate) fn scale(x: f32, y: f32, z: f32) -> Matrix {
    [[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0], [0.0, 0.0, 0.0, 1.0]]
}

/// A light that shines black from nowhere.
pub(crate) const DARK: Light = Light {
    kind: LightType::DIRECTIONAL,
    diffuse: [0.0; 4],
    specular: [0.0; 4],
    ambient: [0.0; 4],
    position: [0.0; 3],
    direction: [0.0; 3],
    range: 1000.0,
    falloff: 1.0,
    attenuation: [1.0, 0.0, 0.0],
    theta: 0.0,
    phi: 0.0,
};

pub(crate) const WHITE: [f32; 4] = [1.0; 4];

impl Probe {
    /// A device without lighting and culling, with everything projected to the middle.
    pub(crate) fn new() -> Self {
        let parameters = PresentParameters {
            back_buffer_width: 64,
            back_buffer_height: 64,
            ..PresentParameters::default()
        };
        let direct3d = Direct3D9::new().expect("an adapter");
        let device = direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING);
        let mut device = device.expect("a device");
        let format = Format::A32B32G32R32F;
        let target = device.create_render_target(SIZE, SIZE, format, MultiSample::NONE, 0, false);
        let target = target.expect("a target");
        device.set_render_target(0, Some(target)).expect("set");
        let mut probe = Self { device, target, shows: HashMap::new() };
        let states = [(RenderState::CULLMODE, 1), (RenderState::ZENABLE, 0), (RenderState::LIGHTING, 0)];
        probe.set(&states);
        probe.transform(Transform::PROJECTION, TO_MIDDLE);
        probe
    }

    /// One with lighting on and a material that is white but for emission.
    pub(crate) fn lit() -> Self {
        let mut probe = Self::new();
        probe.set(&[(RenderState::LIGHTING, 1), (RenderState::SPECULARENABLE, 1)]);
        probe.material(|material| material.diffuse = WHITE);
        probe
    }

    pub(crate) fn set(&mut self, states: &[(RenderState, u32)]) {
        for (state, value) in states {
            self.device.set_render_state(*state, *value).expect("set");
        }
    }

    pub(crate) fn set_float(&mut self, state: RenderState, value: f32) {
        self.set(&[(state, value.to_bits())]);
    }

    pub(crate) fn transform(&mut self, transform: Transform, matrix: Matrix) {
        self.device.set_transform(transform, &matrix).expect("set");
    }

    /// Changes the material.
    pub(crate) fn material(&mut self, change: impl FnOnce(&mut Material)) {
        let mut material = self.device.get_material();
        change(&mut material);
        self.device.set_material(&material).expect("set");
    }

    /// Sets a light and turns it on.
    pub(crate) fn light(&mut self, index: u32, light: Light) {
        self.device.set_light(index, &light).expect("set");
        self.device.light_enable(index, true).expect("set");
    }

    pub(crate) fn declare(&mut self, elements: &[(DeclType, DeclUsage, u8)]) {
        let mut offset = 0;
        let elements: Vec<_> = elements
            .iter()
            .map(|&(kind, usage, index)| {
                let element = VertexElement::new(0, offset, kind, usage, index);
                offset += u16::try_from(kind.size()).expect("small");
                element
            })
            .collect();
        let declaration = self.device.create_vertex_declaration(&elements).expect("a declaration");
        self.device.set_vertex_declaration(Some(declaration)).expect("set");
    }

    /// Draws vertices of the declaration in use.
    pub(crate) fn draw(&mut self, kind: PrimitiveType, count: u32, vertices: &[u32], stride: usize) {
        let bytes: Vec<u8> = vertices.iter().flat_map(|word| word.to_le_bytes()).collect();
        let stride = u32::try_from(stride * 4).expect("small");
        self.device.draw_primitive_up(kind, count, &bytes, stride).expect("a draw");
    }

    pub(crate) fn clear(&mut self) {
        self.device.clear(None, ClearFlags::TARGET, 0, 1.0, 0).expect("a clear");
    }

    /// Has a pixel shader show what the vertex stage wrote.
    pub(crate) fn show(&mut self, show: Show) {
        let device = &mut self.device;
        let shader = *self.shows.entry(show).or_insert_with(|| {
            device.create_pixel_shader(&assemble(&show.shader())).expect("a pixel shader")
        });
        device.set_pixel_shader(Some(shader)).expect("set");
    }

    /// What a vertex of the declaration in use gets.
    pub(crate) fn vertex(&mut self, show: Show, vertex: &[u32]) -> [f32; 4] {
        self.show(show);
        self.clear();
        self.draw(PrimitiveType::PointList, 1, vertex, vertex.len());
        self.pixels()[MIDDLE]
    }

    /// What a vertex of a flexible format gets.
    pub(crate) fn of(&mut self, show: Show, fvf: Fvf, vertex: &[u32]) -> [f32; 4] {
        self.device.set_fvf(fvf).expect("set");
        self.vertex(show, vertex)
    }

    /// What a vertex with a normal gets.
    pub(crate) fn normal(&mut self, show: Show, place: [f32; 3], normal: [f32; 3]) -> [f32; 4] {
        let vertex = [words(place), words(normal)].concat();
        self.of(show, Fvf::XYZ | Fvf::NORMAL, &vertex)
    }

    /// The pixels of the target, row by row.
    pub(crate) fn pixels(&mut self) -> Vec<[f32; 4]> {
        let device = &mut self.device;
        let copy = device.create_offscreen_plain_surface(SIZE, SIZE, Format::A32B32G32R32F, Pool::SystemMem);
        let copy = copy.expect("a surface");
        device.get_render_target_data(self.target, copy).expect("a read-back");
        let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
        let pitch = lock.pitch() as usize;
        let row = |y: usize| &lock.bytes()[y * pitch..][..SIZE as usize * 16];
        let texels = (0..SIZE as usize).flat_map(row).copied().collect::<Vec<u8>>();
        device.unlock_rect(lock).expect("an unlock");
        device.release_surface(copy).expect("released");
        bytemuck::pod_collect_to_vec(&texels)
    }

    /// Nothing went wrong on the GPU, and nothing was refused.
    pub(crate) fn finish(mut self) {
        self.device.finish().expect("no error on the GPU");
        assert_eq!(self.device.unsupported(), []);
    }
}

/// Whether lanes are within a few units in the last place of half floats: shaders compute powers with less than 24 bits.
pub(crate) fn assert_near(found: [f32; 4], expected: [f32; 4], what: &str) {
    let near = |a: f32, b: f32| (a - b).abs() <= 2e-5 + b.abs() * 2e-5;
    assert!(
        found.iter().zip(expected).all(|(&a, b)| near(a, b)),
        "{what}: {found:?} instead of {expected:?}"
    );
}

pub(crate) fn rgb(red: f32, green: f32, blue: f32) -> [f32; 4] {
    [red, green, blue, 1.0]
}
