//! One list, staged.

use retrograph_shaders::pica::exact::{LinearProgram, Vector};

use super::backend::{self, Backend, BackendError, SceneDraw};
use super::config::Config;
use super::fetch::Fetch;
use super::output::{Checker, Outputs, ScreenVertex};
use super::raster::{Canvas, triangles};
use super::state::Action;
use super::{Memory, Report, SceneError, State, Target, limits};
use crate::list::{Commands, Write};
use crate::registers::Register;
use crate::registers::table::VertexEntry;

/// Copies of state and pixels that a list changes.
pub(super) struct Run<'a, 'b> {
    pub(super) state: State,
    pub(super) pixels: Vec<u8>,
    pub(super) report: Report,
    pub(super) memory: &'a Memory<'b>,
    pub(super) target: &'a Target,
    pub(super) backend: Option<&'a mut (dyn Backend + 'b)>,
    pub(super) begun: bool,
}

impl Run<'_, '_> {
    /// Executes a list up to its `FINALIZE`; what lies behind that is not looked at.
    pub(super) fn list(&mut self, words: &[u32]) -> Result<(), SceneError> {
        for command in Commands::new(words) {
            for write in command?.writes() {
                let action = self.state.write(write)?;
                match action {
                    Action::None => {}
                    Action::Draw { indexed } => self.draw(write, indexed)?,
                    Action::Finalize => {
                        self.report.writes += 1;
                        return self.end();
                    }
                }
                self.report.writes += 1;
            }
        }
        Err(SceneError::Unfinished { words: words.len() })
    }

    fn draw(&mut self, write: Write, indexed: bool) -> Result<(), SceneError> {
        let Write { offset, register, value, .. } = write;
        if self.report.draws >= u64::from(limits::DRAWS) {
            let limit = limits::DRAWS;
            return Err(SceneError::Limit { offset, register, value, what: "draws a list", limit });
        }
        let registers = &self.state.registers;
        let config = Config::read(offset, &self.state, self.memory, self.target)?;
        let outputs = Outputs::read(offset, registers, config.texture.is_some())?;
        let fetch = Fetch::read(offset, &self.state, indexed)?;
        let entry = registers.get::<VertexEntry>().word();
        let unit = &self.state.unit;
        let program = LinearProgram::parse(&unit.code, &unit.descriptors, entry);
        let program = program.map_err(|error| SceneError::Program { offset, error })?;

        let mut kept = Vec::new();
        let mut corners = Vec::with_capacity(config.count as usize);
        for vertex in 0..config.count {
            let inputs = fetch.vertex(offset, vertex, self.memory)?;
            let corner = self.vertex(offset, vertex, &program, &inputs, (&outputs, &config))?;
            corners.push(corner);
            if self.backend.is_some() {
                kept.push(inputs);
            }
        }
        self.report.triangles += u64::from(config.count / 3);
        let mut canvas = Canvas::new(self.target, &mut self.pixels);
        self.report.pixels += triangles(offset, &corners, &config, &mut canvas)?;

        let index = self.report.draws as u32;
        let Config { viewport, cull, scissor, texture, modulate, .. } = config;
        let draw = SceneDraw {
            index,
            program: &program,
            unit: &self.state.unit,
            vertices: &kept,
            outputs,
            viewport,
            cull,
            scissor,
            texture,
            modulate,
        };
        if let Some(backend) = &mut self.backend {
            if !self.begun {
                self.begun = true;
                backend.begin(self.target).map_err(BackendError::Begin)?;
            }
            backend.draw(&draw).map_err(|fault| BackendError::Draw { index, fault })?;
        }
        self.report.draws += 1;
        Ok(())
    }

    /// Runs one vertex and checks what comes out.
    fn vertex(
        &mut self,
        offset: u32,
        vertex: u32,
        program: &LinearProgram,
        inputs: &[Vector; 16],
        (outputs, config): (&Outputs, &Config<'_>),
    ) -> Result<ScreenVertex, SceneError> {
        let outcome = program.run(&self.state.unit.uniforms, inputs);
        let outcome = outcome.map_err(|error| SceneError::Shader { offset, vertex, error })?;
        self.report.vertices += 1;
        self.report.instructions += u64::from(outcome.executed);
        Checker { offset, vertex, outcome: &outcome }.vertex(outputs, config.viewport)
    }

    /// Completes the backend's draws and compares.
    fn end(&mut self) -> Result<(), SceneError> {
        let Some(backend) = self.backend.as_mut().filter(|_| self.begun) else {
            return Ok(());
        };
        // What the backend does not write must not pass for what it should have written.
        let mut found: Vec<u8> = self.pixels.iter().map(|byte| !byte).collect();
        backend.end(&mut found).map_err(BackendError::End)?;
        backend::compare(&self.pixels, &found)?;
        Ok(())
    }
}

impl State {
    /// The value of a register by its index.
    #[must_use]
    pub fn register(&self, index: u16) -> u32 {
        self.registers.value(Register(index))
    }
}
