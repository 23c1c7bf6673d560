#![no_main]

#[path = "../dxso.rs"]
mod dxso;

libfuzzer_sys::fuzz_target!(|text: &str| dxso::assemble(text));
