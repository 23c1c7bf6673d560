#![no_main]

#[path = "../pica.rs"]
mod pica;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pica::shader(bytes));
