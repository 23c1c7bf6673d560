//! The device, what shaders are bound to, and how results come back.

use std::borrow::Cow;

use retrograph_render::wgpu::util::DeviceExt as _;
use retrograph_render::{Gpu, naga, wgpu};
use retrograph_shaders::binding::DrawBlock;
use retrograph_shaders::interface::{ConstantOverlay, SamplerKind};

use super::world::{Constants, FLAT, Texels, VOLUME};

/// A device with the textures of [`Texels`].
pub(crate) struct Bench {
    pub(crate) gpu: Gpu,
    pub(crate) texels: Texels,
    views: [wgpu::TextureView; 3],
    samplers: [wgpu::Sampler; 2],
}

/// Buffers of one stage's constants, and the draw block.
pub(crate) struct Blocks {
    floats: wgpu::Buffer,
    integers: wgpu::Buffer,
    draw: wgpu::Buffer,
}

fn bytes(vectors: &[[f32; 4]]) -> Vec<u8> {
    vectors.iter().flatten().flat_map(|lane| lane.to_le_bytes()).collect()
}

impl Bench {
    /// A missing adapter fails the test.
    pub(crate) fn new() -> Self {
        let gpu = Gpu::headless().expect("an adapter");
        let texels = Texels::new();
        let views = [
            texture(&gpu, SamplerKind::D2, [FLAT[0], FLAT[1], 1], &texels.flat),
            texture(&gpu, SamplerKind::Cube, [1, 1, 6], &texels.faces),
            texture(&gpu, SamplerKind::Volume, VOLUME, &texels.volume),
        ];
        let sampler = |mode| {
            gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("nearest"),
                address_mode_u: mode,
                address_mode_v: mode,
                address_mode_w: mode,
                ..wgpu::SamplerDescriptor::default()
            })
        };
        let samplers = [wgpu::AddressMode::Repeat, wgpu::AddressMode::ClampToEdge].map(sampler);
        Self { gpu, texels, views, samplers }
    }

    pub(crate) fn buffer(&self, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let descriptor = wgpu::util::BufferInitDescriptor { label: Some("test"), contents, usage };
        self.gpu.device.create_buffer_init(&descriptor)
    }

    /// The blocks for a shader; rows that it defines itself replace those that are set.
    pub(crate) fn blocks(&self, constants: &Constants, overlay: &[ConstantOverlay]) -> Blocks {
        let mut floats = constants.floats.clone();
        for row in overlay {
            floats[usize::from(row.row)] = row.bits.map(f32::from_bits);
        }
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::STORAGE;
        let mut draw: DrawBlock = bytemuck::Zeroable::zeroed();
        // A transform that changes nothing.
        draw.transform = [1.0, 1.0, 0.0, 0.0];
        draw.point_and_alpha = [1.0, 1.0, 64.0, 0.0];
        for (stage, from) in constants.stages.iter().enumerate() {
            draw.bump[stage] = from.bump;
            draw.luminance[stage] = [from.luminance_scale, from.luminance_offset, 0.0, 0.0];
        }
        Blocks {
            floats: self.buffer(&bytes(&floats), usage),
            integers: self.buffer(&constants.integer_block(), usage),
            draw: self.buffer(bytemuck::bytes_of(&draw), usage),
        }
    }

    pub(crate) fn module(&self, module: &naga::Module) -> wgpu::ShaderModule {
        self.gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("translated"),
            source: wgpu::ShaderSource::Naga(Cow::Owned(module.clone())),
        })
    }

    pub(crate) fn wgsl(&self, text: &str) -> wgpu::ShaderModule {
        self.gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("wgsl"),
            source: wgpu::ShaderSource::Wgsl(Cow::Borrowed(text)),
        })
    }

    /// A bind group of all that `module` declares in `group`, and of `more`.
    pub(crate) fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        module: &naga::Module,
        group: u32,
        blocks: &Blocks,
        more: &[wgpu::BindGroupEntry<'_>],
    ) -> wgpu::BindGroup {
        let mut entries = more.to_vec();
        let variables = module.global_variables.iter().map(|(_, variable)| variable);
        for variable in variables {
            let Some(place) = variable.binding.filter(|place| place.group == group) else { continue };
            let resource = match &module.types[variable.ty].inner {
                naga::TypeInner::Image { dim: naga::ImageDimension::D3, .. } => {
                    wgpu::BindingResource::TextureView(&self.views[2])
                }
                naga::TypeInner::Image { arrayed, .. } => {
                    wgpu::BindingResource::TextureView(&self.views[usize::from(*arrayed)])
                }
                naga::TypeInner::Sampler { .. } => {
                    wgpu::BindingResource::Sampler(&self.samplers[self.clamps(module, place)])
                }
                _ => match place.binding {
                    0 | 1 => blocks.floats.as_entire_binding(),
                    2 | 3 => blocks.integers.as_entire_binding(),
                    _ => blocks.draw.as_entire_binding(),
                },
            };
            entries.push(wgpu::BindGroupEntry { binding: place.binding, resource });
        }
        self.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("test"),
            layout,
            entries: &entries,
        })
    }

    /// Which sampler goes with a texture: faces of a cube clamp.
    fn clamps(&self, module: &naga::Module, sampler: naga::ResourceBinding) -> usize {
        let texture = naga::ResourceBinding { binding: sampler.binding - 1, ..sampler };
        let of = module.global_variables.iter().find(|(_, variable)| variable.binding == Some(texture));
        let inner = of.map(|(_, variable)| &module.types[variable.ty].inner);
        usize::from(matches!(inner, Some(naga::TypeInner::Image { arrayed: true, .. })))
    }

    /// Submits, waits, and returns what is in `buffer`, which must be mappable.
    pub(crate) fn read(&self, encoder: wgpu::CommandEncoder, buffer: &wgpu::Buffer) -> Vec<[f32; 4]> {
        self.gpu.queue.submit([encoder.finish()]);
        let slice = buffer.slice(..);
        slice.map_async(wgpu::MapMode::Read, |result| result.expect("mapped"));
        self.gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU answers");
        let view = slice.get_mapped_range().expect("mapped");
        let vector = |bytes: &[u8]| {
            std::array::from_fn(|lane| {
                f32::from_le_bytes(bytes[lane * 4..][..4].try_into().expect("four bytes"))
            })
        };
        view.chunks_exact(16).map(vector).collect()
    }
}

