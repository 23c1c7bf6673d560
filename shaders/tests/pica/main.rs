//! PICA200 shaders.

mod arithmetic;
mod control;
mod encoding;
mod files;
mod linear;
mod machine;
mod random;
mod rational;
mod table;
mod values;
