//! Operations and arguments of texture stages.

use super::pixel::Stage;
use super::vector::{V4, lerp, saturate};

pub(super) const DISABLE: u32 = 1;
pub(super) const PREMODULATE: u32 = 17;
const SELECT_SECOND: u32 = 3;
pub(super) const BUMP: u32 = 22;
pub(super) const BUMP_LUMINANCE: u32 = 23;
pub(super) const DOT: u32 = 24;
const LAST_OPERATION: u32 = 26;
const TEXTURE: u32 = 2;

/// What arguments can read, in the order of `D3DTA_*`.
#[derive(Clone, Copy, Default)]
pub(super) struct Registers {
    pub(super) diffuse: V4,
    pub(super) current: V4,
    pub(super) texture: V4,
    pub(super) factor: V4,
    pub(super) specular: V4,
    pub(super) temporary: V4,
    pub(super) constant: V4,
}

/// The operation that a number means; what means nothing is the default of the stage.
pub(super) const fn operation(stage: usize, value: u32, default: u32) -> u32 {
    match value {
        1..=LAST_OPERATION => value,
        _ if stage == 0 => default,
        _ => DISABLE,
    }
}

/// What an argument selects, 0–6; what means nothing is the default of the argument.
const fn selected(argument: u32, position: usize) -> u32 {
    match argument & 0xF {
        known @ 0..=6 => known,
        _ if position == 1 => TEXTURE,
        _ => 1,
    }
}

/// Which of the arguments 0–2 an operation reads.
const fn used(operation: u32) -> &'static [usize] {
    match operation {
        DISABLE | BUMP | BUMP_LUMINANCE => &[],
        2 | PREMODULATE => &[1],
        SELECT_SECOND => &[2],
        25 | 26 => &[0, 1, 2],
        _ => &[1, 2],
    }
}

/// Whether the colour of a stage has the texture among its arguments.
pub(super) fn names_texture(operation: u32, stage: &Stage) -> bool {
    used(operation).iter().any(|&position| selected(stage.color_arguments[position], position) == TEXTURE)
}

/// The value of an argument.
fn argument(registers: &Registers, argument: u32, position: usize) -> V4 {
    let value = match selected(argument, position) {
        0 => registers.diffuse,
        1 => registers.current,
        TEXTURE => registers.texture,
        3 => registers.factor,
        4 => registers.specular,
        5 => registers.temporary,
        _ => registers.constant,
    };
    let value = if argument & 0x10 != 0 { value.map(|lane| 1.0 - lane) } else { value };
    if argument & 0x20 != 0 { [value[3]; 4] } else { value }
}

/// The result of an operation, clamped to 0–1. For alpha, every lane is that of alpha.
pub(super) fn combine(operation: u32, arguments: [u32; 3], registers: &Registers, is_alpha: bool) -> V4 {
    let [zero, one, two]: [V4; 3] = std::array::from_fn(|position| {
        let value = argument(registers, arguments[position], position);
        if is_alpha { [value[3]; 4] } else { value }
    });
    let each = |f: &dyn Fn(usize) -> f64| std::array::from_fn::<_, 4, _>(f);
    let result = match operation {
        SELECT_SECOND => two,
        4 => each(&|i| one[i] * two[i]),
        5 => each(&|i| one[i] * two[i] * 2.0),
        6 => each(&|i| one[i] * two[i] * 4.0),
        7 => each(&|i| one[i] + two[i]),
        8 => each(&|i| one[i] + two[i] - 0.5),
        9 => each(&|i| (one[i] + two[i] - 0.5) * 2.0),
        10 => each(&|i| one[i] - two[i]),
        11 => each(&|i| one[i] + two[i] - one[i] * two[i]),
        12 => lerp(two, one, registers.diffuse[3]),
        13 => lerp(two, one, registers.texture[3]),
        14 => lerp(two, one, registers.factor[3]),
        15 => each(&|i| one[i] + two[i] * (1.0 - registers.texture[3])),
        16 => lerp(two, one, registers.current[3]),
        18 => each(&|i| one[i] + one[3] * two[i]),
        19 => each(&|i| one[i] * two[i] + one[3]),
        20 => each(&|i| (1.0 - one[3]) * two[i] + one[i]),
        21 => each(&|i| (1.0 - one[i]) * two[i] + one[3]),
        DOT => [(0..3).map(|i| (one[i] - 0.5) * (two[i] - 0.5)).sum::<f64>() * 4.0; 4],
        25 => each(&|i| zero[i] + one[i] * two[i]),
        26 => each(&|i| zero[i] * one[i] + (1.0 - zero[i]) * two[i]),
        _ => one,
    };
    result.map(saturate)
}
