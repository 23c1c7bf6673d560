//! What is done with random bytes as a list; a fuzz target shares this file.

use retrograph_pica::inspect::Inspector;
use retrograph_pica::list::{Commands, Limits, ListError, Span, walk};
use retrograph_pica::registers::Registers;

/// Parses, follows and inspects a list that may jump into itself.
pub(crate) fn list(bytes: &[u8]) {
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect();
    let mut covered = 0;
    for command in Commands::new(&words).map_while(Result::ok) {
        assert_eq!(command.offset as usize, covered);
        covered = (covered + command.header.words() as usize).min(words.len());
        for write in command.writes() {
            assert_eq!(words[write.offset as usize], write.value);
        }
    }
    // At address 0, so that zeroed address registers find it.
    let memory = [Span { base: 0, words: &words }];
    let limits = Limits { jumps: 50, words: 10_000 };
    let mut inspector = Inspector::new();
    let mut writes = 0u64;
    let end = walk(&words, &Registers::default(), &memory[..], limits, |write| {
        writes += 1;
        assert!(!inspector.line(write).is_empty());
        Ok::<(), ListError>(())
    });
    if let Ok(end) = end {
        assert_eq!(end.writes, writes);
        assert!(end.jumps <= limits.jumps);
    }
}
