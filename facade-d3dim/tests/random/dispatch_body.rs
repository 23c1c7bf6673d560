//! What is done with random bytes as calls; a fuzz target shares this file.

use retrograph_d3dim::{Handle, Interface};

use super::guest::{DATA_NOT_SET, Guest, INVALID_OBJECT, PLACEMENTS, Placement};

/// Bytes of a call: what is called, the method, and what its arguments are.
const CALL: usize = 10;
/// Calls of one run.
const CALLS: usize = 400;

/// Calls methods of a device and its objects, and of what comes back from them. Arguments are objects, addresses of the
/// bytes themselves and of identifiers, and small numbers.
pub(crate) fn calls(bytes: &[u8]) {
    let mut guest = Guest::new();
    let version = 1 + bytes.first().copied().unwrap_or_default() % 3;
    let device = guest.device(version, 16, 16);
    let viewport = guest.added(&device);
    let mut words = vec![device.device, device.target, device.factory, viewport];
    for (index, size) in [16, 44, 124, 2048].into_iter().enumerate() {
        let content: Vec<u8> = bytes.iter().copied().cycle().take(size).collect();
        words.push(guest.place(&content, PLACEMENTS[index % 3]));
    }
    for size in [20, 44, 48, 52, 80, 108, 124] {
        words.push(guest.place_words(&[size; 40], Placement::Split));
    }
    for interface in Interface::ALL {
        words.push(guest.place(&interface.iid().0, Placement::Plain));
    }
    words.extend([0, 1, 2, 4, 6, 0x112, 0x1C4, 0x8000_0000, u32::MAX, 0x3F80_0000]);
    let pick = |words: &[u32], byte: u8| match usize::from(byte) {
        small @ 0..2 => small as u32,
        index => words[index % words.len()],
    };
    for call in bytes.chunks_exact(CALL).take(CALLS) {
        let this = pick(&words, call[0]);
        let found = guest.core.interface_of(Handle(this));
        let interface = found.unwrap_or(Interface::ALL[usize::from(call[1]) % Interface::ALL.len()]);
        let slot = u32::from(call[1]) % (interface.methods().len() as u32 + 1);
        let args: Vec<u32> = call[2..].iter().map(|&byte| pick(&words, byte)).collect();
        let reply = guest.core.call(interface, slot, this, &args, &mut guest.memory);
        if reply.value == 0 && words.len() < 250 {
            words.extend(args.iter().filter_map(|&address| guest.peek(address)));
        }
    }
    let left = guest.get2(viewport);
    assert!(left.is_ok() || left == Err(DATA_NOT_SET) || left == Err(INVALID_OBJECT), "{left:?}");
    guest.core.context().finish().expect("what was recorded is drawn");
}
