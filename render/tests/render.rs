//! Everything that needs a device, in one program.

mod common;
mod first_light;
mod state;
mod transfer;
mod graph;
