//! The combiner stages, on numbers from 0 to 255.

use crate::state::{AlphaOperand, Combiner, Combiners, Function, Operand, Source, Stage};

/// A colour in the middle of the combiners.
pub(super) type Color = [i32; 4];

/// What stages read besides each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inputs {
    pub(super) primary: Color,
    pub(super) textures: [Color; 4],
}

/// Stages that do something, with the sources that they really have.
#[derive(Debug)]
pub(super) struct Stages {
    stages: Vec<Stage>,
    buffer: Color,
}

impl Stages {
    pub(super) fn new(combiners: &Combiners) -> Self {
        let mut stages = combiners.stages.to_vec();
        first(&mut stages[0]);
        // Without a reader of the buffer it does not matter how many stages its content is behind.
        if !combiners.reads(Source::Buffer) {
            let mut place = 0;
            stages.retain(|stage| {
                place += 1;
                place == 1 || !stage.is_pass()
            });
        }
        Self { stages, buffer: combiners.buffer.map(i32::from) }
    }

    /// The texture unit, and whether it is multiplied by the primary colour, if the stages do nothing else.
    pub(super) fn texture_alone(&self) -> Option<(usize, bool)> {
        let [Stage { rgb, alpha, .. }] = self.stages.as_slice() else { return None };
        let plain = AlphaOperand { lane: 3, inverse: false };
        let inputs = rgb.function.inputs();
        let is_plain = rgb.function == alpha.function
            && (rgb.scale, alpha.scale) == (0, 0)
            && (0..inputs).all(|at| {
                rgb.inputs[at].1 == Operand::Color && alpha.inputs[at] == (rgb.inputs[at].0, plain)
            });
        let sources = (rgb.inputs[0].0, rgb.inputs[1].0);
        match (rgb.function, sources) {
            _ if !is_plain => None,
            (Function::Replace, (Source::Texture(unit), _)) => Some((unit.into(), false)),
            (
                Function::Modulate,
                (Source::Texture(unit), Source::Primary) | (Source::Primary, Source::Texture(unit)),
            ) => Some((unit.into(), true)),
            _ => None,
        }
    }

    /// The result of the last stage.
    #[inline]
    pub(super) fn run(&self, inputs: &Inputs) -> Color {
        let mut previous = [0; 4];
        let (mut buffer, mut next) = ([0; 4], self.buffer);
        for stage in &self.stages {
            let source = |source: Source| match source {
                Source::Primary => inputs.primary,
                Source::Texture(unit) => inputs.textures[usize::from(unit & 3)],
                Source::Buffer => buffer,
                Source::Constant => stage.constant.map(i32::from),
                Source::Previous => previous,
                Source::FragmentPrimary | Source::FragmentSecondary | Source::None => [0; 4],
            };
            let result = one(stage, source);
            previous = result;
            buffer = next;
            if stage.updates_rgb {
                next[..3].copy_from_slice(&result[..3]);
            }
            if stage.updates_alpha {
                next[3] = result[3];
            }
        }
        previous
    }
}

/// Before the first stage there is none: it reads its own third source instead, and no buffer.
fn first(stage: &mut Stage) {
    fn replace<O>(combiner: &mut Combiner<O>) {
        let third = match combiner.inputs[2].0 {
            Source::Previous | Source::Buffer => Source::None,
            source => source,
        };
        for input in &mut combiner.inputs {
            match input.0 {
                Source::Previous => input.0 = third,
                Source::Buffer => input.0 = Source::None,
                _ => {}
            }
        }
    }
    replace(&mut stage.rgb);
    replace(&mut stage.alpha);
}

fn operand(operand: Operand, color: Color) -> [i32; 3] {
    match operand {
        Operand::Color => [color[0], color[1], color[2]],
        Operand::Lane(lane) => [color[usize::from(lane & 3)]; 3],
        Operand::InverseColor => [255 - color[0], 255 - color[1], 255 - color[2]],
        Operand::InverseLane(lane) => [255 - color[usize::from(lane & 3)]; 3],
    }
}

fn alpha_operand(operand: AlphaOperand, color: Color) -> i32 {
    let lane = color[usize::from(operand.lane & 3)];
    if operand.inverse { 255 - lane } else { lane }
}

#[inline]
fn one(stage: &Stage, source: impl Fn(Source) -> Color) -> Color {
    let Stage { rgb, alpha, .. } = stage;
    let inputs = rgb.inputs.map(|(from, taken)| operand(taken, source(from)));
    let is_dot = matches!(rgb.function, Function::Dot3Rgb | Function::Dot3Rgba);
    let colors = if is_dot {
        [dot(inputs[0], inputs[1]); 3]
    } else {
        std::array::from_fn(|lane| compute(rgb.function, inputs.map(|input| input[lane])))
    };
    let opacity = if rgb.function == Function::Dot3Rgba {
        colors[0]
    } else {
        compute(alpha.function, alpha.inputs.map(|(from, taken)| alpha_operand(taken, source(from))))
    };
    let [r, g, b] = colors.map(|lane| (lane << rgb.scale).min(255));
    [r, g, b, (opacity << alpha.scale).min(255)]
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    let product = |lane: usize| ((2 * a[lane] - 255) * (2 * b[lane] - 255) + 128) / 256;
    (product(0) + product(1) + product(2)).clamp(0, 255)
}

#[inline]
fn compute(function: Function, [a, b, c]: [i32; 3]) -> i32 {
    match function {
        Function::Replace | Function::Dot3Rgb | Function::Dot3Rgba => a,
        Function::Modulate => a * b / 255,
        Function::Add => (a + b).min(255),
        Function::AddSigned => (a + b - 128).clamp(0, 255),
        Function::Interpolate => (a * c + b * (255 - c)) / 255,
        Function::Subtract => (a - b).max(0),
        Function::MultiplyAdd => ((a * b + 255 * c) / 255).min(255),
        Function::AddMultiply => (a + b).min(255) * c / 255,
    }
}
