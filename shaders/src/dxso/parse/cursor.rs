//! A position in the token stream.

use crate::error::ShaderError;

/// Reads little-endian tokens from bytes of any length and alignment.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    /// In tokens.
    at: usize,
    /// In tokens; tokens from here on are not this cursor's.
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the first token; a partial token at the end does not count.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, end: bytes.len() / 4 }
    }

    /// The number of the next token. Shaders beyond 4 Gi tokens do not fit in the limits of any model.
    pub(super) fn offset(&self) -> u32 {
        u32::try_from(self.at).unwrap_or(u32::MAX)
    }

    /// Whether no token is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<u32, ShaderError> {
        if self.is_empty() {
            return Err(ShaderError::Truncated { offset: self.offset() });
        }
        let token = self.bytes[self.at * 4..].first_chunk();
        let token = token.ok_or(ShaderError::Truncated { offset: self.offset() })?;
        self.at += 1;
        Ok(u32::from_le_bytes(*token))
    }

    /// Skips `count` tokens and returns their bytes.
    pub(super) fn skip(&mut self, count: usize) -> Result<&'a [u8], ShaderError> {
        let window = self.window(count)?;
        Ok(&window.bytes[window.at * 4..window.end * 4])
    }

    /// Splits off a cursor over the next `count` tokens and moves behind them.
    pub(super) fn window(&mut self, count: usize) -> Result<Self, ShaderError> {
        let end = self.at + count;
        if end > self.end {
            return Err(ShaderError::Truncated { offset: u32::try_from(self.end).unwrap_or(u32::MAX) });
        }
        let window = Self { bytes: self.bytes, at: self.at, end };
        self.at = end;
        Ok(window)
    }
}
