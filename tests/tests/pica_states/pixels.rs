//! Pixels by value, counted by hand, on both renderers.

use retrograph_pica::front::Fill;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::scenes::commands as scenes;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::Layout;
use retrograph_render::Gpu;
use retrograph_shaders::pica::asm::assemble;

use super::scene::{COLOR, DEPTH, Pair, Picture, SIDE, Scene, push, rectangle, setup};

const ALL: [f32; 4] = [-1.0, -1.0, 1.0, 1.0];

/// A colour by its bytes.
fn bytes(color: [u8; 4]) -> [f32; 4] {
    color.map(|lane| f32::from(lane) / 255.0)
}

/// Draws with a list on black and depth 0, on both renderers.
fn draw(
    pair: &mut Pair,
    heap: Vec<u8>,
    color: ColorFormat,
    depth: DepthFormat,
    tell: impl FnOnce(&mut ListBuilder),
) -> [Picture; 2] {
    let mut list = ListBuilder::new();
    setup(&mut list, color, depth, Layout::Tiles);
    tell(&mut list);
    let fill = |start, pixel| Fill { start, end: start + SIDE * SIDE * pixel, value: 0, width: pixel };
    let fills = vec![fill(COLOR, color.bytes()), fill(DEPTH, depth.bytes())];
    let lists = vec![list.finish()];
    pair.draw(&Scene { heap, fills, lists, color, depth, layout: Layout::Tiles })
}

fn pair() -> Pair {
    Pair::new(&Gpu::headless().expect("an adapter"))
}

#[test]
fn a_geometry_shader_makes_a_square_of_a_point() {
    // v0: the middle; v1: the colour. c0–c3: where the corners are from there.
    let source = "
        .gsh point
        .proc main
            setemit 0
            add o0, c0, v0
            mov o1, v1
            emit
            setemit 1
            add o0, c1, v0
            mov o1, v1
            emit
            setemit 2, prim
            add o0, c2, v0
            mov o1, v1
            emit
            setemit 0, prim, inv
            add o0, c3, v0
            mov o1, v1
            emit
            end
        .end";
    let binary = assemble(source).expect("assembles");
    let mut heap = Vec::new();
    // Two points: in the middles of the lower left and of the upper right quarter.
    for (place, color) in [(-0.5, [255, 0, 0, 255]), (0.5, [0, 0, 255, 255])] {
        let [mut point, ..] = rectangle([place, place, 0.0, 0.0], -0.5, bytes(color), [0.0; 2], [0.0; 2]);
        point[..4].copy_from_slice(&[place, place, -0.5, 1.0]);
        push(&mut heap, &[point]);
    }
    let mut pair = pair();
    let pictures = draw(&mut pair, heap, ColorFormat::Rgba8, DepthFormat::D24S8, |list| {
        scenes::outputs(list, &[scenes::POSITION, scenes::COLOR]);
        list.write(0x244, 1).write(0x229, 2).write(0x252, 0).write(0x289, 0x0800_0001);
        list.write(0x28A, 0x7FFF_0000 | binary.executables[0].entry);
        list.consecutive(0x28B, &[0x7654_3210, 0xFEDC_BA98]).write(0x28D, 3);
        list.write(0x29B, 0).repeat(0x29C, &binary.code).write(0x28F, 1);
        list.write(0x2A5, 0).repeat(0x2A6, &binary.descriptors);
        let corners = [[-0.25, -0.25], [0.25, -0.25], [-0.25, 0.25], [0.25, 0.25]];
        let words: Vec<u32> = corners.iter().flat_map(|&[x, y]| scenes::packed([x, y, 0.0, 0.0])).collect();
        list.write(0x290, 0).repeat(0x291, &words);
        list.masked(0x25E, 2, 0x300).write(0x25F, 1);
        scenes::draw_arrays(list, 0, 2);
    });
    for picture in pictures {
        // Row 0 is the upper one. Squares of eight pixels, four from the edges of their quarters.
        for (index, color) in (0..).zip(&picture.colors) {
            let (x, y) = (index % SIDE, SIDE - 1 - index / SIDE);
            let within = |start: u32| (start..start + 8).contains(&x) && (start..start + 8).contains(&y);
            let expected = match () {
                () if within(4) => [255, 0, 0, 255],
                () if within(20) => [0, 0, 255, 255],
                () => [0; 4],
            };
            assert_eq!(*color, expected, "({x}, {y})");
        }
    }
}

