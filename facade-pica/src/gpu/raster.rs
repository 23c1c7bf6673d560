//! Draw state to the renderer's state groups.

use retrograph_render::frame::{
    BlendComponent, ColorBlend, DepthState, RasterState, Rect, StencilFace, StencilState, Viewport,
};
use retrograph_render::wgpu::{self, BlendFactor, BlendOperation, CompareFunction, StencilOperation as Op};

use super::keys::Output;
use crate::state::{self, Blend, Compare, Cull, DepthFormat, DrawState, Equation, Factor, StencilOperation};

pub(super) const fn compare(function: Compare) -> CompareFunction {
    match function {
        Compare::Never => CompareFunction::Never,
        Compare::Always => CompareFunction::Always,
        Compare::Equal => CompareFunction::Equal,
        Compare::NotEqual => CompareFunction::NotEqual,
        Compare::Less => CompareFunction::Less,
        Compare::LessEqual => CompareFunction::LessEqual,
        Compare::Greater => CompareFunction::Greater,
        Compare::GreaterEqual => CompareFunction::GreaterEqual,
    }
}

const fn stencil_operation(operation: StencilOperation) -> Op {
    match operation {
        StencilOperation::Keep => Op::Keep,
        StencilOperation::Zero => Op::Zero,
        StencilOperation::Replace => Op::Replace,
        StencilOperation::Increment => Op::IncrementClamp,
        StencilOperation::Decrement => Op::DecrementClamp,
        StencilOperation::Invert => Op::Invert,
        StencilOperation::IncrementWrap => Op::IncrementWrap,
        StencilOperation::DecrementWrap => Op::DecrementWrap,
    }
}

/// The raster state of a draw.
pub(super) fn raster(state: &DrawState, output: Output, depth: Option<DepthFormat>) -> RasterState {
    let (merger, framebuffer) = (&state.merger, &state.framebuffer);
    let mut raster = RasterState {
        // Counter-clockwise triangles are fronts here; for the renderer they are backs.
        cull: match state.raster.cull {
            Cull::None => None,
            Cull::Front => Some(wgpu::Face::Back),
            Cull::Back => Some(wgpu::Face::Front),
        },
        ..RasterState::default()
    };
    if depth.is_some() {
        raster.depth = DepthState {
            write: merger.depth.write && framebuffer.depth_write,
            compare: merger.depth.test.map_or(CompareFunction::Always, compare),
        };
        raster.stencil = merger.stencil.map(|stencil| stencil_state(&stencil, framebuffer.depth_write));
    }
    raster.colors[0] = ColorBlend { blend: None, write_mask: write_mask(state, output) };
    if let Output::Blended(blend) = output {
        raster.colors[0].blend = Some(wgpu::BlendState {
            color: component(blend.rgb, blend.source_rgb, blend.destination_rgb),
            alpha: component(blend.alpha, blend.source_alpha, blend.destination_alpha),
        });
        raster.blend_constant = constant(&blend);
    }
    raster
}

fn stencil_state(stencil: &state::Stencil, writes: bool) -> StencilState {
    let face = StencilFace {
        compare: compare(stencil.function),
        fail_op: stencil_operation(stencil.fail),
        depth_fail_op: stencil_operation(stencil.depth_fail),
        pass_op: stencil_operation(stencil.pass),
    };
    StencilState {
        front: face,
        back: face,
        read_mask: stencil.input_mask,
        write_mask: if writes { stencil.write_mask } else { 0 },
        reference: stencil.reference,
    }
}

fn write_mask(state: &DrawState, output: Output) -> wgpu::ColorWrites {
    if output == Output::Nothing {
        return wgpu::ColorWrites::empty();
    }
    let [red, green, blue, alpha] = state.merger.color_mask;
    let stores_alpha =
        !matches!(state.framebuffer.color_format, state::ColorFormat::Rgb8 | state::ColorFormat::Rgb565);
    let mut mask = wgpu::ColorWrites::empty();
    mask.set(wgpu::ColorWrites::RED, red);
    mask.set(wgpu::ColorWrites::GREEN, green);
    mask.set(wgpu::ColorWrites::BLUE, blue);
    mask.set(wgpu::ColorWrites::ALPHA, alpha && stores_alpha);
    mask
}

const fn component(equation: Equation, source: Factor, destination: Factor) -> BlendComponent {
    let operation = match equation {
        Equation::Add => BlendOperation::Add,
        Equation::Subtract => BlendOperation::Subtract,
        Equation::ReverseSubtract => BlendOperation::ReverseSubtract,
        Equation::Min => BlendOperation::Min,
        Equation::Max => BlendOperation::Max,
    };
    BlendComponent { src_factor: factor(source), dst_factor: factor(destination), operation }
}

