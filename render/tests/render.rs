//! Everything that needs a device, in one program.

mod common;
mod device;
mod first_light;
mod geometry;
mod graph;
mod state;
mod transfer;
