//! Any bytes as calls of the guest dispatcher.
#![no_main]

#[path = "../../tests/viewports/guest.rs"]
#[allow(dead_code, reason = "tests share this file, and each uses a part of it")]
mod guest;
#[path = "../../tests/random/dispatch_body.rs"]
mod dispatch_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dispatch_body::calls(bytes));
