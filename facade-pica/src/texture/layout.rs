//! Where texels and pixels lie: tiles of 8x8, and blocks of 32x32.

/// The order of pixels in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Tiles of 8x8 pixels, row by row; within a tile the bits of column and row alternate.
    Tiles,
    /// Blocks of 32x32 pixels, row by row; within a block the bits of column and row alternate.
    Blocks,
}

/// The bits of a number from 0 to 31 with a zero above each.
const fn spread(value: u32) -> u32 {
    (value & 1) | (value & 2) << 1 | (value & 4) << 2 | (value & 8) << 3 | (value & 16) << 4
}

impl Layout {
    const fn shift(self) -> u32 {
        match self {
            Self::Tiles => 3,
            Self::Blocks => 5,
        }
    }

    /// The index of the pixel in column `x` of memory row `y`. Parts of tiles at the right edge have no room of their
    /// own: they share the next row's, as the hardware's address arithmetic has it.
    #[inline]
    #[must_use]
    pub const fn index(self, x: u32, y: u32, width: u32) -> u32 {
        self.column(x) + self.row(y, width)
    }

    /// What column `x` adds to the index.
    #[inline]
    #[must_use]
    pub const fn column(self, x: u32) -> u32 {
        let shift = self.shift();
        let inner = (1 << shift) - 1;
        ((x >> shift) << (2 * shift)) + spread(x & inner)
    }

    /// What memory row `y` adds to the index.
    #[inline]
    #[must_use]
    pub const fn row(self, y: u32, width: u32) -> u32 {
        let shift = self.shift();
        let inner = (1 << shift) - 1;
        (((y >> shift) * (width >> shift)) << (2 * shift)) + (spread(y & inner) << 1)
    }

    /// How many pixels a picture takes in memory; at least one where it has any.
    #[must_use]
    pub const fn pixels(self, width: u32, height: u32) -> u32 {
        if width == 0 || height == 0 {
            return 0;
        }
        let shift = self.shift();
        let last = ((height - 1) >> shift) * (width >> shift) + ((width - 1) >> shift);
        (last + 1) << (2 * shift)
    }
}

/// Tiled pixels of `bytes` bytes as rows. What `from` does not reach stays zero.
#[must_use]
pub fn linear(layout: Layout, from: &[u8], width: u32, height: u32, bytes: u32) -> Vec<u8> {
    let mut rows = vec![0; width as usize * height as usize * bytes as usize];
    each(layout, width, height, bytes, |row, tile, size| {
        if let (Some(to), Some(from)) = (rows.get_mut(row..row + size), from.get(tile..tile + size)) {
            to.copy_from_slice(from);
        }
    });
    rows
}

/// Rows of pixels of `bytes` bytes in tiles. What `rows` does not reach stays zero.
#[must_use]
pub fn tiled(layout: Layout, rows: &[u8], width: u32, height: u32, bytes: u32) -> Vec<u8> {
    let mut tiles = vec![0; layout.pixels(width, height) as usize * bytes as usize];
    each(layout, width, height, bytes, |row, tile, size| {
        if let (Some(to), Some(from)) = (tiles.get_mut(tile..tile + size), rows.get(row..row + size)) {
            to.copy_from_slice(from);
        }
    });
    tiles
}

/// Calls `copy` with each pixel's place in rows, its place in tiles, and its size.
fn each(layout: Layout, width: u32, height: u32, bytes: u32, mut copy: impl FnMut(usize, usize, usize)) {
    let bytes = bytes as usize;
    for y in 0..height {
        let row = layout.row(y, width);
        for x in 0..width {
            let place = (y as usize * width as usize + x as usize) * bytes;
            copy(place, (row + layout.column(x)) as usize * bytes, bytes);
        }
    }
}
