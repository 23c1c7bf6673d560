//! Draw state to the keys of generated stages.

use retrograph_shaders::dxso;
use retrograph_shaders::pica::key as k;

use crate::state::{
    self, ColorOutput, Compare, Coordinates, DepthFormat, DrawState, Factor, Function, LogicOperation,
    Operand, Source, TextureUnit, Wrap,
};

/// How the colour reaches the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// Nothing is written.
    Nothing,
    /// As it is.
    Plain,
    /// Blended behind the stage.
    Blended(state::Blend),
    /// Joined in the stage with a copy of what is stored.
    Merged(k::Merge),
}

impl Output {
    /// What a draw's merger asks for, for its format.
    pub(super) fn of(state: &DrawState) -> Self {
        let (merger, format) = (&state.merger, state.framebuffer.color_format);
        if !state.framebuffer.color_write || merger.color_mask == [false; 4] {
            return Self::Nothing;
        }
        match merger.color {
            ColorOutput::Logic(LogicOperation::Copy) => Self::Plain,
            ColorOutput::Logic(LogicOperation::Noop) => Self::Nothing,
            ColorOutput::Logic(operation) => Self::Merged(k::Merge::Logic(operation as u8)),
            ColorOutput::Blend(blend) if replaces(&blend) => Self::Plain,
            ColorOutput::Blend(blend) if format.bytes() >= 3 && is_native(&blend) => Self::Blended(blend),
            ColorOutput::Blend(blend) => Self::Merged(k::Merge::Blend {
                color: half(blend.rgb, blend.source_rgb, blend.destination_rgb),
                alpha: half(blend.alpha, blend.source_alpha, blend.destination_alpha),
            }),
        }
    }
}

fn replaces(blend: &state::Blend) -> bool {
    let half = |equation, source, destination| {
        matches!(equation, state::Equation::Add | state::Equation::Subtract)
            && source == Factor::One
            && destination == Factor::Zero
    };
    half(blend.rgb, blend.source_rgb, blend.destination_rgb)
        && half(blend.alpha, blend.source_alpha, blend.destination_alpha)
}

/// Whether GPUs blend so: minimum and maximum have factors here, and there is one constant for colour and alpha.
fn is_native(blend: &state::Blend) -> bool {
    let weighed = |equation| !matches!(equation, state::Equation::Min | state::Equation::Max);
    let factors = [blend.source_rgb, blend.destination_rgb];
    let by_color = factors.iter().any(|f| matches!(f, Factor::Constant | Factor::InverseConstant));
    let by_alpha = factors.iter().any(|f| matches!(f, Factor::ConstantAlpha | Factor::InverseConstantAlpha));
    weighed(blend.rgb) && weighed(blend.alpha) && !(by_color && by_alpha)
}

fn half(equation: state::Equation, source: Factor, destination: Factor) -> k::Blend {
    let equation = match equation {
        state::Equation::Add => k::Equation::Add,
        state::Equation::Subtract => k::Equation::Subtract,
        state::Equation::ReverseSubtract => k::Equation::ReverseSubtract,
        state::Equation::Min => k::Equation::Min,
        state::Equation::Max => k::Equation::Max,
    };
    k::Blend { equation, source: factor(source), destination: factor(destination) }
}

const fn factor(factor: Factor) -> k::Factor {
    match factor {
        Factor::Zero => k::Factor::Zero,
        Factor::One => k::Factor::One,
        Factor::Source => k::Factor::Source,
        Factor::InverseSource => k::Factor::OneMinusSource,
        Factor::Destination => k::Factor::Destination,
        Factor::InverseDestination => k::Factor::OneMinusDestination,
        Factor::SourceAlpha => k::Factor::SourceAlpha,
        Factor::InverseSourceAlpha => k::Factor::OneMinusSourceAlpha,
        Factor::DestinationAlpha => k::Factor::DestinationAlpha,
        Factor::InverseDestinationAlpha => k::Factor::OneMinusDestinationAlpha,
        Factor::Constant => k::Factor::Constant,
        Factor::InverseConstant => k::Factor::OneMinusConstant,
        Factor::ConstantAlpha => k::Factor::ConstantAlpha,
        Factor::InverseConstantAlpha => k::Factor::OneMinusConstantAlpha,
        Factor::SourceAlphaSaturate => k::Factor::SourceAlphaSaturated,
    }
}

/// The folded key of a draw's fragment stage; `depth` is the format of the depth buffer, if there is one.
pub(super) fn fragment(state: &DrawState, output: Output, depth: Option<DepthFormat>) -> k::FragmentKey {
    let alpha_test = state.merger.alpha_test.map_or(dxso::Compare::Always, |test| compare(test.function));
    let key = k::FragmentKey {
        stages: state.combiners.stages.map(|stage| stage_key(&stage)),
        units: std::array::from_fn(|slot| state.textures[slot].as_ref().map(unit)),
        alpha_test,
        fog: match state.fog {
            None => k::Fog::Off,
            Some(fog) if fog.flip => k::Fog::Flipped,
            Some(_) => k::Fog::Depth,
        },
        linear_depth: !state.raster.depth_map.w_buffer,
        depth: depth.map(|format| match format {
            DepthFormat::D16 => k::DepthFormat::D16,
            DepthFormat::D24 | DepthFormat::D24S8 => k::DepthFormat::D24,
        }),
        format: color_format(state.framebuffer.color_format),
        merge: match output {
            Output::Merged(merge) => merge,
            _ => k::Merge::Direct,
        },
        excludes: state.raster.scissor.is_some_and(|scissor| scissor.exclude),
        clips: state.raster.clip_plane.is_some(),
    };
    key.folded()
}

