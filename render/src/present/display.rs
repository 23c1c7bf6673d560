//! Where frames are shown: a window's surface, or whatever stands in for one.

use super::output::{Output, choose_output};
use crate::gpu::Gpu;

/// What asking a surface for its next texture answered.
#[derive(Debug)]
pub(super) enum Acquired {
    /// A texture to draw to.
    Texture(wgpu::SurfaceTexture),
    /// None, and why.
    Refused(Refusal),
}

/// Why a surface has no texture to draw to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Refusal {
    /// The display did not give one back in time.
    Timeout,
    /// The window cannot be seen.
    Occluded,
    /// The window has changed since the surface was configured.
    Outdated,
    /// The surface is gone; the window may still be there.
    Lost,
    /// Wgpu refused.
    Validation,
}

/// What to do about a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Remedy {
    /// Configure the surface and ask again.
    Configure,
    /// Make the surface anew, configure it, and ask again.
    Recreate,
    /// Show nothing of this frame.
    Skip,
}

/// How often a surface is asked for one frame.
pub(super) const ATTEMPTS: u32 = 3;

/// What to do about a refusal of the `attempt`th time, from 0. The last attempt is never repeated.
pub(super) const fn remedy(refusal: Refusal, attempt: u32) -> Remedy {
    if attempt + 1 >= ATTEMPTS {
        return Remedy::Skip;
    }
    match refusal {
        Refusal::Timeout | Refusal::Occluded => Remedy::Skip,
        Refusal::Outdated | Refusal::Validation => Remedy::Configure,
        Refusal::Lost => Remedy::Recreate,
    }
}

/// A window as a presenter needs it. Made by the thread that owns the window, used by the presenter's own.
pub struct Window {
    surface: Option<wgpu::Surface<'static>>,
    adapter: wgpu::Adapter,
    size: Box<dyn Fn() -> [u32; 2] + Send>,
    recreate: Option<Recreate>,
    /// Whether to go beyond white where the surface can.
    hdr: bool,
    /// In thousandths of a hertz.
    refresh: Option<u32>,
    configured: Option<wgpu::SurfaceConfiguration>,
    /// Answers that stand in for the surface's own.
    injected: Vec<Refusal>,
    output: Output,
    headroom: f32,
}

type Recreate = Box<dyn FnMut() -> Option<wgpu::Surface<'static>> + Send>;

impl std::fmt::Debug for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { surface, configured, hdr, .. } = self;
        let mut debug = f.debug_struct("Window");
        debug.field("surface", surface).field("configured", configured).field("hdr", hdr);
        debug.finish_non_exhaustive()
    }
}

impl Window {
    /// A window's surface, on the adapter that its GPU was opened on. `size` answers the window's size in physical pixels
    /// whenever a frame is shown, from the presenter's thread; zero means that nothing can be shown (minimised).
    #[must_use]
    pub fn new(
        surface: wgpu::Surface<'static>,
        adapter: wgpu::Adapter,
        size: impl Fn() -> [u32; 2] + Send + 'static,
    ) -> Self {
        Self {
            surface: Some(surface),
            adapter,
            size: Box::new(size),
            recreate: None,
            hdr: false,
            refresh: None,
            configured: None,
            injected: Vec::new(),
            output: Output::Encoded,
            headroom: 1.0,
        }
    }

    /// How to make the surface anew when it was lost; without this, or when it answers `None`, no frame is shown again.
    #[must_use]
    pub fn recreated_by(
        mut self,
        make: impl FnMut() -> Option<wgpu::Surface<'static>> + Send + 'static,
    ) -> Self {
        self.recreate = Some(Box::new(make));
        self
    }

    /// Goes beyond white where the surface offers that, up to `headroom` times white's brightness.
    #[must_use]
    pub fn with_hdr(mut self, headroom: f32) -> Self {
        self.hdr = true;
        self.headroom = if headroom.is_finite() { headroom.clamp(1.0, 100.0) } else { 1.0 };
        self
    }

    /// The display's refresh rate in thousandths of a hertz, which intervals of several refreshes are counted in.
    #[must_use]
    pub fn with_refresh(mut self, millihertz: u32) -> Self {
        self.refresh = Some(millihertz);
        self
    }

