//! What must hold for any bytes as PICA200 shaders: the bodies of fuzz targets, and of property tests.

use retrograph_shaders::pica::exact::{LinearProgram, UNDEFINED};
use retrograph_shaders::pica::interp::{Emitter, Machine, Options, Precision, Program};
use retrograph_shaders::pica::{asm, decode, disasm, encode, shbin};

/// Runs code a little, in both precisions, as a vertex and as a geometry shader.
fn run(code: &[u32], descriptors: &[u32], entry: u32) {
    let program = Program::new(code, descriptors);
    for precision in [Precision::Float32, Precision::Float24] {
        let options = Options { precision, instructions: 2000 };
        let mut machine = Machine::new();
        (0..96).for_each(|index| machine.set_uniform(index, [index as f32, f32::NAN, -0.0, f32::INFINITY]));
        machine.set_integer(0, [255, 3, 7, 0]);
        let vertex = machine.run(&program, entry, &options, None);
        let mut emitter = Emitter::new(16);
        let geometry = machine.run(&program, entry, &options, Some(&mut emitter));
        assert!(vertex.is_ok_and(|executed| executed <= 2000) || vertex.is_err());
        assert!(geometry.is_err() || emitter.triangles.len() <= 16);
    }
}

/// Bytes as a linked shader file: refused, or read as it is written again, and run.
pub(crate) fn linked(bytes: &[u8]) {
    let Ok(binary) = shbin::read(bytes) else { return };
    let written = shbin::write(&binary).expect("what was read fits");
    assert_eq!(shbin::read(&written).as_ref(), Ok(&binary));
    for executable in binary.executables.iter().take(4) {
        let mut machine = Machine::new();
        executable.load_constants(&mut machine);
        run(&binary.code, &binary.descriptors, executable.entry);
    }
}

/// Bytes as code and descriptors: the first byte says how many words are code.
pub(crate) fn code(bytes: &[u8]) -> Option<(Vec<u32>, Vec<u32>, u32)> {
    let (&[split, entry], rest) = bytes.split_first_chunk()?;
    let words: Vec<u32> = rest.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let (code, descriptors) = words.split_at(words.len() * usize::from(split) / 255);
    Some((code.to_vec(), descriptors.to_vec(), entry.into()))
}

/// Bytes as a shader: every instruction survives encoding, execution ends, assembly can be read.
pub(crate) fn shader(bytes: &[u8]) {
    let Some((code, descriptors, entry)) = code(bytes) else { return };
    for &word in &code {
        assert!(decode(word).is_err() || decode(word).ok().map(|read| encode(&read)) == Some(Ok(word)));
    }
    run(&code, &descriptors, entry);
    let text = disasm::disassemble(&code, &descriptors);
    assert_eq!(text.lines().count(), code.len());
    match asm::assemble(&text) {
        Ok(binary) => assert_eq!(disasm::disassemble(&binary.code, &binary.descriptors), text),
        // What no assembly says: a uniform number out of 95, an index beside a narrow source, too many descriptors.
        Err(error) => assert!(error.line <= code.len(), "{error}"),
    }
    let some = |words: &[u32]| words.iter().copied().map(Some).collect::<Vec<_>>();
    if let Ok(program) = LinearProgram::parse(&some(&code), &some(&descriptors), entry) {
        assert!(program.steps.len() < 512);
        let inputs = [[Some(1.5), Some(-0.0), Some(f32::NAN), None]; 16];
        let _ = program.run(&[UNDEFINED; 96], &inputs);
        assert_eq!(program.run(&[[Some(2.0); 4]; 96], &inputs), program.run(&[[Some(2.0); 4]; 96], &inputs));
    }
}
