//! Lines of text as a picture that a presenter shows over its frames.

use font8x8::{BASIC_FONTS, UnicodeFonts as _};
use retrograph_render::present::Overlay;

/// Width and height of a character's cell; two rows more are between lines.
const CELL: usize = 8;
/// From one line to the next.
const LINE: usize = CELL + 2;
/// Around the text.
const MARGIN: usize = 4;
/// B, G, R, A behind the text and of the text.
const PAPER: [u8; 4] = [0, 0, 0, 160];
const INK: [u8; 4] = [255; 4];

/// The rows of a character, the leftmost pixel in bit 0; a question mark for what the font lacks.
fn glyph(character: char) -> [u8; CELL] {
    BASIC_FONTS.get(character).or_else(|| BASIC_FONTS.get('?')).unwrap_or([0xFF; CELL])
}

/// Text on a dark ground; `None` when it is too long to show.
#[must_use]
pub fn text(lines: &[String]) -> Option<Overlay> {
    let longest = lines.iter().map(|line| line.chars().count()).max()?;
    let [width, height] = [longest * CELL + 2 * MARGIN, lines.len() * LINE + 2 * MARGIN];
    let size = [u32::try_from(width).ok()?, u32::try_from(height).ok()?];
    if size.iter().any(|side| *side > Overlay::LARGEST) {
        return None;
    }
    let mut texels = PAPER.repeat(width * height);
    for (row, line) in lines.iter().enumerate() {
        for (column, character) in line.chars().enumerate() {
            let [left, top] = [MARGIN + column * CELL, MARGIN + row * LINE];
            for (y, bits) in glyph(character).into_iter().enumerate() {
                for x in (0..CELL).filter(|x| bits >> x & 1 == 1) {
                    let at = ((top + y) * width + left + x) * 4;
                    texels[at..at + 4].copy_from_slice(&INK);
                }
            }
        }
    }
    Overlay::new(size, texels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_lit(overlay: &Overlay, x: u32, y: u32) -> bool {
        let at = ((y * overlay.size()[0] + x) * 4) as usize;
        overlay.texels()[at..at + 4] == INK
    }

    fn lit(overlay: &Overlay) -> usize {
        overlay.texels().chunks(4).filter(|texel| *texel == INK).count()
    }

    #[test]
    fn lines_stand_under_one_another_within_a_margin() {
        let overlay = text(&["ab".into(), "c".into()]).expect("a picture");
        assert_eq!(overlay.size(), [24, 28]);
        let inside = |x: u32, y: u32| (4..20).contains(&x) && (4..24).contains(&y);
        for y in 0..28 {
            for x in 0..24 {
                assert!(inside(x, y) || !is_lit(&overlay, x, y), "{x}, {y}");
            }
        }
        // The second line is as long as its one character.
        assert!((14..24).all(|y| (12..24).all(|x| !is_lit(&overlay, x, y))));
    }

    #[test]
    fn characters_are_the_right_way_round() {
        // An L is a bar at the left above a line at the bottom.
        let overlay = text(&["L".into()]).expect("a picture");
        let column = |x: u32| (4..12).filter(|y| is_lit(&overlay, x, *y)).count();
        let [left, right] = [4..8, 8..12].map(|columns| columns.map(column).sum::<usize>());
        let row = |y: u32| (4..12).filter(|x| is_lit(&overlay, *x, y)).count();
        let [upper, lower] = [4..8, 8..12].map(|rows| rows.map(row).sum::<usize>());
        assert!(left > right && lower > upper, "{left} {right} {upper} {lower}");
    }

    #[test]
    fn what_the_font_lacks_is_a_question_mark_and_too_much_is_nothing() {
        let [unknown, mark] = ["\u{1F600}", "?"].map(|line| text(&[line.into()]).expect("a picture"));
        assert_eq!(unknown, mark);
        assert_eq!(text(&[" ".into()]).map(|overlay| lit(&overlay)), Some(0));
        assert_eq!(text(&[]), None);
        assert_eq!(text(&["x".repeat(1000)]), None);
        assert_eq!(text(&vec![String::new(); 1000]), None);
    }
}