    /// For tests: the next times the surface is asked for a texture it counts as lost.
    #[must_use]
    pub fn losing(mut self, times: usize) -> Self {
        self.injected = vec![Refusal::Lost; times];
        self
    }

    pub(super) fn size(&self) -> [u32; 2] {
        (self.size)()
    }

    pub(super) fn refresh(&self) -> Option<u32> {
        self.refresh
    }

    pub(super) fn output(&self) -> Output {
        self.output
    }

    pub(super) fn headroom(&self) -> f32 {
        self.headroom
    }

    /// Configures the surface if its size or mode is another than before, or in any case. Answers whether it can be used.
    pub(super) fn configure(
        &mut self,
        gpu: &Gpu,
        [width, height]: [u32; 2],
        interval: super::SwapInterval,
        anew: bool,
    ) -> bool {
        let Some(surface) = &self.surface else { return false };
        let limit = gpu.device.limits().max_texture_dimension_2d;
        let (width, height) = (width.min(limit), height.min(limit));
        let same = |old: &wgpu::SurfaceConfiguration| (old.width, old.height) == (width, height);
        let known = self.configured.as_ref().filter(|old| same(old) && !anew).cloned();
        let offered = match &known {
            Some(old)
                if old.present_mode == wgpu::PresentMode::Fifo
                    && interval != super::SwapInterval::Immediate =>
            {
                return true;
            }
            _ => surface.get_capabilities(&self.adapter),
        };
        let Some((format, color_space, output)) = choose_output(&offered, self.hdr) else { return false };
        let present_mode = interval.present_mode(&offered.present_modes);
        if known.is_some_and(|old| old.present_mode == present_mode) {
            return true;
        }
        let configuration = wgpu::SurfaceConfiguration {
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | (offered.usages & wgpu::TextureUsages::COPY_DST),
            format,
            color_space,
            width,
            height,
            present_mode,
            desired_maximum_frame_latency: 2,
            alpha_mode: wgpu::CompositeAlphaMode::Auto,
            view_formats: Vec::new(),
        };
        gpu.configure_surface(surface, &configuration);
        self.output = output;
        self.configured = Some(configuration);
        true
    }

    pub(super) fn acquire(&mut self) -> Acquired {
        if let Some(refusal) = self.injected.pop() {
            return Acquired::Refused(refusal);
        }
        let Some(surface) = &self.surface else { return Acquired::Refused(Refusal::Lost) };
        match surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(texture) => Acquired::Texture(texture),
            wgpu::CurrentSurfaceTexture::Suboptimal(texture) => {
                // Good for this frame; the next one configures the surface.
                self.configured = None;
                Acquired::Texture(texture)
            }
            wgpu::CurrentSurfaceTexture::Timeout => Acquired::Refused(Refusal::Timeout),
            wgpu::CurrentSurfaceTexture::Occluded => Acquired::Refused(Refusal::Occluded),
            wgpu::CurrentSurfaceTexture::Outdated => Acquired::Refused(Refusal::Outdated),
            wgpu::CurrentSurfaceTexture::Lost => Acquired::Refused(Refusal::Lost),
            wgpu::CurrentSurfaceTexture::Validation => Acquired::Refused(Refusal::Validation),
        }
    }

    /// Makes the surface anew, where there is a way to. The old one goes first: a window has one surface at a time.
    pub(super) fn recreate(&mut self) {
        self.configured = None;
        self.surface = None;
        if let Some(make) = &mut self.recreate {
            self.surface = make();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_its_remedy_and_none_is_tried_for_ever() {
        let all =
            [Refusal::Timeout, Refusal::Occluded, Refusal::Outdated, Refusal::Lost, Refusal::Validation];
        let first = all.map(|refusal| remedy(refusal, 0));
        let expected = [Remedy::Skip, Remedy::Skip, Remedy::Configure, Remedy::Recreate, Remedy::Configure];
        assert_eq!(first, expected);
        assert_eq!(all.map(|refusal| remedy(refusal, 1)), expected);
        assert_eq!(all.map(|refusal| remedy(refusal, 2)), [Remedy::Skip; 5]);
        assert_eq!(all.map(|refusal| remedy(refusal, u32::MAX - 1)), [Remedy::Skip; 5]);
    }
}
