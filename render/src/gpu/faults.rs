//! Errors that wgpu reports beside the calls that cause them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::RenderError;

/// Errors seen and not yet handed to the caller; shared by the clones of a [`super::Gpu`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Arc<Mutex<Vec<RenderError>>>);

impl Faults {
    /// Listens to a device that is ours alone.
    pub(super) fn watch(&self, device: &wgpu::Device) {
        let errors = self.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| errors.push(error.into())));
        let lost = self.clone();
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                lost.push(RenderError::DeviceLost(message));
            }
        });
    }

    fn push(&self, error: RenderError) {
        log::error!(target: "retrograph::render::gpu", "{error}");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(error);
    }

    /// The first error since the last call; the others were logged.
    ///
    /// # Errors
    /// That error, if there was one. A loss of the device is answered for ever.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        let mut errors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = errors.iter().find(|error| matches!(error, RenderError::DeviceLost(_))).cloned();
        let first = lost.clone().or_else(|| errors.first().cloned());
        errors.clear();
        errors.extend(lost);
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
}
