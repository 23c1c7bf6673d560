//! How many registers of each file each shader model has.

use super::program::{Register, RegisterFile, Version};
use crate::interface::Stage;

/// Instructions in a shader, with subroutines counted at every call: the slots of the largest model.
pub(super) const INSTRUCTIONS: u32 = 32_768;
/// Nesting of `if`, `loop` and `rep` in one subroutine: the models' own limit for dynamic flow.
pub(super) const FLOW_DEPTH: usize = 24;
/// Nesting of calls, of all models that have them.
pub(super) const CALL_DEPTH: usize = 4;

/// How many registers `file` has in `version`; zero means that the model lacks the file.
///
/// Software profiles (`_sw`) get their larger banks. Labels are numbered freely: drivers never looked.
#[must_use]
pub fn registers(version: Version, file: RegisterFile) -> u16 {
    match version.stage {
        Stage::Vertex => vertex(version, file),
        Stage::Fragment => fragment(version, file),
    }
}

/// Whether the model is one of the software profiles.
const fn is_software(version: Version) -> bool {
    version.minor == 0xFF
}

fn vertex(version: Version, file: RegisterFile) -> u16 {
    let model2 = u16::from(version.major == 2);
    let model3 = u16::from(version.major == 3);
    let from2 = u16::from(version.major >= 2);
    let from2x = u16::from((version.major, version.minor) > (2, 0));
    match file {
        RegisterFile::Temp => 12 + 20 * from2x,
        RegisterFile::Input => 16,
        RegisterFile::Const if is_software(version) => 8192,
        RegisterFile::Const => 256,
        RegisterFile::Address => 1,
        RegisterFile::RasterOut => 3 * (1 - model3),
        RegisterFile::AttributeOut => 2 * (1 - model3),
        RegisterFile::TexcoordOut => 8 * (1 - model3),
        RegisterFile::Output if is_software(version) => 16 * model3,
        RegisterFile::Output => 12 * model3,
        RegisterFile::ConstInt | RegisterFile::ConstBool if is_software(version) => 2048,
        RegisterFile::ConstInt | RegisterFile::ConstBool => 16 * from2,
        RegisterFile::Sampler => 4 * model3,
        RegisterFile::Loop => model2 | model3,
        RegisterFile::Label => 2048 * from2,
        RegisterFile::Predicate => from2x,
        RegisterFile::Texture | RegisterFile::ColorOut | RegisterFile::DepthOut | RegisterFile::Misc => 0,
    }
}

fn fragment(version: Version, file: RegisterFile) -> u16 {
    let model = (version.major, version.minor);
    let from2 = u16::from(version.major >= 2);
    let from2x = u16::from(model > (2, 0));
    let model3 = u16::from(version.major == 3);
    match (file, model) {
        (RegisterFile::Temp, (1, 0..=3)) => 2,
        (RegisterFile::Temp, (1, _)) => 6,
        (RegisterFile::Temp, _) => 12 + 20 * from2x,
        (RegisterFile::Input, _) => 2 + 8 * model3,
        (RegisterFile::Texture, (1, 0..=3)) => 4,
        (RegisterFile::Texture, (1, _)) => 6,
        (RegisterFile::Texture, _) => 8 * (1 - model3),
        (RegisterFile::Const, _) if is_software(version) => 8192,
        (RegisterFile::Const, (1, _)) => 8,
        (RegisterFile::Const, (2, _)) => 32,
        (RegisterFile::Const, _) => 224,
        (RegisterFile::ConstInt | RegisterFile::ConstBool, _) => 16 * from2,
        (RegisterFile::Sampler, (1, 0..=3)) => 4,
        (RegisterFile::Sampler, (1, _)) => 6,
        (RegisterFile::Sampler, _) => 16,
        (RegisterFile::ColorOut, _) => 4 * from2,
        (RegisterFile::DepthOut, _) => from2,
        (RegisterFile::Loop, _) => model3,
        (RegisterFile::Misc, _) => 2 * model3,
        (RegisterFile::Label, _) => 2048 * from2x,
        (RegisterFile::Predicate, _) => from2x,
        (
            RegisterFile::Address
            | RegisterFile::RasterOut
            | RegisterFile::AttributeOut
            | RegisterFile::TexcoordOut
            | RegisterFile::Output,
            _,
        ) => 0,
    }
}

/// Whether `register` and the `rows - 1` registers after it exist in `version`.
pub(super) fn contains(version: Version, register: Register, rows: u16) -> bool {
    u32::from(register.number) + u32::from(rows) <= u32::from(registers(version, register.file))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn model(stage: Stage, major: u8, minor: u8) -> Version {
        Version { stage, major, minor }
    }

    #[test]
    fn counts_follow_the_register_table() {
        let rows = [
            // stage, model, r, v, t, c, i, s
            (model(Stage::Vertex, 1, 1), [12, 16, 0, 256, 0, 0]),
            (model(Stage::Vertex, 2, 0), [12, 16, 0, 256, 16, 0]),
            (model(Stage::Vertex, 2, 1), [32, 16, 0, 256, 16, 0]),
            (model(Stage::Vertex, 3, 0), [32, 16, 0, 256, 16, 4]),
            (model(Stage::Vertex, 3, 0xFF), [32, 16, 0, 8192, 2048, 4]),
            (model(Stage::Fragment, 1, 1), [2, 2, 4, 8, 0, 4]),
            (model(Stage::Fragment, 1, 4), [6, 2, 6, 8, 0, 6]),
            (model(Stage::Fragment, 2, 0), [12, 2, 8, 32, 16, 16]),
            (model(Stage::Fragment, 2, 1), [32, 2, 8, 32, 16, 16]),
            (model(Stage::Fragment, 3, 0), [32, 10, 0, 224, 16, 16]),
        ];
        let files = [
            RegisterFile::Temp,
            RegisterFile::Input,
            RegisterFile::Texture,
            RegisterFile::Const,
            RegisterFile::ConstInt,
            RegisterFile::Sampler,
        ];
        for (version, expected) in rows {
            let counts = files.map(|file| registers(version, file));
            assert_eq!(counts, expected, "{version:?}");
        }
    }

    #[test]
    fn matrices_need_all_their_rows() {
        let version = model(Stage::Vertex, 1, 1);
        let row = |number| Register { file: RegisterFile::Const, number };
        assert!(contains(version, row(252), 4));
        assert!(!contains(version, row(253), 4));
    }
}
