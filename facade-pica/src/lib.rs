//! PICA200 command lists: registers, inspection, and an exact software reference.
//!
//! ```text
//!  words ──> list: headers, masks, jumps ──> Write { offset, register, mask, value }
//!                                              │
//!              ┌───────────────────────────────┼─────────────────────────────┐
//!              v                               v                             v
//!   inspect: names and fields        reference: exact or refused    queue: generations,
//!   from the table of registers      State, Target, Report          monitor, completions
//!                                              │
//!                                              └── Backend: the same draws elsewhere, every byte compared
//! ```
//!
//! A list is refused whole or takes effect whole: its error has the offset of the value at fault, the register and the
//! value, and leaves registers, counts and pixels as they were.
//!
//! ```
//! use retrograph_pica::reference::Renderer;
//! use retrograph_pica::scenes::{Form, square};
//!
//! let scene = square(Form::Move, false);
//! let (memory, mut target) = (scene.memory(&[])?, scene.target()?);
//! let report = Renderer::new().execute(&scene.words, &memory, &mut target)?;
//! assert_eq!((report.draws, report.instructions), (2, 18));
//! assert_eq!(target.pixel(10, 40), Some([255, 0, 0, 255]));
//! assert_eq!(target.pixel(40, 10), Some([0, 255, 0, 255]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`list`] | command lists: reading, following jumps within limits, building |
//! | [`memory`] | guest memory as an embedder grants it |
//! | [`registers`] | the register file, and the one table of names, indices and fields |
//! | [`gpu`] | the backend on the GPU, and [`Pica`](gpu::Pica), which embedders hold |
//! | [`inspect`] | lists as text |
//! | [`mod@reference`] | the bounded renderer; its limits, errors and backends |
//! | `gx2` (feature `gx2`) | a backend over the calls of GX2 |
//! | [`queue`] | what a guest sees around a submission |
//! | [`front`] | the command processor: lists in, draws out, for every backend |
//! | [`vertex`] | vertices: attributes out of memory, indices, primitives |
//! | [`texture`] | texels and pixels in memory: tiles, blocks, codecs |
//! | [`software`] | the general renderer on the CPU |
//! | [`state`] | registers decoded to plain structs for a draw |
//! | [`scenes`] | small complete scenes, and the commands that they are made of |

pub mod front;
pub mod gpu;
#[cfg(feature = "gx2")]
pub mod gx2;
pub mod inspect;
pub mod list;
pub mod memory;
pub mod queue;
pub mod reference;
pub mod registers;
pub mod scenes;
pub mod software;
pub mod state;
pub mod texture;
pub mod vertex;

/// The guide's example runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/pica.md")]
struct Guide;
