//! Drawing the checked draws elsewhere as well, and comparing every byte.

use retrograph_shaders::pica::exact::{LinearProgram, Vector};

use super::{Cull, Outputs, Scissor, ShaderUnit, Target, Texture, Viewport};

/// Something else that draws scenes. Calls are synchronous: `begin`, then a `draw` for each draw, then `end`.
///
/// Whatever fails after `begin` was called, `abort` is the last call.
pub trait Backend {
    /// Takes the target as it is before the list: its layout and all of its bytes.
    ///
    /// # Errors
    /// Whatever keeps the backend from drawing.
    fn begin(&mut self, target: &Target) -> Result<(), BackendFault>;

    /// Draws one draw, all of whose vertices the exact evaluator has accepted.
    ///
    /// # Errors
    /// Whatever keeps the backend from drawing.
    fn draw(&mut self, draw: &SceneDraw<'_>) -> Result<(), BackendFault>;

    /// Completes the draws and reads the whole target back: rows from the bottom up, padding and trailing bytes included.
    ///
    /// # Errors
    /// Whatever keeps the backend from reading.
    fn end(&mut self, bytes: &mut [u8]) -> Result<(), BackendFault>;

    /// Drops what was begun.
    fn abort(&mut self);
}

/// A draw as the guest asked for it: original inputs and state, nothing evaluated.
#[derive(Clone, Copy, Debug)]
pub struct SceneDraw<'a> {
    /// The draw, counted within the list.
    pub index: u32,
    /// The program, decoded.
    pub program: &'a LinearProgram,
    /// Code words, descriptors and uniforms as they were uploaded.
    pub unit: &'a ShaderUnit,
    /// The inputs of each vertex, complete triangles.
    pub vertices: &'a [[Vector; 16]],
    /// Which outputs are what.
    pub outputs: Outputs,
    /// Where clip space goes.
    pub viewport: Viewport,
    /// Which triangles are left out.
    pub cull: Cull,
    /// Which pixels are kept.
    pub scissor: Scissor,
    /// The texture, if the draw has one.
    pub texture: Option<Texture<'a>>,
    /// Whether the texture is multiplied by the primary colour.
    pub modulate: bool,
}

/// Why a backend could not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendFault {
    /// There is no memory for something.
    #[error("no memory for {0}")]
    OutOfMemory(&'static str),
    /// The backend does not have something that the bounded path has.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// The device did not do what it was told.
    #[error("the device failed to {0}")]
    Device(&'static str),
}

/// Why a list that a backend drew was not committed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// The backend did not begin.
    #[error("backend: begin: {0}")]
    Begin(BackendFault),
    /// The backend did not draw.
    #[error("backend: draw {index}: {fault}")]
    Draw {
        /// The draw, counted within the list.
        index: u32,
        /// What it says.
        fault: BackendFault,
    },
    /// The backend did not end.
    #[error("backend: end: {0}")]
    End(BackendFault),
    /// The backend's target has another byte than the reference.
    #[error("backend: byte {at} is {found:#04x}, not {expected:#04x}; {different} bytes differ")]
    Mismatch {
        /// The first byte that differs, counted from the target's start.
        at: usize,
        /// The reference's byte.
        expected: u8,
        /// The backend's byte.
        found: u8,
        /// How many bytes differ.
        different: usize,
    },
}

/// Compares the backend's bytes with the staged ones.
pub(super) fn compare(expected: &[u8], found: &[u8]) -> Result<(), BackendError> {
    let mut differing = expected.iter().zip(found).enumerate().filter(|(_, (a, b))| a != b);
    match differing.next() {
        None => Ok(()),
        Some((at, (&expected, &found))) => {
            Err(BackendError::Mismatch { at, expected, found, different: 1 + differing.count() })
        }
    }
}
