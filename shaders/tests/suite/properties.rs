//! Guest bytes of any kind: an error that names a place in the input, or a program; never a panic.
//!
//! Seeds are fixed. `PROPTEST_CASES` sets how much is tried (256 unless set).

pub(crate) mod generate;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograph_shaders::ShaderError;
use retrograph_shaders::dxso::{self, program::Program};

use crate::files::binaries;
use crate::languages::print_all;
use crate::translate::{self, Keys};

/// A configuration with a fixed seed, for `times` as many cases as usual.
pub(crate) fn fixed(seed: u64, times: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = usual.cases.saturating_mul(times);
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..usual }
}

/// Decodes `bytes` and checks all that must hold for any input.
fn decode(bytes: &[u8]) -> Option<Program> {
    let tokens = bytes.len() / 4;
    match dxso::parse(bytes) {
        Err(error) => {
            let place = error.offset().map_or(0, |offset| offset as usize);
            assert!(place <= tokens, "{error} in {tokens} tokens");
            assert!(error.offset().is_some(), "{error}");
            None
        }
        Ok(program) => {
            assert!(program.instructions.len() < tokens, "at least one token an instruction");
            assert!(program.instructions.is_sorted_by_key(|instruction| instruction.offset));
            let lines = dxso::disassemble(&program).lines().count();
            assert_eq!(lines, program.instructions.len() + 1, "a line an instruction");
            assert!(dxso::vertex_inputs(&program).len() <= 16);
            Some(program)
        }
    }
}

#[test]
fn every_beginning_of_a_shader_ends_early() {
    for (name, bytes) in binaries() {
        for length in 0..bytes.len() {
            let program = decode(&bytes[..length]);
            assert!(program.is_none(), "{name} cut to {length} bytes");
        }
    }
}

/// Translates what decodes and prints it; whether it got so far. What is refused names its place or its reason,
/// and is never an invalid module.
fn translate(bytes: &[u8]) -> bool {
    let Some(program) = decode(bytes) else { return false };
    match translate::with_keys(&program, Keys::Two) {
        Ok(all) => {
            all.iter().for_each(|translated| print_all(&translated.module));
            true
        }
        Err(ShaderError::TooManyVaryings(_)) => false,
        Err(error @ (ShaderError::Unsupported { .. } | ShaderError::Malformed { .. })) => {
            assert!(error.offset().is_some_and(|offset| (offset as usize) < bytes.len() / 4), "{error}");
            false
        }
        Err(error) => panic!("{error}\n{}", dxso::disassemble(&program)),
    }
}

proptest! {
    #![proptest_config(fixed(1, 16))]

    #[test]
    fn arbitrary_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        decode(&bytes);
    }

    #[test]
    fn arbitrary_tokens_are_decoded_or_refused(tokens in generate::noise()) {
        decode(&generate::bytes(&tokens));
    }

    #[test]
    fn damaged_shaders_are_decoded_or_refused(bytes in generate::damaged(binaries())) {
        decode(&bytes);
    }
}

proptest! {
    #![proptest_config(fixed(2, 1))]

    #[test]
    fn damaged_shaders_that_decode_translate_and_print(bytes in generate::damaged(binaries())) {
        translate(&bytes);
    }

    #[test]
    fn arbitrary_tokens_that_decode_translate_and_print(tokens in generate::noise()) {
        translate(&generate::bytes(&tokens));
    }
}

#[test]
fn generated_shaders_translate_and_print() {
    // The generator is only worth something if most of what it makes reaches the end.
    let translated = std::cell::Cell::new(0u32);
    let mut runner = TestRunner::new(fixed(3, 1));
    let cases = runner.config().cases;
    runner
        .run(&generate::shader(), |tokens| {
            translated.set(translated.get() + u32::from(translate(&generate::bytes(&tokens))));
            Ok(())
        })
        .expect("no case fails");
    assert!(translated.get() > cases / 5 * 4, "{} of {cases}", translated.get());
}

/// `count` times the same instruction in a `ps_3_0` shader that writes its result.
fn repeated(count: usize, instruction: &[u32]) -> Vec<u8> {
    let declarations = [0x0200_001F, 0x8000_0005, 0x900F_0000, 0x0200_001F, 0x9000_0000, 0xA00F_0800];
    let output = [0x0200_0001, 0x800F_0800, 0x80E4_0000, 0x0000_FFFF];
    let body = instruction.repeat(count);
    generate::bytes(&[&[0xFFFF_0300], &declarations[..], &body, &output].concat())
}

#[test]
fn the_longest_shaders_translate_and_long_ones_print() {
    // Each result needs the one before it: nothing that recurses along them may exhaust the stack.
    let add = [0x0300_0002, 0x800F_0000, 0x80E4_0000, 0x90E4_0000];
    let texld = [0x0300_0042, 0x800F_0000, 0x80E4_0000, 0xA0E4_0800];
    for instruction in [&add, &texld] {
        let program = decode(&repeated(32_000, instruction)).expect("within the slots of model 3");
        assert!(translate::with_keys(&program, Keys::Two).is_ok());
        assert!(translate(&repeated(2_000, instruction)));
    }
}

#[test]
fn a_shader_longer_than_any_model_allows_is_refused_at_the_limit() {
    let refused = dxso::parse(&repeated(1_000_000, &[0x0000_0000]));
    let offset = refused.as_ref().err().and_then(ShaderError::offset);
    assert!(offset.is_some_and(|offset| offset < 33_000), "{refused:?}");
}
