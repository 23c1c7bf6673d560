//! What `retrograph shader` does: show one shader in any language, or check a folder of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use retrograph_shaders::dxso::program::{Program, RegisterFile};
use retrograph_shaders::dxso::{self, AssembleError, FragmentKey, VertexKey};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Stage, Translated, print};

/// A language that a shader can be shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Direct3D's assembly.
    Assembly,
    /// WebGPU's language.
    Wgsl,
    /// Metal's language.
    Msl,
    /// SPIR-V, as words in hexadecimal.
    Spirv,
    /// Direct3D's high-level language.
    Hlsl,
    /// GLSL ES.
    Glsl,
    /// Inputs, outputs, constants and samplers.
    Interface,
}

impl Language {
    /// The languages that GPUs read.
    pub const GPU: [Self; 5] = [Self::Wgsl, Self::Msl, Self::Spirv, Self::Hlsl, Self::Glsl];
}

/// Why a shader cannot be shown or checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShaderToolError {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The shader cannot be decoded, translated or printed.
    #[error("{}: {source}", path.display())]
    Shader {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: ShaderError,
    },
    /// The text is not assembly of a shader.
    #[error("{}: {source}", path.display())]
    Assembly {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: AssembleError,
    },
}

/// Translates with the key of a device in its first state; a vertex shader writes every fixed varying.
///
/// # Errors
/// As the translations.
pub fn translate(program: &Program) -> Result<Translated, ShaderError> {
    match program.version.stage {
        Stage::Vertex => {
            let texcoords = (0..8).map(|index| Semantic::new(Usage::Texcoord, index));
            let colors = (0..2).map(|index| Semantic::new(Usage::Color, index));
            let all = texcoords.chain(colors).chain([Semantic::new(Usage::Fog, 0)]);
            let all: Vec<Varying> =
                all.map(|semantic| Varying { semantic, flat: false, centroid: false }).collect();
            let varyings = Varyings::place(&all, false).map_err(ShaderError::TooManyVaryings)?;
            dxso::translate_vertex(program, &VertexKey { varyings, ..VertexKey::default() })
        }
        Stage::Fragment => dxso::translate_fragment(program, &FragmentKey::default()),
    }
}

/// Shows the shader in the bytes `bytes`.
///
/// # Errors
/// When it cannot be decoded, translated or printed.
pub fn show(bytes: &[u8], language: Language) -> Result<String, ShaderError> {
    let program = dxso::parse(bytes)?;
    if language == Language::Assembly {
        return Ok(dxso::disassemble(&program));
    }
    let translated = translate(&program)?;
    match language {
        Language::Interface => Ok(interface(&program, &translated)),
        language => print_module(&translated, language),
    }
}

