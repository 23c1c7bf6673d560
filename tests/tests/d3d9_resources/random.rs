//! Any sequence of resource calls ends in answers or Direct3D's errors, never in a panic or a refusal by the GPU.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograph_d3d9::types::{Box3, CubeFace, Fvf, LockFlags, MultiSample, Pool, Rect, TextureFilter, Usage};
use retrograph_d3d9::{Device, Error, Format, SurfaceId, TextureId, VertexBufferId};

use super::support::{device, plainest_device};

const FORMATS: [Format; 24] = [
    Format::A8R8G8B8,
    Format::X8R8G8B8,
    Format::R5G6B5,
    Format::A1R5G5B5,
    Format::A4R4G4B4,
    Format::L8,
    Format::A8,
    Format::A8L8,
    Format::A2R10G10B10,
    Format::G16R16,
    Format::A16B16G16R16,
    Format::R32F,
    Format::A16B16G16R16F,
    Format::V8U8,
    Format::Q16W16V16U16,
    Format::L6V5U5,
    Format::DXT1,
    Format::DXT5,
    Format::ATI2,
    Format::D24S8,
    Format::D16,
    Format::INTZ,
    Format::NULL,
    Format::R8G8B8,
];

const POOLS: [Pool; 4] = [Pool::Default, Pool::Managed, Pool::SystemMem, Pool::Scratch];

/// One call; numbers pick among what exists.
#[derive(Clone, Debug)]
enum Call {
    Texture { shape: u8, size: [u32; 3], levels: u32, usage: u32, format: usize, pool: usize },
    Target { size: [u32; 2], format: usize, samples: u32, lockable: bool },
    Depth { size: [u32; 2], format: usize, discard: bool },
    Plain { size: [u32; 2], format: usize, pool: usize },
    Level { texture: usize, face: u32, level: u32 },
    Write { surface: usize, rect: Option<Rect>, flags: u32 },
    WriteBox { texture: usize, level: u32, area: Option<[u32; 6]>, flags: u32 },
    Stretch { surfaces: [usize; 2], rects: [Option<Rect>; 2], filter: u32 },
    Fill { surface: usize, rect: Option<Rect>, color: u32 },
    UpdateSurface { surfaces: [usize; 2], rect: Option<Rect>, point: Option<(i32, i32)> },
    UpdateTexture { textures: [usize; 2] },
    ReadTarget { surfaces: [usize; 2] },
    Dirty { texture: usize, rect: Option<Rect> },
    Mips { texture: usize },
    Lod { texture: usize, lod: u32 },
    Release { texture: bool, index: usize },
    Buffer { size: u32, usage: u32, pool: usize },
    WriteBuffer { buffer: usize, offset: u32, size: u32, flags: u32 },
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 1..20_u32, 3 => Just(8_u32), 1 => Just(0), 1 => Just(u32::MAX)]
}

fn rect() -> impl Strategy<Value = Option<Rect>> {
    let edges = prop_oneof![6 => 0..20_i32, 1 => -2..40_i32, 3 => Just(4), 3 => Just(8), 2 => Just(0)];
    proptest::option::of([edges.clone(), edges.clone(), edges.clone(), edges].prop_map(|[a, b, c, d]| {
        // Mostly the right way round.
        if (a + b) % 7 == 0 {
            Rect::new(a, b, c, d)
        } else {
            Rect::new(a.min(c), b.min(d), a.max(c), b.max(d))
        }
    }))
}

fn usage() -> impl Strategy<Value = u32> {
    let bits = [Usage::RENDERTARGET, Usage::DEPTHSTENCIL, Usage::DYNAMIC, Usage::AUTOGENMIPMAP];
    prop_oneof![
        3 => Just(0),
        5 => proptest::sample::select(bits.map(|usage| usage.bits()).to_vec()),
        1 => any::<u32>().prop_map(|bits| bits & 0x60B),
    ]
}

fn flags() -> impl Strategy<Value = u32> {
    let all = LockFlags::READONLY | LockFlags::DISCARD | LockFlags::NOOVERWRITE | LockFlags::NO_DIRTY_UPDATE;
    prop_oneof![2 => Just(0), 1 => any::<u32>().prop_map(move |bits| bits & all.bits())]
}

