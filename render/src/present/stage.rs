//! Shows one frame: what the presenter's thread does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::compose::{Composer, Composition};
use super::display::{ATTEMPTS, Acquired, Remedy, Window, remedy};
use super::hook::{ColorSpace, PresentHook, PresentedFrame};
use super::output::Output;
use super::pace::{Pacer, SwapInterval};
use super::place::{Region, region};
use super::presenter::{Settings, Shared, Source, State};
use super::route::{Route, route};
use crate::error::RenderError;
use crate::gpu::Gpu;

/// What the log lines of this file go under.
const LOG: &str = "retrograph::render::present";

/// How long a frame that cannot be shown is taken to stay, so that programs keep about a display's cadence.
const UNSEEN: Duration = Duration::from_millis(16);

/// Where frames go.
pub(super) enum Sink {
    /// To a window.
    Window(Box<Window>),
    /// To the embedder.
    Hook(Box<dyn PresentHook>),
    /// Nowhere: the hook has panicked.
    Gone,
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Window(_) => "Window",
            Self::Hook(_) => "Hook",
            Self::Gone => "Gone",
        })
    }
}

/// What the thread owns.
#[derive(Debug)]
pub(super) struct Stage {
    sink: Sink,
    composer: Composer,
    pacer: Pacer,
    /// The enlarged frame, before the cursor and the ramp.
    enlarged: Option<wgpu::Texture>,
    /// What the window shows, before the cursor and the ramp; from the first frame on that fills but a part of it.
    canvas: Option<wgpu::Texture>,
}

impl Stage {
    pub(super) fn new(gpu: &Gpu, sink: Sink) -> Self {
        Self { sink, composer: Composer::new(gpu), pacer: Pacer::default(), enlarged: None, canvas: None }
    }

    /// How long the next frame is to wait.
    pub(super) fn delay(&mut self, settings: &Settings, now: Instant) -> Duration {
        let refresh = match &self.sink {
            Sink::Window(window) => window.refresh(),
            _ => None,
        };
        self.pacer.delay(now, settings.interval.spacing(refresh, settings.ceiling))
    }

    /// Shows the first frame that waits, and takes it out.
    pub(super) fn show(&mut self, shared: &Shared) {
        let Gpu { device, faults, .. } = &shared.gpu;
        match &mut self.sink {
            Sink::Window(_) => faults.scope(device, || self.show_in_window(shared)),
            Sink::Hook(hook) => {
                if !hand_over(shared, hook.as_mut()) {
                    self.sink = Sink::Gone;
                }
            }
            Sink::Gone => skip(shared),
        }
    }

    fn show_in_window(&mut self, shared: &Shared) {
        let settings = shared.settings().clone();
        let Some(texture) = self.acquire(shared, settings.interval) else {
            skip(shared);
            if settings.interval != SwapInterval::Immediate {
                shared.sleep(UNSEEN);
            }
            return;
        };
        let gpu = &shared.gpu;
        self.composer.prepare(gpu, texture.texture.format());
        {
            let mut state = shared.lock();
            let Some(frame) = state.queue.front() else { return };
            let source = frame.source.clone();
            let mut encoder = gpu.create_encoder("present");
            let route = self.encode(shared, &settings, &source, &texture.texture, &mut encoder);
            gpu.submit([encoder.finish()]);
            shown(&mut state, Some(route));
        }
        gpu.queue.present(texture);
    }

    /// A texture of the window, whose surface has the window's size.
    fn acquire(&mut self, shared: &Shared, interval: SwapInterval) -> Option<wgpu::SurfaceTexture> {
        let Sink::Window(window) = &mut self.sink else { return None };
        let mut anew = false;
        for attempt in 0..ATTEMPTS {
            let size = window.size();
            if size.contains(&0) || !window.configure(&shared.gpu, size, interval, anew) {
                return None;
            }
            let refusal = match window.acquire() {
                Acquired::Texture(texture) => return Some(texture),
                Acquired::Refused(refusal) => refusal,
            };
            let remedy = remedy(refusal, attempt);
            log::debug!(target: LOG, "no texture to draw to: {refusal:?}; {remedy:?}");
            match remedy {
                Remedy::Configure => anew = true,
                Remedy::Recreate => window.recreate(),
                Remedy::Skip => return None,
            }
        }
        None
    }

