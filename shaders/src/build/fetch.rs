//! Reading a texture as the key of its sampler says.

use super::resource::{Level, Sampled};
use super::{Builder, Value};
use crate::dxso::{Border, Reading, SamplerKey};
use crate::interface::SamplerKind;

impl Builder {
    /// Reads the texture of fragment sampler `slot` with the key. With a `reference` it is compared to that.
    pub(crate) fn fetch(
        &mut self,
        from: Sampled,
        (slot, key): (usize, SamplerKey),
        coordinate: Value,
        reference: Option<Value>,
        level: Level,
    ) -> Value {
        if let Some(reference) = reference {
            return self.compare(from, coordinate, reference, level);
        }
        if key.reading == Reading::Gather && from.kind == SamplerKind::D2 {
            return self.four_texels(from, coordinate);
        }
        let level = if key.biased { self.biased_level(slot, level) } else { level };
        let coordinate = self.mirrored_once(coordinate, key.mirror_once);
        let mut texel = self.sample(from, coordinate, level);
        if key.border != Border::default() {
            texel = self.bordered(texel, from, slot, coordinate, key.border);
        }
        self.present(texel, key.lanes)
    }

    /// A level with the sampler's bias, where something is left to choose.
    fn biased_level(&mut self, slot: usize, level: Level) -> Level {
        if matches!(level, Level::Base | Level::Exact(_)) {
            return level;
        }
        let draw = self.draw_block();
        let bias = self.lod_bias(slot, draw);
        match level {
            Level::Biased(more) => Level::Biased(self.add(more, bias)),
            Level::Gradient(gradients) => Level::Gradient(self.bias_gradients(gradients, bias)),
            _ => Level::Biased(bias),
        }
    }
}
