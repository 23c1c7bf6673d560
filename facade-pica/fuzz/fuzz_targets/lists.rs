//! Any bytes as a command list, parsed, followed and inspected.
#![no_main]

#[path = "../../tests/random/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::list(bytes));
