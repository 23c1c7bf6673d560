//! Render states in wgpu's terms: depth, stencil, culling and blending; samplers; texture stages.

use retrograph_render::frame::{
    AddressMode, Blend, BlendComponent, BorderColor, ColorBlend, DepthState, Filter, RasterState,
    SamplerState, StencilFace, StencilState,
};
use retrograph_render::wgpu::{
    BlendFactor, BlendOperation, ColorWrites, CompareFunction, Face, PolygonMode, StencilOperation,
};
use retrograph_shaders::dxso::{Compare, Fog, FogDepth, FogFunction};
use retrograph_shaders::fixed::StageWords;

use super::state::{States, rs, ts};

/// The rasterizer's state for a target with or without alpha, a depth surface, and stencil in it.
pub(crate) fn raster(states: &States, alpha: bool, depth: bool, stencil: bool) -> RasterState {
    let cull = match states.get(rs::CULLMODE) {
        1 => None,
        2 => Some(Face::Front),
        _ => Some(Face::Back),
    };
    let fill = match states.get(rs::FILLMODE) {
        1 => PolygonMode::Point,
        2 => PolygonMode::Line,
        _ => PolygonMode::Fill,
    };
    let depth = if depth && states.on(rs::ZENABLE) {
        DepthState { write: states.on(rs::ZWRITEENABLE), compare: compare(states.get(rs::ZFUNC)) }
    } else {
        DepthState { write: false, compare: CompareFunction::Always }
    };
    let blend = states.on(rs::ALPHABLENDENABLE).then(|| blend(states, alpha));
    let write_mask = if alpha { ColorWrites::ALL } else { ColorWrites::COLOR };
    RasterState {
        cull,
        fill,
        depth,
        stencil: (stencil && states.on(rs::STENCILENABLE)).then(|| stencil_state(states)),
        colors: [ColorBlend { blend, write_mask }; 4],
        ..RasterState::default()
    }
}

fn compare(value: u32) -> CompareFunction {
    match value {
        1 => CompareFunction::Never,
        2 => CompareFunction::Less,
        3 => CompareFunction::Equal,
        5 => CompareFunction::Greater,
        6 => CompareFunction::NotEqual,
        7 => CompareFunction::GreaterEqual,
        8 => CompareFunction::Always,
        _ => CompareFunction::LessEqual,
    }
}

fn stencil_state(states: &States) -> StencilState {
    let operation = |state| match states.get(state) {
        2 => StencilOperation::Zero,
        3 => StencilOperation::Replace,
        4 => StencilOperation::IncrementClamp,
        5 => StencilOperation::DecrementClamp,
        6 => StencilOperation::Invert,
        7 => StencilOperation::IncrementWrap,
        8 => StencilOperation::DecrementWrap,
        _ => StencilOperation::Keep,
    };
    let function = match states.get(rs::STENCILFUNC) {
        number @ 1..=8 => compare(number),
        _ => CompareFunction::Always,
    };
    let face = StencilFace {
        compare: function,
        fail_op: operation(rs::STENCILFAIL),
        depth_fail_op: operation(rs::STENCILZFAIL),
        pass_op: operation(rs::STENCILPASS),
    };
    StencilState {
        front: face,
        back: face,
        read_mask: states.get(rs::STENCILMASK) as u8,
        write_mask: states.get(rs::STENCILWRITEMASK) as u8,
        reference: states.get(rs::STENCILREF) as u8,
    }
}

fn blend(states: &States, alpha: bool) -> Blend {
    let [source, destination] = match (states.get(rs::SRCBLEND), states.get(rs::DESTBLEND)) {
        // One number stands for both.
        (12, _) => [5, 6],
        (13, _) => [6, 5],
        (source, destination) => [source, destination],
    };
    let color = [factor(source, 2, alpha), factor(destination, 1, alpha)];
    let component = |[src_factor, dst_factor]: [BlendFactor; 2]| BlendComponent {
        src_factor,
        dst_factor,
        operation: BlendOperation::Add,
    };
    Blend { color: component(color), alpha: component(color.map(of_alpha)) }
}

/// A factor; the alpha of a target that has none is 1.
fn factor(value: u32, otherwise: u32, alpha: bool) -> BlendFactor {
    match value {
        1 => BlendFactor::Zero,
        2 => BlendFactor::One,
        3 => BlendFactor::Src,
        4 => BlendFactor::OneMinusSrc,
        5 => BlendFactor::SrcAlpha,
        6 => BlendFactor::OneMinusSrcAlpha,
        7 if alpha => BlendFactor::DstAlpha,
        7 => BlendFactor::One,
        8 if alpha => BlendFactor::OneMinusDstAlpha,
        8 => BlendFactor::Zero,
        9 => BlendFactor::Dst,
        10 => BlendFactor::OneMinusDst,
        11 if alpha => BlendFactor::SrcAlphaSaturated,
        11 => BlendFactor::Zero,
        _ if otherwise == 1 => BlendFactor::Zero,
        _ => BlendFactor::One,
    }
}

