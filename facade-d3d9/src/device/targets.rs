//! Targets, viewport and scissor.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::id::SurfaceId;
use crate::record::Dirty;
use crate::resource::Texture;
use crate::types::{Pool, Rect, RenderState, Viewport};

impl Device {
    /// Sets a render target (0–3). Target 0 also resets viewport and scissor to its size.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for targets past 3, for no surface in target 0, and for surfaces that do not exist
    /// or are no render targets.
    pub fn set_render_target(&mut self, index: u32, surface: Option<SurfaceId>) -> Result<()> {
        let slot = index as usize;
        if slot >= self.state.targets.len() || (slot == 0 && surface.is_none()) {
            return Err(Error::InvalidCall);
        }
        if let Some(id) = surface {
            self.check_part(id, Texture::is_target)?;
        }
        if self.state.targets[slot] != surface {
            let old = std::mem::replace(&mut self.state.targets[slot], surface);
            for changed in old.into_iter().chain(surface) {
                self.target_changed(changed);
            }
            self.dirty |= Dirty::TARGETS;
        }
        if let (0, Some(id)) = (slot, surface) {
            let (width, height) = (self.surfaces[id].width, self.surfaces[id].height);
            self.reset_viewport(width, height);
        }
        Ok(())
    }

    /// Refuses surfaces that do not exist or whose texture cannot be used this way.
    fn check_part(&self, id: SurfaceId, usable: fn(&Texture) -> bool) -> Result<()> {
        let surface = self.surfaces.get(id).ok_or(Error::InvalidCall)?;
        let texture = self.textures.get(surface.part.texture).ok_or(Error::InvalidCall)?;
        if usable(texture) && texture.pool == Pool::Default { Ok(()) } else { Err(Error::InvalidCall) }
    }

    fn reset_viewport(&mut self, width: u32, height: u32) {
        let viewport = Viewport { x: 0, y: 0, width, height, min_z: 0.0, max_z: 1.0 };
        let side = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let scissor = Rect::new(0, 0, side(width), side(height));
        if self.state.viewport != viewport || self.state.scissor != scissor {
            self.state.viewport = viewport;
            self.state.scissor = scissor;
            self.dirty |= Dirty::VIEWPORT;
        }
    }

    /// A render target.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for targets past 3, [`Error::NotFound`] when there is none.
    pub fn get_render_target(&self, index: u32) -> Result<SurfaceId> {
        self.state.targets.get(index as usize).ok_or(Error::InvalidCall)?.ok_or(Error::NotFound)
    }

    /// Sets the depth-stencil surface.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for surfaces that do not exist or are no depth-stencil surfaces.
    pub fn set_depth_stencil_surface(&mut self, surface: Option<SurfaceId>) -> Result<()> {
        if let Some(id) = surface {
            self.check_part(id, Texture::is_depth)?;
        }
        if self.state.depth_stencil != surface {
            self.state.depth_stencil = surface;
            self.dirty |= Dirty::TARGETS;
        }
        Ok(())
    }

    /// The depth-stencil surface.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none.
    pub fn get_depth_stencil_surface(&self) -> Result<SurfaceId> {
        self.state.depth_stencil.ok_or(Error::NotFound)
    }

    /// Sets the viewport. Where far is not behind near, far becomes a little more than near.
    ///
    /// # Errors
    /// None; viewports that reach past the target are cut when they are used.
    #[inline]
    pub fn set_viewport(&mut self, viewport: &Viewport) -> Result<()> {
        let mut viewport = *viewport;
        if viewport.max_z <= viewport.min_z {
            viewport.max_z = viewport.min_z + 0.001;
        }
        if self.state.viewport != viewport {
            self.state.viewport = viewport;
            self.view_changed();
        }
        Ok(())
    }

    /// The viewport.
    #[must_use]
    pub fn get_viewport(&self) -> Viewport {
        self.state.viewport
    }

    /// Sets the scissor rectangle; it counts while SCISSORTESTENABLE is on.
    ///
    /// # Errors
    /// None; rectangles that reach past the target are cut when they are used.
    pub fn set_scissor_rect(&mut self, rect: Rect) -> Result<()> {
        if self.state.scissor != rect {
            self.state.scissor = rect;
            if self.state.on(RenderState::SCISSORTESTENABLE) {
                self.view_changed();
            }
        }
        Ok(())
    }

    /// The scissor rectangle.
    #[must_use]
    pub fn get_scissor_rect(&self) -> Rect {
        self.state.scissor
    }
}
