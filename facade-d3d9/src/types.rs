//! Direct3D 9's enumerations, flags and plain structures, with the names and values of its headers.
//!
//! Kinds of state ([`RenderState`], [`SamplerStateType`], …) are numbers with named constants, since programs
//! pass numbers that have no name. Values that a call interprets at once ([`Pool`], [`PrimitiveType`], …) are
//! enumerations. State *values* are `u32`, as in Direct3D; the enumerations in [`values`] convert into them.

mod flags;
mod kinds;
mod present;
mod shapes;
mod states;
pub mod values;
mod vertex;

pub use flags::{ClearFlags, ColorWrite, CreateFlags, Fvf, LockFlags, ProcessFlags, Usage};
pub use kinds::{DeviceType, MultiSample, Pool, PresentInterval, PrimitiveType, ResourceType, SwapEffect};
pub use present::PresentParameters;
pub use shapes::{Box3, CubeFace, Light, LightType, Material, Matrix, Rect, Viewport};
pub use states::{RenderState, SamplerStateType, TextureStageState, Transform};
pub use values::TextureFilter;
pub use vertex::{DeclType, DeclUsage, VertexElement};
