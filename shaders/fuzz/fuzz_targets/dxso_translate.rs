#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| retrograph_shaders_fuzz::dxso_translate(bytes));
