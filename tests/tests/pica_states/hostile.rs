//! Whatever a list says: no panic, and nothing that the GPU refuses.

use retrograph_pica::front::PicaError;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::Regions;
use retrograph_pica::scenes::commands as scenes;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::Layout;
use retrograph_render::Gpu;

use super::random::Random;
use super::scene::{HEAP, Pair, push, rectangle, setup};

/// Registers that decide how something is drawn, in ranges.
const RANGES: [(u32, u32); 6] =
    [(0x040, 0x070), (0x080, 0x0A0), (0x0C0, 0x100), (0x100, 0x120), (0x200, 0x260), (0x2B0, 0x2E0)];

/// Lists may be refused; the renderer must not be.
fn sound(outcome: Result<(), PicaError>) {
    if let Err(PicaError::Backend(error)) = outcome {
        panic!("{error}: {:?}", error.source());
    }
}

#[test]
fn random_writes_between_draws_are_survived() {
    let mut pair = Pair::new(&Gpu::headless().expect("an adapter"));
    for seed in 0..48 {
        let mut random = Random::new(seed ^ 0x5555);
        let mut heap = Vec::new();
        push(&mut heap, &rectangle([-1.0, -1.0, 1.0, 1.0], -0.5, [1.0; 4], [0.0; 2], [1.0; 2]));
        heap.resize(0x2_0000, 0x3C);
        let mut memory = Regions::new();
        memory.insert(0x1800_0000, vec![0; 0x20_0000]).insert(HEAP, heap);
        let mut list = ListBuilder::new();
        setup(&mut list, ColorFormat::Rgba8, DepthFormat::D24S8, Layout::Tiles);
        for _ in 0..12 {
            for _ in 0..3 {
                let (start, end) = RANGES[random.below(6) as usize];
                let register = start + random.below(u64::from(end - start));
                // Neither jumps nor triggers: counts of vertices stay small by themselves.
                if matches!(register, 0x110 | 0x111 | 0x22E | 0x22F | 0x238..=0x23D | 0x228) {
                    continue;
                }
                let value = if random.below(2) == 0 { random.word() } else { random.below(16) };
                list.masked(register as u16, random.below(16) as u8, value);
            }
            scenes::draw_arrays(&mut list, random.below(3), 6);
        }
        pair.pica.invalidate(0, u32::MAX);
        sound(pair.pica.submit(&list.finish(), &mut memory).map(drop));
        sound(pair.pica.flush(0x1800_0000, 0x20_0000, &mut memory));
    }
}
