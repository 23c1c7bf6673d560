//! Reset, and the surfaces that belong to the device itself.

use retrograph_shaders::binding;

use super::Device;
use crate::error::{Error, Result};
use crate::id::SurfaceId;
use crate::record::{Dirty, Record};
use crate::state::{PIXEL_FLOATS, State};
use crate::types::{Pool, PresentInterval, PresentParameters};

/// The surfaces that a device makes for itself.
#[derive(Debug, Default)]
pub(crate) struct Implicit {
    pub(crate) back_buffers: Vec<SurfaceId>,
    pub(crate) depth_stencil: Option<SurfaceId>,
}

impl Device {
    /// Makes the device anew (`IDirect3DDevice9::Reset`): waits until all frames were handed to the GPU and shown, ends the scene,
    /// sets all state to its defaults, and replaces back buffers and depth-stencil surface by those of `parameters`.
    /// Managed resources, those in system memory, shaders and declarations stay.
    ///
    /// When it fails, state is at its defaults all the same, the old surfaces stay, and the device is lost until a reset
    /// succeeds: [`Device::present`] answers [`Error::DeviceLost`] and [`Device::test_cooperative_level`]
    /// [`Error::DeviceNotReset`].
    ///
    /// # Errors
    /// [`Error::InvalidCall`] while a resource of [`Pool::Default`] lives that the program has made, and for parameters
    /// that no device can be made with; [`Error::Render`] when the GPU refused something.
    pub fn reset(&mut self, parameters: &PresentParameters) -> Result<()> {
        let drained = self.settle();
        self.lost = true;
        self.in_scene = false;
        self.set_defaults(parameters.enable_auto_depth_stencil);
        let made = self.replace_implicit(parameters);
        self.bind_implicit()?;
        drained?;
        made?;
        self.lost = false;
        Ok(())
    }

    /// Whether the device can be used (`IDirect3DDevice9::TestCooperativeLevel`).
    ///
    /// # Errors
    /// [`Error::DeviceNotReset`] after a reset that failed.
    pub fn test_cooperative_level(&self) -> Result<()> {
        if self.lost { Err(Error::DeviceNotReset) } else { Ok(()) }
    }

    /// Forgets all state, and what was reported of it.
    fn set_defaults(&mut self, auto_depth_stencil: bool) {
        self.state = State::with(auto_depth_stencil, self.software);
        self.state.vertex_constants.touch_integers();
        self.state.pixel_constants.touch_integers();
        let floats = self.state.vertex_constants.floats.len();
        self.record = Record::default();
        self.dirty = Dirty::all();
        let recorder = &mut self.context.recorder;
        recorder.write_block(binding::VERTEX_FLOATS as u8, 0, &vec![0; floats * 16]);
        recorder.write_block(binding::FRAGMENT_FLOATS as u8, 0, &[0; PIXEL_FLOATS * 16]);
    }

    fn replace_implicit(&mut self, parameters: &PresentParameters) -> Result<()> {
        if self.holds_losable() {
            return Err(Error::InvalidCall);
        }
        let mut made = Implicit::default();
        let result = self.make_implicit(parameters, &mut made);
        if result.is_ok() {
            self.screen.reset(parameters);
            std::mem::swap(&mut self.implicit, &mut made);
        }
        for surface in made.back_buffers.into_iter().chain(made.depth_stencil) {
            if let Some(texture) = self.surfaces.get(surface).map(|surface| surface.part.texture) {
                self.forget(texture);
            }
        }
        result
    }

    /// Whether something lives that a reset would lose, beside what the device has made itself.
    fn holds_losable(&self) -> bool {
        let Implicit { back_buffers, depth_stencil } = &self.implicit;
        let own = |id| {
            let part = |surface: &SurfaceId| self.surfaces.get(*surface).map(|surface| surface.part.texture);
            back_buffers.iter().chain(depth_stencil).any(|surface| part(surface) == Some(id))
        };
        self.textures.iter().any(|(id, texture)| texture.pool == Pool::Default && !own(id))
            || self.vertex_buffers.values().any(|buffer| buffer.pool == Pool::Default)
            || self.index_buffers.values().any(|buffer| buffer.pool == Pool::Default)
    }

    /// Makes the surfaces that parameters ask for.
    fn make_implicit(&mut self, parameters: &PresentParameters, made: &mut Implicit) -> Result<()> {
        let (width, height) = (parameters.back_buffer_width, parameters.back_buffer_height);
        let (multisample, quality) = (parameters.multi_sample_type, parameters.multi_sample_quality);
        let held = matches!(
            parameters.presentation_interval,
            PresentInterval::Two | PresentInterval::Three | PresentInterval::Four
        );
        if parameters.back_buffer_count > 3 || (parameters.windowed && held) {
            return Err(Error::InvalidCall);
        }
        for _ in 0..parameters.back_buffer_count.max(1) {
            let format = parameters.back_buffer_format;
            let lockable = parameters.lockable_back_buffer;
            let surface = self.create_render_target(width, height, format, multisample, quality, lockable)?;
            made.back_buffers.push(surface);
        }
        if parameters.enable_auto_depth_stencil {
            let format = parameters.auto_depth_stencil_format;
            let surface =
                self.create_depth_stencil_surface(width, height, format, multisample, quality, false)?;
            made.depth_stencil = Some(surface);
        }
        Ok(())
    }

    /// Makes the surfaces of a new device and binds them.
    pub(crate) fn begin(&mut self, parameters: &PresentParameters) -> Result<()> {
        self.replace_implicit(parameters)?;
        self.bind_implicit()
    }

    fn bind_implicit(&mut self) -> Result<()> {
        self.set_render_target(0, self.implicit.back_buffers.first().copied())?;
        // The program may have let go of it.
        let depth = self.implicit.depth_stencil.filter(|surface| self.surfaces.contains_key(*surface));
        self.set_depth_stencil_surface(depth)
    }
}
