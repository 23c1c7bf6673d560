use super::*;
use crate::memory::{PhysicalMemory, Regions};
use crate::registers::{Register, Registers};
use crate::state::{Primitive, VertexState};

fn state(values: &[(u16, u32)]) -> VertexState {
    let mut registers = Registers::default();
    values.iter().for_each(|&(register, value)| registers.write(Register(register), 0xF, value));
    VertexState::decode(&registers)
}

fn loaded(state: &VertexState, vertices: &[u32], memory: &mut Regions) -> Result<Inputs, LoadError> {
    let fixed = std::array::from_fn(|index| [index as f32; 4]);
    load(state, &fixed, vertices, memory, |_, _, _| {})
}

/// Every type and count after an odd byte, between padding: what is aligned, what is filled up, where records end.
#[test]
fn every_format_is_aligned_and_filled_up() {
    for kind in 0..4u32 {
        for count in 1..=4u32 {
            let size = [1, 1, 2, 4][kind as usize];
            // A signed byte; the attribute; eight bytes of padding.
            let start = 1u32.next_multiple_of(size);
            let stride = (start + size * count).next_multiple_of(4) + 8;
            let state = state(&[
                (0x200, 0x100 / 8),
                (0x201, (kind | (count - 1) << 2) << 4),
                (0x202, 1 << 28),
                (0x203, 4),
                (0x204, 0xD10),
                (0x205, 3 << 28 | stride << 16),
                (0x2B9, 1),
                (0x2BB, 0x53),
            ]);
            let bytes: Vec<u8> = (0..4 + 3 * stride).map(|at| (at * 37 + 11) as u8).collect();
            let mut memory = Regions::new();
            memory.insert(0x100, bytes.clone());
            let inputs = loaded(&state, &[2, 0], &mut memory).expect("vertices");
            assert_eq!((inputs.registers.as_slice(), inputs.count), (&[3, 5][..], 2));
            for (place, vertex) in [2u32, 0].into_iter().enumerate() {
                let base = (4 + vertex * stride) as usize;
                assert_eq!(inputs.vertex(place)[0], [f32::from(bytes[base] as i8), 0.0, 0.0, 1.0]);
                let mut expected = [0.0, 0.0, 0.0, 1.0];
                for lane in 0..count {
                    let at = base + (start + lane * size) as usize;
                    expected[lane as usize] = match kind {
                        0 => f32::from(bytes[at] as i8),
                        1 => f32::from(bytes[at]),
                        2 => f32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]])),
                        _ => f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")),
                    };
                }
                let bits = |value: Vec4| value.map(f32::to_bits);
                assert_eq!(bits(inputs.vertex(place)[1]), bits(expected), "{kind} {count}");
            }
        }
    }
}

#[test]
fn arrays_win_over_fixed_values_and_memory_is_believed_nothing() {
    // Two attributes, both said to be fixed, the first also in a buffer; both go to register 7.
    let mut values = vec![
        (0x202, 1 << 28 | 3 << 16),
        (0x200, 0x100 / 8),
        (0x204, 0),
        (0x205, 1 << 28 | 1 << 16),
        (0x2B9, 1),
        (0x2BB, 0x10),
    ];
    let mut memory = Regions::new();
    memory.insert(0x100, vec![9, 8]);
    let inputs = loaded(&state(&values), &[1], &mut memory).expect("a vertex");
    assert_eq!(inputs.expand(0)[..2], [[8.0, 0.0, 0.0, 1.0], [1.0; 4]]);
    let outside = loaded(&state(&values), &[0, 2], &mut memory);
    assert_eq!(outside, Err(LoadError::Outside { address: 0x100, bytes: 3 }));
    assert!(loaded(&state(&values), &[u32::MAX, 0], &mut memory).is_err());
    values.push((0x2BB, 0x77));
    let inputs = loaded(&state(&values), &[0], &mut memory).expect("a vertex");
    assert_eq!((inputs.registers.as_slice(), inputs.vertex(0)), (&[7][..], &[[1.0; 4]][..]));
}

#[test]
fn indices_of_both_sizes_name_each_vertex_once() {
    let mut memory = Regions::new();
    memory.insert(0x100, vec![3, 0, 255, 255, 3, 0]);
    let wide = state(&[(0x200, 0x100 / 8), (0x227, 1 << 31), (0x228, 3)]);
    let (_, bytes) = read_indices(&wide, &mut memory).expect("indices");
    let indices = bytes.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes));
    let numbers = Numbers::indexed(indices);
    assert_eq!((numbers.vertices, numbers.order), (vec![3, 0xFFFF], vec![0, 1, 0]));
    let narrow = state(&[(0x200, 0x100 / 8), (0x227, 1), (0x228, 5)]);
    assert_eq!(read_indices(&narrow, &mut memory), Ok((0x101, vec![0, 255, 255, 3, 0])));
    let long = state(&[(0x200, 0x100 / 8), (0x228, 7)]);
    assert!(read_indices(&long, &mut memory).is_err());
    assert!(memory.read(0x100, &mut [0; 6]));
}

#[test]
fn strips_and_fans_keep_their_winding() {
    let triangles = |primitive| {
        let mut assembler = Assembler::<u32>::default();
        (0..6).filter_map(|vertex| assembler.push(primitive, vertex)).collect::<Vec<_>>()
    };
    assert_eq!(triangles(Primitive::List), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(triangles(Primitive::Geometry), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(triangles(Primitive::Strip), [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]]);
    assert_eq!(triangles(Primitive::Fan), [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]);
}
