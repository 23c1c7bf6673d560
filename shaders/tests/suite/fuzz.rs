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

/// Tokens of every made-up model and of the corpus, with no lane left to write in each destination, one at a time.
#[test]
fn instructions_that_write_no_lane_translate_and_run() {
    let made_up = MODELS
        .into_iter()
        .map(|model| dxso::assemble(&make_up(model, Numbers::Exact, 7)).expect("it assembles"));
    for bytes in made_up.chain(binaries().into_iter().map(|(_, bytes)| bytes)) {
        let program = dxso::parse(&bytes).expect("it parses");
        for at in program.instructions.iter().filter(|at| at.destination.is_some()) {
            let mut damaged = bytes.clone();
            // The byte of the destination token that has the mask.
            damaged[at.offset as usize * 4 + 6] &= 0xF0;
            bodies::translate(&damaged);
            bodies::interpret(&damaged);
        }
    }
}

/// The first is `texdp3` without a lane to write.
#[test]
fn what_fuzzing_found_stays_fixed() {
    let tokens: [&[u32]; 1] = [&[
        0xFFFF_0102,
        0x42,
        0xB00F_0000,
        0x55,
        0xB010_0000,
        0xB0E4_0000,
        0x53,
        0xB00F_0002,
        0xB0E4_0000,
        0x02,
        0x800F_0000,
        0xB0E4_0001,
        0xB0E4_0002,
        0xFFFF,
    ]];
    for tokens in tokens {
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
        bodies::translate(&bytes);
        bodies::interpret(&bytes);
    }
    // Instructions side by side in a model that has none of these.
    bodies::assemble("ps_2_0\nrcp r6.z, c0.w\n+rsq r6.w, c0.w\n");
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
