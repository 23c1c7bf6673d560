//! What is laid into memory for a draw.

use retrograph_shaders::gx2::lower::{OutputLane, OutputMap};
use retrograph_shaders::pica::exact::Vector;

use super::{Attribute, Rectangle};
use crate::reference::{Outputs, Scissor, Texture, Viewport};

/// The outputs in the terms of the translation.
pub(super) fn output_map(outputs: &Outputs) -> OutputMap {
    let lane = |(register, lane)| OutputLane { register, lane };
    OutputMap {
        position: outputs.position.map(lane),
        colour: outputs.color.map(lane),
        texcoord: outputs.uv.map(|uv| uv.map(lane)),
    }
}

/// The inputs that a program reads, one after the other, and the vertices with four big-endian floats of each.
///
/// Lanes that the guest left undefined are zero; the exact evaluator has shown that nothing reads them.
pub(super) fn vertices(inputs: u16, vertices: &[[Vector; 16]]) -> (Vec<Attribute>, Vec<u8>) {
    let used = || (0..16u32).filter(|input| inputs >> input & 1 != 0);
    let attributes = used().zip(0..).map(|(location, at)| Attribute { location, offset: at * 16 }).collect();
    let mut bytes = Vec::with_capacity(vertices.len() * used().count() * 16);
    for vertex in vertices {
        for input in used() {
            for lane in vertex[input as usize] {
                bytes.extend(lane.unwrap_or(0.0).to_be_bytes());
            }
        }
    }
    (attributes, bytes)
}

/// The texels as RGBA8 in rows of `pitch` texels. The rows are those of memory in reverse: the first is where V is 0.
pub(super) fn texels(texture: &Texture<'_>, pitch: u32) -> Vec<u8> {
    let row = texture.width as usize * 4;
    let mut bytes = vec![0; (texture.height * pitch * 4) as usize];
    let rows = texture.rows_from_bottom();
    for (to, from) in bytes.chunks_exact_mut(pitch as usize * 4).zip(rows.chunks_exact(row)) {
        to[..row].copy_from_slice(from);
    }
    bytes
}

/// A viewport counted from the top of a target.
pub(super) fn viewport(viewport: &Viewport, height: u32) -> Rectangle<f32> {
    let (width, tall) = (viewport.half_width * 2.0, viewport.half_height * 2.0);
    Rectangle { x: viewport.x as f32, y: height as f32 - viewport.y as f32 - tall, width, height: tall }
}

/// The rectangles, counted from the top, that together are the pixels that a scissor keeps.
pub(super) fn scissors(scissor: Scissor, width: u32, height: u32) -> Vec<Rectangle<u32>> {
    let turned = |x1: u32, y1: u32, x2: u32, y2: u32| {
        let area = Rectangle { x: x1, y: height - y2, width: x2 - x1, height: y2 - y1 };
        (area.width != 0 && area.height != 0).then_some(area)
    };
    let (area, include) = match scissor {
        Scissor::Off => return turned(0, 0, width, height).into_iter().collect(),
        Scissor::Include(area) => (area, true),
        Scissor::Exclude(area) => (area, false),
    };
    // Corners past the ends, from here on.
    let (x1, y1) = (area.x1.min(width), area.y1.min(height));
    let (x2, y2) = ((area.x2 + 1).clamp(x1, width), (area.y2 + 1).clamp(y1, height));
    let pieces = if include {
        [turned(x1, y1, x2, y2), None, None, None]
    } else {
        // Below, above, and left and right of the rectangle.
        [
            turned(0, 0, width, y1),
            turned(0, y2, width, height),
            turned(0, y1, x1, y2),
            turned(x2, y1, width, y2),
        ]
    };
    pieces.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::ScissorBox;

    /// The pieces cover each kept pixel once and no other, for all small rectangles.
    #[test]
    fn scissor_pieces_cover_what_is_kept_once() {
        let (width, height) = (5u32, 4u32);
        for corners in 0..6u32.pow(4) {
            let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|digit| corners / 6u32.pow(digit) % 6);
            let area = ScissorBox { x1, y1, x2, y2 };
            for scissor in [Scissor::Off, Scissor::Include(area), Scissor::Exclude(area)] {
                let pieces = scissors(scissor, width, height);
                for y in 0..height {
                    for x in 0..width {
                        let top = height - 1 - y;
                        let inside = |piece: &&Rectangle<u32>| {
                            (piece.x..piece.x + piece.width).contains(&x)
                                && (piece.y..piece.y + piece.height).contains(&top)
                        };
                        let times = pieces.iter().filter(inside).count();
                        assert_eq!(times, usize::from(scissor.keeps(x, y)), "{scissor:?} at {x}, {y}");
                    }
                }
            }
        }
    }
}
