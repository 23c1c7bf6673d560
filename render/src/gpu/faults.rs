//! Errors that wgpu reports beside the calls that cause them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::RenderError;

type List = Arc<Mutex<Vec<RenderError>>>;

/// Errors seen and not yet handed to the caller.
///
/// Wgpu keeps error scopes for each thread, so what a renderer causes is its own even when several share a device on
/// several threads. What nobody's scope caught, and the loss of the device, concern all who share it: the first to ask
/// is told the former, everyone the latter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    own: List,
    device: List,
}

impl Faults {
    /// For another renderer on the same device.
    pub(crate) fn apart(&self) -> Self {
        Self { own: List::default(), device: Arc::clone(&self.device) }
    }

    /// Listens to a device that is ours alone.
    pub(super) fn watch(&self, device: &wgpu::Device) {
        let errors = Arc::clone(&self.device);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| push(&errors, error.into())));
        let lost = Arc::clone(&self.device);
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                push(&lost, RenderError::DeviceLost(message));
            }
        });
    }

    /// Adds an error.
    pub(crate) fn push(&self, error: RenderError) {
        let lost = matches!(error, RenderError::DeviceLost(_));
        push(if lost { &self.device } else { &self.own }, error);
    }

    /// The first error since the last call; the others were logged.
    ///
    /// # Errors
    /// That error, if there was one. A loss of the device is answered for ever, and by all who share it.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        let mut device = lock(&self.device);
        let mut own = lock(&self.own);
        let lost = device.iter().find(|error| matches!(error, RenderError::DeviceLost(_))).cloned();
        let first = lost.clone().or_else(|| own.first().cloned()).or_else(|| device.first().cloned());
        own.clear();
        device.clear();
        device.extend(lost);
        first.map_or(Ok(()), Err)
    }

    /// Runs `work` so that errors it causes come here, whoever listens to the device.
    ///
    /// Browsers answer scopes later than this call can wait: there the device's own handler hears them.
    pub(crate) fn scope<R>(&self, device: &wgpu::Device, work: impl FnOnce() -> R) -> R {
        if cfg!(target_family = "wasm") {
            return work();
        }
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = work();
        for guard in [validation, internal, memory] {
            if let Some(error) = pollster::block_on(guard.pop()) {
                self.push(error.into());
            }
        }
        result
    }
}

fn push(list: &List, error: RenderError) {
    log::error!(target: "retrograph::render::gpu", "{error}");
    lock(list).push(error);
}

fn lock(list: &List) -> MutexGuard<'_, Vec<RenderError>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_answered_once_and_a_loss_for_ever() {
        let faults = Faults::default();
        assert_eq!(faults.check(), Ok(()));
        faults.push(RenderError::Validation("one".into()));
        faults.push(RenderError::Validation("two".into()));
        assert_eq!(faults.check(), Err(RenderError::Validation("one".into())));
        assert_eq!(faults.check(), Ok(()));
        faults.push(RenderError::DeviceLost("gone".into()));
        faults.push(RenderError::Validation("late".into()));
        for _ in 0..2 {
            assert_eq!(faults.check(), Err(RenderError::DeviceLost("gone".into())));
        }
    }

    #[test]
    fn renderers_that_share_a_device_have_errors_of_their_own_and_lose_it_together() {
        let first = Faults::default();
        let second = first.apart();
        second.push(RenderError::Validation("second".into()));
        assert_eq!(first.check(), Ok(()));
        assert_eq!(second.check(), Err(RenderError::Validation("second".into())));
        push(&first.device, RenderError::Validation("anyone's".into()));
        assert_eq!(second.check(), Err(RenderError::Validation("anyone's".into())));
        assert_eq!(first.check(), Ok(()));
        second.push(RenderError::DeviceLost("gone".into()));
        for faults in [&first, &second, &first.apart()] {
            assert_eq!(faults.check(), Err(RenderError::DeviceLost("gone".into())));
        }
    }
}
