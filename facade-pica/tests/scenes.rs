//! A recorded list that goes on in another one by a jump, and comes back by a second.

use retrograph_pica::inspect::Inspector;
use retrograph_pica::list::{Limits, ListError, Span, walk, words};
use retrograph_pica::registers::Registers;

const LIST: &[u8] = include_bytes!("scenes/cmdjump/cmdlist_0.bin");
const MEMORY: [(u64, &[u8]); 2] = [
    (0x2418_9000, include_bytes!("scenes/cmdjump/mem_24189000.bin")),
    (0x2428_9000, include_bytes!("scenes/cmdjump/mem_24289000.bin")),
];

#[test]
fn a_recorded_list_is_followed_through_its_jumps() {
    let list = words(LIST).expect("words");
    let memory = MEMORY.map(|(base, bytes)| (base, words(bytes).expect("words")));
    let own = Span { base: 0x2418_9C00, words: &list };
    let rest = memory.iter().map(|(base, words)| Span { base: *base, words });
    let spans: Vec<_> = std::iter::once(own).chain(rest).collect();
    let mut vertex_words = 0;
    let each = |write: retrograph_pica::list::Write| {
        vertex_words += u32::from(matches!(write.register.0, 0x233..=0x235));
        Ok::<(), ListError>(())
    };
    let end = walk(&list, &Registers::default(), spans.as_slice(), Limits::default(), each).expect("a list");
    let mut text = String::new();
    let inspected = Inspector::new().list(&list, spans.as_slice(), &mut text).expect("a list");
    assert_eq!(inspected, end);
    assert_eq!(text.lines().count() as u64, end.writes);
    // Every register of the recording has a name, and jumps say where they lead.
    let names: Vec<_> = text.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert!(names.iter().all(|name| !name.starts_with("0x")), "{text}");
    assert_eq!(text.matches("-> 0x24").count() as u32, end.jumps);
    assert!(end.finalized);
    // Counted once by hand: 108 vectors of immediate vertices and fixed attributes.
    assert_eq!((end.writes, end.jumps, vertex_words), (486, 2, 324));
}
