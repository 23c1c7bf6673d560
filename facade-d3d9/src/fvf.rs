//! Flexible vertex formats and the declarations that they stand for.

use crate::types::{DeclType, DeclUsage, Fvf, VertexElement};

/// Builds a packed declaration in stream 0.
#[derive(Default)]
struct Packer {
    elements: Vec<VertexElement>,
    offset: u16,
}

impl Packer {
    fn push(&mut self, kind: DeclType, usage: DeclUsage, index: u8) {
        self.elements.push(VertexElement::new(0, self.offset, kind, usage, index));
        // At most 5 + 8 elements of 16 bytes.
        self.offset += kind.size() as u16;
    }
}

/// The type of `count` floats (1–4).
const fn floats(count: u32) -> DeclType {
    match count {
        1 => DeclType::Float1,
        2 => DeclType::Float2,
        3 => DeclType::Float3,
        _ => DeclType::Float4,
    }
}

/// The elements of a format, packed in stream 0.
pub(crate) fn elements(fvf: Fvf) -> Vec<VertexElement> {
    let mut packer = Packer::default();
    position(fvf, &mut packer);
    if fvf.contains(Fvf::NORMAL) {
        packer.push(DeclType::Float3, DeclUsage::Normal, 0);
    }
    if fvf.contains(Fvf::PSIZE) {
        packer.push(DeclType::Float1, DeclUsage::PointSize, 0);
    }
    if fvf.contains(Fvf::DIFFUSE) {
        packer.push(DeclType::D3dColor, DeclUsage::Color, 0);
    }
    if fvf.contains(Fvf::SPECULAR) {
        packer.push(DeclType::D3dColor, DeclUsage::Color, 1);
    }
    for set in 0..fvf.texcoords() {
        packer.push(floats(fvf.texcoord_size(set)), DeclUsage::Texcoord, set as u8);
    }
    packer.elements
}

/// Position, weights and indices.
fn position(fvf: Fvf, packer: &mut Packer) {
    let code = fvf & Fvf::POSITION_MASK;
    if code == Fvf::XYZRHW {
        packer.push(DeclType::Float4, DeclUsage::PositionT, 0);
        return;
    }
    if code == Fvf::XYZW {
        packer.push(DeclType::Float4, DeclUsage::Position, 0);
        return;
    }
    if code.bits() & 0xE == 0 {
        return;
    }
    packer.push(DeclType::Float3, DeclUsage::Position, 0);
    let mut betas = ((code.bits() & 0xE) >> 1).saturating_sub(2);
    let bytes = fvf.contains(Fvf::LASTBETA_UBYTE4);
    let color = fvf.contains(Fvf::LASTBETA_D3DCOLOR);
    let indexed = betas > 0 && (bytes || color || betas == 5);
    if indexed {
        betas -= 1;
    }
    if betas > 0 {
        packer.push(floats(betas), DeclUsage::BlendWeight, 0);
    }
    if indexed {
        let kind = match (bytes, color) {
            (true, _) => DeclType::Ubyte4,
            (_, true) => DeclType::D3dColor,
            _ => DeclType::Float1,
        };
        packer.push(kind, DeclUsage::BlendIndices, 0);
    }
}

