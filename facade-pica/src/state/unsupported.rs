//! What a draw uses that is not drawn yet.

use super::{Combiners, Source};
use crate::registers::{Registers, table};

/// Stable names, in the order of registers. What is switched on but not read does not count.
pub(super) fn list(registers: &Registers, combiners: &Combiners) -> Vec<&'static str> {
    let mut names = Vec::new();
    let config = registers.get::<table::TextureConfig>();
    if config.unit0() != 0 && combiners.reads(Source::Texture(0)) {
        match registers.get::<table::Texture0Param>().shape() {
            0 | 5 => {}
            1 => names.push("texture.cube"),
            2 => names.push("texture.shadow_2d"),
            3 => names.push("texture.projection"),
            4 => names.push("texture.shadow_cube"),
            _ => names.push("texture.type"),
        }
    }
    if config.unit3() != 0 && combiners.reads(Source::Texture(3)) {
        names.push("texture.procedural");
    }
    let is_lit = registers.get::<table::LightingEnable0>().enable() != 0
        && registers.get::<table::LightingEnable1>().disable() == 0;
    if is_lit && (combiners.reads(Source::FragmentPrimary) || combiners.reads(Source::FragmentSecondary)) {
        names.push("lighting");
    }
    if registers.get::<table::CombinerBuffer>().fog_mode() == 7 {
        names.push("gas.shading");
    }
    match registers.get::<table::ColorOperation>().mode() {
        0 => {}
        1 => names.push("gas.accumulation"),
        3 => names.push("shadow.rendering"),
        _ => names.push("color_operation.mode"),
    }
    names
}
