//! The bodies of the fuzz targets, on random bytes. Seeds are fixed; `PROPTEST_CASES` sets how many.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use retrograph_shaders::pica::shbin;

use crate::machine::assemble;

#[path = "../../fuzz/pica.rs"]
mod bodies;

fn fixed(seed: u64) -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..ProptestConfig::default() }
}

/// A word that is an instruction, mostly one whose registers and targets are near.
fn word() -> impl Strategy<Value = u32> {
    let opcodes = prop::sample::select(vec![
        0x00, 0x02, 0x08, 0x0E, 0x12, 0x13, 0x18, 0x21, 0x24, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E,
        0x30, 0x38,
    ]);
    let near = (opcodes, any::<u32>()).prop_map(|(opcode, bits)| (opcode << 26) | bits & 0x03C0_3C03);
    prop_oneof![4 => near, 1 => any::<u32>(), 1 => Just(0x8800_0000u32)]
}

/// Bytes as the target takes them.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(word(), 1..40);
    (200u8..255, 0u8..3, words).prop_map(|(split, entry, words)| {
        [split, entry].into_iter().chain(words.into_iter().flat_map(u32::to_le_bytes)).collect()
    })
}

proptest! {
    #![proptest_config(fixed(0x5048_4943))]

    #[test]
    fn any_bytes_as_a_shader(bytes in prop::collection::vec(any::<u8>(), 0..256)) {
        bodies::shader(&bytes);
    }

    #[test]
    fn likely_words_as_a_shader(bytes in bytes()) {
        bodies::shader(&bytes);
    }

    #[test]
    fn changed_files(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let binary = assemble(".fvec m[4]\n.constf h(1, 2, 3, 4)\n.out p position\n.proc main\nmov p, h\nadd r0, m[0], v0\nend\n.end");
        let mut bytes = shbin::write(&binary).expect("fits");
        for (index, value) in changes {
            let index = index.index(bytes.len());
            bytes[index] = value;
        }
        bodies::linked(&bytes);
    }
}
