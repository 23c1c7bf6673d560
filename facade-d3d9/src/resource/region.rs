//! Boxes of texels.

use crate::types::{Box3, Rect};

/// A box of texels in a level: never empty unless said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Left, top, front.
    pub(crate) origin: [u32; 3],
    /// Width, height, depth.
    pub(crate) size: [u32; 3],
}

impl Region {
    /// The whole of a level.
    pub(crate) const fn whole(size: [u32; 3]) -> Self {
        Self { origin: [0; 3], size }
    }

    /// The box of a rectangle within `size`; `None` when an edge is inverted or outside. It may be empty.
    pub(crate) fn from_rect(rect: Rect, size: [u32; 3]) -> Option<Self> {
        let edge = |edge: i32| u32::try_from(edge).ok();
        let (left, top) = (edge(rect.left)?, edge(rect.top)?);
        let found = Self {
            origin: [left, top, 0],
            size: [edge(rect.right)?.checked_sub(left)?, edge(rect.bottom)?.checked_sub(top)?, 1],
        };
        found.is_within(size).then_some(found)
    }

    /// The part of a rectangle inside `size`, which may be empty.
    pub(crate) fn from_rect_clamped(rect: Rect, size: [u32; 3]) -> Self {
        let inside = rect.clamp_to(size[0], size[1]);
        Self { origin: [inside.x, inside.y, 0], size: [inside.width, inside.height, 1] }
    }

    /// A guest's box within `size`; `None` when an edge is inverted or outside. It may be empty.
    pub(crate) fn from_box(b: Box3, size: [u32; 3]) -> Option<Self> {
        let extent = |low: u32, high: u32| high.checked_sub(low);
        let found = Self {
            origin: [b.left, b.top, b.front],
            size: [extent(b.left, b.right)?, extent(b.top, b.bottom)?, extent(b.front, b.back)?],
        };
        found.is_within(size).then_some(found)
    }

    /// The part of a guest's box inside `size`, which may be empty.
    pub(crate) fn from_box_clamped(b: Box3, size: [u32; 3]) -> Self {
        let [low, high] = [[b.left, b.top, b.front], [b.right, b.bottom, b.back]];
        let low = std::array::from_fn(|axis| low[axis].min(size[axis]));
        let size = std::array::from_fn(|axis: usize| high[axis].min(size[axis]).saturating_sub(low[axis]));
        Self { origin: low, size }
    }

    /// The first texel outside, on each axis.
    pub(crate) fn end(self) -> [u32; 3] {
        std::array::from_fn(|axis| self.origin[axis].saturating_add(self.size[axis]))
    }

    /// Whether it holds no texel.
    pub(crate) fn is_empty(self) -> bool {
        self.size.contains(&0)
    }

    /// Whether it is inside a level of this size.
    pub(crate) fn is_within(self, size: [u32; 3]) -> bool {
        (0..3).all(|axis| self.origin[axis].checked_add(self.size[axis]).is_some_and(|end| end <= size[axis]))
    }

    /// The smallest box around both.
    #[must_use]
    pub(crate) fn union(self, other: Self) -> Self {
        let (end, other_end) = (self.end(), other.end());
        let origin: [u32; 3] = std::array::from_fn(|axis| self.origin[axis].min(other.origin[axis]));
        let size = std::array::from_fn(|axis: usize| end[axis].max(other_end[axis]) - origin[axis]);
        Self { origin, size }
    }

    /// The texels of a level that this box of level 0 reaches, held within `size`, the level's.
    #[must_use]
    pub(crate) fn at_level(self, level: u32, size: [u32; 3]) -> Self {
        let end = self.end();
        let origin: [u32; 3] = std::array::from_fn(|axis| (self.origin[axis] >> level).min(size[axis] - 1));
        let size = std::array::from_fn(|axis: usize| {
            let end = end[axis].div_ceil(1 << level).clamp(origin[axis] + 1, size[axis]);
            end - origin[axis]
        });
        Self { origin, size }
    }

    /// Grown to whole blocks, held within `size`, where it already is.
    #[must_use]
    pub(crate) fn in_blocks(self, block: u32, size: [u32; 3]) -> Self {
        let mut grown = self;
        let end = self.end();
        for axis in 0..2 {
            grown.origin[axis] = self.origin[axis] / block * block;
            grown.size[axis] = end[axis].next_multiple_of(block).min(size[axis]) - grown.origin[axis];
        }
        grown
    }

    /// Whether it begins at a block and is whole in blocks, or reaches the edge.
    pub(crate) fn is_aligned(self, block: u32, size: [u32; 3]) -> bool {
        self.in_blocks(block, size) == self
    }
}

/// Adds a box to a union that may have none yet.
pub(crate) fn add(union: &mut Option<Region>, region: Region) {
    *union = Some(union.map_or(region, |old| old.union(region)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(origin: [u32; 3], size: [u32; 3]) -> Region {
        Region { origin, size }
    }

    #[test]
    fn rectangles_must_lie_inside_and_not_be_inverted() {
        let size = [8, 4, 1];
        let found = Region::from_rect(Rect::new(1, 2, 8, 4), size);
        assert_eq!(found, Some(region([1, 2, 0], [7, 2, 1])));
        assert_eq!(Region::from_rect(Rect::new(-1, 0, 2, 2), size), None);
        assert_eq!(Region::from_rect(Rect::new(0, 0, 9, 2), size), None);
        assert_eq!(Region::from_rect(Rect::new(3, 0, 2, 2), size), None);
        assert!(Region::from_rect(Rect::new(3, 0, 3, 2), size).expect("inside").is_empty());
        let clamped = Region::from_rect_clamped(Rect::new(-3, 1, 9, 99), size);
        assert_eq!(clamped, region([0, 1, 0], [8, 3, 1]));
    }

    #[test]
    fn boxes_must_lie_inside() {
        let b = Box3 { left: 1, top: 0, right: 4, bottom: 4, front: 2, back: 3 };
        assert_eq!(Region::from_box(b, [4, 4, 4]), Some(region([1, 0, 2], [3, 4, 1])));
        assert_eq!(Region::from_box(Box3 { back: 5, ..b }, [4, 4, 4]), None);
        assert_eq!(Region::from_box(Box3 { left: 5, ..b }, [4, 4, 4]), None);
        assert_eq!(Region::from_box_clamped(Box3 { back: 99, ..b }, [4, 4, 4]).size, [3, 4, 2]);
    }

    #[test]
    fn unions_hold_both() {
        let mut union = None;
        add(&mut union, region([4, 4, 0], [1, 2, 1]));
        assert_eq!(union, Some(region([4, 4, 0], [1, 2, 1])));
        add(&mut union, region([1, 5, 0], [1, 3, 1]));
        assert_eq!(union, Some(region([1, 4, 0], [4, 4, 1])));
    }

    #[test]
    fn a_box_reaches_every_level_outwards() {
        let found = region([5, 3, 0], [2, 2, 1]);
        assert_eq!(found.at_level(1, [8, 4, 1]), region([2, 1, 0], [2, 2, 1]));
        assert_eq!(found.at_level(4, [1, 1, 1]), region([0, 0, 0], [1, 1, 1]));
    }

    #[test]
    fn blocks_are_whole_or_reach_the_edge() {
        let size = [10, 10, 1];
        assert!(region([4, 8, 0], [4, 2, 1]).is_aligned(4, size));
        assert!(!region([4, 8, 0], [3, 2, 1]).is_aligned(4, size));
        assert_eq!(region([5, 3, 0], [1, 2, 1]).in_blocks(4, size), region([4, 0, 0], [4, 8, 1]));
    }
}
