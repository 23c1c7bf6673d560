//! What old programs relied on, a test each: objects, keys, lights, states, clears and draws of devices 1 to 3.

mod d3dim_rows {
    mod clears;
    mod draws;
    #[path = "../d3dim_devices/guest.rs"]
    #[allow(dead_code, reason = "tests share this file, and each uses a part of it")]
    mod guest;
    mod keys;
    mod lights;
    mod objects;
    mod states;
    mod tools;
}
