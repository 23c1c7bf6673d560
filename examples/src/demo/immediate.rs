//! A program of the nineties: DirectDraw and Direct3D Immediate Mode through the guest dispatcher, as an emulator sees it.

pub mod buffer;
pub mod cutaway;
pub mod valley;

use glam::{Vec3, Vec4};
use image::RgbImage;
use retrograph_d3d9::types::{LockFlags, Pool, RenderState, Usage};
use retrograph_d3d9::{Format, TextureId};
use retrograph_d3dim::render::{Context, Gpu};
use retrograph_d3dim::{Core, DeviceKind, GuestMemory as _, Interface, PagedMemory};

use super::{Canvas, Result, SIZE};

/// Width and height of the target: two pixels a pixel of the picture.
pub const TARGET: [u32; 2] = [SIZE[0] * 2, SIZE[1] * 2];

/// An object of the guest: the interface that it is called through, and its handle.
pub type Object = (Interface, u32);

/// A device of some version on a target of [`TARGET`] pixels with a depth buffer.
#[derive(Debug)]
pub struct Immediate {
    core: Core,
    memory: PagedMemory,
    draw: Object,
    /// The Direct3D object.
    pub d3d: Object,
    /// The device.
    pub device: Object,
    target: Object,
}

fn guid(interface: Interface) -> [u8; 16] {
    interface.iid().0
}

/// `DDSURFACEDESC` of a surface: size, capabilities, levels, and a pixel format of so many bits with masks for red, green, blue
/// and alpha; without masks it is a depth buffer's.
fn description([width, height]: [u32; 2], caps: u32, levels: u32, bits: u32, masks: [u32; 4]) -> [u32; 27] {
    let mut desc = [0; 27];
    desc[..4].copy_from_slice(&[108, 0x1007, height, width]);
    if levels > 1 {
        (desc[1], desc[6]) = (desc[1] | 0x2_0000, levels);
    }
    let kind = match masks {
        [0, ..] => 0x400,
        [.., 0] => 0x40,
        _ => 0x41,
    };
    desc[18..22].copy_from_slice(&[32, kind, 0, bits]);
    desc[22..26].copy_from_slice(&if masks[0] == 0 { [0, u32::MAX, 0, 0] } else { masks });
    desc[26] = caps;
    desc
}

impl Immediate {
    /// A device of version 1 or 3.
    ///
    /// # Errors
    /// The call that failed.
    pub fn new(gpu: &Gpu, version: u32) -> Result<Self> {
        let mut core = Core::with_context(Context::new(gpu.clone()));
        let mut memory = PagedMemory::new();
        let out = memory.allocate(4)?;
        let reply = core.direct_draw_create(out, 0, &mut memory);
        let none = (Interface::DirectDraw, 0);
        let mut made = Self { core, memory, draw: none, d3d: none, device: none, target: none };
        if !reply.succeeded() {
            return Err(format!("DirectDrawCreate answers {:#010x}", reply.value).into());
        }
        made.draw.1 = made.word(out)?;
        made.call(made.draw, "SetCooperativeLevel", &[0, 8])?;
        let target = description(TARGET, 0x6040, 1, 32, [0xFF_0000, 0xFF00, 0xFF, 0]);
        made.target = made.surface(&target)?;
        let depth = made.surface(&description(TARGET, 0x2_0000, 1, 32, [0; 4]))?;
        made.call(made.target, "AddAttachedSurface", &[depth.1])?;
        let hardware = DeviceKind::Hal.guid().0;
        if version == 1 {
            made.d3d = made.query(made.draw, Interface::Direct3D, guid(Interface::Direct3D))?;
            made.device = made.query(made.target, Interface::Direct3DDevice, hardware)?;
        } else {
            made.d3d = made.query(made.draw, Interface::Direct3D3, guid(Interface::Direct3D3))?;
            let target = Interface::DirectDrawSurface4;
            let target = made.query(made.target, target, guid(target))?;
            let device = made.placed(&hardware, |made, kind| {
                made.make(made.d3d, "CreateDevice", &[kind, target.1, 0], 2)
            })?;
            made.device = (Interface::Direct3DDevice3, device);
        }
        Ok(made)
    }

    /// Calls a method.
    ///
    /// # Errors
    /// When it answers a failure.
    pub fn call(&mut self, (interface, this): Object, method: &str, args: &[u32]) -> Result<()> {
        let slot = interface.slot(method).ok_or_else(|| format!("{interface:?} has no {method}"))?;
        let reply = self.core.call(interface, slot, this, args, &mut self.memory);
        if reply.succeeded() {
            return Ok(());
        }
        Err(format!("{interface:?}::{method} answers {:#010x}", reply.value).into())
    }

