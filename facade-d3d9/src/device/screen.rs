//! What shows a device's frames: presenters, the gamma ramp, the cursor.

use retrograph_render::frame::{Place, PresenterId, TextureLocation};
use retrograph_render::present::{Cursor, CursorHook, CursorImage, GammaRamp, Presenter, SwapInterval};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::SurfaceId;
use crate::resource::Surface;
use crate::types::{LockFlags, PresentInterval, PresentParameters, Rect, SwapEffect};

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
    swap_effect: SwapEffect,
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
            swap_effect: SwapEffect::Discard,
        }
    }
}

impl Screen {
    /// Takes over what present parameters say; a reset hides the cursor and keeps the ramp.
    pub(crate) fn reset(&mut self, parameters: &PresentParameters) {
        self.interval = parameters.presentation_interval.swap_interval();
        self.windowed = parameters.windowed;
        self.swap_effect = parameters.swap_effect;
        self.cursor_shown = false;
        self.publish();
    }

    /// Whether frames may fill a part of their window.
    fn keeps(&self) -> bool {
        self.swap_effect == SwapEffect::Copy
    }

    fn own(&self) -> Option<&Presenter> {
        self.presenters.iter().find(|(id, _)| Some(*id) == self.own).map(|(_, presenter)| presenter)
    }

    /// Tells the presenter all that it shows frames with.
    fn publish(&self) {
        let Some(presenter) = self.own() else { return };
        presenter.set_interval(self.interval);
        presenter.set_kept(self.keeps());
        // A window is shown on a desktop that others share: its ramp is not the program's to set.
        presenter.set_gamma(if self.windowed { &DEFAULT_RAMP } else { &self.gamma });
        let cursor = self.cursor.clone().filter(|_| self.cursor_shown);
        let position = self.cursor_position;
        presenter.set_cursor(cursor.map(|image| Cursor { image, position }));
    }
}

/// What of a back buffer is shown, and where (the arguments of `Present`). The dirty region has no counterpart: all of the
/// rectangle is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// The rectangle of the back buffer, cut to it; `None` for all of it. For [`SwapEffect::Copy`] alone.
    pub source: Option<Rect>,
    /// The rectangle of the window that it is stretched to, in pixels of the window ([`Presenter::set_client`]), cut to it;
    /// `None` for all of it. Around it the window shows on what it did. For [`SwapEffect::Copy`] alone.
    pub destination: Option<Rect>,
    /// The window, by its presenter, in place of the device's own (`hDestWindowOverride`).
    pub window: Option<PresenterId>,
}

/// Width and height, where the rectangle has both.
fn extent(rect: Rect) -> Option<[u32; 2]> {
    let side = |low: i32, high: i32| (high > low).then(|| high.abs_diff(low));
    Some([side(rect.left, rect.right)?, side(rect.top, rect.bottom)?])
}

/// The part of a rectangle that is on a surface of this size.
fn cut(rect: Rect, [width, height]: [u32; 2]) -> Rect {
    let within = |edge: i32, side: u32| edge.clamp(0, side.min(i32::MAX as u32).cast_signed());
    Rect {
        left: within(rect.left, width),
        top: within(rect.top, height),
        right: within(rect.right, width),
        bottom: within(rect.bottom, height),
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
        presenter.set_kept(self.screen.keeps());
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
        self.present_part(id, surface, None, None)
    }

    /// Has a part of a surface shown at a place of the window of a presenter that is there.
    fn present_part(
        &mut self,
        id: PresenterId,
        surface: SurfaceId,
        part: Option<Rect>,
        place: Option<Place>,
    ) -> Result<()> {
        let Surface { width, height, .. } = *self.surface(surface)?;
        let (texture, level, layer) = self.surface_attachment(surface).ok_or(Error::InvalidCall)?;
        let part = cut(part.unwrap_or(Rect::new(0, 0, i32::MAX, i32::MAX)), [width, height]);
        let Some(size) = extent(part) else { return Ok(self.context.submit()?) };
        let origin = [part.left.unsigned_abs(), part.top.unsigned_abs(), u32::from(layer)];
        let source = TextureLocation { texture, level: u32::from(level), origin };
        Ok(self.context.present_at(id, source, size, place)?)
    }

    /// Ends the frame as [`Device::present`] does, and shows a rectangle of the first back buffer, in a rectangle of a window.
    ///
    /// Rectangles that are empty, turned inside out, or outside show nothing: the frame ends, and the window stays as it is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`], and the frame goes on, for rectangles without [`SwapEffect::Copy`] and for presenters that are
    /// gone; the others of [`Device::present`].
    pub fn present_with(&mut self, presentation: &Presentation) -> Result<()> {
        if self.lost {
            return Err(Error::DeviceLost);
        }
        let Presentation { source, destination, window } = *presentation;
        let has_rectangles = source.is_some() || destination.is_some();
        if has_rectangles && self.screen.swap_effect != SwapEffect::Copy {
            return Err(Error::InvalidCall);
        }
        let known = |id: PresenterId| self.screen.presenters.iter().any(|(known, _)| *known == id);
        if window.is_some_and(|id| !known(id)) {
            return Err(Error::InvalidCall);
        }
        let place = match destination.map(|rect| (rect, extent(rect))) {
            Some((_, None)) => return Ok(self.context.submit()?),
            Some((rect, Some([width, height]))) => Some(Place { x: rect.left, y: rect.top, width, height }),
            None => None,
        };
        let back_buffer = self.implicit.back_buffers.first().copied();
        match window.or(self.screen.own).zip(back_buffer) {
            Some((id, surface)) => self.present_part(id, surface, source, place),
            None => Ok(self.context.submit()?),
        }
    }

    /// Ends the frame; shows the first back buffer where there is a presenter.
    pub(super) fn show(&mut self) -> Result<()> {
        let back_buffer = self.implicit.back_buffers.first().copied();
        match self.screen.own.zip(back_buffer) {
            Some((id, surface)) if self.surfaces.contains_key(surface) => self.present_surface(id, surface),
            _ => Ok(self.context.submit()?),
        }
    }

    /// Has a hook show the cursor in place of the frames, such as the system's own pointer: see
    /// [`Presenter::set_cursor_hook`]. Without a presenter there is no cursor.
    pub fn set_cursor_hook(&self, hook: Option<Box<dyn CursorHook>>) {
        if let Some(presenter) = self.screen.own() {
            presenter.set_cursor_hook(hook);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_cut_and_absurd_ones_have_a_result() {
        let size = [640, 480];
        let cut = |left, top, right, bottom| extent(cut(Rect::new(left, top, right, bottom), size));
        assert_eq!(cut(0, 0, i32::MAX, i32::MAX), Some(size));
        assert_eq!(cut(i32::MIN, i32::MIN, i32::MAX, i32::MAX), Some(size));
        assert_eq!(cut(600, 470, 700, 500), Some([40, 10]));
        for [left, top, right, bottom] in
            [[5, 5, 5, 9], [9, 5, 5, 9], [640, 0, 700, 9], [-9, 0, 0, 9], [i32::MAX, 0, i32::MIN, 9]]
        {
            assert_eq!(cut(left, top, right, bottom), None);
        }
        assert_eq!(extent(Rect::new(i32::MIN, 0, i32::MAX, 1)), Some([u32::MAX, 1]));
    }
}
