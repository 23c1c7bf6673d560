//! The presenter: takes finished frames in order and shows each, without delaying those who draw.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cursor::{Cursor, CursorHook, Pointer};
use super::display::Window;
use super::gamma::GammaRamp;
use super::hook::PresentHook;
use super::overlay::Overlay;
use super::pace::SwapInterval;
use super::queue::Queue;
use super::route::Route;
use super::stage::{Sink, Stage};
use super::upscale::{Upscaler, default_upscaler};
use crate::error::RenderError;
use crate::frame::Place;
use crate::gpu::Gpu;

/// How long a device waits for the frame before to be shown; then it goes on as if a read were waiting. Also how long a
/// presenter is waited for when it is let go.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a frame is: one level of one layer of a texture with one sample a texel, and the rectangle of it that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) texture: wgpu::Texture,
    pub(crate) level: u32,
    pub(crate) layer: u32,
    pub(crate) rect: [u32; 4],
    /// Where in the window it goes; `None` for all of it.
    pub(crate) place: Option<Place>,
}

/// What a presenter has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PresentStats {
    /// Frames shown, or taken by the hook.
    pub shown: u64,
    /// Frames that were not shown because the window could not show anything.
    pub skipped: u64,
    /// Frames that were dropped because too many waited.
    pub dropped: u64,
    /// Frames that were copied because the device drew on before they were shown.
    pub copied: u64,
    /// The way the last frame took to its window.
    pub route: Option<Route>,
}

/// How frames are shown; may change at any time, and holds from the next frame that is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) interval: SwapInterval,
    pub(super) ceiling: Option<f32>,
    pub(super) gamma: Option<Arc<GammaRamp>>,
    pub(super) cursor: Option<Arc<Cursor>>,
    pub(super) client: Option<[u32; 2]>,
    /// Whether the window's content is kept for frames that fill a part of it.
    pub(super) kept: bool,
    pub(super) overlay: Option<Arc<Overlay>>,
}

/// What both sides look at.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) queue: Queue<Source>,
    pub(super) slots: [Option<wgpu::Texture>; super::queue::SLOTS],
    pub(super) stats: PresentStats,
    pub(super) error: Option<RenderError>,
    /// How many callers wait for what was drawn.
    hurry: u32,
    /// The frame that was waited for in vain.
    late: Option<u64>,
    parked: bool,
    stopped: bool,
    /// The thread is gone.
    ended: bool,
}

/// Shared by all who hold a presenter, and its thread.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) gpu: Gpu,
    pub(super) state: Mutex<State>,
    pub(super) changed: Condvar,
    settings: Mutex<Settings>,
    /// The hardware's cursor, where the embedder has one.
    pointer: Mutex<Pointer>,
    /// `None`: frames are stretched.
    pub(super) upscaler: Mutex<Option<Box<dyn Upscaler>>>,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies frames that would be drawn over, in a submission of its own.
    fn copy_out(&self, state: &mut State) {
        let State { queue, slots, .. } = state;
        let mut encoder = None;
        queue.copy_out(|source, slot| {
            let encoder = encoder.get_or_insert_with(|| self.gpu.create_encoder("frames that wait"));
            source.copy_to(&self.gpu, encoder, &mut slots[slot])
        });
        if let Some(encoder) = encoder {
            self.gpu.submit([encoder.finish()]);
        }
    }

    /// Waits on a condition for at most this long.
    fn wait_while<'a>(
        &self,
        state: MutexGuard<'a, State>,
        longest: Duration,
        condition: impl FnMut(&mut State) -> bool,
    ) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout_while(state, longest, condition);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Sleeps, unless the presenter is stopped.
    pub(super) fn sleep(&self, time: Duration) {
        if !time.is_zero() {
            drop(self.wait_while(self.lock(), time, |state| !state.stopped));
        }
    }
}

impl Source {
    /// Encodes a copy of what is shown, to a texture that is made when the one there does not fit.
    pub(super) fn copy_to(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        slot: &mut Option<wgpu::Texture>,
    ) -> Self {
        let [x, y, width, height] = self.rect;
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let fits =
            |texture: &wgpu::Texture| texture.size() == size && texture.format() == self.texture.format();
        let texture = match slot.take().filter(fits) {
            Some(texture) => texture,
            None => {
                let usage = wgpu::TextureUsages::COPY_DST
                    | wgpu::TextureUsages::COPY_SRC
                    | wgpu::TextureUsages::TEXTURE_BINDING;
                gpu.create_scratch("frame that waits", size, self.texture.format(), 1, usage)
            }
        };
        let from = wgpu::TexelCopyTextureInfo {
            mip_level: self.level,
            origin: wgpu::Origin3d { x, y, z: self.layer },
            ..self.texture.as_image_copy()
        };
        encoder.copy_texture_to_texture(from, texture.as_image_copy(), size);
        *slot = Some(texture.clone());
        Self { texture, level: 0, layer: 0, rect: [0, 0, width, height], place: self.place }
    }
}

