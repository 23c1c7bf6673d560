//! PICA200 shaders.

mod arithmetic;
mod linear;
mod rational;
