//! Texture groups: the frame's log is materialised into slots, and what a program reads of them is bound.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blank::Blanks;
use crate::frame::{Frame, TextureBinding, ViewKind};
use crate::gpu::Gpu;
use crate::layout::{Layouts, SlotLayout, SlotLayouts};
use crate::resource::{Table, TextureDesc, TextureId, TextureSlot, ViewKey};
use crate::sampler::{SamplerKey, SamplerLimits, Samplers};
use crate::upload::Uploads;

/// Texture slots of a stage.
const SLOTS: usize = 16;

/// What a slot of a group shows. A texture's id decides its format, so equal keys have equal layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SlotKey {
    layout: SlotLayout,
    view: Option<BoundView>,
    sampler: SamplerKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct BoundView {
    texture: TextureId,
    /// The serial number of what backs it.
    backing: u32,
    /// Whether the copy is shown that was made since the pass writes the texture.
    twin: bool,
    key: ViewKey,
}

type GroupKey = (bool, SmallVec<[SlotKey; 4]>);

/// The textures of one stage for one draw; empty when its shader reads none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bound {
    pub(crate) layout: SlotLayouts,
    pub(crate) group: Option<wgpu::BindGroup>,
}

/// The slots of a frame being encoded, and the groups made so far.
#[derive(Debug, Default)]
pub(crate) struct TextureGroups {
    slots: [[TextureBinding; SLOTS]; 2],
    cursor: usize,
    groups: FxHashMap<GroupKey, wgpu::BindGroup>,
    made: u64,
    pub(crate) samplers: Samplers,
    blanks: Blanks,
}

impl TextureGroups {
    /// Starts a frame: nothing is bound.
    pub(crate) fn reset(&mut self) {
        self.slots = Default::default();
        self.cursor = 0;
    }

    /// Applies the log up to a draw's cursor; false when that changes nothing.
    pub(crate) fn advance(&mut self, frame: &Frame, cursor: u32) -> bool {
        let end = (cursor as usize).min(frame.bindings.len());
        let new = frame.bindings.get(self.cursor..end).unwrap_or_default();
        for write in new {
            let slots = &mut self.slots[usize::from(write.vertex_stage)];
            if let Some(slot) = slots.get_mut(usize::from(write.slot)) {
                *slot = write.binding;
            }
        }
        self.cursor = self.cursor.max(end);
        !new.is_empty()
    }

    /// What the slots that a shader declares hold.
    pub(crate) fn held(
        &self,
        vertex: bool,
        declared: &[TextureSlot],
    ) -> impl Iterator<Item = TextureBinding> {
        let slots = &self.slots[usize::from(vertex)];
        declared.iter().map(|slot| slots.get(usize::from(slot.slot)).copied().unwrap_or_default())
    }

    /// Binds what a shader declares. Slots that hold nothing, or another kind, read opaque black.
    pub(crate) fn bind(
        &mut self,
        gpu: &Gpu,
        layouts: &mut Layouts,
        table: &mut Table,
        vertex: bool,
        declared: &[TextureSlot],
        snapshots: &[TextureId],
    ) -> Bound {
        if declared.is_empty() {
            return Bound::default();
        }
        let slots: SmallVec<[SlotKey; 4]> =
            declared.iter().map(|slot| self.slot_key(gpu, table, vertex, *slot, snapshots)).collect();
        let layout: SlotLayouts = slots.iter().map(|slot| slot.layout).collect();
        let key = (vertex, slots);
        if let Some(group) = self.groups.get(&key) {
            return Bound { layout, group: Some(group.clone()) };
        }
        let group = layouts.textures(gpu, vertex, &layout).map(|layout| self.make(gpu, table, &layout, &key));
        self.groups.extend(group.iter().map(|group| (key.clone(), group.clone())));
        self.made += 1;
        Bound { layout, group }
    }

