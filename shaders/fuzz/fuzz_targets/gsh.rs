#![no_main]

#[path = "../gsh.rs"]
mod gsh;
#[path = "../pica.rs"]
mod pica;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gsh::file(bytes);
    if let Some((code, descriptors, entry)) = pica::code(bytes) {
        gsh::program(&code);
        gsh::lower(&code, &descriptors, entry);
    }
});
