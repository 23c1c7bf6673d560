//! A recorder and the renderer that executes its frames.

#[cfg(not(target_family = "wasm"))]
mod presenting;

use std::path::Path;

use crate::capture::Session;
use crate::error::RenderError;
use crate::frame::TextureLocation;
use crate::gpu::Gpu;
use crate::recorder::Recorder;
use crate::renderer::Counters;
use crate::resource::TextureId;
use crate::thread::{Engine, Threading};

/// What a facade holds: it records, and submits frame after frame.
///
/// With [`Threading::Pipelined`] a submission hands its frame over and returns; every call that needs what frames made
/// waits for them. When the thread panics or is stuck, calls answer [`RenderError::DeviceLost`] from then on.
#[derive(Debug)]
pub struct Context {
    /// Records the open frame.
    pub recorder: Recorder,
    gpu: Gpu,
    pub(crate) engine: Engine,
    #[cfg(not(target_family = "wasm"))]
    presenters: presenting::Presenters,
}

impl Context {
    /// A context on a device that executes frames where they are submitted.
    #[must_use]
    pub fn new(gpu: Gpu) -> Self {
        Self::with_threading(gpu, Threading::Inline)
    }

    /// A context on a device. Contexts that share a device share nothing else.
    #[must_use]
    pub fn with_threading(gpu: Gpu, threading: Threading) -> Self {
        let engine = Engine::new(&gpu, threading);
        let captures = gpu.captures.clone();
        let mut context = Self {
            recorder: Recorder::new(),
            gpu,
            engine,
            #[cfg(not(target_family = "wasm"))]
            presenters: presenting::Presenters::default(),
        };
        if let Some((count, folder)) = captures
            && let Err(error) = context.capture(count, &folder)
        {
            log::error!(target: "retrograph::render::capture", "{error}");
        }
        context
    }

