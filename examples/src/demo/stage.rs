//! A window for a demo: what would have become a picture is shown, and its device kept.

use std::cell::RefCell;

use retrograph_d3d9::Device;
use retrograph_render::present::Presenter;

use super::Result;

thread_local! {
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

struct Stage {
    presenter: Presenter,
    device: Option<Device>,
}

/// Runs a demo so that its frame goes to a presenter, and answers the device whose back buffer still holds it.
///
/// # Errors
/// Those of the demo; and when it drew no frame.
pub fn on_stage<T>(presenter: Presenter, demo: impl FnOnce() -> Result<T>) -> Result<Device> {
    STAGE.set(Some(Stage { presenter, device: None }));
    let result = demo();
    let stage = STAGE.take();
    result?;
    stage.and_then(|stage| stage.device).ok_or_else(|| "the demo drew no frame".into())
}

/// Whether a demo runs on a stage.
pub(super) fn is_set() -> bool {
    STAGE.with_borrow(Option::is_some)
}

/// Shows a device's finished frame and keeps the device, when a demo runs on a stage; else the device comes back.
pub(super) fn show(mut device: Device) -> Result<Option<Device>> {
    STAGE.with_borrow_mut(|stage| {
        let Some(stage) = stage else { return Ok(Some(device)) };
        device.set_presenter(Some(stage.presenter.clone()))?;
        device.present()?;
        stage.device = Some(device);
        Ok(None)
    })
}
