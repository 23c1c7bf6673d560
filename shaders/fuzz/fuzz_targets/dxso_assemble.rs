#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| retrograph_shaders_fuzz::dxso_assemble(text));
