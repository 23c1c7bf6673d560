//! The pixel half of the pipeline: texture stages, and what comes after them.

use super::fog::Fog;
use super::interpolate::Fragment;
use super::margin::Margin;
use super::stage::{
    BUMP, BUMP_LUMINANCE, DISABLE, DOT, PREMODULATE, Registers, combine, names_texture, operation,
};
use super::vector::{V4, lerp, saturate, scale, unpack, wide};

/// A texture stage: `D3DTSS_*` as they were set, and whether there is a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// `D3DTSS_COLOROP`
    pub color_operation: u32,
    /// `D3DTSS_COLORARG0`, 1 and 2.
    pub color_arguments: [u32; 3],
    /// `D3DTSS_ALPHAOP`
    pub alpha_operation: u32,
    /// `D3DTSS_ALPHAARG0`, 1 and 2.
    pub alpha_arguments: [u32; 3],
    /// `D3DTSS_RESULTARG`
    pub result: u32,
    /// `D3DTSS_CONSTANT`, a `D3DCOLOR`.
    pub constant: u32,
    /// `D3DTSS_BUMPENVMAT00`, 01, 10 and 11.
    pub bump: [f32; 4],
    /// `D3DTSS_BUMPENVLSCALE` and `D3DTSS_BUMPENVLOFFSET`
    pub luminance: [f32; 2],
    /// `D3DTTFF_PROJECTED`: coordinates are divided by their w.
    pub projected: bool,
    /// A texture is bound.
    pub texture: bool,
}

impl Stage {
    /// What a new device has in stage `index`.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        let (color_operation, alpha_operation) = if index == 0 { (4, 2) } else { (1, 1) };
        Self {
            color_operation,
            color_arguments: [1, 2, 1],
            alpha_operation,
            alpha_arguments: [1, 2, 1],
            result: 1,
            constant: 0,
            bump: [0.0; 4],
            luminance: [0.0; 2],
            projected: false,
            texture: false,
        }
    }
}

/// How finely alpha is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlphaPrecision {
    /// Rounded to whole steps of 8 bits.
    #[default]
    Eight,
    /// Rounded to whole steps of this many bits, 9–16; the reference is extended by repeating its bits.
    Bits(u8),
    /// As it is.
    Float,
}

/// The alpha test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaTest {
    /// `D3DRS_ALPHATESTENABLE`
    pub enable: bool,
    /// `D3DRS_ALPHAFUNC`; what means nothing passes always.
    pub function: u32,
    /// `D3DRS_ALPHAREF`, of which the low 8 bits count.
    pub reference: u32,
    /// What the target holds.
    pub precision: AlphaPrecision,
}

impl Default for AlphaTest {
    fn default() -> Self {
        Self { enable: false, function: 8, reference: 0, precision: AlphaPrecision::Eight }
    }
}

/// Everything that pixels go through.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelState {
    /// The texture stages.
    pub stages: [Stage; 8],
    /// `D3DRS_TEXTUREFACTOR`, a `D3DCOLOR`.
    pub factor: u32,
    /// `D3DRS_SPECULARENABLE`
    pub specular: bool,
    /// Fog.
    pub fog: Fog,
    /// The alpha test.
    pub alpha_test: AlphaTest,
    /// The clip planes that are on: fragments at a negative distance to one are killed.
    pub clip_plane_mask: u32,
}

impl Default for PixelState {
    /// What a new device has.
    fn default() -> Self {
        Self {
            stages: [0, 1, 2, 3, 4, 5, 6, 7].map(Stage::new),
            factor: u32::MAX,
            specular: false,
            fog: Fog::default(),
            alpha_test: AlphaTest::default(),
            clip_plane_mask: 0,
        }
    }
}

/// A texel, and how near the place is to another one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Its colour as r, g, b, a.
    pub color: [f64; 4],
    /// The distance to the nearest border between texels or faces.
    pub margin: Margin,
}

/// What becomes of a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shaded {
    /// The colour as r, g, b, a, which a target may clamp.
    pub color: [f64; 4],
    /// The alpha test or a clip plane takes the pixel away.
    pub killed: bool,
    /// How near this is to a jump.
    pub margin: Margin,
}

/// Computes a pixel; `sampler` is asked for the texture of a stage at coordinates that are divided and perturbed.
pub fn pixel(
    state: &PixelState,
    fragment: &Fragment,
    sampler: &mut dyn FnMut(usize, [f64; 3]) -> Sample,
) -> Shaded {
    let mut margin = fragment.margin;
    let mut color = stages(state, fragment, sampler, &mut margin);
    let alpha = color[3];
    if state.specular {
        let [r, g, b, _] = fragment.colors[1];
        color = [color[0] + r, color[1] + g, color[2] + b, alpha];
    }
    if state.fog.enable {
        let distance = if state.fog.by_depth { fragment.depth } else { fragment.w };
        let table = state.fog.factor(state.fog.table_mode, distance, &mut margin);
        let left = table.unwrap_or_else(|| saturate(fragment.fog));
        let [r, g, b, _] = lerp(unpack(state.fog.color), color, left);
        color = [r, g, b, alpha];
    }
    let mut killed = state.alpha_test.enable && !state.alpha_test.passes(alpha, &mut margin);
    for (plane, &distance) in fragment.clip_distances.iter().enumerate() {
        if state.clip_plane_mask >> plane & 1 != 0 {
            margin.note(distance);
            killed |= distance < 0.0;
        }
    }
    Shaded { color, killed, margin }
}