/// A texture of half floats, which hold quarters exactly.
fn texture(
    gpu: &Gpu,
    kind: SamplerKind,
    [width, height, depth]: [u32; 3],
    texels: &[[f32; 4]],
) -> wgpu::TextureView {
    let size = wgpu::Extent3d { width, height, depth_or_array_layers: depth };
    let volume = kind == SamplerKind::Volume;
    let descriptor = wgpu::TextureDescriptor {
        label: Some("texels"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: if volume { wgpu::TextureDimension::D3 } else { wgpu::TextureDimension::D2 },
        format: wgpu::TextureFormat::Rgba16Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let data: Vec<u8> = texels.iter().flatten().flat_map(|&lane| half(lane).to_le_bytes()).collect();
    let order = wgpu::util::TextureDataOrder::LayerMajor;
    let texture = gpu.device.create_texture_with_data(&gpu.queue, &descriptor, order, &data);
    let dimension = match kind {
        SamplerKind::D2 => wgpu::TextureViewDimension::D2,
        SamplerKind::Cube => wgpu::TextureViewDimension::D2Array,
        SamplerKind::Volume => wgpu::TextureViewDimension::D3,
    };
    texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("texels"),
        dimension: Some(dimension),
        ..wgpu::TextureViewDescriptor::default()
    })
}

/// The half float of a small multiple of a quarter.
fn half(value: f32) -> u16 {
    if value == 0.0 {
        return 0;
    }
    let bits = value.to_bits();
    let exponent = (bits >> 23 & 0xFF) + 15 - 127;
    u16::try_from(bits >> 31 << 15 | exponent << 10 | bits >> 13 & 0x3FF).expect("sixteen bits")
}
