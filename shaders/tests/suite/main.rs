//! Tests of the crate as a whole, most of them on the corpus of real shaders in `tests/corpus`.

mod assembly;
mod corpus;
mod disassembly;
mod files;
mod fixed;
mod fixed_vertex;
mod fuzz;
mod languages;
mod properties;
mod size;
mod translate;
#[cfg(feature = "validators")]
mod validators;
