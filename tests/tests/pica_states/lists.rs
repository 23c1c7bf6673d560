//! Work over several submissions, between fills and read-backs, and on what was drawn.

use retrograph_pica::front::Fill;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::{PhysicalMemory, Regions};
use retrograph_pica::scenes::commands as scenes;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::Layout;
use retrograph_render::Gpu;

use super::compare;
use super::scene::{COLOR, HEAP, Pair, SIDE, Scene, push, rectangle, setup};

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
const ALL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];
const LEFT: [f32; 4] = [-1.0, -1.0, 0.0, 1.0];

fn plain() -> ListBuilder {
    let mut list = ListBuilder::new();
    setup(&mut list, ColorFormat::Rgba8, DepthFormat::D24S8, Layout::Tiles);
    list
}

fn clear() -> Fill {
    Fill { start: COLOR, end: COLOR + SIDE * SIDE * 4, value: 0x1020_30FF, width: 4 }
}

fn scene(heap: Vec<u8>, lists: Vec<Vec<u32>>) -> Scene {
    let (color, depth, layout) = (ColorFormat::Rgba8, DepthFormat::D24S8, Layout::Tiles);
    Scene { heap, fills: vec![clear()], lists, color, depth, layout }
}

#[test]
fn state_stays_over_submissions() {
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.5, RED, [0.0; 2], [1.0; 2]));
    push(&mut heap, &rectangle(LEFT, -0.5, GREEN, [0.0; 2], [1.0; 2]));
    let mut first = plain();
    scenes::draw_arrays(&mut first, 0, 6);
    let mut second = ListBuilder::new();
    scenes::draw_arrays(&mut second, 6, 6);
    let scene = scene(heap, vec![first.finish(), second.finish()]);
    let [gpu, software] = Pair::new(&Gpu::headless().expect("an adapter")).draw(&scene);
    compare("two lists", &gpu, &software);
    assert_eq!([gpu.colors[0], gpu.colors[31]], [[0, 255, 0, 255], [255, 0, 0, 255]]);
}

#[test]
fn fills_and_reads_between_draws_see_what_they_should() {
    let mut pair = Pair::new(&Gpu::headless().expect("an adapter"));
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(LEFT, -0.5, GREEN, [0.0; 2], [1.0; 2]));
    let mut memory = Regions::new();
    memory.insert(0x1800_0000, vec![0; 0x20_0000]).insert(HEAP, heap);
    let mut list = plain();
    scenes::draw_arrays(&mut list, 0, 6);
    let list = list.finish();
    let pixel = |pair: &mut Pair, memory: &mut Regions, index: u32| {
        pair.pica.flush(COLOR, 4096, memory).expect("flushes");
        let mut bytes = [0; 4];
        assert!(memory.read(COLOR + Layout::Tiles.index(index, 0, SIDE) * 4, &mut bytes));
        bytes
    };
    pair.pica.memory_fill(&clear(), &mut memory).expect("fills");
    pair.pica.submit(&list, &mut memory).expect("draws");
    // Bytes in memory are A, B, G, R.
    assert_eq!(pixel(&mut pair, &mut memory, 0), [255, 0, 255, 0]);
    assert_eq!(pixel(&mut pair, &mut memory, 20), [0xFF, 0x30, 0x20, 0x10]);
    assert_eq!(pair.pica.counters().loads, 1, "the surface is new");
    pair.pica.memory_fill(&clear(), &mut memory).expect("fills");
    pair.pica.submit(&list, &mut memory).expect("draws");
    assert_eq!(pixel(&mut pair, &mut memory, 0), [255, 0, 255, 0]);
    assert_eq!(pixel(&mut pair, &mut memory, 20), [0xFF, 0x30, 0x20, 0x10]);
    assert_eq!(pair.pica.counters().loads, 1, "a fill needs no load");
    // A pixel that the CPU writes is kept by the next draw.
    let place = COLOR + Layout::Tiles.index(20, 0, SIDE) * 4;
    assert!(memory.write(place, &[1, 2, 3, 4]));
    pair.pica.invalidate(place, 4);
    pair.pica.submit(&list, &mut memory).expect("draws");
    assert_eq!(pixel(&mut pair, &mut memory, 20), [1, 2, 3, 4]);
    assert_eq!(pair.pica.counters().loads, 2);
    // Part of the surface is filled: the rest stays.
    let part = Fill { end: COLOR + 256, value: 0xAABB_CCDD, ..clear() };
    pair.pica.memory_fill(&part, &mut memory).expect("fills");
    assert_eq!(pixel(&mut pair, &mut memory, 0), [0xDD, 0xCC, 0xBB, 0xAA]);
    assert_eq!(pixel(&mut pair, &mut memory, 8), [255, 0, 255, 0]);
}

