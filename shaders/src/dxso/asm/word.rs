//! The first word of an instruction: its mnemonic with all that is attached.

use super::AssembleError;
use super::scan::Scan;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::Payload;
use crate::interface::SamplerKind;
use crate::varyings::{Semantic, Usage};

/// What the first word says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) opcode: Opcode,
    pub(super) control: u8,
    /// Of `dcl`.
    pub(super) payload: Payload,
    pub(super) saturate: bool,
    pub(super) partial_precision: bool,
    pub(super) centroid: bool,
    pub(super) shift: i8,
}

/// Reads the first word.
pub(super) fn read(scan: &mut Scan<'_>) -> Result<Word, AssembleError> {
    scan.space();
    let start = *scan;
    let text = scan.while_(|next| next.is_ascii_alphanumeric() || next == '_').to_ascii_lowercase();
    let mut parts = text.split('_');
    let name = parts.next().unwrap_or_default();
    let (opcode, control) = mnemonic(name).ok_or_else(|| start.error("an unknown instruction"))?;
    let mut word = Word {
        opcode,
        control,
        payload: Payload::None,
        saturate: false,
        partial_precision: false,
        centroid: false,
        shift: 0,
    };
    for part in parts {
        if !word.suffix(part) {
            return Err(start.error("an unknown suffix of an instruction"));
        }
    }
    if word.opcode == Opcode::SetP && word.control == 0 {
        return Err(start.error("a comparison is missing"));
    }
    Ok(word)
}

/// The opcode of a name, and its control field.
fn mnemonic(name: &str) -> Option<(Opcode, u8)> {
    Some(match name {
        "texld" => (Opcode::Tex, 0),
        "texldp" => (Opcode::Tex, 1),
        "texldb" => (Opcode::Tex, 2),
        "texcrd" => (Opcode::TexCoord, 0),
        _ => (*Opcode::ALL.iter().find(|opcode| opcode.mnemonic() == name)?, 0),
    })
}

impl Word {
    /// Takes in what follows an underscore; false if it means nothing here.
    fn suffix(&mut self, text: &str) -> bool {
        let comparison =
            ["gt", "eq", "ge", "lt", "ne", "le"].iter().zip(1..).find(|(name, _)| **name == text);
        match text {
            "sat" => self.saturate = true,
            "pp" => self.partial_precision = true,
            "centroid" => self.centroid = true,
            "x2" => self.shift = 1,
            "x4" => self.shift = 2,
            "x8" => self.shift = 3,
            "d2" => self.shift = -1,
            "d4" => self.shift = -2,
            "d8" => self.shift = -3,
            _ if self.opcode == Opcode::Dcl => return self.declares(text),
            _ => {
                let Some((_, control)) = comparison.filter(|_| self.control == 0) else { return false };
                self.opcode = match self.opcode {
                    Opcode::If => Opcode::Ifc,
                    Opcode::Break => Opcode::BreakC,
                    Opcode::SetP => Opcode::SetP,
                    _ => return false,
                };
                self.control = control;
            }
        }
        true
    }

    /// What `dcl_` declares.
    fn declares(&mut self, text: &str) -> bool {
        let declared = match text {
            "2d" => Some(Payload::Sampler(Some(SamplerKind::D2))),
            "cube" => Some(Payload::Sampler(Some(SamplerKind::Cube))),
            "volume" => Some(Payload::Sampler(Some(SamplerKind::Volume))),
            _ => semantic(text).map(Payload::Semantic),
        };
        let fresh = self.payload == Payload::None;
        self.payload = declared.unwrap_or_default();
        fresh && declared.is_some()
    }
}

/// `texcoord3` and its kind.
fn semantic(text: &str) -> Option<Semantic> {
    let name = text.trim_end_matches(|next: char| next.is_ascii_digit());
    let index = match &text[name.len()..] {
        "" => 0,
        digits => digits.parse().ok().filter(|index| *index < 16)?,
    };
    let usages = (0..14u8).filter_map(|number| Usage::try_from(number).ok());
    let mut named = usages.map(|usage| Semantic::new(usage, 0)).filter(|found| found.to_string() == name);
    Some(Semantic { index, ..named.next()? })
}
