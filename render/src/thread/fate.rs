//! How an encoder thread fares, as the API thread sees it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::error::RenderError;

/// Shared by both threads.
#[derive(Debug)]
pub(super) struct Fate {
    /// Grows with every job that is begun or done.
    progress: AtomicU64,
    /// Why the thread is given up, or ended.
    end: Mutex<Option<String>>,
    ended: Condvar,
    patience: Duration,
}

impl Fate {
    /// Of a thread that may take `patience` over one job.
    pub(super) fn new(patience: Duration) -> Self {
        Self { progress: AtomicU64::new(0), end: Mutex::new(None), ended: Condvar::new(), patience }
    }

    /// Says that the thread is alive.
    pub(super) fn advance(&self) {
        self.progress.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends it; the first reason stays.
    pub(super) fn end(&self, why: &str) {
        let mut end = self.lock();
        if end.is_none() {
            *end = Some(why.to_owned());
        }
        self.ended.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails once the thread was given up or ended.
    pub(super) fn check(&self) -> Result<(), RenderError> {
        self.lock().clone().map_or(Ok(()), |why| Err(RenderError::DeviceLost(why)))
    }

    /// What the thread sends next. Gives up when it makes no progress for as long as one job may take.
    pub(super) fn receive<T>(&self, receiver: &Receiver<T>) -> Result<T, RenderError> {
        let mut seen = self.progress.load(Ordering::Relaxed);
        loop {
            match receiver.recv_timeout(self.patience) {
                Ok(value) => return Ok(value),
                // The thread lets go of its ends shortly before it says why.
                Err(RecvTimeoutError::Disconnected) => return Err(self.wait_for_end()),
                Err(RecvTimeoutError::Timeout) => {
                    let now = self.progress.load(Ordering::Relaxed);
                    if now == seen {
                        self.end(&format!("the encoder made no progress for {:?}", self.patience));
                        return Err(self.wait_for_end());
                    }
                    seen = now;
                }
            }
        }
    }

    fn wait_for_end(&self) -> RenderError {
        let waited = self.ended.wait_timeout_while(self.lock(), self.patience, |end| end.is_none());
        let (end, _) = waited.unwrap_or_else(PoisonError::into_inner);
        RenderError::DeviceLost(end.clone().unwrap_or_else(|| "the encoder ended".to_owned()))
    }
}
