//! Frames handed to the embedder instead of a window.

use crate::frame::Place;

/// A frame for the embedder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PresentedFrame {
    /// The frame: one level, one layer, one sample; it can be sampled and copied. It is not written again before the hook
    /// returns, and may be after.
    pub texture: wgpu::Texture,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The texture's format.
    pub format: wgpu::TextureFormat,
    /// What its values mean.
    pub color_space: ColorSpace,
    /// Where in a window the program wants it; `None` for all of it.
    pub place: Option<Place>,
    /// Which frame of its presenter it is, from 0.
    pub number: u64,
}

/// What the values of a frame mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorSpace {
    /// sRGB, encoded: what old programs draw for a display.
    Srgb,
}

/// Takes frames as textures, in place of a window.
///
/// It runs on the presenter's thread, in the frames' order; work that it submits to the frame's own queue comes after the
/// frame. While it runs no other frame is handed over, and the device goes on: when several frames wait the oldest are
/// dropped, and counted. One that panics is not called again, which the next present answers once.
pub trait PresentHook: Send {
    /// Takes a frame.
    fn present(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, frame: &PresentedFrame);
}

impl<F: FnMut(&wgpu::Device, &wgpu::Queue, &PresentedFrame) + Send> PresentHook for F {
    fn present(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, frame: &PresentedFrame) {
        self(device, queue, frame);
    }
}
