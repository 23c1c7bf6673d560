//! A guest with a device of some version on a target of 64×64, and a viewport of the whole.

use retrograph_d3dim::{Core, GuestMemory as _, Interface, PagedMemory};

use Interface as I;

pub(crate) const VERTEX: u32 = 1;
pub(crate) const LVERTEX: u32 = 2;
pub(crate) const TLVERTEX: u32 = 3;

/// `D3DVERTEX`
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Plain {
    place: [f32; 3],
    normal: [f32; 3],
    coordinates: [f32; 2],
}

impl Plain {
    pub(crate) fn at(x: f32, y: f32) -> Self {
        Self { place: [x, y, 0.5], normal: [0.0, 0.0, -1.0], coordinates: [0.0; 2] }
    }
}

/// `D3DLVERTEX`
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Lit {
    place: [f32; 3],
    reserved: u32,
    diffuse: u32,
    specular: u32,
    coordinates: [f32; 2],
}

impl Lit {
    pub(crate) fn at(x: f32, y: f32, diffuse: u32) -> Self {
        Self { place: [x, y, 0.5], reserved: 0, diffuse, specular: 0, coordinates: [0.0; 2] }
    }
}

/// `D3DTLVERTEX`
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Screen {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
    pub(crate) w: f32,
    pub(crate) diffuse: u32,
    pub(crate) specular: u32,
    pub(crate) coordinates: [f32; 2],
}

impl Screen {
    /// A place in pixels, or from −1 to 1 as [`quad`] has it.
    pub(crate) fn at(x: f32, y: f32, diffuse: u32) -> Self {
        let pixel =
            |value: f32, sign: f32| if value.abs() == 1.0 { 32.0 + sign * value * 32.0 } else { value };
        Self {
            x: pixel(x, 1.0),
            y: pixel(y, -1.0),
            z: 0.5,
            w: 1.0,
            diffuse,
            specular: 0,
            coordinates: [0.0; 2],
        }
    }
}

/// The strip of a square from −1 to 1: left below, left above, right below, right above.
pub(crate) fn quad<T>(at: impl Fn(f32, f32) -> T) -> Vec<T> {
    [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].into_iter().map(|(x, y)| at(x, y)).collect()
}

pub(crate) struct Guest {
    pub(crate) core: Core,
    pub(crate) memory: PagedMemory,
    pub(crate) version: u32,
    pub(crate) d3d: (Interface, u32),
    pub(crate) device: (Interface, u32),
    pub(crate) surface: (Interface, u32),
    pub(crate) viewport: u32,
}

pub(crate) fn guid(interface: Interface) -> [u8; 16] {
    interface.iid().0
}

impl Guest {
    pub(crate) fn new(version: u32) -> Self {
        let mut core = Core::new().expect("an adapter");
        let mut memory = PagedMemory::new();
        let out = memory.allocate(4).expect("memory");
        assert_eq!(core.direct_draw_create(out, 0, &mut memory).value, 0);
        let first = (I::DirectDraw, 0);
        let mut guest =
            Self { core, memory, version, d3d: first, device: first, surface: first, viewport: 0 };
        let [draw] = guest.get::<1>(out);
        assert_eq!(guest.call(I::DirectDraw, "SetCooperativeLevel", draw, &[0, 8]), 0);
        let mut desc = [0u32; 27];
        (desc[0], desc[1], desc[2], desc[3], desc[26]) = (108, 0x1007, 64, 64, 0x6040);
        (desc[18], desc[19], desc[21], desc[22], desc[23], desc[24]) =
            (32, 0x40, 32, 0xFF_0000, 0xFF00, 0xFF);
        let desc = guest.put(&desc);
        let surface =
            guest.made(|guest, out| guest.call(I::DirectDraw, "CreateSurface", draw, &[desc, out, 0]));
        guest.surface = (I::DirectDrawSurface, surface);
        let (d3d, device) = match version {
            1 => (I::Direct3D, I::Direct3DDevice),
            2 => (I::Direct3D2, I::Direct3DDevice2),
            _ => (I::Direct3D3, I::Direct3DDevice3),
        };
        guest.d3d = (d3d, guest.query((I::DirectDraw, draw), guid(d3d)));
        guest.make_device(device, draw);
        guest.make_viewport();
        guest.fill(0);
        if version > 1 {
            guest.set(22, 1);
        }
        guest
    }

    fn make_device(&mut self, device: Interface, _draw: u32) {
        let hal = retrograph_d3dim::DeviceKind::Hal.guid().0;
        let (surface, d3d) = (self.surface, self.d3d);
        let handle = if device == I::Direct3DDevice {
            self.query(surface, hal)
        } else {
            let kind = self.put(&hal);
            let target = if device == I::Direct3DDevice3 {
                self.query(surface, guid(I::DirectDrawSurface4))
            } else {
                surface.1
            };
            self.made(|guest, out| guest.call(d3d.0, "CreateDevice", d3d.1, &[kind, target, out, 0]))
        };
        self.device = (device, handle);
    }

    fn make_viewport(&mut self) {
        let d3d = self.d3d;
        self.viewport = self.made(|guest, out| guest.call(d3d.0, "CreateViewport", d3d.1, &[out, 0]));
        let viewport = self.viewport;
        assert_eq!(self.device("AddViewport", &[viewport]), 0);
        let scale = 32.0f32.to_bits();
        let one = 1.0f32.to_bits();
        let values = self.put(&[44u32, 0, 0, 64, 64, scale, scale, one, one, 0, one]);
        let interface = match self.version {
            1 => I::Direct3DViewport,
            2 => I::Direct3DViewport2,
            _ => I::Direct3DViewport3,
        };
        assert_eq!(self.call(interface, "SetViewport", viewport, &[values]), 0);
        if self.version > 1 {
            assert_eq!(self.device("SetCurrentViewport", &[viewport]), 0);
        }
    }

