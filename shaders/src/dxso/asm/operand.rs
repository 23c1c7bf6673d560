//! Registers with what stands around them.

use super::AssembleError;
use super::scan::Scan;
use crate::dxso::program::{Modifier, Register, RegisterFile, Relative, Source, Swizzle, Version, WriteMask};
use crate::interface::Stage;

/// A register with its dynamic index.
type Place = (Register, Option<Relative>);

/// Registers that are named without a number.
const NAMED: [(&str, RegisterFile, u16); 8] = [
    ("opos", RegisterFile::RasterOut, 0),
    ("ofog", RegisterFile::RasterOut, 1),
    ("opts", RegisterFile::RasterOut, 2),
    ("odepth", RegisterFile::DepthOut, 0),
    ("vpos", RegisterFile::Misc, 0),
    ("vface", RegisterFile::Misc, 1),
    ("al", RegisterFile::Loop, 0),
    // The predicate may be written without its number.
    ("p", RegisterFile::Predicate, 0),
];

/// The file that a prefix stands for.
fn file(prefix: &str, version: Version) -> Option<RegisterFile> {
    let vertex = version.stage == Stage::Vertex;
    Some(match prefix {
        "r" => RegisterFile::Temp,
        "v" => RegisterFile::Input,
        "c" => RegisterFile::Const,
        "a" if vertex => RegisterFile::Address,
        "t" if !vertex => RegisterFile::Texture,
        "od" => RegisterFile::AttributeOut,
        "ot" if vertex && version.major < 3 => RegisterFile::TexcoordOut,
        "o" if vertex && version.major >= 3 => RegisterFile::Output,
        "i" => RegisterFile::ConstInt,
        "oc" => RegisterFile::ColorOut,
        "s" => RegisterFile::Sampler,
        "b" => RegisterFile::ConstBool,
        "l" => RegisterFile::Label,
        "p" => RegisterFile::Predicate,
        _ => return None,
    })
}

/// Reads a register, with its dynamic index if it has one.
fn place(scan: &mut Scan<'_>, version: Version) -> Result<Place, AssembleError> {
    scan.space();
    let start = *scan;
    let prefix = scan.while_(|next| next.is_ascii_alphabetic()).to_ascii_lowercase();
    let number = scan.number()?;
    let unknown = || start.error("an unknown register");
    let mut register = match (number, NAMED.iter().find(|(name, ..)| *name == prefix)) {
        (None, Some(&(_, file, number))) => Register { file, number },
        (Some(number), _) => Register { file: file(&prefix, version).ok_or_else(unknown)?, number },
        (None, None) if scan.rest.starts_with('[') => {
            Register { file: file(&prefix, version).ok_or_else(unknown)?, number: 0 }
        }
        _ => return Err(unknown()),
    };
    // Numbers beyond those of any token would come out as others.
    let last = if register.file == RegisterFile::Const { 8191 } else { 2047 };
    let mut relative = None;
    if scan.rest.starts_with('[') {
        scan.expect("[", "an index")?;
        let (offset, index) = index(scan, version)?;
        register.number = register.number.saturating_add(offset);
        relative = index;
    }
    if register.number > last {
        return Err(start.error("a register number that no token can hold"));
    }
    Ok((register, relative))
}

/// Reads what stands between brackets, and the one that closes: `a0.x + 6`, `6 + aL`, `6`.
fn index(scan: &mut Scan<'_>, version: Version) -> Result<(u16, Option<Relative>), AssembleError> {
    let mut offset = 0u16;
    let mut relative = None;
    loop {
        scan.space();
        let start = *scan;
        if let Some(number) = scan.number()? {
            offset = offset.saturating_add(number);
        } else {
            let (register, _) = place(scan, version)?;
            let lanes = lanes(scan)?;
            let lane = lanes.first().copied().unwrap_or(0);
            if relative.replace(Relative { register, lane }).is_some() {
                return Err(start.error("a second register in an index"));
            }
        }
        if scan.take("]") {
            return Ok((offset, relative));
        }
        scan.expect("+", "an index ends with a bracket")?;
    }
}

/// Reads `.` and lanes behind it, up to four; empty if there is no `.`.
fn lanes(scan: &mut Scan<'_>) -> Result<Vec<u8>, AssembleError> {
    if !scan.rest.starts_with('.') {
        return Ok(Vec::new());
    }
    scan.expect(".", "lanes")?;
    let start = *scan;
    let named = scan.while_(|next| next.is_ascii_alphanumeric());
    let lane = |name: char| "xyzwrgba".find(name.to_ascii_lowercase()).map(|at| [0, 1, 2, 3][at % 4]);
    let lanes: Option<Vec<u8>> = named.chars().map(lane).collect();
    lanes.filter(|lanes| lanes.len() <= 4).ok_or_else(|| start.error("not lanes"))
}

/// Reads a destination: the register and the lanes written.
pub(super) fn destination(
    scan: &mut Scan<'_>,
    version: Version,
) -> Result<(Register, Option<Relative>, WriteMask), AssembleError> {
    let (register, relative) = place(scan, version)?;
    let dotted = scan.rest.starts_with('.');
    let lanes = lanes(scan)?;
    let mask = if dotted { lanes.iter().fold(0, |mask, lane| mask | 1 << lane) } else { 0xF };
    Ok((register, relative, WriteMask(mask)))
}

/// Reads a source with its modifier and swizzle.
pub(super) fn source(scan: &mut Scan<'_>, version: Version) -> Result<Source, AssembleError> {
    scan.space();
    let start = *scan;
    let complement = scan.take("1-");
    let not = !complement && scan.take("!");
    let negative = !complement && !not && scan.take("-");
    let (register, relative) = place(scan, version)?;
    let suffix = if scan.rest.starts_with('_') {
        scan.while_(|next| next.is_ascii_alphanumeric() || next == '_').to_ascii_lowercase()
    } else {
        String::new()
    };
    let modifier = match (suffix.as_str(), negative, complement, not) {
        ("", false, false, false) => Modifier::None,
        ("", true, false, false) => Modifier::Negate,
        ("", false, true, false) => Modifier::Complement,
        ("", false, false, true) => Modifier::Not,
        ("_bias", false, false, false) => Modifier::Bias,
        ("_bias", true, false, false) => Modifier::BiasNegate,
        ("_bx2", false, false, false) => Modifier::Sign,
        ("_bx2", true, false, false) => Modifier::SignNegate,
        ("_x2", false, false, false) => Modifier::X2,
        ("_x2", true, false, false) => Modifier::X2Negate,
        ("_dz" | "_db", false, false, false) => Modifier::DivideZ,
        ("_dw" | "_da", false, false, false) => Modifier::DivideW,
        ("_abs", false, false, false) => Modifier::Abs,
        ("_abs", true, false, false) => Modifier::AbsNegate,
        _ => return Err(start.error("an unknown source modifier")),
    };
    let mut pattern = lanes(scan)?;
    // A short swizzle repeats its last lane.
    let swizzle = match pattern.last().copied() {
        None => Swizzle::IDENTITY,
        Some(last) => {
            pattern.resize(4, last);
            Swizzle(std::array::from_fn(|lane| pattern[lane]))
        }
    };
    Ok(Source { register, relative, swizzle, modifier })
}
