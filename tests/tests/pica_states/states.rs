//! Random register states on the GPU against the CPU: combiners, blending and logic, depth and stencil, the alpha test, texture
//! formats and wraps, formats of the framebuffer.
//!
//! Rectangles cover the whole target with one texel a pixel, read in the middle; scissors cut them. Of blended draws only
//! one covers a pixel, since GPUs round where the hardware cuts. So no pixel has to be left out, and none is.

use retrograph_pica::front::Fill;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::scenes::commands as scenes;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::Layout;
use retrograph_render::Gpu;

use super::compare;
use super::random::Random;
use super::scene::{COLOR, DEPTH, HEAP, Pair, SIDE, Scene, push, rectangle, setup};

/// Where texels are in the heap; each unit has as many bytes.
const TEXELS: u32 = 0x1_0000;
const UNIT_BYTES: u32 = 0x4000;

/// How many states are drawn.
fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    (cases.unwrap_or(256) * 5000 / 5120).max(250)
}

fn one_of<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u64) as usize]
}

/// Three colour units of one size: formats, wraps, filters, borders.
fn textures(list: &mut ListBuilder, random: &mut Random, edge: u32) {
    let on = random.below(8) | one_of(random, &[0, 1 << 13]);
    list.write(0x080, 0x1000 | on);
    for (unit, (first, kind)) in [(0x081, 0x08E), (0x091, 0x096), (0x099, 0x09E)].into_iter().enumerate() {
        let format = random.below(14);
        let linear = random.below(4) == 0;
        let height = if linear || edge == 8 { edge } else { one_of(random, &[edge, edge / 2]) };
        let filters = if linear { 6 } else { 0 };
        let compressed = if format == 12 { 2 << 4 } else { 0 };
        let wraps = random.below(8) << 8 | random.below(8) << 12;
        let address = (HEAP + TEXELS + unit as u32 * UNIT_BYTES) / 8;
        let dim = height | edge << 16;
        list.consecutive(first, &[random.word(), dim, filters | compressed | wraps, 0, address]);
        list.write(kind, format);
    }
}

/// The combiners: some stages do something, the others pass on.
fn combiners(list: &mut ListBuilder, random: &mut Random) {
    let last = random.below(6);
    for (index, stage) in [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8].into_iter().enumerate() {
        if index as u32 > last {
            scenes::combiner(list, stage, 0x0FFF_0FFF, 0);
            continue;
        }
        let mut three = |all: &[u32]| (0..3).fold(0, |word, place| word | one_of(random, all) << (4 * place));
        let sources = three(&[0, 3, 4, 5, 13, 14, 15]) | three(&[0, 3, 4, 5, 13, 14, 15]) << 16;
        let operands = three(&[0, 1, 2, 3, 4, 5, 8, 9, 12, 13]) | three(&[0, 1, 2, 3, 4, 5, 6, 7]) << 12;
        let functions = random.below(10) | random.below(10) << 16;
        let scales = one_of(random, &[0, 0, 1, 2]) | one_of(random, &[0, 0, 1, 2]) << 16;
        list.consecutive(stage, &[sources, operands, functions, random.word(), scales]);
    }
    list.write(0x0E0, random.below(256) << 8).write(0x0FD, random.word());
}

/// Alpha test, stencil, depth, blending or logic, masks; answers whether it blends.
fn merger(list: &mut ListBuilder, random: &mut Random) -> bool {
    let alpha = u32::from(random.below(4) == 0) | random.below(8) << 4 | random.below(256) << 8;
    let masks = one_of(random, &[0xFF, 0xFF, 0x3C]) << 8 | one_of(random, &[0xFF, 0xFF, 0x0F]) << 24;
    let stencil = random.below(2) | random.below(8) << 4 | masks | random.below(256) << 16;
    let operations = random.below(8) | random.below(8) << 4 | random.below(8) << 8;
    let colors = one_of(random, &[15, 15, 15, 7, 10]);
    let depth = random.below(2) | random.below(8) << 4 | colors << 8 | random.below(2) << 12;
    list.consecutive(0x104, &[alpha, stencil, operations, depth]);
    let blends = random.below(2) == 0;
    let equations = random.below(5) | random.below(5) << 8;
    let factors = (0..4).fold(0, |word, place| word | random.below(15) << (16 + 4 * place));
    let other = random.below(16);
    let logic = one_of(random, &[3, 3, other]);
    list.consecutive(
        0x100,
        &[0x00E4_0000 | u32::from(blends) << 8, equations | factors, logic, random.word()],
    );
    blends
}

