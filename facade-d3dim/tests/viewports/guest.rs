//! A guest: a core, memory, and a device with its objects.

use std::sync::LazyLock;

use retrograph_d3dim::render::{Context, Gpu};
use retrograph_d3dim::{Core, DeviceId, DeviceKind, GuestMemory as _, Handle, Interface, PagedMemory};

pub(crate) const OK: u32 = 0;
pub(crate) const INVALID_PARAMS: u32 = 0x8007_0057;
pub(crate) const OUT_OF_MEMORY: u32 = 0x8007_000E;
pub(crate) const INVALID_OBJECT: u32 = 0x8876_0082;
pub(crate) const DATA_NOT_SET: u32 = 0x8876_0305;
pub(crate) const NO_DEVICE: u32 = 0x8876_0306;
pub(crate) const NO_CURRENT: u32 = 0x8876_0307;
pub(crate) const SURFACE_LOST: u32 = 0x8876_01C2;

/// The interfaces of viewports by version.
pub(crate) const VIEWPORTS: [Interface; 3] =
    [Interface::Direct3DViewport, Interface::Direct3DViewport2, Interface::Direct3DViewport3];

/// Where a structure lies: within a page, across two at a word's edge, or across two within a word. Pages are never
/// adjacent in the embedder's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placement {
    Plain,
    Split,
    SplitWord,
}

pub(crate) const PLACEMENTS: [Placement; 3] = [Placement::Plain, Placement::Split, Placement::SplitWord];

/// A core, its guest memory, and how many calls were made.
pub(crate) struct Guest {
    pub(crate) core: Core,
    pub(crate) memory: PagedMemory,
    pub(crate) calls: u32,
}

/// A device with its target and factory.
pub(crate) struct Device {
    pub(crate) device: u32,
    pub(crate) interface: Interface,
    pub(crate) target: u32,
    pub(crate) target_interface: Interface,
    pub(crate) factory: u32,
    pub(crate) factory_interface: Interface,
    pub(crate) id: DeviceId,
}

/// One for all tests: devices that have drawn cannot be dropped while their thread ends.
static GPU: LazyLock<Gpu> = LazyLock::new(|| Gpu::headless().expect("an adapter"));

impl Guest {
    pub(crate) fn new() -> Self {
        let context = Context::new(GPU.clone());
        Self { core: Core::with_context(context), memory: PagedMemory::new(), calls: 0 }
    }

    /// Calls a method by name.
    pub(crate) fn call(&mut self, interface: Interface, method: &str, this: u32, args: &[u32]) -> u32 {
        self.calls += 1;
        let slot = interface.slot(method).unwrap_or_else(|| panic!("{interface:?} has no {method}"));
        self.core.call(interface, slot, this, args, &mut self.memory).value
    }

    pub(crate) fn place(&mut self, bytes: &[u8], placement: Placement) -> u32 {
        let before = match placement {
            Placement::Plain => 4096,
            Placement::Split => 20,
            Placement::SplitWord => 18,
        };
        let address = self.memory.allocate(8192).expect("memory") + 4096 - before;
        self.memory.write(address, bytes).expect("memory");
        address
    }

