//! The execution boundary of the bounded renderer: a test for each rule.

mod fixture;
mod limits;
mod memory;
mod raster;
mod refused;
mod staging;
mod texture;
mod upload;
mod vertex;
