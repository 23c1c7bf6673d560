//! The shape of a script, `case.json`: plain data, not yet looked up in any table.
//!
//! A key whose value is `null` is absent, and unknown keys are ignored.

mod command;
mod names;
mod number;
mod resource;

pub use command::{Command, Step, ValueSource};
pub use names::{Flags, Name};
pub use number::Number;
pub use resource::{Element, Resource, Texels, TypedData};

use serde::Deserialize;

/// A script: resources, commands, and what to read at the end.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// The format's version, 1.
    #[serde(deserialize_with = "number::as_u32")]
    pub version: u32,
    /// The identifier, `<area>.<rest>`.
    pub name: String,
    /// The group that the case belongs to.
    pub area: String,
    /// One line on the behaviour that the case pins.
    #[serde(default)]
    pub facts: String,
    /// The render target with the identifier `rt`.
    pub target: Target,
    /// The depth-stencil surface with the identifier `depth`, if any.
    pub depth: Option<Depth>,
    /// The device creation flag: `HARDWARE` (also when absent), `MIXED` or `SOFTWARE`.
    pub vertex_processing: Option<String>,
    /// How far a result may be from a reference.
    #[serde(default)]
    pub tolerance: Option<Tolerance>,
    /// Created in order.
    #[serde(default)]
    pub resources: Option<Vec<Resource>>,
    /// Executed in order.
    pub commands: Vec<Step>,
    /// Read back in order at the end.
    pub read: Vec<Read>,
}

impl Case {
    /// Parses a script.
    ///
    /// # Errors
    /// When the bytes are no JSON, or a key that is needed is missing or has another type.
    pub fn parse(bytes: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(bytes)
    }
}

/// The size and format of the render target `rt`.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// In texels.
    #[serde(deserialize_with = "number::as_u32")]
    pub width: u32,
    /// In texels.
    #[serde(deserialize_with = "number::as_u32")]
    pub height: u32,
    /// A format's name.
    pub format: String,
}

/// The format of the depth-stencil surface `depth`.
#[derive(Clone, Debug, Deserialize)]
pub struct Depth {
    /// A format's name.
    pub format: String,
}

/// How far a result may be from a reference; what is absent has the default of the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Tolerance {
    /// The largest difference of a channel in steps of 1/255.
    pub units: Option<f64>,
    /// Relative part of the limit of a float channel.
    pub rel: Option<f64>,
    /// Absolute part of the limit of a float channel.
    pub abs: Option<f64>,
    /// The share of a surface's pixels that may exceed the limit.
    pub outliers: Option<f64>,
    /// The largest difference of an occlusion count.
    pub count: Option<f64>,
}

/// One thing to read back.
#[derive(Clone, Debug, Deserialize)]
pub struct Read {
    /// A surface reference.
    pub surface: Option<String>,
    /// The identifier of a query.
    pub query: Option<String>,
}
