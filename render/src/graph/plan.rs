//! The plan: what the GPU does for one frame, in order.

use smallvec::SmallVec;

use super::reason::{LoadReason, StoreReason};
use crate::frame::{
    Attachment, ClearPlanes, CopyTexture, GenerateMips, ReadTexture, Rect, StretchTexture, Targets, Upload,
};
use crate::resource::TextureId;

/// What an attachment holds when a pass starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoadOp<T> {
    /// What it held before.
    Load,
    /// This value everywhere.
    Clear(T),
    /// Anything: every texel is proven to be overwritten.
    DontCare,
}

/// What becomes of an attachment when a pass ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOp {
    /// It is kept.
    Keep,
    /// Nobody reads it before it is overwritten.
    Discard,
}

/// Load and store of one plane of an attachment, each with why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ops<T> {
    /// The load.
    pub load: LoadOp<T>,
    /// Why that load.
    pub load_reason: LoadReason,
    /// The store.
    pub store: StoreOp,
    /// Why that store.
    pub store_reason: StoreReason,
}

/// A colour attachment of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorTarget {
    /// What is written.
    pub attachment: Attachment,
    /// Load and store. A clear value goes through `utility::load_color`, so that it equals a clear quad's.
    pub ops: Ops<[f32; 4]>,
}

/// The depth-stencil attachment of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthTarget {
    /// What is written.
    pub attachment: Attachment,
    /// The depth plane, when the format has one.
    pub depth: Option<Ops<f32>>,
    /// The stencil plane, when the format has one.
    pub stencil: Option<Ops<u8>>,
    /// No draw writes it: the attachment is read-only and may be sampled by the same pass. Both planes load.
    pub read_only: bool,
}

/// One thing that a pass does.
#[derive(Clone, Debug, PartialEq)]
pub enum PassItem {
    /// The draw at this index of [`crate::frame::Frame::commands`].
    Draw(u32),
    /// A scissored quad that writes the given planes (colour: every colour target of the pass).
    ClearQuad {
        /// The planes and values.
        planes: ClearPlanes,
        /// The pixels.
        rect: Rect,
    },
    /// [`Step::Rename`] between two draws.
    Rename(TextureId),
}

/// One render pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// Colour attachments by slot.
    pub color: [Option<ColorTarget>; 4],
    /// The depth-stencil attachment.
    pub depth: Option<DepthTarget>,
    /// Width and height that all attachments must have.
    ///
    /// That of depth, where depth is larger than the first colour attachment, else that of the first colour
    /// attachment.
    pub extent: [u32; 2],
    /// Width and height of the first colour attachment: what is drawn ends there.
    pub color_extent: [u32; 2],
    /// Colour attachments of another size than the pass, a bit each. Each is replaced by a scratch texture of the
    /// pass's size; the region that is drawn to is copied in first when the attachment loads, and copied out after
    /// the pass when it is kept.
    pub stand_ins: u8,
    /// Samples a texel.
    pub samples: u32,
    /// Draws and quads, in order; empty for a pass that only clears.
    pub items: Vec<PassItem>,
    /// Every texture that a draw of the pass samples, each once.
    pub sampled: SmallVec<[TextureId; 8]>,
    /// Sampled textures that the pass also writes: its draws read the copy that a [`Step::Snapshot`] made.
    pub snapshots: SmallVec<[TextureId; 1]>,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A render pass.
    Pass(Box<Pass>),
    /// A texel copy.
    Copy(CopyTexture),
    /// A scaled copy by drawing.
    Stretch(StretchTexture),
    /// Mip levels.
    GenerateMips(GenerateMips),
    /// An ordered upload.
    Upload(Upload),
    /// A read-back.
    Read(ReadTexture),
    /// Copies the whole texture to its scratch twin, for the next pass, which writes it and samples the twin.
    Snapshot(TextureId),
    /// From here on a texture is backed by what the next renaming upload of [`Plan::early`] filled.
    Rename(TextureId),
}

/// Something that comes before all steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Early {
    /// An upload to a texture.
    Upload {
        /// The upload.
        upload: Upload,
        /// Whether the texture gets another backing for it, since steps before read the one that it has.
        renames: bool,
    },
    /// Mip levels.
    Mips(GenerateMips),
}

/// What planning met, for counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanCounts {
    /// Passes.
    pub passes: u32,
    /// Passes without any draw or quad.
    pub clear_passes: u32,
    /// Clears that became load operations (one for each plane).
    pub folded_clears: u32,
    /// Clears that became quads.
    pub clear_quads: u32,
    /// Copies of textures that a pass both writes and samples.
    pub snapshots: u32,
    /// Draws left out: no target, empty viewport, or nothing to draw.
    pub dropped_draws: u32,
    /// Attachments left out of a pass since they are smaller than others, or their sample count differs.
    pub dropped_attachments: u32,
    /// Colour attachments dropped from passes that do not write them.
    pub dropped_colors: u32,
    /// Clear-only passes removed since nothing could see them.
    pub removed_passes: u32,
}

/// A frame's steps in GPU order; the frame's prefix of uploads comes before all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    /// Writes to buffers that are no steps, as indices of [`crate::frame::Frame::commands`]: their bytes go to the
    /// prefix, where draws before them read an older backing of the buffer than draws after them.
    pub rewrites: Vec<u32>,
    /// Uploads to textures, and mip levels made from what was uploaded, in order: after the prefix of uploads and before
    /// all steps.
    pub early: Vec<Early>,
    /// Counts.
    pub counts: PlanCounts,
}

impl Plan {
    /// The passes, in order.
    pub fn passes(&self) -> impl Iterator<Item = &Pass> {
        self.steps.iter().filter_map(|step| if let Step::Pass(pass) = step { Some(&**pass) } else { None })
    }
}

impl Pass {
    /// The attachment set as a target group.
    #[must_use]
    pub fn targets(&self) -> Targets {
        Targets {
            color: self.color.map(|slot| slot.map(|target| target.attachment)),
            depth: self.depth.map(|target| target.attachment),
        }
    }

    /// Whether a colour attachment is replaced by a scratch texture of the pass's size.
    #[must_use]
    pub fn has_stand_in(&self, slot: usize) -> bool {
        self.stand_ins >> slot & 1 == 1
    }
}
