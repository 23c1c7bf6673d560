//! GSH files.

use retrograph_shaders::gx2::gfd::{self, GfdError, ShaderFile};
use retrograph_shaders::gx2::isa::{Flow, Op, Select};
use retrograph_shaders::gx2::lower::{Constants, general};
use retrograph_shaders::gx2::pixel::{Combine, pixel};
use retrograph_shaders::gx2::{OutputMap, decode};
use retrograph_shaders::pica::asm;

fn file(combine: Combine) -> ShaderFile {
    let source = ".out place position\n.out colour color\n.out uv texcoord0.xy\nmov place, v0\nmul colour, c1, v3\nmov uv.xy, v1\nend";
    let binary = asm::assemble(source).expect("assembles");
    let outputs = OutputMap::of(&binary.executables[0]).expect("is mapped");
    let vertex =
        general(&binary.code, &binary.descriptors, 0, &Constants::default(), &outputs).expect("lowers");
    ShaderFile::new(&vertex, &pixel(combine).expect("is made"))
}

fn word(bytes: &[u8], offset: usize) -> u32 {
    u32::from_be_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]])
}

#[test]
fn files_are_read_as_they_were_written() {
    for combine in [Combine::Primary, Combine::Texture, Combine::TextureTimesPrimary] {
        let file = file(combine);
        assert_eq!(
            file.vertex.attributes.iter().map(|attribute| attribute.location).collect::<Vec<_>>(),
            [0, 1, 3]
        );
        assert_eq!(file.pixel.samplers.len(), usize::from(combine != Combine::Primary));
        let bytes = gfd::write(&file).expect("fits");
        assert_eq!(gfd::read(&bytes), Ok(file));
    }
}

#[test]
fn blocks_stand_where_loaders_look() {
    let file = file(Combine::TextureTimesPrimary);
    let bytes = gfd::write(&file).expect("fits");
    assert_eq!([0, 4, 8, 12, 16, 20].map(|at| word(&bytes, at)), [0x4766_7832, 0x20, 7, 1, 2, 1]);
    let (mut at, mut kinds) = (0x20, Vec::new());
    while at < bytes.len() {
        assert_eq!(word(&bytes, at), 0x424C_4B7B);
        kinds.push((word(&bytes, at + 0x10), at + 0x20, word(&bytes, at + 0x14) as usize));
        at += 0x20 + word(&bytes, at + 0x14) as usize;
    }
    assert_eq!(at, bytes.len());
    assert_eq!(kinds.iter().map(|block| block.0).collect::<Vec<_>>(), [3, 5, 6, 7, 1]);
    let [vertex, program, pixel, ..] = kinds[..] else { panic!("five blocks") };
    let at = |offset: usize| word(&bytes, vertex.1 + offset);
    assert_eq!(at(0xD0) as usize, program.2);
    assert_eq!((at(0xD4), at(0xD8)), (0, 0));
    // Three attributes behind one uniform, behind the structure.
    assert_eq!((at(0xE4), at(0xE8)), (1, 0xD060_0134));
    assert_eq!((at(0x104), at(0x108)), (3, 0xD060_0148));
    let name = at(0x134) - 0xCA70_0000;
    assert_eq!(bytes[vertex.1 + name as usize..][..4], *b"c\0\0\0");
    // The table names the six pointers, and itself in the last forty bytes.
    let trailer = vertex.2 - 0x28;
    assert_eq!((at(trailer), at(trailer + 4), at(trailer + 0x20)), (0x7D42_4C4B, 0x28, 6));
    let table = (at(trailer + 0x24) & 0xF_FFFF) as usize;
    let pointers: Vec<_> = (0..6).map(|index| at(table + 4 * index) & 0xF_FFFF).collect();
    assert_eq!(pointers, [0xE8, 0x134, 0x108, 0x148, 0x158, 0x168]);
    assert_eq!(word(&bytes, pixel.1 + 8), 0x1400_0002);
    assert_eq!(word(&bytes, pixel.1 + 0x14), 0x100);
    assert_eq!(word(&bytes, pixel.1 + 0x18), 0x101);
    // Programs are little-endian.
    assert_eq!(bytes[program.1..][..8], [0, 0, 0, 0, 0, 0, 0x80, 0x09]);
}

#[test]
fn pixel_programs_read_level_zero() {
    for (combine, reads, products, gprs) in
        [(Combine::Primary, 0, 0, 1), (Combine::Texture, 1, 0, 2), (Combine::TextureTimesPrimary, 1, 4, 2)]
    {
        let program = pixel(combine).expect("is made");
        assert_eq!(decode(&program.words), Ok(program.program.clone()));
        assert_eq!(program.bytes().len() % 256, 0);
        assert_eq!((program.registers.resources, program.registers.input_count), (gprs, gprs));
        let (mut found, mut multiplied) = (0, 0);
        for step in &program.program.steps {
            match &step.flow {
                Flow::Texture(fetches) => {
                    assert!(
                        fetches.iter().all(
                            |fetch| fetch.level_zero && fetch.source_lanes[..2] == [Select::X, Select::Y]
                        )
                    );
                    found += fetches.len();
                }
                Flow::Alu(_, groups) => {
                    multiplied +=
                        groups.iter().flat_map(|group| &group.0).filter(|alu| alu.op == Op::Mul).count();
                }
                _ => {}
            }
        }
        assert_eq!((found, multiplied), (reads, products), "{combine:?}");
    }
}

#[test]
fn files_cut_anywhere_or_changed_are_refused_or_read() {
    let bytes = gfd::write(&file(Combine::Texture)).expect("fits");
    for len in 0..bytes.len() {
        assert!(gfd::read(&bytes[..len]).is_err(), "{len}");
    }
    for index in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut changed = bytes.clone();
            changed[index] = value;
            if let Ok(file) = gfd::read(&changed) {
                let again = gfd::read(&gfd::write(&file).expect("fits"));
                assert_eq!(again.as_ref(), Ok(&file), "byte {index} = {value}");
            }
        }
    }
    assert_eq!(gfd::read(&[]), Err(GfdError::Outside { what: "the file's magic", offset: 0 }));
    let mut ended = bytes[..0x20].to_vec();
    ended.extend(&bytes[bytes.len() - 0x20..]);
    assert_eq!(gfd::read(&ended), Err(GfdError::Missing("vertex shader")));
}
