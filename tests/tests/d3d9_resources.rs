//! Resources of the Direct3D 9 facade, by bytes, on a real adapter, in both threading modes.

#![allow(clippy::duplicate_mod, reason = "every test runs in both threading modes")]
#![allow(clippy::needless_pass_by_value, reason = "results are asked once, devices end with their test")]

#[path = "d3d9_resources"]
mod inline {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Inline;

    mod answers;
    mod copies;
    mod creation;
    mod draws;
    mod formats;
    mod locks;
    mod model;
    mod random;
    mod reset;
    mod support;
    mod updates;
}

#[path = "d3d9_resources"]
mod pipelined {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Pipelined;

    mod answers;
    mod copies;
    mod creation;
    mod draws;
    mod formats;
    mod locks;
    mod model;
    mod random;
    mod reset;
    mod support;
    mod updates;
}
