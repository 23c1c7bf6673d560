//! The entry point.

use retrograph_render::{Context, Gpu, Threading};

use crate::caps::Caps9;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::types::{CreateFlags, PresentParameters};

/// Direct3D 9 on one GPU (`IDirect3D9`): it answers what the GPU can do, and makes devices.
#[derive(Clone, Debug)]
pub struct Direct3D9 {
    gpu: Gpu,
    threading: Threading,
}

impl Direct3D9 {
    /// Opens a GPU without a window; wgpu's environment variables (`WGPU_BACKEND`, `WGPU_ADAPTER_NAME`,
    /// `WGPU_POWER_PREF`) choose which.
    ///
    /// # Errors
    /// [`Error::Render`] when there is no usable adapter.
    pub fn new() -> Result<Self> {
        Ok(Self::from_gpu(Gpu::headless()?))
    }

    /// Uses a GPU that the caller opened.
    #[must_use]
    pub fn from_gpu(gpu: Gpu) -> Self {
        Self { gpu, threading: Threading::from_env().unwrap_or(Threading::Pipelined) }
    }

    /// Decides where the devices made from here on execute their frames.
    ///
    /// Without this call it is what the environment variable `RETROGRAPH_THREADING` says (`inline` or `pipelined`), and
    /// else [`Threading::Pipelined`]: each device has a thread of its own, and a call returns before the GPU has heard
    /// of it. On the web it is always [`Threading::Inline`].
    #[must_use]
    pub fn with_threading(self, threading: Threading) -> Self {
        Self { threading, ..self }
    }

    /// The GPU.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// What devices can do.
    #[must_use]
    pub fn device_caps(&self) -> Caps9 {
        Caps9::new(&self.gpu.caps.limits)
    }

    /// Makes a device with its back buffers and, if asked for, a depth-stencil surface.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for flags that name no way or several ways of vertex processing and for formats,
    /// sizes and samples that cannot be drawn to.
    pub fn create_device(&self, parameters: &PresentParameters, flags: CreateFlags) -> Result<Device> {
        let processing = flags
            & (CreateFlags::SOFTWARE_VERTEXPROCESSING
                | CreateFlags::HARDWARE_VERTEXPROCESSING
                | CreateFlags::MIXED_VERTEXPROCESSING);
        let hardware = processing == CreateFlags::HARDWARE_VERTEXPROCESSING;
        if processing.bits().count_ones() != 1 || (flags.contains(CreateFlags::PUREDEVICE) && !hardware) {
            return Err(Error::InvalidCall);
        }
        let context = Context::with_threading(self.gpu.clone(), self.threading);
        let mut device = Device::new(context, parameters.enable_auto_depth_stencil, !hardware);
        device.begin(parameters)?;
        Ok(device)
    }
}
