//! The map from a viewport's box to the cube that is clipped, and from there to pixels.

use glam::{Mat4, Vec4};

use super::record::{Viewport2, equal_or_unordered};

/// What the current viewport does to transformed positions. It is kept by the device: draws use it, never the record.
///
/// ```text
/// x' = x * scale.x + w * offset.x     y' likewise     z' = z * scale.z + w * offset.z     w' = w
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipMap {
    /// Factors of x, y and z.
    pub scale: [f32; 3],
    /// Factors of w in x, y and z.
    pub offset: [f32; 3],
    /// Whether the map changes anything: the usual box does not.
    pub enabled: bool,
}

impl Default for ClipMap {
    /// The map that changes nothing.
    fn default() -> Self {
        Self { scale: [1.0; 3], offset: [0.0; 3], enabled: false }
    }
}

impl ClipMap {
    /// The map of a record; `None` for one without extent, which leaves the map that was there.
    #[must_use]
    pub fn new(record: &Viewport2) -> Option<Self> {
        let Viewport2 { width, height, clip_x, clip_y, clip_width, clip_height, min_z, max_z, .. } = *record;
        let degenerate = width == 0
            || height == 0
            || equal_or_unordered(clip_width, 0.0)
            || equal_or_unordered(clip_height, 0.0)
            || equal_or_unordered(min_z, max_z);
        if degenerate {
            return None;
        }
        let map = Self {
            scale: [2.0 / clip_width, 2.0 / clip_height, 1.0 / (max_z - min_z)],
            offset: [
                -2.0 * clip_x / clip_width - 1.0,
                1.0 - 2.0 * clip_y / clip_height,
                -min_z / (max_z - min_z),
            ],
            enabled: true,
        };
        Some(Self { enabled: map.scale != [1.0; 3] || map.offset != [0.0; 3], ..map })
    }

    /// The position in the cube that is clipped.
    #[must_use]
    pub fn apply(&self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        if !self.enabled {
            return [x, y, z, w];
        }
        let axis = |index: usize, value: f32| value * self.scale[index] + w * self.offset[index];
        [axis(0, x), axis(1, y), axis(2, z), w]
    }

    /// The map as a matrix of column vectors: multiply it from the left to what projects.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        let Self { scale: [x, y, z], offset, .. } = *self;
        Mat4::from_cols(
            Vec4::new(x, 0.0, 0.0, 0.0),
            Vec4::new(0.0, y, 0.0, 0.0),
            Vec4::new(0.0, 0.0, z, 0.0),
            Vec4::new(offset[0], offset[1], offset[2], 1.0),
        )
    }
}

/// What of the viewport a device draws with: taken when the viewport is selected or set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Left edge in pixels.
    pub x: u32,
    /// Top edge in pixels.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The map; of a record without extent, the one that was there before.
    pub map: ClipMap,
}

impl View {
    /// The pixel and depth of a position in the clipped cube, and one over w.
    #[must_use]
    pub fn to_screen(&self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        let Self { x: left, y: top, width, height, .. } = *self;
        let (half_width, half_height) = (width as f32 * 0.5, height as f32 * 0.5);
        let reciprocal = 1.0 / w;
        [
            left as f32 + half_width * (x * reciprocal + 1.0),
            top as f32 + half_height * (1.0 - y * reciprocal),
            z * reciprocal,
            reciprocal,
        ]
    }
}

/// The bits of the planes of the cube that a position is outside of: left 1, right 2, top 4, bottom 8, front 16, back 32.
#[must_use]
pub(crate) fn clip_flags([x, y, z, w]: [f32; 4]) -> u32 {
    let outside = [x < -w, x > w, y > w, y < -w, z < 0.0, z > w];
    outside.into_iter().enumerate().map(|(bit, outside)| u32::from(outside) << bit).sum()
}
