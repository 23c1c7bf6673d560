//! A recorder and the renderer that executes its frames.

use crate::error::RenderError;
use crate::frame::{Frame, TextureLocation};
use crate::gpu::Gpu;
use crate::recorder::Recorder;
use crate::renderer::{Counters, Renderer};
use crate::resource::TextureId;

/// What a facade holds: it records, and submits frame after frame.
#[derive(Debug)]
pub struct Context {
    /// Records the open frame.
    pub recorder: Recorder,
    renderer: Renderer,
    spare: Frame,
}

impl Context {
    /// A context on a device.
    #[must_use]
    pub fn new(gpu: Gpu) -> Self {
        Self { recorder: Recorder::new(), renderer: Renderer::new(gpu), spare: Frame::default() }
    }

    /// The recorder of the open frame.
    pub fn recorder(&mut self) -> &mut Recorder {
        &mut self.recorder
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        self.renderer.gpu()
    }

    /// Executes the open frame and starts the next one. Does not wait for the GPU.
    ///
    /// # Errors
    /// [`RenderError::Validation`], [`RenderError::OutOfMemory`] and [`RenderError::DeviceLost`]. The frame is
    /// over in any case.
    pub fn submit(&mut self) -> Result<(), RenderError> {
        let frame = self.recorder.finish(std::mem::take(&mut self.spare));
        let done = self.renderer.execute(&frame);
        self.spare = frame;
        done
    }

    /// Drops what the open frame would have drawn, to measure what recording costs. A frame that creates, releases
    /// or uploads something is executed all the same.
    ///
    /// # Errors
    /// Those of [`Context::submit`].
    pub fn discard(&mut self) -> Result<(), RenderError> {
        let frame = self.recorder.frame();
        if frame.created.is_empty() && frame.released.is_empty() && frame.uploads.is_empty() {
            self.spare = self.recorder.finish(std::mem::take(&mut self.spare));
            Ok(())
        } else {
            self.submit()
        }
    }

    /// Submits the open frame and reads a rectangle of a texture level; rows are tightly packed. Of formats with
    /// depth the depth is read.
    ///
    /// # Errors
    /// Those of [`Context::submit`]; [`RenderError::UnknownTexture`], [`RenderError::OutOfRange`] and
    /// [`RenderError::Unreadable`], which leave the frame open; on the web [`RenderError::WouldBlock`].
    pub fn read_texture(
        &mut self,
        location: TextureLocation,
        size: [u32; 2],
    ) -> Result<Vec<u8>, RenderError> {
        if cfg!(target_family = "wasm") {
            return Err(RenderError::WouldBlock);
        }
        pollster::block_on(self.read_texture_async(location, size))
    }

    /// [`Context::read_texture`] for platforms that cannot wait.
    ///
    /// # Errors
    /// Those of [`Context::read_texture`], save [`RenderError::WouldBlock`].
    pub async fn read_texture_async(
        &mut self,
        location: TextureLocation,
        size: [u32; 2],
    ) -> Result<Vec<u8>, RenderError> {
        let desc =
            self.recorder.texture(location.texture).ok_or(RenderError::UnknownTexture(location.texture))?;
        desc.check_read(location, size)?;
        let ticket = self.recorder.read(location, size);
        let done = self.submit();
        // Taken even when the frame failed, so that nothing is left behind.
        let texels = self.renderer.take_read(ticket).await;
        done.and(texels)
    }

    /// The last executed frame's graph as text: passes, and why each load and store was chosen.
    #[must_use]
    pub fn graph_dump(&self) -> String {
        self.renderer.graph_dump()
    }

    /// The same for Graphviz.
    #[must_use]
    pub fn graph_dot(&self) -> String {
        self.renderer.graph_dot()
    }

    /// The GPU texture behind an id, once the frame that created it was submitted.
    #[must_use]
    pub fn native_texture(&self, id: TextureId) -> Option<wgpu::Texture> {
        self.renderer.native_texture(id)
    }

    /// What has been done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.renderer.counters()
    }
}
