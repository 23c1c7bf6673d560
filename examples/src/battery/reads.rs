//! What a script reads back: the size and layout of each piece of its result.

use super::error::BatteryError;
use super::layout::Layout;
use super::script::{Case, Number};

/// What one piece of a result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A 32-bit count of a query.
    Count,
    /// Tightly packed texels.
    Texels {
        /// The format's name.
        format: String,
        /// How its texels lie in memory.
        layout: Layout,
        /// In texels.
        width: u32,
        /// In texels.
        height: u32,
    },
}

/// One piece of a result with the name of what was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPiece {
    /// The surface reference or query identifier.
    pub what: String,
    /// Its content.
    pub piece: Piece,
}

impl ReadPiece {
    /// Bytes of the piece.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.piece {
            Piece::Count => 4,
            Piece::Texels { layout, width, height, .. } => layout.size(*width, *height),
        }
    }
}

/// The pieces of a case's result, in order.
///
/// # Errors
/// When a read names nothing that the script makes.
pub fn pieces(case: &Case) -> Result<Vec<ReadPiece>, BatteryError> {
    case.read
        .iter()
        .map(|read| match (&read.surface, &read.query) {
            (_, Some(query)) => Ok(ReadPiece { what: query.clone(), piece: Piece::Count }),
            (Some(surface), None) => Ok(ReadPiece { what: surface.clone(), piece: texels(case, surface)? }),
            (None, None) => Err(BatteryError::data("a read names neither a surface nor a query")),
        })
        .collect()
}

/// The texels behind a surface reference.
fn texels(case: &Case, reference: &str) -> Result<Piece, BatteryError> {
    let mut parts = reference.split('/');
    let id = parts.next().unwrap_or_default();
    let level = match parts.next_back() {
        Some(level) => {
            level.parse::<u32>().map_err(|_| BatteryError::resource("surface", reference))?.min(31)
        }
        None => 0,
    };
    let (format, width, height) = match id {
        "rt" => (case.target.format.clone(), case.target.width, case.target.height),
        "depth" => {
            let depth = case.depth.as_ref().ok_or_else(|| BatteryError::resource("surface", id))?;
            (depth.format.clone(), case.target.width, case.target.height)
        }
        "backbuffer" => ("X8R8G8B8".to_owned(), 64, 64),
        _ => {
            let mut resources = case.resources.iter().flatten();
            let resource = resources.find(|resource| resource.id == id);
            let resource = resource.ok_or_else(|| BatteryError::resource("surface", id))?;
            let edge = |edge: Option<Number>| edge.or(resource.size).map_or(0, Number::u32);
            let format = resource.format.clone().unwrap_or_default();
            (format, edge(resource.width), edge(resource.height))
        }
    };
    let layout = Layout::of(&format)?;
    Ok(Piece::Texels { format, layout, width: (width >> level).max(1), height: (height >> level).max(1) })
}
