//! Linked shader files, the assembler and the disassembler.

use retrograph_shaders::pica::shbin::{
    self, Binary, Constant, GeometryMode, Kind, Label, Output, Semantic, ShbinError, Uniform,
};
use retrograph_shaders::pica::{Float24, Opcode, asm, decode, disasm};

use crate::machine::assemble;

const SOURCE: &str = "
    .fvec matrix[4], offset
    .bool lit
    .constf half(0.5, 0.25, 0.0, 1.0)
    .consti three(2, 0, 1)
    .setb b9 true
    .in vertex
    .in tint v3
    .out place position
    .out colour color
    .out uv texcoord0.xy o4
    .alias quarter half.yyyy
    .proc main
        dp4 place.x, matrix[0], vertex
        dp4 place.y, matrix[1], vertex
        mad r0, tint, half, quarter ; one uniform may be wide
        for three
            add r1.xy, matrix[aL], r0
        .end
        ifu lit
            call shade
        .else
            mov colour, half
        .end
        mov uv.xy, r1
        end
    .end
    .proc shade
        mul colour, tint, -r0.wzyx
    .end
";

#[test]
fn one_mad_may_have_one_uniform() {
    let error = asm::assemble(SOURCE).expect_err("half is a uniform, and so is quarter");
    assert_eq!(error.line, 16, "{error}");
    assert!(error.what.contains("source 2"), "{error}");
}

fn sample() -> Binary {
    assemble(&SOURCE.replace("tint, half, quarter", "tint, r2, quarter"))
}

#[test]
fn assembly_names_everything() {
    let binary = sample();
    let executable = &binary.executables[0];
    assert_eq!((executable.entry, executable.inputs, executable.outputs), (0, 0b1001, 0b1_0011));
    let quarter = [0x3E_0000, 0x3D_0000, 0, 0x3F_0000].map(Float24::from_bits);
    assert_eq!(
        executable.constants,
        [Constant::Boolean(9, true), Constant::Integer(0, [2, 0, 1, 0]), Constant::Float(95, quarter)]
    );
    let semantics = [(0, 0, 0xF), (2, 1, 0xF), (3, 4, 0x3)];
    let outputs =
        semantics.map(|(semantic, register, lanes)| Output { semantic: Semantic(semantic), register, lanes });
    assert_eq!(executable.output_map, outputs);
    let uniform = |name: &str, first, last| Uniform { name: name.to_owned(), first, last };
    assert_eq!(
        executable.uniforms,
        [
            uniform("matrix", 0x10, 0x13),
            uniform("offset", 0x14, 0x14),
            uniform("lit", 0x78, 0x78),
            uniform("vertex", 0, 0),
            uniform("tint", 3, 3),
        ]
    );
    let label = |id, offset, size, name: &str| Label { id, offset, size, name: name.to_owned() };
    assert_eq!(executable.labels, [label(0, 0, 11, "main"), label(1, 11, 1, "shade")]);
    let mnemonics: Vec<_> = binary.code.iter().map(|&word| decode(word).expect("decodes").opcode).collect();
    use Opcode::{Add, Call, Dp4, End, Ifu, Loop, Madi, Mov, Mul, Nop};
    // A NOP keeps the call from standing at its block's end.
    assert_eq!(mnemonics, [Dp4, Dp4, Madi, Loop, Add, Ifu, Call, Nop, Mov, Mov, End, Mul]);
}

#[test]
fn disassembly_assembles_again() {
    let binary = sample();
    let text = disasm::disassemble(&binary.code, &binary.descriptors);
    assert_eq!(
        text,
        "dp4 o0.x, c0, v0\ndp4 o0.y, c1, v0\nmadi r0, v3, r2, c95.yyyy\nloop i0, 4\nadd r1.xy, c0[aL], r0\n\
         ifu b0, 8, 1\ncall 11, 1\nnop\nmov o1, c95\nmov o4.xy, r1\nend\nmul o1, v3, -r0.wzyx\n"
    );
    let again = assemble(&text);
    assert_eq!((again.code, again.descriptors), (binary.code, binary.descriptors));
}

#[test]
fn every_instruction_survives_assembly() {
    let lines = "add r0, v0, v1\ndp3 r0, c0, v1\ndp4 r0, c95[a0.x], v1\ndph r0, v0, v1\ndst r0, v0, v1\nex2 r0, c1\n\
        lg2 r0, v0\nlitp r0, v0\nmul r0.yw, v0, -v1\nsge r0, v0, v1\nslt r0, v0, v1\nflr r0, v0\nmax r0, v0, v1\n\
        min r0, v0, v1\nrcp r0, v0.w\nrsq r0, v0\nmova a0.xy, v0\nmov o15, r15\ndphi r0, v0, c1[a0.y]\n\
        dsti r0, v0, c1\nsgei r0, v0, c1\nslti r0, v0, c1[aL]\nbreak\nnop\nend\nbreakc !cmp.x\ncall 3, 200\n\
        callc cmp.x && !cmp.y, 3, 7\ncallu b15, 3, 7\nifu b0, 3, 7\nifc cmp.y, 3, 7\nloop i3, 4095\nemit\n\
        setemit 2, prim, inv\njmpc !cmp.x || !cmp.y, 4095\njmpu b1, 5\njmpu !b1, 5\ncmp c0[aL], eq, always7, -v0.zzxx\n\
        madi r0, v0, v1, c3[a0.x]\nmad r0.x, -v0, c3[a0.y].wwww, r1\n.word 0x40000000\n";
    let first = assemble(lines);
    let text = disasm::disassemble(&first.code, &first.descriptors);
    let second = assemble(&text);
    assert_eq!((&first.code, &first.descriptors), (&second.code, &second.descriptors), "{text}");
    assert_eq!(text, disasm::disassemble(&second.code, &second.descriptors));
    assert_eq!(text.lines().nth(14), Some("rcp r0, v0.wwww"));
    let opcodes = first.code.iter().filter_map(|&word| Some(decode(word).ok()?.opcode));
    let mut missing: Vec<_> = Opcode::ALL.to_vec();
    opcodes.for_each(|opcode| missing.retain(|&other| other != opcode));
    assert_eq!(missing, []);
}