fn call() -> impl Strategy<Value = Call> {
    let (format, pool) = (0..FORMATS.len(), 0..POOLS.len());
    let size = || [side(), side()];
    let pick = || 0..16_usize;
    let creation = prop_oneof![
        6 => (0..3_u8, [side(), side(), side()], 0..6_u32, usage(), format.clone(), pool.clone()).prop_map(
            |(shape, size, levels, usage, format, pool)| {
                Call::Texture { shape, size, levels, usage, format, pool }
            }
        ),
        2 => (size(), format.clone(), proptest::sample::select(vec![0, 0, 0, 1, 3, 4, 99]), any::<bool>())
            .prop_map(|(size, format, samples, lockable)| Call::Target { size, format, samples, lockable }),
        1 => (size(), format.clone(), any::<bool>())
            .prop_map(|(size, format, discard)| Call::Depth { size, format, discard }),
        2 => (size(), format, pool.clone()).prop_map(|(size, format, pool)| Call::Plain { size, format, pool }),
        1 => (0..40_u32, usage(), pool).prop_map(|(size, usage, pool)| Call::Buffer { size, usage, pool }),
    ];
    let change = prop_oneof![
        2 => (pick(), 0..6_u32, 0..4_u32)
            .prop_map(|(texture, face, level)| Call::Level { texture, face, level }),
        4 => (pick(), rect(), flags()).prop_map(|(surface, rect, flags)| Call::Write { surface, rect, flags }),
        1 => (pick(), 0..4_u32, proptest::option::of(proptest::array::uniform6(0..9_u32)), flags())
            .prop_map(|(texture, level, area, flags)| Call::WriteBox { texture, level, area, flags }),
        4 => ([pick(), pick()], [rect(), rect()], 0..4_u32)
            .prop_map(|(surfaces, rects, filter)| Call::Stretch { surfaces, rects, filter }),
        2 => (pick(), rect(), any::<u32>())
            .prop_map(|(surface, rect, color)| Call::Fill { surface, rect, color }),
        2 => ([pick(), pick()], rect(), proptest::option::of((-1..9_i32, -1..9_i32)))
            .prop_map(|(surfaces, rect, point)| Call::UpdateSurface { surfaces, rect, point }),
        2 => [pick(), pick()].prop_map(|textures| Call::UpdateTexture { textures }),
        2 => [pick(), pick()].prop_map(|surfaces| Call::ReadTarget { surfaces }),
        1 => (pick(), rect()).prop_map(|(texture, rect)| Call::Dirty { texture, rect }),
        1 => pick().prop_map(|texture| Call::Mips { texture }),
        1 => (pick(), 0..9_u32).prop_map(|(texture, lod)| Call::Lod { texture, lod }),
        1 => (any::<bool>(), pick()).prop_map(|(texture, index)| Call::Release { texture, index }),
        1 => (pick(), 0..50_u32, 0..50_u32, flags())
            .prop_map(|(buffer, offset, size, flags)| Call::WriteBuffer { buffer, offset, size, flags }),
    ];
    prop_oneof![1 => creation, 2 => change]
}

/// What exists, and what released ids are left over.
struct World {
    device: Device,
    textures: Vec<TextureId>,
    surfaces: Vec<SurfaceId>,
    buffers: Vec<VertexBufferId>,
}

impl World {
    fn new(mut device: Device) -> Self {
        let size = [8, 8];
        let back = device.get_back_buffer(0).expect("a back buffer");
        let make = |device: &mut Device, usage, pool| {
            device.create_texture(8, 8, 0, usage, Format::A8R8G8B8, pool).expect("a texture")
        };
        let textures = vec![
            make(&mut device, Usage::empty(), Pool::SystemMem),
            make(&mut device, Usage::empty(), Pool::Default),
            make(&mut device, Usage::RENDERTARGET, Pool::Default),
        ];
        let mut surfaces = vec![back];
        for &texture in &textures {
            surfaces.push(device.get_surface_level(texture, 0).expect("a level"));
        }
        let argb = Format::A8R8G8B8;
        let plain = device.create_offscreen_plain_surface(size[0], size[1], argb, Pool::Default);
        surfaces.push(plain.expect("a surface"));
        Self { device, textures, surfaces, buffers: Vec::new() }
    }

    fn surface(&self, index: usize) -> SurfaceId {
        self.surfaces[index % self.surfaces.len()]
    }

    fn texture(&self, index: usize) -> TextureId {
        self.textures[index % self.textures.len()]
    }

    fn run(&mut self, call: &Call) -> Result<(), Error> {
        match *call {
            Call::Texture { .. } | Call::Target { .. } | Call::Depth { .. } | Call::Plain { .. } => {
                self.create(call)
            }
            Call::Level { texture, face, level } => {
                let texture = self.texture(texture);
                let face = CubeFace::try_from(face).expect("a face");
                let flat = self.device.get_surface_level(texture, level);
                let found = flat.or_else(|_| self.device.get_cube_map_surface(texture, face, level))?;
                self.surfaces.push(found);
                Ok(())
            }
            Call::Release { texture: true, index } => self.device.release_texture(self.texture(index)),
            Call::Release { index, .. } => self.device.release_surface(self.surface(index)),
            Call::Mips { texture } => self.device.generate_mip_sub_levels(self.texture(texture)),
            Call::Lod { texture, lod } => {
                self.device.set_lod(self.texture(texture), lod);
                Ok(())
            }
            Call::Dirty { texture, rect } => self.device.add_dirty_rect(self.texture(texture), rect),
            Call::Buffer { size, usage, pool } => {
                let usage = Usage::from_bits_retain(usage);
                let found = self.device.create_vertex_buffer(size, usage, Fvf::empty(), POOLS[pool])?;
                self.buffers.push(found);
                Ok(())
            }
            _ => self.change(call),
        }
    }