#[test]
fn changed_uniforms_tables_and_textures_make_no_stage() {
    let mut pair = Pair::new(&Gpu::headless().expect("an adapter"));
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.5, RED, [0.0; 2], [1.0; 2]));
    heap.resize(0x2_0000, 0x55);
    let mut memory = Regions::new();
    memory.insert(0x1800_0000, vec![0; 0x20_0000]).insert(HEAP, heap);
    let mut list = plain();
    list.write(0x080, 0x1001).write(0x0E0, 5);
    list.consecutive(0x081, &[0, 8 | 8 << 16, 0, 0, (HEAP + 0x1_0000) / 8]).write(0x08E, 0);
    scenes::combiner(&mut list, 0x0C0, 0x0003_0003, 0);
    scenes::draw_arrays(&mut list, 0, 6);
    pair.pica.submit(&list.finish(), &mut memory).expect("draws");
    let before = pair.pica.counters();
    let pipelines = pair.pica.context().counters();
    let mut list = ListBuilder::new();
    scenes::uniforms(&mut list, 0, &[[1.0, 2.0, 3.0, 4.0]]);
    list.write(0x0E6, 0).repeat(0x0E8, &[7; 128]).write(0x0E1, 0x00FF_00FF).write(0x0C3, 0x1234_5678);
    list.write(0x085, (HEAP + 0x1_4000) / 8);
    scenes::draw_arrays(&mut list, 0, 6);
    pair.pica.submit(&list.finish(), &mut memory).expect("draws");
    let after = pair.pica.counters();
    assert_eq!(after.stages, before.stages);
    assert_eq!((after.textures, after.draws), (before.textures + 1, before.draws + 1));
    assert_eq!(pair.pica.context().counters().pipelines, pipelines.pipelines);
}

#[test]
fn what_was_drawn_is_a_texture_without_a_round_trip() {
    let mut pair = Pair::new(&Gpu::headless().expect("an adapter"));
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(LEFT, -0.5, GREEN, [0.0; 2], [1.0; 2]));
    push(&mut heap, &rectangle(ALL, -0.5, RED, [0.0; 2], [1.0; 2]));
    let mut memory = Regions::new();
    memory.insert(0x1800_0000, vec![0; 0x20_0000]).insert(HEAP, heap);
    pair.pica.memory_fill(&clear(), &mut memory).expect("fills");
    let mut list = plain();
    scenes::draw_arrays(&mut list, 0, 6);
    let other = COLOR + 0x8_0000;
    list.write(0x11D, other / 8).write(0x080, 0x1001);
    list.consecutive(0x081, &[0, SIDE | SIDE << 16, 0, 0, COLOR / 8]).write(0x08E, 0);
    scenes::combiner(&mut list, 0x0C0, 0x0003_0003, 0);
    scenes::draw_arrays(&mut list, 6, 6);
    pair.pica.submit(&list.finish(), &mut memory).expect("draws");
    let counters = pair.pica.counters();
    assert_eq!((counters.textures, counters.write_backs), (0, 0));
    pair.pica.flush(other, 4096, &mut memory).expect("flushes");
    let at = |index: u32| {
        let place = other + Layout::Tiles.index(index, 0, SIDE) * 4;
        memory.slice(place, 4).expect("in memory").to_vec()
    };
    assert_eq!((at(0), at(20)), (vec![255, 0, 255, 0], vec![0xFF, 0x30, 0x20, 0x10]));
}
