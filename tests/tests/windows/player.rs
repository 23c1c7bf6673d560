//! A Direct3D 9 device that shows four quarters of colour in a window.

use std::sync::Arc;
use std::time::Duration;

use retrograph_d3d9::types::{ClearFlags, CreateFlags, PresentParameters, Rect};
use retrograph_d3d9::{Device, Direct3D9};
use retrograph_render::present::Presenter;
use retrograph_render::{Gpu, Threading};
use winit::window::Window;

/// The colours of the quarters: upper left and right, lower left and right.
pub(crate) const QUARTERS: [u32; 4] = [0xFF_C02010, 0xFF_20B040, 0xFF_3040D0, 0xFF_E0D090];

/// Red, green and blue of a colour.
pub(crate) const fn rgb(color: u32) -> [u8; 3] {
    [(color >> 16) as u8, (color >> 8) as u8, color as u8]
}

/// A device with its presenter.
pub(crate) struct Player {
    pub(crate) gpu: Gpu,
    pub(crate) device: Device,
    pub(crate) presenter: Presenter,
    pub(crate) frame: [u32; 2],
}

impl Player {
    pub(crate) fn new(window: &Arc<Window>, frame: [u32; 2], threading: Threading) -> Self {
        Self::with(window, frame, threading, true)
    }

    pub(crate) fn with(window: &Arc<Window>, frame: [u32; 2], threading: Threading, windowed: bool) -> Self {
        let (gpu, surface) = Gpu::for_surface(Arc::clone(window)).expect("a GPU for the window");
        let parameters = PresentParameters {
            back_buffer_width: frame[0],
            back_buffer_height: frame[1],
            windowed,
            ..PresentParameters::default()
        };
        let direct3d = Direct3D9::from_gpu(gpu.clone()).with_threading(threading);
        let mut device =
            direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING).expect("a device");
        let presenter = Presenter::window(&gpu, gpu.window(surface, size_of(window))).expect("a presenter");
        device.set_presenter(Some(presenter.clone())).expect("no error");
        Self { gpu, device, presenter, frame }
    }

    /// Clears each quarter to its colour.
    pub(crate) fn draw(&mut self, quarters: [u32; 4]) {
        let [width, height] = self.frame.map(|side| side.cast_signed());
        let (x, y) = (width / 2, height / 2);
        let places = [[0, 0, x, y], [x, 0, width, y], [0, y, x, height], [x, y, width, height]];
        for ([left, top, right, bottom], color) in places.into_iter().zip(quarters) {
            let rect = Rect { left, top, right, bottom };
            self.device.clear(Some(&[rect]), ClearFlags::TARGET, color, 1.0, 0).expect("a clear");
        }
    }

    /// Presents and waits until the frame was shown.
    pub(crate) fn show(&mut self) {
        self.device.present().expect("a frame");
        self.device.finish().expect("no error");
        assert!(self.presenter.wait_idle(Duration::from_secs(20)), "the frame is not shown");
    }
}

/// How large a window is, for its presenter.
pub(crate) fn size_of(window: &Arc<Window>) -> impl Fn() -> [u32; 2] + Send + 'static {
    let window = Arc::clone(window);
    move || [window.inner_size().width, window.inner_size().height]
}

/// Whether a picture has the four colours well within its quarters.
pub(crate) fn has_quarters(quarters: [u32; 4]) -> impl Fn(&[[u8; 3]], [u32; 2]) -> Result<(), String> {
    move |picture, [width, height]| {
        for (index, color) in quarters.into_iter().enumerate() {
            let (column, row) = (index as u32 % 2, index as u32 / 2);
            for (x, y) in [(1, 1), (2, 2), (3, 3), (1, 3), (3, 1)] {
                let at = [(column * 4 + x) * width / 8, (row * 4 + y) * height / 8];
                let found = picture[(at[1] * width + at[0]) as usize];
                if found != rgb(color) {
                    return Err(format!("{found:?} at {at:?}, and not {:?}", rgb(color)));
                }
            }
        }
        Ok(())
    }
}
