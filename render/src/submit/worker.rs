//! The thread that submits.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::Submission;
use crate::error::RenderError;
use crate::gpu::Gpu;

/// What the thread is asked to do.
type Job = Box<dyn FnOnce(&Gpu) + Send>;

/// The encoder's hold on the thread.
#[derive(Debug)]
pub(crate) struct Worker {
    /// `None` only while this is dropped. It holds no job: what was sent has been taken up.
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Whether something was sent since the last answer.
    busy: bool,
}

impl Worker {
    /// Starts a thread for a device.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub(super) fn spawn(gpu: Gpu) -> std::io::Result<Self> {
        let (jobs, receiver) = sync_channel(0);
        let thread = std::thread::Builder::new()
            .name("retrograph submitter".into())
            .spawn(move || run(&gpu, &receiver))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), busy: false })
    }

    /// Sends a submission, once the thread is free. When the thread has panicked the device is lost.
    pub(super) fn submit(&mut self, gpu: &Gpu, submission: Submission) {
        self.busy = true;
        self.send(gpu, Box::new(|gpu| gpu.faults.scope(&gpu.device, || submission.run(gpu))));
    }

    /// Waits until all is submitted.
    pub(super) fn settle(&mut self, gpu: &Gpu) {
        if std::mem::take(&mut self.busy) {
            let (sender, answer) = sync_channel(1);
            let answer_it = move |_: &Gpu| {
                // Nobody waits any more when this fails.
                let _ = sender.send(());
            };
            self.send(gpu, Box::new(answer_it));
            if answer.recv().is_err() {
                lose(gpu);
            }
        }
    }

    fn send(&self, gpu: &Gpu, job: Job) {
        if self.jobs.as_ref().is_none_or(|jobs| jobs.send(job).is_err()) {
            lose(gpu);
        }
    }
}

fn lose(gpu: &Gpu) {
    gpu.faults.push(RenderError::DeviceLost("the submitter panicked".into()));
}

impl Drop for Worker {
    /// Waits for what was sent.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic was told by the thread itself, on its way.
            drop(thread.join());
        }
    }
}

/// The thread: jobs in order until the other side lets go, or one panics.
fn run(gpu: &Gpu, jobs: &Receiver<Job>) {
    for job in jobs {
        job(gpu);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renderer::Shown;
    use crate::retire::Retirement;

    fn submission(gpu: &Gpu, retirement: &mut Retirement, wrong: bool) -> Submission {
        let mut commands = [gpu.create_encoder("one"), gpu.create_encoder("two")];
        if wrong {
            let buffer = gpu.create_buffer("unusable", 4, wgpu::BufferUsages::UNIFORM);
            commands[1].copy_buffer_to_buffer(&buffer, 0, &buffer, 0, 4);
        }
        let reports = retirement.submit(Vec::new());
        Submission { commands, reports, pictures: Shown::default() }
    }

    #[test]
    fn what_is_wrong_with_a_submission_is_known_when_all_is_settled() {
        let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
        let (mut worker, mut retirement) =
            (Worker::spawn(gpu.clone()).expect("a thread"), Retirement::default());
        for wrong in [false, true, false] {
            let submission = submission(&gpu, &mut retirement, wrong);
            worker.submit(&gpu, submission);
            worker.settle(&gpu);
            let errors = gpu.faults.check();
            assert_eq!(matches!(errors, Err(RenderError::Validation(_))), wrong, "{errors:?}");
            assert_eq!(errors.is_err(), wrong);
        }
    }

    #[test]
    fn a_panic_loses_the_device_and_hangs_nobody() {
        let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
        let (mut worker, mut retirement) =
            (Worker::spawn(gpu.clone()).expect("a thread"), Retirement::default());
        worker.send(&gpu, Box::new(|_| panic!("on purpose")));
        for _ in 0..2 {
            let good = submission(&gpu, &mut retirement, false);
            worker.submit(&gpu, good);
            worker.settle(&gpu);
        }
        let lost = gpu.faults.check();
        assert!(matches!(&lost, Err(RenderError::DeviceLost(why)) if why.contains("submitter")), "{lost:?}");
    }
}
