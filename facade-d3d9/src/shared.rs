//! One device, called from several threads.

use std::cell::RefCell;
use std::sync::Arc;

use parking_lot::{ReentrantMutex, ReentrantMutexGuard};

use crate::device::Device;
use crate::error::{Error, Result};

/// A device behind one re-entrant lock, as `D3DCREATE_MULTITHREADED` has it. Clones are the same device.
///
/// Only who asks for this pays for the lock: [`Device`] itself has none.
///
/// ```
/// use retrograph_d3d9::types::{ClearFlags, CreateFlags, PresentParameters};
/// use retrograph_d3d9::{Direct3D9, SharedDevice};
///
/// # fn main() -> retrograph_d3d9::Result<()> {
/// let device = Direct3D9::new()?
///     .create_device(&PresentParameters::default(), CreateFlags::HARDWARE_VERTEXPROCESSING)?;
/// let shared = SharedDevice::new(device);
/// std::thread::scope(|scope| {
///     for color in [0xFF00_0000, 0xFFFF_FFFF] {
///         let shared = shared.clone();
///         scope.spawn(move || -> retrograph_d3d9::Result<()> {
///             // Nothing of other threads comes between the calls of a section.
///             let section = shared.enter();
///             section.call(|device| device.clear(None, ClearFlags::TARGET, color, 1.0, 0))?;
///             shared.call(|device| device.present())
///         });
///     }
/// });
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct SharedDevice(Arc<ReentrantMutex<RefCell<Device>>>);

/// The lock of a [`SharedDevice`], held by one thread for several calls.
#[derive(Debug)]
pub struct Section<'a>(ReentrantMutexGuard<'a, RefCell<Device>>);

impl SharedDevice {
    /// Puts a device behind a lock.
    #[must_use]
    pub fn new(device: Device) -> Self {
        Self(Arc::new(ReentrantMutex::new(RefCell::new(device))))
    }

    /// Waits for other threads to leave, and keeps them out. The same thread may enter, and call, as often as it likes.
    #[must_use]
    pub fn enter(&self) -> Section<'_> {
        Section(self.0.lock())
    }

    /// One call, or several that belong together.
    ///
    /// # Errors
    /// What `work` answers; [`Error::InvalidCall`] from within the `work` of another call to the same device.
    pub fn call<R>(&self, work: impl FnOnce(&mut Device) -> Result<R>) -> Result<R> {
        self.enter().call(work)
    }

    /// The device itself, when nobody else has a clone.
    ///
    /// # Errors
    /// This value, when someone has.
    pub fn into_inner(self) -> Result<Device, Self> {
        Arc::try_unwrap(self.0).map(|lock| lock.into_inner().into_inner()).map_err(Self)
    }
}

impl Section<'_> {
    /// See [`SharedDevice::call`].
    ///
    /// # Errors
    /// Those of [`SharedDevice::call`].
    pub fn call<R>(&self, work: impl FnOnce(&mut Device) -> Result<R>) -> Result<R> {
        let mut device = self.0.try_borrow_mut().map_err(|_| Error::InvalidCall)?;
        work(&mut device)
    }
}
