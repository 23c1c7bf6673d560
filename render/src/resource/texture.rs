//! A texture on the GPU, and what backs it.

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::{SmallVec, smallvec};

use super::TextureDesc;
use super::view::{ViewKey, Views};
use crate::caps::FormatCaps;
use crate::gpu::Gpu;

/// What backs a texture, with its views.
#[derive(Debug)]
pub(crate) struct TextureBacking {
    pub(crate) texture: wgpu::Texture,
    /// No two backings of a texture share one.
    pub(crate) serial: u32,
    views: Views,
}

/// A texture on the GPU.
///
/// When a frame uploads to it after its draws have read it, draws from there on read another backing. So there is a list
/// of them while a frame is executed. Uploads go to the newest; what is encoded sees the one of its time.
#[derive(Debug)]
pub(crate) struct GpuTexture {
    pub(crate) desc: TextureDesc,
    /// Whether linear filters work on it.
    pub(crate) filterable: bool,
    /// Whether blending works on it.
    pub(crate) blendable: bool,
    srgb_views: bool,
    /// The last one alone outlives the frame.
    backings: SmallVec<[TextureBacking; 1]>,
    /// The backing that is seen now.
    shown: usize,
    /// Backings made so far, beside the first.
    made: u32,
    twin: Option<(wgpu::Texture, Views)>,
    /// Somebody outside holds the backing.
    pinned: AtomicBool,
}

impl GpuTexture {
    /// Makes the texture that a description asks for.
    pub(crate) fn new(gpu: &Gpu, desc: TextureDesc) -> Self {
        let texture = gpu.create_texture(&desc);
        let FormatCaps { filterable, blendable, .. } = gpu.caps.format(desc.format);
        Self {
            desc,
            filterable,
            blendable,
            srgb_views: gpu.caps.srgb_views,
            backings: smallvec![TextureBacking { texture, serial: 0, views: Views::default() }],
            shown: 0,
            made: 0,
            twin: None,
            pinned: AtomicBool::new(false),
        }
    }

    /// What backs it as of the step being encoded; between frames there is but one.
    pub(crate) fn texture(&self) -> &wgpu::Texture {
        &self.backings[self.shown].texture
    }

    /// What backs it at the end of the frame.
    pub(crate) fn newest(&self) -> &wgpu::Texture {
        &self.backings[self.backings.len() - 1].texture
    }

    /// The serial number of [`GpuTexture::texture`].
    pub(crate) fn serial(&self) -> u32 {
        self.backings[self.shown].serial
    }

    /// A new backing, which is not used yet.
    pub(crate) fn make_backing(&mut self, gpu: &Gpu) -> TextureBacking {
        self.made += 1;
        let label = format!("{} (backing {})", self.desc.label, self.made);
        let texture = gpu.create_texture(&TextureDesc { label, ..self.desc.clone() });
        TextureBacking { texture, serial: self.made, views: Views::default() }
    }

    /// Makes a backing the newest one; see [`GpuTexture::show_next`].
    pub(crate) fn rename(&mut self, backing: TextureBacking) {
        self.backings.push(backing);
    }

    /// Moves on to the next backing, if there is one.
    pub(crate) fn show_next(&mut self) {
        self.shown = (self.shown + 1).min(self.backings.len() - 1);
    }

    /// Ends a frame: the newest backing stays, and those before it come out.
    pub(crate) fn end_frame(&mut self) -> impl Iterator<Item = TextureBacking> {
        self.shown = 0;
        self.backings.drain(..self.backings.len() - 1)
    }

    /// Keeps its backing from now on, since somebody outside gets hold of it.
    pub(crate) fn pin(&self) {
        self.pinned.store(true, Ordering::Relaxed);
    }

    /// Whether it may get another backing.
    pub(crate) fn can_rename(&self) -> bool {
        self.desc.samples == 1 && !self.pinned.load(Ordering::Relaxed)
    }

    /// A view of it.
    pub(crate) fn view(&mut self, gpu: &Gpu, key: ViewKey) -> wgpu::TextureView {
        let key = key.with_srgb(self.srgb_views);
        let backing = &mut self.backings[self.shown];
        backing.views.get(gpu, &self.desc, &backing.texture, key).clone()
    }

    /// The format of a view, sRGB where asked for and where there is such a twin.
    pub(crate) fn view_format(&self, srgb: bool) -> wgpu::TextureFormat {
        self.desc.view_format(srgb && self.srgb_views)
    }

    /// The texture of the same shape that holds a copy of this one while a pass both writes and samples it.
    pub(crate) fn twin(&mut self, gpu: &Gpu) -> &wgpu::Texture {
        &self.twin_slot(gpu).0
    }

    /// A view of the twin.
    pub(crate) fn twin_view(&mut self, gpu: &Gpu, key: ViewKey) -> wgpu::TextureView {
        let (desc, key) = (self.desc.clone(), key.with_srgb(self.srgb_views));
        let (texture, views) = self.twin_slot(gpu);
        views.get(gpu, &desc, texture, key).clone()
    }

    fn twin_slot(&mut self, gpu: &Gpu) -> &mut (wgpu::Texture, Views) {
        let desc = &self.desc;
        self.twin.get_or_insert_with(|| {
            let label = format!("{} (copy to sample)", desc.label);
            (gpu.create_texture(&TextureDesc { label, ..desc.clone() }), Views::default())
        })
    }
}
