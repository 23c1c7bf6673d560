//! More of what a guest does: surfaces, textures, buffers of instructions.

use retrograph_d3dim::Interface as I;

use super::guest::{Guest, Screen, TLVERTEX, guid, quad};

pub(crate) const OK: u32 = 0;
pub(crate) const INVALID_PARAMS: u32 = 0x8007_0057;
pub(crate) const STRIP: u32 = 5;
/// Masks of 32 bits without and with alpha, of 16, and of 4 bits a channel.
pub(crate) const X8R8G8B8: (u32, [u32; 4]) = (32, [0xFF_0000, 0xFF00, 0xFF, 0]);
pub(crate) const A8R8G8B8: (u32, [u32; 4]) = (32, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]);
pub(crate) const R5G6B5: (u32, [u32; 4]) = (16, [0xF800, 0x07E0, 0x001F, 0]);
pub(crate) const A4R4G4B4: (u32, [u32; 4]) = (16, [0x0F00, 0x00F0, 0x000F, 0xF000]);

/// `DDSURFACEDESC`
pub(crate) fn desc(edge: u32, (bits, masks): (u32, [u32; 4]), caps: u32) -> [u32; 27] {
    let mut words = [0; 27];
    words[..4].copy_from_slice(&[108, 0x1007, edge, edge]);
    words[18..22].copy_from_slice(&[32, if masks[3] == 0 { 0x40 } else { 0x41 }, 0, bits]);
    words[22..26].copy_from_slice(&masks);
    words[26] = caps;
    words
}

/// `DDSURFACEDESC` of a depth buffer.
pub(crate) fn depth_desc(edge: u32, bits: u32, caps: u32) -> [u32; 27] {
    let mut words = desc(edge, (bits, [0; 4]), caps);
    (words[19], words[23]) = (0x400, u32::MAX >> (32 - bits));
    words
}

impl Guest {
    pub(crate) fn direct_draw(&mut self) -> u32 {
        let d3d = self.d3d;
        self.query(d3d, guid(I::DirectDraw))
    }

    /// Tries to make a surface.
    pub(crate) fn try_surface(&mut self, desc: &[u32]) -> Result<u32, u32> {
        let draw = self.direct_draw();
        let (desc, out) = (self.put(desc), self.put(&[0u32]));
        match self.call(I::DirectDraw, "CreateSurface", draw, &[desc, out, 0]) {
            OK => Ok(self.get::<1>(out)[0]),
            error => Err(error),
        }
    }

    pub(crate) fn new_surface(&mut self, desc: &[u32]) -> u32 {
        self.try_surface(desc).expect("a surface")
    }

    /// Where a surface's bytes are, and from row to row.
    pub(crate) fn lock(&mut self, surface: u32) -> [u32; 2] {
        let mut desc = [0u32; 27];
        desc[0] = 108;
        let desc = self.put(&desc);
        assert_eq!(self.call(I::DirectDrawSurface, "Lock", surface, &[0, desc, 1, 0]), OK);
        let words = self.get::<27>(desc);
        [words[9], words[4]]
    }

    pub(crate) fn unlock(&mut self, surface: u32) {
        assert_eq!(self.call(I::DirectDrawSurface, "Unlock", surface, &[0]), OK);
    }

    /// A texture of these texels, row by row.
    pub(crate) fn texture(&mut self, edge: u32, format: (u32, [u32; 4]), texels: &[u32]) -> u32 {
        let surface = self.new_surface(&desc(edge, format, 0x1000));
        self.paint(surface, edge, format.0 / 8, texels);
        surface
    }

    pub(crate) fn paint(&mut self, surface: u32, edge: u32, size: u32, texels: &[u32]) {
        let [address, pitch] = self.lock(surface);
        for (index, texel) in (0u32..).zip(texels) {
            let at = address + index / edge * pitch + index % edge * size;
            self.write(at, &texel.to_le_bytes()[..size as usize]);
        }
        self.unlock(surface);
    }

    pub(crate) fn write(&mut self, address: u32, bytes: &[u8]) {
        use retrograph_d3dim::GuestMemory as _;
        self.memory.write(address, bytes).expect("mapped");
    }