    fn slot_key(
        &self,
        gpu: &Gpu,
        table: &Table,
        vertex: bool,
        declared: TextureSlot,
        snapshots: &[TextureId],
    ) -> SlotKey {
        let TextureSlot { slot, kind } = declared;
        let blank = TextureBinding::default();
        let binding = self.slots[usize::from(vertex)].get(usize::from(slot)).unwrap_or(&blank);
        let bound = binding.texture.and_then(|id| Some((id, table.textures.get(id)?)));
        let fits = |desc: &TextureDesc| match kind {
            ViewKind::Depth => desc.kind() == ViewKind::D2 && desc.format.has_depth_aspect(),
            kind => desc.kind() == kind,
        };
        let bound = bound.filter(|(_, texture)| fits(&texture.desc) && texture.desc.samples == 1);
        let border = gpu.caps.has(wgpu::Features::ADDRESS_MODE_CLAMP_TO_BORDER);
        let (filterable, levels) = match bound {
            Some((_, texture)) => (texture.filterable || kind == ViewKind::Depth, texture.desc.levels),
            None => (true, 1),
        };
        let limits = SamplerLimits { filterable, kind, levels, border };
        let view = bound.map(|(id, texture)| BoundView {
            texture: id,
            backing: texture.serial(),
            twin: snapshots.contains(&id),
            key: ViewKey::Sampled {
                base_level: u32::from(binding.base_level).min(texture.desc.levels.saturating_sub(1)),
                srgb: binding.srgb,
            },
        });
        let layout = SlotLayout { slot, kind, filterable };
        SlotKey { layout, view, sampler: SamplerKey::canonical(binding, limits) }
    }

    fn make(
        &mut self,
        gpu: &Gpu,
        table: &mut Table,
        layout: &wgpu::BindGroupLayout,
        (vertex, slots): &GroupKey,
    ) -> wgpu::BindGroup {
        let resources: SmallVec<[(u32, wgpu::TextureView, wgpu::Sampler); 4]> = slots
            .iter()
            .map(|slot| {
                let sampler = self.samplers.get(gpu, slot.sampler).clone();
                let view = slot.view.and_then(|view| {
                    let texture = table.textures.get_mut(view.texture)?;
                    Some(if view.twin {
                        texture.twin_view(gpu, view.key)
                    } else {
                        texture.view(gpu, view.key)
                    })
                });
                let view = view.unwrap_or_else(|| self.blanks.view(gpu, slot.layout.kind));
                (u32::from(slot.layout.slot) * 2, view, sampler)
            })
            .collect();
        let entries: SmallVec<[wgpu::BindGroupEntry<'_>; 8]> = resources
            .iter()
            .flat_map(|(binding, view, sampler)| {
                let texture = wgpu::BindingResource::TextureView(view);
                let sampler = wgpu::BindingResource::Sampler(sampler);
                [(*binding, texture), (binding + 1, sampler)]
            })
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        let stage = if *vertex { "vertex" } else { "fragment" };
        gpu.create_group(&format!("{stage} textures, group {}", self.made), layout, &entries)
    }

    /// Drops the groups that show a backing of a texture.
    pub(crate) fn forget_backing(&mut self, texture: TextureId, backing: u32) {
        let shows = |slot: &SlotKey| slot.view.is_some_and(|v| (v.texture, v.backing) == (texture, backing));
        self.groups.retain(|(_, slots), _| !slots.iter().any(shows));
    }

    /// Drops the groups that show a texture.
    pub(crate) fn forget(&mut self, textures: &[TextureId]) {
        if !textures.is_empty() {
            let shows = |slot: &SlotKey| slot.view.is_some_and(|view| textures.contains(&view.texture));
            self.groups.retain(|(_, slots), _| !slots.iter().any(shows));
        }
    }

    /// Makes what unbound slots read. Must come before the passes of a frame.
    pub(crate) fn prepare_blanks(&mut self, gpu: &Gpu, uploads: &mut Uploads) {
        self.blanks.prepare(gpu, uploads);
    }

    /// How many groups were made.
    pub(crate) fn made(&self) -> u64 {
        self.made
    }
}