const fn factor(factor: Factor) -> BlendFactor {
    match factor {
        Factor::Zero => BlendFactor::Zero,
        Factor::One => BlendFactor::One,
        Factor::Source => BlendFactor::Src,
        Factor::InverseSource => BlendFactor::OneMinusSrc,
        Factor::Destination => BlendFactor::Dst,
        Factor::InverseDestination => BlendFactor::OneMinusDst,
        Factor::SourceAlpha => BlendFactor::SrcAlpha,
        Factor::InverseSourceAlpha => BlendFactor::OneMinusSrcAlpha,
        Factor::DestinationAlpha => BlendFactor::DstAlpha,
        Factor::InverseDestinationAlpha => BlendFactor::OneMinusDstAlpha,
        Factor::Constant | Factor::ConstantAlpha => BlendFactor::Constant,
        Factor::InverseConstant | Factor::InverseConstantAlpha => BlendFactor::OneMinusConstant,
        Factor::SourceAlphaSaturate => BlendFactor::SrcAlphaSaturated,
    }
}

/// The constant of blending: alpha in all lanes where colours are weighed by it.
fn constant(blend: &Blend) -> [f32; 4] {
    let constant = blend.constant.map(|channel| f32::from(channel) / 255.0);
    let factors = [blend.source_rgb, blend.destination_rgb];
    let by_alpha = factors.iter().any(|f| matches!(f, Factor::ConstantAlpha | Factor::InverseConstantAlpha));
    if by_alpha { [constant[3]; 4] } else { constant }
}

/// What of a target a draw can reach: viewport and, where it keeps what is inside, scissor. Row 0 is at the top.
pub(super) fn reachable(state: &DrawState) -> Rect {
    let view = &state.raster.viewport;
    let (width, height) = (state.framebuffer.width, state.framebuffer.height);
    let axis = |start: i32, half: f32, size: u32| {
        let start = f64::from(start);
        let end = start + 2.0 * f64::from(half);
        // Pixels whose centre is inside; casts saturate.
        let first = (start.min(end) - 0.5).ceil().max(0.0) as u32;
        let last = (start.max(end) - 0.5).ceil().max(0.0) as u32;
        (first.min(size), last.min(size))
    };
    let (mut left, mut right) = axis(view.x, view.half_width, width);
    let (mut low, mut high) = axis(view.y, view.half_height, height);
    if let Some(scissor) = state.raster.scissor.filter(|scissor| !scissor.exclude) {
        (left, right) = (left.max(scissor.x1), right.min(scissor.x2 + 1));
        (low, high) = (low.max(scissor.y1), high.min(scissor.y2 + 1));
    }
    if left >= right || low >= high {
        return Rect::default();
    }
    Rect { x: left, y: height - high, width: right - left, height: high - low }
}

/// The viewport: all of the target, held to what the draw can reach.
pub(super) fn viewport(state: &DrawState, scissor: Rect) -> Viewport {
    Viewport {
        x: 0.0,
        y: 0.0,
        width: state.framebuffer.width as f32,
        height: state.framebuffer.height as f32,
        min_depth: 0.0,
        max_depth: 1.0,
        scissor,
    }
}

/// The guest's viewport: left and lower edge, width and height.
pub(super) fn guest_viewport(state: &DrawState) -> [f32; 4] {
    let view = &state.raster.viewport;
    [view.x as f32, view.y as f32, 2.0 * view.half_width, 2.0 * view.half_height]
}

/// What takes pixels of the target, y up, to its clip space.
pub(super) fn pixels(state: &DrawState) -> [f32; 4] {
    let size = |side: u32| 2.0 / side.max(1) as f32;
    [size(state.framebuffer.width), size(state.framebuffer.height), -1.0, -1.0]
}

/// What takes clip positions of the guest's viewport to those of the whole target.
pub(super) fn transform(state: &DrawState) -> [f32; 4] {
    let view = &state.raster.viewport;
    let axis = |start: i32, half: f32, size: u32| {
        let size = size.max(1) as f32;
        (2.0 * half / size, (2.0 * half + 2.0 * start as f32) / size - 1.0)
    };
    let (scale_x, offset_x) = axis(view.x, view.half_width, state.framebuffer.width);
    let (scale_y, offset_y) = axis(view.y, view.half_height, state.framebuffer.height);
    [scale_x, scale_y, offset_x, offset_y]
}
