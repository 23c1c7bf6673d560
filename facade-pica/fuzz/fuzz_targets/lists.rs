//! Any bytes as a command list, parsed, followed and inspected.
#![no_main]

#[path = "../../tests/random/list_body.rs"]
mod list_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| list_body::list(bytes));
