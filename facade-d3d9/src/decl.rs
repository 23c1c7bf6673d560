//! Vertex declarations.

use retrograph_render::wgpu::VertexFormat;
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::varyings::Semantic;

use crate::error::{Error, Result};
use crate::types::{DeclType, DeclUsage, Fvf, VertexElement};

/// The most elements that a declaration may have.
const MAX_ELEMENTS: usize = 64;

/// A vertex declaration.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The elements, as they were given.
    pub(crate) elements: Vec<VertexElement>,
    /// The flexible vertex format that says the same, or none.
    pub(crate) fvf: Fvf,
    /// Whether vertices are already transformed.
    pub(crate) transformed: bool,
}

impl Declaration {
    /// Checks elements and keeps them.
    pub(crate) fn new(elements: &[VertexElement]) -> Result<Self> {
        if elements.len() > MAX_ELEMENTS {
            return Err(Error::InvalidCall);
        }
        let wrong = |e: &VertexElement| e.kind == DeclType::Unused || !e.offset.is_multiple_of(4);
        if elements.iter().any(wrong) {
            return Err(Error::Fail);
        }
        if elements.iter().any(|e| e.stream >= 16 || e.usage_index > 15) {
            return Err(Error::InvalidCall);
        }
        Ok(Self {
            elements: elements.to_vec(),
            fvf: crate::fvf::of_elements(elements),
            transformed: elements.iter().any(|e| e.usage == DeclUsage::PositionT),
        })
    }

    /// The first element of a usage and index.
    pub(crate) fn find(&self, semantic: Semantic) -> Option<&VertexElement> {
        self.elements.iter().find(|e| e.usage == semantic.usage && e.usage_index == semantic.index)
    }
}

impl DeclType {
    /// Bytes of an element of this type.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Float1
            | Self::D3dColor
            | Self::Ubyte4
            | Self::Short2
            | Self::Ubyte4N
            | Self::Short2N
            | Self::Ushort2N
            | Self::Udec3
            | Self::Dec3N
            | Self::Float16x2 => 4,
            Self::Float2 | Self::Short4 | Self::Short4N | Self::Ushort4N | Self::Float16x4 => 8,
            Self::Float3 => 12,
            Self::Float4 => 16,
            Self::Unused => 0,
        }
    }

    /// How the GPU fetches this type, and what the shader still has to do to it.
    pub(crate) const fn fetch(self) -> (VertexFormat, InputClass) {
        match self {
            Self::Float1 | Self::Unused => (VertexFormat::Float32, InputClass::Float),
            Self::Float2 => (VertexFormat::Float32x2, InputClass::Float),
            Self::Float3 => (VertexFormat::Float32x3, InputClass::Float),
            Self::Float4 => (VertexFormat::Float32x4, InputClass::Float),
            Self::D3dColor => (VertexFormat::Unorm8x4Bgra, InputClass::Float),
            Self::Ubyte4 => (VertexFormat::Uint8x4, InputClass::Uint),
            Self::Short2 => (VertexFormat::Sint16x2, InputClass::Sint),
            Self::Short4 => (VertexFormat::Sint16x4, InputClass::Sint),
            Self::Ubyte4N => (VertexFormat::Unorm8x4, InputClass::Float),
            Self::Short2N => (VertexFormat::Snorm16x2, InputClass::Float),
            Self::Short4N => (VertexFormat::Snorm16x4, InputClass::Float),
            Self::Ushort2N => (VertexFormat::Unorm16x2, InputClass::Float),
            Self::Ushort4N => (VertexFormat::Unorm16x4, InputClass::Float),
            Self::Udec3 => (VertexFormat::Uint32, InputClass::Udec3),
            Self::Dec3N => (VertexFormat::Uint32, InputClass::Dec3n),
            Self::Float16x2 => (VertexFormat::Float16x2, InputClass::Float),
            Self::Float16x4 => (VertexFormat::Float16x4, InputClass::Float),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(stream: u16, offset: u16, kind: DeclType) -> VertexElement {
        VertexElement::new(stream, offset, kind, DeclUsage::Texcoord, 0)
    }

    #[test]
    fn bad_elements_are_refused_with_their_own_errors() {
        let unused = Declaration::new(&[element(0, 0, DeclType::Unused)]);
        assert!(matches!(unused, Err(Error::Fail)));
        assert!(matches!(Declaration::new(&[element(0, 2, DeclType::Float1)]), Err(Error::Fail)));
        assert!(matches!(Declaration::new(&[element(16, 0, DeclType::Float1)]), Err(Error::InvalidCall)));
    }

    #[test]
    fn the_first_of_equal_elements_is_found() {
        let elements = [element(1, 4, DeclType::Float2), element(2, 8, DeclType::Float4)];
        let declaration = Declaration::new(&elements).expect("legal elements");
        let found = declaration.find(Semantic::new(DeclUsage::Texcoord, 0)).expect("it is there");
        assert_eq!(found.stream, 1);
        assert_eq!(declaration.find(Semantic::new(DeclUsage::Texcoord, 1)), None);
    }

    #[test]
    fn the_gpu_fetches_as_many_bytes_as_the_type_has() {
        for code in 0..17u8 {
            let kind = DeclType::try_from(code).expect("a type");
            assert_eq!(u64::from(kind.size()), kind.fetch().0.size(), "{kind:?}");
        }
    }
}
