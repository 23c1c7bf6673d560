//! How a look is said.

use glam::{Mat4, Vec3};
use retrograph_d3d9::types::values::{TextureAddress, TextureOp as Op};
use retrograph_d3d9::types::{
    Material, RenderState as Rs, SamplerStateType, TextureStageState as Ts, Transform,
};
use retrograph_d3d9::{Device, TextureId};

use crate::demo::Result;
use crate::demo::fixed::{material, reset_stage, stage, states, transform};
use crate::demo::texture::smooth_sampler;

/// What a stage does: texture, operations, arguments, coordinates.
#[derive(Clone, Debug, Default)]
pub struct Step {
    texture: Option<TextureId>,
    states: Vec<(Ts, u32)>,
    matrix: Option<Mat4>,
    clamped: bool,
}

impl Step {
    /// An operation on the colours `first` and `second` (`D3DTA_*`); alpha is the first's.
    #[must_use]
    pub fn new(operation: Op, first: u32, second: u32) -> Self {
        let states = vec![
            (Ts::COLOROP, operation.into()),
            (Ts::COLORARG1, first),
            (Ts::COLORARG2, second),
            (Ts::ALPHAOP, Op::SelectArg1.into()),
            (Ts::ALPHAARG1, first),
        ];
        Self { states, ..Self::default() }
    }

    /// With this texture.
    #[must_use]
    pub const fn texture(mut self, texture: TextureId) -> Self {
        self.texture = Some(texture);
        self
    }

    /// With one state more.
    #[must_use]
    pub fn with(mut self, state: Ts, value: u32) -> Self {
        self.states.push((state, value));
        self
    }

    /// Coordinates are those of the mesh, this often.
    #[must_use]
    pub fn tiled(self, u: f32, v: f32) -> Self {
        let mut step = self.with(Ts::TEXCOORDINDEX, 0).with(Ts::TEXTURETRANSFORMFLAGS, 2);
        step.matrix = Some(Mat4::from_scale(Vec3::new(u, v, 1.0)));
        step
    }

    /// Coordinates are made (`D3DTSS_TCI_*`, 1–4), and with a count go through `matrix`; 256 in the count projects.
    #[must_use]
    pub fn generated(self, mode: u32, transformed: Option<(u32, Mat4)>) -> Self {
        let mut step = self.with(Ts::TEXCOORDINDEX, mode << 16);
        if let Some((count, matrix)) = transformed {
            step = step.with(Ts::TEXTURETRANSFORMFLAGS, count);
            step.matrix = Some(matrix);
        }
        step
    }

    /// What is beyond the texture is its edge.
    #[must_use]
    pub const fn clamped(mut self) -> Self {
        self.clamped = true;
        self
    }
}

/// A surface.
#[derive(Clone, Debug)]
pub struct Look {
    /// The stages.
    pub steps: Vec<Step>,
    /// The material.
    pub material: Material,
    /// More states; the demo puts back what they change.
    pub states: Vec<(Rs, u32)>,
}

impl Look {
    /// A surface of these stages, lit, with highlights of this strength.
    #[must_use]
    pub fn new(shine: f32, steps: Vec<Step>) -> Self {
        Self { steps, material: material(Vec3::ONE, shine, 60.0), states: Vec::new() }
    }

    /// With a state.
    #[must_use]
    pub fn with(mut self, state: Rs, value: u32) -> Self {
        self.states.push((state, value));
        self
    }

    /// Makes it the look of what is drawn next.
    ///
    /// # Errors
    /// Those of the device.
    pub fn apply(&self, device: &mut Device) -> Result<()> {
        for index in 0..8u8 {
            let number = u32::from(index);
            reset_stage(device, number)?;
            let Some(step) = self.steps.get(usize::from(index)) else {
                stage(device, number, &[(Ts::COLOROP, 1), (Ts::ALPHAOP, 1)])?;
                device.set_texture(number, None)?;
                continue;
            };
            device.set_texture(number, step.texture)?;
            smooth_sampler(device, number, !step.clamped)?;
            if step.clamped {
                device.set_sampler_state(number, SamplerStateType::ADDRESSW, TextureAddress::Clamp.into())?;
            }
            stage(device, number, &step.states)?;
            if let Some(matrix) = step.matrix {
                transform(device, Transform::texture(index), matrix)?;
            }
        }
        device.set_material(&self.material)?;
        states(device, &self.states)
    }
}
