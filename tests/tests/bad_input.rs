//! Bad input: the documented error, nothing changed, no panic, and nothing that the GPU refuses.

#![allow(clippy::duplicate_mod, reason = "every test runs in both threading modes")]

#[path = "bad_input"]
mod inline {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Inline;

    mod calls;
    mod scripts;
    mod shaders;
    mod support;
}

#[path = "bad_input"]
mod pipelined {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Pipelined;

    mod calls;
    mod scripts;
    mod shaders;
    mod support;
}
