//! A device with a back buffer to draw on, and the picture of it.

use image::RgbImage;
use image::imageops::thumbnail;
use retrograph_d3d9::types::{
    CreateFlags, Fvf, LockFlags, Pool, PresentParameters, PrimitiveType, RenderState, SwapEffect,
};
use retrograph_d3d9::{Device, Direct3D9, Format, SurfaceId};
use retrograph_render::Gpu;

use super::Result;

/// Width and height of a demo's picture in pixels.
pub const SIZE: [u32; 2] = [960, 540];

/// The back buffer has this many pixels a pixel of the picture in each direction.
const SUPERSAMPLE: u32 = 2;

/// A device whose back buffer becomes a picture.
#[derive(Debug)]
pub struct Canvas {
    /// The device; its back buffer and a depth buffer are bound.
    pub device: Device,
    /// The back buffer.
    pub target: SurfaceId,
    /// Width and height of the back buffer in pixels: more than [`SIZE`].
    pub size: [u32; 2],
}

impl Canvas {
    /// A canvas on `gpu`.
    ///
    /// # Errors
    /// Those of the device.
    pub fn new(gpu: &Gpu) -> Result<Self> {
        Self::sized(gpu, SIZE.map(|edge| edge * SUPERSAMPLE))
    }

    /// A canvas on `gpu` whose back buffer has this width and height.
    ///
    /// # Errors
    /// Those of the device.
    pub fn sized(gpu: &Gpu, size: [u32; 2]) -> Result<Self> {
        let parameters = PresentParameters {
            back_buffer_width: size[0],
            back_buffer_height: size[1],
            back_buffer_format: Format::X8R8G8B8,
            swap_effect: SwapEffect::Discard,
            enable_auto_depth_stencil: true,
            auto_depth_stencil_format: Format::D24S8,
            ..PresentParameters::default()
        };
        let direct3d = Direct3D9::from_gpu(gpu.clone());
        let mut device = direct3d.create_device(&parameters, CreateFlags::HARDWARE_VERTEXPROCESSING)?;
        let target = device.get_back_buffer(0)?;
        device.begin_scene()?;
        Ok(Self { device, target, size })
    }

    /// A canvas with this picture on it.
    ///
    /// # Errors
    /// Those of the device.
    pub fn of(gpu: &Gpu, picture: &RgbImage) -> Result<Self> {
        let (width, height) = picture.dimensions();
        let mut canvas = Self::sized(gpu, [width, height])?;
        let device = &mut canvas.device;
        let copy = device.create_offscreen_plain_surface(width, height, Format::X8R8G8B8, Pool::SystemMem)?;
        let mut lock = device.lock_rect(copy, None, LockFlags::empty())?;
        let pitch = lock.pitch() as usize;
        for (x, y, &image::Rgb([r, g, b])) in picture.enumerate_pixels() {
            let at = y as usize * pitch + x as usize * 4;
            lock.bytes_mut()[at..at + 4].copy_from_slice(&[b, g, r, 255]);
        }
        device.unlock_rect(lock)?;
        device.update_surface(copy, None, canvas.target, None)?;
        Ok(canvas)
    }

    /// Width over height.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
    }

    /// Fills the target with a vertical gradient between two colours (0xAARRGGBB), by the fixed-function pipeline.
    ///
    /// # Errors
    /// Those of the device.
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    pub fn gradient(&mut self, top: u32, bottom: u32) -> Result<()> {
        let [width, height] = self.size.map(|edge| edge as f32 - 0.5);
        let mut vertices = Vec::new();
        for (x, y, color) in
            [(-0.5, -0.5, top), (width, -0.5, top), (-0.5, height, bottom), (width, height, bottom)]
        {
            vertices.extend([x, y, 0.5, 1.0].into_iter().flat_map(f32::to_le_bytes));
            vertices.extend(color.to_le_bytes());
        }
        let device = &mut self.device;
        device.set_render_state(RenderState::ZENABLE, 0)?;
        device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE)?;
        device.set_vertex_shader(None)?;
        device.set_pixel_shader(None)?;
        device.set_texture(0, None)?;
        device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 20)?;
        device.set_render_state(RenderState::ZENABLE, 1)?;
        Ok(())
    }

    /// Draws two triangles over the whole of a target of `size` pixels with texture coordinates from 0 to 1;
    /// program and textures are those bound.
    ///
    /// # Errors
    /// Those of the device.
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    pub fn fullscreen(&mut self, size: [u32; 2]) -> Result<()> {
        // Direct3D 9 puts pixel centres at whole numbers: half a pixel makes texels meet pixels.
        let [dx, dy] = [-1.0 / size[0] as f32, 1.0 / size[1] as f32];
        let mut vertices = Vec::new();
        for (x, y, u, v) in
            [(-1.0, 1.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.0), (-1.0, -1.0, 0.0, 1.0), (1.0, -1.0, 1.0, 1.0)]
        {
            vertices.extend([x + dx, y + dy, 0.5, u, v].into_iter().flat_map(f32::to_le_bytes));
        }
        self.device.set_fvf(Fvf::XYZ | Fvf::TEX1)?;
        self.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 20)?;
        Ok(())
    }

    /// Ends the scene and reads the back buffer, averaged to [`SIZE`]. On a stage (`demo::on_stage`) the frame is shown
    /// instead, and there is no picture.
    ///
    /// # Errors
    /// Those of the device.
    pub fn picture(mut self) -> Result<RgbImage> {
        self.device.end_scene()?;
        #[cfg(not(target_family = "wasm"))]
        {
            let Some(device) = super::stage::show(self.device)? else { return Ok(RgbImage::new(1, 1)) };
            self.device = device;
        }
        let [width, height] = self.size;
        let copy =
            self.device.create_offscreen_plain_surface(width, height, Format::X8R8G8B8, Pool::SystemMem)?;
        self.device.get_render_target_data(self.target, copy)?;
        let lock = self.device.lock_rect(copy, None, LockFlags::READONLY)?;
        let pitch = lock.pitch() as usize;
        let large = RgbImage::from_fn(width, height, |x, y| {
            let texel = &lock.bytes()[y as usize * pitch + x as usize * 4..][..4];
            image::Rgb([texel[2], texel[1], texel[0]])
        });
        self.device.unlock_rect(lock)?;
        Ok(thumbnail(&large, SIZE[0], SIZE[1]))
    }
}
