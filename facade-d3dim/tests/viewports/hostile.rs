//! Random calls: no panic, no hang, nothing outside the guest's memory.

use super::guest::*;
use retrograph_d3dim::Interface;

/// A generator that needs no crate: xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end.max(1)
    }
}

fn rounds() -> u64 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256)
}

#[test]
fn random_words_are_answered() {
    for seed in 1..=rounds().div_ceil(64) {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut guest = Guest::new();
        let device = guest.device(1 + (seed % 3) as u8, 32, 32);
        let viewport = guest.added(&device);
        let mut words = vec![0, 1, 2, 7, 44, 52, 108, 124, u32::MAX, 0x8000_0000, 0x3F80_0000];
        words.extend([device.device, device.target, device.factory, viewport]);
        for size in [16, 44, 124, 4096] {
            let bytes: Vec<u8> = (0..size).map(|_| random.next() as u8).collect();
            words.push(guest.place(&bytes, PLACEMENTS[random.below(3)]));
        }
        for interface in Interface::ALL {
            words.push(guest.place(&interface.iid().0, Placement::Plain));
        }
        for _ in 0..4000 {
            let interface = Interface::ALL[random.below(Interface::ALL.len())];
            let slot = random.below(interface.methods().len() + 1) as u32;
            // Objects that came back are called as well; what is not one is refused.
            let this = match random.below(4) {
                0 => random.next(),
                _ => words[random.below(words.len())],
            };
            let interface = guest.core.interface_of(retrograph_d3dim::Handle(this)).unwrap_or(interface);
            let slot = slot % (interface.methods().len() as u32 + 1);
            let args: Vec<u32> = (0..random.below(9))
                .map(|_| if random.below(6) == 0 { random.next() } else { words[random.below(words.len())] })
                .collect();
            let reply = guest.core.call(interface, slot, this, &args, &mut guest.memory);
            if reply.value == 0 && words.len() < 400 {
                words.extend(args.iter().filter_map(|&address| guest.peek(address)));
            }
        }
        // Everything still works, or is gone.
        let left = guest.get2(viewport);
        assert!(left.is_ok() || left == Err(DATA_NOT_SET) || left == Err(INVALID_OBJECT), "{left:?}");
    }
}
