//! The surfaces themselves.

use glam::{Mat4, Vec3, Vec4};
use retrograph_d3d9::types::values::{
    TA_ALPHAREPLICATE, TA_COMPLEMENT, TA_CONSTANT, TA_CURRENT, TA_DIFFUSE, TA_TEMP, TA_TEXTURE, TA_TFACTOR,
    TextureOp as Op,
};
use retrograph_d3d9::types::{RenderState as Rs, TextureStageState as Ts};

use super::paint::Textures;
use super::{Look, Step};

/// `D3DTSS_TCI_*` without their shift.
const NORMAL: u32 = 1;
const POSITION: u32 = 2;
const REFLECTION: u32 = 3;
const SPHERE: u32 = 4;
/// `D3DTTFF_COUNT3 | D3DTTFF_PROJECTED`
const PROJECTED_3: u32 = 0x103;

/// Coordinates 0–1 from a projection's −1 to 1, with w third.
fn onto_picture() -> Mat4 {
    Mat4::from_cols(
        Vec4::new(0.5, 0.0, 0.0, 0.0),
        Vec4::new(0.0, -0.5, 0.0, 0.0),
        Vec4::ZERO,
        Vec4::new(0.5, 0.5, 1.0, 1.0),
    )
}

/// The surface of ball `number`, 0–14. `to_world` leads from the eye's space to the world, `center` is where the
/// ball is, and `to_light` the direction to the light.
#[must_use]
pub fn looks(number: usize, on: &Textures, to_world: Mat4, center: Vec3, to_light: Vec3) -> Look {
    match number {
        0..=4 => mixed(number, on),
        5..=9 => mirroring(number, on, to_world),
        10..=12 => generated(number, on, to_world, center, to_light),
        _ => placed(number, on, to_world, center, to_light),
    }
}

/// Textures upon textures.
fn mixed(number: usize, on: &Textures) -> Look {
    let lit = |texture| Step::new(Op::Modulate, TA_TEXTURE, TA_DIFFUSE).texture(texture);
    match number {
        // Detail that lightens and darkens.
        0 => Look::new(
            0.2,
            vec![
                lit(on.sand).tiled(2.0, 1.0),
                Step::new(Op::AddSigned, TA_TEXTURE, TA_CURRENT).texture(on.detail).tiled(4.0, 2.0),
            ],
        ),
        // Three grounds: two masks that choose between textures.
        1 => Look::new(
            0.0,
            vec![
                Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT)
                    .texture(on.patches)
                    .tiled(2.0, 1.0)
                    .with(Ts::RESULTARG, TA_TEMP),
                Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT).texture(on.rock).tiled(4.0, 2.0),
                Step::new(Op::Lerp, TA_TEXTURE, TA_CURRENT)
                    .texture(on.moss)
                    .tiled(4.0, 2.0)
                    .with(Ts::COLORARG0, TA_TEMP),
                Step::new(Op::Modulate2X, TA_CURRENT, TA_DIFFUSE),
            ],
        ),
        // Rust over steel, by the alpha of the rust.
        2 => Look::new(
            0.5,
            vec![
                Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT)
                    .texture(on.sphere_map)
                    .generated(SPHERE, None),
                Step::new(Op::BlendTextureAlpha, TA_TEXTURE, TA_CURRENT).texture(on.rust).tiled(2.0, 1.0),
                Step::new(Op::Modulate2X, TA_CURRENT, TA_DIFFUSE),
            ],
        ),
        // Glowing cracks: rock that is lit, and heat that is added smoothly.
        3 => Look::new(
            0.1,
            vec![
                lit(on.rock).tiled(3.0, 2.0),
                Step::new(Op::Modulate, TA_CURRENT, TA_CONSTANT).with(Ts::CONSTANT, 0xFF70_6468),
                Step::new(Op::AddSmooth, TA_TEXTURE, TA_CURRENT).texture(on.cracks).tiled(2.0, 1.0),
            ],
        ),
        // Bumps by dot products with the light that vertices carry, once for light and once for the colour.
        _ => Look::new(
            0.0,
            vec![
                Step::new(Op::DotProduct3, TA_TEXTURE, TA_DIFFUSE).texture(on.studs).tiled(6.0, 3.0),
                Step::new(Op::MultiplyAdd, TA_CURRENT, TA_CONSTANT)
                    .with(Ts::COLORARG0, TA_TFACTOR)
                    .with(Ts::CONSTANT, 0xFFFF_F4E8),
                Step::new(Op::Modulate, TA_TEXTURE, TA_CURRENT).texture(on.copper).tiled(6.0, 3.0),
            ],
        )
        .with(Rs::LIGHTING, 0)
        .with(Rs::SPECULARENABLE, 0)
        .with(Rs::TEXTUREFACTOR, 0xFF28_2C38),
    }
}

