//! A position in a line.

use super::AssembleError;

/// What is left of a line, and where that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'a> {
    /// The line's number, from 1.
    number: u32,
    line: &'a str,
    /// What is still to be read: an end of `line`.
    pub(super) rest: &'a str,
}

impl<'a> Scan<'a> {
    pub(super) const fn new(number: u32, line: &'a str) -> Self {
        Self { number, line, rest: line }
    }

    /// An error at this place.
    pub(super) fn error(&self, what: &'static str) -> AssembleError {
        let column = u32::try_from(self.line.len() - self.rest.len() + 1).unwrap_or(u32::MAX);
        AssembleError::Syntax { line: self.number, column, what }
    }

    pub(super) fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads `literal` behind any blanks, if it is there.
    pub(super) fn take(&mut self, literal: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(literal) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads `literal`, which must come next.
    pub(super) fn expect(&mut self, literal: &str, what: &'static str) -> Result<(), AssembleError> {
        if self.take(literal) { Ok(()) } else { Err(self.error(what)) }
    }

    /// Reads as long as `wanted` holds, without blanks before.
    pub(super) fn while_(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|next| !wanted(next)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Reads a decimal number without sign, which may be missing.
    pub(super) fn number(&mut self) -> Result<Option<u16>, AssembleError> {
        let before = *self;
        let digits = self.while_(|next| next.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        digits.parse().map(Some).map_err(|_| before.error("a number that is too large"))
    }
}
