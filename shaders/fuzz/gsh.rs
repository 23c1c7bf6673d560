//! What must hold for any bytes as Latte programs and GSH files: the bodies of a fuzz target, and of property tests.

use retrograph_shaders::gx2::lower::{Constants, OutputLane, general};
use retrograph_shaders::gx2::{OutputMap, decode, disasm, encode, evaluate, gfd};

/// Bytes as a GSH file: refused, or read as it is written again, and its program executed.
pub(crate) fn file(bytes: &[u8]) {
    let Ok(file) = gfd::read(bytes) else { return };
    let written = gfd::write(&file).expect("what was read fits");
    assert_eq!(gfd::read(&written).as_ref(), Ok(&file));
    program(&file.vertex.program);
}

/// Words as a Latte program: refused, or shown and executed; what encodes again reads the same.
pub(crate) fn program(words: &[u32]) {
    let _ = evaluate(words, &[[1.0; 4]; 16], &[[0.5; 4]; 256]);
    let Ok(program) = decode(words) else { return };
    assert!(disasm::disassemble(&program).ends_with("END_OF_PROGRAM\n"));
    if let Ok(again) = encode(&program) {
        assert_eq!(decode(&again), Ok(program));
    }
}

/// A PICA200 shader: refused, or lowered to a program that decodes to what was encoded and executes.
pub(crate) fn lower(code: &[u32], descriptors: &[u32], entry: u32) {
    let lanes = |register| [0, 1, 2, 3].map(|lane| OutputLane { register, lane });
    let outputs = OutputMap { position: lanes(0), colour: lanes(1), texcoord: None };
    let constants = Constants { booleans: 0x5555, integers: [[3, 0, 1, 0]; 4] };
    if let Ok(lowered) = general(code, descriptors, entry, &constants, &outputs) {
        assert_eq!(decode(&lowered.words).as_ref(), Ok(&lowered.program));
        evaluate(&lowered.words, &[[1.0; 4]; 16], &[[0.5; 4]; 256]).expect("executes");
    }
}
