//! A picture over the frames: figures, help, whatever the embedder has to say.

use std::sync::Arc;

/// A picture that is shown over frames, texel for pixel of the window or enlarged by whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    size: [u32; 2],
    texels: Arc<[u8]>,
    /// Where its upper left corner is, in pixels of the window.
    pub corner: [i32; 2],
    /// Pixels of the window for a texel, each way; 0 counts as 1, and 65536 is the most.
    pub zoom: u32,
}

impl Overlay {
    /// The largest width and height in texels.
    pub const LARGEST: u32 = 2048;

    /// A picture of rows of B, G, R, A (straight alpha) without padding, at the window's upper left corner; `None` when it is
    /// empty, larger than [`Overlay::LARGEST`], or has another number of bytes.
    #[must_use]
    pub fn new(size: [u32; 2], texels: impl Into<Arc<[u8]>>) -> Option<Self> {
        let texels = texels.into();
        let fits = size.iter().all(|side| (1..=Self::LARGEST).contains(side));
        let bytes = size[0] as usize * size[1] as usize * 4;
        (fits && texels.len() == bytes).then_some(Self { size, texels, corner: [0; 2], zoom: 1 })
    }

    /// Width and height in texels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The picture: B, G, R, A, rows without padding.
    #[must_use]
    pub fn texels(&self) -> &[u8] {
        &self.texels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_a_size_and_its_bytes() {
        assert!(Overlay::new([2, 3], vec![0; 24]).is_some());
        for (size, bytes) in [([2, 3], 23), ([2, 3], 25), ([0, 3], 0), ([3, 0], 0), ([u32::MAX, 1], 4)] {
            assert_eq!(Overlay::new(size, vec![0; bytes]), None, "{size:?}");
        }
    }
}
