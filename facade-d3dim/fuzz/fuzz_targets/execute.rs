//! Any bytes as an execute buffer, executed twice.
#![no_main]

#[path = "../../tests/viewports/guest.rs"]
#[allow(dead_code, reason = "tests share this file, and each uses a part of it")]
mod guest;
#[path = "../../tests/random/execute_body.rs"]
mod execute_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| execute_body::execute(bytes));
