//! `retrograph window`: a demo in a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use retrograph_d3d9::Device;
use retrograph_render::Gpu;
use retrograph_render::present::{Presenter, default_upscaler};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window, WindowId};

use crate::demo::{Result, SIZE, on_stage};
use crate::gallery::{DEMOS, Demo};
use crate::overlay;

/// Opens a window with the demo of this name, and returns when the window is closed. Figures stand over it: the time of a frame,
/// its way to the window, and what was drawn. Key O hides them, R switches between upscaling and stretching, C captures the next
/// frame into a folder of `captures`, Escape ends.
///
/// On macOS this is the main thread's to call, as event loops are there.
///
/// # Errors
/// When there is no demo of this name, no display, or no GPU that can show pictures there.
pub fn run(name: &str, captures: &Path) -> Result<()> {
    let Some(demo) = DEMOS.iter().find(|demo| demo.name == name) else {
        let names: Vec<&str> = DEMOS.iter().map(|demo| demo.name).collect();
        return Err(format!("no demo of this name; there are {}", names.join(", ")).into());
    };
    let events = EventLoop::new()?;
    events.set_control_flow(ControlFlow::Wait);
    let mut app = App { demo, captures: captures.into(), shown: None, failed: None };
    events.run_app(&mut app)?;
    app.failed.map_or(Ok(()), Err)
}

/// How often the figures change.
const FIGURES: Duration = Duration::from_millis(500);

/// What is on the screen.
struct Shown {
    // The device goes before its presenter, and the window last.
    device: Device,
    presenter: Presenter,
    window: Arc<Window>,
    upscales: bool,
    tells: bool,
    captured: u32,
    since: Instant,
    frames: u32,
}

struct App {
    demo: &'static Demo,
    captures: PathBuf,
    shown: Option<Shown>,
    failed: Option<Box<dyn std::error::Error>>,
}

impl App {
    fn open(&self, events: &ActiveEventLoop) -> Result<Shown> {
        let attributes = Window::default_attributes()
            .with_title(self.demo.name)
            .with_inner_size(PhysicalSize::new(SIZE[0], SIZE[1]));
        let window = Arc::new(events.create_window(attributes)?);
        let (gpu, surface) = Gpu::for_surface(Arc::clone(&window))?;
        let sized = Arc::clone(&window);
        let target = gpu.window(surface, move || [sized.inner_size().width, sized.inner_size().height]);
        let presenter = Presenter::window(&gpu, target)?;
        let device = on_stage(presenter.clone(), || (self.demo.render)(&gpu))?;
        Ok(Shown {
            device,
            presenter,
            window,
            upscales: true,
            tells: true,
            captured: 0,
            since: Instant::now(),
            frames: 0,
        })
    }

    fn act(&mut self, event: &WindowEvent, events: &ActiveEventLoop) -> Result<()> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(_) => shown.window.request_redraw(),
            WindowEvent::RedrawRequested => shown.frame()?,
            WindowEvent::KeyboardInput {
                event: KeyEvent { logical_key, state: ElementState::Pressed, .. },
                ..
            } => match logical_key {
                Key::Named(NamedKey::Escape) => events.exit(),
                Key::Character(key) if key.eq_ignore_ascii_case("r") => shown.switch(),
                Key::Character(key) if key.eq_ignore_ascii_case("o") => shown.hide_figures(),
                Key::Character(key) if key.eq_ignore_ascii_case("c") => shown.capture(&self.captures)?,
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }
}

impl Shown {
    fn frame(&mut self) -> Result<()> {
        self.device.present()?;
        self.frames += 1;
        let passed = self.since.elapsed();
        if passed >= FIGURES {
            if self.tells {
                self.show_figures(passed / self.frames);
            }
            (self.since, self.frames) = (Instant::now(), 0);
        }
        self.window.request_redraw();
        Ok(())
    }

    fn show_figures(&mut self, time: Duration) {
        let counters = self.device.counters();
        let route = self.presenter.stats().route;
        let mut figures = overlay::text(&[
            format!("{:5.1} ms a frame", time.as_secs_f32() * 1000.0),
            format!("{:5} draws", counters.draws),
            format!("{:5} passes", counters.passes),
            format!("{:5} pipelines", counters.pipelines),
            route.map_or_else(String::new, |route| format!("shown by {route:?}")),
        ]);
        if let Some(figures) = &mut figures {
            figures.zoom = self.window.scale_factor().round() as u32;
        }
        self.presenter.set_overlay(figures);
    }

    fn hide_figures(&mut self) {
        self.tells = !self.tells;
        if !self.tells {
            self.presenter.set_overlay(None);
        }
    }

    fn switch(&mut self) {
        self.upscales = !self.upscales;
        let upscaler = self.upscales.then(default_upscaler);
        self.presenter.set_upscaler(upscaler);
    }

    fn capture(&mut self, folder: &Path) -> Result<()> {
        let folder = folder.join(format!("{}", self.captured));
        self.captured += 1;
        self.device.capture_frames(1, &folder)?;
        println!("{}", folder.display());
        Ok(())
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_some() {
            return;
        }
        match self.open(events) {
            Ok(shown) => {
                shown.window.request_redraw();
                self.shown = Some(shown);
            }
            Err(error) => self.fail(error, events),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if let Err(error) = self.act(&event, events) {
            self.fail(error, events);
        }
    }
}

impl App {
    fn fail(&mut self, error: Box<dyn std::error::Error>, events: &ActiveEventLoop) {
        self.failed = Some(error);
        events.exit();
    }
}