/// Shows frames in a window, or hands them to a hook, on a thread of its own. Clones are the same presenter; when the last
/// one goes it stops.
///
/// A frame waits where it was drawn. A frame that is drawn after it waits until it was shown, which is the display's own
/// cadence, for at most a second; whoever reads something back does not wait: frames are copied then.
#[derive(Clone, Debug)]
pub struct Presenter(Arc<Thread>);

impl Presenter {
    /// Shows frames in a window.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`] when the system has no thread to give.
    pub fn window(gpu: &Gpu, window: Window) -> Result<Self, RenderError> {
        Self::new(gpu, Sink::Window(Box::new(window)))
    }

    /// Hands frames to the embedder.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`] when the system has no thread to give.
    pub fn hook(gpu: &Gpu, hook: impl PresentHook + 'static) -> Result<Self, RenderError> {
        Self::new(gpu, Sink::Hook(Box::new(hook)))
    }

    fn new(gpu: &Gpu, sink: Sink) -> Result<Self, RenderError> {
        let gpu = Gpu { faults: gpu.faults.apart(), ..gpu.clone() };
        let shared = Arc::new(Shared {
            gpu: gpu.clone(),
            state: Mutex::default(),
            changed: Condvar::new(),
            settings: Mutex::default(),
            pointer: Mutex::default(),
            upscaler: Mutex::new(Some(default_upscaler())),
        });
        let stage = gpu.faults.scope(&gpu.device, || Stage::new(&gpu, sink));
        let thread = Thread::spawn(shared, stage)
            .map_err(|error| RenderError::DeviceLost(format!("no thread for a presenter: {error}")))?;
        Ok(Self(Arc::new(thread)))
    }

    /// How many refreshes a frame is to stay.
    pub fn set_interval(&self, interval: SwapInterval) {
        self.0.shared.settings().interval = interval;
    }

    /// The most frames a second, whatever the interval; `None` for no ceiling.
    pub fn set_ceiling(&self, frames_a_second: Option<f32>) {
        self.0.shared.settings().ceiling = frames_a_second;
    }

    /// The gamma ramp; one that changes nothing costs nothing.
    pub fn set_gamma(&self, ramp: &GammaRamp) {
        self.0.shared.settings().gamma = (!ramp.is_identity()).then(|| Arc::new(ramp.clone()));
    }

    /// The cursor; `None` hides it. It is drawn over frames, unless a hook shows it ([`Presenter::set_cursor_hook`]), which is
    /// called from here.
    pub fn set_cursor(&self, cursor: Option<Cursor>) {
        let mut pointer = self.0.shared.pointer.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = pointer.show(cursor);
        self.0.shared.settings().cursor = drawn.map(Arc::new);
    }

    /// Who shows the cursor instead of the frames, such as the system's own pointer; `None` for nobody. A hook is told at once of
    /// the cursor there is. One that panics is called no more, and cursors are drawn over frames again.
    pub fn set_cursor_hook(&self, hook: Option<Box<dyn CursorHook>>) {
        let mut pointer = self.0.shared.pointer.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = pointer.replace(hook);
        self.0.shared.settings().cursor = drawn.map(Arc::new);
    }

    /// Whether what the window shows is kept from the next frame on, for frames that fill a part of it; it is kept from the first
    /// of those on anyhow. That costs a texture of the window's size and a copy for each frame.
    pub fn set_kept(&self, kept: bool) {
        self.0.shared.settings().kept = kept;
    }

    /// A picture over the frames, in the window's own pixels; `None` for none. Hooks get frames without it.
    pub fn set_overlay(&self, overlay: Option<Overlay>) {
        self.0.shared.settings().overlay = overlay.map(Arc::new);
    }

    /// The size of the window as those who present know it, in whose pixels places of frames count
    /// ([`crate::Context::present_at`]); `None`, as at first, for the window's own.
    pub fn set_client(&self, size: Option<[u32; 2]>) {
        self.0.shared.settings().client = size;
    }

    /// What enlarges frames; `None` stretches them. At first it is [`default_upscaler`]'s.
    pub fn set_upscaler(&self, upscaler: Option<Box<dyn Upscaler>>) {
        *self.0.shared.upscaler.lock().unwrap_or_else(PoisonError::into_inner) = upscaler;
    }

    /// For tests: while it is parked it shows nothing, as if the display gave no picture back.
    pub fn park(&self, parked: bool) {
        self.0.shared.lock().parked = parked;
        self.0.shared.changed.notify_all();
    }

