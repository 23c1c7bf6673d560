//! What shows a device's frames: presenters, the gamma ramp, the cursor.

use retrograph_render::frame::{PresenterId, TextureLocation};
use retrograph_render::present::{Cursor, CursorImage, GammaRamp, Presenter, SwapInterval};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::SurfaceId;
use crate::resource::Surface;
use crate::types::{LockFlags, PresentInterval, PresentParameters};

/// What a device shows its frames with.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The presenter of the device itself first, then those of other windows.
    presenters: Vec<(PresenterId, Presenter)>,
    own: Option<PresenterId>,
    gamma: GammaRamp,
    cursor: Option<CursorImage>,
    cursor_shown: bool,
    cursor_position: [i32; 2],
    interval: SwapInterval,
    windowed: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            presenters: Vec::new(),
            own: None,
            gamma: GammaRamp::default(),
            cursor: None,
            cursor_shown: false,
            cursor_position: [0; 2],
            interval: SwapInterval::One,
            windowed: true,
        }
    }
}

impl Screen {
    /// Takes over what present parameters say; a reset hides the cursor and keeps the ramp.
    pub(crate) fn reset(&mut self, parameters: &PresentParameters) {
        self.interval = parameters.presentation_interval.swap_interval();
        self.windowed = parameters.windowed;
        self.cursor_shown = false;
        self.publish();
    }

    fn own(&self) -> Option<&Presenter> {
        self.presenters.iter().find(|(id, _)| Some(*id) == self.own).map(|(_, presenter)| presenter)
    }

    /// Tells the presenter all that it shows frames with.
    fn publish(&self) {
        let Some(presenter) = self.own() else { return };
        presenter.set_interval(self.interval);
        // A window is shown on a desktop that others share: its ramp is not the program's to set.
        presenter.set_gamma(if self.windowed { &DEFAULT_RAMP } else { &self.gamma });
        let cursor = self.cursor.clone().filter(|_| self.cursor_shown);
        let position = self.cursor_position;
        presenter.set_cursor(cursor.map(|image| Cursor { image, position }));
    }
}

static DEFAULT_RAMP: std::sync::LazyLock<GammaRamp> = std::sync::LazyLock::new(GammaRamp::default);

impl Device {
    /// Shows frames by a presenter, made on [`crate::Direct3D9::gpu`]: [`Device::present`] then ends in it. `None` shows
    /// them nowhere, as it is at first.
    ///
    /// # Errors
    /// [`Error::Render`] when the device is lost.
    pub fn set_presenter(&mut self, presenter: Option<Presenter>) -> Result<()> {
        if let Some(old) = self.screen.own.take() {
            self.remove_presenter(old)?;
        }
        if let Some(presenter) = presenter {
            self.screen.own = Some(self.add_presenter(presenter)?);
            self.screen.publish();
        }
        Ok(())
    }

    /// Adds a presenter for another window; [`Device::present_surface`] shows surfaces by it.
    ///
    /// # Errors
    /// [`Error::Render`] when the device is lost.
    pub fn add_presenter(&mut self, presenter: Presenter) -> Result<PresenterId> {
        let id = self.context.attach(presenter.clone())?;
        self.screen.presenters.push((id, presenter));
        Ok(id)
    }

    /// Lets go of a presenter, once it has shown what waits.
    ///
    /// # Errors
    /// [`Error::Render`] when the GPU refused something in a frame before.
    pub fn remove_presenter(&mut self, id: PresenterId) -> Result<()> {
        self.screen.presenters.retain(|(known, _)| *known != id);
        Ok(self.context.detach(id)?)
    }

    /// Ends the frame and has a surface shown by a presenter that was added.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for surfaces without anything on the GPU and for presenters that are gone;
    /// [`Error::DeviceLost`] and [`Error::Render`] as [`Device::present`] does.
    pub fn present_surface(&mut self, id: PresenterId, surface: SurfaceId) -> Result<()> {
        if self.lost {
            return Err(Error::DeviceLost);
        }
        if !self.screen.presenters.iter().any(|(known, _)| *known == id) {
            return Err(Error::InvalidCall);
        }
        let Surface { width, height, .. } = *self.surface(surface)?;
        let (texture, level, layer) = self.surface_attachment(surface).ok_or(Error::InvalidCall)?;
        let source = TextureLocation { texture, level: u32::from(level), origin: [0, 0, u32::from(layer)] };
        Ok(self.context.present(id, source, [width, height])?)
    }

    /// Ends the frame; shows the first back buffer where there is a presenter.
    pub(super) fn show(&mut self) -> Result<()> {
        let back_buffer = self.implicit.back_buffers.first().copied();
        match self.screen.own.zip(back_buffer) {
            Some((id, surface)) if self.surfaces.contains_key(surface) => self.present_surface(id, surface),
            _ => Ok(self.context.submit()?),
        }
    }

    /// Waits until all frames were handed to the GPU, and shown.
    pub(super) fn settle(&mut self) -> Result<()> {
        Ok(self.context.settle()?)
    }

    /// Keeps a gamma ramp (`SetGammaRamp`); it is applied to full-screen devices alone, where the frame goes to its surface.
    pub fn set_gamma_ramp(&mut self, ramp: &GammaRamp) {
        self.screen.gamma.clone_from(ramp);
        self.screen.publish();
    }

    /// The gamma ramp that was set last (`GetGammaRamp`).
    #[must_use]
    pub fn get_gamma_ramp(&self) -> &GammaRamp {
        &self.screen.gamma
    }

    /// Takes a surface's content as the cursor's picture (`SetCursorProperties`).
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for surfaces of another format than A8R8G8B8, for sizes that are no powers of two or larger
    /// than the back buffer, and for hotspots outside; the cursor before it stays.
    pub fn set_cursor_properties(&mut self, x_hotspot: u32, y_hotspot: u32, bitmap: SurfaceId) -> Result<()> {
        let Surface { width, height, format, .. } = *self.surface(bitmap)?;
        let back_buffer = self.implicit.back_buffers.first().copied().ok_or(Error::InvalidCall)?;
        let screen = self.surface(back_buffer)?;
        if format != Format::A8R8G8B8 || width > screen.width || height > screen.height {
            return Err(Error::InvalidCall);
        }
        let locked = self.lock_rect(bitmap, None, LockFlags::READONLY)?;
        let image = CursorImage::new(
            [width, height],
            [x_hotspot, y_hotspot],
            locked.pitch() as usize,
            locked.bytes(),
        );
        self.unlock_rect(locked)?;
        self.screen.cursor = Some(image.map_err(|_| Error::InvalidCall)?);
        self.screen.publish();
        Ok(())
    }

    /// Puts the cursor's hotspot at a pixel of the back buffer (`SetCursorPosition`).
    pub fn set_cursor_position(&mut self, x: i32, y: i32) {
        self.screen.cursor_position = [x, y];
        self.screen.publish();
    }

    /// Shows or hides the cursor (`ShowCursor`), and answers whether it was shown. Without a picture it is never shown.
    pub fn show_cursor(&mut self, show: bool) -> bool {
        let shown = self.screen.cursor.is_some() && show;
        let before = std::mem::replace(&mut self.screen.cursor_shown, shown);
        self.screen.publish();
        before
    }
}

impl PresentInterval {
    const fn swap_interval(self) -> SwapInterval {
        match self {
            Self::Immediate => SwapInterval::Immediate,
            Self::Default | Self::One => SwapInterval::One,
            Self::Two => SwapInterval::Two,
            Self::Three => SwapInterval::Three,
            Self::Four => SwapInterval::Four,
        }
    }
}
