//! A pass that knows what it was told: calls that set state are counted, and so are those that repeat a value.

use smallvec::SmallVec;

use super::Counters;

/// A bind group and its dynamic offsets.
type Bound = (Option<wgpu::BindGroup>, SmallVec<[u32; 8]>);

/// What a pass was told last. Kept in debug builds only: it watches over [`super::draw`], which keeps its own books.
#[derive(Default)]
struct Last {
    pipeline: Option<wgpu::RenderPipeline>,
    groups: [Option<Bound>; 4],
    vertices: [Option<(wgpu::Buffer, u64)>; 16],
    indices: Option<(wgpu::Buffer, u64, wgpu::IndexFormat)>,
    viewport: Option<[f32; 6]>,
    scissor: Option<[u32; 4]>,
    blend_constant: Option<[f64; 4]>,
    stencil: Option<u32>,
}

/// A pass, and what it was told.
pub(super) struct Told<'a> {
    /// The pass, for what sets no state.
    pub(super) pass: wgpu::RenderPass<'a>,
    last: Last,
    calls: u64,
    repeats: u64,
}

/// Notes a call, and whether it repeats a value.
macro_rules! note {
    ($self:ident, $place:expr, $value:expr) => {{
        $self.calls += 1;
        if cfg!(debug_assertions) {
            let value = Some($value);
            $self.repeats += u64::from($place == value);
            $place = value;
        }
    }};
}

impl<'a> Told<'a> {
    /// A pass in which nothing is set.
    pub(super) fn new(pass: wgpu::RenderPass<'a>) -> Self {
        Self { pass, last: Last::default(), calls: 0, repeats: 0 }
    }

    /// Someone else set things.
    pub(super) fn overridden(&mut self) {
        self.last = Last::default();
    }

    /// Adds what was counted.
    pub(super) fn count(&self, counters: &mut Counters) {
        counters.set_calls += self.calls;
        counters.repeated_set_calls += self.repeats;
    }

    pub(super) fn set_pipeline(&mut self, pipeline: &wgpu::RenderPipeline) {
        note!(self, self.last.pipeline, pipeline.clone());
        self.pass.set_pipeline(pipeline);
    }

    pub(super) fn set_bind_group(&mut self, index: u32, group: Option<&wgpu::BindGroup>, offsets: &[u32]) {
        note!(self, self.last.groups[index as usize & 3], (group.cloned(), SmallVec::from_slice(offsets)));
        self.pass.set_bind_group(index, group, offsets);
    }

    pub(super) fn set_vertex_buffer(&mut self, slot: u32, slice: wgpu::BufferSlice<'_>) {
        note!(self, self.last.vertices[slot as usize & 15], (slice.buffer().clone(), slice.offset()));
        self.pass.set_vertex_buffer(slot, slice);
    }

    pub(super) fn set_index_buffer(&mut self, slice: wgpu::BufferSlice<'_>, format: wgpu::IndexFormat) {
        note!(self, self.last.indices, (slice.buffer().clone(), slice.offset(), format));
        self.pass.set_index_buffer(slice, format);
    }

    pub(super) fn set_viewport(&mut self, [x, y, width, height, near, far]: [f32; 6]) {
        note!(self, self.last.viewport, [x, y, width, height, near, far]);
        self.pass.set_viewport(x, y, width, height, near, far);
    }

    pub(super) fn set_scissor_rect(&mut self, [x, y, width, height]: [u32; 4]) {
        note!(self, self.last.scissor, [x, y, width, height]);
        self.pass.set_scissor_rect(x, y, width, height);
    }

    pub(super) fn set_blend_constant(&mut self, [r, g, b, a]: [f64; 4]) {
        note!(self, self.last.blend_constant, [r, g, b, a]);
        self.pass.set_blend_constant(wgpu::Color { r, g, b, a });
    }

    pub(super) fn set_stencil_reference(&mut self, reference: u32) {
        note!(self, self.last.stencil, reference);
        self.pass.set_stencil_reference(reference);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Gpu;

    #[test]
    fn calls_that_repeat_a_value_are_noticed() {
        let gpu = Gpu::headless().expect("an adapter");
        let device = &gpu.device;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("target"),
            size: wgpu::Extent3d { width: 8, height: 8, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("told") });
        let ops = wgpu::Operations::default();
        let attachment =
            wgpu::RenderPassColorAttachment { view: &view, depth_slice: None, resolve_target: None, ops };
        let mut told = Told::new(encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("told"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        }));
        for edge in [4, 4, 5, 4] {
            told.set_scissor_rect([0, 0, edge, edge]);
        }
        told.set_stencil_reference(0);
        told.overridden();
        told.set_stencil_reference(0);
        told.set_stencil_reference(0);
        let mut counters = Counters::default();
        told.count(&mut counters);
        assert_eq!([counters.set_calls, counters.repeated_set_calls], [7, 2]);
    }
}
