//! What a device can do, beyond what WebGPU promises.

/// What a format can be used for on this device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatCaps {
    /// Shaders can read it.
    pub sampled: bool,
    /// Linear filters work on it.
    pub filterable: bool,
    /// It can be a colour or depth attachment.
    pub renderable: bool,
    /// Blending works on it.
    pub blendable: bool,
    /// Bit `n` is set when `1 << n` samples a texel work; bit 0 always is.
    pub samples: u8,
    /// Multisampled attachments of it can be resolved.
    pub resolvable: bool,
}

/// The device's optional features, its limits and its answers about formats.
#[derive(Clone, Debug)]
pub struct Caps {
    /// The features that the device was made with.
    pub features: wgpu::Features,
    /// The limits that the device was made with.
    pub limits: wgpu::Limits,
    /// Whether textures can be seen through the sRGB twin of their format. Where not, sRGB is ignored.
    pub srgb_views: bool,
    /// Whether shaders can run once a sample. Where not, multisampled depth that is larger than its colour is not
    /// attached.
    pub multisampled_shading: bool,
    /// Whether flat varyings take the value of a primitive's first vertex. OpenGL takes the last one's.
    pub first_vertex: bool,
    /// Whether vertex shaders read storage buffers.
    pub vertex_storage: bool,
    multisampling: bool,
    adapter: wgpu::Adapter,
}

/// Textures that are compressed in blocks.
const COMPRESSED: wgpu::Features = wgpu::Features::TEXTURE_COMPRESSION_BC
    .union(wgpu::Features::TEXTURE_COMPRESSION_BC_SLICED_3D)
    .union(wgpu::Features::TEXTURE_COMPRESSION_ETC2)
    .union(wgpu::Features::TEXTURE_COMPRESSION_ASTC);

impl Caps {
    pub(crate) fn new(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Self {
        // Multisampled textures read as zeros through wgpu's OpenGL backend.
        let gl = adapter.get_info().backend == wgpu::Backend::Gl;
        let downlevel = adapter.get_downlevel_capabilities().flags;
        Self {
            // Nor does that backend tell OpenGL how far rows of blocks are apart: copies of more than one row are lost.
            features: if gl { device.features() - COMPRESSED } else { device.features() },
            limits: device.limits(),
            srgb_views: downlevel.contains(wgpu::DownlevelFlags::VIEW_FORMATS),
            multisampled_shading: downlevel.contains(wgpu::DownlevelFlags::MULTISAMPLED_SHADING),
            first_vertex: !gl,
            vertex_storage: downlevel.contains(wgpu::DownlevelFlags::VERTEX_STORAGE),
            multisampling: !gl,
            adapter: adapter.clone(),
        }
    }

    /// Whether the device has a feature.
    #[must_use]
    pub fn has(&self, feature: wgpu::Features) -> bool {
        self.features.contains(feature)
    }

    /// Whether blocks of more than [`crate::resource::UNIFORM_BYTES`] can be bound, one of each stage.
    #[must_use]
    pub fn large_blocks(&self) -> bool {
        let limits = &self.limits;
        self.vertex_storage
            && limits.max_storage_buffers_per_shader_stage >= 1
            && limits.max_dynamic_storage_buffers_per_pipeline_layout >= 2
    }

    /// Whether a block of so many bytes can be bound.
    pub(crate) fn holds_block(&self, size: u32) -> bool {
        let size = u64::from(size);
        if size > u64::from(crate::resource::UNIFORM_BYTES) {
            return self.large_blocks() && size <= self.limits.max_storage_buffer_binding_size;
        }
        size <= self.limits.max_uniform_buffer_binding_size
    }

    /// Whether the device draws triangles in a mode.
    #[must_use]
    pub fn fills(&self, mode: wgpu::PolygonMode) -> bool {
        match mode {
            wgpu::PolygonMode::Fill => true,
            wgpu::PolygonMode::Line => self.has(wgpu::Features::POLYGON_MODE_LINE),
            wgpu::PolygonMode::Point => self.has(wgpu::Features::POLYGON_MODE_POINT),
        }
    }

    /// What `format` can be used for.
    #[must_use]
    pub fn format(&self, format: wgpu::TextureFormat) -> FormatCaps {
        use wgpu::TextureFormatFeatureFlags as Flags;
        if !self.features.contains(format.required_features()) {
            return FormatCaps::default();
        }
        let found = if self.has(wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES) {
            self.adapter.get_texture_format_features(format)
        } else {
            format.guaranteed_format_features(self.features)
        };
        let sample =
            |flag, bit: u8| if self.multisampling && found.flags.contains(flag) { 1 << bit } else { 0 };
        let mut filterable = found.flags.contains(Flags::FILTERABLE);
        if format.is_depth_stencil_format() {
            filterable = false;
        }
        if format.sample_type(Some(wgpu::TextureAspect::All), Some(self.features))
            == Some(wgpu::TextureSampleType::Float { filterable: false })
        {
            filterable = false;
        }
        FormatCaps {
            sampled: found.allowed_usages.contains(wgpu::TextureUsages::TEXTURE_BINDING),
            filterable,
            renderable: found.allowed_usages.contains(wgpu::TextureUsages::RENDER_ATTACHMENT),
            blendable: found.flags.contains(Flags::BLENDABLE),
            samples: 1
                | sample(Flags::MULTISAMPLE_X2, 1)
                | sample(Flags::MULTISAMPLE_X4, 2)
                | sample(Flags::MULTISAMPLE_X8, 3)
                | sample(Flags::MULTISAMPLE_X16, 4),
            resolvable: found.flags.contains(Flags::MULTISAMPLE_RESOLVE),
        }
    }
}

/// How something is done that not every device can do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// By the device.
    Native,
    /// By other means, with the same result.
    Emulated,
    /// Almost: what is left out is said where it is described.
    Partly,
    /// Not at all: what asks for it is refused.
    Refused,
}

impl Caps {
    /// How this device does what devices differ in.
    #[must_use]
    pub fn answers(&self) -> [(&'static str, Answer); 13] {
        use Answer::{Emulated, Native, Partly, Refused};
        use wgpu::Features as F;
        let native = |can: bool, otherwise: Answer| if can { Native } else { otherwise };
        [
            ("edges of triangles only", native(self.has(F::POLYGON_MODE_LINE), Refused)),
            ("corners of triangles only", native(self.has(F::POLYGON_MODE_POINT), Refused)),
            ("flat shading by the first vertex", native(self.first_vertex, Refused)),
            ("clip planes", native(self.has(F::CLIP_DISTANCES), Emulated)),
            ("black, white and clear borders", native(self.has(F::ADDRESS_MODE_CLAMP_TO_BORDER), Emulated)),
            ("reading sRGB", native(self.srgb_views, Partly)),
            ("writing sRGB", native(self.srgb_views, Partly)),
            ("block compression", native(self.has(F::TEXTURE_COMPRESSION_BC), Emulated)),
            ("filters on 32-bit floats", native(self.has(F::FLOAT32_FILTERABLE), Partly)),
            ("blending on 32-bit floats", native(self.has(F::FLOAT32_BLENDABLE), Partly)),
            ("blending with a second colour", native(self.has(F::DUAL_SOURCE_BLENDING), Refused)),
            ("multisampling", native(self.multisampling, Refused)),
            (
                "multisampled depth larger than its target",
                if self.multisampled_shading { Emulated } else { Partly },
            ),
        ]
    }
}
