//! Rasterizer and output merger of the Direct3D 9 facade, by pixels, on a real adapter, in both threading modes.

#![allow(clippy::duplicate_mod, reason = "every test runs in both threading modes")]

#[path = "d3d9_output"]
mod inline {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Inline;

    mod allowed;
    mod alpha;
    mod borders;
    mod clip;
    mod invalid;
    mod random;
    mod second_source;
    mod states;
    mod support;
    mod tolerance;
}

#[path = "d3d9_output"]
mod pipelined {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Pipelined;

    mod allowed;
    mod alpha;
    mod borders;
    mod clip;
    mod invalid;
    mod random;
    mod second_source;
    mod states;
    mod support;
    mod tolerance;
}
