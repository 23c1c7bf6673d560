//! Keys without what has no effect, so that equal code has one key.

use super::{Argument, Combiner, FragmentKey, Merge, Operation, Pick, STAGES, Source, Stage};
use crate::pica::key::{Blend, Equation, Factor, Fog};

impl FragmentKey {
    /// The key with what has no effect left out: arguments that operations do not take, what the first stages cannot
    /// see, combiner buffers that nobody reads, units that no stage reads, the constant halves of depth.
    #[must_use]
    pub fn folded(mut self) -> Self {
        for (index, stage) in self.stages.iter_mut().enumerate() {
            fold_stage(stage, index, &self.units.map(|unit| unit.is_some()));
        }
        self.drop_dead_stages();
        self.drop_dead_buffers();
        let stages = self.stages;
        for (number, unit) in (0..).zip(&mut self.units) {
            if !reads(&stages, Source::Texture(number)) {
                *unit = None;
            }
        }
        if self.fog == Fog::Off && self.depth.is_none() {
            self.linear_depth = true;
        }
        if self.merge == Merge::Logic(3) {
            self.merge = Merge::Direct;
        }
        if let Merge::Blend { color, alpha } = &mut self.merge {
            for half in [color, alpha] {
                fold_blend(half);
            }
        }
        self
    }

    /// Stages before one that reads neither result nor buffer do nothing.
    fn drop_dead_stages(&mut self) {
        let deaf = |stage: &Stage| !reads(&[*stage], Source::Previous);
        let Some(last) = self.stages.iter().rposition(deaf) else { return };
        let buffers = self.stages[last..].iter().any(|stage| reads(&[*stage], Source::Buffer));
        if !buffers {
            self.stages[..last].fill(Stage::default());
            for (index, stage) in self.stages.iter_mut().enumerate() {
                fold_stage(stage, index, &[true; 3]);
            }
        }
    }

    /// What goes to the buffer counts only if a stage at least two further on reads it.
    fn drop_dead_buffers(&mut self) {
        for index in 0..STAGES {
            let later = self.stages.get(index + 2..).unwrap_or(&[]);
            if index > 3 || !reads(later, Source::Buffer) {
                self.stages[index].buffers_color = false;
                self.stages[index].buffers_alpha = false;
            }
        }
    }
}

fn reads(stages: &[Stage], source: Source) -> bool {
    let halves = stages.iter().flat_map(|stage| [stage.color, stage.alpha]);
    halves.into_iter().any(|half| {
        half.arguments[..half.operation.arguments()].iter().any(|argument| argument.source == source)
    })
}

fn fold_stage(stage: &mut Stage, index: usize, units: &[bool; 3]) {
    if stage.color.operation == Operation::Dot3Rgba {
        let none = Argument { source: Source::Zero, ..Argument::default() };
        stage.alpha = Combiner { operation: Operation::Replace, arguments: [none; 3], ..stage.alpha };
    }
    fold_half(&mut stage.color, index, units, false);
    fold_half(&mut stage.alpha, index, units, true);
}

fn fold_half(half: &mut Combiner, index: usize, units: &[bool; 3], is_alpha: bool) {
    if is_alpha && matches!(half.operation, Operation::Dot3Rgb | Operation::Dot3Rgba) {
        // Alpha has no dot products.
        half.operation = Operation::Replace;
    }
    let third = half.arguments[2].source;
    let used = half.operation.arguments();
    for (number, argument) in half.arguments.iter_mut().enumerate() {
        if number >= used {
            *argument = Argument::default();
            continue;
        }
        argument.source = seen(argument.source, third, index, units);
        if is_alpha && argument.pick == Pick::Alpha {
            argument.pick = Pick::Own;
        }
        if argument.source == Source::Zero {
            argument.pick = Pick::Own;
        }
    }
}

/// What a source is for stage `index`: in the first one, what came before is the third source.
fn seen(source: Source, third: Source, index: usize, units: &[bool; 3]) -> Source {
    let source = if index == 0 && source == Source::Previous { third } else { source };
    match source {
        Source::Previous | Source::Buffer if index == 0 => Source::Zero,
        Source::Texture(unit) if !units.get(usize::from(unit)).copied().unwrap_or(false) => Source::Zero,
        other => other,
    }
}

fn fold_blend(half: &mut Blend) {
    // Plain replacement has one form.
    let Blend { equation, source, destination } = *half;
    if source == Factor::One && destination == Factor::Zero && equation == Equation::Subtract {
        half.equation = Equation::Add;
    }
}