/// The format whose declaration these elements are; empty when there is none.
pub(crate) fn of_elements(wanted: &[VertexElement]) -> Fvf {
    let mut bits = 0;
    let (mut weights, mut indices) = (0, None);
    let mut sets = 0;
    for element in wanted {
        let index = u32::from(element.usage_index);
        match (element.usage, element.kind) {
            (DeclUsage::Position, DeclType::Float3) => bits |= Fvf::XYZ.bits(),
            (DeclUsage::Position, DeclType::Float4) => bits |= Fvf::XYZW.bits(),
            (DeclUsage::PositionT, _) => bits |= Fvf::XYZRHW.bits(),
            (DeclUsage::BlendWeight, kind) => weights = u32::from(u8::from(kind)) + 1,
            (DeclUsage::BlendIndices, kind) => indices = Some(kind),
            (DeclUsage::Normal, _) => bits |= Fvf::NORMAL.bits(),
            (DeclUsage::PointSize, _) => bits |= Fvf::PSIZE.bits(),
            (DeclUsage::Color, _) => bits |= Fvf::DIFFUSE.bits() << index.min(1),
            (DeclUsage::Texcoord, kind) if index < 8 => {
                sets = sets.max(index + 1);
                bits |= Fvf::with_texcoord_size(index, u32::from(u8::from(kind)) + 1).bits();
            }
            _ => return Fvf::empty(),
        }
    }
    let betas = weights + u32::from(indices.is_some());
    if betas > 5 {
        return Fvf::empty();
    }
    if betas > 0 {
        bits = (bits & !Fvf::POSITION_MASK.bits()) | (Fvf::XYZB1.bits() + 2 * (betas - 1));
    }
    bits |= match indices {
        Some(DeclType::Ubyte4) => Fvf::LASTBETA_UBYTE4.bits(),
        Some(DeclType::D3dColor) => Fvf::LASTBETA_D3DCOLOR.bits(),
        _ => 0,
    };
    let fvf = Fvf::from_bits_retain(bits | sets << 8);
    // The guess above looks at usages and types only; it holds when it makes the very same declaration.
    if wanted.is_empty() || elements(fvf) != wanted { Fvf::empty() } else { fvf }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(fvf: Fvf) -> Vec<(u16, DeclType, DeclUsage, u8)> {
        elements(fvf).iter().map(|e| (e.offset, e.kind, e.usage, e.usage_index)).collect()
    }

    #[test]
    fn elements_follow_in_the_fixed_order() {
        let fvf = Fvf::XYZ
            | Fvf::NORMAL
            | Fvf::PSIZE
            | Fvf::DIFFUSE
            | Fvf::SPECULAR
            | Fvf::TEX2
            | Fvf::with_texcoord_size(1, 4);
        let expected = [
            (0, DeclType::Float3, DeclUsage::Position, 0),
            (12, DeclType::Float3, DeclUsage::Normal, 0),
            (24, DeclType::Float1, DeclUsage::PointSize, 0),
            (28, DeclType::D3dColor, DeclUsage::Color, 0),
            (32, DeclType::D3dColor, DeclUsage::Color, 1),
            (36, DeclType::Float2, DeclUsage::Texcoord, 0),
            (44, DeclType::Float4, DeclUsage::Texcoord, 1),
        ];
        assert_eq!(shape(fvf), expected);
    }

    #[test]
    fn the_last_beta_may_be_indices() {
        let weights = |fvf: Fvf| shape(fvf).into_iter().skip(1).map(|e| (e.1, e.2)).collect::<Vec<_>>();
        assert_eq!(weights(Fvf::XYZB2), [(DeclType::Float2, DeclUsage::BlendWeight)]);
        assert_eq!(
            weights(Fvf::XYZB4 | Fvf::LASTBETA_UBYTE4),
            [(DeclType::Float3, DeclUsage::BlendWeight), (DeclType::Ubyte4, DeclUsage::BlendIndices)]
        );
        assert_eq!(
            weights(Fvf::XYZB1 | Fvf::LASTBETA_D3DCOLOR),
            [(DeclType::D3dColor, DeclUsage::BlendIndices)]
        );
        assert_eq!(
            weights(Fvf::XYZB5),
            [(DeclType::Float4, DeclUsage::BlendWeight), (DeclType::Float1, DeclUsage::BlendIndices)]
        );
    }

    #[test]
    fn transformed_and_four_component_positions() {
        assert_eq!(shape(Fvf::XYZRHW), [(0, DeclType::Float4, DeclUsage::PositionT, 0)]);
        assert_eq!(shape(Fvf::XYZW), [(0, DeclType::Float4, DeclUsage::Position, 0)]);
        assert_eq!(shape(Fvf::empty()), []);
    }

    #[test]
    fn declarations_find_their_format_back() {
        for bits in (0..0x900u32).step_by(2) {
            for extra in [0, 0x1000, 0x4000, 0x8000, 0x000E_0000, 0x0123_0000] {
                let fvf = Fvf::from_bits_retain(bits | extra);
                let made = elements(fvf);
                let found = of_elements(&made);
                assert!(made.is_empty() || elements(found) == made, "{fvf:?} became {found:?}");
            }
        }
    }

    #[test]
    fn other_declarations_have_no_format() {
        let gap = [VertexElement::new(0, 4, DeclType::Float3, DeclUsage::Position, 0)];
        assert_eq!(of_elements(&gap), Fvf::empty());
        let tangent = [VertexElement::new(0, 0, DeclType::Float3, DeclUsage::Tangent, 0)];
        assert_eq!(of_elements(&tangent), Fvf::empty());
        assert_eq!(of_elements(&[]), Fvf::empty());
    }
}
