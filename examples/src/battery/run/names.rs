//! From the names of scripts to the API's values, by the tables of the API itself.

use std::fmt::Debug;

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{DeclUsage, Fvf, RenderState, SamplerStateType, TextureStageState, Transform};

use crate::battery::error::BatteryError;
use crate::battery::script::{Flags, Name};

type Named<T> = Result<T, BatteryError>;

/// A name with only what all spellings of it share: `FLOAT16_2` and `Float16x2` are both `FLOAT162`.
fn plain(name: &str) -> String {
    let letters: Vec<char> = name.chars().filter(|letter| *letter != '_').collect();
    let joins = |at: usize| {
        let digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
        letters[at] == 'x' && digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    (0..letters.len()).filter(|at| !joins(*at)).map(|at| letters[at].to_ascii_uppercase()).collect()
}

/// A variant of an enumeration, by the name that `Debug` prints or by its number.
pub(super) fn variant<T: TryFrom<u32> + Debug>(kind: &'static str, name: &Name) -> Named<T> {
    match name {
        Name::Number(number) => {
            T::try_from(number.u32()).map_err(|_| BatteryError::name(kind, &number.u32().to_string()))
        }
        Name::Text(text) => {
            let mut all = (0..64).filter_map(|number| T::try_from(number).ok());
            let found = all.find(|value| plain(&format!("{value:?}")) == plain(text));
            found.ok_or_else(|| BatteryError::name(kind, text))
        }
    }
}

/// As [`variant`], for enumerations of bytes.
pub(super) fn byte_variant<T: TryFrom<u8> + Debug>(kind: &'static str, name: &Name) -> Named<T> {
    #[derive(Debug)]
    struct Wide<T>(T);
    impl<T: TryFrom<u8>> TryFrom<u32> for Wide<T> {
        type Error = ();
        fn try_from(number: u32) -> Result<Self, ()> {
            u8::try_from(number).ok().and_then(|number| T::try_from(number).ok()).map(Self).ok_or(())
        }
    }
    match name {
        Name::Number(_) => variant::<Wide<T>>(kind, name).map(|wide| wide.0),
        Name::Text(text) => {
            let mut all = (0..64).filter_map(|number| T::try_from(number).ok());
            let found = all.find(|value| plain(&format!("{value:?}")) == plain(text));
            found.ok_or_else(|| BatteryError::name(kind, text))
        }
    }
}

/// The usage of a vertex element.
pub(super) fn decl_usage(name: &Name) -> Named<DeclUsage> {
    match name {
        Name::Text(text) if text == "PSIZE" => Ok(DeclUsage::PointSize),
        _ => byte_variant("vertex element usage", name),
    }
}

/// A set of flags.
pub(super) fn flags<T: bitflags::Flags<Bits = u32>>(kind: &'static str, flags: Option<&Flags>) -> Named<T> {
    let mut set = T::empty();
    for name in flags.map(Flags::as_slice).unwrap_or_default() {
        set.insert(match name {
            Name::Number(number) => T::from_bits_retain(number.u32()),
            Name::Text(text) => T::from_name(text).ok_or_else(|| BatteryError::name(kind, text))?,
        });
    }
    Ok(set)
}

/// A format by its name.
pub(super) fn format(name: Option<&str>) -> Named<Format> {
    let name = name.ok_or_else(|| BatteryError::data("a format is missing"))?;
    Format::from_name(name).ok_or_else(|| BatteryError::name("format", name))
}

/// A flexible vertex format: a number, or names joined by `|`.
pub(super) fn fvf(name: &Name) -> Named<Fvf> {
    let text = match name {
        Name::Number(number) => return Ok(Fvf::from_bits_retain(number.u32())),
        Name::Text(text) => text,
    };
    let mut set = Fvf::empty();
    for part in text.split('|') {
        let known = texcoord_size(part).or_else(|| match part {
            "TEX0" => Some(Fvf::empty()),
            _ => Fvf::from_name(part),
        });
        set |= known.ok_or_else(|| BatteryError::name("vertex format", part))?;
    }
    Ok(set)
}

/// `TEXCOORDSIZEn(set)`.
fn texcoord_size(part: &str) -> Option<Fvf> {
    let (size, set) = part.strip_prefix("TEXCOORDSIZE")?.strip_suffix(')')?.split_once('(')?;
    let (size, set) = (size.parse().ok()?, set.parse().ok()?);
    (matches!(size, 1..=4) && set < 8).then(|| Fvf::with_texcoord_size(set, size))
}

/// A transformation by its name.
pub(super) fn transform(name: &str) -> Named<Transform> {
    let number = |prefix: &str| name.strip_prefix(prefix).and_then(|number| number.parse::<u8>().ok());
    let indexed = number("WORLD").map(Transform::world);
    let indexed = indexed.or_else(|| number("TEXTURE").filter(|stage| *stage < 8).map(Transform::texture));
    indexed.or_else(|| Transform::from_name(name)).ok_or_else(|| BatteryError::name("transform", name))
}

/// A render state; a number need not have a name.
pub(super) fn render_state(name: &Name) -> Named<RenderState> {
    state("render state", name, RenderState::from_name, RenderState)
}

/// A state of a texture stage.
pub(super) fn stage_state(name: &Name) -> Named<TextureStageState> {
    state("texture stage state", name, TextureStageState::from_name, TextureStageState)
}

/// A state of a sampler.
pub(super) fn sampler_state(name: &Name) -> Named<SamplerStateType> {
    state("sampler state", name, SamplerStateType::from_name, SamplerStateType)
}

fn state<T>(
    kind: &'static str,
    name: &Name,
    named: fn(&str) -> Option<T>,
    numbered: fn(u32) -> T,
) -> Named<T> {
    match name {
        Name::Number(number) => Ok(numbered(number.u32())),
        Name::Text(text) => named(text).ok_or_else(|| BatteryError::name(kind, text)),
    }
}

#[cfg(test)]
mod tests {
    use retrograph_d3d9::types::{ClearFlags, CubeFace, DeclType, Pool, PrimitiveType};

    use super::*;

    fn text(name: &str) -> Name {
        Name::Text(name.to_owned())
    }

    #[test]
    fn header_names_find_the_variants() {
        assert_eq!(
            variant::<PrimitiveType>("", &text("TRIANGLEFAN")).expect("known"),
            PrimitiveType::TriangleFan
        );
        assert_eq!(variant::<Pool>("", &text("SYSTEMMEM")).expect("known"), Pool::SystemMem);
        assert_eq!(variant::<CubeFace>("", &text("NEGATIVE_X")).expect("known"), CubeFace::NegativeX);
        assert_eq!(byte_variant::<DeclType>("", &text("FLOAT16_2")).expect("known"), DeclType::Float16x2);
        assert_eq!(byte_variant::<DeclType>("", &text("D3DCOLOR")).expect("known"), DeclType::D3dColor);
        assert_eq!(decl_usage(&text("PSIZE")).expect("known"), DeclUsage::PointSize);
        assert_eq!(decl_usage(&text("POSITIONT")).expect("known"), DeclUsage::PositionT);
        assert!(variant::<Pool>("", &text("VIDEO")).is_err());
    }

    #[test]
    fn vertex_formats_add_up() {
        let bits = |name: &str| fvf(&text(name)).map(|fvf| fvf.bits()).ok();
        assert_eq!(bits("XYZRHW|DIFFUSE|TEX2|TEXCOORDSIZE3(1)"), Some(0x0004_0244));
        assert_eq!(bits("XYZB5|LASTBETA_UBYTE4|NORMAL|TEX0"), Some(0x101e));
        for name in ["XYZ|", "TEXCOORDSIZE5(0)", "TEXCOORDSIZE1(8)", "TEXCOORDSIZE(1)"] {
            assert_eq!(bits(name), None, "{name}");
        }
    }

    #[test]
    fn transforms_and_flags_have_numbers() {
        assert_eq!(transform("WORLD3").expect("known"), Transform::world(3));
        assert_eq!(transform("TEXTURE7").expect("known"), Transform::texture(7));
        assert_eq!(transform("PROJECTION").expect("known"), Transform::PROJECTION);
        assert!(transform("TEXTURE8").is_err() && transform("WORLD256").is_err());
        let list = Flags::List(vec![text("TARGET"), text("STENCIL")]);
        assert_eq!(flags::<ClearFlags>("", Some(&list)).expect("known").bits(), 5);
    }
}
