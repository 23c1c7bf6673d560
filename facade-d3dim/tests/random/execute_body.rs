//! What is done with random bytes as an execute buffer; a fuzz target shares this file.

use retrograph_d3dim::Interface as I;

use super::guest::{Guest, OK, Placement, usual};

/// Bytes that are header: where vertices and instructions begin, how many vertices there are, and flags.
const HEADER: usize = 6;

/// Executes a buffer of the bytes twice, with a material, a matrix and a texture that small handles name.
pub(crate) fn execute(bytes: &[u8]) {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else { return };
    let body = &body[..body.len().min(4000)];
    let mut guest = Guest::new();
    let device = guest.device(1, 16, 16);
    let viewport = guest.added(&device);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 16, 16])), OK);
    let this = device.device;
    let material = guest.make(device.factory_interface, "CreateMaterial", device.factory, &[0], 0);
    guest.make(I::Direct3DMaterial, "GetHandle", material, &[this], 1);
    for _ in 0..2 {
        guest.make(device.interface, "CreateMatrix", this, &[], 0);
    }
    let desc = guest.place_words(&[20, 1, 0, body.len() as u32 + 32, 0], Placement::Split);
    let buffer = guest.make(device.interface, "CreateExecuteBuffer", this, &[desc, 0], 1);
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "Lock", buffer, &[desc]), OK);
    let address = guest.words(desc, 5)[4];
    guest.write_bytes(address, body);
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "Unlock", buffer, &[]), OK);
    let [vertices, instructions] =
        [0, 2].map(|at| u32::from(u16::from_le_bytes([header[at], header[at + 1]])));
    let mut data = [0; 12];
    data[..5].copy_from_slice(&[48, vertices % 2048, u32::from(header[4]), instructions % 512, 0]);
    let data = guest.place_words(&data, Placement::SplitWord);
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), OK);
    let held = guest.memory.held();
    for _ in 0..2 {
        let flags = u32::from(header[5] & 3);
        guest.call(device.interface, "Execute", this, &[buffer, viewport, flags]);
    }
    assert_eq!(guest.memory.held(), held);
    // The program's bytes are as they were.
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "Lock", buffer, &[desc]), OK);
    let address = guest.words(desc, 5)[4];
    let mut left = vec![0; body.len()];
    guest.read_bytes(address, &mut left);
    assert_eq!(left, body);
    guest.core.context().finish().expect("what was recorded is drawn");
}
