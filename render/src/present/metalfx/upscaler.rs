//! The upscaler that presenters take.

use std::collections::HashSet;

use super::cache::ScalerCache;
use super::decide::{Declined, Geometry, Picture, Settling, geometry};
use super::scaler::{Scaler, supported};
use crate::gpu::Gpu;
use crate::present::{SpatialUpscaler, Upscaler};

/// MetalFX's spatial scaler, and the portable one where it declines: on GPUs without it, while a window is resized, for
/// formats that it does not take.
#[derive(Debug, Default)]
pub struct MetalFxUpscaler {
    portable: SpatialUpscaler,
    scalers: ScalerCache<(wgpu::Device, Geometry), Scaler>,
    settling: Settling,
    /// The target that wgpu knows to have content: it clears others when they are read.
    known: Option<wgpu::Texture>,
    /// Reasons that stand in the log already.
    said: HashSet<Declined>,
    /// Whether it did not decline the last frame.
    scales: bool,
}

impl Upscaler for MetalFxUpscaler {
    fn name(&self) -> &str {
        if self.scales { "MetalFX" } else { self.portable.name() }
    }

    fn upscale(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::TextureView,
        target: &wgpu::Texture,
    ) -> bool {
        let declined = self.scale(gpu, encoder, source.texture(), target).err();
        self.scales = declined.is_none();
        let Some(reason) = declined else { return true };
        if self.said.insert(reason) {
            log::info!(target: "retrograph::render::present", "frames are scaled without MetalFX: {reason}");
        }
        self.portable.upscale(gpu, encoder, source, target)
    }
}

impl MetalFxUpscaler {
    fn scale(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::Texture,
        target: &wgpu::Texture,
    ) -> Result<(), Declined> {
        let geometry = geometry(Picture::from(source), Picture::from(target))?;
        let key = (gpu.device.clone(), geometry);
        let settled = self.settling.has_settled(geometry);
        if !self.scalers.knows(&key) {
            supported(&gpu.device)?;
            if !settled {
                return Err(Declined::Unsettled);
            }
        }
        let make = || Scaler::new(&gpu.device, source, target, geometry);
        let scaler = self.scalers.get(&key, make).ok_or(Declined::Refused)?;
        // Wgpu wants native commands in a command buffer of their own.
        let mut native = gpu.create_encoder("metalfx");
        scaler.encode(&gpu.device, &mut native, source, target)?;
        if self.known.as_ref() != Some(target) {
            clear(gpu, encoder, target);
            self.known = Some(target.clone());
        }
        let before = std::mem::replace(encoder, gpu.create_encoder("present"));
        gpu.submit([before.finish(), native.finish()]);
        let in_use = (scaler, source.clone(), target.clone());
        gpu.queue.on_submitted_work_done(move || drop(in_use));
        Ok(())
    }
}

/// Gives a texture content, as far as wgpu knows.
fn clear(gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, target: &wgpu::Texture) {
    let view = gpu.create_view("metalfx target", target, &wgpu::TextureViewDescriptor::default());
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("metalfx target"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
}
