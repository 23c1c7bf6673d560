//! The ids of a device's objects. An id is generational: it never names another object later.

slotmap::new_key_type! {
    /// A texture: two-dimensional, cube or volume.
    pub struct TextureId;
    /// A surface: of its own, or one level of a texture.
    pub struct SurfaceId;
    /// A vertex buffer.
    pub struct VertexBufferId;
    /// An index buffer.
    pub struct IndexBufferId;
    /// A vertex declaration.
    pub struct VertexDeclarationId;
    /// A vertex shader.
    pub struct VertexShaderId;
    /// A pixel shader.
    pub struct PixelShaderId;
}
