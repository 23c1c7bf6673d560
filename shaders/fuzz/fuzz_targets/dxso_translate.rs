#![no_main]

#[path = "../dxso.rs"]
mod dxso;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dxso::translate(bytes));