/// Reads and shows the shader in a file.
///
/// # Errors
/// When the file cannot be read, or as [`show`].
pub fn show_file(path: &Path, language: Language) -> Result<String, ShaderToolError> {
    let io = |source| ShaderToolError::Io { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(io)?;
    show(&bytes, language).map_err(|source| ShaderToolError::Shader { path: path.to_owned(), source })
}

/// Assembles the text in a file.
fn assembled(path: &Path) -> Result<Vec<u8>, ShaderToolError> {
    let io = |source| ShaderToolError::Io { path: path.to_owned(), source };
    let text = std::fs::read_to_string(path).map_err(io)?;
    dxso::assemble(&text).map_err(|source| ShaderToolError::Assembly { path: path.to_owned(), source })
}

/// Assembles the text in a file and writes the bytecode to another.
///
/// # Errors
/// When a file cannot be read or written, or the text is not a shader.
pub fn assemble_file(path: &Path, out: &Path) -> Result<(), ShaderToolError> {
    let io = |source| ShaderToolError::Io { path: out.to_owned(), source };
    std::fs::write(out, assembled(path)?).map_err(io)
}

/// Assembles the text in a file and shows the shader.
///
/// # Errors
/// As [`assemble_file`] and [`show`].
pub fn show_assembled(path: &Path, language: Language) -> Result<String, ShaderToolError> {
    let shader = |source| ShaderToolError::Shader { path: path.to_owned(), source };
    show(&assembled(path)?, language).map_err(shader)
}

/// Prints a module in a language of GPUs.
fn print_module(translated: &Translated, language: Language) -> Result<String, ShaderError> {
    let module = &translated.module;
    let info = print::validate(module)?;
    match language {
        Language::Msl => print::msl(module, &info),
        Language::Hlsl => print::hlsl(module, &info),
        Language::Glsl => print::glsl(module, &info),
        Language::Spirv => {
            let words = print::spirv(module, &info)?;
            let lines = words.chunks(8).map(|line| {
                let words: Vec<String> = line.iter().map(|word| format!("{word:08x}")).collect();
                words.join(" ") + "\n"
            });
            Ok(lines.collect())
        }
        _ => print::wgsl(module, &info),
    }
}

/// A shader's interface in words, with the names that its compiler left.
fn interface(program: &Program, translated: &Translated) -> String {
    let interface = &translated.interface;
    let mut text = String::new();
    let semantic = |semantic: Semantic| format!("{:?}{}", semantic.usage, semantic.index);
    for input in &interface.inputs {
        let _ = writeln!(text, "input      v{:<3} {}", input.location, semantic(input.semantic));
    }
    if interface.stage == Stage::Fragment {
        for (location, varying) in interface.varyings.iter() {
            let _ = writeln!(text, "varying    {location:<4} {}", semantic(varying.semantic));
        }
    }
    for sampler in &interface.samplers {
        let _ = writeln!(text, "sampler    s{:<3} {:?}", sampler.slot, sampler.kind);
    }
    let _ = writeln!(text, "constants  {} float registers in reach", interface.float_rows);
    for row in &interface.overlay {
        let _ = writeln!(text, "defines    c{:<3} {:08x?}", row.row, row.bits);
    }
    if interface.integer_constants {
        let _ = writeln!(text, "constants  integers and booleans");
    }
    for constant in &program.constant_table {
        let prefix = match constant.file {
            RegisterFile::ConstBool => 'b',
            RegisterFile::ConstInt => 'i',
            RegisterFile::Sampler => 's',
            _ => 'c',
        };
        let register = format!("{prefix}{}", constant.register);
        let _ = writeln!(text, "name       {register:<4} {} ({} registers)", constant.name, constant.count);
    }
    if interface.stage == Stage::Fragment {
        let written = (0..8).filter(|slot| interface.color_outputs >> slot & 1 != 0);
        for slot in written {
            let _ = writeln!(text, "output     oC{slot}");
        }
        if interface.writes_depth {
            let _ = writeln!(text, "output     oDepth");
        }
    }
    text
}

/// How many shaders of a folder passed, and what the others failed with.
#[derive(Debug, Default)]
pub struct Checked {
    /// Shaders that were decoded, translated, validated and printed in every language.
    pub passed: usize,
    /// Shaders of the model that was to be left out.
    pub left_out: usize,
    /// The others, with the reason.
    pub failures: Vec<(PathBuf, String)>,
}

/// Checks every `*.dxso` in `folder` and the folders in it, in the order of their paths; those whose model's name
/// begins with `except`, such as `ps_1`, are left out.
///
/// # Errors
/// When a folder cannot be read, or there is no shader in it.
pub fn check(folder: &Path, except: Option<&str>) -> Result<Checked, ShaderToolError> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    if paths.is_empty() {
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, "no *.dxso in it");
        return Err(ShaderToolError::Io { path: folder.to_owned(), source });
    }
    let mut checked = Checked::default();
    for path in paths {
        match check_file(&path, except) {
            Ok(true) => checked.passed += 1,
            Ok(false) => checked.left_out += 1,
            Err(reason) => checked.failures.push((path, reason)),
        }
    }
    Ok(checked)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), ShaderToolError> {
    let io = |source| ShaderToolError::Io { path: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let path = entry.path();
        if entry.file_type().map_err(io)?.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "dxso") {
            paths.push(path);
        }
    }
    Ok(())
}

/// False when the shader is of a model that is left out.
fn check_file(path: &Path, except: Option<&str>) -> Result<bool, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let program = dxso::parse(&bytes).map_err(|error| error.to_string())?;
    // The assembly opens with the model's name.
    if except.is_some_and(|model| dxso::disassemble(&program).starts_with(model)) {
        return Ok(false);
    }
    let translated = translate(&program).map_err(|error| error.to_string())?;
    for language in Language::GPU {
        print_module(&translated, language).map_err(|error| error.to_string())?;
    }
    Ok(true)
}
