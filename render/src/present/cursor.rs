//! The software cursor: pictures, checked and kept by content.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

/// Why a cursor's picture was refused; the cursor before it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CursorError {
    /// Width and height are to be powers of two, at most [`CursorImage::LARGEST`].
    #[error("a cursor of {0}x{1} pixels: each is to be a power of two, at most {largest}", largest = CursorImage::LARGEST)]
    Size(u32, u32),
    /// A row is shorter than its pixels.
    #[error("a pitch of {pitch} bytes does not hold {width} pixels of 4 bytes")]
    Pitch {
        /// Bytes from one row to the next.
        pitch: usize,
        /// Pixels a row.
        width: u32,
    },
    /// The bytes end before the picture.
    #[error("{bytes} bytes hold no picture of {needed}")]
    Bytes {
        /// How many there are.
        bytes: usize,
        /// How many are needed.
        needed: usize,
    },
    /// The hotspot is outside.
    #[error("the hotspot {0}, {1} is outside the cursor")]
    Hotspot(u32, u32),
}

/// A cursor's picture: 8 bits a channel with straight alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CursorImage {
    size: [u32; 2],
    hotspot: [u32; 2],
    /// B, G, R, A; rows without padding.
    texels: Arc<[u8]>,
    digest: u64,
}

impl CursorImage {
    /// The largest width and height in pixels.
    pub const LARGEST: u32 = 1024;

    /// A picture of rows `pitch` bytes apart whose pixels are B, G, R, A.
    ///
    /// # Errors
    /// [`CursorError`] says what is wrong.
    pub fn new(size: [u32; 2], hotspot: [u32; 2], pitch: usize, bytes: &[u8]) -> Result<Self, CursorError> {
        let [width, height] = size;
        if !size.iter().all(|side| side.is_power_of_two() && *side <= Self::LARGEST) {
            return Err(CursorError::Size(width, height));
        }
        if hotspot[0] >= width || hotspot[1] >= height {
            return Err(CursorError::Hotspot(hotspot[0], hotspot[1]));
        }
        let row = width as usize * 4;
        if pitch < row {
            return Err(CursorError::Pitch { pitch, width });
        }
        let needed = pitch.saturating_mul(height as usize - 1).saturating_add(row);
        if bytes.len() < needed {
            return Err(CursorError::Bytes { bytes: bytes.len(), needed });
        }
        let texels: Arc<[u8]> =
            bytes.chunks(pitch).take(height as usize).flat_map(|line| &line[..row]).copied().collect();
        let mut hasher = FxHasher::default();
        (size, &texels).hash(&mut hasher);
        Ok(Self { size, hotspot, texels, digest: hasher.finish() })
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The pixel that points.
    #[must_use]
    pub fn hotspot(&self) -> [u32; 2] {
        self.hotspot
    }

    /// The picture: B, G, R, A, rows without padding.
    #[must_use]
    pub fn texels(&self) -> &[u8] {
        &self.texels
    }

    /// Size and content.
    pub(super) fn picture(&self) -> ([u32; 2], &[u8]) {
        (self.size, &self.texels)
    }

    fn is_same_picture(&self, other: &Self) -> bool {
        self.digest == other.digest && self.size == other.size && self.texels == other.texels
    }
}

/// A cursor where it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The picture.
    pub image: CursorImage,
    /// Where its hotspot is, in pixels of the frame.
    pub position: [i32; 2],
}

/// Shows the cursor in place of the frames: the system's pointer, which moves without waiting for a frame.
///
/// It is called by the thread that sets the cursor, one call at a time, and must not call the presenter.
pub trait CursorHook: Send {
    /// Shows a cursor, or moves it, or hides it (`None`). Who answers false shows none, and has it drawn over the frames.
    fn show(&mut self, cursor: Option<&Cursor>) -> bool;
}

impl<F: FnMut(Option<&Cursor>) -> bool + Send> CursorHook for F {
    fn show(&mut self, cursor: Option<&Cursor>) -> bool {
        self(cursor)
    }
}

/// The cursor there is, and who shows it.
#[derive(Default)]
pub(super) struct Pointer {
    cursor: Option<Cursor>,
    hook: Option<Box<dyn CursorHook>>,
}

impl std::fmt::Debug for Pointer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hook = if self.hook.is_some() { "shown by a hook" } else { "drawn" };
        f.debug_struct("Pointer").field("cursor", &self.cursor).field("hook", &hook).finish()
    }
}

impl Pointer {
    /// Takes over a cursor, and answers the one to draw over frames.
    pub(super) fn show(&mut self, cursor: Option<Cursor>) -> Option<Cursor> {
        self.cursor = cursor;
        if self.tell() { None } else { self.cursor.clone() }
    }

    /// Takes over a hook; the one before hides its cursor first. Answers the cursor to draw over frames.
    pub(super) fn replace(&mut self, hook: Option<Box<dyn CursorHook>>) -> Option<Cursor> {
        let cursor = self.cursor.take();
        self.tell();
        self.hook = hook;
        self.cursor = cursor;
        if self.tell() { None } else { self.cursor.clone() }
    }

    /// Tells the hook of the cursor, and answers whether it shows it.
    fn tell(&mut self) -> bool {
        let Some(hook) = &mut self.hook else { return false };
        let told = std::panic::AssertUnwindSafe(|| hook.show(self.cursor.as_ref()));
        let shown = std::panic::catch_unwind(told);
        if shown.is_err() {
            log::error!(target: "retrograph::render::present", "the cursor hook panicked, and is not called again");
            self.hook = None;
        }
        shown.unwrap_or(false)
    }
}

/// What was made of the last few pictures, found by content.
#[derive(Debug)]
pub(super) struct SpriteCache<T> {
    /// The least recently used first.
    kept: Vec<(CursorImage, T)>,
}

