//! What draws ask of resources.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::{IndexBufferId, SurfaceId, TextureId, VertexBufferId};
use crate::types::MultiSample;

impl Device {
    pub(crate) fn upload_texture(&mut self, _id: TextureId) {}
    pub(crate) fn upload_vertex_buffer(&mut self, _id: VertexBufferId) {}
    pub(crate) fn upload_index_buffer(&mut self, _id: IndexBufferId) {}
    pub(crate) fn surface_attachment(
        &self,
        id: SurfaceId,
    ) -> Option<(retrograph_render::resource::TextureId, u8, u16)> {
        let part = self.surfaces.get(id)?.part;
        Some((self.textures.get(part.texture)?.gpu?, part.level as u8, part.layer as u16))
    }
    /// Makes a render target.
    pub fn create_render_target(
        &mut self,
        _width: u32,
        _height: u32,
        _format: Format,
        _multisample: MultiSample,
        _quality: u32,
        _lockable: bool,
    ) -> Result<SurfaceId> {
        Err(Error::NotAvailable)
    }
    /// Makes a depth-stencil surface.
    pub fn create_depth_stencil_surface(
        &mut self,
        _width: u32,
        _height: u32,
        _format: Format,
        _multisample: MultiSample,
        _quality: u32,
        _discard: bool,
    ) -> Result<SurfaceId> {
        Err(Error::NotAvailable)
    }
}
