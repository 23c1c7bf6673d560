//! The scaler itself: the one file that calls Metal and MetalFX.
#![allow(unsafe_code, reason = "MetalFX is reached through wgpu's own Metal objects")]

use std::sync::{Arc, OnceLock};

use objc2::rc::Retained;
use objc2::runtime::ProtocolObject;
use objc2_foundation::NSString;
use objc2_metal::{
    MTLBlitCommandEncoder as _, MTLCommandBuffer, MTLCommandEncoder as _, MTLDevice, MTLResource as _,
    MTLStorageMode, MTLTexture, MTLTextureDescriptor, MTLTextureUsage,
};
use objc2_metal_fx::{
    MTLFXSpatialScaler, MTLFXSpatialScalerBase as _, MTLFXSpatialScalerColorProcessingMode,
    MTLFXSpatialScalerDescriptor,
};
use wgpu::hal::api::Metal;

use super::decide::{Declined, Geometry, Way, way};

type RawTexture = ProtocolObject<dyn MTLTexture>;

/// A scaler for one geometry on one device. Clones are the same one: a clone keeps it for the GPU.
#[derive(Clone, Debug)]
pub(super) struct Scaler {
    raw: Retained<ProtocolObject<dyn MTLFXSpatialScaler>>,
    /// Where it writes when the target does not suit; made when first needed.
    private: Arc<OnceLock<Retained<RawTexture>>>,
    geometry: Geometry,
}

// SAFETY: Metal's objects may be used and released on any thread. A scaler's properties want one user at a time: its
// upscaler is that, and clones that wait for the GPU are only dropped.
unsafe impl Send for Scaler {}

/// Whether a device is Metal's and has the scaler.
pub(super) fn supported(device: &wgpu::Device) -> Result<(), Declined> {
    // SAFETY: the device is only looked at, and the guard keeps it alive.
    let hal = unsafe { device.as_hal::<Metal>() }.ok_or(Declined::Backend)?;
    // SAFETY: a class method that takes any device.
    let there = unsafe { MTLFXSpatialScalerDescriptor::supportsDevice(hal.raw_device()) };
    if there { Ok(()) } else { Err(Declined::Device) }
}

impl Scaler {
    /// Makes one for two textures that `geometry` was taken from; `None` when the framework refuses.
    pub(super) fn new(
        device: &wgpu::Device,
        source: &wgpu::Texture,
        target: &wgpu::Texture,
        geometry: Geometry,
    ) -> Option<Self> {
        // SAFETY: the device is only used to make the scaler, and the guard keeps it alive.
        let hal = unsafe { device.as_hal::<Metal>() }?;
        // SAFETY: as above, for the frame's texture, whose format is read.
        let source = unsafe { source.as_hal::<Metal>() }?;
        // SAFETY: as above, for the target.
        let target = unsafe { target.as_hal::<Metal>() }?;
        // SAFETY: a class method without conditions.
        let descriptor = unsafe { MTLFXSpatialScalerDescriptor::new() };
        let [input, output] = [geometry.input, geometry.output].map(|size| size.map(|side| side as usize));
        // SAFETY: a property of a descriptor that nobody else has.
        unsafe { descriptor.setColorTextureFormat(source.raw_handle().pixelFormat()) };
        // SAFETY: as above.
        unsafe { descriptor.setOutputTextureFormat(target.raw_handle().pixelFormat()) };
        // SAFETY: as above; `decide::geometry` has checked sizes.
        unsafe { descriptor.setInputWidth(input[0]) };
        // SAFETY: as above.
        unsafe { descriptor.setInputHeight(input[1]) };
        // SAFETY: as above.
        unsafe { descriptor.setOutputWidth(output[0]) };
        // SAFETY: as above.
        unsafe { descriptor.setOutputHeight(output[1]) };
        let mode = MTLFXSpatialScalerColorProcessingMode::Perceptual;
        // SAFETY: as above.
        unsafe { descriptor.setColorProcessingMode(mode) };
        // SAFETY: the device is of this descriptor's framework, which `supported` has asked.
        let raw = unsafe { descriptor.newSpatialScalerWithDevice(hal.raw_device()) }?;
        Some(Self { raw, private: Arc::default(), geometry })
    }

