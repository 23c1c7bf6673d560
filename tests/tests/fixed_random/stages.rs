//! Random texture stages, and what comes after them.

use retrograph_shaders::fixed::eval::AlphaTest;

use super::random::Random;
use super::scene::Scene;
use super::texels::Kind;

/// `D3DTOP_BUMPENVMAP` and its sister with luminance.
const BUMPS: [u32; 2] = [22, 23];

fn argument(random: &mut Random) -> u32 {
    let source = random.pick(&[0, 1, 1, 2, 2, 2, 3, 4, 5, 6]);
    let complement = if random.percent(20) { 0x10 } else { 0 };
    let replicate = if random.percent(20) { 0x20 } else { 0 };
    source | complement | replicate
}

impl Scene {
    pub(crate) fn random_pixels(&mut self, random: &mut Random) {
        let count = random.pick(&[0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8]);
        self.pixel.factor = random.bits();
        self.pixel.alpha_test = AlphaTest {
            enable: random.percent(25),
            function: 1 + random.below(8),
            reference: random.below(256),
            ..AlphaTest::default()
        };
        for index in 0..count {
            let stage = &mut self.pixel.stages[index];
            stage.color_operation = if random.percent(4) { 40 } else { 2 + random.below(25) };
            stage.color_arguments = std::array::from_fn(|_| argument(random));
            // Four operations are of colour alone, and dot products and bumps are for it to ask.
            stage.alpha_operation =
                random.pick(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 25, 26]);
            stage.alpha_arguments = std::array::from_fn(|_| argument(random));
            stage.result = if random.percent(20) { 5 } else { 1 };
            stage.constant = random.bits();
            stage.bump = random.floats(-0.6, 0.6);
            stage.luminance = [random.float(0.2, 1.0), random.float(-0.2, 0.5)];
        }
        for stage in 0..8 {
            // What a bump shifts is flat.
            let bumped = stage > 0 && BUMPS.contains(&self.pixel.stages[stage - 1].color_operation);
            let kind = if bumped {
                Kind::Flat
            } else {
                random.pick(&[Kind::Flat, Kind::Flat, Kind::Flat, Kind::Cube, Kind::Volume])
            };
            self.textures[stage] = (stage < count && random.percent(88)).then_some(kind);
        }
    }
}