    /// Puts values into memory of their own.
    pub(crate) fn put<T: bytemuck::NoUninit>(&mut self, values: &[T]) -> u32 {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let address = self.memory.allocate(bytes.len() as u32).expect("memory");
        self.memory.write(address, bytes).expect("mapped");
        address
    }

    pub(crate) fn get<const N: usize>(&mut self, address: u32) -> [u32; N] {
        let mut words = [0u32; N];
        self.memory.read(address, bytemuck::cast_slice_mut(&mut words)).expect("mapped");
        words
    }

    pub(crate) fn made(&mut self, make: impl FnOnce(&mut Self, u32) -> u32) -> u32 {
        let out = self.put(&[0u32]);
        assert_eq!(make(self, out), 0);
        self.get::<1>(out)[0]
    }

    pub(crate) fn query(&mut self, (interface, this): (Interface, u32), wanted: [u8; 16]) -> u32 {
        let wanted = self.put(&wanted);
        self.made(|guest, out| guest.call(interface, "QueryInterface", this, &[wanted, out]))
    }

    pub(crate) fn call(&mut self, interface: Interface, name: &str, this: u32, args: &[u32]) -> u32 {
        let slot = interface.slot(name).expect(name);
        self.core.call(interface, slot, this, args, &mut self.memory).value
    }

    pub(crate) fn device(&mut self, name: &str, args: &[u32]) -> u32 {
        let (interface, this) = self.device;
        self.call(interface, name, this, args)
    }

    pub(crate) fn set(&mut self, state: u32, value: u32) {
        assert_eq!(self.device("SetRenderState", &[state, value]), 0);
    }

    pub(crate) fn state(&mut self, state: u32) -> u32 {
        let out = self.put(&[0u32]);
        assert_eq!(self.device("GetRenderState", &[state, out]), 0);
        self.get::<1>(out)[0]
    }

    pub(crate) fn light_state(&mut self, state: u32, value: u32) {
        assert_eq!(self.device("SetLightState", &[state, value]), 0);
    }

    /// A material with these diffuse and emitted colours; the answer is its handle.
    pub(crate) fn material(&mut self, diffuse: [f32; 4], emitted: [f32; 4]) -> u32 {
        let (d3d, device) = (self.d3d, self.device.1);
        let material = self.made(|guest, out| guest.call(d3d.0, "CreateMaterial", d3d.1, &[out, 0]));
        let mut words = [0u32; 20];
        words[0] = 80;
        words[1..5].copy_from_slice(&diffuse.map(f32::to_bits));
        words[13..17].copy_from_slice(&emitted.map(f32::to_bits));
        let words = self.put(&words);
        let interface = if self.version == 2 { I::Direct3DMaterial2 } else { I::Direct3DMaterial3 };
        assert_eq!(self.call(interface, "SetMaterial", material, &[words]), 0);
        self.made(|guest, out| guest.call(interface, "GetHandle", material, &[device, out]))
    }

    /// Draws vertices of a classic type.
    pub(crate) fn draw<T: bytemuck::NoUninit>(&mut self, primitive: u32, kind: u32, list: &[T], flags: u32) {
        let kind = if self.version == 2 { kind } else { [0x112, 0x1E2, 0x1C4][kind as usize - 1] };
        let vertices = self.put(list);
        assert_eq!(self.device("DrawPrimitive", &[primitive, kind, vertices, list.len() as u32, flags]), 0);
    }

    pub(crate) fn buffer(&mut self, size: u32) -> u32 {
        let desc = self.put(&[20u32, 1, 0, size, 0]);
        self.made(|guest, out| guest.device("CreateExecuteBuffer", &[desc, out, 0]))
    }

    pub(crate) fn store(&mut self, buffer: u32, bytes: &[u8]) {
        let desc = self.put(&[20u32, 0, 0, 0, 0]);
        assert_eq!(self.call(I::Direct3DExecuteBuffer, "Lock", buffer, &[desc]), 0);
        let [.., address] = self.get::<5>(desc);
        self.memory.write(address, bytes).expect("locked");
        assert_eq!(self.call(I::Direct3DExecuteBuffer, "Unlock", buffer, &[]), 0);
    }

    pub(crate) fn execute(&mut self, buffer: u32) -> u32 {
        let viewport = self.viewport;
        self.device("Execute", &[buffer, viewport, 2])
    }

    /// Fills the target.
    pub(crate) fn fill(&mut self, color: u32) {
        let mut effects = [0u32; 25];
        (effects[0], effects[20]) = (100, color);
        let effects = self.put(&effects);
        let (interface, surface) = self.surface;
        assert_eq!(self.call(interface, "Blt", surface, &[0, 0, 0, 0x0100_0400, effects]), 0);
    }

    /// A pixel's colour, without alpha.
    pub(crate) fn pixel(&mut self, x: u32, y: u32) -> u32 {
        let mut desc = [0u32; 27];
        desc[0] = 108;
        let desc = self.put(&desc);
        let (interface, surface) = self.surface;
        assert_eq!(self.call(interface, "Lock", surface, &[0, desc, 0x11, 0]), 0);
        let words = self.get::<27>(desc);
        let [pixel] = self.get::<1>(words[9] + y * words[4] + x * 4);
        assert_eq!(self.call(interface, "Unlock", surface, &[0]), 0);
        pixel & 0xFF_FFFF
    }
}