fn of_alpha(factor: BlendFactor) -> BlendFactor {
    match factor {
        BlendFactor::Src => BlendFactor::SrcAlpha,
        BlendFactor::OneMinusSrc => BlendFactor::OneMinusSrcAlpha,
        BlendFactor::Dst => BlendFactor::DstAlpha,
        BlendFactor::OneMinusDst => BlendFactor::OneMinusDstAlpha,
        BlendFactor::SrcAlphaSaturated => BlendFactor::One,
        other => other,
    }
}

/// How a stage samples. Keyed textures are not filtered: a key is of whole texels.
pub(crate) fn sampler(states: &States, stage: usize, keyed: bool) -> SamplerState {
    let get = |kind| states.stage(stage, kind);
    let address = |kind| match get(kind) {
        2 => AddressMode::MirrorRepeat,
        3 => AddressMode::ClampToEdge,
        4 => AddressMode::ClampToBorder,
        _ => AddressMode::Repeat,
    };
    let address = [address(ts::ADDRESSU), address(ts::ADDRESSV), AddressMode::Repeat];
    let filter = |kind| if get(kind) >= 2 && !keyed { Filter::Linear } else { Filter::Point };
    let anisotropic = [ts::MAGFILTER, ts::MINFILTER].into_iter().any(|kind| get(kind) == 5 || get(kind) == 3);
    let border = match get(ts::BORDERCOLOR) {
        0xFFFF_FFFF => BorderColor::OpaqueWhite,
        color if color >> 24 == 0xFF => BorderColor::OpaqueBlack,
        _ => BorderColor::TransparentBlack,
    };
    SamplerState {
        address,
        mag: filter(ts::MAGFILTER),
        min: filter(ts::MINFILTER),
        mip: match get(ts::MIPFILTER) {
            2 => Some(Filter::Point),
            3 => Some(if keyed { Filter::Point } else { Filter::Linear }),
            _ => None,
        },
        min_level: get(ts::MAXMIPLEVEL).min(15) as u8,
        anisotropy: if anisotropic && !keyed { get(ts::MAXANISOTROPY).min(16) as u8 } else { 0 },
        border: address.contains(&AddressMode::ClampToBorder).then_some(border),
    }
}

/// The operations of a stage as they were set.
pub(crate) fn stage_words(states: &States, stage: usize) -> StageWords {
    let get = |kind| states.stage(stage, kind);
    StageWords {
        color_operation: get(ts::COLOROP),
        color_arguments: [1, get(ts::COLORARG1), get(ts::COLORARG2)],
        alpha_operation: get(ts::ALPHAOP),
        alpha_arguments: [1, get(ts::ALPHAARG1), get(ts::ALPHAARG2)],
        result: 1,
    }
}

/// The alpha test; "always" when it is off.
pub(crate) fn alpha_test(states: &States) -> Compare {
    if !states.on(rs::ALPHATESTENABLE) {
        return Compare::Always;
    }
    match states.get(rs::ALPHAFUNC) {
        1 => Compare::Never,
        2 => Compare::Less,
        3 => Compare::Equal,
        4 => Compare::LessEqual,
        5 => Compare::Greater,
        6 => Compare::NotEqual,
        7 => Compare::GreaterEqual,
        _ => Compare::Always,
    }
}

/// Where the fog of a pixel comes from; `carried` says that vertices bring a factor along.
pub(crate) fn fog(states: &States, carried: bool) -> Fog {
    if !states.on(rs::FOGENABLE) {
        return Fog::Off;
    }
    let function = match states.get(rs::FOGTABLEMODE) {
        1 => FogFunction::Exp,
        2 => FogFunction::Exp2,
        3 => FogFunction::Linear,
        _ if carried => return Fog::Vertex,
        _ => return Fog::Off,
    };
    Fog::Table(function, FogDepth::Vertex)
}

/// A colour `0xAARRGGBB` as red, green, blue, alpha.
pub(crate) fn unpack(argb: u32) -> [f32; 4] {
    [16, 8, 0, 24].map(|shift| f32::from((argb >> shift) as u8) / 255.0)
}
