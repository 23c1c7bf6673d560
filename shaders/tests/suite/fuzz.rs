//! The bodies of the fuzz targets, on noise, damaged shaders, and made-up ones of every model.

#[path = "../../fuzz/dxso.rs"]
mod bodies;

use proptest::prelude::*;
use proptest::sample::select;
use retrograph_shaders::dxso;
use retrograph_shaders::dxso::generate::{MODELS, Numbers, generate as make_up};

use crate::files::binaries;
use crate::properties::{fixed, generate};

/// A legal shader of any model, as text.
fn made_up() -> impl Strategy<Value = String> {
    (select(&MODELS[..]), any::<bool>(), any::<u64>()).prop_map(|(model, exact, seed)| {
        make_up(model, if exact { Numbers::Exact } else { Numbers::Any }, seed)
    })
}

/// Bytes of a legal shader, damaged.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let whole = made_up().prop_map(|text| (String::new(), dxso::assemble(&text).expect("it assembles")));
    whole.prop_flat_map(|shader| generate::damaged(vec![shader]))
}

proptest! {
    #![proptest_config(fixed(21, 1))]

    #[test]
    fn made_up_shaders_translate_run_and_go_through_text(text in made_up()) {
        bodies::assemble(&text);
        let bytes = dxso::assemble(&text).expect("it assembles");
        bodies::translate(&bytes);
        bodies::interpret(&bytes);
    }

    #[test]
    fn damaged_made_up_shaders_translate_or_are_refused(bytes in damaged()) {
        bodies::translate(&bytes);
        bodies::interpret(&bytes);
    }

    #[test]
    fn damaged_corpus_shaders_run_or_are_refused(bytes in generate::damaged(binaries())) {
        bodies::interpret(&bytes);
    }

    #[test]
    fn noise_runs_or_is_refused(tokens in generate::noise()) {
        bodies::interpret(&generate::bytes(&tokens));
        bodies::translate(&generate::bytes(&tokens));
    }
}
