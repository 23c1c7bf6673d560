//! Direct3D 9 shaders by value: what instructions compute, how stages link, on a real adapter.

#[path = "d3d9_shaders/assemble.rs"]
mod assemble;
#[path = "d3d9_shaders/constants.rs"]
mod constants;
#[path = "d3d9_shaders/flow.rs"]
mod flow;
#[path = "d3d9_shaders/instructions.rs"]
mod instructions;
#[path = "d3d9_shaders/linkage.rs"]
mod linkage;
#[path = "d3d9_shaders/support.rs"]
mod support;
#[path = "d3d9_shaders/textures.rs"]
mod textures;
