//! The bytes behind a script's data: typed values, texel patterns and files.

use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use super::error::BatteryError;
use super::layout::Layout;
use super::script::{Number, Texels, TypedData};

/// No single buffer, texture or file of a battery needs more bytes than this.
pub const DATA_LIMIT: u64 = 64 << 20;

/// Reads a file that a script names, from inside the battery root.
///
/// # Errors
/// When the path leaves the root, the file is larger than [`DATA_LIMIT`], or it cannot be read.
pub fn read_file(root: &Path, name: &str) -> Result<Vec<u8>, BatteryError> {
    let relative = Path::new(name);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(BatteryError::Path(name.to_owned()));
    }
    read_bounded(&root.join(relative))
}

/// Reads a file of bounded size.
///
/// # Errors
/// When the file is larger than [`DATA_LIMIT`] or cannot be read.
pub fn read_bounded(path: &Path) -> Result<Vec<u8>, BatteryError> {
    let failed = |source| BatteryError::Io { path: PathBuf::from(path), source };
    let size = std::fs::metadata(path).map_err(failed)?.len();
    check_size(&path.display().to_string(), size)?;
    std::fs::read(path).map_err(failed)
}

/// Reads a file and unpacks it with zlib.
///
/// # Errors
/// When either is larger than [`DATA_LIMIT`], or it cannot be read or unpacked.
pub fn read_packed(path: &Path) -> Result<Vec<u8>, BatteryError> {
    let packed = read_bounded(path)?;
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(packed.as_slice())
        .take(DATA_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| BatteryError::Io { path: path.to_owned(), source })?;
    check_size(&path.display().to_string(), bytes.len() as u64)?;
    Ok(bytes)
}

/// The folder of the case `name` in a battery root.
///
/// # Errors
/// [`BatteryError::Path`] for names with separators, which would leave the root.
pub fn case_folder(root: &Path, name: &str) -> Result<PathBuf, BatteryError> {
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\']) {
        return Err(BatteryError::Path(name.to_owned()));
    }
    Ok(root.join("cases").join(name))
}

/// Parses JSON.
///
/// # Errors
/// [`BatteryError::Json`] with the file's path.
pub fn parse_json<T: serde::de::DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, BatteryError> {
    serde_json::from_slice(bytes).map_err(|source| BatteryError::Json { path: path.to_owned(), source })
}

/// Refuses sizes above [`DATA_LIMIT`].
///
/// # Errors
/// [`BatteryError::TooLarge`].
pub fn check_size(what: &str, size: u64) -> Result<(), BatteryError> {
    if size > DATA_LIMIT {
        return Err(BatteryError::TooLarge { what: what.to_owned(), size, limit: DATA_LIMIT });
    }
    Ok(())
}