/// What is around, in sphere and cube maps.
fn mirroring(number: usize, on: &Textures, to_world: Mat4) -> Look {
    let turn = Mat4::from_mat3(glam::Mat3::from_mat4(to_world));
    let room = |step: Step| step.texture(on.sky).generated(REFLECTION, Some((3, turn)));
    let bumped = |operation: Op, strength: f32| {
        let [by, back] = [strength, 0.0].map(f32::to_bits);
        Step::new(operation, TA_TEXTURE, TA_CURRENT)
            .texture(on.ripples)
            .tiled(2.0, 1.0)
            .with(Ts::BUMPENVMAT00, by)
            .with(Ts::BUMPENVMAT01, back)
            .with(Ts::BUMPENVMAT10, back)
            .with(Ts::BUMPENVMAT11, by)
            .with(Ts::BUMPENVLSCALE, 1f32.to_bits())
            .with(Ts::BUMPENVLOFFSET, 0.12f32.to_bits())
    };
    match number {
        // A mirror.
        5 => Look::new(0.6, vec![room(Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT))]),
        // Quicksilver: a mirror whose normals are pushed about.
        6 => Look::new(
            0.3,
            vec![
                bumped(Op::BumpEnvMap, 0.55),
                Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT)
                    .texture(on.sphere_map)
                    .generated(SPHERE, Some((2, Mat4::from_translation(Vec3::new(-0.275, -0.275, 0.0)))))
                    .clamped(),
            ],
        ),
        // Hammered gold: pushed and dimmed, then coloured.
        7 => Look::new(
            0.7,
            vec![
                bumped(Op::BumpEnvMapLuminance, 0.35),
                Step::new(Op::SelectArg1, TA_TEXTURE, TA_CURRENT)
                    .texture(on.sphere_map)
                    .generated(SPHERE, None),
                Step::new(Op::Modulate2X, TA_CURRENT, TA_TFACTOR),
                Step::new(Op::MultiplyAdd, TA_DIFFUSE, TA_TFACTOR).with(Ts::COLORARG0, TA_CURRENT),
            ],
        )
        .with(Rs::TEXTUREFACTOR, 0xFF9C_6A18),
        // Porcelain with lacquer: what is not painted mirrors, by the alpha of the paint.
        8 => Look::new(
            0.8,
            vec![
                Step::new(Op::Modulate, TA_TEXTURE | TA_COMPLEMENT, TA_DIFFUSE)
                    .texture(on.cracks)
                    .tiled(2.0, 1.0)
                    .with(Ts::ALPHAARG1, TA_TFACTOR),
                room(Step::new(Op::ModulateAlphaAddColor, TA_CURRENT, TA_TEXTURE)),
            ],
        )
        .with(Rs::TEXTUREFACTOR, 0x60FF_FFFF),
        // Blue glass: a mirror over a colour, by the factor's alpha.
        _ => Look::new(
            0.9,
            vec![
                room(Step::new(Op::BlendFactorAlpha, TA_TEXTURE, TA_TFACTOR)),
                Step::new(Op::MultiplyAdd, TA_DIFFUSE, TA_TFACTOR).with(Ts::COLORARG0, TA_CURRENT),
            ],
        )
        .with(Rs::TEXTUREFACTOR, 0x5A14_3C8C),
    }
}

