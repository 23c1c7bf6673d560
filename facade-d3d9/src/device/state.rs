//! Render, texture stage and sampler states, and textures.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::id::TextureId;
use crate::record::{self, Dirty, Switch};
use crate::state::sampler_index;
use crate::types::{Pool, RenderState, SamplerStateType, TextureStageState};

impl Device {
    /// Sets a render state. Any value is kept; one that means nothing acts as the state's default.
    ///
    /// # Errors
    /// None; states past 255 are ignored.
    #[inline]
    pub fn set_render_state(&mut self, state: RenderState, value: u32) -> Result<()> {
        if let Some(slot) = self.state.render.get_mut(state.0 as usize)
            && *slot != value
        {
            *slot = value;
            match record::dirtied_by(state.0) {
                Dirty::RASTER => self.raster_changed(state, value),
                Dirty::VIEWPORT => self.view_state_changed(state),
                dirtied => {
                    self.dirty |= dirtied;
                    if dirtied.contains(Dirty::CONSTANTS) {
                        self.record.fixed.state_changed(state);
                    }
                }
            }
        }
        Ok(())
    }

    /// A render state.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for states past 255.
    pub fn get_render_state(&self, state: RenderState) -> Result<u32> {
        self.state.render.get(state.0 as usize).copied().ok_or(Error::InvalidCall)
    }

    /// Sets a state of a texture stage.
    ///
    /// # Errors
    /// None; stages past 7 and unknown states are ignored.
    pub fn set_texture_stage_state(
        &mut self,
        stage: u32,
        state: TextureStageState,
        value: u32,
    ) -> Result<()> {
        let slot = self.state.stages.get_mut(stage as usize).and_then(|s| s.get_mut(state.0 as usize));
        if let Some(slot) = slot
            && *slot != value
        {
            *slot = value;
            let dirty = record::dirtied_by_stage(state);
            self.record.stages_changed |= dirty == Dirty::VIEWPORT;
            self.dirty |= dirty;
        }
        Ok(())
    }

    /// A state of a texture stage.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for stages past 7 and states past 32.
    pub fn get_texture_stage_state(&self, stage: u32, state: TextureStageState) -> Result<u32> {
        let states = self.state.stages.get(stage as usize).ok_or(Error::InvalidCall)?;
        states.get(state.0 as usize).copied().ok_or(Error::InvalidCall)
    }

    /// Sets a state of a sampler: 0–15 of the pixel stage, 257–260 of the vertex stage.
    ///
    /// # Errors
    /// None; other samplers and unknown states are ignored.
    #[inline]
    pub fn set_sampler_state(&mut self, sampler: u32, state: SamplerStateType, value: u32) -> Result<()> {
        let Some(index) = sampler_index(sampler) else { return Ok(()) };
        if let Some(slot) = self.state.samplers[index].get_mut(state.0 as usize)
            && *slot != value
        {
            *slot = value;
            self.sampler_changed(index, state, value);
        }
        Ok(())
    }

    /// A state of a sampler.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for samplers and states that do not exist.
    pub fn get_sampler_state(&self, sampler: u32, state: SamplerStateType) -> Result<u32> {
        let index = sampler_index(sampler).ok_or(Error::InvalidCall)?;
        self.state.samplers[index].get(state.0 as usize).copied().ok_or(Error::InvalidCall)
    }

    /// Binds a texture to a sampler: 0–15 of the pixel stage, 257–260 of the vertex stage.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a texture that does not exist or lives in [`Pool::Scratch`]. Samplers that do
    /// not exist are ignored.
    #[inline]
    pub fn set_texture(&mut self, sampler: u32, texture: Option<TextureId>) -> Result<()> {
        let mut switch = Switch::default();
        if let Some(id) = texture {
            let texture = self.textures.get(id).ok_or(Error::InvalidCall)?;
            if texture.pool == Pool::Scratch {
                return Err(Error::InvalidCall);
            }
            if texture.pending {
                self.dirty |= Dirty::RESOURCES;
            }
            switch = Switch::to(texture);
        }
        let Some(index) = sampler_index(sampler) else { return Ok(()) };
        if self.state.textures[index] != texture {
            self.state.textures[index] = texture;
            self.report_texture(index, switch);
        }
        Ok(())
    }

    /// The texture that a sampler reads.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for samplers that do not exist.
    pub fn get_texture(&self, sampler: u32) -> Result<Option<TextureId>> {
        let index = sampler_index(sampler).ok_or(Error::InvalidCall)?;
        Ok(self.state.textures[index])
    }
}
