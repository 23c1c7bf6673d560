//! The retained graph: turns a frame's commands into passes and transfers in GPU order.
//!
//! ```text
//! Frame.commands ─> builder ── opens a pass at its first draw, keeps it over rebinds of the same set ─> steps
//!                      │ clears: pending ─> load operation of the next pass, or a scissored quad
//!                      └ what a draw samples ─> pending clears made real, snapshots, read-only depth
//! steps ─> finalisers: store operations, dead clear passes ─> Plan
//! ```
//!
//! Between frames the graph remembers of every texture which levels and layers hold content, who wrote it last
//! and who read it last.

mod builder;
mod clear;
mod draw;
mod dump;
mod finalise;
mod node;
mod pending;
mod plan;
mod reason;
mod sampled;
mod set;
#[cfg(test)]
mod tests;
mod upload;

pub use node::{StepRef, TextureNode};
pub use plan::{
    ColorTarget, DepthTarget, Early, LoadOp, Ops, Pass, PassItem, Plan, PlanCounts, Step, StoreOp,
};
pub use reason::{LoadReason, StoreReason};

use crate::frame::{Frame, Release, ResourceEvent};
use crate::resource::{BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId};

/// What planning asks about resources; those that the frame creates must be known already.
pub trait Resources {
    /// The description of a texture; `None` when there is none of that id.
    fn texture(&self, id: TextureId) -> Option<&TextureDesc>;
    /// The description of a shader; `None` when there is none of that id.
    fn shader(&self, id: ShaderId) -> Option<&ShaderDesc>;
    /// The size of a buffer in bytes; 0 when there is none of that id.
    fn buffer_size(&self, id: BufferId) -> u64;
    /// Whether a texture may get another backing. It may not when somebody outside holds the one that it has.
    fn can_rename(&self, id: TextureId) -> bool;
    /// The size of a texture in bytes; 0 when there is none of that id.
    fn texture_size(&self, id: TextureId) -> u64 {
        self.texture(id).map_or(0, TextureDesc::bytes)
    }
    /// Whether parts of multisampled textures can be copied, sample by sample.
    fn copies_samples(&self) -> bool;
}

/// The retained graph. See the module's description.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: node::Nodes,
    frame: u64,
    /// Empty lists of plans that are over.
    spare: Vec<Vec<PassItem>>,
    unoptimized: bool,
}

/// How many lists are kept for the plans to come.
const SPARE: usize = 8;

impl Graph {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes back a plan that is over, for its allocations.
    pub fn recycle(&mut self, plan: Plan) {
        for step in plan.steps {
            if let Step::Pass(mut pass) = step
                && self.spare.len() < SPARE
            {
                pass.items.clear();
                self.spare.push(pass.items);
            }
        }
    }

    /// A graph that merges no passes, folds no clears and keeps all that is written. Its pictures are those of any other.
    #[must_use]
    pub fn unoptimized() -> Self {
        Self { unoptimized: true, ..Self::default() }
    }

    /// Plans a frame and remembers what it leaves behind.
    ///
    /// Commands that name unknown textures or state groups are left out.
    pub fn plan(&mut self, frame: &Frame, resources: &impl Resources) -> Plan {
        self.frame += 1;
        for event in &frame.created {
            if let ResourceEvent::CreateTexture(id, _) = event {
                self.nodes.forget(*id);
            }
        }
        let mut builder = builder::Builder::new(frame, resources, &mut self.nodes, &mut self.spare);
        builder.run(self.unoptimized);
        let mut plan = builder.finish();
        if !self.unoptimized {
            finalise::run(&mut plan, frame, resources);
        }
        self.nodes.record(&plan, self.frame);
        for release in &frame.released {
            if let Release::Texture(id) = release {
                self.nodes.forget(*id);
            }
        }
        plan
    }

    /// What the graph remembers of a texture; `None` when nothing ever used it.
    #[must_use]
    pub fn node(&self, texture: TextureId) -> Option<&TextureNode> {
        self.nodes.get(texture)
    }

    /// How many frames were planned.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frame
    }
}
