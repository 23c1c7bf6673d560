//! Views of textures, made when first needed and kept with their texture.

use rustc_hash::FxHashMap;

use super::{TextureDesc, TextureShape};
use crate::frame::{Attachment, ViewKind};
use crate::gpu::Gpu;

/// Which part of a texture a view shows, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ViewKey {
    /// Everything from a level on, for sampling.
    Sampled { base_level: u32, srgb: bool },
    /// One level of one layer, for rendering.
    Attachment { level: u32, layer: u32, srgb: bool },
}

impl ViewKey {
    /// The same without sRGB, unless the device has such views.
    pub(crate) fn with_srgb(mut self, possible: bool) -> Self {
        match &mut self {
            Self::Sampled { srgb, .. } | Self::Attachment { srgb, .. } => *srgb &= possible,
        }
        self
    }
}

/// The views of one texture.
#[derive(Debug, Default)]
pub(crate) struct Views {
    made: FxHashMap<ViewKey, wgpu::TextureView>,
}

impl Views {
    /// The view of a key.
    pub(crate) fn get(
        &mut self,
        gpu: &Gpu,
        desc: &TextureDesc,
        texture: &wgpu::Texture,
        key: ViewKey,
    ) -> &wgpu::TextureView {
        self.made.entry(key).or_insert_with(|| {
            gpu.create_view(&format!("{} {key:?}", desc.label), texture, &descriptor(desc, key))
        })
    }
}

impl TextureDesc {
    /// The format of a view, sRGB where asked for and where there is such a twin.
    pub(super) fn view_format(&self, srgb: bool) -> wgpu::TextureFormat {
        if srgb { self.format.add_srgb_suffix() } else { self.format }
    }

    /// The kind in which shaders see it.
    pub(crate) fn kind(&self) -> ViewKind {
        match self.shape {
            TextureShape::D2 => ViewKind::D2,
            TextureShape::Cube => ViewKind::Cube,
            TextureShape::Volume => ViewKind::Volume,
        }
    }

    /// Whether an attachment exists.
    pub(crate) fn has(&self, attachment: Attachment) -> bool {
        let [_, _, layers] = self.level_size(attachment.level.into());
        u32::from(attachment.level) < self.levels && u32::from(attachment.layer) < layers
    }
}

fn descriptor(desc: &TextureDesc, key: ViewKey) -> wgpu::TextureViewDescriptor<'static> {
    let all = wgpu::TextureViewDescriptor::default();
    match key {
        ViewKey::Sampled { base_level, srgb } => wgpu::TextureViewDescriptor {
            format: Some(desc.view_format(srgb)).filter(|_| !desc.format.is_depth_stencil_format()),
            dimension: Some(crate::layout::view_dimension(desc.kind())),
            aspect: desc.read_aspect(),
            base_mip_level: base_level.min(desc.levels.saturating_sub(1)),
            array_layer_count: (desc.shape == TextureShape::Cube).then_some(6),
            ..all
        },
        ViewKey::Attachment { level, layer, srgb } => {
            let volume = desc.shape == TextureShape::Volume;
            wgpu::TextureViewDescriptor {
                format: Some(desc.view_format(srgb)),
                dimension: Some(match volume {
                    true => wgpu::TextureViewDimension::D3,
                    false => wgpu::TextureViewDimension::D2,
                }),
                aspect: wgpu::TextureAspect::All,
                base_mip_level: level,
                mip_level_count: Some(1),
                base_array_layer: if volume { 0 } else { layer },
                array_layer_count: Some(1),
                ..all
            }
        }
    }
}