/// The stages that run.
fn active(stages: &[Stage; 8]) -> usize {
    let stops = |(index, stage): (usize, &Stage)| {
        let operation = operation(index, stage.color_operation, 4);
        operation == DISABLE || (!stage.texture && names_texture(operation, stage))
    };
    stages.iter().enumerate().position(stops).unwrap_or(stages.len())
}

/// What a bump stage leaves for the next.
#[derive(Clone, Copy)]
struct Bump {
    shift: [f64; 2],
    luminance: f64,
}

fn stages(
    state: &PixelState,
    fragment: &Fragment,
    sampler: &mut dyn FnMut(usize, [f64; 3]) -> Sample,
    margin: &mut Margin,
) -> V4 {
    let [diffuse, specular] = fragment.colors;
    let factor = unpack(state.factor);
    let mut registers = Registers { diffuse, current: diffuse, factor, specular, ..Registers::default() };
    let count = active(&state.stages);
    let mut bump = None;
    for (index, stage) in state.stages[..count].iter().enumerate() {
        registers.constant = unpack(stage.constant);
        registers.texture = texel(stage, index, fragment.texcoords[index], bump, sampler, margin);
        let color_operation = operation(index, stage.color_operation, 4);
        let alpha_operation = operation(index, stage.alpha_operation, 2);
        run(stage, [color_operation, alpha_operation], &mut registers, [index == 0, index + 1 == count]);
        bump = perturbation(stage, color_operation, registers.texture);
    }
    registers.current
}

/// Runs both operations of a stage and writes what they give.
fn run(
    stage: &Stage,
    [color_operation, alpha_operation]: [u32; 2],
    registers: &mut Registers,
    [is_first, is_last]: [bool; 2],
) {
    let to_temporary = stage.result == 5 && !is_last;
    let target = if to_temporary { registers.temporary } else { registers.current };
    let color = match color_operation {
        BUMP | BUMP_LUMINANCE | PREMODULATE => target,
        operation => combine(operation, stage.color_arguments, registers, false),
    };
    let alpha = match alpha_operation {
        _ if color_operation == DOT => color[3],
        DISABLE if is_first => registers.diffuse[3],
        DISABLE | BUMP | BUMP_LUMINANCE | PREMODULATE => target[3],
        operation => combine(operation, stage.alpha_arguments, registers, true)[3],
    };
    let result = [color[0], color[1], color[2], alpha];
    if to_temporary {
        registers.temporary = result;
    } else {
        registers.current = result;
    }
}

/// The texel of a stage; 0 without a texture.
fn texel(
    stage: &Stage,
    index: usize,
    [x, y, z, w]: V4,
    bump: Option<Bump>,
    sampler: &mut dyn FnMut(usize, [f64; 3]) -> Sample,
    margin: &mut Margin,
) -> V4 {
    if !stage.texture {
        return [0.0; 4];
    }
    let mut place = [x, y, z];
    if stage.projected {
        margin.note(w);
        place = place.map(|lane| lane / w);
    }
    if let Some(Bump { shift: [du, dv], .. }) = bump {
        place = [place[0] + du, place[1] + dv, place[2]];
    }
    let sample = sampler(index, place);
    // Next to a divisor of 0 the least change of it moves the place far.
    let reach = if stage.projected { w.abs().min(1.0) } else { 1.0 };
    margin.note(sample.margin.distance() * reach);
    scale(sample.color, bump.map_or(1.0, |bump| bump.luminance))
}

/// What a stage does to the next one's texture.
fn perturbation(stage: &Stage, operation: u32, [du, dv, luminance, _]: V4) -> Option<Bump> {
    if !matches!(operation, BUMP | BUMP_LUMINANCE) {
        return None;
    }
    let [m00, m01, m10, m11] = wide(stage.bump);
    let [by, plus] = wide(stage.luminance);
    Some(Bump {
        shift: [m00 * du + m10 * dv, m01 * du + m11 * dv],
        luminance: if operation == BUMP { 1.0 } else { saturate(luminance * by + plus) },
    })
}

impl AlphaTest {
    /// Whether a pixel of this alpha stays.
    fn passes(&self, alpha: f64, margin: &mut Margin) -> bool {
        let eight = self.reference & 0xFF;
        let (steps, reference) = match self.precision {
            AlphaPrecision::Eight => (255.0, f64::from(eight)),
            AlphaPrecision::Bits(bits) => {
                let bits = u32::from(bits.clamp(9, 16));
                (f64::from((1u32 << bits) - 1), f64::from((eight << 8 | eight) >> (16 - bits)))
            }
            AlphaPrecision::Float => (1.0, f64::from(eight) / 255.0),
        };
        let exact = saturate(alpha) * steps;
        let (value, half) =
            if self.precision == AlphaPrecision::Float { (alpha, 0.0) } else { (exact.round(), 0.5) };
        let below = (exact - (reference - half)) / steps;
        let above = (exact - (reference + half)) / steps;
        match self.function {
            2 | 7 => margin.note(below),
            4 | 5 => margin.note(above),
            3 | 6 => {
                margin.note(below);
                margin.note(above);
            }
            _ => {}
        }
        match self.function {
            1 => false,
            2 => value < reference,
            3 => value.to_bits() == reference.to_bits(),
            4 => value <= reference,
            5 => value > reference,
            6 => value.to_bits() != reference.to_bits(),
            7 => value >= reference,
            _ => true,
        }
    }
}
