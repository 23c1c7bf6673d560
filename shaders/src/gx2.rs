//! PICA200 vertex shaders as Latte programs for GX2, and the files that hold them (feature `gx2`).
//!
//! ```text
//!  pica::exact::LinearProgram --lower::linear--+
//!                                              +--> isa::Program --encode--> words --decode--> isa::Program
//!  pica code and constants ----lower::general--+                               |                  |
//!                                                     gfd::write (GSH) <-------+        evaluate, disasm
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`isa`] | Latte instructions as data |
//! | [`mod@encode`], [`mod@decode`] | programs to words and back; the two share no code |
//! | [`group`] | which registers a group of instructions may read |
//! | [`lower`] | PICA200 shaders to Latte, in registers that this module fixes |
//! | [`pixel`] | the pixel programs that go with them |
//! | [`registers`] | the register words that GX2 wants beside a program |
//! | [`mod@evaluate`] | vertex programs executed from their words |
//! | [`disasm`] | programs as text |
//! | [`gfd`] | GSH files |
//!
//! | what | where |
//! |---|---|
//! | inputs `v0`–`v15` | R1–R16, fetched as four floats |
//! | temporaries `r0`–`r15` | R17–R32 |
//! | outputs `o0`–`o15` | R33–R48 |
//! | sources, captured before anything is written | R49, R50 |
//! | position, colour | R51, R52 |
//! | texture coordinate 0 | R53.xy |
//! | float uniforms `c0`–`c95` | constants 0–95 of the constant file, in UniformRegister mode |
//! | flags of CMP, address registers, scratch (not in linear programs) | R54.xy, R55.xy, R56 |

pub mod decode;
pub mod disasm;
pub mod encode;
pub mod evaluate;
pub mod gfd;
pub mod group;
pub mod isa;
pub mod lower;
pub mod pixel;
pub mod registers;

pub use decode::{DecodeError, decode};
pub use encode::{EncodeError, encode};
pub use evaluate::{EvaluateError, Exports, evaluate};
pub use lower::{LowerError, OutputMap};
