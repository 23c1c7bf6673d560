//! Scenes and presents.

use retrograph_render::{Threading, wgpu};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::id::SurfaceId;

impl Device {
    /// Starts a scene.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] within a scene.
    pub fn begin_scene(&mut self) -> Result<()> {
        if self.in_scene {
            return Err(Error::InvalidCall);
        }
        self.in_scene = true;
        Ok(())
    }

    /// Ends a scene.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] outside a scene.
    pub fn end_scene(&mut self) -> Result<()> {
        if !self.in_scene {
            return Err(Error::InvalidCall);
        }
        self.in_scene = false;
        Ok(())
    }

    /// Ends the frame: everything recorded goes to the GPU, and the first back buffer to the presenter, if there is one
    /// ([`Device::set_presenter`]). The back buffer keeps its content.
    ///
    /// # Errors
    /// [`Error::Render`] when the GPU refused something: in this frame, or with [`Threading::Pipelined`] in one before.
    /// [`Error::DeviceLost`] after a reset that failed.
    pub fn present(&mut self) -> Result<()> {
        if self.lost {
            return Err(Error::DeviceLost);
        }
        self.show()
    }

    /// Ends the frame and waits until it and all before it were handed to the GPU.
    ///
    /// # Errors
    /// [`Error::Render`] when the GPU refused something in any of them, and no call has answered that yet.
    pub fn finish(&mut self) -> Result<()> {
        Ok(self.context.finish()?)
    }

    /// Where frames are executed.
    #[must_use]
    pub fn threading(&self) -> Threading {
        self.context.threading()
    }

    /// Drops what was recorded since the last present instead of drawing it, to measure what the calls themselves
    /// cost. Nothing is dropped when a resource was created, released or written in between.
    ///
    /// # Errors
    /// Those of [`Device::present`].
    pub fn discard(&mut self) -> Result<()> {
        Ok(self.context.discard()?)
    }

    /// A back buffer.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there are fewer.
    pub fn get_back_buffer(&self, index: u32) -> Result<SurfaceId> {
        self.implicit.back_buffers.get(index as usize).copied().ok_or(Error::InvalidCall)
    }

    /// The wgpu texture that holds a surface, with the mip level and the layer of the surface in it. Everything
    /// recorded so far is submitted first, so that the texture is there and up to date.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for surfaces that do not exist or have nothing on the GPU; [`Error::Render`] when
    /// the GPU refused something.
    pub fn native_texture(&mut self, surface: SurfaceId) -> Result<(wgpu::Texture, u32, u32)> {
        let (texture, level, layer) = self.surface_attachment(surface).ok_or(Error::InvalidCall)?;
        self.context.finish()?;
        let native = self.context.native_texture(texture).ok_or(Error::InvalidCall)?;
        Ok((native, u32::from(level), u32::from(layer)))
    }

    /// The passes of the last frame as text, and why each load and store was chosen.
    #[must_use]
    pub fn graph_dump(&self) -> String {
        self.context.graph_dump()
    }
}
