//! A display without a screen, windows on it, and pictures of them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::pump_events::EventLoopExtPumpEvents as _;
use winit::raw_window_handle::{HasWindowHandle as _, RawWindowHandle};
use winit::window::{Window, WindowAttributes, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};
use x11rb::rust_connection::RustConnection;

/// How long a picture may take to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a display server without a screen, and answers it with its display's name.
pub(crate) fn start_server() -> (Child, String) {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts: install the package xvfb");
    let mut number = String::new();
    let output = server.stdout.take().expect("it is piped");
    BufReader::new(output).read_line(&mut number).expect("the server says its display");
    (server, format!(":{}", number.trim()))
}

#[derive(Default)]
struct App {
    wanted: Option<WindowAttributes>,
    made: Option<Arc<Window>>,
}

impl ApplicationHandler for App {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(wanted) = self.wanted.take() {
            self.made = Some(Arc::new(event_loop.create_window(wanted).expect("a window")));
        }
    }
}

/// The display's windows.
pub(crate) struct Desk {
    events: EventLoop<()>,
    app: App,
    server: RustConnection,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self {
            events: EventLoop::new().expect("an event loop"),
            app: App::default(),
            server: RustConnection::connect(None).expect("a connection").0,
        }
    }

    /// Lets events through.
    pub(crate) fn pump(&mut self) {
        let _ = self.events.pump_app_events(Some(Duration::from_millis(2)), &mut self.app);
    }

    /// A window of this size with its corner here.
    pub(crate) fn window(&mut self, size: [u32; 2], corner: [i32; 2]) -> Arc<Window> {
        let attributes = Window::default_attributes()
            .with_title("retrograph test")
            .with_inner_size(PhysicalSize::new(size[0], size[1]))
            .with_position(PhysicalPosition::new(corner[0], corner[1]));
        self.app.wanted = Some(attributes);
        let start = Instant::now();
        loop {
            self.pump();
            match &self.app.made {
                Some(window) if window.inner_size() == PhysicalSize::new(size[0], size[1]) => {
                    return self.app.made.take().expect("it is there");
                }
                _ => assert!(start.elapsed() < PATIENCE, "the window does not come"),
            }
        }
    }

    /// Resizes a window and waits until it has the size.
    pub(crate) fn resize(&mut self, window: &Window, size: [u32; 2]) {
        let wanted = PhysicalSize::new(size[0], size[1]);
        let _ = window.request_inner_size(wanted);
        let start = Instant::now();
        while window.inner_size() != wanted {
            self.pump();
            assert!(start.elapsed() < PATIENCE, "the window does not resize");
        }
    }

    /// What a window shows now: red, green and blue of each pixel, row by row; `None` while it shows nothing.
    pub(crate) fn picture(&self, window: &Window) -> Option<Vec<[u8; 3]>> {
        let RawWindowHandle::Xlib(handle) = window.window_handle().expect("a handle").as_raw() else {
            panic!("a window of X11")
        };
        let PhysicalSize { width, height } = window.inner_size();
        let id = u32::try_from(handle.window).expect("identifiers of X11 have 32 bits");
        let cookie = self.server.get_image(
            ImageFormat::Z_PIXMAP,
            id,
            0,
            0,
            u16::try_from(width).expect("a small window"),
            u16::try_from(height).expect("a small window"),
            u32::MAX,
        );
        self.server.flush().expect("a connection");
        let image = cookie.expect("a request").reply().ok()?;
        Some(image.data.as_chunks::<4>().0.iter().map(|[b, g, r, _]| [*r, *g, *b]).collect())
    }

    /// Waits until a window shows what `right` wants.
    pub(crate) fn wait_for(
        &mut self,
        window: &Window,
        what: &str,
        right: impl Fn(&[[u8; 3]], [u32; 2]) -> Result<(), String>,
    ) {
        let start = Instant::now();
        loop {
            self.pump();
            let PhysicalSize { width, height } = window.inner_size();
            let why = match self.picture(window) {
                Some(picture) if picture.len() == (width * height) as usize => {
                    match right(&picture, [width, height]) {
                        Ok(()) => return,
                        Err(why) => why,
                    }
                }
                _ => "it shows nothing".into(),
            };
            assert!(start.elapsed() < PATIENCE, "{what}: {why}");
        }
    }
}
