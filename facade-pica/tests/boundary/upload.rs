//! Uploads of code, descriptors and uniforms.

use retrograph_pica::list::ListBuilder;
use retrograph_pica::reference::{Renderer, SceneError};
use retrograph_pica::registers::Register;
use retrograph_pica::scenes::commands;

use crate::fixture::{Fixture, target};

fn upload(fixture: &Fixture) -> Renderer {
    let mut renderer = Renderer::new();
    fixture.run_on(&mut renderer, &mut target()).expect("the list");
    renderer
}

/// Any of the eight ports, repeats and consecutive batches move one cursor.
#[test]
fn eight_ports_repeats_and_batches_share_one_cursor() {
    for (seek, first) in [(0x2CB, 0x2CC), (0x2D5, 0x2D6)] {
        let memory = |fixture: &Fixture| {
            let renderer = upload(fixture);
            let unit = renderer.state().unit();
            if seek == 0x2CB { unit.code().to_vec() } else { unit.descriptors().to_vec() }
        };
        for port in 0..8u16 {
            let words: Vec<u32> = (100..100 + 14 + 8 - u32::from(port)).collect();
            let mut fixture = Fixture::new();
            fixture.write(seek, 40).write(first + port, words[0]);
            fixture.list.repeat(first + port, &words[1..6]).consecutive(first, &words[6..14]);
            fixture.list.consecutive(first + port, &words[14..]);
            let expected: Vec<_> = words.iter().copied().map(Some).collect();
            assert_eq!(memory(&fixture)[40..40 + words.len()], expected, "{first:#X} + {port}");
        }
        // The cursor and eight words in one command.
        let mut fixture = Fixture::new();
        let batch: Vec<u32> = [120].into_iter().chain(1..=8).collect();
        if seek == 0x2CB {
            fixture.list.consecutive(seek, &batch);
        } else {
            fixture.list.consecutive(seek, &batch[..8]).write(0x2DD, 8);
        }
        assert_eq!(memory(&fixture)[120..128], (1..=8).map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn the_cursor_rests_at_512_and_the_next_code_word_fails_without_wrapping() {
    let words: Vec<u32> = (1000..1512).collect();
    let mut fixture = Fixture::new();
    fixture.write(0x2CB, 0);
    fixture.list.repeat(0x2CC, &words);
    let mut renderer = upload(&fixture);
    assert_eq!(renderer.state().unit().code_cursor(), 512);
    assert_eq!(renderer.state().unit().code()[..], words.iter().copied().map(Some).collect::<Vec<_>>());
    for port in 0..8 {
        let before = renderer.clone();
        let mut more = Fixture::new();
        more.list = ListBuilder::new();
        more.write(0x103, 7).write(0x2CC + port, 0xDEAD);
        let failure = more.run_on(&mut renderer, &mut target()).expect_err("no room");
        let register = Register(0x2CC + port);
        let limit = SceneError::Limit { offset: 2, register, value: 0xDEAD, what: "code words", limit: 512 };
        assert_eq!(*failure.error, limit);
        assert_eq!(renderer, before);
    }
}

#[test]
fn a_batch_that_overflows_commits_no_part_of_itself() {
    let mut fixture = Fixture::new();
    fixture.write(0x2CB, 508);
    let mut renderer = upload(&fixture);
    let before = renderer.clone();
    let mut more = Fixture::new();
    more.list = ListBuilder::new();
    more.list.consecutive(0x2CC, &[1, 2, 3, 4, 5]);
    more.run_on(&mut renderer, &mut target()).expect_err("no room");
    assert_eq!(renderer, before);
    more.list = ListBuilder::new();
    more.list.consecutive(0x2CC, &[1, 2, 3, 4]);
    more.run_on(&mut renderer, &mut target()).expect("room");
    assert_eq!(renderer.state().unit().code()[508..], [Some(1), Some(2), Some(3), Some(4)]);
}

const VECTOR: [f32; 4] = [1.5, -0.25, 3.0, -65536.0];

#[test]
fn uniforms_are_uploaded_as_packed_float24() {
    let mut fixture = Fixture::new();
    // Three words each: 1.5, -0.25, 3 and -65536 from the low end up.
    let (x, y, z, w) = (0x3F_8000u32, 0xBD_0000u32, 0x40_8000u32, 0xCF_0000u32);
    let words = [w << 8 | z >> 16, z << 16 | y >> 8, y << 24 | x];
    assert_eq!(commands::packed(VECTOR), words);
    fixture.write(0x2C0, 94);
    for (port, word) in words.into_iter().chain(words).enumerate() {
        fixture.write(0x2C1 + port as u16, word);
    }
    let renderer = upload(&fixture);
    assert_eq!(renderer.state().unit().uniforms()[94..], [VECTOR.map(Some); 2]);
}

#[test]
fn uniforms_are_uploaded_as_float32() {
    let [x, y, z, w] = VECTOR.map(f32::to_bits);
    let mut fixture = Fixture::new();
    fixture.list.consecutive(0x2C0, &[1 << 31 | 7, w, z, y, x, x, y, z, w]);
    let renderer = upload(&fixture);
    let [a, b, c, d] = VECTOR;
    assert_eq!(renderer.state().unit().uniforms()[7..9], [[a, b, c, d].map(Some), [d, c, b, a].map(Some)]);
}

#[test]
fn unfinished_vectors_are_errors() {
    for (seek, port, words) in [(0, 0x2C1, 1), (0, 0x2C1, 2), (1 << 31, 0x2C1, 3)] {
        for finish in [0x2C0, 0x22E, 0x010] {
            let mut fixture = Fixture::new();
            fixture.write(0x2C0, seek);
            fixture.list.repeat(port, &vec![0; words]);
            let offset = fixture.list.offset();
            fixture.write(finish, 1);
            let register = Register(0x2C1);
            assert_eq!(fixture.error(), SceneError::Incomplete { offset, register, words: words as u32 });
        }
    }
    let mut fixture = Fixture::new();
    fixture.write(0x232, 0).write(0x233, 0).write(0x234, 0);
    let offset = fixture.list.offset();
    assert_eq!(fixture.error(), SceneError::Incomplete { offset, register: Register(0x233), words: 2 });
    // A new index drops the words of a fixed attribute.
    assert!(fixture.write(0x232, 0).run().is_ok());
}
