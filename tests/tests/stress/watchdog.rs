//! Sees to it that a deadlock fails the test instead of stopping it.

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long nothing may move. A read-back that takes a minute loses its device, which fails the test by itself.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// What the report says when no debugger can look at this program.
pub(crate) const NO_STACKS: &str = "no stacks: no debugger could look at this program";

/// What the threads are doing.
#[derive(Debug, Default)]
struct Shared {
    steps: AtomicU64,
    frames: AtomicU64,
    done: AtomicBool,
    /// A name and a deed each.
    doing: Mutex<Vec<(String, String)>>,
}

/// One thread's report.
pub(crate) struct Activity {
    shared: Arc<Shared>,
    index: usize,
}

/// Watches from a thread of its own until it is dropped.
pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Activity {
    /// Says what is done from now on, and in which frame.
    pub(crate) fn begin(&self, frame: u64, doing: &str) {
        let mut list = self.shared.doing.lock().unwrap_or_else(PoisonError::into_inner);
        list[self.index].1 = format!("frame {frame}: {doing}");
        self.shared.steps.fetch_add(1, Ordering::Relaxed);
        if doing == "draws" {
            self.shared.frames.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Watchdog {
    /// Starts to watch.
    pub(crate) fn start(patience: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let watched = Arc::clone(&shared);
        Self { shared, thread: Some(std::thread::spawn(move || watch(&watched, patience))) }
    }

    /// Another thread to watch.
    pub(crate) fn watch(&self, name: &str) -> Activity {
        let mut list = self.shared.doing.lock().unwrap_or_else(PoisonError::into_inner);
        list.push((name.to_owned(), "begins".to_owned()));
        Activity { shared: Arc::clone(&self.shared), index: list.len() - 1 }
    }

    /// Waits until all threads together have begun this many frames; false when they stop before.
    pub(crate) fn wait_for(&self, frames: u64) -> bool {
        while self.shared.frames.load(Ordering::Relaxed) < frames {
            if Arc::strong_count(&self.shared) <= 2 {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, patience: Duration) {
    let (mut seen, mut since) = (0, Instant::now());
    while !shared.done.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_secs(1));
        let steps = shared.steps.load(Ordering::Relaxed);
        if steps != seen {
            (seen, since) = (steps, Instant::now());
        } else if since.elapsed() > patience {
            report(shared, patience);
            std::process::abort();
        }
    }
}

/// Prints what everyone is doing; on Linux also where each thread of the program stands in the kernel; and all stacks.
fn report(shared: &Shared, patience: Duration) {
    eprintln!("nothing has moved for {patience:?}");
    for (name, doing) in shared.doing.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        eprintln!("  {name}: {doing}");
    }
    for thread in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let read = |file: &str| std::fs::read_to_string(thread.path().join(file)).unwrap_or_default();
        let [name, call] = ["comm", "syscall"].map(|file| read(file).trim().to_owned());
        eprintln!("  thread {:?} {name}: {call}", thread.file_name());
    }
    match stacks() {
        Some(stacks) => eprintln!("{stacks}"),
        None => eprintln!("{NO_STACKS}"),
    }
}

/// The stacks of all threads, encoders and submitters among them. A thread cannot show another's without unsafe code: a
/// debugger can, if there is one and the system lets it.
fn stacks() -> Option<String> {
    let process = std::process::id().to_string();
    let debuggers: [&[&str]; 3] = [
        &["gdb", "--batch", "--nx", "-ex", "thread apply all backtrace", "-p", &process],
        &["eu-stack", "-p", &process],
        &["lldb", "--batch", "-o", "thread backtrace all", "-p", &process],
    ];
    debuggers.iter().find_map(|command| {
        let run = Command::new(command[0]).args(&command[1..]).output().ok()?;
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        // A debugger that is not let in says so, and shows no frame.
        (run.status.success() && text.contains("#0")).then_some(text)
    })
}
