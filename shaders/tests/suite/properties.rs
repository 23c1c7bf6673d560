//! Guest bytes of any kind: an error that names a place in the input, or a program; never a panic.
//!
//! Seeds are fixed. `PROPTEST_CASES` sets how much is tried (256 unless set).

mod generate;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use retrograph_shaders::ShaderError;
use retrograph_shaders::dxso::{self, program::Program};

use crate::files::binaries;

/// A configuration with a fixed seed, for `times` as many cases as usual.
fn fixed(seed: u64, times: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = usual.cases.saturating_mul(times);
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..usual }
}

/// The token that an error names, if it names one.
fn offset(error: &ShaderError) -> Option<u32> {
    match *error {
        ShaderError::Truncated { offset }
        | ShaderError::UnknownOpcode { offset, .. }
        | ShaderError::Malformed { offset, .. }
        | ShaderError::Register { offset, .. }
        | ShaderError::Unsupported { offset, .. } => Some(offset),
        _ => None,
    }
}

/// Decodes `bytes` and checks all that must hold for any input.
fn decode(bytes: &[u8]) -> Option<Program> {
    let tokens = bytes.len() / 4;
    match dxso::parse(bytes) {
        Err(error) => {
            let place = offset(&error).map_or(0, |offset| offset as usize);
            assert!(place <= tokens, "{error} in {tokens} tokens");
            let has_place = offset(&error).is_some() || matches!(error, ShaderError::UnknownVersion { .. });
            assert!(has_place, "{error}");
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

#[test]
fn generated_shaders_mostly_decode() {
    // The generator is only worth something if what it makes reaches the end of the parser.
    let decoded = std::cell::Cell::new(0u32);
    let mut runner = proptest::test_runner::TestRunner::new(fixed(2, 4));
    let cases = runner.config().cases;
    runner
        .run(&generate::shader(), |tokens| {
            decoded.set(decoded.get() + u32::from(decode(&generate::bytes(&tokens)).is_some()));
            Ok(())
        })
        .expect("no case fails");
    assert!(decoded.get() > cases / 5 * 4, "{} of {cases}", decoded.get());
}