impl<T> Default for SpriteCache<T> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<T> SpriteCache<T> {
    /// More are not kept.
    const MOST: usize = 8;

    /// What was made of this picture; made now if it is new, or was forgotten.
    pub(super) fn get(&mut self, image: &CursorImage, make: impl FnOnce(&CursorImage) -> T) -> &T {
        match self.kept.iter().position(|(known, _)| known.is_same_picture(image)) {
            Some(found) => self.kept[found..].rotate_left(1),
            None => {
                if self.kept.len() == Self::MOST {
                    self.kept.remove(0);
                }
                self.kept.push((image.clone(), make(image)));
            }
        }
        &self.kept[self.kept.len() - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_checked_in_every_way() {
        let bytes = vec![7; 4 * 4 * 4];
        let new = |size, hotspot, pitch| CursorImage::new(size, hotspot, pitch, &bytes);
        assert_eq!(new([3, 4], [0; 2], 16), Err(CursorError::Size(3, 4)));
        assert_eq!(new([0, 4], [0; 2], 16), Err(CursorError::Size(0, 4)));
        assert_eq!(new([2048, 1], [0; 2], 8192), Err(CursorError::Size(2048, 1)));
        assert_eq!(new([4, 4], [4, 0], 16), Err(CursorError::Hotspot(4, 0)));
        assert_eq!(new([4, 4], [0, u32::MAX], 16), Err(CursorError::Hotspot(0, u32::MAX)));
        assert_eq!(new([4, 4], [0; 2], 15), Err(CursorError::Pitch { pitch: 15, width: 4 }));
        assert_eq!(new([4, 4], [0; 2], 17), Err(CursorError::Bytes { bytes: 64, needed: 67 }));
        let needed = usize::MAX;
        assert_eq!(new([4, 4], [0; 2], usize::MAX), Err(CursorError::Bytes { bytes: 64, needed }));
        assert_eq!(new([4, 4], [3, 3], 16).expect("a cursor").texels(), bytes);
    }

    #[test]
    fn padding_is_left_out() {
        let bytes: Vec<u8> = (0..20).collect();
        let image = CursorImage::new([2, 2], [1, 0], 12, &bytes).expect("a cursor");
        assert_eq!(image.texels(), [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19]);
        assert_eq!((image.size(), image.hotspot()), ([2, 2], [1, 0]));
    }

    fn cursor(value: u8, position: [i32; 2]) -> Cursor {
        Cursor { image: CursorImage::new([1, 1], [0; 2], 4, &[value; 4]).expect("a cursor"), position }
    }

    type Told = Arc<std::sync::Mutex<Vec<Option<[i32; 2]>>>>;

    fn recording(told: &Told, answer: bool) -> Option<Box<dyn CursorHook>> {
        let told = Arc::clone(told);
        Some(Box::new(move |cursor: Option<&Cursor>| {
            told.lock().expect("no poison").push(cursor.map(|cursor| cursor.position));
            answer
        }))
    }

    #[test]
    fn a_hook_shows_the_cursor_instead_of_the_frames() {
        let (told, mut pointer) = (Told::default(), Pointer::default());
        assert_eq!(pointer.show(Some(cursor(1, [5, 6]))), Some(cursor(1, [5, 6])));
        assert_eq!(pointer.replace(recording(&told, true)), None);
        assert_eq!(pointer.show(Some(cursor(1, [7, 8]))), None);
        assert_eq!(pointer.show(None), None);
        assert_eq!(pointer.show(Some(cursor(2, [i32::MIN, i32::MAX]))), None);
        // It hides its own when it goes, and the frames have the cursor again.
        assert_eq!(pointer.replace(None), Some(cursor(2, [i32::MIN, i32::MAX])));
        let expected = [Some([5, 6]), Some([7, 8]), None, Some([i32::MIN, i32::MAX]), None];
        assert_eq!(*told.lock().expect("no poison"), expected);
    }

    #[test]
    fn a_hook_that_declines_or_panics_leaves_the_cursor_to_the_frames() {
        let (told, mut pointer) = (Told::default(), Pointer::default());
        assert_eq!(pointer.replace(recording(&told, false)), None);
        assert_eq!(pointer.show(Some(cursor(1, [0; 2]))), Some(cursor(1, [0; 2])));
        let calls = Arc::new(std::sync::atomic::AtomicU32::new(0));
        let counted = Arc::clone(&calls);
        let hook = move |cursor: Option<&Cursor>| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if cursor.is_some() {
                std::panic::panic_any("on purpose");
            }
            true
        };
        assert_eq!(pointer.replace(Some(Box::new(hook))), Some(cursor(1, [0; 2])));
        assert_eq!(pointer.show(Some(cursor(1, [1; 2]))), Some(cursor(1, [1; 2])));
        assert_eq!(pointer.show(None), None);
        assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 1);
    }

    #[test]
    fn sprites_are_found_by_content_and_the_least_recent_is_forgotten() {
        let image = |value: u8| CursorImage::new([1, 1], [0; 2], 4, &[value; 4]).expect("a cursor");
        let mut cache = SpriteCache::default();
        let made = std::cell::Cell::new(0);
        let mut get = |value: u8| {
            let number = *cache.get(&image(value), |_| {
                made.set(made.get() + 1);
                value
            });
            assert_eq!(number, value);
            made.get()
        };
        for value in 0..8 {
            assert_eq!(get(value), u32::from(value) + 1);
        }
        // Met again, 0 is the most recent: 1 makes room for the ninth.
        assert_eq!(get(0), 8);
        assert_eq!(get(8), 9);
        assert_eq!(get(0), 9);
        assert_eq!(get(1), 10);
    }
}
