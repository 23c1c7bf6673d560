//! What `retrograph gx2` does: a PICA200 vertex shader as a Latte program, shown or written as a GSH file.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use retrograph_shaders::gx2::gfd::{self, GfdError, ShaderFile};
use retrograph_shaders::gx2::lower::{Constants, LowerError, VertexProgram, general};
use retrograph_shaders::gx2::pixel::{Combine, PixelProgram, pixel};
use retrograph_shaders::gx2::{OutputMap, disasm};
use retrograph_shaders::pica::asm::{self, AssembleError};
use retrograph_shaders::pica::shbin::{self, Binary, Constant, Executable, Kind, ShbinError};

/// Why a shader cannot be compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Gx2ToolError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no SHBIN.
    #[error(transparent)]
    Shbin(#[from] ShbinError),
    /// The file is no assembly either.
    #[error(transparent)]
    Assemble(#[from] AssembleError),
    /// There is no vertex shader in it.
    #[error("the file has no vertex shader")]
    NoVertexShader,
    /// The shader has no Latte form.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The programs do not fit in a file.
    #[error(transparent)]
    Gfd(#[from] GfdError),
}

/// A vertex program with the pixel program that goes with it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The vertex program.
    pub vertex: VertexProgram,
    /// The pixel program: the texture times the colour if there are texture coordinates, else the colour.
    pub pixel: PixelProgram,
}

/// The uniforms that an executable sets itself and that decide its flow.
fn constants(executable: &Executable) -> Constants {
    let mut constants = Constants::default();
    for constant in &executable.constants {
        match *constant {
            Constant::Boolean(index @ 0..16, true) => constants.booleans |= 1 << index,
            Constant::Integer(index @ 0..4, value) => constants.integers[usize::from(index)] = value,
            _ => {}
        }
    }
    constants
}

/// Reads a linked shader file, or assembles.
///
/// # Errors
/// When the bytes are neither.
pub fn parse(bytes: &[u8]) -> Result<Binary, Gx2ToolError> {
    if bytes.starts_with(b"DVLB") {
        return Ok(shbin::read(bytes)?);
    }
    Ok(asm::assemble(&String::from_utf8_lossy(bytes))?)
}

/// Compiles the first vertex shader of a linked file or an assembly text.
///
/// # Errors
/// When there is none, or it has no Latte form.
pub fn compile(bytes: &[u8]) -> Result<Compiled, Gx2ToolError> {
    let binary = parse(bytes)?;
    let executable = binary.executables.iter().find(|executable| executable.kind == Kind::Vertex);
    let executable = executable.ok_or(Gx2ToolError::NoVertexShader)?;
    let outputs = OutputMap::of(executable)?;
    let constants = constants(executable);
    let vertex = general(&binary.code, &binary.descriptors, executable.entry, &constants, &outputs)?;
    let combine = if vertex.has_texcoord { Combine::TextureTimesPrimary } else { Combine::Primary };
    Ok(Compiled { vertex, pixel: pixel(combine)? })
}

/// What the tool prints: sizes, and the programs' text if `assembly`.
pub fn describe(compiled: &Compiled, assembly: bool) -> String {
    let (vertex, pixel) = (&compiled.vertex, &compiled.pixel);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "vertex: {} bytes, {} registers, inputs {:#06x}; pixel: {} bytes, {} registers",
        vertex.words.len() * 4,
        vertex.registers.gprs(),
        vertex.inputs,
        pixel.words.len() * 4,
        pixel.registers.resources & 0xFF,
    );
    if assembly {
        for (name, program) in [("vertex", &vertex.program), ("pixel", &pixel.program)] {
            let _ = write!(text, "\n; {name}\n{}", disasm::disassemble(program));
        }
    }
    text
}

/// Compiles a file, writes a GSH file if asked to, and answers what to print.
///
/// # Errors
/// See [`Gx2ToolError`].
pub fn run(file: &Path, gsh: Option<&Path>, assembly: bool) -> Result<String, Gx2ToolError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| Gx2ToolError::Io { path, source }
    };
    let compiled = compile(&fs::read(file).map_err(io(file))?)?;
    if let Some(out) = gsh {
        let bytes = gfd::write(&ShaderFile::new(&compiled.vertex, &compiled.pixel))?;
        fs::write(out, bytes).map_err(io(out))?;
    }
    Ok(describe(&compiled, assembly))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        .setb b0 true
        .consti twice(1, 0, 1)
        .out place position
        .out colour color
        ifu b0
            mov r0, v1
        .else
            mov r0, c0
        .end
        for twice
            add r0, r0, r0
        .end
        mov place, v0
        mov colour, r0
        end";

    #[test]
    fn assembly_and_linked_files_compile_alike() {
        let from_text = compile(SOURCE.as_bytes()).expect("compiles");
        let bytes = shbin::write(&parse(SOURCE.as_bytes()).expect("assembles")).expect("fits");
        let from_file = compile(&bytes).expect("compiles");
        assert_eq!(from_text.vertex, from_file.vertex);
        let text = describe(&from_file, true);
        assert!(
            text.starts_with(
                "vertex: 768 bytes, 58 registers, inputs 0x0003; pixel: 256 bytes, 1 registers\n"
            ),
            "{text}"
        );
        assert_eq!(text.matches("ADD R17.x").count(), 2, "{text}");
    }

    #[test]
    fn a_gsh_file_is_written() {
        let folder = std::env::temp_dir().join(format!("retrograph-gx2-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (source, out) = (folder.join("a.pica"), folder.join("a.gsh"));
        fs::write(&source, SOURCE).expect("written");
        run(&source, Some(&out), false).expect("compiles");
        let file = gfd::read(&fs::read(&out).expect("written")).expect("reads");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(file.vertex.program, compile(SOURCE.as_bytes()).expect("compiles").vertex.words);
    }

    #[test]
    fn what_cannot_be_compiled_is_named() {
        let error = |source: &str| compile(source.as_bytes()).expect_err("refused").to_string();
        assert_eq!(error("foo"), "line 1: `foo` is no instruction");
        assert_eq!(error(".gsh point\nend"), "the file has no vertex shader");
        assert_eq!(error("end"), "the outputs have no full position");
        assert!(compile(b"DVLB").is_err());
    }
}
