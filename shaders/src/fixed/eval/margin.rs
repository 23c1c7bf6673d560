//! How far decisions were from going the other way.

/// The distance to the nearest jump of a result.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Margin(f64);

impl Default for Margin {
    /// No jump anywhere.
    fn default() -> Self {
        Self(f64::INFINITY)
    }
}

impl Margin {
    /// A margin of this size.
    #[must_use]
    pub fn new(distance: f64) -> Self {
        let mut margin = Self::default();
        margin.note(distance);
        margin
    }

    /// The distance; infinite without any jump.
    #[must_use]
    pub const fn distance(self) -> f64 {
        self.0
    }

    /// Adds a decision that this was left of; what is no number was decided by nothing.
    pub const fn note(&mut self, distance: f64) {
        let distance = if distance.is_nan() { 0.0 } else { distance.abs() };
        self.0 = self.0.min(distance);
    }

    /// Adds the decisions behind another result.
    pub const fn join(&mut self, other: Self) {
        self.0 = self.0.min(other.0);
    }
}
