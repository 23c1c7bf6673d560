//! The objects of a running script, by identifier.

use std::collections::HashMap;

use retrograph_d3d9::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};

use crate::battery::error::BatteryError;
use crate::battery::layout::Layout;

/// What the executor must know of a picture beside its id.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The format's name.
    pub(super) format: String,
    /// How texels lie in memory.
    pub(super) layout: Layout,
    /// Width, height and depth of level 0 in texels.
    pub(super) size: [u32; 3],
    /// Whether it was made as a render target.
    pub(super) target: bool,
}

impl Shape {
    /// The shape of a level.
    pub(super) fn level(&self, level: u32) -> Self {
        let size = self.size.map(|edge| (edge >> level.min(31)).max(1));
        Self { size, ..self.clone() }
    }
}

/// The three kinds of texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextureKind {
    Flat,
    Cube,
    Volume,
}

/// An object that a script made.
#[derive(Clone, Debug)]
pub(super) enum Object {
    Texture { id: TextureId, kind: TextureKind, shape: Shape },
    Surface { id: SurfaceId, shape: Shape },
    VertexBuffer(VertexBufferId),
    IndexBuffer(IndexBufferId),
    Declaration(VertexDeclarationId),
    VertexShader(VertexShaderId),
    PixelShader(PixelShaderId),
}

/// All objects of a script.
#[derive(Default)]
pub(super) struct Objects(HashMap<String, Object>);

impl Objects {
    pub(super) fn insert(&mut self, id: &str, object: Object) {
        self.0.insert(id.to_owned(), object);
    }

    pub(super) fn get(&self, id: &str) -> Result<&Object, BatteryError> {
        self.0.get(id).ok_or_else(|| BatteryError::resource("resource", id))
    }

    /// The object `id` as `pick` sees it; no identifier is no object.
    fn optional<T>(
        &self,
        kind: &'static str,
        id: Option<&String>,
        pick: impl Fn(&Object) -> Option<T>,
    ) -> Result<Option<T>, BatteryError> {
        let Some(id) = id else { return Ok(None) };
        pick(self.get(id)?).map(Some).ok_or_else(|| BatteryError::resource(kind, id))
    }

    pub(super) fn texture(&self, id: &str) -> Result<(TextureId, TextureKind, &Shape), BatteryError> {
        match self.get(id)? {
            Object::Texture { id, kind, shape } => Ok((*id, *kind, shape)),
            _ => Err(BatteryError::resource("texture", id)),
        }
    }

    pub(super) fn texture_id(&self, id: Option<&String>) -> Result<Option<TextureId>, BatteryError> {
        self.optional("texture", id, |object| match object {
            Object::Texture { id, .. } => Some(*id),
            _ => None,
        })
    }

    pub(super) fn vertex_buffer(&self, id: Option<&String>) -> Result<Option<VertexBufferId>, BatteryError> {
        self.optional("vertex buffer", id, |object| match object {
            Object::VertexBuffer(id) => Some(*id),
            _ => None,
        })
    }

    pub(super) fn index_buffer(&self, id: Option<&String>) -> Result<Option<IndexBufferId>, BatteryError> {
        self.optional("index buffer", id, |object| match object {
            Object::IndexBuffer(id) => Some(*id),
            _ => None,
        })
    }

    pub(super) fn declaration(
        &self,
        id: Option<&String>,
    ) -> Result<Option<VertexDeclarationId>, BatteryError> {
        self.optional("vertex declaration", id, |object| match object {
            Object::Declaration(id) => Some(*id),
            _ => None,
        })
    }

    pub(super) fn vertex_shader(&self, id: Option<&String>) -> Result<Option<VertexShaderId>, BatteryError> {
        self.optional("vertex shader", id, |object| match object {
            Object::VertexShader(id) => Some(*id),
            _ => None,
        })
    }

    pub(super) fn pixel_shader(&self, id: Option<&String>) -> Result<Option<PixelShaderId>, BatteryError> {
        self.optional("pixel shader", id, |object| match object {
            Object::PixelShader(id) => Some(*id),
            _ => None,
        })
    }
}
