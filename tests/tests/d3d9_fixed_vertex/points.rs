//! Sizes of points, and clip planes in world space.

use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, PrimitiveType, RenderState, Transform};

use super::support::{Probe, SIZE, Show, scale, shift, word, words};

/// How many pixels a point with a diffuse colour covers.
fn pixels(probe: &mut Probe, fvf: Fvf, vertex: &[u32]) -> usize {
    probe.of(Show::Diffuse, fvf, vertex);
    covered(probe)
}

fn covered(probe: &mut Probe) -> usize {
    probe.pixels().iter().filter(|pixel| pixel[3] != 0.0).count()
}

const PLAIN: [u32; 3] = [0; 3];

#[test]
fn sizes_come_from_the_vertex_or_the_state_within_limits() {
    let mut probe = Probe::new();
    assert_eq!(pixels(&mut probe, Fvf::XYZ, &PLAIN), 1);
    probe.set_float(RenderState::POINTSIZE, 4.0);
    assert_eq!(pixels(&mut probe, Fvf::XYZ, &PLAIN), 16);
    let sized = [0, 0, 0, word(2.0)];
    assert_eq!(pixels(&mut probe, Fvf::XYZ | Fvf::PSIZE, &sized), 4, "the vertex has a size");
    probe.set_float(RenderState::POINTSIZE_MAX, 3.0);
    assert_eq!(pixels(&mut probe, Fvf::XYZ, &PLAIN), 9, "the largest");
    probe.set_float(RenderState::POINTSIZE_MIN, 3.0);
    assert_eq!(pixels(&mut probe, Fvf::XYZ | Fvf::PSIZE, &sized), 9, "the smallest");
    let transformed = [word(4.0), word(4.0), 0, word(1.0), word(5.0)];
    probe.set_float(RenderState::POINTSIZE_MAX, 64.0);
    assert_eq!(pixels(&mut probe, Fvf::XYZRHW | Fvf::PSIZE, &transformed), 25, "transformed");
    probe.finish();
}

#[test]
fn sizes_shrink_with_distance() {
    let mut probe = Probe::new();
    probe.set(&[(RenderState::POINTSCALEENABLE, 1)]);
    probe.set_float(RenderState::POINTSIZE, 4.0);
    // 8 pixels · 4 · 1 / √(a + b · 5 + c · 25)
    for (a, b, c, edge) in
        [(64.0, 0.0, 0.0, 4), (0.0, 12.8, 0.0, 4), (0.0, 0.0, 10.24, 2), (56.0, 1.6, 7.68, 2)]
    {
        probe.set_float(RenderState::POINTSCALE_A, a);
        probe.set_float(RenderState::POINTSCALE_B, b);
        probe.set_float(RenderState::POINTSCALE_C, c);
        probe.transform(Transform::VIEW, shift(3.0, 0.0, 4.0));
        assert_eq!(pixels(&mut probe, Fvf::XYZ, &PLAIN), edge * edge, "{a} {b} {c}");
    }
    let sized = [0, 0, 0, word(8.0)];
    assert_eq!(pixels(&mut probe, Fvf::XYZ | Fvf::PSIZE, &sized), 16, "the vertex has a size");
    let transformed = [word(4.0), word(4.0), 0, word(1.0)];
    assert_eq!(pixels(&mut probe, Fvf::XYZRHW, &transformed), 16, "transformed ones keep theirs");
    probe.finish();
}

#[test]
fn sprites_replace_every_set_of_coordinates() {
    let mut probe = Probe::new();
    probe.set_float(RenderState::POINTSIZE, 4.0);
    let vertex = words([0.0, 0.0, 0.0, 9.0, 9.0]);
    let fvf = Fvf::XYZ | Fvf::from_bits_retain(0x100);
    probe.of(Show::Coordinate(3), fvf, &vertex);
    assert_eq!(probe.pixels()[(2 * SIZE + 2) as usize], [0.0; 4], "a set that is not there");
    probe.set(&[(RenderState::POINTSPRITEENABLE, 1)]);
    for set in [0, 3] {
        probe.of(Show::Coordinate(set), fvf, &vertex);
        let pixels = probe.pixels();
        let at = |x: u32, y: u32| pixels[(y * SIZE + x) as usize];
        let (first, last) = (at(3, 3), at(5, 4));
        assert!(first[0] > 0.0 && first[0] < last[0] && last[0] < 1.0, "{first:?} {last:?}");
        assert!(first[1] > 0.0 && first[1] < last[1] && last[1] < 1.0, "{first:?} {last:?}");
        assert_eq!([first[2], first[3]], [0.0; 2]);
    }
    probe.finish();
}

/// Draws the whole target at depth z of the world.
fn quad(probe: &mut Probe, z: f32) -> usize {
    probe.show(Show::Diffuse);
    probe.clear();
    probe.declare(&[(DeclType::Float3, DeclUsage::Position, 0)]);
    let corners = [[-1.0, 1.0, z], [1.0, 1.0, z], [-1.0, -1.0, z], [1.0, -1.0, z]];
    let vertices: Vec<u32> = corners.into_iter().flat_map(words).collect();
    probe.draw(PrimitiveType::TriangleStrip, 2, &vertices, 3);
    covered(probe)
}

#[test]
fn clip_planes_cut_in_world_space() {
    let mut probe = Probe::new();
    // Far is at 1, so that everything is seen whatever the view.
    probe.transform(Transform::PROJECTION, scale(1.0, 1.0, 0.1));
    let all = (SIZE * SIZE) as usize;
    probe.device.set_clip_plane(1, [1.0, 0.0, 0.0, 0.0]).expect("set");
    probe.device.set_clip_plane(4, [0.0, -1.0, 0.0, -0.5]).expect("set");
    assert_eq!(quad(&mut probe, 0.5), all);
    probe.set(&[(RenderState::CLIPPLANEENABLE, 1 << 1)]);
    assert_eq!(quad(&mut probe, 0.5), all / 2, "x >= 0");
    probe.set(&[(RenderState::CLIPPLANEENABLE, 1 << 1 | 1 << 4)]);
    assert_eq!(quad(&mut probe, 0.5), all / 8, "and y <= -1/2");
    // The view moves what is seen, not where it is cut: x = 0 of the world stands at 1/2.
    probe.transform(Transform::VIEW, shift(0.5, 0.0, 0.0));
    probe.set(&[(RenderState::CLIPPLANEENABLE, 1 << 1)]);
    assert_eq!(quad(&mut probe, 0.5), all / 4, "view");
    // The world moves what is cut.
    probe.transform(Transform::WORLD, shift(0.5, 0.0, 0.0));
    probe.transform(Transform::VIEW, shift(-0.5, 0.0, 0.0));
    assert_eq!(quad(&mut probe, 0.5), all * 3 / 4, "world");
    probe.set(&[(RenderState::CLIPPING, 0)]);
    assert_eq!(quad(&mut probe, 0.5), all, "CLIPPING off");
    probe.finish();
}
