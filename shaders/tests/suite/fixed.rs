//! Fixed-function fragment shaders: all are valid and print in all languages.

use retrograph_shaders::dxso::{
    Border, Compare, FarBorder, Fog, FogDepth, FogFunction, Lanes, Levels, Reading, SamplerKey,
};
use retrograph_shaders::fixed::{self, Argument, Combine, FragmentKey, Operation, Stage};
use retrograph_shaders::interface::SamplerKind;

use crate::languages::print_all;

/// Goes through values in turn.
struct Turns(usize);

impl Turns {
    fn next<T: Copy>(&mut self, of: &[T]) -> T {
        self.0 = self.0.wrapping_mul(25_173).wrapping_add(13_849) % 65_536;
        of[(self.0 >> 4) % of.len()]
    }

    fn argument(&mut self) -> Argument {
        let source = self.next(&[0, 1, 2, 3, 4, 5, 6]);
        Argument::from_word(source | self.next(&[0, 0x10, 0x20, 0x30]), 0)
    }

    fn combine(&mut self, operation: Operation) -> Combine {
        Combine { operation, arguments: [self.argument(), self.argument(), self.argument()] }
    }

    fn border(&mut self) -> Border {
        let levels = self.next(&[Levels::First, Levels::Nearest, Levels::Blended]);
        let far = FarBorder::new(self.next(&[false, true]), levels, self.next(&[0, 2]), 4);
        Border {
            axes: self.next(&[0, 0, 1, 2, 3]),
            linear: self.next(&[false, true]),
            far: self.next(&[None, Some(far)]),
        }
    }

    fn sampler(&mut self) -> SamplerKey {
        let kind = self.next(&[SamplerKind::D2, SamplerKind::D2, SamplerKind::Cube, SamplerKind::Volume]);
        let reading = match kind {
            SamplerKind::D2 => {
                self.next(&[Reading::Color, Reading::Color, Reading::Compare, Reading::Gather])
            }
            _ => Reading::Color,
        };
        SamplerKey {
            kind,
            reading,
            lanes: self.next(&[Lanes::Rgba, Lanes::Zzzr, Lanes::Rrrg, Lanes::Rrrr]),
            projected: self.next(&[false, true]),
            mirror_once: self.next(&[0, 0, 3]),
            border: self.border(),
            biased: self.next(&[false, true]),
        }
    }

    fn fog(&mut self) -> Fog {
        let function = self.next(&[FogFunction::Linear, FogFunction::Exp, FogFunction::Exp2]);
        let depth = self.next(&[FogDepth::Z, FogDepth::W, FogDepth::Clip, FogDepth::Vertex]);
        self.next(&[Fog::Off, Fog::Vertex, Fog::Table(function, depth)])
    }
}

fn operations() -> Vec<Operation> {
    (2..=26u8).map(|number| Operation::try_from(number).expect("an operation")).collect()
}

fn check(key: &FragmentKey) {
    let translated = fixed::fragment(key).unwrap_or_else(|error| panic!("{error}: {key:?}"));
    print_all(&translated.module);
}

#[test]
fn every_operation_prints_five_ways() {
    let mut turns = Turns(1);
    for &operation in &operations() {
        let mut key = FragmentKey::default();
        for stage in &mut key.stages[..3] {
            let (color, alpha) = (turns.combine(operation), turns.combine(operation));
            *stage =
                Stage { color, alpha, to_temp: false, texture: Some(SamplerKey::default()), keyed: false };
        }
        check(&key);
    }
}

#[test]
fn eight_stages_of_everything_print_five_ways() {
    let (mut turns, operations) = (Turns(7), operations());
    for _ in 0..60 {
        let mut key = FragmentKey {
            specular: turns.next(&[false, true]),
            fog: turns.fog(),
            flat_colors: turns.next(&[false, true]),
            alpha_test: turns.next(&[Compare::Always, Compare::Greater, Compare::Never, Compare::Equal]),
            srgb_write: turns.next(&[false, false, true]),
            clip_planes: turns.next(&[0, 0, 5]),
            ..FragmentKey::default()
        };
        for stage in &mut key.stages {
            let (color, alpha) = (turns.next(&operations), turns.next(&operations));
            let sampler = turns.sampler();
            *stage = Stage {
                color: turns.combine(color),
                alpha: turns.combine(alpha),
                to_temp: turns.next(&[false, false, true]),
                texture: turns.next(&[Some(sampler), Some(sampler), Some(sampler), None]),
                keyed: false,
            };
        }
        check(&key);
    }
}
