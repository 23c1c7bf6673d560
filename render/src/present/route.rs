//! Which way a frame takes to a surface of another size.

/// How a frame is brought to its surface: each frame is resampled once at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// Texel for pixel: the sizes are equal.
    Copy,
    /// By the [`Upscaler`](super::Upscaler): the surface is larger both ways.
    Upscale,
    /// Filtered, for every other pair of sizes, and whenever an upscaler declines.
    Stretch,
}

/// The route from a frame to a surface, both in pixels; `None` when either is empty: nothing is shown then.
///
/// `upscaler` tells whether there is one.
#[must_use]
pub const fn route(frame: [u32; 2], surface: [u32; 2], upscaler: bool) -> Option<Route> {
    let ([width, height], [wide, high]) = (frame, surface);
    if width == 0 || height == 0 || wide == 0 || high == 0 {
        None
    } else if width == wide && height == high {
        Some(Route::Copy)
    } else if upscaler && wide > width && high > height {
        Some(Route::Upscale)
    } else {
        Some(Route::Stretch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sizes_are_copied_whether_or_not_there_is_an_upscaler() {
        for upscaler in [false, true] {
            assert_eq!(route([640, 480], [640, 480], upscaler), Some(Route::Copy));
            assert_eq!(route([1, 1], [1, 1], upscaler), Some(Route::Copy));
        }
    }

    #[test]
    fn only_what_grows_both_ways_is_upscaled() {
        assert_eq!(route([640, 480], [641, 481], true), Some(Route::Upscale));
        assert_eq!(route([640, 480], [1280, 480], true), Some(Route::Stretch));
        assert_eq!(route([640, 480], [640, 960], true), Some(Route::Stretch));
        assert_eq!(route([640, 480], [1280, 479], true), Some(Route::Stretch));
        assert_eq!(route([640, 480], [320, 240], true), Some(Route::Stretch));
        assert_eq!(route([640, 480], [1280, 960], false), Some(Route::Stretch));
    }

    #[test]
    fn nothing_is_shown_of_or_on_nothing() {
        for (frame, surface) in [([0, 4], [4, 4]), ([4, 0], [4, 4]), ([4, 4], [0, 4]), ([4, 4], [4, 0])] {
            assert_eq!(route(frame, surface, true), None);
        }
    }
}
