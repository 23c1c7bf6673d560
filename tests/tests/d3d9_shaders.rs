//! Direct3D 9 shaders by value: what instructions compute, how stages link, on a real adapter, in both threading modes.

#![allow(clippy::duplicate_mod, reason = "every test runs in both threading modes")]

#[path = "d3d9_shaders"]
mod inline {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Inline;

    mod assemble;
    mod constants;
    mod ends;
    mod flow;
    mod instructions;
    mod linkage;
    mod model1;
    mod points;
    mod samplers;
    mod software;
    mod support;
    mod textures;
}

#[path = "d3d9_shaders"]
mod pipelined {
    use retrograph_d3d9::render::Threading;

    /// Where frames are executed.
    pub(crate) const THREADING: Threading = Threading::Pipelined;

    mod assemble;
    mod constants;
    mod ends;
    mod flow;
    mod instructions;
    mod linkage;
    mod model1;
    mod points;
    mod samplers;
    mod software;
    mod support;
    mod textures;
}
