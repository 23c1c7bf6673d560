//! Random input. The bodies are those of the fuzz targets in `fuzz`.

mod list_body;
mod scene_body;
mod submit_body;

use proptest::prelude::*;
use retrograph_pica::list::{Command, Commands, Header};
use retrograph_pica::registers::{Register, Registers, merge};

/// Commands as numbers: register, mask, parameters, consecutive.
fn commands() -> impl Strategy<Value = Vec<(u16, u8, Vec<u32>, bool)>> {
    let parameters = prop::collection::vec(any::<u32>(), 1..=256);
    prop::collection::vec((any::<u16>(), 0..16u8, parameters, any::<bool>()), 0..20)
}

/// Headers that a random list is likely to have: known registers, short runs.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let header =
        (0..0x300u16, 0..16u8, 0..12u32, any::<bool>()).prop_map(|(index, mask, further, consecutive)| {
            Header::new(Register(index), mask, further, consecutive).0
        });
    let word = prop_oneof![any::<u32>(), 0..16u32, header.clone(), header];
    prop::collection::vec(word, 0..400)
        .prop_map(|words| words.into_iter().flat_map(u32::to_le_bytes).collect())
}

proptest! {
    /// What is written down as commands is read back, write for write.
    #[test]
    fn lists_read_back_what_they_were_made_of(commands in commands()) {
        let mut words = Vec::new();
        let mut expected = Vec::new();
        let mut file = Registers::default();
        for (register, mask, parameters, consecutive) in &commands {
            let further = parameters.len() as u32 - 1;
            words.extend([parameters[0], Header::new(Register(*register), *mask, further, *consecutive).0]);
            words.extend_from_slice(&parameters[1..]);
            words.resize(words.len().next_multiple_of(2), 0xDEAD_BEEF);
            for (step, value) in parameters.iter().enumerate() {
                let step = if *consecutive { step as u16 } else { 0 };
                expected.push((register.wrapping_add(step), *mask, *value));
            }
        }
        let read = Commands::new(&words).map(|command| command.expect("a command")).flat_map(Command::writes);
        let read: Vec<_> = read.map(|write| {
            assert_eq!(words[write.offset as usize], write.value);
            (write.register.0, write.mask, write.value)
        }).collect();
        prop_assert_eq!(&read, &expected);
        // The register file is the fold of masked writes.
        let mut plain = vec![0u32; 0x1_0000];
        for (register, mask, value) in read {
            file.write(Register(register), mask, value);
            let stored = &mut plain[usize::from(register)];
            *stored = merge(*stored, mask, value);
        }
        for index in 0..0x300u16 {
            prop_assert_eq!(file.value(Register(index)), plain[usize::from(index)]);
        }
    }

    #[test]
    fn any_bytes_are_a_list_or_an_error(bytes in words()) {
        list_body::list(&bytes);
    }

    #[test]
    fn any_changes_of_a_scene_are_drawn_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        scene_body::scene(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 8 + 1))]

    /// Twice the same, and never beyond memory, whatever is written to registers between draws.
    #[test]
    fn any_writes_between_draws_are_drawn_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        submit_body::submit(&bytes);
    }
}
