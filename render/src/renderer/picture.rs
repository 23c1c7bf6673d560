//! What a frame shows, and who shows it.

#[cfg(not(target_family = "wasm"))]
use smallvec::SmallVec;

use super::Renderer;
use crate::frame::Frame;
#[cfg(not(target_family = "wasm"))]
use crate::frame::{PresentTexture, PresenterId};
#[cfg(not(target_family = "wasm"))]
use crate::present::{Presenter, Source};

/// The presenters of a renderer.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    #[cfg(not(target_family = "wasm"))]
    presenters: Vec<Option<Presenter>>,
    /// What a multisampled frame is resolved to.
    #[cfg(not(target_family = "wasm"))]
    resolved: Option<wgpu::Texture>,
}

/// What goes with a submission: presenters whose frames wait, and a frame for one of them.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    #[cfg(not(target_family = "wasm"))]
    presenters: SmallVec<[Presenter; 2]>,
    #[cfg(not(target_family = "wasm"))]
    next: Option<(Presenter, Source)>,
}

#[cfg(not(target_family = "wasm"))]
impl Shown {
    /// Lets frames that wait get out of the way.
    pub(crate) fn before(&self) {
        self.presenters.iter().for_each(|presenter| presenter.before_submit(self.next.is_some()));
    }

    /// Hands over the frame that was submitted.
    pub(crate) fn after(self) {
        if let Some((presenter, source)) = self.next {
            presenter.push(source);
        }
    }
}

#[cfg(target_family = "wasm")]
impl Shown {
    pub(crate) fn before(&self) {}

    pub(crate) fn after(self) {}
}

impl Renderer {
    /// Nothing is shown on the web by this crate.
    #[cfg(target_family = "wasm")]
    pub(super) fn encode_picture(&mut self, _frame: &Frame, _encoder: &mut wgpu::CommandEncoder) -> Shown {
        let Pictures {} = self.pictures;
        Shown::default()
    }

    /// Resolves what the frame shows, if that is needed, and answers what goes with its submission.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn encode_picture(&mut self, frame: &Frame, encoder: &mut wgpu::CommandEncoder) -> Shown {
        let presenters: SmallVec<[Presenter; 2]> =
            self.pictures.presenters.iter().flatten().cloned().collect();
        let next = frame.present.and_then(|picture| {
            let presenter = self.pictures.presenters.get(picture.presenter.0 as usize)?.clone()?;
            let source = self.picture_source(&picture, encoder);
            self.counters.transfers_dropped += u64::from(source.is_none());
            Some((presenter, source?))
        });
        Shown { presenters, next }
    }

    #[cfg(not(target_family = "wasm"))]
    fn picture_source(
        &mut self,
        picture: &PresentTexture,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<Source> {
        let PresentTexture { source, size: [width, height], place, .. } = *picture;
        let texture = self.table.textures.get(source.texture)?;
        let desc = &texture.desc;
        let fits = desc.contains(source, [width, height, 1]) && width > 0 && height > 0;
        if !fits || desc.format.is_depth_stencil_format() || !self.gpu.caps.format(desc.format).sampled {
            return None;
        }
        let [x, y, layer] = source.origin;
        let rect = [x, y, width, height];
        if texture.texture().sample_count() == 1 {
            return Some(Source {
                texture: texture.texture().clone(),
                level: source.level,
                layer,
                rect,
                place,
            });
        }
        let many = texture.texture().clone();
        let resolved = self.resolve_picture(&many, encoder);
        Some(Source { texture: resolved, level: 0, layer: 0, rect, place })
    }

    #[cfg(not(target_family = "wasm"))]
    fn resolve_picture(&mut self, many: &wgpu::Texture, encoder: &mut wgpu::CommandEncoder) -> wgpu::Texture {
        let fits =
            |texture: &wgpu::Texture| texture.size() == many.size() && texture.format() == many.format();
        let resolved = self.pictures.resolved.take().filter(fits).unwrap_or_else(|| {
            let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::COPY_SRC
                | wgpu::TextureUsages::TEXTURE_BINDING;
            self.gpu.create_scratch("resolved frame", many.size(), many.format(), 1, usage)
        });
        self.utility.resolve(&self.gpu, encoder, many, &resolved);
        self.pictures.resolved = Some(resolved.clone());
        resolved
    }

    /// Takes on a presenter; its id is the same in every frame.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn attach(&mut self, presenter: Presenter) -> PresenterId {
        self.pictures.presenters.push(Some(presenter));
        PresenterId(self.pictures.presenters.len() as u32 - 1)
    }

    /// Lets go of a presenter.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn detach(&mut self, id: PresenterId) {
        if let Some(presenter) = self.pictures.presenters.get_mut(id.0 as usize) {
            *presenter = None;
        }
    }
}
