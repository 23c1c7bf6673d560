//! What passes from vertex to fragment stage.

use crate::ShaderError;
use crate::varyings::{Semantic, Usage, Varying, Varyings};

use super::key::FragmentKey;

/// The interpolated colour.
pub(crate) const COLOR: Semantic = Semantic::new(Usage::Color, 0);
/// In x, on which side of the user's clip plane a place is.
pub(crate) const CLIP: Semantic = Semantic::new(Usage::Depth, 0);

/// Set `set` of texture coordinates: u and v; of the first one w in the third lane.
pub(crate) const fn coordinates(set: u8) -> Semantic {
    Semantic::new(Usage::Texcoord, set)
}

/// The output semantics, if there are any, that the lanes of a varying come from.
pub(crate) fn lanes_of(semantic: Semantic) -> [Option<u8>; 4] {
    match (semantic.usage, semantic.index) {
        (Usage::Color, 0) => [Some(8), Some(9), Some(10), Some(11)],
        (Usage::Normal, 0) => [Some(4), Some(5), Some(6), Some(7)],
        (Usage::Tangent, 0) => [Some(18), Some(19), Some(20), None],
        (Usage::Texcoord, 0) => [Some(12), Some(13), Some(16), None],
        (Usage::Texcoord, 1) => [Some(14), Some(15), None, None],
        (Usage::Texcoord, 2) => [Some(22), Some(23), None, None],
        _ => [None; 4],
    }
}

/// The output semantics that a vertex stage with these varyings reads, a bit each; the position is always read.
pub(crate) fn semantics_read(varyings: &Varyings) -> u32 {
    let lanes = varyings.iter().flat_map(|(_, varying)| lanes_of(varying.semantic));
    lanes.flatten().fold(0xF, |read, semantic| read | 1 << semantic)
}

/// The varyings of a folded fragment key.
pub(crate) fn varyings(key: &FragmentKey, reads_color: bool) -> Result<Varyings, ShaderError> {
    let mut wanted = Vec::with_capacity(5);
    let mut want = |semantic| wanted.push(Varying { semantic, flat: false, centroid: false });
    if reads_color {
        want(COLOR);
    }
    for unit in key.units.iter().flatten() {
        want(coordinates(unit.set));
    }
    if key.clips {
        want(CLIP);
    }
    Varyings::place(&wanted, true).map_err(ShaderError::TooManyVaryings)
}
