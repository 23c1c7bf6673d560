//! A look inside: frames written to a folder with all that they use, and drawn again from it.
//!
//! ```text
//!  Context::capture ─> request ─> Renderer::execute ─┬─ before: content of what the frame uses ──┐
//!                                                    ├─ the frame, a debug group around each draw │
//!                                                    └─ after: targets, graph, events             │
//!                                                         │                                       v
//!                        frame-N/*.txt, *.dot, *.png, shaders/*.wgsl                         frames.rgf
//!                                                                                                 │
//!                        Replay ─> the same targets <── checked: CaptureFile::decode ─────────────┘
//! ```
//!
//! | module | what |
//! |---|---|
//! | `file` | the frame file: magic, version, sections with length and checksum |
//! | `stored` | what the sections hold |
//! | `check` | everything that a frame or a resource of a file must obey before it is executed |
//! | `ids` | every id in a frame, to collect and to rename them |
//! | `content`, `depth` | texels to and from the GPU, depth and stencil too |
//! | `session` | a capture in progress: the renderer's hook |
//! | `folder`, `events`, `picture` | what people read |
//! | `replay` | draws a file's frames on a fresh renderer |

mod check;
mod content;
mod depth;
mod error;
mod events;
mod file;
mod folder;
mod ids;
mod picture;
mod replay;
mod session;
mod stored;

pub use check::{
    MAX_BUFFER_BYTES, MAX_CLEAR_RECTS, MAX_FRAME_VERTICES, MAX_TEXTURE_BYTES, MAX_TYPE_BYTES,
    MAX_UNIFORM_BYTES,
};
pub use error::CaptureError;
pub use folder::FILE_NAME;
pub use replay::{Comparison, Drawn, Replay, replay_folder};
pub(crate) use session::{Scene, Session};
pub use stored::{
    CaptureFile, Info, Plane, StoredBuffer, StoredFrame, StoredShader, StoredTarget, StoredTexels,
    StoredTexture,
};

#[cfg(test)]
mod tests;
