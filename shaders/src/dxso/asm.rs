//! Assembly text to bytes: the syntax of Direct3D's own assembler, which [`disassemble`](super::disassemble) writes.

mod line;
mod number;
mod operand;
mod scan;
mod word;

use super::encode;
use super::parse;
use super::program::Version;
use super::token::END;
use crate::error::ShaderError;
use crate::interface::Stage;

/// Why a text is not a shader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleError {
    /// The text does not follow the syntax.
    #[error("{what} at line {line}, column {column}")]
    Syntax {
        /// The line, from 1.
        line: u32,
        /// The column, from 1, in bytes.
        column: u32,
        /// What is wrong there.
        what: &'static str,
    },
    /// The shader model does not allow what the text says.
    #[error("line {line}: {source}")]
    Shader {
        /// The line, from 1.
        line: u32,
        /// What the decoder says of the tokens.
        source: ShaderError,
    },
}

/// Assembles a shader of any model.
///
/// The first line names the model (`vs_3_0`, `ps_2_x`, `vs_2_sw`), each further line has at most one instruction.
/// `//` and `;` begin a comment, `/*` and `*/` enclose one. Lanes are `xyzw` or `rgba`. Floats may also be
/// `1.#INF`, `1.#QNAN` or raw bits (`0x7fc00001`). Instructions are encoded as written; in particular `sub` stays
/// `sub`, where Direct3D's assembler makes an addition of it.
///
/// ```
/// let bytes = retrograph_shaders::dxso::assemble("ps_2_0\n mov oC0, c0 // a constant colour\n")?;
/// assert_eq!(bytes.len(), 5 * 4);
/// # Ok::<(), retrograph_shaders::dxso::AssembleError>(())
/// ```
///
/// # Errors
/// Names the line, and the column or what the decoder found. What this function returns always parses.
pub fn assemble(text: &str) -> Result<Vec<u8>, AssembleError> {
    let text = without_comments(text);
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let missing = AssembleError::Syntax { line: 1, column: 1, what: "the shader model is missing" };
    let (number, first) = lines.next().ok_or(missing)?;
    let unknown = AssembleError::Syntax { line: number, column: 1, what: "an unknown shader model" };
    let version = version(first.trim()).ok_or(unknown)?;
    let mut tokens = vec![encode::version_token(version)];
    let mut starts = vec![(0u32, number)];
    for (number, text) in lines {
        let offset = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        starts.push((offset, number));
        let instruction = line::instruction(version, number, text, offset)?;
        encode::instruction(version, &instruction, &mut tokens);
    }
    tokens.push(END.into());
    let bytes: Vec<u8> = tokens.into_iter().flat_map(u32::to_le_bytes).collect();
    match parse(&bytes) {
        Ok(_) => Ok(bytes),
        Err(source) => Err(AssembleError::Shader { line: line_of(&source, &starts), source }),
    }
}

/// The line of the instruction that an error names.
fn line_of(error: &ShaderError, starts: &[(u32, u32)]) -> u32 {
    let offset = error.offset().unwrap_or(0);
    starts.iter().rev().find(|(start, _)| *start <= offset).map_or(1, |(_, line)| *line)
}

/// The model that a name stands for.
fn version(name: &str) -> Option<Version> {
    let name = name.to_ascii_lowercase().replace('.', "_");
    let mut parts = name.split('_');
    let stage = match parts.next()? {
        "vs" => Stage::Vertex,
        "ps" => Stage::Fragment,
        _ => return None,
    };
    let major = parts.next()?.parse().ok()?;
    let minor = match parts.next()? {
        "sw" => 0xFF,
        // All that the compiler's profiles for certain cards differ in is what it may use.
        "x" | "a" | "b" if major == 2 => 1,
        minor => minor.parse().ok()?,
    };
    if parts.next().is_some() {
        return None;
    }
    let version = Version { stage, major, minor };
    super::token::version(encode::version_token(version))
}

/// The text with comments blanked; lines and columns stay.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let length = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if rest.starts_with("//") || rest.starts_with(';') {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            plain.push_str(&rest[..next]);
            rest = &rest[next..];
            continue;
        };
        let blanks = rest[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' });
        plain.extend(blanks);
        rest = &rest[length..];
    }
    plain
}

#[cfg(test)]
mod tests;
