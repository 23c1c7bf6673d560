//! Where in its window a frame goes. Pure code: any rectangle has a result.

use crate::frame::Place;

/// The part of a surface that a frame is stretched over, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// The corner, which may be outside.
    pub(super) corner: [i64; 2],
    /// Width and height, the part outside included; not zero.
    pub(super) size: [u32; 2],
    /// Corner and size of what is inside; not empty.
    pub(super) visible: [u32; 4],
}

impl Region {
    /// All of a surface, which is not empty.
    pub(super) const fn whole(surface: [u32; 2]) -> Self {
        Self { corner: [0; 2], size: surface, visible: [0, 0, surface[0], surface[1]] }
    }
}

/// Where a place is on a surface of this size; `None` when nothing of it is there.
///
/// Places count in the pixels of a window of `client`'s size, or in the surface's own without one; edges between pixels go to
/// the nearest one.
pub(super) fn region(place: Place, client: Option<[u32; 2]>, surface: [u32; 2]) -> Option<Region> {
    let client = client.filter(|size| !size.contains(&0)).unwrap_or(surface);
    let near = [i64::from(place.x), i64::from(place.y)];
    let far = [near[0] + i64::from(place.width), near[1] + i64::from(place.height)];
    let mut found = Region { corner: [0; 2], size: [0; 2], visible: [0; 4] };
    for axis in 0..2 {
        let (of, by) = (i64::from(surface[axis]), i64::from(client[axis].max(1)));
        let scaled = |edge: i64| (edge * of * 2 + by).div_euclid(by * 2);
        let (low, high) = (scaled(near[axis]), scaled(far[axis]));
        let (first, last) = (low.max(0), high.min(of));
        if first >= last {
            return None;
        }
        found.corner[axis] = low;
        found.size[axis] = u32::try_from(high - low).unwrap_or(u32::MAX);
        found.visible[axis] = first as u32;
        found.visible[axis + 2] = (last - first) as u32;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURFACE: [u32; 2] = [100, 80];

    fn found(x: i32, y: i32, width: u32, height: u32) -> Option<Region> {
        region(Place { x, y, width, height }, None, SURFACE)
    }

    #[test]
    fn places_are_cut_to_the_surface_and_keep_their_size() {
        assert_eq!(found(0, 0, 100, 80), Some(Region::whole(SURFACE)));
        let inside = Region { corner: [10, 20], size: [30, 40], visible: [10, 20, 30, 40] };
        assert_eq!(found(10, 20, 30, 40), Some(inside));
        let across = Region { corner: [-10, 60], size: [30, 40], visible: [0, 60, 20, 20] };
        assert_eq!(found(-10, 60, 30, 40), Some(across));
    }

    #[test]
    fn of_places_that_are_empty_or_outside_there_is_nothing() {
        for (x, y, width, height) in [
            (10, 10, 0, 5),
            (10, 10, 5, 0),
            (100, 0, 5, 5),
            (0, 80, 5, 5),
            (-5, 0, 5, 5),
            (i32::MIN, 0, 5, 5),
            (i32::MAX, i32::MAX, u32::MAX, u32::MAX),
        ] {
            assert_eq!(found(x, y, width, height), None);
        }
        assert_eq!(region(Place { x: 0, y: 0, width: 5, height: 5 }, None, [0, 80]), None);
    }

    #[test]
    fn absurd_places_have_a_result() {
        let huge = found(i32::MIN, i32::MIN, u32::MAX, u32::MAX).expect("it covers all");
        assert_eq!((huge.size, huge.visible), ([u32::MAX; 2], [0, 0, 100, 80]));
        let place = Place { x: i32::MIN, y: 0, width: u32::MAX, height: 1 };
        let scaled = region(place, Some([1, 1]), [16384, 16384]).expect("it covers all");
        assert_eq!((scaled.size, scaled.visible), ([u32::MAX, 16384], [0, 0, 16384, 16384]));
    }

    #[test]
    fn edges_count_in_the_clients_pixels_and_go_to_the_nearest() {
        let half = |x, width| region(Place { x, y: 0, width, height: 3 }, Some([40, 3]), [100, 3]);
        // 2.5 pixels a unit: 1 goes to 3 (2.5, up), 3 to 8 (7.5, up).
        assert_eq!(half(1, 2).map(|region| region.visible), Some([3, 0, 5, 3]));
        assert_eq!(half(-1, 41).map(|region| (region.corner[0], region.size[0])), Some((-2, 102)));
        // Places that meet still do, and none overlaps.
        let edges: Vec<u32> = (0..40).filter_map(|x| half(x, 1)).map(|region| region.visible[2]).collect();
        assert_eq!(edges.iter().sum::<u32>(), 100);
        // A client of no size is none.
        assert_eq!(
            region(Place { x: 0, y: 0, width: 9, height: 9 }, Some([0, 9]), SURFACE).map(|r| r.size),
            Some([9, 9])
        );
    }
}
