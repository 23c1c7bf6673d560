//! The bodies of the fuzz target, on random bytes. Seeds are fixed; `PROPTEST_CASES` sets how many.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use retrograph_shaders::gx2::gfd::{self, ShaderFile};
use retrograph_shaders::gx2::lower::{Constants, general};
use retrograph_shaders::gx2::pixel::{Combine, pixel};
use retrograph_shaders::gx2::{OutputMap, encode};
use retrograph_shaders::pica::asm;

#[path = "../../fuzz/gsh.rs"]
mod bodies;

fn fixed(seed: u64) -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..ProptestConfig::default() }
}

/// A file with branches in its program.
fn file() -> ShaderFile {
    let source = ".out p position\n.out c color\ncmp v0, gt, lt, v1\nmov r0, v2\nifc cmp.x\nrcp r0, v0\n.else\nmad r0, v1, c2, v0\n.end\nmov p, r0\nmov c, v1\nend";
    let binary = asm::assemble(source).expect("assembles");
    let outputs = OutputMap::of(&binary.executables[0]).expect("is mapped");
    let vertex =
        general(&binary.code, &binary.descriptors, 0, &Constants::default(), &outputs).expect("lowers");
    assert_eq!(encode(&vertex.program).as_ref(), Ok(&vertex.words));
    ShaderFile::new(&vertex, &pixel(Combine::Texture).expect("is made"))
}

type Change = (prop::sample::Index, u8);

proptest! {
    #![proptest_config(fixed(0x4758_3200))]

    #[test]
    fn changed_files(changes in prop::collection::vec(any::<Change>(), 1..6)) {
        let mut bytes = gfd::write(&file()).expect("fits");
        for (index, value) in changes {
            let index = index.index(bytes.len());
            bytes[index] = value;
        }
        bodies::file(&bytes);
    }

    #[test]
    fn changed_programs(changes in prop::collection::vec((any::<prop::sample::Index>(), 0..32u32), 1..6)) {
        let mut words = file().vertex.program;
        for (index, bit) in changes {
            let index = index.index(words.len());
            words[index] ^= 1 << bit;
        }
        bodies::program(&words);
    }

    #[test]
    fn any_words_lowered(code in prop::collection::vec(any::<u32>(), 1..40), ends in any::<bool>()) {
        let mut code = code;
        // Opcodes that compute, with an END behind them, or any at all.
        if ends {
            code.iter_mut().for_each(|word| *word %= 0x4000_0000);
            code.push(0x8800_0000);
        }
        bodies::lower(&code, &[0x0D86_C36F; 128], 0);
    }
}
