use super::*;
use crate::registers::Register;

fn registers(values: &[(u16, u32)]) -> Registers {
    let mut registers = Registers::default();
    values.iter().for_each(|&(register, value)| registers.write(Register(register), 0xF, value));
    registers
}

#[test]
fn power_on_is_a_state() {
    let state = DrawState::decode(&Registers::default());
    assert_eq!(state.textures, [None; 3]);
    assert_eq!((state.fog, state.raster.scissor, state.raster.clip_plane), (None, None, None));
    assert_eq!(state.merger.color, ColorOutput::Logic(LogicOperation::Clear));
    assert!(state.unsupported.is_empty());
    assert_eq!(VertexState::decode(&Registers::default()).total, 1);
}

#[test]
fn outputs_fill_slots_in_ascending_order() {
    // Outputs 0 and 4, two slots: position, then colour without alpha.
    let map = registers(&[(0x2BD, 0x11), (0x04F, 2), (0x050, 0x0302_0100), (0x051, 0x1F0A_0908)]);
    let map = DrawState::decode(&map).outputs;
    let mut outputs = [[0.0; 4]; 16];
    outputs[4] = [5.0, 6.0, 7.0, 8.0];
    assert_eq!(map.lanes::<4>(&outputs, Semantic::Color), [5.0, 6.0, 7.0, UNMAPPED]);
    assert_eq!(map.sources[3], Some((0, 3)));
    assert_eq!(map.value(&outputs, Semantic::TexCoord2, 1), UNMAPPED);
}

#[test]
fn signed_fields_are_signed() {
    let state = DrawState::decode(&registers(&[(0x068, 0x0001_03FF), (0x080, 1), (0x084, 0x0201_1FFF)]));
    assert_eq!((state.raster.viewport.x, state.raster.viewport.y), (-1, 1));
    assert_eq!(state.textures[0].map(|unit| unit.lod), Some(Lod { bias: -1, min: 2, max: 1 }));
}

#[test]
fn only_what_is_read_is_unsupported() {
    let on = [(0x080, 1 << 10), (0x08F, 1), (0x100, 3)];
    assert_eq!(DrawState::decode(&registers(&on)).unsupported, ["shadow.rendering"]);
    let mut read = on.to_vec();
    read.extend([(0x0C0, 6), (0x0C8, 1)]);
    let names = ["texture.procedural", "lighting", "shadow.rendering"];
    assert_eq!(DrawState::decode(&registers(&read)).unsupported, names);
}

#[test]
fn buffers_and_permutations_are_nibbles() {
    let state = VertexState::decode(&registers(&[
        (0x201, 0xB), // attribute 0: three floats
        (0x202, 0x1002_0000),
        (0x204, 0xC0),
        (0x205, 0x2010_0000),
        (0x2BB, 0x10),
    ]));
    assert_eq!(state.attributes[0], Attribute { kind: AttributeType::F32, count: 3 });
    assert_eq!((state.total, state.fixed_mask), (2, 2));
    let buffer = state.buffers[0];
    assert_eq!((buffer.count, buffer.stride, &buffer.components[..2]), (2, 16, &[0, 12][..]));
    assert_eq!(state.shader.permutation[..2], [0, 1]);
}
