//! Made-up shaders for tests: legal programs of every model, from a seed.
//!
//! Together the programs of one model use every instruction, modifier, register file and flow construct that the
//! model has. They read nothing that they have not written, declared or been given:
//!
//! | what | value |
//! |---|---|
//! | inputs and texture coordinates | multiples of 1/16 within ±8 for [`Numbers::Exact`] |
//! | colours in pixel models 1 and 2 | multiples of 1/16 within 0–1 |
//! | constants and texels | multiples of 1/4 within ±2; within ±1 in pixel model 1 |
//! | `i#`, `b#` | any; loops stay short where the shader defines the count, which is in all but one in eight |
//!
//! In pixel model 1, `t1.w` and `t3.z` must be powers of two, since they are divided by. Cube maps are read at inputs as they are, so that whoever gives these can keep away from edges.

mod first;
mod flow;
mod operand;
mod operation;
mod stage;

use super::limits;
use super::program::{RegisterFile, Version};
use crate::interface::Stage;

/// What a shader's values are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Every result is exact on the inputs named above: a reference can be compared to the bit. Leaves out the
    /// instructions that hardware approximates.
    Exact,
    /// Every instruction of the model may come.
    Any,
}

/// Writes a shader in assembly: always the same for the same arguments, and always one that assembles.
#[must_use]
pub fn generate(version: Version, numbers: Numbers, seed: u64) -> String {
    let mut writer = Writer::new(version, numbers, seed);
    if version.stage == Stage::Fragment && version.major == 1 {
        writer.first_model();
    } else {
        writer.shader();
    }
    writer.text
}

/// Every shader model that there is.
pub const MODELS: [Version; 17] = {
    const fn model(stage: Stage, major: u8, minor: u8) -> Version {
        Version { stage, major, minor }
    }
    use Stage::{Fragment, Vertex};
    [
        model(Vertex, 1, 0),
        model(Vertex, 1, 1),
        model(Vertex, 2, 0),
        model(Vertex, 2, 1),
        model(Vertex, 2, 0xFF),
        model(Vertex, 3, 0),
        model(Vertex, 3, 0xFF),
        model(Fragment, 1, 0),
        model(Fragment, 1, 1),
        model(Fragment, 1, 2),
        model(Fragment, 1, 3),
        model(Fragment, 1, 4),
        model(Fragment, 2, 0),
        model(Fragment, 2, 1),
        model(Fragment, 2, 0xFF),
        model(Fragment, 3, 0),
        model(Fragment, 3, 0xFF),
    ]
};

/// What is known of a value: it is a multiple of `2 ^ -digits` and at most `2 ^ size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    size: i32,
    digits: i32,
}

impl Range {
    const CONSTANT: Self = Self { size: 1, digits: 2 };
    const INPUT: Self = Self { size: 3, digits: 4 };
    const COLOR: Self = Self { size: 0, digits: 4 };
    const TRUTH: Self = Self { size: 0, digits: 0 };

    fn join(self, other: Self) -> Self {
        Self { size: self.size.max(other.size), digits: self.digits.max(other.digits) }
    }

    fn sum(self, other: Self) -> Self {
        let joined = self.join(other);
        Self { size: joined.size + 1, ..joined }
    }

    fn product(self, other: Self) -> Self {
        Self { size: self.size + other.size, digits: self.digits + other.digits }
    }

    fn larger(self, by: i32) -> Self {
        Self { size: self.size + by, ..self }
    }

    /// Whether floats hold such values, with room for a sum.
    fn fits(self) -> bool {
        self.size + self.digits <= 20
    }
}

/// Small, fast and good enough random numbers.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Below `end`, which is not zero.
    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// A shader being written.
struct Writer {
    version: Version,
    numbers: Numbers,
    dice: Dice,
    text: String,
    /// Temporaries in use, all of which have a value.
    temporaries: Vec<Range>,
    /// Declared inputs, as they are written, with what is known of them.
    inputs: Vec<(&'static str, Range)>,
    /// Registers that the instruction at hand reads: of constants and inputs it may read one each.
    ports: [Option<String>; 3],
    /// Open blocks, whose results must be known beforehand.
    depth: usize,
    /// How much of that a subroutine begins with.
    base: usize,
    /// Open loops.
    loops: usize,
    /// Open loops that have `aL`.
    indexed_loops: usize,
    /// Whether a loop already has its sum.
    accumulates: bool,
    /// Labels that subroutines will have.
    labels: usize,
    /// Whether `p0` has a value.
    has_predicate: bool,
    /// Whether `a0` has a value.
    has_address: bool,
    /// Whether early returns from the main program find all outputs written.
    may_return: bool,
}

impl Writer {
    fn new(version: Version, numbers: Numbers, seed: u64) -> Self {
        let stage = if version.stage == Stage::Vertex { 0x5656 } else { 0x5050 };
        let model = u64::from(version.major) << 8 | u64::from(version.minor) | stage << 16;
        let mut dice = Dice(seed ^ model << 32);
        dice.next();
        Self {
            version,
            numbers,
            dice,
            text: format!("{version}\n"),
            temporaries: Vec::new(),
            inputs: Vec::new(),
            ports: [const { None }; 3],
            depth: 0,
            base: 0,
            loops: 0,
            indexed_loops: 0,
            accumulates: false,
            labels: 0,
            has_predicate: false,
            has_address: false,
            may_return: false,
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str("    ");
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn vertex(&self) -> bool {
        self.version.stage == Stage::Vertex
    }

    fn model(&self) -> (u8, u8) {
        (self.version.major, self.version.minor)
    }

    fn has(&self, file: RegisterFile) -> bool {
        limits::registers(self.version, file) > 0
    }

    /// A value of the grid, at most `limit` quarters.
    fn quarter(&mut self, limit: usize) -> String {
        let quarters = self.dice.below(limit * 2 + 1);
        let quarters = i16::try_from(quarters).unwrap_or(0) - i16::try_from(limit).unwrap_or(0);
        format!("{}", f32::from(quarters) / 4.0)
    }

    fn define(&mut self, number: usize, limit: usize) {
        let values: Vec<String> = (0..4).map(|_| self.quarter(limit)).collect();
        self.line(&format!("def c{number}, {}", values.join(", ")));
    }
}

#[cfg(test)]
mod coverage;
#[cfg(test)]
mod tests;
