//! What changes the code of the fixed fragment stage.

use super::stage::{ArgumentSource, Combine, Operation, Stage};
use crate::dxso::{CLIP_PLANES, Compare, Fog};

/// Texture stages that there are.
pub const STAGES: usize = 8;

/// What changes the code of the fixed fragment stage: texture stages, and what comes after them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// The stages; the first that is off ends them.
    pub stages: [Stage; 8],
    /// `D3DRS_SPECULARENABLE`: the second colour is added in the end.
    pub specular: bool,
    /// Fog over the colour. Its state is in the draw block.
    pub fog: Fog,
    /// `D3DRS_SHADEMODE` is FLAT: colours are those of the first vertex.
    pub flat_colors: bool,
    /// The alpha test; [`Compare::Always`] when it is off. The reference is in the draw block.
    pub alpha_test: Compare,
    /// Colours are encoded as sRGB by the shader: for targets that have no sRGB view.
    pub srgb_write: bool,
    /// How many clip planes the vertex stage gives distances to, 0–6: fragments behind one are discarded. For adapters
    /// that do not clip by them.
    pub clip_planes: u8,
    /// The blender gets a second source, which is black and clear.
    pub dual_source: bool,
}

impl FragmentKey {
    /// The key with everything that the code does not depend on set to its default. Keys are to be folded
    /// before they are looked up in a cache.
    #[must_use]
    pub fn folded(mut self) -> Self {
        self.clip_planes = self.clip_planes.min(CLIP_PLANES);
        let count = self.active();
        for stage in &mut self.stages[count..] {
            *stage = Stage::default();
        }
        if let Some(last) = self.stages[..count].last_mut() {
            last.to_temp = false;
        }
        for (index, stage) in self.stages[..count].iter_mut().enumerate() {
            stage.color = stage.color.folded(false);
            stage.alpha = stage.alpha.folded(true);
            // A disabled operation leaves alpha alone too, but for the first alpha of TEMP.
            let keeps = stage.alpha.operation.keeps();
            // The product of colours is alpha too.
            if (keeps && !(index == 0 && stage.to_temp)) || stage.color.operation == Operation::DotProduct3 {
                stage.alpha = Combine::default();
            } else if keeps {
                stage.alpha.operation = Operation::Premodulate;
            }
        }
        self.fold_textures(count);
        self.fold_diffuse(count);
        if !self.reads_diffuse() && !self.reads_specular() {
            self.flat_colors = false;
        }
        self
    }

    /// How many stages run.
    #[must_use]
    pub fn active(&self) -> usize {
        let ends = |stage: &Stage| {
            stage.color.operation == Operation::Disable
                || (stage.texture.is_none() && stage.color.reads(ArgumentSource::Texture))
        };
        self.stages.iter().position(ends).unwrap_or(STAGES)
    }

    /// Forgets textures that no stage reads, and shifts that move nothing.
    fn fold_textures(&mut self, count: usize) {
        let mut next_reads = false;
        for index in (0..count).rev() {
            let stage = &mut self.stages[index];
            let is_bump = stage.color.operation.is_bump();
            let reads = stage.keyed
                || (is_bump && next_reads)
                || reads_texel(&stage.color)
                || reads_texel(&stage.alpha);
            if is_bump && !next_reads {
                stage.color.operation = Operation::Premodulate;
            }
            stage.texture = stage.texture.filter(|_| reads).map(|key| key.folded((1, 0)));
            stage.keyed &= stage.texture.is_some();
            next_reads = stage.texture.is_some();
        }
    }

    /// Says diffuse for CURRENT as long as that is what it is.
    fn fold_diffuse(&mut self, count: usize) {
        let mut fresh = [true; 2];
        for index in 0..count {
            let stage = &mut self.stages[index];
            for (is_alpha, combine) in [&mut stage.color, &mut stage.alpha].into_iter().enumerate() {
                let blends = is_alpha == 0 && combine.operation.blends_by_first();
                for (position, argument) in combine.arguments.iter_mut().enumerate() {
                    let is_fresh = match (is_alpha == 1 || argument.is_replicated(), blends && position == 1)
                    {
                        (true, _) => fresh[1],
                        (false, true) => fresh == [true; 2],
                        (false, false) => fresh[0],
                    };
                    if argument.source() == ArgumentSource::Current && is_fresh {
                        *argument = argument.with_source(ArgumentSource::Diffuse);
                    }
                }
                if combine.operation == Operation::BlendCurrentAlpha && fresh[1] {
                    combine.operation = Operation::BlendDiffuseAlpha;
                }
                *combine = combine.folded(is_alpha == 1);
            }
            if !stage.to_temp {
                fresh[0] &= stage.color.operation.keeps();
                let keeps = stage.alpha.operation == Operation::Disable
                    && stage.color.operation != Operation::DotProduct3;
                fresh[1] &= keeps;
            }
        }
    }

    fn combines(&self) -> impl Iterator<Item = &Combine> {
        self.stages.iter().flat_map(|stage| [&stage.color, &stage.alpha])
    }

    /// Whether a folded key may read the diffuse colour.
    fn reads_diffuse(&self) -> bool {
        let reads = |combine: &Combine| {
            combine.reads(ArgumentSource::Diffuse) || combine.operation == Operation::BlendDiffuseAlpha
        };
        let mut kept = [true; 2];
        let mut temp = false;
        for (index, stage) in self.stages.iter().enumerate() {
            if stage.color.operation == Operation::Disable {
                break;
            }
            let keeps = [
                stage.color.operation.keeps(),
                stage.alpha.operation == Operation::Disable
                    && stage.color.operation != Operation::DotProduct3,
            ];
            temp |= index == 0 && stage.to_temp && keeps[1];
            if !stage.to_temp {
                kept = [kept[0] & keeps[0], kept[1] & keeps[1]];
            }
        }
        kept.contains(&true) || temp || self.combines().any(reads)
    }

    /// Whether a folded key reads the second colour.
    fn reads_specular(&self) -> bool {
        self.specular || self.combines().any(|combine| combine.reads(ArgumentSource::Specular))
    }
}

/// Whether an operation needs its stage's texture.
fn reads_texel(combine: &Combine) -> bool {
    combine.operation.blends_by_texture()
        || (combine.reads(ArgumentSource::Texture) && !combine.operation.keeps())
}
