//! ETC1 blocks, four to a tile.

/// What is added to a base colour, by table: the small and the large step.
const STEPS: [[i32; 2]; 8] = [[2, 8], [5, 17], [9, 29], [13, 42], [18, 60], [24, 80], [33, 106], [47, 183]];

/// A texel of a tile of 8x8, by column and memory row within it.
pub(super) fn texel(tile: &[u8], x: u32, y: u32, with_alpha: bool) -> [u8; 4] {
    let block = (x / 4 + y / 4 * 2) as usize;
    let (x, y) = (x % 4, y % 4);
    let word = |at: usize| u64::from_le_bytes(tile[at..].first_chunk().copied().unwrap_or_default());
    if with_alpha {
        let (alphas, colors) = (word(16 * block), word(16 * block + 8));
        let alpha = (alphas >> (4 * (4 * x + y)) & 0xF) as u8 * 17;
        let [r, g, b] = color(colors, x, y);
        [r, g, b, alpha]
    } else {
        let [r, g, b] = color(word(8 * block), x, y);
        [r, g, b, 255]
    }
}

fn color(block: u64, x: u32, y: u32) -> [u8; 3] {
    let bits = |low: u32, width: u32| (block >> low & ((1 << width) - 1)) as i32;
    let second = if bits(32, 1) != 0 { y >= 2 } else { x >= 2 };
    let table = STEPS[bits(if second { 34 } else { 37 }, 3) as usize];
    let index = 4 * x + y;
    let step = table[bits(index, 1) as usize];
    let step = if bits(16 + index, 1) != 0 { -step } else { step };
    // Red lies highest, blue lowest, eight bits for each.
    [56, 48, 40].map(|low| {
        let base = if bits(33, 1) != 0 {
            let delta = (bits(low, 3) ^ 4) - 4;
            let five = bits(low + 3, 5) + if second { delta } else { 0 };
            let five = five & 0x1F;
            five << 3 | five >> 2
        } else {
            bits(if second { low } else { low + 4 }, 4) * 17
        };
        (base + step).clamp(0, 255) as u8
    })
}