    /// The recorder of the open frame.
    pub fn recorder(&mut self) -> &mut Recorder {
        &mut self.recorder
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Where frames are executed.
    #[must_use]
    pub fn threading(&self) -> Threading {
        self.engine.threading()
    }

    /// Executes the open frame and starts the next one. Does not wait for the GPU.
    ///
    /// # Errors
    /// [`RenderError::Validation`], [`RenderError::OutOfMemory`] and [`RenderError::DeviceLost`]: of this frame, or with
    /// [`Threading::Pipelined`] of one before it. The frame is over in any case.
    pub fn submit(&mut self) -> Result<(), RenderError> {
        let spare = self.engine.spare();
        let frame = self.recorder.finish(spare);
        self.engine.execute(frame)
    }

    /// Submits the open frame and waits until it and all before it were executed. Does not wait for the GPU.
    ///
    /// # Errors
    /// Those of [`Context::submit`], of all frames so far that no call has answered yet.
    pub fn finish(&mut self) -> Result<(), RenderError> {
        #[cfg(not(target_family = "wasm"))]
        let _hurry = self.presenters.hurry();
        self.submit().and(self.engine.drain())
    }

    /// Drops what the open frame would have drawn, to measure what recording costs. A frame that creates, releases
    /// or uploads something is executed all the same.
    ///
    /// # Errors
    /// Those of [`Context::submit`].
    pub fn discard(&mut self) -> Result<(), RenderError> {
        if self.recorder.has_lasting_effects() {
            return self.submit();
        }
        let spare = self.engine.spare();
        let frame = self.recorder.finish(spare);
        self.engine.keep(frame);
        Ok(())
    }

    /// Submits the open frame and reads a rectangle of a texture level; rows are tightly packed. Of formats with
    /// depth the depth is read.
    ///
    /// # Errors
    /// Those of [`Context::finish`]; [`RenderError::UnknownTexture`], [`RenderError::OutOfRange`] and
    /// [`RenderError::Unreadable`], which leave the frame open; on the web [`RenderError::WouldBlock`].
    #[cfg(not(target_family = "wasm"))]
    pub fn read_texture(
        &mut self,
        location: TextureLocation,
        size: [u32; 2],
    ) -> Result<Vec<u8>, RenderError> {
        let ticket = self.record_read(location, size)?;
        let _hurry = self.presenters.hurry();
        let sent = self.submit();
        // Taken even when the frame failed, so that nothing is left behind.
        let texels = self.engine.call(move |renderer| renderer.read(ticket)).and_then(|read| read);
        sent.and(self.engine.drain()).and(texels)
    }

    /// On the web a call cannot wait.
    ///
    /// # Errors
    /// [`RenderError::WouldBlock`]: use [`Context::read_texture_async`].
    #[cfg(target_family = "wasm")]
    pub fn read_texture(
        &mut self,
        _location: TextureLocation,
        _size: [u32; 2],
    ) -> Result<Vec<u8>, RenderError> {
        Err(RenderError::WouldBlock)
    }

    /// [`Context::read_texture`] for platforms that cannot wait. Elsewhere it waits before it returns its first answer.
    ///
    /// # Errors
    /// Those of [`Context::read_texture`], save [`RenderError::WouldBlock`].
    #[cfg_attr(
        not(target_family = "wasm"),
        expect(clippy::unused_async, reason = "the signature is the same on all platforms")
    )]
    pub async fn read_texture_async(
        &mut self,
        location: TextureLocation,
        size: [u32; 2],
    ) -> Result<Vec<u8>, RenderError> {
        #[cfg(not(target_family = "wasm"))]
        return self.read_texture(location, size);
        #[cfg(target_family = "wasm")]
        {
            let ticket = self.record_read(location, size)?;
            let done = self.submit();
            let texels = self.engine.renderer().take_read(ticket).await;
            done.and(texels)
        }
    }

    fn record_read(&mut self, location: TextureLocation, size: [u32; 2]) -> Result<u64, RenderError> {
        let desc =
            self.recorder.texture(location.texture).ok_or(RenderError::UnknownTexture(location.texture))?;
        desc.check_read(location, size)?;
        Ok(self.recorder.read(location, size))
    }

    /// Captures the next `count` submitted frames into a folder, which is made: see [`crate::capture`]. A capture that
    /// is still going ends with the frames that it has. Captured frames wait for the GPU.
    ///
    /// # Errors
    /// [`RenderError::Capture`] when the folder cannot be written; later failures are those of a frame. On the web
    /// [`RenderError::WouldBlock`].
    pub fn capture(&mut self, count: u32, folder: &Path) -> Result<(), RenderError> {
        if cfg!(target_family = "wasm") {
            return Err(RenderError::WouldBlock);
        }
        if count > 0 {
            let session = Session::new(&self.gpu, count, folder)?;
            #[cfg(not(target_family = "wasm"))]
            let _hurry = self.presenters.hurry();
            #[cfg(not(target_family = "wasm"))]
            self.engine.call(move |renderer| renderer.capture(session))?;
            #[cfg(target_family = "wasm")]
            self.engine.renderer().capture(session);
        }
        Ok(())
    }

    /// The last executed frame's graph as text: passes, and why each load and store was chosen. Waits for the frames
    /// submitted so far; of a lost device it is the reason.
    #[must_use]
    pub fn graph_dump(&self) -> String {
        #[cfg(not(target_family = "wasm"))]
        let _hurry = self.presenters.hurry();
        self.engine.ask(|renderer| renderer.graph_dump(), |lost| lost.to_string())
    }

    /// The same for Graphviz; of a lost device it is empty.
    #[must_use]
    pub fn graph_dot(&self) -> String {
        #[cfg(not(target_family = "wasm"))]
        let _hurry = self.presenters.hurry();
        self.engine.ask(|renderer| renderer.graph_dot(), |_| String::new())
    }

    /// The GPU texture behind an id, once the frame that created it was submitted. From then on the id keeps it: uploads
    /// that would have put another in its place end a pass instead. Waits for the frames submitted so far; of a lost
    /// device there is none.
    #[must_use]
    pub fn native_texture(&self, id: TextureId) -> Option<wgpu::Texture> {
        #[cfg(not(target_family = "wasm"))]
        let _hurry = self.presenters.hurry();
        self.engine.ask(move |renderer| renderer.native_texture(id), |_| None)
    }

    /// What has been done so far. Waits for the frames submitted so far; of a lost device all is zero.
    #[must_use]
    pub fn counters(&self) -> Counters {
        #[cfg(not(target_family = "wasm"))]
        let _hurry = self.presenters.hurry();
        self.engine.ask(|renderer| renderer.counters(), |_| Counters::default())
    }
}
