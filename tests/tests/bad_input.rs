//! Bad input: the documented error, nothing changed, no panic, and nothing that the GPU refuses.

#[path = "bad_input/calls.rs"]
mod calls;
#[path = "bad_input/scripts.rs"]
mod scripts;
#[path = "bad_input/shaders.rs"]
mod shaders;
#[path = "bad_input/support.rs"]
mod support;
