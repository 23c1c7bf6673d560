//! PICA200 shaders as Latte programs.

mod encoding;
mod files;
mod general;
mod golden;
mod linear;
mod random;
