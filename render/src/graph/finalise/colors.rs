//! Colour attachments that a pass neither clears nor writes leave it: depth-only passes then cost no colour.

use crate::frame::{Command, Draw, Frame};
use crate::graph::Resources;
use crate::graph::plan::{LoadOp, Ops, Pass, PassItem, Plan, Step};
use crate::graph::reason::LoadReason;

/// Drops colour attachments that no item of their pass writes, where another attachment remains.
pub(super) fn drop_unwritten(plan: &mut Plan, frame: &Frame, resources: &impl Resources) {
    for step in &mut plan.steps {
        let Step::Pass(pass) = step else { continue };
        if pass.items.is_empty() || pass.color.iter().all(Option::is_none) {
            continue;
        }
        let written = written(pass, frame, resources);
        let mut remaining = pass.color.iter().flatten().count() + usize::from(pass.depth.is_some());
        for (slot, target) in pass.color.iter_mut().enumerate() {
            let kept = target.is_none_or(|target| is_cleared(&target.ops));
            if !kept && !written[slot] && remaining > 1 {
                *target = None;
                remaining -= 1;
                plan.counts.dropped_colors += 1;
            }
        }
    }
}

/// Whether a load changes the attachment. A texture that was never written reads as zero with or without it.
fn is_cleared<T>(ops: &Ops<T>) -> bool {
    !matches!(ops.load, LoadOp::Load) && ops.load_reason != LoadReason::NeverWritten
}

/// Which colour slots the items of a pass may write.
fn written(pass: &Pass, frame: &Frame, resources: &impl Resources) -> [bool; 4] {
    let mut written = [false; 4];
    let mut known = None;
    for item in &pass.items {
        match item {
            PassItem::ClearQuad { planes, .. } if planes.color.is_some() => return [true; 4],
            PassItem::ClearQuad { .. } | PassItem::Rename(_) => {}
            PassItem::Draw(index) => {
                let Some(Command::Draw(draw)) = frame.commands.get(*index as usize) else { continue };
                if known != Some((draw.raster, draw.program)) {
                    known = Some((draw.raster, draw.program));
                    let outputs = outputs(draw, frame, resources);
                    (0..4).for_each(|slot| written[slot] |= outputs[slot]);
                }
            }
        }
        if written == [true; 4] {
            break;
        }
    }
    written
}

/// Which colour slots a draw's shader and write masks reach.
fn outputs(draw: &Draw, frame: &Frame, resources: &impl Resources) -> [bool; 4] {
    let program = frame.programs.get(draw.program as usize);
    let Some(shader) = program.and_then(|program| resources.shader(program.fragment)) else {
        return [false; 4];
    };
    let Some(raster) = frame.rasters.get(draw.raster as usize) else { return [false; 4] };
    std::array::from_fn(|slot| {
        shader.color_outputs >> slot & 1 == 1 && !raster.colors[slot].write_mask.is_empty()
    })
}