#[test]
fn logic_operations_copy_once_for_each_layer_of_a_draw() {
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.5, bytes([0x0F, 0x33, 0x55, 0xFF]), [0.0; 2], [1.0; 2]));
    // Over its left half.
    push(&mut heap, &rectangle([-1.0, -1.0, 0.0, 1.0], -0.5, bytes([0xFF; 4]), [0.0; 2], [1.0; 2]));
    let mut pair = pair();
    let mut counted = |vertices: u32| {
        let before = pair.pica.counters();
        let pictures = draw(&mut pair, heap.clone(), ColorFormat::Rgba8, DepthFormat::D24S8, |list| {
            // Exclusive or.
            list.write(0x102, 11);
            scenes::draw_arrays(list, 0, vertices);
        });
        let after = pair.pica.counters();
        (after.copies - before.copies, after.draws - before.draws, pictures)
    };
    // The two halves of one rectangle do not overlap.
    let (copies, draws, pictures) = counted(6);
    assert_eq!((copies, draws), (1, 1));
    for picture in pictures {
        assert!(picture.colors.iter().all(|&color| color == [0x0F, 0x33, 0x55, 0xFF]));
    }
    let (copies, draws, pictures) = counted(12);
    assert_eq!((copies, draws), (2, 2));
    for picture in pictures {
        assert_eq!(
            [picture.colors[0], picture.colors[31]],
            [[0xF0, 0xCC, 0xAA, 0], [0x0F, 0x33, 0x55, 0xFF]]
        );
    }
}

#[test]
fn sixteen_bits_are_cut_at_each_draw() {
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.5, bytes([12, 12, 12, 12]), [0.0; 2], [1.0; 2]));
    let twice = |list: &mut ListBuilder| {
        // The sum of new and stored.
        list.write(0x100, 0x00E4_0100).write(0x101, 0x1111_0000);
        scenes::draw_arrays(list, 0, 6);
        scenes::draw_arrays(list, 0, 6);
    };
    // 12 is 1 of 31, which reads as 8; 20 is 2, which reads as 16. Of 63, 12 is 3: 12; 24 is 6: 24. Of 15, 12 is nothing.
    for (format, expected) in [
        (ColorFormat::Rgb565, [16, 24, 16, 255]),
        (ColorFormat::Rgb5A1, [16, 16, 16, 0]),
        (ColorFormat::Rgba4, [0; 4]),
        (ColorFormat::Rgba8, [24; 4]),
    ] {
        for picture in draw(&mut pair(), heap.clone(), format, DepthFormat::D24S8, twice) {
            assert!(
                picture.colors.iter().all(|&color| color == expected),
                "{format:?}: {:?}",
                picture.colors[0]
            );
        }
    }
}

#[test]
fn depths_are_read_back_cut_to_whole_numbers() {
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.3125, [1.0; 4], [0.0; 2], [1.0; 2]));
    let mut pair = pair();
    // 0.3125 of 16777215 is 5242879.69, of 65535 it is 20479.69.
    for (format, expected) in
        [(DepthFormat::D24, 5_242_879), (DepthFormat::D24S8, 5_242_879), (DepthFormat::D16, 20_479)]
    {
        let pictures = draw(&mut pair, heap.clone(), ColorFormat::Rgba8, format, |list| {
            list.write(0x107, 0x1F61);
            scenes::draw_arrays(list, 0, 6);
        });
        for picture in pictures {
            assert!(picture.depths.iter().all(|&depth| depth == (expected, 0)), "{:?}", picture.depths[0]);
        }
    }
}

#[test]
fn filled_stencils_stay_where_draws_leave_them() {
    let mut heap = Vec::new();
    push(&mut heap, &rectangle(ALL, -0.5, [1.0; 4], [0.0; 2], [1.0; 2]));
    let mut pair = pair();
    // Without a test; and with one that passes always and keeps.
    for stencil in [0, 0xFF00_FF11] {
        let mut list = ListBuilder::new();
        setup(&mut list, ColorFormat::Rgba8, DepthFormat::D24S8, Layout::Tiles);
        list.write(0x105, stencil).write(0x106, 0).write(0x107, 0x1F11);
        scenes::draw_arrays(&mut list, 0, 6);
        let fill = Fill { start: DEPTH, end: DEPTH + SIDE * SIDE * 4, value: 0x2700_1234, width: 4 };
        let scene = Scene {
            heap: heap.clone(),
            fills: vec![fill],
            lists: vec![list.finish()],
            color: ColorFormat::Rgba8,
            depth: DepthFormat::D24S8,
            layout: Layout::Tiles,
        };
        for (renderer, picture) in pair.draw(&scene).iter().enumerate() {
            let first = picture.depths[0];
            assert!(
                picture.depths.iter().all(|&depth| depth == (8_388_607, 0x27)),
                "{stencil:#x} {renderer} {first:?}"
            );
        }
    }
}
