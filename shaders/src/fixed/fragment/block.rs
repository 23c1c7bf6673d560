//! The constants of the fixed fragment stage, and their places.

use super::key::STAGES;

/// The uniform block of the fixed fragment stage ([`crate::binding::FIXED_FRAGMENT`]), in rows of 16 bytes. A module declares
/// the prefix that it reads.
///
/// What else the stage reads stands in [`crate::binding::DrawBlock`], since shaders read it too: bump matrices and
/// luminances, fog, the alpha reference, and what samplers lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct FragmentBlock {
    /// `D3DRS_TEXTUREFACTOR` as (r, g, b, a), 0–1.
    pub factor: [f32; 4],
    /// `D3DTSS_CONSTANT` of each stage, likewise.
    pub constants: [[f32; 4]; STAGES],
}

/// The row of the texture factor.
pub(super) const FACTOR: u16 = 0;
/// The row of the first stage's constant.
pub(super) const CONSTANTS: u16 = 1;

const _: () = assert!(std::mem::offset_of!(FragmentBlock, constants) == CONSTANTS as usize * 16);
