//! Random bytes as execute buffers and as calls: no panic, no hang, nothing outside the guest's memory. The fuzz targets in
//! `fuzz/` share the bodies.

mod dispatch_body;
mod execute_body;
#[path = "../viewports/guest.rs"]
#[allow(dead_code, reason = "tests share this file, and each uses a part of it")]
mod guest;

use proptest::prelude::*;

/// Bytes of which most are small, as opcodes, counts and enumerations are.
fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![3 => 0u8..16, 1 => any::<u8>()];
    prop::collection::vec(byte, 0..longest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(8), ..ProptestConfig::default() })]

    #[test]
    fn buffers_of_anything_are_executed(bytes in bytes(1500)) {
        execute_body::execute(&bytes);
    }

    #[test]
    fn calls_of_anything_are_answered(bytes in bytes(1500)) {
        dispatch_body::calls(&bytes);
    }
}
