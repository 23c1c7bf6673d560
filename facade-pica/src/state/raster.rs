//! Between clip space and fragments.

use super::float24;
use crate::registers::{Registers, table};

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cull {
    /// None.
    None,
    /// Those that are counter-clockwise with y up.
    Front,
    /// Those that are clockwise with y up.
    Back,
}

/// The viewport, in pixels with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left edge.
    pub x: i32,
    /// The lower edge.
    pub y: i32,
    /// Half of the width.
    pub half_width: f32,
    /// Half of the height.
    pub half_height: f32,
}

/// The scissor rectangle, in pixels with y up; both corners belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scissor {
    /// Whether fragments within are dropped, not those outside.
    pub exclude: bool,
    /// Left column.
    pub x1: u32,
    /// Lowest row.
    pub y1: u32,
    /// Right column.
    pub x2: u32,
    /// Highest row.
    pub y2: u32,
}

/// How depth comes from clip coordinates: `z / w * scale + offset`, times `w` in a w-buffer, clamped to 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthMap {
    /// The factor.
    pub scale: f32,
    /// What is added; depth bias is in here.
    pub offset: f32,
    /// Whether the result is multiplied by `w`.
    pub w_buffer: bool,
}

/// State of the rasteriser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raster {
    /// Culling.
    pub cull: Cull,
    /// The viewport.
    pub viewport: Viewport,
    /// The user clip plane in clip space: kept where the dot product is not negative. `None` is off.
    pub clip_plane: Option<[f32; 4]>,
    /// The scissor; `None` is off.
    pub scissor: Option<Scissor>,
    /// The depth map.
    pub depth_map: DepthMap,
}

impl Raster {
    pub(super) fn decode(registers: &Registers) -> Self {
        let cull = match registers.get::<table::CullingConfig>().mode() {
            1 => Cull::Front,
            2 => Cull::Back,
            _ => Cull::None,
        };
        let origin = registers.get::<table::ViewportOrigin>();
        let signed = |bits: u32| ((bits << 22) as i32) >> 22;
        let plane =
            [0, 1, 2, 3].map(|lane| float24(registers.element::<table::ClipData>(lane).coefficient()));
        let (position, end) =
            (registers.get::<table::ScissorPosition>(), registers.get::<table::ScissorEnd>());
        let scissor =
            |exclude| Scissor { exclude, x1: position.x1(), y1: position.y1(), x2: end.x2(), y2: end.y2() };
        Self {
            cull,
            viewport: Viewport {
                x: signed(origin.x()),
                y: signed(origin.y()),
                half_width: float24(registers.get::<table::ViewportWidth>().half()),
                half_height: float24(registers.get::<table::ViewportHeight>().half()),
            },
            clip_plane: (registers.get::<table::ClipEnable>().enable() != 0).then_some(plane),
            scissor: match registers.get::<table::ScissorMode>().mode() {
                1 => Some(scissor(true)),
                3 => Some(scissor(false)),
                _ => None,
            },
            depth_map: DepthMap {
                scale: float24(registers.get::<table::DepthScale>().scale()),
                offset: float24(registers.get::<table::DepthOffset>().offset()),
                w_buffer: registers.get::<table::DepthMapEnable>().z_buffer() == 0,
            },
        }
    }
}