    /// The handle of a texture.
    pub(crate) fn texture_handle(&mut self, surface: u32) -> u32 {
        let texture = self.query((I::DirectDrawSurface, surface), guid(I::Direct3DTexture));
        let device = self.device.1;
        self.made(|guest, out| guest.call(I::Direct3DTexture, "GetHandle", texture, &[device, out]))
    }

    /// Binds a texture of a surface, in the way of the device's version.
    pub(crate) fn bind(&mut self, stage: u32, surface: u32) {
        if self.version == 3 {
            let texture = self.query((I::DirectDrawSurface, surface), guid(I::Direct3DTexture2));
            assert_eq!(self.device("SetTexture", &[stage, texture]), OK);
        } else {
            let handle = self.texture_handle(surface);
            self.set(1, handle);
        }
    }

    pub(crate) fn set_key(&mut self, surface: u32, low: u32, high: u32) -> u32 {
        let key = self.put(&[low, high]);
        self.call(I::DirectDrawSurface, "SetColorKey", surface, &[8, key])
    }

    /// Draws a square over the whole target.
    pub(crate) fn cover(&mut self, diffuse: u32) {
        self.square(0.5, diffuse, 0);
    }

    /// Draws a square over the whole target at a depth, with texture coordinates from 0 to 1 to the right and down.
    pub(crate) fn square(&mut self, z: f32, diffuse: u32, specular: u32) {
        let list: Vec<Screen> = quad(|x, y| Screen {
            z,
            specular,
            coordinates: [(x + 1.0) * 0.5, (1.0 - y) * 0.5],
            ..Screen::at(x, y, diffuse)
        });
        if self.version == 1 {
            self.run(&[], &list);
        } else {
            self.draw(STRIP, TLVERTEX, &list, 0);
        }
    }

    /// Executes states and the two triangles of a strip of four vertices on the screen.
    pub(crate) fn run(&mut self, states: &[(u32, u32)], list: &[Screen]) {
        let buffer = self.buffer(1024);
        let mut bytes: Vec<u8> = bytemuck::cast_slice(list).to_vec();
        let start = bytes.len() as u32;
        let mut words = vec![8 | 8 << 8 | 1 << 16, 22, 1];
        for &(state, value) in states {
            words.extend([8 | 8 << 8 | 1 << 16, state, value]);
        }
        words.extend([9 | 16 << 8 | 1 << 16, 2, 0, 4, 0]);
        words.extend([3 | 8 << 8 | 2 << 16, 1 << 16, 2, 2 | 1 << 16, 3, 11]);
        bytes.extend_from_slice(bytemuck::cast_slice(&words));
        self.store(buffer, &bytes);
        let data = self.put(&[48u32, 0, 4, start, words.len() as u32 * 4, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(self.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), OK);
        assert_eq!(self.execute(buffer), OK);
    }

    /// Attaches a depth buffer to the target, turns it on, and fills it.
    pub(crate) fn attach_depth(&mut self, value: u32) -> u32 {
        let depth = self.new_surface(&depth_desc(64, 16, 0x2_0000));
        let (interface, target) = self.surface;
        assert_eq!(self.call(interface, "AddAttachedSurface", target, &[depth]), OK);
        self.fill_depth(depth, value);
        if self.version > 1 {
            self.set(7, 1);
        }
        depth
    }

    pub(crate) fn fill_depth(&mut self, depth: u32, value: u32) {
        let mut effects = [0u32; 25];
        (effects[0], effects[20]) = (100, value);
        let effects = self.put(&effects);
        assert_eq!(self.call(I::DirectDrawSurface, "Blt", depth, &[0, 0, 0, 0x0300_0000, effects]), OK);
    }

    /// Whether the pixel is so far from a colour at most, by channel.
    pub(crate) fn near(&mut self, x: u32, y: u32, color: u32, steps: u32) {
        let found = self.pixel(x, y);
        let channel = |color: u32, shift: u32| color >> shift & 0xFF;
        let near = [0, 8, 16]
            .into_iter()
            .all(|shift| channel(found, shift).abs_diff(channel(color, shift)) <= steps);
        assert!(near, "({x}, {y}) is {found:06x}, not {color:06x}");
    }
}
