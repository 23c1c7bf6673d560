//! The gamma ramp, applied once, where the frame goes to its surface.

/// What a display makes of each 8-bit level of each channel, as 16-bit levels.
///
/// Any values are taken as they are, falling and constant ones too. Between two levels it is interpolated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GammaRamp {
    /// Red.
    pub red: [u16; 256],
    /// Green.
    pub green: [u16; 256],
    /// Blue.
    pub blue: [u16; 256],
}

impl Default for GammaRamp {
    /// The ramp that changes nothing.
    fn default() -> Self {
        let linear = std::array::from_fn(|level| level as u16 * 257);
        Self { red: linear, green: linear, blue: linear }
    }
}

impl GammaRamp {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// The rows of the shader's uniform block: red, green, blue of each level, 0–1.
    pub(super) fn rows(&self) -> Box<[[f32; 4]; 256]> {
        let part = |level: u16| f32::from(level) / 65535.0;
        let row =
            |level: usize| [part(self.red[level]), part(self.green[level]), part(self.blue[level]), 1.0];
        Box::new(std::array::from_fn(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_changes_nothing_and_any_other_is_kept_as_it_is() {
        let mut ramp = GammaRamp::default();
        assert!(ramp.is_identity());
        assert_eq!((ramp.red[0], ramp.green[128], ramp.blue[255]), (0, 0x8080, 0xFFFF));
        ramp.green[7] = 65535;
        assert!(!ramp.is_identity());
        let rows = ramp.rows();
        assert_eq!(rows[7], [7.0 / 255.0, 1.0, 7.0 / 255.0, 1.0]);
        assert_eq!(rows[255], [1.0; 4]);
    }
}