    fn create(&mut self, call: &Call) -> Result<(), Error> {
        let device = &mut self.device;
        let surface = match *call {
            Call::Texture { shape, size: [width, height, depth], levels, usage, format, pool } => {
                let (usage, format, pool) = (Usage::from_bits_retain(usage), FORMATS[format], POOLS[pool]);
                let found = match shape {
                    0 => device.create_texture(width, height, levels, usage, format, pool),
                    1 => device.create_cube_texture(width, levels, usage, format, pool),
                    _ => device.create_volume_texture(width, height, depth, levels, usage, format, pool),
                };
                self.textures.push(found?);
                return Ok(());
            }
            Call::Target { size: [width, height], format, samples, lockable } => {
                device.create_render_target(width, height, FORMATS[format], MultiSample(samples), 0, lockable)
            }
            Call::Depth { size: [width, height], format, discard } => {
                let none = MultiSample::NONE;
                device.create_depth_stencil_surface(width, height, FORMATS[format], none, 0, discard)
            }
            Call::Plain { size: [width, height], format, pool } => {
                device.create_offscreen_plain_surface(width, height, FORMATS[format], POOLS[pool])
            }
            _ => unreachable!("only creations come here"),
        };
        self.surfaces.push(surface?);
        Ok(())
    }

    fn change(&mut self, call: &Call) -> Result<(), Error> {
        let pair = |surfaces: [usize; 2]| surfaces.map(|index| self.surface(index));
        match *call {
            Call::Write { surface, rect, flags } => {
                let flags = LockFlags::from_bits_retain(flags);
                let mut lock = self.device.lock_rect(self.surface(surface), rect, flags)?;
                lock.bytes_mut().fill(0x5A);
                self.device.unlock_rect(lock)
            }
            Call::WriteBox { texture, level, area, flags } => {
                let area = area.map(|[left, top, front, width, height, depth]| {
                    let (right, bottom, back) = (left + width, top + height, front + depth);
                    Box3 { left, top, right, bottom, front, back }
                });
                let flags = LockFlags::from_bits_retain(flags);
                let mut lock = self.device.lock_box(self.texture(texture), level, area, flags)?;
                lock.bytes_mut().fill(0xA5);
                self.device.unlock_box(lock)
            }
            Call::Stretch { surfaces, rects: [from, to], filter } => {
                let [source, destination] = pair(surfaces);
                let filter = TextureFilter::try_from(filter).expect("a filter");
                self.device.stretch_rect(source, from, destination, to, filter)
            }
            Call::Fill { surface, rect, color } => self.device.color_fill(self.surface(surface), rect, color),
            Call::UpdateSurface { surfaces, rect, point } => {
                let [source, destination] = pair(surfaces);
                self.device.update_surface(source, rect, destination, point)
            }
            Call::UpdateTexture { textures: [source, destination] } => {
                self.device.update_texture(self.texture(source), self.texture(destination))
            }
            Call::ReadTarget { surfaces } => {
                let [source, destination] = pair(surfaces);
                self.device.get_render_target_data(source, destination)
            }
            Call::WriteBuffer { buffer, offset, size, flags } => {
                let Some(&buffer) = self.buffers.get(buffer) else { return Ok(()) };
                let flags = LockFlags::from_bits_retain(flags);
                let lock = self.device.lock_vertex_buffer(buffer, offset, size, flags)?;
                self.device.unlock_vertex_buffer(lock)
            }
            _ => unreachable!("creations do not come here"),
        }
    }
}

fn check(device: Device, calls: &[Call]) -> Result<(), TestCaseError> {
    let mut world = World::new(device);
    for call in calls {
        if let Err(error) = world.run(call) {
            let refused = !matches!(error, Error::Render(_) | Error::DeviceLost | Error::Fail);
            prop_assert!(refused, "{call:?}: {error}");
        }
    }
    let ended = world.device.present();
    prop_assert!(ended.is_ok(), "{ended:?}");
    Ok(())
}

/// Tries a quarter as many sequences as `PROPTEST_CASES` asks for (64 unless set), from a fixed seed.
fn try_sequences(make: fn() -> Device) {
    let usual = ProptestConfig::default();
    let config = ProptestConfig {
        cases: usual.cases / 4,
        rng_seed: RngSeed::Fixed(9),
        failure_persistence: None,
        ..usual
    };
    let sequences = proptest::collection::vec(call(), 1..60);
    TestRunner::new(config).run(&sequences, |calls| check(make(), &calls)).expect("every sequence");
}

#[test]
fn calls_are_answered() {
    try_sequences(device);
}

#[test]
fn calls_are_answered_without_optional_features() {
    try_sequences(plainest_device);
}
