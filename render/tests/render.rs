//! Everything that needs a device, in one program, in both threading modes.

#![allow(clippy::duplicate_mod, reason = "every test runs in both threading modes")]

#[path = "."]
mod inline {
    use retrograph_render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Inline;

    mod capture;
    mod common;
    mod device;
    mod first_light;
    mod geometry;
    mod graph;
    mod present;
    mod retire;
    mod rewrites;
    mod state;
    mod transfer;
    mod uploads;
}

#[path = "."]
mod pipelined {
    use retrograph_render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Pipelined;

    mod capture;
    mod common;
    mod device;
    mod first_light;
    mod geometry;
    mod graph;
    mod present;
    mod retire;
    mod rewrites;
    mod state;
    mod transfer;
    mod uploads;
}
