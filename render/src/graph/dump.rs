//! A plan as text and as a DOT picture.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::Resources;
use super::node::for_each_use;
use super::plan::{Early, LoadOp, Ops, Pass, PassItem, Plan, Step, StoreOp};
use crate::frame::{Attachment, UploadTarget};
use crate::resource::TextureId;

impl Plan {
    /// The plan as text: every step, the attachments by label, and why each load and store was chosen.
    pub fn to_text(&self, resources: &impl Resources) -> String {
        let mut out = String::new();
        if !self.rewrites.is_empty() {
            let _ = writeln!(out, "before all steps: {} ordered writes to buffers", self.rewrites.len());
        }
        for early in &self.early {
            let (step, renames) = match early {
                Early::Upload { upload, renames } => (Step::Upload(*upload), *renames),
                Early::Mips(mips) => (Step::GenerateMips(*mips), false),
            };
            let how = if renames { ", in another backing" } else { "" };
            let _ = writeln!(out, "before all steps: {}{how}", title(&step, resources));
        }
        for (index, step) in self.steps.iter().enumerate() {
            let _ = writeln!(out, "{index}: {}", title(step, resources));
            if let Step::Pass(pass) = step {
                pass_text(&mut out, pass, resources);
            }
        }
        out
    }

    /// The plan as a DOT digraph: a node for each step, an edge from each writer of a texture to its next user.
    pub fn to_dot(&self, resources: &impl Resources) -> String {
        let mut out = String::from("digraph plan {\n  node [shape=box];\n");
        let mut writers: FxHashMap<TextureId, usize> = FxHashMap::default();
        for (index, step) in self.steps.iter().enumerate() {
            let _ = writeln!(out, "  s{index} [label=\"{index}: {}\"];", escape(&title(step, resources)));
            for_each_use(step, |texture, _| {
                if let Some(writer) = writers.get(&texture).filter(|writer| **writer != index) {
                    let label = escape(&label(texture, resources));
                    let _ = writeln!(out, "  s{writer} -> s{index} [label=\"{label}\"];");
                }
            });
            for_each_use(step, |texture, writes| {
                if writes {
                    writers.insert(texture, index);
                }
            });
        }
        out.push_str("}\n");
        out
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn label(texture: TextureId, resources: &impl Resources) -> String {
    resources.texture(texture).map_or_else(|| format!("{texture:?}"), |desc| desc.label.clone())
}

fn title(step: &Step, resources: &impl Resources) -> String {
    let name = |texture| label(texture, resources);
    match step {
        Step::Pass(pass) => {
            let [width, height] = pass.extent;
            let draws = pass.items.iter().filter(|item| matches!(item, PassItem::Draw(_))).count();
            let quads = pass.items.iter().filter(|item| matches!(item, PassItem::ClearQuad { .. })).count();
            format!("pass {width}x{height} x{}: {draws} draws, {quads} clear quads", pass.samples)
        }
        Step::Copy(copy) => {
            format!("copy {} to {}", name(copy.source.texture), name(copy.destination.texture))
        }
        Step::Stretch(stretch) => {
            format!("stretch {} to {}", name(stretch.source.texture), name(stretch.destination.texture))
        }
        Step::GenerateMips(mips) => format!("generate mips of {}", name(mips.texture)),
        Step::Upload(upload) => match upload.target {
            UploadTarget::Buffer { buffer, offset, .. } => {
                format!("upload {} bytes to {buffer:?} at {offset}", upload.bytes.size)
            }
            UploadTarget::Texture { location, .. } => {
                format!("upload {} bytes to {}", upload.bytes.size, name(location.texture))
            }
        },
        Step::Read(read) => format!("read {}", name(read.source.texture)),
        Step::Snapshot(texture) => format!("snapshot {}", name(*texture)),
        Step::Rename(texture) => format!("{} changes its backing", name(*texture)),
    }
}

fn pass_text(out: &mut String, pass: &Pass, resources: &impl Resources) {
    for (slot, target) in pass.color.iter().enumerate() {
        if let Some(target) = target {
            plane(out, &format!("color{slot}"), target.attachment, &target.ops, resources);
        }
    }
    if let Some(target) = &pass.depth {
        if let Some(ops) = &target.depth {
            plane(out, "depth", target.attachment, ops, resources);
        }
        if let Some(ops) = &target.stencil {
            plane(out, "stencil", target.attachment, ops, resources);
        }
    }
    for slot in (0..4).filter(|slot| pass.has_stand_in(*slot)) {
        let [width, height] = pass.color_extent;
        let _ = writeln!(
            out,
            "   {width}x{height} of color{slot} is drawn in a scratch texture of the pass's size"
        );
    }
    for texture in &pass.sampled {
        let copy = if pass.snapshots.contains(texture) { " (its snapshot)" } else { "" };
        let _ = writeln!(out, "   samples {}{copy}", label(*texture, resources));
    }
    items_text(out, &pass.items, resources);
}

fn plane<T: std::fmt::Debug>(
    out: &mut String,
    plane: &str,
    attachment: Attachment,
    ops: &Ops<T>,
    resources: &impl Resources,
) {
    let load = match &ops.load {
        LoadOp::Load => "load".to_owned(),
        LoadOp::Clear(value) => format!("clear {value:?}"),
        LoadOp::DontCare => "any".to_owned(),
    };
    let store = match ops.store {
        StoreOp::Keep => "keep",
        StoreOp::Discard => "discard",
    };
    let srgb = if attachment.srgb { " as sRGB" } else { "" };
    let _ = writeln!(
        out,
        "   {plane} {} level {} layer {}{srgb}: {load} ({}), {store} ({})",
        label(attachment.texture, resources),
        attachment.level,
        attachment.layer,
        ops.load_reason,
        ops.store_reason,
    );
}

/// Items, with runs of consecutive draws on one line.
fn items_text(out: &mut String, items: &[PassItem], resources: &impl Resources) {
    let mut at = 0;
    while let Some(item) = items.get(at) {
        let mut end = at + 1;
        match item {
            PassItem::ClearQuad { planes, rect } => {
                let _ = writeln!(
                    out,
                    "   clear quad {}x{} at {},{}: color {:?} depth {:?} stencil {:?}",
                    rect.width, rect.height, rect.x, rect.y, planes.color, planes.depth, planes.stencil
                );
            }
            PassItem::Rename(texture) => {
                let _ = writeln!(out, "   {} changes its backing", label(*texture, resources));
            }
            PassItem::Draw(first) => {
                while matches!(items.get(end), Some(PassItem::Draw(_))) {
                    end += 1;
                }
                let Some(PassItem::Draw(last)) = items.get(end - 1) else { return };
                let _ = writeln!(out, "   {} draws, commands {first}..={last}", end - at);
            }
        }
        at = end;
    }
}
