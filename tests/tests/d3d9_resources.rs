//! Resources of the Direct3D 9 facade, by bytes, on a real adapter.

#[path = "d3d9_resources/answers.rs"]
mod answers;
#[path = "d3d9_resources/copies.rs"]
mod copies;
#[path = "d3d9_resources/creation.rs"]
mod creation;
#[path = "d3d9_resources/draws.rs"]
mod draws;
#[path = "d3d9_resources/formats.rs"]
mod formats;
#[path = "d3d9_resources/locks.rs"]
mod locks;
#[path = "d3d9_resources/model.rs"]
mod model;
#[path = "d3d9_resources/random.rs"]
mod random;
#[path = "d3d9_resources/support.rs"]
mod support;
#[path = "d3d9_resources/updates.rs"]
mod updates;
