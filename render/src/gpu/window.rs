//! Devices and surfaces for windows.

use super::{Gpu, instance};
use crate::error::RenderError;
use crate::present::Window;

impl Gpu {
    /// Opens a GPU that can show pictures in a window, and makes the window's surface. `WGPU_BACKEND`,
    /// `WGPU_ADAPTER_NAME` and `WGPU_POWER_PREF` choose among the GPUs that can.
    ///
    /// On macOS this is to be called on the main thread, since the window's view is asked for its layer; frames are then
    /// shown from the presenter's thread.
    ///
    /// # Errors
    /// [`RenderError::NoSurface`] when the window has none; those of [`Gpu::headless`].
    pub fn for_surface(
        window: impl Into<wgpu::SurfaceTarget<'static>>,
    ) -> Result<(Self, wgpu::Surface<'static>), RenderError> {
        let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::all());
        let instance = instance(backends);
        let surface = instance.create_surface(window).map_err(no_surface)?;
        let adapter = pollster::block_on(choose(&instance, backends, &surface))?;
        let gpu = pollster::block_on(Self::open(instance, &adapter))?;
        Ok((gpu, surface))
    }

    /// Makes the surface of another window, for a GPU that this crate opened. On macOS the main thread's to call.
    ///
    /// # Errors
    /// [`RenderError::NoSurface`] when the window has none, or the host opened the GPU: it makes surfaces itself then.
    pub fn create_surface(
        &self,
        window: impl Into<wgpu::SurfaceTarget<'static>>,
    ) -> Result<wgpu::Surface<'static>, RenderError> {
        let Some(instance) = &self.instance else {
            return Err(RenderError::NoSurface("the host opened the GPU".into()));
        };
        instance.create_surface(window).map_err(no_surface)
    }

    /// A window as presenters take it, from its surface on this GPU; `size` is that of [`Window::new`].
    #[must_use]
    pub fn window(
        &self,
        surface: wgpu::Surface<'static>,
        size: impl Fn() -> [u32; 2] + Send + 'static,
    ) -> Window {
        Window::new(surface, self.adapter.clone(), size)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn no_surface(error: wgpu::CreateSurfaceError) -> RenderError {
    RenderError::NoSurface(error.to_string())
}

async fn choose(
    instance: &wgpu::Instance,
    backends: wgpu::Backends,
    surface: &wgpu::Surface<'static>,
) -> Result<wgpu::Adapter, RenderError> {
    let name = std::env::var("WGPU_ADAPTER_NAME").ok();
    let found = match name.as_ref().map(|name| name.to_lowercase()) {
        Some(name) => {
            let all = instance.enumerate_adapters(backends).await;
            let named = |adapter: &wgpu::Adapter| adapter.get_info().name.to_lowercase().contains(&name);
            all.into_iter().find(|adapter| named(adapter) && adapter.is_surface_supported(surface))
        }
        None => {
            let options = wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::from_env().unwrap_or_default(),
                compatible_surface: Some(surface),
                ..wgpu::RequestAdapterOptions::default()
            };
            instance.request_adapter(&options).await.ok()
        }
    };
    let wanted =
        || format!("one that can show pictures in the window, WGPU_BACKEND {backends:?}, name {name:?}");
    found.ok_or_else(|| RenderError::NoAdapter { wanted: wanted() })
}