/// What stages must know of a format. Without alpha, eight bits are as good as with it: alpha is not written, and blending
/// needs the stage's own.
const fn color_format(format: state::ColorFormat) -> k::ColorFormat {
    match format {
        state::ColorFormat::Rgba8 | state::ColorFormat::Rgb8 => k::ColorFormat::Rgba8,
        state::ColorFormat::Rgb5A1 => k::ColorFormat::Rgb5a1,
        state::ColorFormat::Rgb565 => k::ColorFormat::Rgb565,
        state::ColorFormat::Rgba4 => k::ColorFormat::Rgba4,
    }
}

const fn compare(function: Compare) -> dxso::Compare {
    match function {
        Compare::Never => dxso::Compare::Never,
        Compare::Always => dxso::Compare::Always,
        Compare::Equal => dxso::Compare::Equal,
        Compare::NotEqual => dxso::Compare::NotEqual,
        Compare::Less => dxso::Compare::Less,
        Compare::LessEqual => dxso::Compare::LessEqual,
        Compare::Greater => dxso::Compare::Greater,
        Compare::GreaterEqual => dxso::Compare::GreaterEqual,
    }
}

fn stage_key(stage: &state::Stage) -> k::Stage {
    let color = stage.rgb.inputs.map(|(from, operand)| {
        let (pick, invert) = match operand {
            Operand::Color => (k::Pick::Own, false),
            Operand::InverseColor => (k::Pick::Own, true),
            Operand::Lane(lane) => (pick(lane), false),
            Operand::InverseLane(lane) => (pick(lane), true),
        };
        k::Argument { source: source(from), pick, invert }
    });
    let alpha = stage.alpha.inputs.map(|(from, operand)| k::Argument {
        source: source(from),
        pick: pick(operand.lane),
        invert: operand.inverse,
    });
    let combiner =
        |function, arguments, scale| k::Combiner { operation: operation(function), arguments, scale };
    k::Stage {
        color: combiner(stage.rgb.function, color, stage.rgb.scale),
        alpha: combiner(stage.alpha.function, alpha, stage.alpha.scale),
        buffers_color: stage.updates_rgb,
        buffers_alpha: stage.updates_alpha,
    }
}

const fn pick(lane: u8) -> k::Pick {
    match lane {
        0 => k::Pick::Red,
        1 => k::Pick::Green,
        2 => k::Pick::Blue,
        _ => k::Pick::Alpha,
    }
}

const fn source(source: Source) -> k::Source {
    match source {
        Source::Primary => k::Source::Primary,
        Source::Texture(unit) => k::Source::Texture(unit),
        Source::Buffer => k::Source::Buffer,
        Source::Constant => k::Source::Constant,
        Source::Previous => k::Source::Previous,
        // Lighting that is off delivers nothing; while it is on the draw is refused.
        Source::FragmentPrimary | Source::FragmentSecondary | Source::None => k::Source::Zero,
    }
}

const fn operation(function: Function) -> k::Operation {
    match function {
        Function::Replace => k::Operation::Replace,
        Function::Modulate => k::Operation::Modulate,
        Function::Add => k::Operation::Add,
        Function::AddSigned => k::Operation::AddSigned,
        Function::Interpolate => k::Operation::Interpolate,
        Function::Subtract => k::Operation::Subtract,
        Function::Dot3Rgb => k::Operation::Dot3Rgb,
        Function::Dot3Rgba => k::Operation::Dot3Rgba,
        Function::MultiplyAdd => k::Operation::MultiplyAdd,
        Function::AddMultiply => k::Operation::AddMultiply,
    }
}

fn unit(unit: &TextureUnit) -> k::Unit {
    let wrap = |wrap| match wrap {
        Wrap::Clamp | Wrap::Repeat | Wrap::Mirror => k::Wrap::Sampler,
        Wrap::Border => k::Wrap::Border,
        Wrap::ClampRepeat => k::Wrap::EdgeOrRepeat,
        Wrap::BorderRepeat => k::Wrap::BorderOrRepeat,
    };
    let wrap = [wrap(unit.wrap_s), wrap(unit.wrap_t)];
    k::Unit {
        wrap,
        linear: unit.mag_linear,
        set: match unit.coordinates {
            Coordinates::Zero => 0,
            Coordinates::One => 1,
            Coordinates::Two => 2,
        },
        biased: super::textures::levels(unit) > 1 && unit.lod.bias != 0,
    }
}

/// Where the semantics are in output registers, as stages take it.
pub(super) fn outputs(map: &state::OutputMap) -> k::OutputMap {
    k::OutputMap(map.sources.map(|source| source.map_or(k::UNMAPPED, |(register, lane)| 4 * register + lane)))
}
