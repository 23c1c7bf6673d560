//! Errors of the bounded path.

use retrograph_shaders::pica::ExactError;

use super::backend::BackendError;
use super::{MemoryError, Report};
use crate::list::ListError;
use crate::registers::Register;

/// Why a list was refused. `offset` counts words from the start of the list: that of the value at fault, or of the value
/// that started the draw whose state is at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The words are no list.
    #[error(transparent)]
    List(#[from] ListError),
    /// Spans or target are refused.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// No write to `FINALIZE` ended the list.
    #[error("the list of {words} words ends without FINALIZE")]
    Unfinished {
        /// The list's size.
        words: usize,
    },
    /// A register, or its value, is outside what the bounded path supports.
    #[error("word {offset}: {register} = {value:#010x}: {problem}")]
    Register {
        /// See [`SceneError`].
        offset: u32,
        /// The register.
        register: Register,
        /// The value written, or the register's value at the draw.
        value: u32,
        /// What is not supported.
        problem: &'static str,
    },
    /// A port or a trigger is written in part.
    #[error("word {offset}: {register} = {value:#010x}: written with byte mask {mask:#x}")]
    Mask {
        /// See [`SceneError`].
        offset: u32,
        /// The register.
        register: Register,
        /// The value written.
        value: u32,
        /// The mask.
        mask: u8,
    },
    /// More was uploaded or drawn than fits.
    #[error("word {offset}: {register} = {value:#010x}: no room beyond {limit} {what}")]
    Limit {
        /// See [`SceneError`].
        offset: u32,
        /// The register.
        register: Register,
        /// The value written.
        value: u32,
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: u32,
    },
    /// A stream of words ends within a vector.
    #[error("word {offset}: {register} has {words} words of an unfinished vector")]
    Incomplete {
        /// See [`SceneError`].
        offset: u32,
        /// The first port of the stream.
        register: Register,
        /// How many words are there.
        words: u32,
    },
    /// Something lies outside the spans.
    #[error("word {offset}: {what} at {address:#010x}, {bytes} bytes, lies outside the spans")]
    Outside {
        /// See [`SceneError`].
        offset: u32,
        /// What was to be read.
        what: &'static str,
        /// Its physical address.
        address: u64,
        /// Its size.
        bytes: u64,
    },
    /// The program is not one of the exact subset.
    #[error("word {offset}: {error}")]
    Program {
        /// See [`SceneError`].
        offset: u32,
        /// What the evaluator says.
        error: ExactError,
    },
    /// A vertex leaves the numbers of the exact subset.
    #[error("word {offset}: vertex {vertex}: {error}")]
    Shader {
        /// See [`SceneError`].
        offset: u32,
        /// The vertex, counted within the draw.
        vertex: u32,
        /// What the evaluator says.
        error: ExactError,
    },
    /// A vertex's output is outside what the bounded path supports.
    #[error("word {offset}: vertex {vertex}: {output} is {}, {problem}", Shown(*value))]
    Output {
        /// See [`SceneError`].
        offset: u32,
        /// The vertex, counted within the draw.
        vertex: u32,
        /// Which output.
        output: &'static str,
        /// Its value, if it was written.
        value: Option<f32>,
        /// What is not supported.
        problem: &'static str,
    },
    /// The vertices of a triangle have different colours.
    #[error("word {offset}: the vertices of triangle {triangle} have different colours")]
    VaryingColor {
        /// See [`SceneError`].
        offset: u32,
        /// The triangle, counted within the draw.
        triangle: u32,
    },
    /// The backend failed, or drew something else.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

struct Shown(Option<f32>);

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(value) => write!(f, "{value:?}"),
            None => f.write_str("undefined"),
        }
    }
}

/// A refused list: the error, and what had been attempted before it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What went wrong.
    pub error: Box<SceneError>,
    /// What had been staged when it did; none of it was committed.
    pub report: Report,
}
