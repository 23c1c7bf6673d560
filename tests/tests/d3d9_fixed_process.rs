//! `ProcessVertices`: vertices processed on the CPU, read back by value and drawn.

#[path = "d3d9_fixed_process/answers.rs"]
mod answers;
#[path = "d3d9_fixed_process/fixed.rs"]
mod fixed;
#[path = "d3d9_fixed_process/shaders.rs"]
mod shaders;
#[path = "d3d9_fixed_process/support.rs"]
mod support;
