//! Any bytes as changes to a scene for the bounded renderer.
#![no_main]

#[path = "../../tests/random/scene_body.rs"]
mod scene_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| scene_body::scene(bytes));
