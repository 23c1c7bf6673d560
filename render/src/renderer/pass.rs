//! Encodes one render pass.

use super::Renderer;
use super::draw::PassState;
use super::prepare::draw_of;
use super::steps::Progress;
use crate::frame::{Attachment, Frame};
use crate::graph::{ColorTarget, DepthTarget, LoadOp, Ops, Pass, PassItem, StoreOp};
use crate::resource::{TextureShape, ViewKey};
use crate::utility::{PassFormats, load_color};

/// The views of a pass's attachments.
#[derive(Debug, Default)]
struct PassViews {
    /// With the slice, for volumes.
    color: [Option<(wgpu::TextureView, Option<u32>)>; 4],
    depth: Option<wgpu::TextureView>,
}

impl Renderer {
    /// Encodes a pass with its draws and quads.
    pub(super) fn encode_pass(
        &mut self,
        frame: &Frame,
        pass: &Pass,
        progress: &mut Progress,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let views = self.views(pass);
        let (formats, blendable) = self.formats(pass);
        let colors: [Option<wgpu::RenderPassColorAttachment<'_>>; 4] = std::array::from_fn(|slot| {
            let (target, view) = pass.color[slot].as_ref().zip(views.color[slot].as_ref())?;
            Some(color_attachment(target, view, formats.color[slot]?))
        });
        let used = colors.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let depth = pass.depth.as_ref().zip(views.depth.as_ref());
        let label = format!("pass {} of frame {}", self.counters.passes, self.counters.frames);
        let open = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(&label),
            color_attachments: &colors[..used],
            depth_stencil_attachment: depth.map(|(target, view)| depth_attachment(target, view)),
            ..wgpu::RenderPassDescriptor::default()
        });
        self.resolved.clear();
        let mut state = PassState::new(open, formats, blendable, pass);
        for item in &pass.items {
            match item {
                PassItem::Draw(index) => {
                    let prepared = self.prepared.draws.get(progress.draw).copied().flatten();
                    progress.draw += 1;
                    let draw = draw_of(frame, *index).zip(prepared);
                    let label = draw.as_ref().and_then(|(draw, _)| self.draw_label(frame, *index, draw));
                    if let Some(label) = &label {
                        state.told.pass.push_debug_group(label);
                    }
                    if self.gpu.unoptimized {
                        state.forget();
                    }
                    let drawn = draw
                        .and_then(|(draw, prepared)| self.encode_draw(frame, draw, &prepared, &mut state));
                    if label.is_some() {
                        state.told.pass.pop_debug_group();
                    }
                    *(match drawn {
                        Some(()) => &mut self.counters.draws,
                        None => &mut self.counters.draws_dropped,
                    }) += 1;
                }
                PassItem::Rename(texture) => {
                    self.show_next(*texture);
                    self.resolved.clear();
                    state.rebind();
                }
                PassItem::ClearQuad { planes, rect } => {
                    self.utility.clear_quad(&self.gpu, &mut state.told.pass, &formats, planes, *rect);
                    state.forget();
                    state.told.overridden();
                }
            }
        }
        state.told.count(&mut self.counters);
    }

    fn views(&mut self, pass: &Pass) -> PassViews {
        let mut views = PassViews::default();
        for (slot, target) in pass.color.iter().enumerate() {
            let Some(ColorTarget { attachment, .. }) = target else { continue };
            views.color[slot] = if pass.has_stand_in(slot) {
                self.stand_in(slot, *attachment, pass).map(|view| (view, None))
            } else {
                self.attachment_view(*attachment)
            };
        }
        views.depth = pass
            .depth
            .as_ref()
            .and_then(|target| self.attachment_view(target.attachment))
            .map(|(view, _)| view);
        views
    }

    fn stand_in(&mut self, slot: usize, attachment: Attachment, pass: &Pass) -> Option<wgpu::TextureView> {
        let format = self.table.textures.get(attachment.texture)?.desc.format;
        let key = ViewKey::Attachment { level: 0, layer: 0, srgb: attachment.srgb };
        Some(self.scratch.get(&self.gpu, slot, format, pass).view(&self.gpu, key))
    }

    fn attachment_view(&mut self, attachment: Attachment) -> Option<(wgpu::TextureView, Option<u32>)> {
        let Attachment { texture, level, layer, srgb } = attachment;
        let texture = self.table.textures.get_mut(texture).filter(|texture| texture.desc.has(attachment))?;
        let volume = texture.desc.shape == TextureShape::Volume;
        let (layer, slice) = if volume { (0, Some(layer.into())) } else { (layer.into(), None) };
        let key = ViewKey::Attachment { level: level.into(), layer, srgb };
        Some((texture.view(&self.gpu, key), slice))
    }

    fn formats(&self, pass: &Pass) -> (PassFormats, [bool; 4]) {
        let texture = |attachment: Attachment| self.table.textures.get(attachment.texture);
        let targets = pass.color.map(|target| {
            target.and_then(|target| {
                let texture = texture(target.attachment)?;
                Some((texture.view_format(target.attachment.srgb), texture.blendable))
            })
        });
        let depth = pass.depth.and_then(|target| Some(texture(target.attachment)?.desc.format));
        let color = targets.map(|target| target.map(|(format, _)| format));
        let blendable = targets.map(|target| target.is_some_and(|(_, blendable)| blendable));
        (PassFormats { color, depth, samples: pass.samples }, blendable)
    }
}

fn color_attachment<'a>(
    target: &ColorTarget,
    (view, depth_slice): &'a (wgpu::TextureView, Option<u32>),
    format: wgpu::TextureFormat,
) -> wgpu::RenderPassColorAttachment<'a> {
    let load = match target.ops.load {
        LoadOp::Clear(color) => {
            let [r, g, b, a] = load_color(format, color).map(f64::from);
            wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a })
        }
        LoadOp::Load | LoadOp::DontCare => wgpu::LoadOp::Load,
    };
    let ops = wgpu::Operations { load, store: store(target.ops.store) };
    wgpu::RenderPassColorAttachment { view, depth_slice: *depth_slice, resolve_target: None, ops }
}

fn depth_attachment<'a>(
    target: &DepthTarget,
    view: &'a wgpu::TextureView,
) -> wgpu::RenderPassDepthStencilAttachment<'a> {
    let read_only = target.read_only;
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: target.depth.filter(|_| !read_only).map(|ops| plane(ops, |depth| depth.clamp(0.0, 1.0))),
        stencil_ops: target.stencil.filter(|_| !read_only).map(|ops| plane(ops, u32::from)),
    }
}

fn plane<T: Copy, U>(ops: Ops<T>, value: impl Fn(T) -> U) -> wgpu::Operations<U> {
    let load = match ops.load {
        LoadOp::Clear(clear) => wgpu::LoadOp::Clear(value(clear)),
        LoadOp::Load | LoadOp::DontCare => wgpu::LoadOp::Load,
    };
    wgpu::Operations { load, store: store(ops.store) }
}

fn store(op: StoreOp) -> wgpu::StoreOp {
    match op {
        StoreOp::Keep => wgpu::StoreOp::Store,
        StoreOp::Discard => wgpu::StoreOp::Discard,
    }
}
