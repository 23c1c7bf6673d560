//! Reading a texture as the key of its sampler says.

use super::resource::{Level, Sampled};
use super::{Builder, Value};
use crate::dxso::{Reading, SamplerKey};
use crate::interface::SamplerKind;

impl Builder {
    /// Reads the texture of sampler `slot` with the key; those of the vertex stage are from 16 on. With a `reference` it is compared to that.
    pub(crate) fn fetch(
        &mut self,
        from: Sampled,
        (slot, key): (usize, SamplerKey),
        coordinate: Value,
        reference: Option<Value>,
        level: Level,
    ) -> Value {
        if let Some(reference) = reference {
            let coordinate = self.mirrored_once(coordinate, key.mirror_once);
            let texel = self.compare(from, coordinate, reference, level);
            return match key.border.axes {
                0 => texel,
                _ => self.compared_border(texel, from, (slot, key.border), coordinate, reference),
            };
        }
        if key.reading == Reading::Gather && from.kind == SamplerKind::D2 {
            return self.four_texels(from, coordinate);
        }
        let level = if key.biased { self.biased_level(slot, level) } else { level };
        let coordinate = self.mirrored_once(coordinate, key.mirror_once);
        // Cubes are not addressed.
        let texel = if key.border.axes == 0 || from.kind == SamplerKind::Cube {
            self.sample(from, coordinate, level)
        } else {
            self.bordered(from, (slot, key.border), coordinate, level)
        };
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
