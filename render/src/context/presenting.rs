//! Frames that are shown.

use smallvec::SmallVec;

use super::Context;
use crate::error::RenderError;
use crate::frame::{Place, PresentTexture, PresenterId, TextureLocation};
use crate::present::{Hurry, Presenter};

/// The presenters of a context, by id.
#[derive(Debug, Default)]
pub(super) struct Presenters(Vec<(PresenterId, Presenter)>);

impl Presenters {
    /// As long as the answer lives no frame waits for another to be shown.
    pub(super) fn hurry(&self) -> SmallVec<[Hurry; 2]> {
        self.0.iter().map(|(_, presenter)| presenter.hurry()).collect()
    }

    fn find(&self, id: PresenterId) -> Option<&Presenter> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, presenter)| presenter)
    }
}

impl Context {
    /// Shows frames of this context by a presenter, which is to be on the same device. Waits for the frames submitted so far.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`].
    pub fn attach(&mut self, presenter: Presenter) -> Result<PresenterId, RenderError> {
        let _hurry = self.presenters.hurry();
        let theirs = presenter.clone();
        let id = self.engine.call(move |renderer| renderer.attach(theirs))?;
        self.presenters.0.push((id, presenter));
        Ok(id)
    }

    /// Lets go of a presenter, once it has shown what waits; a second at most is waited for that.
    ///
    /// # Errors
    /// Those of [`Context::submit`].
    pub fn detach(&mut self, id: PresenterId) -> Result<(), RenderError> {
        self.engine.drain()?;
        if let Some(presenter) = self.presenters.find(id) {
            presenter.drain();
        }
        self.engine.call(move |renderer| renderer.detach(id))?;
        self.presenters.0.retain(|(known, _)| *known != id);
        Ok(())
    }

    /// Submits the open frame and has a rectangle of a texture level shown after it. Waits neither for the GPU nor for the
    /// display, save that no more than one frame waits to be shown while another is drawn.
    ///
    /// # Errors
    /// Those of [`Context::submit`], of the presenter too; [`RenderError::UnknownTexture`] and [`RenderError::OutOfRange`],
    /// which leave the frame open.
    pub fn present(
        &mut self,
        id: PresenterId,
        source: TextureLocation,
        size: [u32; 2],
    ) -> Result<(), RenderError> {
        self.present_at(id, source, size, None)
    }

    /// [`Context::present`] to a rectangle of the window: the rest of it shows on what it did, or black where nothing was
    /// shown since a window has had its size. A place of which nothing is in the window changes nothing there.
    ///
    /// # Errors
    /// Those of [`Context::present`].
    pub fn present_at(
        &mut self,
        id: PresenterId,
        source: TextureLocation,
        size: [u32; 2],
        place: Option<Place>,
    ) -> Result<(), RenderError> {
        let desc =
            self.recorder.texture(source.texture).ok_or(RenderError::UnknownTexture(source.texture))?;
        if !desc.contains(source, [size[0], size[1], 1]) {
            return Err(RenderError::OutOfRange { level: source.level, origin: source.origin, size });
        }
        self.recorder.present(PresentTexture { presenter: id, source, size, place });
        let submitted = self.submit();
        let shown = self.presenters.find(id).map_or(Ok(()), Presenter::check);
        submitted.and(shown)
    }

    /// Waits until all frames were submitted and shown; a second at most is waited for the display.
    ///
    /// # Errors
    /// Those of [`Context::finish`], and of the presenters.
    pub fn settle(&mut self) -> Result<(), RenderError> {
        let finished = self.submit().and(self.engine.drain());
        self.presenters.0.iter().for_each(|(_, presenter)| presenter.drain());
        let shown = self.presenters.0.iter().map(|(_, presenter)| presenter.check());
        finished.and(shown.fold(Ok(()), Result::and))
    }
}
