//! What running a script gives: a status, the calls that failed, and the bytes read back.

use std::fmt;
use std::path::Path;

use super::error::BatteryError;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// All commands were executed and everything was read.
    Ok,
    /// Something that the script needs is not supported; the reason.
    Unsupported(String),
    /// The script is malformed, or the GPU refused what it was given; the reason.
    Error(String),
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => out.write_str("ok"),
            Self::Unsupported(reason) => write!(out, "unsupported {reason}"),
            Self::Error(reason) => write!(out, "error {reason}"),
        }
    }
}

/// A command that returned a failure code. It prints as the index of a battery writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// The command's place in the script.
    pub index: usize,
    /// The command's name.
    pub op: String,
    /// The failure code.
    pub hresult: u32,
}

impl fmt::Display for FailedCall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {:08x}", self.index, self.op, self.hresult)
    }
}

/// The outcome of one script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the run ended.
    pub status: Status,
    /// The calls that failed, in order.
    pub failed_calls: Vec<FailedCall>,
    /// Everything read, concatenated; empty unless the status is [`Status::Ok`].
    pub bytes: Vec<u8>,
    /// How many fixed-function vertex and pixel stages were made.
    pub stages: [usize; 2],
}

impl Outcome {
    /// Writes `NAME.txt`, and `NAME.bin` when there is a result, into `folder`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> Result<(), BatteryError> {
        let status = self.status.to_string().replace('\n', " ");
        let calls: String = self.failed_calls.iter().map(|call| format!("hr {call}\n")).collect();
        write_file(&folder.join(format!("{name}.txt")), format!("status {status}\n{calls}").as_bytes())?;
        if self.status == Status::Ok {
            write_file(&folder.join(format!("{name}.bin")), &self.bytes)?;
        }
        Ok(())
    }
}

/// Writes a file, naming it in the error.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), BatteryError> {
    std::fs::write(path, bytes).map_err(|source| BatteryError::Io { path: path.to_owned(), source })
}
