//! What a slot reads that holds nothing, or a texture of another kind: opaque black; of depths, 0.

use crate::frame::{TextureLocation, ViewKind};
use crate::gpu::Gpu;
use crate::layout::view_dimension;
use crate::resource::{GpuTexture, TextureDesc, TextureId, TextureShape};
use crate::upload::Uploads;

/// One texel of opaque black of each kind.
#[derive(Debug, Default)]
pub(super) struct Blanks {
    made: Vec<(ViewKind, GpuTexture)>,
}

impl Blanks {
    /// Makes them, once.
    pub(super) fn prepare(&mut self, gpu: &Gpu, uploads: &mut Uploads) {
        if !self.made.is_empty() {
            return;
        }
        let kinds = [
            (ViewKind::D2, TextureShape::D2),
            (ViewKind::Cube, TextureShape::Cube),
            (ViewKind::Volume, TextureShape::Volume),
            (ViewKind::Depth, TextureShape::D2),
        ];
        for (kind, shape) in kinds {
            let desc = TextureDesc {
                label: match kind {
                    ViewKind::Depth => "unbound depths".to_owned(),
                    _ => format!("unbound {:?}", view_dimension(kind)),
                },
                shape,
                width: 1,
                height: 1,
                depth: 1,
                levels: 1,
                samples: 1,
                format: match kind {
                    ViewKind::Depth => wgpu::TextureFormat::Depth16Unorm,
                    _ => wgpu::TextureFormat::Rgba8Unorm,
                },
                render_target: false,
            };
            let texture = GpuTexture::new(gpu, desc);
            if kind == ViewKind::Depth {
                self.made.push((kind, texture));
                continue;
            }
            let location = TextureLocation { texture: TextureId::default(), level: 0, origin: [0; 3] };
            let [_, _, layers] = texture.desc.level_size(0);
            let texels = [0, 0, 0, 255].repeat(layers as usize);
            uploads.add_to_texture(&texture, location, [1, 1, layers], &texels);
            self.made.push((kind, texture));
        }
    }

    /// The texel of a kind.
    ///
    /// # Panics
    /// Panics before [`Blanks::prepare`].
    pub(super) fn view(&mut self, gpu: &Gpu, kind: ViewKind) -> wgpu::TextureView {
        let found = self.made.iter_mut().find(|(made, _)| *made == kind);
        let (_, texture) = found.expect("every kind was made at the start of the first frame");
        texture.view(gpu, crate::resource::ViewKey::Sampled { base_level: 0, srgb: false })
    }
}