    /// Calls a method of the device.
    ///
    /// # Errors
    /// When it answers a failure.
    pub fn on_device(&mut self, method: &str, args: &[u32]) -> Result<()> {
        self.call(self.device, method, args)
    }

    /// Places values in the guest's memory for as long as `then` runs.
    ///
    /// # Errors
    /// Those of `then`, and when there is no memory.
    pub fn placed<T: bytemuck::NoUninit, R>(
        &mut self,
        values: &[T],
        then: impl FnOnce(&mut Self, u32) -> Result<R>,
    ) -> Result<R> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let address = self.memory.allocate(u32::try_from(bytes.len())?)?;
        self.memory.write(address, bytes)?;
        let result = then(self, address);
        self.memory.free(address);
        result
    }

    fn word(&mut self, address: u32) -> Result<u32> {
        let mut word = [0; 4];
        self.memory.read(address, &mut word)?;
        Ok(u32::from_le_bytes(word))
    }

    /// Calls a method whose argument `at` says where an object or handle goes, and answers that.
    ///
    /// # Errors
    /// When it answers a failure.
    pub fn make(&mut self, object: Object, method: &str, args: &[u32], at: usize) -> Result<u32> {
        self.placed(&[0u32], |made, out| {
            let mut args = args.to_vec();
            args.insert(at, out);
            made.call(object, method, &args)?;
            made.word(out)
        })
    }

    /// Asks an object for an interface by identifier.
    ///
    /// # Errors
    /// When it has none.
    pub fn query(&mut self, object: Object, interface: Interface, id: [u8; 16]) -> Result<Object> {
        let handle = self.placed(&id, |made, id| made.make(object, "QueryInterface", &[id], 1))?;
        Ok((interface, handle))
    }

    fn surface(&mut self, desc: &[u32]) -> Result<Object> {
        let draw = self.draw;
        let handle = self.placed(desc, |made, desc| made.make(draw, "CreateSurface", &[desc, 0], 1))?;
        Ok((Interface::DirectDrawSurface, handle))
    }

    /// Locks a surface; the answer is where it is, and bytes from row to row.
    fn lock(&mut self, surface: Object) -> Result<[u32; 2]> {
        let mut desc = [0u32; 27];
        desc[0] = 108;
        self.placed(&desc, |made, desc| {
            made.call(surface, "Lock", &[0, desc, 1, 0])?;
            Ok([made.word(desc + 36)?, made.word(desc + 16)?])
        })
    }

    fn store(&mut self, surface: Object, texels: &[u32], width: u32) -> Result<()> {
        let [address, pitch] = self.lock(surface)?;
        for (row, texels) in (0u32..).zip(texels.chunks(width as usize)) {
            self.memory.write(address + row * pitch, bytemuck::cast_slice(texels))?;
        }
        self.call(surface, "Unlock", &[0])
    }

    /// A square texture of colours 0–1 by coordinates 0–1, with alpha, and with all its levels.
    ///
    /// # Errors
    /// The call that failed.
    pub fn texture(&mut self, edge: u16, color: impl Fn(f32, f32) -> Vec4) -> Result<Object> {
        let (mut edge, levels) = (u32::from(edge), edge.ilog2() + 1);
        let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000];
        let first = self.surface(&description([edge; 2], 0x40_1008, levels, 32, masks))?;
        let at = |index: u32, edge: u32| (index as f32 + 0.5) / edge as f32;
        let mut texels: Vec<Vec4> =
            (0..edge * edge).map(|index| color(at(index % edge, edge), at(index / edge, edge))).collect();
        let mut level = first;
        loop {
            let packed: Vec<u32> = texels.iter().map(|&texel| pack(texel)).collect();
            self.store(level, &packed, edge)?;
            if edge == 1 {
                break;
            }
            texels = halve(&texels, edge as usize);
            edge /= 2;
            level.1 =
                self.placed(&[0x1000u32], |made, caps| made.make(level, "GetAttachedSurface", &[caps], 1))?;
        }
        self.query(first, Interface::Direct3DTexture2, guid(Interface::Direct3DTexture2))
    }

    /// A square texture without alpha, whose texels of the colour `key` are not drawn; `color` says `None` for them.
    ///
    /// # Errors
    /// The call that failed.
    pub fn keyed(&mut self, edge: u16, key: u32, color: impl Fn(f32, f32) -> Option<Vec3>) -> Result<Object> {
        let edge = u32::from(edge);
        let surface = self.surface(&description([edge; 2], 0x1000, 1, 32, [0xFF_0000, 0xFF00, 0xFF, 0]))?;
        let at = |index: u32| (index as f32 + 0.5) / edge as f32;
        let texels: Vec<u32> = (0..edge * edge)
            .map(|index| match color(at(index % edge), at(index / edge)) {
                Some(color) => pack(color.extend(0.0)),
                None => key,
            })
            .collect();
        self.store(surface, &texels, edge)?;
        // The key is of copies out of the surface.
        self.placed(&[key; 2], |made, key| made.call(surface, "SetColorKey", &[8, key]))?;
        self.query(surface, Interface::Direct3DTexture2, guid(Interface::Direct3DTexture2))
    }

    /// The handle of a texture, as render states have it.
    ///
    /// # Errors
    /// When it is none.
    pub fn handle(&mut self, texture: Object) -> Result<u32> {
        let first = Interface::Direct3DTexture;
        let (texture, device) = (self.query(texture, first, guid(first))?, self.device.1);
        self.make(texture, "GetHandle", &[device], 1)
    }

    /// Sets render states of a device of version 2 or 3.
    ///
    /// # Errors
    /// When there is no such state.
    pub fn states(&mut self, states: &[(u32, u32)]) -> Result<()> {
        states.iter().try_for_each(|&(state, value)| self.on_device("SetRenderState", &[state, value]))
    }

    /// Sets states of a texture stage.
    ///
    /// # Errors
    /// When there is no such stage.
    pub fn stage(&mut self, stage: u32, states: &[(u32, u32)]) -> Result<()> {
        states
            .iter()
            .try_for_each(|&(state, value)| self.on_device("SetTextureStageState", &[stage, state, value]))
    }

    /// Fills the target and the depth buffer behind it.
    ///
    /// # Errors
    /// The call that failed.
    pub fn fill(&mut self, color: u32) -> Result<()> {
        let mut effects = [0u32; 25];
        (effects[0], effects[20]) = (100, color);
        let target = self.target;
        self.placed(&effects, |made, effects| made.call(target, "Blt", &[0, 0, 0, 0x0100_0400, effects]))
    }

    /// The target as a picture, through a canvas of Direct3D 9, which shows it in a window too.
    ///
    /// # Errors
    /// The call that failed.
    pub fn picture(mut self, gpu: &Gpu) -> Result<RgbImage> {
        let [address, pitch] = self.lock(self.target)?;
        let [width, height] = TARGET;
        let mut rows = vec![0; (width * height * 4) as usize];
        for (row, bytes) in (0u32..).zip(rows.chunks_exact_mut(width as usize * 4)) {
            self.memory.read(address + row * pitch, bytes)?;
        }
        self.call(self.target, "Unlock", &[0])?;
        let mut canvas = Canvas::sized(&gpu.not_capturing(), TARGET)?;
        let texture = copy(&mut canvas, &rows)?;
        let device = &mut canvas.device;
        for state in [RenderState::LIGHTING, RenderState::ZENABLE] {
            device.set_render_state(state, 0)?;
        }
        device.set_render_state(RenderState::CULLMODE, 1)?;
        device.set_texture(0, Some(texture))?;
        canvas.fullscreen(TARGET)?;
        canvas.picture()
    }
}