    /// Encodes enlarging `source` to `target`, as the first and only thing in `encoder`. Whoever declines has encoded nothing.
    ///
    /// Wgpu knows nothing of it: both textures and a clone of this are to be kept until the GPU has done it.
    pub(super) fn encode(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::Texture,
        target: &wgpu::Texture,
    ) -> Result<(), Declined> {
        // SAFETY: the device is only used to make a texture, and the guard keeps it alive.
        let hal = unsafe { device.as_hal::<Metal>() }.ok_or(Declined::Backend)?;
        // SAFETY: the texture is not destroyed while the guard lives, and longer by the contract above.
        let source = unsafe { source.as_hal::<Metal>() }.ok_or(Declined::Backend)?;
        // SAFETY: as above.
        let target = unsafe { target.as_hal::<Metal>() }.ok_or(Declined::Backend)?;
        let (source, target) = (source.raw_handle(), target.raw_handle());
        // SAFETY: a property that is read.
        let needed = unsafe { self.raw.colorTextureUsage() };
        if !source.usage().contains(needed) {
            return Err(Declined::Usage);
        }
        let output = self.output(hal.raw_device(), target)?;
        // SAFETY: the buffer is neither ended nor submitted, and nothing else is encoded by wgpu meanwhile.
        unsafe {
            encoder.as_hal_mut::<Metal, _, _>(|encoder| {
                let buffer =
                    encoder.and_then(|encoder| encoder.raw_command_buffer()).ok_or(Declined::Backend)?;
                self.encode_to(buffer, source, output.as_deref(), target);
                Ok(())
            })
        }
    }

    /// The private texture to write, where the target does not suit.
    fn output(
        &self,
        device: &ProtocolObject<dyn MTLDevice>,
        target: &RawTexture,
    ) -> Result<Option<Retained<RawTexture>>, Declined> {
        // SAFETY: a property that is read.
        let needed = unsafe { self.raw.outputTextureUsage() };
        let is_private = target.storageMode() == MTLStorageMode::Private;
        if way(is_private, target.usage().0, needed.0) == Way::Direct {
            return Ok(None);
        }
        if let Some(private) = self.private.get() {
            return Ok(Some(private.clone()));
        }
        let private = self.make_private(device, target, needed).ok_or(Declined::Refused)?;
        Ok(Some(self.private.get_or_init(|| private).clone()))
    }

    fn make_private(
        &self,
        device: &ProtocolObject<dyn MTLDevice>,
        target: &RawTexture,
        needed: MTLTextureUsage,
    ) -> Option<Retained<RawTexture>> {
        let [width, height] = self.geometry.output;
        let descriptor = MTLTextureDescriptor::new();
        descriptor.setPixelFormat(target.pixelFormat());
        // SAFETY: `decide::geometry` has checked sizes.
        unsafe { descriptor.setWidth(width as usize) };
        // SAFETY: as above.
        unsafe { descriptor.setHeight(height as usize) };
        descriptor.setStorageMode(MTLStorageMode::Private);
        descriptor.setUsage(needed);
        let texture = device.newTextureWithDescriptor(&descriptor)?;
        texture.setLabel(Some(&NSString::from_str(&format!("metalfx output {width}x{height}"))));
        Some(texture)
    }

    fn encode_to(
        &self,
        buffer: &ProtocolObject<dyn MTLCommandBuffer>,
        source: &RawTexture,
        private: Option<&RawTexture>,
        target: &RawTexture,
    ) {
        let [[width, height], [wide, high]] = [self.geometry.input, self.geometry.output];
        let label = format!("metalfx {width}x{height} to {wide}x{high}");
        buffer.pushDebugGroup(&NSString::from_str(&label));
        // SAFETY: the texture has the format and size that the scaler was made for, and the usage that it needs.
        unsafe { self.raw.setColorTexture(Some(source)) };
        // SAFETY: at most the texture's width.
        unsafe { self.raw.setInputContentWidth(width as usize) };
        // SAFETY: at most the texture's height.
        unsafe { self.raw.setInputContentHeight(height as usize) };
        // SAFETY: `output` has chosen a texture with format, size, storage and usage that it needs.
        unsafe { self.raw.setOutputTexture(Some(private.unwrap_or(target))) };
        // SAFETY: no encoder of the buffer is open: this is the first thing in it.
        unsafe { self.raw.encodeToCommandBuffer(buffer) };
        // SAFETY: what was encoded holds the textures; scalers that are kept hold none.
        unsafe { self.raw.setColorTexture(None) };
        // SAFETY: as above.
        unsafe { self.raw.setOutputTexture(None) };
        if let Some(private) = private
            && let Some(blit) = buffer.blitCommandEncoder()
        {
            blit.setLabel(Some(&NSString::from_str(&label)));
            // SAFETY: both have one level, one layer, the same size and format, and live until the GPU has done it.
            unsafe { blit.copyFromTexture_toTexture(private, target) };
            blit.endEncoding();
        }
        buffer.popDebugGroup();
    }
}
