//! The encoder thread and the API thread's hold on it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::fate::Fate;
use crate::error::RenderError;
use crate::frame::Frame;
use crate::gpu::LONGEST_WAIT;
use crate::renderer::Renderer;

/// What the log lines of this file go under.
const LOG: &str = "retrograph::render::encoder";

/// Frames that circulate besides the one being recorded: one is executed, one waits.
const FRAMES: usize = 2;

/// How long one job may take: it may wait for the GPU once, and work before and after.
const PATIENCE: Duration = Duration::from_secs(2 * LONGEST_WAIT.as_secs());

/// What the encoder is asked to do.
enum Job {
    /// Execute a frame and send it back.
    Frame(Box<Frame>),
    /// Do something with the renderer.
    Call(Box<dyn FnOnce(&mut Renderer) + Send>),
}

/// A frame that was executed, and how that went.
type Done = (Box<Frame>, Result<(), RenderError>);

/// The API thread's hold on an encoder.
#[derive(Debug)]
pub(crate) struct Encoder {
    /// `None` only while this is dropped.
    jobs: Option<Sender<Job>>,
    /// Locked never: the lock makes the type `Sync`.
    done: Mutex<Receiver<Done>>,
    spares: Vec<Frame>,
    /// The first error that no call has answered yet.
    failed: Option<RenderError>,
    fate: Arc<Fate>,
    thread: Option<JoinHandle<()>>,
}

impl Encoder {
    /// Starts a thread for a renderer.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub(crate) fn spawn(renderer: Renderer) -> std::io::Result<Self> {
        Self::with_patience(renderer, PATIENCE)
    }

    /// The same with another patience, for tests.
    pub(super) fn with_patience(renderer: Renderer, patience: Duration) -> std::io::Result<Self> {
        let (jobs, receiver) = channel();
        let (sender, done) = sync_channel(FRAMES);
        let fate = Arc::new(Fate::new(patience));
        let theirs = Arc::clone(&fate);
        let thread = std::thread::Builder::new()
            .name("retrograph encoder".into())
            .spawn(move || run(renderer, &receiver, sender, &theirs))?;
        log::debug!(target: LOG, "{:?} starts", thread.thread().id());
        Ok(Self {
            jobs: Some(jobs),
            done: Mutex::new(done),
            spares: (0..FRAMES).map(|_| Frame::default()).collect(),
            failed: None,
            fate,
            thread: Some(thread),
        })
    }

    /// A frame to record into: an idle one, or else the next that comes back.
    pub(crate) fn spare(&mut self) -> Frame {
        if self.fate.check().is_err() {
            return self.spares.pop().unwrap_or_default();
        }
        self.collect();
        if let Some(spare) = self.spares.pop() {
            return spare;
        }
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        match self.fate.receive(done) {
            Ok((frame, result)) => {
                self.failed = self.failed.take().or(result.err());
                *frame
            }
            // The fate answers every call from here on.
            Err(_) => Frame::default(),
        }
    }

    /// Takes back a frame that is not to be executed.
    pub(crate) fn keep(&mut self, frame: Frame) {
        if self.spares.len() < FRAMES {
            self.spares.push(frame);
        }
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// What went wrong with frames before it; [`RenderError::DeviceLost`] when the thread is gone.
    pub(crate) fn execute(&mut self, frame: Frame) -> Result<(), RenderError> {
        if self.fate.check().is_ok() {
            // A thread that ended while this is sent says so at the next call.
            let _ = self.jobs.as_ref().map(|jobs| jobs.send(Job::Frame(Box::new(frame))));
        } else {
            self.keep(frame);
        }
        self.failed()
    }

    /// Waits until all frames sent so far were executed.
    ///
    /// # Errors
    /// What went wrong with them; [`RenderError::DeviceLost`] when the thread is gone.
    pub(crate) fn drain(&mut self) -> Result<(), RenderError> {
        // Frames are checked when they are submitted, which is later than they come back.
        let late = self.call(|renderer| renderer.gpu().faults.check())?;
        self.collect();
        self.failed().and(late)
    }

    /// Takes in the frames that came back.
    fn collect(&mut self) {
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        while let Ok((frame, result)) = done.try_recv() {
            self.spares.push(*frame);
            self.failed = self.failed.take().or(result.err());
        }
    }

    fn failed(&mut self) -> Result<(), RenderError> {
        self.fate.check()?;
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Runs `work` on the thread after all that was sent so far, and waits for it.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`] when the thread is gone, and when `work` panics.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Renderer) -> T + Send + 'static,
    ) -> Result<T, RenderError> {
        self.fate.check()?;
        let (sender, answer) = sync_channel(1);
        let call = move |renderer: &mut Renderer| {
            renderer.settle();
            // Nobody waits any more when this fails.
            let _ = sender.send(work(renderer));
        };
        // When this fails the answer's sender is gone with it, which is seen below.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(Job::Call(Box::new(call))));
        self.fate.receive(&answer)
    }
}

impl Drop for Encoder {
    /// Lets the thread finish what was sent, and waits for its end; a thread that is stuck is left behind.
    fn drop(&mut self) {
        let given_up = self.fate.check().is_err();
        self.jobs = None;
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        while !given_up && self.fate.receive(done).is_ok() {}
        // It lets go of this end when it has nothing left to do.
        let over = matches!(done.try_recv(), Err(TryRecvError::Disconnected));
        match self.thread.take() {
            Some(thread) if over => drop(thread.join()),
            _ => log::error!(target: LOG, "an encoder is stuck and left behind"),
        }
    }
}

/// The thread: jobs in order until the other side lets go, or one panics.
fn run(mut renderer: Renderer, jobs: &Receiver<Job>, done: SyncSender<Done>, fate: &Fate) {
    let work = AssertUnwindSafe(|| {
        for job in jobs {
            fate.advance();
            match job {
                Job::Frame(frame) => {
                    let result = renderer.execute(&frame);
                    // Nobody wants frames back when the other side let go.
                    let _ = done.send((frame, result));
                }
                Job::Call(call) => call(&mut renderer),
            }
            fate.advance();
        }
    });
    match catch_unwind(work) {
        Ok(()) => {}
        Err(payload) => {
            let why = format!("the encoder panicked: {}", message(payload.as_ref()));
            log::error!(target: LOG, "{why}");
            fate.end(&why);
        }
    }
    // What is left of it may be in any state.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(renderer)));
    fate.end("the encoder ended");
    drop(done);
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