    /// Encodes the way of a frame to a surface.
    fn encode(
        &mut self,
        shared: &Shared,
        settings: &Settings,
        source: &Source,
        target: &wgpu::Texture,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Route {
        let gpu = &shared.gpu;
        let surface = [target.width(), target.height()];
        let (output, headroom) = match &self.sink {
            Sink::Window(window) => (window.output(), window.headroom()),
            _ => return Route::Copy,
        };
        let [_, _, width, height] = source.rect;
        let finish = Composition {
            source: &source.view(gpu),
            rect: source.rect,
            frame: [width, height],
            surface,
            region: Region::whole(surface),
            keep: false,
            filter: false,
            cursor: settings.cursor.as_deref(),
            gamma: settings.gamma.as_ref(),
            overlay: settings.overlay.as_ref(),
            output,
            headroom,
        };
        if source.place.is_none() && self.canvas.is_none() && !settings.kept {
            return self.draw(shared, source, target, encoder, finish);
        }
        let (canvas, keep) = self.canvas(gpu, source, surface);
        let place = source
            .place
            .map_or(Some(Region::whole(surface)), |place| region(place, settings.client, surface));
        let mut route = Route::Copy;
        if let Some(region) = place {
            let part = Composition {
                region,
                keep,
                cursor: None,
                gamma: None,
                overlay: None,
                output: Output::Encoded,
                ..finish
            };
            route = self.draw(shared, source, &canvas, encoder, part);
        }
        let view = gpu.create_view("window", &canvas, &wgpu::TextureViewDescriptor::default());
        let whole = Composition { source: &view, rect: [0, 0, surface[0], surface[1]], ..finish };
        let target_view = gpu.create_view("surface", target, &wgpu::TextureViewDescriptor::default());
        self.composer.draw(gpu, encoder, (&target_view, target.format()), &whole);
        route
    }

    /// Draws a frame to its region, enlarged or stretched.
    fn draw(
        &mut self,
        shared: &Shared,
        source: &Source,
        target: &wgpu::Texture,
        encoder: &mut wgpu::CommandEncoder,
        composition: Composition<'_>,
    ) -> Route {
        let gpu = &shared.gpu;
        let [_, _, width, height] = source.rect;
        let size = composition.region.size;
        let enlarged = self.enlarge(shared, source, size, encoder);
        let route = match &enlarged {
            Some(_) => Route::Upscale,
            None => route([width, height], size, false).unwrap_or(Route::Stretch),
        };
        let target_view = gpu.create_view("surface", target, &wgpu::TextureViewDescriptor::default());
        let composition = Composition {
            source: enlarged.as_ref().unwrap_or(composition.source),
            rect: if enlarged.is_some() { [0, 0, size[0], size[1]] } else { source.rect },
            filter: route == Route::Stretch,
            ..composition
        };
        self.composer.draw(gpu, encoder, (&target_view, target.format()), &composition);
        route
    }

    /// What the window shows, and whether that is known: it is not when the window has another size.
    fn canvas(&mut self, gpu: &Gpu, source: &Source, surface: [u32; 2]) -> (wgpu::Texture, bool) {
        let size = wgpu::Extent3d { width: surface[0], height: surface[1], depth_or_array_layers: 1 };
        let format = between(source.texture.format());
        let fits = |texture: &wgpu::Texture| texture.size() == size && texture.format() == format;
        let kept = self.canvas.take().filter(fits);
        let keep = kept.is_some();
        let canvas = kept.unwrap_or_else(|| {
            let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
            gpu.create_scratch("window", size, format, 1, usage)
        });
        self.canvas = Some(canvas.clone());
        (canvas, keep)
    }

    /// The frame at this size, where the route is to upscale it and the upscaler does so.
    fn enlarge(
        &mut self,
        shared: &Shared,
        source: &Source,
        wanted_size: [u32; 2],
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<wgpu::TextureView> {
        let gpu = &shared.gpu;
        let largest = gpu.device.limits().max_texture_dimension_2d;
        if wanted_size.iter().any(|side| *side > largest) {
            return None;
        }
        let mut upscaler = shared.upscaler.lock().unwrap_or_else(PoisonError::into_inner);
        let [_, _, width, height] = source.rect;
        let wanted = route([width, height], wanted_size, upscaler.is_some()) == Some(Route::Upscale);
        let upscaler = upscaler.as_mut().filter(|_| wanted)?;
        // Upscalers take whole textures.
        let mut whole = None;
        let size = source.texture.size();
        let is_whole = (source.level, source.layer) == (0, 0)
            && source.rect == [0, 0, size.width, size.height]
            && source.texture.dimension() == wgpu::TextureDimension::D2;
        let source = if is_whole { source.clone() } else { source.copy_to(gpu, encoder, &mut whole) };
        let [wide, high] = wanted_size;
        let size = wgpu::Extent3d { width: wide, height: high, depth_or_array_layers: 1 };
        let format = between(source.texture.format());
        let fits = |texture: &wgpu::Texture| texture.size() == size && texture.format() == format;
        let target = match self.enlarged.take().filter(fits) {
            Some(target) => target,
            None => {
                let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
                    | wgpu::TextureUsages::TEXTURE_BINDING
                    | wgpu::TextureUsages::COPY_DST;
                gpu.create_scratch("enlarged frame", size, format, 1, usage)
            }
        };
        let done = upscaler.upscale(gpu, encoder, &source.view(gpu), &target);
        let view =
            done.then(|| gpu.create_view("enlarged frame", &target, &wgpu::TextureViewDescriptor::default()));
        self.enlarged = Some(target);
        view
    }
}

/// A format that can be drawn to everywhere and loses nothing that a display shows.
fn between(format: wgpu::TextureFormat) -> wgpu::TextureFormat {
    match format {
        wgpu::TextureFormat::Rgba8Unorm | wgpu::TextureFormat::Bgra8Unorm => wgpu::TextureFormat::Rgba8Unorm,
        _ => wgpu::TextureFormat::Rgba16Float,
    }
}

impl Source {
    fn view(&self, gpu: &Gpu) -> wgpu::TextureView {
        let descriptor = wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_mip_level: self.level,
            mip_level_count: Some(1),
            base_array_layer: self.layer,
            array_layer_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        };
        gpu.create_view("frame", &self.texture, &descriptor)
    }
}

/// Takes out a frame that was shown.
fn shown(state: &mut State, route: Option<Route>) {
    state.queue.pop();
    state.stats.shown += 1;
    state.stats.route = route.or(state.stats.route);
}

/// Takes out a frame that cannot be shown.
fn skip(shared: &Shared) {
    let mut state = shared.lock();
    if state.queue.pop().is_some() {
        state.stats.skipped += 1;
    }
}

/// Hands the first frame to a hook. Answers false when that panicked.
fn hand_over(shared: &Shared, hook: &mut dyn PresentHook) -> bool {
    let gpu = &shared.gpu;
    let frame = {
        let mut state = shared.lock();
        let State { queue, slots, .. } = &mut *state;
        let taken = gpu.faults.scope(&gpu.device, || {
            let taken = queue.take_in_hand(|source, slot| {
                let mut encoder = gpu.create_encoder("frame for the hook");
                let copy = source.copy_to(gpu, &mut encoder, &mut slots[slot]);
                gpu.submit([encoder.finish()]);
                copy
            })?;
            Some((taken.number, taken.source.texture.clone(), taken.source.place))
        });
        let Some((number, texture, place)) = taken else { return true };
        let size = [texture.width(), texture.height()];
        let format = texture.format();
        PresentedFrame { texture, size, format, color_space: ColorSpace::Srgb, place, number }
    };
    let call = AssertUnwindSafe(|| hook.present(&gpu.device, &gpu.queue, &frame));
    let done = catch_unwind(call).is_ok();
    let mut state = shared.lock();
    if done {
        shown(&mut state, None);
    } else {
        log::error!(target: LOG, "the present hook panicked, and is not called again");
        state.error = Some(RenderError::Hook);
        state.queue.pop();
        state.stats.skipped += 1;
    }
    done
}