#[test]
fn errors_name_the_line() {
    for (source, line, what) in [
        ("nop\nfoo r0", 2, "`foo`"),
        ("add r0, v0", 1, "3 operands"),
        ("add r0, v0, c1", 1, "source 2"),
        ("mov v0, r0", 1, "`v0`"),
        ("mov r0.xx, v0", 1, "mask"),
        ("mov r0, v16", 1, "`v16`"),
        ("mov r0, c0[96]", 1, "range"),
        ("mov r0, v0[a0.x+1]", 1, "range"),
        ("add r0, v0, r1[aL]", 1, "range"),
        ("ifc cmp.x\nnop", 2, "`.end`"),
        (".end", 1, "out of place"),
        ("nop\n.else", 2, "out of place"),
        ("call nowhere", 1, "nowhere"),
        (".entry begin", 1, "nowhere"),
        ("a: nop\na: nop", 2, "twice"),
        (".fvec a[97]", 1, "array"),
        (".fvec a[90]\n.fvec b[7]", 2, "left"),
        ("ifc cmp.x && cmp.x, 1, 1", 1, "twice"),
        ("setemit 4", 1, "vertex"),
        (".constf a(1, b)", 1, "`b`"),
        (".gsh fixed r0 3", 1, "mode"),
        ("nop 1", 1, "no operands"),
    ] {
        let error = asm::assemble(source).expect_err(source);
        assert_eq!(error.line, line, "{source:?}: {error}");
        assert!(error.what.contains(what), "{source:?}: {error}");
    }
    let many: String = (0..33).fold(String::new(), |text, index| {
        let swizzles = ["xxxx", "yyyy", "zzzz", "wwww", "xyxy", "zwzw", "xxyy", "zzww", "wzyx"];
        let (mask, swizzle) = (["x", "y", "z", "w"][index % 4], swizzles[index / 4]);
        text + &format!("mad r0.{mask}, v0.{swizzle}, r0, r0\n")
    });
    let error = asm::assemble(&many).expect_err("too many descriptors");
    assert_eq!((error.line, error.what.contains("32 operand descriptors")), (33, true), "{error}");
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut binary = sample();
    binary.file_names = b"a.pica\0".to_vec();
    let mut geometry = assemble(".gsh fixed c4 3\n.out p position\nemit\nend").executables.remove(0);
    geometry.merge_outputs = true;
    binary.executables.push(geometry);
    for mode in [GeometryMode::Point, GeometryMode::Variable { full: 9 }] {
        binary.executables.push(shbin::Executable { kind: Kind::Geometry(mode), ..Default::default() });
    }
    let bytes = shbin::write(&binary).expect("fits");
    assert_eq!(shbin::read(&bytes), Ok(binary.clone()));
    assert_eq!(&bytes[..8], b"DVLB\x04\0\0\0");
    assert_eq!(&bytes[24..28], b"DVLP");
    assert_eq!(binary.executables[1].kind, Kind::Geometry(GeometryMode::Fixed { first: 4, vertices: 3 }));
}

#[test]
fn files_cut_anywhere_or_changed_are_refused_or_read() {
    let bytes = shbin::write(&sample()).expect("fits");
    // The last bytes only pad the symbols.
    for len in 0..bytes.len() - 3 {
        assert!(shbin::read(&bytes[..len]).is_err(), "{len}");
    }
    for index in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut changed = bytes.clone();
            changed[index] = value;
            if let Ok(binary) = shbin::read(&changed) {
                let again = shbin::read(&shbin::write(&binary).expect("fits"));
                assert_eq!(again.as_ref(), Ok(&binary), "byte {index} = {value}");
            }
        }
    }
}

#[test]
fn bad_fields_are_named() {
    let bytes = shbin::write(&sample()).expect("fits");
    let changed = |at: usize, value: u32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        shbin::read(&bytes).expect_err("changed")
    };
    assert_eq!(changed(0, 0), ShbinError::Magic { what: "the file", offset: 0, found: 0 });
    assert!(matches!(changed(4, u32::MAX), ShbinError::Outside { what: "the list of executables", .. }));
    assert!(matches!(changed(8, u32::MAX), ShbinError::Outside { what: "an executable", .. }));
    assert!(matches!(changed(12 + 0xC, 1 << 30), ShbinError::Outside { what: "the code", .. }));
    let executable = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize;
    assert!(matches!(
        changed(executable + 4, 0x0002_1002),
        ShbinError::Value { what: "the stage", value: 2, .. }
    ));
    assert!(matches!(changed(executable + 0x40, 3), ShbinError::Value { what: "a constant's type", .. }));
    assert!(matches!(changed(executable + 0x3C, 0), ShbinError::Name { .. }));
}
