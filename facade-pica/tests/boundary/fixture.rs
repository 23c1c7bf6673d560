//! A small scene that a test bends in one place.

use retrograph_pica::list::ListBuilder;
use retrograph_pica::reference::{Failure, Memory, Renderer, Report, SceneError, Span, Target};
use retrograph_pica::scenes::commands::{self, Surface};
use retrograph_pica::scenes::program::{END, mov, plain};
use retrograph_pica::scenes::{GEOMETRY, TARGET};

/// The target's side in pixels.
pub(crate) const SIDE: u32 = 16;
pub(crate) const SURFACE: Surface = Surface { base: TARGET, width: SIDE, height: SIDE };
pub(crate) const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
pub(crate) const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];

/// Vertices of position and colour, four floats each, copied by the program; a list that draws them on demand.
pub(crate) struct Fixture {
    pub(crate) list: ListBuilder,
    pub(crate) geometry: Vec<u8>,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let mut list = ListBuilder::new();
        commands::setup(&mut list, &SURFACE);
        commands::program(&mut list, 0, &[mov(0, 0, 0), mov(1, 1, 0), END], &[plain(0xF)]);
        commands::outputs(&mut list, &[commands::POSITION, commands::COLOR]);
        commands::attributes(&mut list, GEOMETRY, 0, &[(3, 4), (3, 4)]);
        Self { list, geometry: Vec::new() }
    }

    /// A vertex with all eight floats given.
    pub(crate) fn vertex(&mut self, position: [f32; 4], color: [f32; 4]) -> &mut Self {
        self.geometry.extend(position.into_iter().chain(color).flat_map(f32::to_le_bytes));
        self
    }

    /// A triangle of one colour by corners in pixels.
    pub(crate) fn triangle(&mut self, corners: [[f32; 2]; 3], color: [f32; 4]) -> &mut Self {
        for [x, y] in corners {
            self.vertex([x / 8.0 - 1.0, y / 8.0 - 1.0, 0.0, 1.0], color);
        }
        self
    }

    /// A red triangle over the lower left half of the target.
    pub(crate) fn half(&mut self) -> &mut Self {
        self.triangle([[0.0, 0.0], [16.0, 0.0], [0.0, 16.0]], RED)
    }

    /// Draws `count` vertices from the first on.
    pub(crate) fn draw(&mut self, count: u32) -> &mut Self {
        commands::draw_arrays(&mut self.list, 0, count);
        self
    }

    /// Writes a register between the commands.
    pub(crate) fn write(&mut self, register: u16, value: u32) -> &mut Self {
        self.list.write(register, value);
        self
    }

    /// Executes the finished list on a renderer and a target.
    pub(crate) fn run_on(&self, renderer: &mut Renderer, target: &mut Target) -> Result<Report, Failure> {
        let memory = Memory::new(Span { base: GEOMETRY, bytes: &self.geometry }, &[]).expect("the spans");
        renderer.execute(&self.list.finish(), &memory, target)
    }

    /// The target after the list at power-on.
    pub(crate) fn run(&self) -> Result<(Target, Report), Failure> {
        let mut target = target();
        let report = self.run_on(&mut Renderer::new(), &mut target)?;
        Ok((target, report))
    }

    /// The target, of a list that succeeds.
    pub(crate) fn picture(&self) -> Target {
        self.run().expect("the list").0
    }

    /// The error, of a list that fails.
    pub(crate) fn error(&self) -> SceneError {
        *self.run().expect_err("an error").error
    }
}

pub(crate) fn target() -> Target {
    Target::new(TARGET, SIDE, SIDE).expect("a target")
}

/// The pixels for which a predicate holds, as a picture of `#` and `.`, the top row first.
pub(crate) fn covered(target: &Target) -> Vec<String> {
    let row =
        |y| (0..target.width()).map(|x| if target.pixel(x, y) == Some([0; 4]) { '.' } else { '#' }).collect();
    (0..target.height()).rev().map(row).collect()
}

/// How many pixels are not zero.
pub(crate) fn count(target: &Target) -> usize {
    covered(target).concat().matches('#').count()
}
