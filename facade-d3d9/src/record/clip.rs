//! Clip planes.

use std::mem::offset_of;

use retrograph_render::wgpu::Features;
use retrograph_shaders::binding::{self, DrawBlock};

use crate::device::Device;
use crate::state::CLIP_PLANES;
use crate::types::{RenderState as Rs, Transform};

impl Device {
    /// How many planes clip what is drawn. Pre-transformed vertices are not clipped.
    pub(super) fn active_clip_planes(&self) -> u8 {
        if self.is_transformed() || !self.state.on(Rs::CLIPPING) {
            return 0;
        }
        let all = (1 << CLIP_PLANES) - 1;
        (self.state.rs(Rs::CLIPPLANEENABLE) & all).count_ones() as u8
    }

    /// How many of them shaders discard fragments by: all where the GPU does not clip by planes.
    pub(super) fn discarding_planes(&self) -> u8 {
        if self.context.gpu().caps.has(Features::CLIP_DISTANCES) { 0 } else { self.active_clip_planes() }
    }

    /// Writes the planes that are on: for clip positions beside a vertex shader, else for eye space, from world space.
    pub(super) fn flush_clip_planes(&mut self) {
        let state = &self.state;
        let moved = if self.bound_vertex_shader().is_some() {
            glam::Mat4::IDENTITY
        } else {
            let inverse = glam::Mat4::from_cols_array_2d(state.transform(Transform::VIEW)).inverse();
            if inverse.is_finite() { inverse.transpose() } else { glam::Mat4::ZERO }
        };
        let enabled = state.rs(Rs::CLIPPLANEENABLE);
        let active = state.clip_planes.iter().enumerate().filter(|(index, _)| enabled >> index & 1 == 1);
        let mut planes = [[0f32; 4]; CLIP_PLANES];
        for (row, (_, plane)) in planes.iter_mut().zip(active) {
            *row = (moved * glam::Vec4::from(*plane)).into();
        }
        let offset = offset_of!(DrawBlock, clip_planes) as u32;
        self.context.recorder.write_block(binding::DRAW as u8, offset, bytemuck::bytes_of(&planes));
    }
}
