//! Bind group and pipeline layouts, cached by what programs declare and by the textures that are bound.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::frame::ViewKind;
use crate::gpu::Gpu;
use crate::resource::{BLOCKS, UNIFORM_BYTES};

/// A uniform group: the size of each block, 0 where there is none.
pub(crate) type BlockSizes = [u32; BLOCKS];

/// One texture slot of a group's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SlotLayout {
    pub(crate) slot: u8,
    pub(crate) kind: ViewKind,
    /// Whether the *bound* texture can be filtered.
    pub(crate) filterable: bool,
}

/// The slots of one stage, by rising slot.
pub(crate) type SlotLayouts = SmallVec<[SlotLayout; 4]>;

/// Everything that decides a pipeline layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LayoutKey {
    pub(crate) blocks: BlockSizes,
    pub(crate) fragment: SlotLayouts,
    pub(crate) vertex: SlotLayouts,
}

/// Names a layout made by [`Layouts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LayoutId(u32);

/// The layouts made so far.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    ids: FxHashMap<LayoutKey, LayoutId>,
    made: Vec<wgpu::PipelineLayout>,
    uniforms: FxHashMap<BlockSizes, wgpu::BindGroupLayout>,
    textures: FxHashMap<(bool, SlotLayouts), wgpu::BindGroupLayout>,
}

impl Layouts {
    /// The layout of a key.
    pub(crate) fn id(&mut self, gpu: &Gpu, key: &LayoutKey) -> LayoutId {
        if let Some(id) = self.ids.get(key) {
            return *id;
        }
        let uniforms = (key.blocks != BlockSizes::default()).then(|| self.uniforms(gpu, key.blocks));
        let fragment = self.textures(gpu, false, &key.fragment);
        let vertex = self.textures(gpu, true, &key.vertex);
        let label = format!(
            "layout {}: blocks {:?}, {} fragment and {} vertex textures",
            self.made.len(),
            key.blocks,
            key.fragment.len(),
            key.vertex.len()
        );
        let pipeline = gpu.create_layout(&label, &[uniforms.as_ref(), fragment.as_ref(), vertex.as_ref()]);
        let id = LayoutId(self.made.len() as u32);
        self.made.push(pipeline);
        self.ids.insert(key.clone(), id);
        id
    }

    /// A layout by its name.
    pub(crate) fn get(&self, id: LayoutId) -> &wgpu::PipelineLayout {
        &self.made[id.0 as usize]
    }

    /// The group layout of uniform blocks.
    pub(crate) fn uniforms(&mut self, gpu: &Gpu, blocks: BlockSizes) -> wgpu::BindGroupLayout {
        let make = || {
            let entries: Vec<_> = (0u32..)
                .zip(blocks)
                .filter(|(_, size)| *size > 0)
                .map(|(binding, size)| wgpu::BindGroupLayoutEntry {
                    binding,
                    visibility: block_visibility(binding),
                    ty: wgpu::BindingType::Buffer {
                        ty: block_type(size),
                        has_dynamic_offset: true,
                        min_binding_size: std::num::NonZeroU64::new(size.into()),
                    },
                    count: None,
                })
                .collect();
            gpu.create_group_layout(&format!("uniform blocks {blocks:?}"), &entries)
        };
        self.uniforms.entry(blocks).or_insert_with(make).clone()
    }

    /// The group layout of a stage's textures; `None` when it has none.
    pub(crate) fn textures(
        &mut self,
        gpu: &Gpu,
        vertex: bool,
        slots: &SlotLayouts,
    ) -> Option<wgpu::BindGroupLayout> {
        if slots.is_empty() {
            return None;
        }
        let stage = if vertex { wgpu::ShaderStages::VERTEX } else { wgpu::ShaderStages::FRAGMENT };
        let make = || {
            let entries: Vec<_> = slots.iter().flat_map(|slot| slot_entries(*slot, stage)).collect();
            gpu.create_group_layout(&format!("{stage:?} textures {slots:?}"), &entries)
        };
        Some(self.textures.entry((vertex, slots.clone())).or_insert_with(make).clone())
    }
}

/// What a block of so many bytes is bound as.
fn block_type(size: u32) -> wgpu::BufferBindingType {
    if size > UNIFORM_BYTES {
        return wgpu::BufferBindingType::Storage { read_only: true };
    }
    wgpu::BufferBindingType::Uniform
}

/// Blocks 0, 2 and 5 are the vertex stage's, 1, 3 and 6 the fragment stage's, 4 is for both.
fn block_visibility(block: u32) -> wgpu::ShaderStages {
    match block {
        0 | 2 | 5 => wgpu::ShaderStages::VERTEX,
        1 | 3 | 6 => wgpu::ShaderStages::FRAGMENT,
        _ => wgpu::ShaderStages::VERTEX_FRAGMENT,
    }
}

/// The dimension in which a kind is viewed. Cubes are arrays of faces: shaders pick the face, so that filtering
/// stays within it, as legacy APIs have it.
pub(crate) fn view_dimension(kind: ViewKind) -> wgpu::TextureViewDimension {
    match kind {
        ViewKind::D2 | ViewKind::Depth => wgpu::TextureViewDimension::D2,
        ViewKind::Cube => wgpu::TextureViewDimension::D2Array,
        ViewKind::Volume => wgpu::TextureViewDimension::D3,
    }
}

fn slot_entries(slot: SlotLayout, visibility: wgpu::ShaderStages) -> [wgpu::BindGroupLayoutEntry; 2] {
    let filterable = slot.filterable;
    let compared = slot.kind == ViewKind::Depth;
    let texture = wgpu::BindingType::Texture {
        sample_type: match slot.kind {
            ViewKind::Depth => wgpu::TextureSampleType::Depth,
            _ => wgpu::TextureSampleType::Float { filterable },
        },
        view_dimension: view_dimension(slot.kind),
        multisampled: false,
    };
    let sampler = wgpu::BindingType::Sampler(if compared {
        wgpu::SamplerBindingType::Comparison
    } else if filterable {
        wgpu::SamplerBindingType::Filtering
    } else {
        wgpu::SamplerBindingType::NonFiltering
    });
    let binding = u32::from(slot.slot) * 2;
    [(binding, texture), (binding + 1, sampler)].map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty,
        count: None,
    })
}