/// The scissor: inside or outside of a rectangle.
fn scissor(list: &mut ListBuilder, outside: bool, [left, low, right, high]: [u32; 4]) {
    list.consecutive(0x065, &[if outside { 1 } else { 3 }, left | low << 16, right | high << 16]);
}

/// A state with what it is drawn with.
fn scene(seed: u64) -> Scene {
    let random = &mut Random::new(seed);
    let color = one_of(
        random,
        &[
            ColorFormat::Rgba8,
            ColorFormat::Rgb8,
            ColorFormat::Rgb5A1,
            ColorFormat::Rgb565,
            ColorFormat::Rgba4,
        ],
    );
    let depth = one_of(random, &[DepthFormat::D16, DepthFormat::D24, DepthFormat::D24S8, DepthFormat::D24S8]);
    let layout = one_of(random, &[Layout::Tiles, Layout::Blocks]);
    let edge = one_of(random, &[8, 16, 32, 64]);
    let (mut heap, mut list) = (Vec::new(), ListBuilder::new());
    for place in 0..3 {
        let lane = |random: &mut Random| random.below(256) as f32 / 255.0;
        let tint = [lane(random), lane(random), lane(random), lane(random)];
        let start = [random.below(64), random.below(64)].map(|start| (start as f32 - 40.0) / edge as f32);
        let reach = SIDE as f32 / edge as f32;
        let z = one_of(random, &[-0.25, -0.5, -0.75, -0.375]);
        let end = start.map(|start| start + reach);
        let first = push(&mut heap, &rectangle([-1.0, -1.0, 1.0, 1.0], z, tint, start, end));
        assert_eq!(first, 6 * place);
    }
    heap.resize(TEXELS as usize, 0);
    heap.extend((0..3 * UNIT_BYTES).map(|_| random.next() as u8));
    setup(&mut list, color, depth, layout);
    // One as it is, with depth in half of it; two by the state.
    scissor(&mut list, false, [0, 0, 19, 31]);
    list.write(0x107, 0x1F11);
    scenes::draw_arrays(&mut list, 0, 6);
    textures(&mut list, random, edge);
    combiners(&mut list, random);
    let blends = merger(&mut list, random);
    let (left, right) =
        if blends { ([2, 1, 14, 30], [15, 3, 30, 29]) } else { ([2, 1, 20, 30], [9, 3, 30, 29]) };
    scissor(&mut list, false, left);
    scenes::draw_arrays(&mut list, 6, 6);
    let outside = !blends && random.below(4) == 0;
    scissor(&mut list, outside, right);
    scenes::draw_arrays(&mut list, 12, 6);
    let fill =
        |start, pixel: u32, value| Fill { start, end: start + SIDE * SIDE * pixel, value, width: pixel };
    let fills = vec![
        fill(COLOR, color.bytes(), random.word() & (u32::MAX >> (32 - 8 * color.bytes()))),
        fill(DEPTH, depth.bytes(), random.word() & (u32::MAX >> (32 - 8 * depth.bytes()))),
    ];
    Scene { heap, fills, lists: vec![list.finish()], color, depth, layout }
}

#[test]
fn random_states_are_drawn_as_on_the_cpu() {
    let gpu = Gpu::headless().expect("an adapter");
    let mut pair = Pair::new(&gpu);
    for seed in 0..count() {
        let scene = scene(seed);
        let [gpu, software] = pair.draw(&scene);
        let name = format!("state {seed}, {:?} {:?} {:?}", scene.color, scene.depth, scene.layout);
        compare(&name, &gpu, &software);
    }
    assert_eq!(pair.pica.unsupported(), []);
    assert!(pair.pica.counters().draws >= 2 * count(), "{:?}", pair.pica.counters());
}
