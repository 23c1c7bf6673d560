//! Objects by handle: a handle is what the guest takes for an interface pointer.
//!
//! A handle names a slot of the table, the slot's generation and the interface through which the object is seen. So the
//! same interface of the same object is always the same word, and that of an object that is gone names nothing.

use slotmap::new_key_type;

use crate::error::{Error, Result};
use crate::identity::Interface;

new_key_type! {
    /// A DirectDraw object.
    pub struct DirectDrawId;
    /// A surface: a target, a texture's level, a z-buffer.
    pub struct SurfaceId;
    /// A palette.
    pub struct PaletteId;
    /// A clipper.
    pub struct ClipperId;
    /// A device.
    pub struct DeviceId;
    /// A viewport.
    pub struct ViewportId;
    /// A light.
    pub struct LightId;
    /// A material.
    pub struct MaterialId;
    /// An execute buffer.
    pub struct ExecuteBufferId;
    /// A vertex buffer.
    pub struct VertexBufferId;
}

/// An interface pointer as the guest sees it: 32 bits, never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(pub u32);

/// Objects at most: slots are numbered 0 to 8,191.
pub const MAX_OBJECTS: u32 = 8192;

const VIEW_BITS: u32 = 6;
const SLOT_BITS: u32 = 13;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    DirectDraw(DirectDrawId),
    Surface(SurfaceId),
    Palette(PaletteId),
    Clipper(ClipperId),
    Device(DeviceId),
    Viewport(ViewportId),
    Light(LightId),
    Material(MaterialId),
    ExecuteBuffer(ExecuteBufferId),
    VertexBuffer(VertexBufferId),
}

impl Target {
    /// Whether objects of this kind can have an interface.
    fn is_seen_through(self, interface: Interface) -> bool {
        let name = interface.name();
        let is_direct3d = matches!(
            interface,
            Interface::Direct3D | Interface::Direct3D2 | Interface::Direct3D3 | Interface::Direct3D7
        );
        let kinds: &[&str] = match self {
            Self::DirectDraw(_) => return is_direct3d || interface.is_direct_draw(),
            Self::Surface(_) if interface == Interface::Direct3DDevice => return true,
            Self::Surface(_) => &["IDirectDrawSurface", "IDirectDrawGamma", "IDirect3DTexture"],
            Self::Palette(_) => &["IDirectDrawPalette"],
            Self::Clipper(_) => &["IDirectDrawClipper"],
            Self::Device(_) => &["IDirect3DDevice"],
            Self::Viewport(_) => &["IDirect3DViewport"],
            Self::Light(_) => &["IDirect3DLight"],
            Self::Material(_) => &["IDirect3DMaterial"],
            Self::ExecuteBuffer(_) => &["IDirect3DExecute"],
            Self::VertexBuffer(_) => &["IDirect3DVertex"],
        };
        kinds.iter().any(|kind| name.starts_with(kind))
    }
}

/// A slot of the table, with its generation: an object, whatever interface it is seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    index: u16,
    generation: u16,
}

impl Slot {
    /// The slot's number, 0 to 8,191.
    pub(crate) fn number(self) -> u16 {
        self.index
    }

    /// The handle of the object seen through an interface.
    pub(crate) fn handle(self, interface: Interface) -> Handle {
        let view = canonical(interface) as u32;
        let generation = u32::from(self.generation) << (VIEW_BITS + SLOT_BITS);
        Handle(generation | u32::from(self.index) << VIEW_BITS | view)
    }
}

/// Which interfaces are one pointer with one count.
pub(crate) fn canonical(interface: Interface) -> Interface {
    use Interface as I;
    match interface {
        I::Direct3DViewport | I::Direct3DViewport2 => I::Direct3DViewport3,
        other => other,
    }
}

/// The count, of those that an object has, which an interface's `AddRef` raises.
fn counter(interface: Interface) -> usize {
    use Interface as I;
    match interface {
        I::DirectDraw2 | I::DirectDrawSurface2 => 1,
        I::DirectDraw3 | I::DirectDrawSurface3 => 2,
        I::DirectDraw4 | I::DirectDrawSurface4 => 3,
        I::DirectDraw7 | I::Direct3D7 | I::DirectDrawSurface7 => 4,
        I::DirectDrawGammaControl | I::DirectDrawColorControl => 5,
        _ => 0,
    }
}

const COUNTERS: usize = 6;

#[derive(Clone, Debug, Default)]
struct Entry {
    generation: u16,
    target: Option<Target>,
    counts: [u32; COUNTERS],
}

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    entries: Vec<Entry>,
    free: Vec<u16>,
}

