//! What is done with random bytes as changes of a scene; a fuzz target shares this file.

use retrograph_pica::reference::{Memory, Renderer, Span, Target};
use retrograph_pica::scenes::{Form, GEOMETRY, TARGET, square};

/// Executes a list of random bytes, then a scene in whose list random words are changed. What fails leaves everything as
/// it was, what succeeds does the same again.
pub(crate) fn scene(bytes: &[u8]) {
    let mut scene = square(
        if bytes.len().is_multiple_of(2) { Form::Move } else { Form::Arithmetic },
        bytes.len().is_multiple_of(3),
    );
    let (changes, garbage) = bytes.split_at(bytes.len() / 2);
    for change in changes.as_chunks::<4>().0 {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % scene.words.len();
        // Bits, low bytes and whole words change; headers as well as values.
        scene.words[at] = match change[2] % 4 {
            0 => scene.words[at] ^ 1 << (change[3] % 32),
            1 => scene.words[at] & !0xFF | u32::from(change[3]),
            2 => u32::from(change[3]),
            _ => u32::from_le_bytes(*change).rotate_left(u32::from(change[3])),
        };
    }
    for (byte, geometry) in garbage.iter().zip(scene.geometry.1.iter_mut().rev()) {
        *geometry ^= byte;
    }
    let garbage: Vec<u32> =
        garbage.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
    let memory = Memory::new(Span { base: GEOMETRY, bytes: &scene.geometry.1 }, &[]).expect("the spans");
    let mut renderer = Renderer::new();
    let mut target = Target::new(TARGET, 64, 64).expect("a target");
    for words in [&garbage, &scene.words] {
        let before = (renderer.clone(), target.clone());
        let (mut renderer_again, mut target_again) = before.clone();
        let outcome = renderer.execute(words, &memory, &mut target);
        assert_eq!(outcome, renderer_again.execute(words, &memory, &mut target_again));
        assert_eq!((&renderer, &target), (&renderer_again, &target_again));
        if outcome.is_err() {
            assert_eq!((&renderer, &target), (&before.0, &before.1));
        }
    }
}
