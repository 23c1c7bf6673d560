//! The executor: one script on a new device, over the safe API alone.

mod draw;
mod names;
mod objects;
mod read;
mod setup;
mod state;
mod surfaces;
mod transfer;

use std::path::Path;

use retrograph_d3d9::types::{CreateFlags, PresentParameters, SwapEffect};
use retrograph_d3d9::{Device, Direct3D9, Error, Format};

use super::error::BatteryError;
use super::outcome::{FailedCall, Outcome, Status};
use super::script::{Case, Step};
use objects::Objects;

/// Why a script cannot go on.
#[derive(Debug)]
enum Stop {
    /// It needs something that is not supported.
    Unsupported(String),
    /// It makes no sense, or the device broke; in words.
    Error(String),
}

impl From<BatteryError> for Stop {
    fn from(error: BatteryError) -> Self {
        Self::Error(error.to_string())
    }
}

impl Stop {
    /// A call outside the commands that failed: `what` it was for, and how.
    fn failed(what: &str, error: &Error) -> Self {
        match error {
            Error::Render(error) => Self::Error(format!("{what}: {error}")),
            error => Self::Error(format!("{what} {:08x}", error.hresult())),
        }
    }
}

/// What a call of the API returned, inside what can stop the script.
type Called = Result<retrograph_d3d9::Result<()>, Stop>;

/// One script being executed.
struct Runner<'a> {
    root: &'a Path,
    device: Device,
    objects: Objects,
}

/// Runs `case`, whose files lie under `root`, on a new device of `direct3d`.
#[must_use]
pub fn run(direct3d: &Direct3D9, root: &Path, case: &Case) -> Outcome {
    let mut outcome =
        Outcome { status: Status::Ok, failed_calls: Vec::new(), bytes: Vec::new(), stages: [0; 2] };
    let result = Runner::new(direct3d, root, case).and_then(|mut runner| {
        let result = runner.run(case, &mut outcome.failed_calls);
        outcome.stages = runner.device.fixed_stages();
        result.map(|bytes| outcome.bytes = bytes)
    });
    match result {
        Ok(()) => {}
        Err(Stop::Unsupported(reason)) => outcome.status = Status::Unsupported(reason),
        Err(Stop::Error(reason)) => outcome.status = Status::Error(reason),
    }
    outcome
}

impl<'a> Runner<'a> {
    fn new(direct3d: &Direct3D9, root: &'a Path, case: &Case) -> Result<Self, Stop> {
        let parameters = PresentParameters {
            back_buffer_width: 64,
            back_buffer_height: 64,
            back_buffer_format: Format::X8R8G8B8,
            back_buffer_count: 1,
            swap_effect: SwapEffect::Discard,
            ..PresentParameters::default()
        };
        let processing = match case.vertex_processing.as_deref() {
            None | Some("HARDWARE") => CreateFlags::HARDWARE_VERTEXPROCESSING,
            Some("MIXED") => CreateFlags::MIXED_VERTEXPROCESSING,
            Some("SOFTWARE") => CreateFlags::SOFTWARE_VERTEXPROCESSING,
            Some(other) => return Err(BatteryError::name("vertex processing", other).into()),
        };
        let device = direct3d
            .create_device(&parameters, processing | CreateFlags::FPU_PRESERVE)
            .map_err(|error| Stop::failed("CreateDevice", &error))?;
        Ok(Self { root, device, objects: Objects::default() })
    }

    fn run(&mut self, case: &Case, failed: &mut Vec<FailedCall>) -> Result<Vec<u8>, Stop> {
        self.create_targets(case)?;
        for resource in case.resources.iter().flatten() {
            self.create(resource)?;
        }
        self.bind_targets(case)?;
        for (index, step) in case.commands.iter().enumerate() {
            match self.step(step) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    failed.push(FailedCall { index, op: step.op.clone(), hresult: error.hresult() });
                }
                Err(Stop::Error(reason)) => return Err(Stop::Error(format!("command {index}: {reason}"))),
                Err(stop) => return Err(stop),
            }
        }
        let mut bytes = Vec::new();
        for read in &case.read {
            bytes.extend(self.read(read)?);
        }
        self.device.finish().map_err(|error| Stop::failed("the end of the script", &error))?;
        Ok(bytes)
    }

    /// Executes one command. A call that was refused as unsupported stops the script, whatever its HRESULT.
    fn step(&mut self, step: &Step) -> Called {
        let before = self.device.unsupported();
        let called = self.execute(step)?;
        match called {
            Err(Error::NotAvailable) => self.refuse_unsupported(&before, &step.op)?,
            Err(Error::Render(error)) => return Err(Stop::Error(format!("{}: {error}", step.op))),
            _ => {}
        }
        Ok(called)
    }

    /// Stops the script if a counter of unsupported things has grown since `before`.
    fn refuse_unsupported(&self, before: &[(&'static str, u64)], op: &str) -> Result<(), Stop> {
        let grown = self.device.unsupported().into_iter().find(|entry| !before.contains(entry));
        match grown {
            Some((key, _)) => Err(Stop::Unsupported(format!("{op}: {key}"))),
            None => Ok(()),
        }
    }

    fn execute(&mut self, step: &Step) -> Called {
        if let Some(called) = self.set_state(&step.command)? {
            return Ok(called);
        }
        if let Some(called) = self.bind(&step.command)? {
            return Ok(called);
        }
        if let Some(called) = self.draw(&step.command)? {
            return Ok(called);
        }
        if let Some(called) = self.transfer(&step.command)? {
            return Ok(called);
        }
        Err(Stop::Unsupported(step.op.clone()))
    }
}
