//! States at random.

use retrograph_pica::front::Fill;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::scenes::commands as scenes;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::Layout;

use super::scene::{COLOR, DEPTH, SIDE, Scene, TEXTURES, HEAP, push, rectangle, setup};

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xA24B_AED4_963E_E407)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: u64) -> u32 {
        ((self.next() >> 11) % end) as u32
    }

    pub(crate) fn word(&mut self) -> u32 {
        (self.next() >> 16) as u32
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    fn pick(&mut self, list: &[u32]) -> u32 {
        list[self.below(list.len() as u64) as usize]
    }
}

const COLORS: [ColorFormat; 5] =
    [ColorFormat::Rgba8, ColorFormat::Rgb8, ColorFormat::Rgb5A1, ColorFormat::Rgb565, ColorFormat::Rgba4];
const DEPTHS: [DepthFormat; 3] = [DepthFormat::D16, DepthFormat::D24, DepthFormat::D24S8];
/// Registers of a unit: border colour, size and so on; type.
const UNITS: [(u16, u16); 3] = [(0x081, 0x08E), (0x091, 0x096), (0x099, 0x09E)];
const STAGES: [u16; 6] = [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8];

/// A scene of three rectangles, each in a state of its own.
pub(crate) fn state(random: &mut Random) -> Scene {
    let color = COLORS[random.below(5) as usize];
    let depth = DEPTHS[random.below(3) as usize];
    let layout = if random.chance(4) { Layout::Blocks } else { Layout::Tiles };
    let mut heap = Vec::new();
    let mut list = ListBuilder::new();
    setup(&mut list, color, depth, layout);
    let mut draws = Vec::new();
    for number in 0..3 {
        draws.push(vertices(random, &mut heap, number == 0));
    }
    heap.resize((TEXTURES - HEAP) as usize, 0);
    heap.extend((0..0x3000).map(|_| random.word() as u8));
    for (number, first) in draws.into_iter().enumerate() {
        units(random, &mut list);
        combiners(random, &mut list);
        merger(random, &mut list, number == 2);
        scenes::draw_arrays(&mut list, first, 6);
    }
    let fill = |start, bytes, value, width| Fill { start, end: start + SIDE * SIDE * bytes, value, width };
    let value = random.word();
    let fills = vec![
        fill(COLOR, color.bytes(), value, color.bytes()),
        fill(DEPTH, depth.bytes(), random.word() & 0x7FFF_FFFF, depth.bytes()),
    ];
    Scene { heap, fills, lists: vec![list.finish()], color, depth, layout }
}

/// A rectangle whose edges are those of pixels.
fn vertices(random: &mut Random, heap: &mut Vec<u8>, whole: bool) -> u32 {
    let mut span = |whole: bool| {
        let low = if whole { 0 } else { random.below(16) };
        let high = if whole { 32 } else { low + 4 + random.below(12) };
        [low, high].map(|at| at as f32 / 16.0 - 1.0)
    };
    let ([left, right], [low, high]) = (span(whole), span(whole));
    let depth = -(random.below(255) as f32 + 0.5) / 256.0;
    let color = [(); 4].map(|()| random.below(256) as f32 / 255.0);
    // Pixel centres are then never between texels of eight or sixteen a side.
    let start = [(); 2].map(|()| random.below(3) as f32 - 1.0);
    let pixels = [right - left, high - low].map(|side| side * 16.0);
    let step = 1.0 / 32.0;
    let end = [start[0] + pixels[0] * step, start[1] + pixels[1] * step];
    push(heap, &rectangle([left, low, right, high], depth, color, start, end))
}

fn units(random: &mut Random, list: &mut ListBuilder) {
    list.write(0x080, 0x1000 | random.below(8) | random.below(2) << 13);
    for (first, kind) in UNITS {
        let (width, height) = (8 << random.below(2), 8 << random.below(2));
        let wraps = random.below(8) << 8 | random.below(8) << 12;
        let address = TEXTURES + 0x800 * random.below(4);
        list.consecutive(first, &[random.word(), height | width << 16, wraps, 0, address / 8]);
        list.write(kind, random.below(14));
    }
}

fn combiners(random: &mut Random, list: &mut ListBuilder) {
    let sources = [0, 3, 4, 5, 13, 14, 15];
    for stage in STAGES {
        let source = [0, 4, 8, 16, 20, 24].iter().fold(0, |word, at| word | random.pick(&sources) << at);
        let operand = [0, 4, 8]
            .iter()
            .fold(0, |word, at| word | random.pick(&[0, 1, 2, 3, 4, 5, 8, 9, 12, 13]) << at)
            | [12, 16, 20].iter().fold(0, |word, at| word | random.below(8) << at);
        let function = random.below(10) | random.pick(&[0, 1, 2, 3, 4, 5, 8, 9]) << 16;
        let scale = random.below(4) | random.below(4) << 16;
        list.consecutive(stage, &[source, operand, function, random.word(), scale]);
    }
    list.write(0x0E0, random.below(256) << 8).write(0x0FD, random.word());
}

/// Tests, blending and masks. Blending behind the stage rounds where the guest cuts, so that only the last draw has it.
fn merger(random: &mut Random, list: &mut ListBuilder, last: bool) {
    let blends = last && random.chance(2);
    let factors = random.word() & 0xFFFF_0000;
    let blending = random.below(6) | random.below(6) << 8 | factors;
    list.write(0x100, 0x00E4_0000 | u32::from(blends) << 8).write(0x101, blending);
    list.write(0x102, if random.chance(2) { 3 } else { random.below(16) }).write(0x103, random.word());
    let alpha = u32::from(random.chance(3)) | random.pick(&[1, 4, 5, 6, 7]) << 4 | random.below(256) << 8;
    let stencil = u32::from(random.chance(2)) | random.pick(&[1, 2, 3, 5, 7]) << 4 | random.word() & 0xFFFF_FF00;
    let operations = random.below(8) | random.below(8) << 4 | random.below(8) << 8;
    let mask = if random.chance(3) { random.below(16) } else { 15 };
    let depth = random.below(2) | random.pick(&[1, 4, 6, 5, 7]) << 4 | mask << 8 | random.below(2) << 12;
    list.consecutive(0x104, &[alpha, stencil, operations, depth]);
    let scissor = random.pick(&[0, 0, 1, 3]);
    let (x, y) = (random.below(16), random.below(16));
    list.write(0x065, scissor);
    list.write(0x066, x | y << 16).write(0x067, (x + random.below(16)) | (y + random.below(16)) << 16);
}
