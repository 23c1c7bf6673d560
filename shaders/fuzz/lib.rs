//! What each fuzz target does with its input; the bodies are shared with the property tests of the suite.

mod dxso;
mod gsh;
mod pica;

/// Bytes as a Direct3D shader: decoded, translated, validated.
pub fn dxso_translate(bytes: &[u8]) {
    dxso::translate(bytes);
}

/// Bytes as a Direct3D shader: decoded, executed.
pub fn dxso_interpret(bytes: &[u8]) {
    dxso::interpret(bytes);
}

/// Text as assembly of a Direct3D shader.
pub fn dxso_assemble(text: &str) {
    dxso::assemble(text);
}

/// Bytes as a file of PICA200 shaders.
pub fn pica_shbin(bytes: &[u8]) {
    pica::linked(bytes);
}

/// Bytes as code of a PICA200 shader.
pub fn pica_shader(bytes: &[u8]) {
    pica::shader(bytes);
}

/// Bytes as a GSH file, as a Latte program, and as code of a PICA200 shader that becomes one.
pub fn gsh(bytes: &[u8]) {
    gsh::file(bytes);
    if let Some((code, descriptors, entry)) = pica::code(bytes) {
        gsh::program(&code);
        gsh::lower(&code, &descriptors, entry);
    }
}
