//! What is done with random bytes as a submission to the command processor; a fuzz target shares this file.

use retrograph_pica::front::{Backend, Fill, Front, Limits};
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::{PhysicalMemory, Regions};
use retrograph_pica::software::Software;

/// Where memory is: colours, depths, then a list, attributes and textures of the bytes themselves.
const MEMORY: u32 = 0x2000_0000;

/// A state that draws a triangle with a shader that passes its attributes on.
fn base(list: &mut ListBuilder) {
    list.write(0x2CB, 0).repeat(0x2CC, &[0x4C00_0000, 0x4C20_1000, 0x8800_0000]);
    list.write(0x2D5, 0).repeat(0x2D6, &[0x36F]).write(0x2BD, 3).write(0x2B9, 1);
    list.write(0x2BB, 0x10).write(0x242, 1).write(0x202, 1 << 28).write(0x24A, 1);
    list.write(0x04F, 2).consecutive(0x050, &[0x0302_0100, 0x0B0A_0908]);
    list.write(0x041, 0x43_0000).write(0x043, 0x43_0000).write(0x11E, 31 << 12 | 32);
    list.write(0x11C, (MEMORY + 0x2000) / 8).write(0x11D, MEMORY / 8).write(0x117, 2);
    list.consecutive(0x112, &[15, 15, 3, 3, 3]).write(0x107, 0x1F01 | 6 << 4).write(0x102, 3);
    list.write(0x080, 7).write(0x085, (MEMORY + 0x4000) / 8).write(0x082, 8 << 16 | 8);
    list.write(0x200, (MEMORY + 0x4000) / 8).write(0x204, 0x10).write(0x205, 2 << 28 | 8 << 16);
}

fn triangle(list: &mut ListBuilder) {
    list.write(0x232, 15);
    for (x, y) in [(0xBF_0000, 0xBF_0000), (0x3F_0000, 0xBF_0000), (0, 0x3F_0000)] {
        // X, Y, Z of a negative half, W of one; then a colour of the same words.
        let (z, w) = (0xBE_0000u32, 0x3F_0000u32);
        let words = [w << 8 | z >> 16, z << 16 | y >> 8, y << 24 | x];
        list.consecutive(0x233, &words).consecutive(0x233, &words);
    }
    list.write(0x228, 3).write(0x22E, 1).write(0x22F, 1);
}

/// Executes writes that the bytes say between draws, twice, and compares the memory that is left.
pub(crate) fn submit(bytes: &[u8]) {
    let mut list = ListBuilder::new();
    base(&mut list);
    for write in bytes.as_chunks::<6>().0.iter().take(64) {
        let register = u16::from_le_bytes([write[0], write[1]]) % 0x300;
        let value = u32::from_le_bytes([write[2], write[3], write[4], write[5]]);
        // Most registers have few bits that mean something.
        let value = if write[1] & 4 == 0 { value } else { value % 0x100 };
        list.masked(register, if write[1] & 8 == 0 { 15 } else { write[1] >> 4 }, value);
        if write[1] & 3 == 3 {
            triangle(&mut list);
        }
    }
    triangle(&mut list);
    let words = list.finish();
    let run = || {
        let mut memory = Regions::new();
        memory.insert(MEMORY, vec![0; 0x4000]);
        memory.insert(MEMORY + 0x4000, bytes.iter().copied().cycle().take(0x1000).collect());
        let limits =
            Limits { jumps: 8, words: 1 << 16, vertices: 1 << 12, triangles: 64, instructions: 1 << 16 };
        let (mut front, mut backend) = (Front::new(limits), Software::new());
        let outcomes: Vec<_> = (0..2)
            .map(|_| front.submit(&words, &mut memory, &mut backend).map_err(|error| error.to_string()))
            .collect();
        let fill = Fill { start: MEMORY, end: MEMORY + 0x100, value: 7, width: 3 };
        front.memory_fill(&fill, &mut memory, &mut backend as &mut dyn Backend).expect("memory is there");
        let mut left = vec![0; 0x4000];
        assert!(memory.read(MEMORY, &mut left));
        (outcomes, front.unsupported(), backend.unsupported(), left)
    };
    assert_eq!(run(), run());
}
