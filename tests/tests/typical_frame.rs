//! A frame as games make them: equal to one that is not optimized, flat parts equal to a plain rasterizer's, and few
//! calls for a draw.

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{LockFlags, Pool};
use retrograph_examples::demo::Canvas;
use retrograph_examples::demo::typical::{self, Bar};
use retrograph_render::Gpu;

const SIZE: [u32; 2] = [320, 180];

/// The frame's texels, its display, and the wgpu calls that set state, that repeat what is set, and that draw.
fn render(gpu: &Gpu) -> (Vec<u32>, Vec<Bar>, [u64; 3]) {
    let mut canvas = Canvas::sized(gpu, SIZE).expect("a canvas");
    let bars = typical::draw(&mut canvas).expect("a frame");
    assert_eq!(canvas.device.unsupported(), []);
    let device = &mut canvas.device;
    let copy = device.create_offscreen_plain_surface(SIZE[0], SIZE[1], Format::X8R8G8B8, Pool::SystemMem);
    let copy = copy.expect("a surface");
    device.get_render_target_data(canvas.target, copy).expect("a read-back");
    let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
    let pitch = lock.pitch() as usize;
    let row = |y: usize| lock.bytes()[y * pitch..][..SIZE[0] as usize * 4].as_chunks().0;
    let texels =
        (0..SIZE[1] as usize).flat_map(row).map(|bytes| u32::from_le_bytes(*bytes) | 0xFF00_0000).collect();
    device.unlock_rect(lock).expect("an unlock");
    device.finish().expect("no error on the GPU");
    let counters = device.counters();
    (texels, bars, [counters.set_calls, counters.repeated_set_calls, counters.draws])
}

/// The pixels that rectangles cover, the last one above all others.
fn rasterized(bars: &[Bar]) -> Vec<(usize, u32)> {
    let mut pixels = vec![None; (SIZE[0] * SIZE[1]) as usize];
    for Bar { rect: [left, top, right, bottom], color } in bars {
        for y in *top..*bottom {
            for x in *left..*right {
                pixels[usize::from(y) * SIZE[0] as usize + usize::from(x)] = Some(*color);
            }
        }
    }
    pixels.into_iter().enumerate().filter_map(|(index, color)| Some((index, color?))).collect()
}

#[test]
fn a_typical_frame_equals_the_unoptimized_one_and_its_flat_parts_a_plain_rasterizer() {
    let gpu = Gpu::headless().expect("an adapter");
    let (texels, bars, [sets, repeats, draws]) = render(&gpu);
    let flat = rasterized(&bars);
    assert!(flat.len() > 1000);
    for (index, color) in flat {
        assert_eq!(texels[index], color, "pixel {index}");
    }
    let (plain, same, [plain_sets, plain_repeats, plain_draws]) = render(&gpu.unoptimized());
    assert_eq!(bars, same);
    assert!(texels == plain, "planning changes the picture");
    assert_eq!(draws, plain_draws);
    // None says again what is set.
    assert_eq!([repeats, plain_repeats], [0, 0]);
    // Reported in the README; a draw of the frame sets far less than all there is to set.
    println!("{draws} draws with {sets} calls that set state; unoptimized {plain_sets}");
    assert!(
        sets <= draws * 5 && plain_sets > sets,
        "{sets} calls for {draws} draws, {plain_sets} unoptimized"
    );
}
