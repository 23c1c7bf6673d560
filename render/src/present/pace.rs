//! When frames are shown: vertical sync, intervals of several refreshes, and a ceiling of the frame rate.

use std::time::{Duration, Instant};

/// How many refreshes of the display a frame is to stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SwapInterval {
    /// Not even one: a frame is shown at once, torn where the display allows it.
    Immediate,
    /// One: the display's own cadence.
    #[default]
    One,
    /// Two.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
}

impl SwapInterval {
    /// The mode to configure a surface with. [`wgpu::PresentMode::Fifo`] exists everywhere.
    #[must_use]
    pub fn present_mode(self, offered: &[wgpu::PresentMode]) -> wgpu::PresentMode {
        let wanted: &[wgpu::PresentMode] = match self {
            Self::Immediate => &[wgpu::PresentMode::Immediate, wgpu::PresentMode::Mailbox],
            _ => &[],
        };
        wanted.iter().find(|mode| offered.contains(mode)).copied().unwrap_or(wgpu::PresentMode::Fifo)
    }

    const fn refreshes(self) -> Option<u32> {
        match self {
            Self::Immediate | Self::One => None,
            Self::Two => Some(2),
            Self::Three => Some(3),
            Self::Four => Some(4),
        }
    }

    /// The least time between two frames, folded from the interval, the display's refresh rate in thousandths of a
    /// hertz (60 Hz when it is not known), and a ceiling in frames a second. A ceiling that is no positive number is none.
    #[must_use]
    pub fn spacing(self, refresh: Option<u32>, ceiling: Option<f32>) -> Option<Duration> {
        let refresh = f64::from(refresh.filter(|rate| *rate > 0).unwrap_or(60_000)) / 1000.0;
        let held = self.refreshes().map(|count| f64::from(count) / refresh);
        let capped = ceiling.filter(|rate| rate.is_finite() && *rate > 0.0).map(|rate| 1.0 / f64::from(rate));
        let longest = held.into_iter().chain(capped).fold(0.0, f64::max).min(LONGEST_SPACING);
        (longest > 0.0).then(|| Duration::from_secs_f64(longest))
    }
}

/// No frame is held longer, in seconds, however low the ceiling.
const LONGEST_SPACING: f64 = 1.0;

/// Spaces frames out. A frame that comes late does not let the next ones come early.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pacer {
    due: Option<Instant>,
}

impl Pacer {
    /// How long to wait with a frame that is ready `now`.
    pub(super) fn delay(&mut self, now: Instant, spacing: Option<Duration>) -> Duration {
        let Some(spacing) = spacing else {
            self.due = None;
            return Duration::ZERO;
        };
        let at = self.due.filter(|due| *due > now && *due - now <= spacing).unwrap_or(now);
        self.due = Some(at + spacing);
        at - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::PresentMode::{Fifo, Immediate, Mailbox};

    #[test]
    fn only_immediate_leaves_the_displays_cadence_and_only_where_it_can() {
        let all = [Fifo, Mailbox, Immediate];
        assert_eq!(SwapInterval::Immediate.present_mode(&all), Immediate);
        assert_eq!(SwapInterval::Immediate.present_mode(&[Fifo, Mailbox]), Mailbox);
        assert_eq!(SwapInterval::Immediate.present_mode(&[Fifo]), Fifo);
        for interval in [SwapInterval::One, SwapInterval::Two, SwapInterval::Three, SwapInterval::Four] {
            assert_eq!(interval.present_mode(&all), Fifo);
        }
    }

    #[test]
    fn the_longer_of_interval_and_ceiling_counts() {
        let millis = |time: Option<Duration>| time.map(|time| (time.as_secs_f64() * 1000.0).round() as u32);
        assert_eq!(SwapInterval::One.spacing(Some(60_000), None), None);
        assert_eq!(millis(SwapInterval::Two.spacing(Some(100_000), None)), Some(20));
        assert_eq!(millis(SwapInterval::Four.spacing(None, None)), Some(67));
        assert_eq!(millis(SwapInterval::Two.spacing(Some(100_000), Some(25.0))), Some(40));
        assert_eq!(millis(SwapInterval::Two.spacing(Some(100_000), Some(200.0))), Some(20));
        assert_eq!(millis(SwapInterval::One.spacing(None, Some(50.0))), Some(20));
        for absurd in [0.0, -3.0, f32::NAN, f32::INFINITY] {
            assert_eq!(SwapInterval::One.spacing(None, Some(absurd)), None);
        }
        assert_eq!(millis(SwapInterval::One.spacing(None, Some(1e-30))), Some(1000));
    }

    #[test]
    fn frames_are_spaced_and_a_late_one_is_not_made_up_for() {
        let (start, gap) = (Instant::now(), Some(Duration::from_millis(20)));
        let at = |millis| start + Duration::from_millis(millis);
        let mut pacer = Pacer::default();
        assert_eq!(pacer.delay(at(0), gap), Duration::ZERO);
        assert_eq!(pacer.delay(at(5), gap), Duration::from_millis(15));
        assert_eq!(pacer.delay(at(20), gap), Duration::from_millis(20));
        // Ready at 100, though due at 60: shown at once, and the next one not before 120.
        assert_eq!(pacer.delay(at(100), gap), Duration::ZERO);
        assert_eq!(pacer.delay(at(101), gap), Duration::from_millis(19));
        assert_eq!(pacer.delay(at(102), None), Duration::ZERO);
    }
}
