mod fragment;
mod vertex;

use crate::interface::Translated;
use crate::print;
use crate::varyings::{Semantic, Usage, Varying, Varyings};

fn wgsl(translated: &Translated) -> String {
    let info = print::validate(&translated.module).expect("valid");
    print::wgsl(&translated.module, &info).expect("printable")
}

fn reading(semantics: &[(Usage, u8)]) -> Varyings {
    let wanted: Vec<_> = semantics
        .iter()
        .map(|&(usage, index)| Varying {
            semantic: Semantic::new(usage, index),
            flat: false,
            centroid: false,
        })
        .collect();
    Varyings::place(&wanted, false).expect("they fit")
}
