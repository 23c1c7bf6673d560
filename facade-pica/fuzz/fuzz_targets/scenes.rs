//! Any bytes as changes to a scene for the bounded renderer.
#![no_main]

#[path = "../../tests/random/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::scene(bytes));
