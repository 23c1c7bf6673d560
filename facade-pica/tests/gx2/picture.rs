//! A draw as GX2 does it: the emitted programs executed from their bytes, rows from the top down.

use std::collections::BTreeMap;

use retrograph_pica::gx2::{CullMode, Surface};
use retrograph_shaders::gx2::evaluate;
use retrograph_shaders::gx2::pixel::{Combine, pixel};

use crate::mock::{Bytes, State};

/// A corner on the target: sixteenths of a pixel from the left and the top, colour, and texture coordinate in 2^-16.
#[derive(Clone, Copy)]
struct Corner {
    place: [i64; 2],
    color: [f32; 4],
    uv: [i64; 2],
}

/// The program in a block as words.
fn words(memory: &BTreeMap<u32, Bytes>, id: u32, bytes: u32) -> Vec<u32> {
    memory[&id].bytes[..bytes as usize]
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect()
}

pub(crate) fn draw(state: &State, memory: &mut BTreeMap<u32, Bytes>, vertices: u32) {
    let (program, bytes, attributes) = state.vertex.as_ref().expect("a vertex program");
    let code = words(memory, program.id, *bytes);
    let (buffer, stride) = state.attributes.expect("vertices");
    let mut corners = Vec::new();
    for vertex in 0..vertices {
        let mut inputs = [[0.0; 4]; 16];
        for attribute in attributes {
            let start = (vertex * stride + attribute.offset) as usize;
            let lanes = memory[&buffer.id].bytes[start..][..16].as_chunks::<4>().0;
            inputs[attribute.location as usize] = [0, 1, 2, 3].map(|lane| f32::from_be_bytes(lanes[lane]));
        }
        let exports = evaluate(&code, &inputs, &state.uniforms).expect("a program");
        let [x, y, _, w] = exports.position.map(f64::from);
        assert_eq!(w, 1.0);
        let view = state.viewport;
        let place = [
            f64::from(view.x) + (x + 1.0) / 2.0 * f64::from(view.width),
            f64::from(view.y) + (1.0 - y) / 2.0 * f64::from(view.height),
        ];
        let whole = |value: f64| {
            assert_eq!(value.fract(), 0.0, "a place that is not exact");
            value as i64
        };
        let uv = exports.parameters.get(1).map_or([0.0; 2], |uv| [uv[0], uv[1]]);
        corners.push(Corner {
            place: place.map(|value| whole(value * 16.0)),
            color: exports.parameters[0],
            uv: uv.map(|value| whole(f64::from(value) * 65536.0)),
        });
    }
    let pixel_program = state.pixel.expect("a pixel program");
    let pixel_words = words(memory, pixel_program.0.id, pixel_program.1);
    let combine = [Combine::Primary, Combine::Texture, Combine::TextureTimesPrimary]
        .into_iter()
        .find(|combine| pixel(*combine).is_ok_and(|program| program.words == pixel_words))
        .expect("a known pixel program");
    let target = state.target.expect("a target");
    for triangle in corners.as_chunks::<3>().0 {
        for (at, color) in pixels(state, *triangle, target, combine, memory) {
            memory.get_mut(&target.block.id).expect("the target").bytes[at..][..4].copy_from_slice(&color);
        }
    }
}

/// Twice the area to the left of an edge, with Y down.
fn side(a: [i64; 2], b: [i64; 2], p: [i64; 2]) -> i64 {
    (b[1] - a[1]) * (p[0] - a[0]) - (b[0] - a[0]) * (p[1] - a[1])
}

/// The pixels that a triangle covers: their byte in the surface, and their colour.
fn pixels(
    state: &State,
    triangle: [Corner; 3],
    target: Surface,
    combine: Combine,
    memory: &BTreeMap<u32, Bytes>,
) -> Vec<(usize, [u8; 4])> {
    let places = triangle.map(|corner| corner.place);
    let area = side(places[0], places[1], places[2]);
    // The front is counter-clockwise to the eye.
    let culled = match state.cull {
        CullMode::None => false,
        CullMode::Front => area > 0,
        CullMode::Back => area < 0,
    };
    let mut covered = Vec::new();
    if area == 0 || culled {
        return covered;
    }
    let scissor = state.scissor;
    for y in scissor.y..scissor.y + scissor.height {
        for x in scissor.x..scissor.x + scissor.width {
            // A step right and a far smaller one down from the centre decide for edges: left and top ones are in.
            const SCALE: i64 = 1 << 17;
            let scaled = places.map(|p| p.map(|v| v * SCALE));
            let step = [(i64::from(x) * 16 + 8) * SCALE + 2048, (i64::from(y) * 16 + 8) * SCALE + 1];
            let wide = |a: usize, b: usize| {
                let [a, b] = [scaled[a], scaled[b]].map(|p| p.map(i128::from));
                let p = step.map(i128::from);
                ((b[1] - a[1]) * (p[0] - a[0]) - (b[0] - a[0]) * (p[1] - a[1])) * i128::from(area.signum())
            };
            if [wide(0, 1), wide(1, 2), wide(2, 0)].iter().any(|&side| side <= 0) {
                continue;
            }
            let centre = [i64::from(x) * 16 + 8, i64::from(y) * 16 + 8];
            let weights = [
                side(places[1], places[2], centre),
                side(places[2], places[0], centre),
                side(places[0], places[1], centre),
            ];
            let primary = triangle[0].color.map(|lane| (lane * 255.0) as u8);
            let color = match combine {
                Combine::Primary => primary,
                Combine::Texture => sample(state, &triangle, weights, area, memory),
                Combine::TextureTimesPrimary => {
                    let texel = sample(state, &triangle, weights, area, memory);
                    [0, 1, 2, 3].map(|lane| (u32::from(texel[lane]) * u32::from(primary[lane]) / 255) as u8)
                }
            };
            covered.push(((y * target.pitch + x) as usize * 4, color));
        }
    }
    covered
}

/// The nearest texel: row 0 of the surface is where V is 0.
fn sample(
    state: &State,
    triangle: &[Corner; 3],
    weights: [i64; 3],
    area: i64,
    memory: &BTreeMap<u32, Bytes>,
) -> [u8; 4] {
    let (surface, sampler) = state.texture.expect("a texture");
    let sampler = sampler.expect("a sampler");
    let at = |axis: usize, size: u32| {
        let sum: i128 = (0..3).map(|i| i128::from(weights[i]) * i128::from(triangle[i].uv[axis])).sum();
        let (sum, area) = (sum * i128::from(area.signum()), i128::from(area.abs()));
        (sum * i128::from(size)).div_euclid(area * 65536) as i64
    };
    let x = sampler.wrap_s.apply(at(0, surface.width), surface.width);
    let y = sampler.wrap_t.apply(at(1, surface.height), surface.height);
    let start = (y * surface.pitch + x) as usize * 4;
    memory[&surface.block.id].bytes[start..].first_chunk().copied().expect("a texel")
}