/// A texture of the canvas with these rows of texels.
fn copy(canvas: &mut Canvas, rows: &[u8]) -> Result<TextureId> {
    let [width, height] = TARGET;
    let device = &mut canvas.device;
    let format = Format::X8R8G8B8;
    let texture = device.create_texture(width, height, 1, Usage::empty(), format, Pool::Managed)?;
    let surface = device.get_surface_level(texture, 0)?;
    let mut lock = device.lock_rect(surface, None, LockFlags::empty())?;
    let (pitch, row) = (lock.pitch() as usize, width as usize * 4);
    for (out, texels) in lock.bytes_mut().chunks_mut(pitch).zip(rows.chunks_exact(row)) {
        out[..row].copy_from_slice(texels);
    }
    device.unlock_rect(lock)?;
    Ok(texture)
}

/// A colour 0–1 as `0xAARRGGBB`.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is clamped to 0–255")]
pub fn pack(color: Vec4) -> u32 {
    let [r, g, b, a] =
        (color.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round().to_array().map(|lane| lane as u32);
    a << 24 | r << 16 | g << 8 | b
}

/// Averages blocks of two by two texels.
fn halve(texels: &[Vec4], edge: usize) -> Vec<Vec4> {
    let half = edge / 2;
    let average = |i: usize| {
        let corner = i / half * 2 * edge + i % half * 2;
        (texels[corner] + texels[corner + 1] + texels[corner + edge] + texels[corner + edge + 1]) * 0.25
    };
    (0..half * half).map(average).collect()
}
