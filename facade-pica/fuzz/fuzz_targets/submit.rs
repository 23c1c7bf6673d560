//! Any bytes as writes between draws of the general renderer.
#![no_main]

#[path = "../../tests/random/submit_body.rs"]
mod submit_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| submit_body::submit(bytes));
