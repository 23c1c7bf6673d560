//! Generated stages: keys, trees, and every module in five languages.

mod flow;
mod fragment_key;
mod vertex_key;

use super::asm::assemble;
use super::interp::Program;
use crate::interface::Translated;
use crate::print;

/// Validates a module, prints it in all languages, and answers WGSL.
fn printed(translated: &Translated) -> String {
    let info = print::validate(&translated.module).expect("valid");
    let module = &translated.module;
    print::msl(module, &info).expect("MSL");
    print::hlsl(module, &info).expect("HLSL");
    print::glsl(module, &info).expect("GLSL");
    assert!(!print::spirv(module, &info).expect("SPIR-V").is_empty());
    print::wgsl(module, &info).expect("WGSL")
}
