//! Legacy GPU shaders to naga IR.
//!
//! ```text
//! dxso bytes -> dxso::parse -> Program -+-> dxso::translate(key) -> Translated { module, interface }
//! fixed-function key --------------------> fixed::{vertex, fragment} -^          |
//!                                                                                v
//!                                                    print::{wgsl, msl, spirv, hlsl, glsl}
//! ```

pub mod binding;
mod build;
pub mod dxso;
mod error;
pub mod fixed;
pub mod interface;
pub mod print;
pub mod varyings;

pub use error::ShaderError;
pub use interface::{ShaderInterface, Stage, Translated};
pub use naga;
