//! The device that everything runs on: found by itself, or brought by the host.

mod create;
mod faults;
#[cfg(not(target_family = "wasm"))]
mod window;

pub(crate) use create::BufferRange;
pub(crate) use faults::Faults;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::caps::Caps;
use crate::error::RenderError;

/// A device, its queue and what they can do. Clones are cheap and share the device.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// What the device can do.
    pub caps: Caps,
    /// Which adapter it is.
    pub info: wgpu::AdapterInfo,
    pub(crate) faults: Faults,
    /// What each new context captures at once: how many frames, and into which folder.
    pub(crate) captures: Option<(u32, Arc<Path>)>,
    /// See [`Gpu::unoptimized`].
    pub(crate) unoptimized: bool,
    /// The adapter that the device is of.
    pub adapter: wgpu::Adapter,
    /// Where the adapter was found, unless the host did that.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "surfaces are the embedder's there"))]
    pub(crate) instance: Option<wgpu::Instance>,
    /// Held for writing while a surface is configured, which waits for the GPU to be idle and must not meet a submission.
    pub(crate) submitting: Arc<RwLock<()>>,
}

/// How long a call waits for the GPU. Drivers give up on hung work within seconds; software adapters on busy machines
/// are slow.
pub const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Features that are used where they exist; all of them have an emulation or an honest refusal.
const WANTED: wgpu::Features = wgpu::Features::CLIP_DISTANCES
    .union(wgpu::Features::DEPTH_CLIP_CONTROL)
    .union(wgpu::Features::DEPTH32FLOAT_STENCIL8)
    .union(wgpu::Features::TEXTURE_COMPRESSION_BC)
    .union(wgpu::Features::TEXTURE_FORMAT_16BIT_NORM)
    .union(wgpu::Features::FLOAT32_FILTERABLE)
    .union(wgpu::Features::FLOAT32_BLENDABLE)
    .union(wgpu::Features::RG11B10UFLOAT_RENDERABLE)
    .union(wgpu::Features::DUAL_SOURCE_BLENDING)
    .union(wgpu::Features::POLYGON_MODE_LINE)
    .union(wgpu::Features::POLYGON_MODE_POINT)
    .union(wgpu::Features::ADDRESS_MODE_CLAMP_TO_BORDER)
    .union(wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES);

/// What to ask `request_device` for, so that Retrograph finds all that the adapter has.
///
/// A host that brings its own device unites these with its own needs. Fewer features and smaller limits work,
/// down to what WebGPU promises; [`Caps`] then says less.
#[must_use]
pub fn required(adapter: &wgpu::Adapter) -> (wgpu::Features, wgpu::Limits) {
    (adapter.features() & WANTED, adapter.limits())
}

impl Gpu {
    /// Makes a device on the adapter that `WGPU_BACKEND`, `WGPU_ADAPTER_NAME` and `WGPU_POWER_PREF` ask for,
    /// or on the best one. No window or display is needed.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] says what to install. On the web this call would block:
    /// [`RenderError::WouldBlock`].
    pub fn headless() -> Result<Self, RenderError> {
        if cfg!(target_family = "wasm") {
            return Err(RenderError::WouldBlock);
        }
        pollster::block_on(Self::headless_async())
    }

    /// [`Gpu::headless`] for platforms that cannot wait.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] and [`RenderError::NoDevice`].
    pub async fn headless_async() -> Result<Self, RenderError> {
        let (instance, adapter) = choose_adapter().await?;
        Self::open(instance, &adapter).await
    }