    /// Writes bytes to what a lock handed out.
    pub(crate) fn write_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.memory.write(address, bytes).expect("memory");
    }

    /// Writes words to what a lock handed out.
    pub(crate) fn write(&mut self, address: u32, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.write_bytes(address, &bytes);
    }

    /// Reads bytes.
    pub(crate) fn read_bytes(&mut self, address: u32, bytes: &mut [u8]) {
        self.memory.read(address, bytes).expect("memory");
    }

    /// The object that stands at an address.
    pub(crate) fn peek(&mut self, address: u32) -> Option<u32> {
        let mut bytes = [0; 4];
        self.memory.read(address, &mut bytes).ok()?;
        let word = u32::from_le_bytes(bytes);
        self.core.interface_of(Handle(word)).map(|_| word)
    }

    pub(crate) fn words(&mut self, address: u32, count: usize) -> Vec<u32> {
        let mut bytes = vec![0; 4 * count];
        self.read_bytes(address, &mut bytes);
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    pub(crate) fn place_words(&mut self, words: &[u32], placement: Placement) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.place(&bytes, placement)
    }

    /// Calls a method whose argument `at` is where an object goes.
    pub(crate) fn make(
        &mut self,
        interface: Interface,
        method: &str,
        this: u32,
        args: &[u32],
        at: usize,
    ) -> u32 {
        let out = self.place_words(&[0xCCCC_CCCC], Placement::Plain);
        let mut args = args.to_vec();
        args.insert(at, out);
        assert_eq!(self.call(interface, method, this, &args), OK, "{method}");
        self.words(out, 1)[0]
    }

    /// Asks an object for another interface.
    pub(crate) fn query(&mut self, interface: Interface, this: u32, wanted: [u8; 16]) -> u32 {
        let guid = self.place(&wanted, Placement::Plain);
        self.make(interface, "QueryInterface", this, &[guid], 1)
    }

    /// A hardware device that was created as a version, on a target of a size.
    pub(crate) fn device(&mut self, version: u8, width: u32, height: u32) -> Device {
        let out = self.place_words(&[0], Placement::Plain);
        assert_eq!(self.core.direct_draw_create(out, 0, &mut self.memory).value, OK);
        let first = self.words(out, 1)[0];
        let (draw_interface, factory_interface, interface) = match version {
            1 => (Interface::DirectDraw, Interface::Direct3D, Interface::Direct3DDevice),
            2 => (Interface::DirectDraw2, Interface::Direct3D2, Interface::Direct3DDevice2),
            _ => (Interface::DirectDraw4, Interface::Direct3D3, Interface::Direct3DDevice3),
        };
        let draw = self.query(Interface::DirectDraw, first, draw_interface.iid().0);
        let words = if version == 3 { 31 } else { 27 };
        let mut desc = vec![0; words];
        // Capabilities, height, width: a target in video memory.
        desc[..4].copy_from_slice(&[4 * words as u32, 0x7, height, width]);
        desc[26] = 0x2000 | 0x4000;
        let desc = self.place_words(&desc, Placement::Plain);
        let target = self.make(draw_interface, "CreateSurface", draw, &[desc, 0], 1);
        let factory = self.query(draw_interface, draw, factory_interface.iid().0);
        let target_interface =
            if version == 3 { Interface::DirectDrawSurface4 } else { Interface::DirectDrawSurface };
        let kind = DeviceKind::Hal.guid().0;
        let device = if version == 1 {
            self.query(target_interface, target, kind)
        } else {
            let guid = self.place(&kind, Placement::Plain);
            let args: &[u32] = if version == 3 { &[guid, target, 0] } else { &[guid, target] };
            self.make(factory_interface, "CreateDevice", factory, args, 2)
        };
        let id = self.core.device_id(Handle(device)).expect("a device");
        Device { device, interface, target, target_interface, factory, factory_interface, id }
    }

    /// A pixel of a device's target, without alpha.
    pub(crate) fn pixel(&mut self, device: &Device, x: u32, y: u32) -> u32 {
        let mut desc = vec![0; 31];
        desc[0] = if device.target_interface == Interface::DirectDrawSurface { 108 } else { 124 };
        let desc = self.place_words(&desc, Placement::Plain);
        let (interface, target) = (device.target_interface, device.target);
        assert_eq!(self.call(interface, "Lock", target, &[0, desc, 0x11, 0]), OK);
        let words = self.words(desc, 10);
        let pixel = self.words(words[9] + y * words[4] + x * 4, 1)[0];
        assert_eq!(self.call(interface, "Unlock", target, &[0]), OK);
        pixel & 0xFF_FFFF
    }

    /// A viewport of a device's factory.
    pub(crate) fn viewport(&mut self, device: &Device) -> u32 {
        self.make(device.factory_interface, "CreateViewport", device.factory, &[0], 0)
    }

    /// A viewport on a device.
    pub(crate) fn added(&mut self, device: &Device) -> u32 {
        let viewport = self.viewport(device);
        assert_eq!(self.call(device.interface, "AddViewport", device.device, &[viewport]), OK);
        viewport
    }

    /// Sets a record through `SetViewport2`.
    pub(crate) fn set2(&mut self, viewport: u32, record: &[u32; 11]) -> u32 {
        let address = self.place_words(record, Placement::Plain);
        self.call(Interface::Direct3DViewport3, "SetViewport2", viewport, &[address])
    }

    /// The words of the record, or the error.
    pub(crate) fn get2(&mut self, viewport: u32) -> Result<Vec<u32>, u32> {
        let address = self.place_words(&poisoned(), Placement::Plain);
        match self.call(Interface::Direct3DViewport3, "GetViewport2", viewport, &[address]) {
            OK => Ok(self.words(address, 11)),
            error => Err(error),
        }
    }
}

/// A record to be read into.
pub(crate) fn poisoned() -> [u32; 11] {
    let mut words = [0xCCCC_CCCC; 11];
    words[0] = 44;
    words
}

/// The words of either structure.
pub(crate) fn record(rectangle: [u32; 4], floats: [f32; 6]) -> [u32; 11] {
    let mut words = [44; 11];
    words[1..5].copy_from_slice(&rectangle);
    words[5..].copy_from_slice(&floats.map(f32::to_bits));
    words
}

/// A record of the usual box.
pub(crate) fn usual(rectangle: [u32; 4]) -> [u32; 11] {
    record(rectangle, [-1.0, 1.0, 2.0, 2.0, 0.0, 1.0])
}