impl Objects {
    /// Puts an object into the table, with one reference through `interface`.
    pub(crate) fn insert(&mut self, interface: Interface, make: impl FnOnce(Slot) -> Target) -> Result<Slot> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.entries.len() < MAX_OBJECTS as usize => {
                self.entries.push(Entry::default());
                (self.entries.len() - 1) as u16
            }
            None => return Err(Error::OutOfMemory),
        };
        let entry = &mut self.entries[usize::from(index)];
        let slot = Slot { index, generation: entry.generation };
        entry.target = Some(make(slot));
        entry.counts = [0; COUNTERS];
        entry.counts[counter(interface)] = 1;
        Ok(slot)
    }

    /// Whether there is room for `count` more.
    pub(crate) fn has_room(&self, count: usize) -> bool {
        self.free.len() + (MAX_OBJECTS as usize - self.entries.len()) >= count
    }

    /// What a handle names, and the interface through which.
    pub(crate) fn resolve(&self, handle: Handle) -> Option<(Slot, Target, Interface)> {
        let view = handle.0 & ((1 << VIEW_BITS) - 1);
        let index = (handle.0 >> VIEW_BITS) & ((1 << SLOT_BITS) - 1);
        let slot = Slot { index: index as u16, generation: (handle.0 >> (VIEW_BITS + SLOT_BITS)) as u16 };
        let interface = Interface::from_index(view).filter(|&interface| canonical(interface) == interface)?;
        let target = self.target(slot).filter(|target| target.is_seen_through(interface))?;
        Some((slot, target, interface))
    }

    /// What a slot holds, if it still is what it was.
    pub(crate) fn target(&self, slot: Slot) -> Option<Target> {
        let entry = self.entries.get(usize::from(slot.index))?;
        entry.target.filter(|_| entry.generation == slot.generation)
    }

    fn entry(&mut self, slot: Slot) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(usize::from(slot.index))?;
        (entry.generation == slot.generation && entry.target.is_some()).then_some(entry)
    }

    /// Adds a reference; the answer is the count of that interface.
    pub(crate) fn add_ref(&mut self, slot: Slot, interface: Interface) -> u32 {
        self.entry(slot).map_or(0, |entry| {
            let count = &mut entry.counts[counter(interface)];
            *count = count.saturating_add(1);
            *count
        })
    }

    /// Takes a reference away; the answers are the count of that interface and whether no reference of any is left.
    /// Without a reference it changes nothing.
    pub(crate) fn release(&mut self, slot: Slot, interface: Interface) -> (u32, bool) {
        self.entry(slot).map_or((0, false), |entry| {
            let count = &mut entry.counts[counter(interface)];
            let had = *count > 0;
            *count = count.saturating_sub(1);
            let left = *count;
            (left, had && entry.counts.iter().all(|&count| count == 0))
        })
    }

    /// Takes an object out: its handles name nothing from here on.
    pub(crate) fn remove(&mut self, slot: Slot) -> Option<Target> {
        let entry = self.entry(slot)?;
        let target = entry.target.take();
        entry.generation = (entry.generation + 1) & ((1 << (32 - VIEW_BITS - SLOT_BITS)) - 1);
        self.free.push(slot.index);
        target
    }

    /// Objects in the table.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use slotmap::Key as _;

    use super::*;

    fn light(table: &mut Objects) -> Result<Slot> {
        table.insert(Interface::Direct3DLight, |_| Target::Light(LightId::null()))
    }

    #[test]
    fn slot_8191_is_the_last() {
        let mut table = Objects::default();
        let slots: Vec<_> = (0..MAX_OBJECTS).map(|_| light(&mut table).unwrap()).collect();
        assert_eq!(slots.last().unwrap().number(), 8191);
        assert_eq!(light(&mut table), Err(Error::OutOfMemory));
        let last = slots[8191].handle(Interface::Direct3DLight);
        assert_eq!(
            table.resolve(last),
            Some((slots[8191], Target::Light(LightId::null()), Interface::Direct3DLight))
        );
        table.remove(slots[8191]);
        assert_eq!((table.resolve(last), table.len()), (None, 8191));
        let again = light(&mut table).unwrap();
        assert_eq!(again.number(), 8191);
        assert_ne!(again.handle(Interface::Direct3DLight), last);
    }

    #[test]
    fn viewport_interfaces_are_one_pointer() {
        let slot = Slot { index: 3, generation: 9 };
        let handle = |interface| slot.handle(interface);
        assert_eq!(handle(Interface::Direct3DViewport), handle(Interface::Direct3DViewport3));
        assert_ne!(handle(Interface::DirectDraw), handle(Interface::DirectDraw2));
    }

    #[test]
    fn interfaces_count_apart_and_an_object_dies_with_the_last() {
        let mut table = Objects::default();
        let slot = table.insert(Interface::DirectDraw, |_| Target::DirectDraw(DirectDrawId::null())).unwrap();
        assert_eq!(table.add_ref(slot, Interface::Direct3D3), 2);
        assert_eq!(table.add_ref(slot, Interface::DirectDraw4), 1);
        assert_eq!(table.release(slot, Interface::DirectDraw), (1, false));
        assert_eq!(table.release(slot, Interface::Direct3D), (0, false));
        assert_eq!(table.release(slot, Interface::Direct3D), (0, false));
        assert_eq!(table.release(slot, Interface::DirectDraw4), (0, true));
    }

    #[test]
    fn no_word_is_mistaken_for_an_object() {
        let mut table = Objects::default();
        light(&mut table).unwrap();
        let named = (0..=u32::MAX).step_by(997).filter(|&word| table.resolve(Handle(word)).is_some()).count();
        assert_eq!((named, table.resolve(Handle(0))), (0, None));
    }
}
