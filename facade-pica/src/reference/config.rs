//! The state of a draw, checked: what is outside the bounded path is refused here.

use super::texture::Texture;
use super::{Memory, SceneError, State, Target, limits};
use crate::registers::table::{
    ColorLocation, CullingConfig, FramebufferDim, ScissorEnd, ScissorMode, ScissorPosition, ViewportHeight,
    ViewportOrigin, ViewportWidth,
};
use crate::registers::{Register, Registers};
use retrograph_shaders::pica::Float24;

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cull {
    /// None.
    None,
    /// Those that are counter-clockwise with Y up.
    CounterClockwise,
    /// Those that are clockwise with Y up.
    Clockwise,
}

/// Where clip space goes: half sizes and the lower left corner, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Half of the width.
    pub half_width: f32,
    /// Half of the height.
    pub half_height: f32,
    /// The left edge.
    pub x: i32,
    /// The lower edge.
    pub y: i32,
}

/// Which pixels are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scissor {
    /// All.
    Off,
    /// Those outside the rectangle.
    Exclude(ScissorBox),
    /// Those in the rectangle.
    Include(ScissorBox),
}

impl Scissor {
    /// Whether a pixel is kept.
    #[must_use]
    pub const fn keeps(self, x: u32, y: u32) -> bool {
        match self {
            Self::Off => true,
            Self::Exclude(area) => !area.contains(x, y),
            Self::Include(area) => area.contains(x, y),
        }
    }
}

/// A rectangle of pixels, corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScissorBox {
    /// The left column.
    pub x1: u32,
    /// The bottom row.
    pub y1: u32,
    /// The right column.
    pub x2: u32,
    /// The top row.
    pub y2: u32,
}

impl ScissorBox {
    const fn contains(self, x: u32, y: u32) -> bool {
        self.x1 <= x && x <= self.x2 && self.y1 <= y && y <= self.y2
    }
}

/// Checked state of a draw, without its vertices.
#[derive(Clone, Debug)]
pub(super) struct Config<'a> {
    pub(super) cull: Cull,
    pub(super) viewport: Viewport,
    pub(super) scissor: Scissor,
    pub(super) texture: Option<Texture<'a>>,
    pub(super) modulate: bool,
    pub(super) count: u32,
}

/// Register, bits, what they must be, and what is not supported otherwise.
const REQUIRED: &[(u16, u32, u32, &str)] = &[
    (0x047, 0x1, 0, "a user clip plane"),
    (0x062, 0x1, 0, "early depth test"),
    (0x080, 0x0406, 0, "texture units other than the first"),
    (0x08F, 0x1, 0, "fragment lighting"),
    (0x0E0, 0xFF07, 0, "fog, gas or a combiner buffer"),
    (0x100, 0x0103, 0, "blending, or gas or shadow output"),
    (0x102, 0xF, 3, "a logic operation other than copy"),
    (0x104, 0x1, 0, "alpha test"),
    (0x105, 0x1, 0, "stencil test"),
    (0x107, 0x1F01, 0xF00, "depth test, depth writes or a colour mask"),
    (0x114, 0x3, 0, "reading depth"),
    (0x115, 0x3, 0, "writing depth"),
    (0x117, 0x7_0003, 2, "a colour format other than RGBA8"),
    (0x118, 0x1, 0, "early depth test"),
    (0x11B, 0x1, 0, "blocks of 32 pixels"),
    (0x229, 0x8000_0003, 0, "a geometry shader"),
    (0x245, 0x1, 0, "drawing while configuring"),
    (0x252, 0xFF, 0, "a geometry shader"),
];

/// A register's value as the refused one.
pub(super) fn refuse(offset: u32, registers: &Registers, index: u16, problem: &'static str) -> SceneError {
    let register = Register(index);
    SceneError::Register { offset, register, value: registers.value(register), problem }
}