/// Coordinates from positions and normals.
fn generated(number: usize, on: &Textures, to_world: Mat4, center: Vec3, to_light: Vec3) -> Look {
    let turn = Mat4::from_mat3(glam::Mat3::from_mat4(to_world));
    // Along the first axis: how much a normal of the eye's space points somewhere, as 0–1.
    let towards = |direction: Vec3| {
        Mat4::from_cols(
            Vec4::new(direction.x * 0.5, 0.0, 0.0, 0.0),
            Vec4::new(direction.y * 0.5, 0.0, 0.0, 0.0),
            Vec4::new(direction.z * 0.5, 0.0, 0.0, 0.0),
            Vec4::new(0.5, 0.5, 0.0, 1.0),
        )
    };
    match number {
        // Jade, cut out of a block.
        10 => {
            let block = Mat4::from_scale(Vec3::splat(0.42)) * Mat4::from_translation(-center) * to_world;
            let step = Step::new(Op::Modulate2X, TA_TEXTURE, TA_DIFFUSE).texture(on.marble);
            Look::new(0.7, vec![step.generated(POSITION, Some((3, block)))])
        }
        // Drawn with three greys.
        11 => {
            let eye_light = turn.transpose().transform_vector3(to_light);
            let light = Step::new(Op::Modulate, TA_TEXTURE, TA_TFACTOR).texture(on.ramp).clamped();
            let rim = Step::new(Op::Modulate, TA_TEXTURE, TA_CURRENT).texture(on.ramp).clamped();
            let outline = Mat4::from_translation(Vec3::new(0.42, 0.0, 0.0)) * towards(Vec3::Z);
            Look::new(
                0.0,
                vec![
                    light.generated(NORMAL, Some((2, towards(eye_light)))),
                    rim.generated(NORMAL, Some((2, outline))),
                ],
            )
            .with(Rs::SPECULARENABLE, 0)
            .with(Rs::TEXTUREFACTOR, 0xFFF2_5A3C)
        }
        // A soap bubble: colours by how far the surface turns away.
        _ => {
            let film =
                Step::new(Op::SelectArg1, TA_TEXTURE | TA_COMPLEMENT, TA_CURRENT).texture(on.film).clamped();
            let room = Step::new(Op::AddSmooth, TA_TEXTURE, TA_CURRENT).texture(on.sphere_map);
            Look::new(
                0.8,
                vec![
                    film.generated(NORMAL, Some((2, towards(Vec3::Z)))),
                    Step::new(Op::Modulate, TA_CURRENT, TA_TFACTOR),
                    room.generated(SPHERE, None),
                ],
            )
            .with(Rs::TEXTUREFACTOR, 0xFFB0_B0C0)
        }
    }
}

/// A lattice, and a picture thrown from somewhere.
fn placed(number: usize, on: &Textures, to_world: Mat4, center: Vec3, to_light: Vec3) -> Look {
    match number {
        // A lattice with holes, by the alpha test.
        13 => Look::new(
            0.8,
            vec![
                Step::new(Op::Modulate, TA_TEXTURE, TA_DIFFUSE)
                    .texture(on.lattice)
                    .tiled(5.0, 4.0)
                    .with(Ts::ALPHAOP, Op::SelectArg1.into())
                    .with(Ts::ALPHAARG1, TA_TEXTURE | TA_ALPHAREPLICATE),
            ],
        )
        .with(Rs::ALPHATESTENABLE, 1)
        .with(Rs::ALPHAFUNC, 7)
        .with(Rs::ALPHAREF, 128),
        // A window thrown onto white.
        _ => {
            let from = center + to_light * 6.0;
            let beam = glam::camera::rh::proj::directx::perspective(0.36, 1.0, 1.0, 20.0)
                * glam::camera::rh::view::look_at_mat4(from, center, Vec3::Y);
            let step = Step::new(Op::Modulate2X, TA_TEXTURE, TA_DIFFUSE).texture(on.rose).clamped();
            let plaster = Step::new(Op::MultiplyAdd, TA_DIFFUSE, TA_TFACTOR).with(Ts::COLORARG0, TA_CURRENT);
            Look::new(
                0.3,
                vec![
                    step.generated(POSITION, Some((PROJECTED_3, onto_picture() * beam * to_world))),
                    plaster,
                ],
            )
            .with(Rs::TEXTUREFACTOR, 0xFF38_3844)
        }
    }
}