    /// Makes a device of our own on an adapter.
    async fn open(instance: wgpu::Instance, adapter: &wgpu::Adapter) -> Result<Self, RenderError> {
        let (required_features, required_limits) = required(adapter);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("retrograph device"),
            required_features,
            required_limits,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| RenderError::NoDevice(error.to_string()))?;
        let gpu = Self { instance: Some(instance), ..Self::from_device(adapter, device, queue) };
        gpu.faults.watch(&gpu.device);
        log::info!(target: "retrograph::render::gpu", "{} ({:?})", gpu.info.name, gpu.info.backend);
        Ok(gpu)
    }

    /// Uses a device that the host made; [`required`] says with what. The host's own error handlers stay.
    #[must_use]
    pub fn from_device(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let caps = Caps::new(adapter, &device);
        Self {
            caps,
            info: adapter.get_info(),
            device,
            queue,
            faults: Faults::default(),
            captures: None,
            unoptimized: false,
            adapter: adapter.clone(),
            instance: None,
            submitting: Arc::default(),
        }
    }

    /// The same device, on which a new [`crate::Context`] captures its first `count` frames into a folder: see
    /// [`crate::capture`]. For one context; a second one writes over what the first one wrote.
    #[must_use]
    pub fn capturing(&self, count: u32, folder: &Path) -> Self {
        Self { captures: Some((count, folder.into())), ..self.clone() }
    }

    /// The same device, on which a new [`crate::Context`] captures nothing: for what is drawn beside a captured context.
    #[must_use]
    pub fn not_capturing(&self) -> Self {
        Self { captures: None, ..self.clone() }
    }

    /// The same device, on which a new [`crate::Context`] gives each draw and clear a pass of its own, keeps all that
    /// passes write, and sets all state for each draw. Pictures must be the same: this tells whether a wrong one is the
    /// fault of planning.
    #[must_use]
    pub fn unoptimized(&self) -> Self {
        Self { unoptimized: true, ..self.clone() }
    }

    /// The adapters of this machine that the backends of `WGPU_BACKEND` (default: all) see; none on the web.
    #[must_use]
    pub fn adapters() -> Vec<wgpu::AdapterInfo> {
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::all());
        let found = pollster::block_on(instance(backends).enumerate_adapters(backends));
        found.iter().map(wgpu::Adapter::get_info).collect()
    }

    /// Submits.
    pub(crate) fn submit(
        &self,
        commands: impl IntoIterator<Item = wgpu::CommandBuffer>,
    ) -> wgpu::SubmissionIndex {
        let _submitting = self.submitting.read().unwrap_or_else(PoisonError::into_inner);
        self.queue.submit(commands)
    }

    /// Configures a surface, while nobody who has this device from the same [`Gpu`] submits.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn configure_surface(&self, surface: &wgpu::Surface<'_>, how: &wgpu::SurfaceConfiguration) {
        let _configuring = self.submitting.write().unwrap_or_else(PoisonError::into_inner);
        surface.configure(&self.device, how);
    }

    /// Waits until the GPU has done all that was submitted. Does nothing on the web.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`], also when that takes longer than [`LONGEST_WAIT`]; it is then lost for ever.
    pub(crate) fn wait(&self) -> Result<(), RenderError> {
        let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(LONGEST_WAIT) };
        let done = self.device.poll(wait).map(drop);
        let lost = done.map_err(|error| RenderError::DeviceLost(error.to_string()));
        lost.inspect_err(|lost| self.faults.push(lost.clone()))
    }
}

/// The backends that `WGPU_BACKEND` names; without it the best ones first, and all only when those find nothing.
fn backends() -> Vec<wgpu::Backends> {
    match wgpu::Backends::from_env() {
        Some(backends) => vec![backends],
        None => vec![wgpu::Backends::PRIMARY, wgpu::Backends::all()],
    }
}

fn instance(backends: wgpu::Backends) -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    })
}

async fn choose_adapter() -> Result<(wgpu::Instance, wgpu::Adapter), RenderError> {
    let name = std::env::var("WGPU_ADAPTER_NAME").ok();
    for backends in backends() {
        let instance = instance(backends);
        if let Some(adapter) = choose_among(&instance, backends, name.as_deref()).await {
            return Ok((instance, adapter));
        }
    }
    let backends = std::env::var("WGPU_BACKEND").unwrap_or("any".into());
    let name = name.unwrap_or("any".into());
    Err(RenderError::NoAdapter { wanted: format!("WGPU_BACKEND={backends}, WGPU_ADAPTER_NAME={name}") })
}

async fn choose_among(
    instance: &wgpu::Instance,
    backends: wgpu::Backends,
    name: Option<&str>,
) -> Option<wgpu::Adapter> {
    if let Some(name) = name.map(str::to_lowercase) {
        let found = instance.enumerate_adapters(backends).await;
        return found.into_iter().find(|adapter| adapter.get_info().name.to_lowercase().contains(&name));
    }
    let power_preference = wgpu::PowerPreference::from_env().unwrap_or_default();
    let options = wgpu::RequestAdapterOptions { power_preference, ..wgpu::RequestAdapterOptions::default() };
    instance.request_adapter(&options).await.ok()
}