impl<'a> Config<'a> {
    pub(super) fn read(
        offset: u32,
        state: &State,
        memory: &Memory<'a>,
        target: &Target,
    ) -> Result<Self, SceneError> {
        let registers = &state.registers;
        for &(index, bits, value, problem) in REQUIRED {
            if registers.value(Register(index)) & bits != value {
                return Err(refuse(offset, registers, index, problem));
            }
        }
        framebuffer(offset, registers, target)?;
        let texture = Texture::read(offset, registers, memory)?;
        let modulate = super::combiner::read(offset, registers, texture.is_some())?;
        Ok(Self {
            cull: match registers.get::<CullingConfig>().mode() {
                1 => Cull::CounterClockwise,
                2 => Cull::Clockwise,
                _ => Cull::None,
            },
            viewport: viewport(offset, registers)?,
            scissor: scissor(offset, registers)?,
            texture,
            modulate,
            count: vertex_count(offset, registers)?,
        })
    }
}

fn framebuffer(offset: u32, registers: &Registers, target: &Target) -> Result<(), SceneError> {
    if registers.value(Register(0x113)) & 0xF == 0 {
        return Err(refuse(offset, registers, 0x113, "drawing without colour writes"));
    }
    if u64::from(registers.get::<ColorLocation>().address()) * 8 != target.base() {
        return Err(refuse(offset, registers, 0x11D, "a colour buffer that is not the target"));
    }
    for index in [0x06E, 0x11E] {
        let dim = <FramebufferDim as crate::registers::Typed>::from_bits(registers.value(Register(index)));
        if dim.width() != target.width() || dim.height() + 1 != target.height() || dim.unflipped() == 0 {
            return Err(refuse(offset, registers, index, "a size or direction other than the target's"));
        }
    }
    Ok(())
}

/// The number that a float24 register holds, from above 0 to 512.
fn half_size(offset: u32, registers: &Registers, index: u16, bits: u32) -> Result<f32, SceneError> {
    let half = Float24::from_bits(bits).to_f32();
    if half > 0.0 && half <= 512.0 {
        Ok(half)
    } else {
        Err(refuse(offset, registers, index, "a half size of the viewport outside 0 to 512"))
    }
}

fn viewport(offset: u32, registers: &Registers) -> Result<Viewport, SceneError> {
    let origin = registers.get::<ViewportOrigin>();
    let signed = |bits: u32| ((bits << 22) as i32) >> 22;
    Ok(Viewport {
        half_width: half_size(offset, registers, 0x041, registers.get::<ViewportWidth>().half())?,
        half_height: half_size(offset, registers, 0x043, registers.get::<ViewportHeight>().half())?,
        x: signed(origin.x()),
        y: signed(origin.y()),
    })
}

fn scissor(offset: u32, registers: &Registers) -> Result<Scissor, SceneError> {
    let (start, end) = (registers.get::<ScissorPosition>(), registers.get::<ScissorEnd>());
    let area = ScissorBox { x1: start.x1(), y1: start.y1(), x2: end.x2(), y2: end.y2() };
    match registers.get::<ScissorMode>().mode() {
        0 => Ok(Scissor::Off),
        1 => Ok(Scissor::Exclude(area)),
        3 => Ok(Scissor::Include(area)),
        _ => Err(refuse(offset, registers, 0x065, "a scissor mode without a meaning")),
    }
}

/// The vertices of a draw of complete triangles.
fn vertex_count(offset: u32, registers: &Registers) -> Result<u32, SceneError> {
    let mode = registers.value(Register(0x25E)) >> 8 & 3;
    if mode != 0 && mode != 3 {
        return Err(refuse(offset, registers, 0x25E, "primitives other than lists of triangles"));
    }
    let register = Register(0x228);
    let value = registers.value(register);
    if value > limits::VERTICES {
        let limit = limits::VERTICES;
        return Err(SceneError::Limit { offset, register, value, what: "vertices a draw", limit });
    }
    if value == 0 || !value.is_multiple_of(3) {
        return Err(refuse(offset, registers, 0x228, "vertices that are not complete triangles"));
    }
    Ok(value)
}