/// Bytes from hexadecimal digits; spaces are ignored.
///
/// # Errors
/// When a character is no digit, or a digit is left over.
pub fn unhex(text: &str) -> Result<Vec<u8>, BatteryError> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|letter| *letter != ' ')
        .map(|letter| letter.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits.ok_or_else(|| BatteryError::data("a character of hex data is no digit"))?;
    if digits.len() % 2 != 0 {
        return Err(BatteryError::data("hex data has an odd number of digits"));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// The types that a layout is made of.
#[derive(Clone, Copy, Debug)]
enum Scalar {
    F32,
    U32,
    Half,
    Byte,
}

/// Expands a layout such as `["f32*3", "u32"]`.
fn expand(layout: &[String]) -> Result<Vec<Scalar>, BatteryError> {
    let mut scalars = Vec::new();
    for part in layout {
        let (name, count) = part.split_once('*').unwrap_or((part, "1"));
        let bad = || BatteryError::data(format!("layout part {part:?} is not understood"));
        let count: usize = count.parse().map_err(|_| bad())?;
        let scalar = match name {
            "f32" => Scalar::F32,
            "u32" => Scalar::U32,
            "u16" | "s16" | "f16" => Scalar::Half,
            "u8" => Scalar::Byte,
            _ => return Err(bad()),
        };
        if count > 4096 {
            return Err(bad());
        }
        scalars.extend(std::iter::repeat_n(scalar, count));
    }
    Ok(scalars)
}

/// The bytes of typed data; absent data has none.
///
/// # Errors
/// When the data is malformed.
pub fn typed(data: &TypedData) -> Result<Vec<u8>, BatteryError> {
    if let Some(hex) = &data.hex {
        return unhex(hex);
    }
    let (Some(layout), Some(values)) = (&data.layout, &data.values) else {
        return Err(BatteryError::data("typed data needs \"hex\", or \"layout\" and \"values\""));
    };
    let scalars = expand(layout)?;
    if scalars.is_empty() && !values.is_empty() {
        return Err(BatteryError::data("the layout is empty"));
    }
    let mut bytes = Vec::with_capacity(values.len() * 4);
    for (value, scalar) in values.iter().zip(scalars.iter().cycle()) {
        match scalar {
            Scalar::F32 => bytes.extend_from_slice(&value.f32().to_le_bytes()),
            Scalar::U32 => bytes.extend_from_slice(&value.u32().to_le_bytes()),
            Scalar::Half => bytes.extend_from_slice(&value.u32().to_le_bytes()[..2]),
            Scalar::Byte => bytes.extend_from_slice(&value.u32().to_le_bytes()[..1]),
        }
    }
    Ok(bytes)
}

/// The tightly packed bytes of `size` (width, height, depth) texels.
///
/// # Errors
/// When the data is malformed or does not fit the size.
pub fn texels(data: &Texels, layout: &Layout, size: [u32; 3]) -> Result<Vec<u8>, BatteryError> {
    let [columns, rows] = layout.units(size[0], size[1]);
    let units = (columns as u64).saturating_mul(rows as u64).saturating_mul(u64::from(size[2]));
    let total = units.saturating_mul(layout.unit as u64);
    check_size("texel data", total)?;
    let given = if let Some(hex) = &data.hex {
        unhex(hex)?
    } else if let Some(floats) = &data.floats {
        floats.iter().flat_map(|value| value.f32().to_le_bytes()).collect()
    } else {
        return pattern(data, layout.unit, [columns, rows, size[2] as usize]);
    };
    if given.len() as u64 != total {
        return Err(BatteryError::data(format!("{} bytes of texel data, {total} wanted", given.len())));
    }
    Ok(given)
}

/// What a pattern puts into byte `i` of the unit at a position.
enum Pattern {
    Solid(Vec<u8>),
    Checker { cell: usize, a: Vec<u8>, b: Vec<u8> },
    Bytes { factors: [i64; 4], constant: i64 },
}

impl Pattern {
    fn of(data: &Texels, unit: usize) -> Result<Self, BatteryError> {
        let name = data.pattern.as_deref().unwrap_or_default();
        let color = |text: &Option<String>| {
            let bytes = unhex(text.as_deref().unwrap_or_default())?;
            if bytes.len() < unit {
                return Err(BatteryError::data(format!("a texel has {unit} bytes, {} given", bytes.len())));
            }
            Ok(bytes)
        };
        let number = |number: Option<Number>| number.map_or(0, Number::i64);
        Ok(match name {
            "solid" => Self::Solid(color(&data.a)?),
            "checker" => Self::Checker {
                cell: usize::try_from(data.cell.map_or(1, Number::i64).max(1)).unwrap_or(usize::MAX),
                a: color(&data.a)?,
                b: color(&data.b)?,
            },
            "bytes" => Self::Bytes {
                factors: [number(data.x), number(data.y), number(data.z), number(data.i)],
                constant: number(data.c),
            },
            _ => return Err(BatteryError::name("pattern", name)),
        })
    }

    fn byte(&self, [x, y, z]: [usize; 3], i: usize) -> u8 {
        match self {
            Self::Solid(a) => a[i],
            Self::Checker { cell, a, b } => {
                if (x / cell + y / cell + z / cell) % 2 == 0 {
                    a[i]
                } else {
                    b[i]
                }
            }
            Self::Bytes { factors, constant } => {
                let terms = [x, y, z, i].into_iter().zip(factors);
                let value = terms.fold(*constant, |sum, (at, factor)| {
                    sum.wrapping_add(i64::try_from(at).unwrap_or(0).wrapping_mul(*factor))
                });
                value.to_le_bytes()[0]
            }
        }
    }
}

/// Fills `size` units with a pattern.
fn pattern(data: &Texels, unit: usize, size: [usize; 3]) -> Result<Vec<u8>, BatteryError> {
    let pattern = Pattern::of(data, unit)?;
    let mut bytes = Vec::with_capacity(size[0] * size[1] * size[2] * unit);
    for z in 0..size[2] {
        for y in 0..size[1] {
            for x in 0..size[0] {
                bytes.extend((0..unit).map(|i| pattern.byte([x, y, z], i)));
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texel_bytes(json: &str, format: &str, size: [u32; 3]) -> Result<Vec<u8>, BatteryError> {
        let data: Texels = serde_json::from_str(json).expect("texel data");
        texels(&data, &Layout::of(format).expect("a format"), size)
    }

    #[test]
    fn typed_data_repeats_its_layout() {
        let data: TypedData = serde_json::from_str(
            r#"{"layout":["f32*2","u32","u16","u8"],"values":[1,-2,"0x01020304",65535,7,0.5]}"#,
        )
        .expect("typed data");
        let mut expected = Vec::new();
        expected.extend(1f32.to_le_bytes());
        expected.extend((-2f32).to_le_bytes());
        expected.extend([4, 3, 2, 1, 0xff, 0xff, 7]);
        expected.extend(0.5f32.to_le_bytes());
        assert_eq!(typed(&data).expect("bytes"), expected);
    }

    #[test]
    fn patterns_follow_their_formulas() {
        let bytes = texel_bytes(r#"{"pattern":"bytes","x":3,"y":5,"z":7,"i":11,"c":250}"#, "A8L8", [2, 2, 2]);
        let expected = [
            250, 5, 253, 8, 255, 10, 2, 13, // slice 0
            1, 12, 4, 15, 6, 17, 9, 20, // slice 1
        ];
        assert_eq!(bytes.expect("bytes"), expected);
        let checker = texel_bytes(r#"{"pattern":"checker","cell":2,"a":"01","b":"02"}"#, "L8", [4, 3, 1]);
        assert_eq!(checker.expect("bytes"), [1, 1, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1]);
        let blocks = texel_bytes(r#"{"pattern":"solid","a":"0102030405060708"}"#, "DXT1", [5, 4, 1]);
        assert_eq!(blocks.expect("bytes"), [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn malformed_data_is_an_error() {
        for json in [
            r#"{"hex":"0g"}"#,
            r#"{"hex":"010"}"#,
            r#"{"hex":"0102"}"#,
            r#"{"floats":[1,2]}"#,
            r#"{"pattern":"solid"}"#,
            r#"{"pattern":"stripes","a":"00"}"#,
            r"{}",
        ] {
            assert!(texel_bytes(json, "L8", [1, 1, 1]).is_err(), "{json}");
        }
        assert!(matches!(
            texel_bytes(r#"{"pattern":"bytes"}"#, "L8", [65536, 65536, 65536]),
            Err(BatteryError::TooLarge { .. })
        ));
        for layout in [r#"["f32*5000"]"#, r#"["f33"]"#, r#"["f32*x"]"#, "[]"] {
            let data = serde_json::from_str(&format!(r#"{{"layout":{layout},"values":[1]}}"#));
            assert!(typed(&data.expect("typed data")).is_err(), "{layout}");
        }
    }

    #[test]
    fn files_stay_inside_the_root() {
        for name in ["../secret", "/etc/hostname", "a/../../b"] {
            assert!(matches!(read_file(Path::new("."), name), Err(BatteryError::Path(_))), "{name}");
        }
    }
}
