//! The same frame by hand: the pipeline, groups, dynamic offsets, upload and submission that the renderer makes.

use retrograph_render::{Gpu, wgpu};

use super::scene::{BLOCK, DRAWS, EDGE, FRAGMENT, Kind, MESHES, VERTEX, gpu, row};

/// Bytes between two blocks of uniforms.
const STEP: u32 = 256;

/// Everything made beforehand, as a program written for wgpu has it.
pub(crate) struct ByHand {
    gpu: Gpu,
    pipeline: wgpu::RenderPipeline,
    uniforms: wgpu::BindGroup,
    textures: [wgpu::BindGroup; 2],
    meshes: Vec<wgpu::Buffer>,
    ring: wgpu::Buffer,
    target: wgpu::TextureView,
    bytes: Vec<u8>,
    count: u32,
}

impl ByHand {
    pub(crate) fn new() -> Self {
        let gpu = gpu();
        let device = &gpu.device;
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let ring = buffer(device, u64::from((DRAWS + 2) * STEP), usage);
        let meshes = (0..MESHES).map(|_| buffer(device, 48, wgpu::BufferUsages::VERTEX)).collect();
        let pipeline = pipeline(device);
        let uniforms = uniforms(device, &pipeline.get_bind_group_layout(0), &ring);
        let textures = [(); 2].map(|()| picture(device, &pipeline.get_bind_group_layout(1)));
        let target = texture(device, EDGE, wgpu::TextureUsages::RENDER_ATTACHMENT);
        Self { pipeline, uniforms, textures, meshes, ring, target, bytes: Vec::new(), count: 0, gpu }
    }

    /// Encodes and submits a frame.
    pub(crate) fn frame(&mut self, kind: Kind) {
        let Gpu { device, queue, .. } = &self.gpu;
        self.bytes.clear();
        self.bytes.resize(2 * STEP as usize, 1);
        let mut encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("passes") });
        let mut pass = begin(&mut encoder, &self.target);
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.meshes[0].slice(..));
        pass.set_viewport(0.0, 0.0, EDGE as f32, EDGE as f32, 0.0, 1.0);
        pass.set_scissor_rect(0, 0, EDGE, EDGE);
        pass.set_bind_group(0, &self.uniforms, &[0, STEP]);
        pass.set_bind_group(1, &self.textures[0], &[]);
        for _ in 0..DRAWS {
            if kind == Kind::Meshes {
                self.count = self.count.wrapping_add(1);
                pass.set_vertex_buffer(0, self.meshes[self.count as usize % MESHES].slice(..));
            }
            if kind == Kind::Changing {
                self.count = self.count.wrapping_add(1);
                let start = self.bytes.len();
                self.bytes.resize(start + STEP as usize, 0);
                self.bytes[start..][..16].copy_from_slice(&row(self.count));
                pass.set_bind_group(0, &self.uniforms, &[start as u32, STEP]);
                pass.set_bind_group(1, &self.textures[(self.count & 1) as usize], &[]);
            }
            pass.draw(0..3, 0..1);
        }
        drop(pass);
        let mut uploads =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("uploads") });
        let size = self.bytes.len() as u64;
        let staging = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size,
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        staging.get_mapped_range_mut(..).expect("mapped").copy_from_slice(&self.bytes);
        staging.unmap();
        uploads.copy_buffer_to_buffer(&staging, 0, &self.ring, 0, size);
        queue.submit([uploads.finish(), encoder.finish()]);
    }
}

fn begin<'a>(encoder: &'a mut wgpu::CommandEncoder, view: &wgpu::TextureView) -> wgpu::RenderPass<'a> {
    let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store };
    let attachment = wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("pass"),
        color_attachments: &[Some(attachment)],
        ..wgpu::RenderPassDescriptor::default()
    })
}

fn buffer(device: &wgpu::Device, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("buffer"),
        size,
        usage,
        mapped_at_creation: false,
    })
}

fn texture(device: &wgpu::Device, edge: u32, usage: wgpu::TextureUsages) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("texture"),
        size: wgpu::Extent3d { width: edge, height: edge, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn layout(device: &wgpu::Device) -> wgpu::PipelineLayout {
    let block = |binding, visibility| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: std::num::NonZeroU64::new(BLOCK.into()),
        },
        count: None,
    };
    let group = |entries: &[wgpu::BindGroupLayoutEntry]| {
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("group"), entries })
    };
    let fragment = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let picture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    let groups = [
        group(&[block(0, wgpu::ShaderStages::VERTEX), block(1, wgpu::ShaderStages::FRAGMENT)]),
        group(&[fragment(0, picture), fragment(1, sampler)]),
    ];
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("layout"),
        bind_group_layouts: &[Some(&groups[0]), Some(&groups[1])],
        immediate_size: 0,
    })
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let module = |source: &'static str| {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("shader"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        })
    };
    let attributes =
        [wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 0, shader_location: 0 }];
    let stream = wgpu::VertexBufferLayout {
        array_stride: 16,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("pipeline"),
        layout: Some(&layout(device)),
        vertex: wgpu::VertexState {
            module: &module(VERTEX),
            entry_point: Some("vertex_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(stream)],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module(FRAGMENT),
            entry_point: Some("fragment_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba8Unorm.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn uniforms(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, ring: &wgpu::Buffer) -> wgpu::BindGroup {
    let entry = |binding| wgpu::BindGroupEntry {
        binding,
        resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: ring,
            offset: 0,
            size: std::num::NonZeroU64::new(BLOCK.into()),
        }),
    };
    let entries = [entry(0), entry(1)];
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("uniforms"),
        layout,
        entries: &entries,
    })
}

fn picture(device: &wgpu::Device, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
    let view = texture(device, 1, wgpu::TextureUsages::TEXTURE_BINDING);
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor::default());
    let resources = [wgpu::BindingResource::TextureView(&view), wgpu::BindingResource::Sampler(&sampler)];
    let entries: Vec<_> =
        (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("picture"), layout, entries: &entries })
}