    /// What was done so far.
    #[must_use]
    pub fn stats(&self) -> PresentStats {
        let state = self.0.shared.lock();
        PresentStats { dropped: state.queue.dropped, copied: state.queue.copied, ..state.stats }
    }

    /// Waits until every frame was shown, for at most this long. Answers whether that is so.
    #[must_use]
    pub fn wait_idle(&self, longest: Duration) -> bool {
        let state = self.0.shared.lock();
        let state = self.0.shared.wait_while(state, longest, |state| !state.queue.is_empty() && !state.ended);
        state.queue.is_empty()
    }

    /// Waits for the frames that wait, as long as is waited for any; what is left then is dropped.
    pub(crate) fn drain(&self) {
        if !self.wait_idle(PATIENCE) {
            self.0.shared.lock().queue.clear();
        }
    }

    /// What went wrong since the last call.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        let error = self.0.shared.lock().error.take();
        error.map_or_else(|| self.0.shared.gpu.faults.check(), Err)
    }

    /// Lets a submission draw where frames wait: see [`super::queue`]. One that `presents` waits for them.
    pub(crate) fn before_submit(&self, presents: bool) {
        let mut state = self.0.shared.lock();
        if presents {
            let busy = |state: &mut State| {
                let front = state.queue.front().map(|frame| frame.number);
                state.hurry == 0 && !state.ended && front.is_some() && front != state.late
            };
            state = self.0.shared.wait_while(state, PATIENCE, busy);
            if state.hurry == 0 {
                state.late = state.queue.front().map(|frame| frame.number);
            }
        }
        if state.queue.is_exposed() {
            let Gpu { device, faults, .. } = &self.0.shared.gpu;
            faults.scope(device, || self.0.shared.copy_out(&mut state));
        }
    }

    /// Adds a frame that was submitted.
    pub(crate) fn push(&self, source: Source) {
        let mut state = self.0.shared.lock();
        if !state.ended {
            state.queue.push(source);
        }
        self.0.shared.changed.notify_all();
    }

    /// As long as the answer lives no submission waits for frames to be shown.
    pub(crate) fn hurry(&self) -> Hurry {
        self.0.shared.lock().hurry += 1;
        self.0.shared.changed.notify_all();
        Hurry(Arc::clone(&self.0.shared))
    }
}

/// See [`Presenter::hurry`].
#[derive(Debug)]
pub(crate) struct Hurry(Arc<Shared>);

impl Drop for Hurry {
    fn drop(&mut self) {
        self.0.lock().hurry -= 1;
    }
}

/// The thread.
#[derive(Debug)]
struct Thread {
    shared: Arc<Shared>,
    handle: Mutex<Option<std::thread::JoinHandle<()>>>,
}

impl Thread {
    fn spawn(shared: Arc<Shared>, mut stage: Stage) -> std::io::Result<Self> {
        let theirs = Arc::clone(&shared);
        let handle = std::thread::Builder::new().name("retrograph presenter".into()).spawn(move || {
            let work = std::panic::AssertUnwindSafe(|| run(&theirs, &mut stage));
            let panicked = std::panic::catch_unwind(work).is_err();
            let mut state = theirs.lock();
            state.ended = true;
            if panicked {
                state.error = Some(RenderError::DeviceLost("the presenter panicked".into()));
            }
            state.queue.abandon();
            theirs.changed.notify_all();
        })?;
        Ok(Self { shared, handle: Mutex::new(Some(handle)) })
    }
}

impl Drop for Thread {
    /// Lets what waits be shown, for a bounded time, then stops. A thread that is stuck (a hook that does not return, a
    /// display that does not answer) is left behind.
    fn drop(&mut self) {
        let state = self.shared.lock();
        let mut state = self
            .shared
            .wait_while(state, PATIENCE, |state| !state.queue.is_empty() && !state.ended && !state.parked);
        state.queue.clear();
        state.stopped = true;
        self.shared.changed.notify_all();
        let state = self.shared.wait_while(state, PATIENCE, |state| !state.ended);
        let over = state.ended;
        drop(state);
        let handle = self.handle.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        match handle {
            Some(handle) if over => drop(handle.join()),
            _ => log::error!(target: "retrograph::render::present", "a presenter is stuck and left behind"),
        }
    }
}

/// The thread: frames in order until it is stopped.
fn run(shared: &Shared, stage: &mut Stage) {
    loop {
        {
            let idle = |state: &mut State| !state.stopped && (state.queue.is_empty() || state.parked);
            let state = shared.lock();
            let state = shared.changed.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
            if state.stopped {
                return;
            }
        }
        let delay = stage.delay(&shared.settings(), Instant::now());
        shared.sleep(delay);
        stage.show(shared);
        shared.changed.notify_all();
    }
}
