//! Creating the targets and resources of a script.

use retrograph_d3d9::types::{DeclType, LockFlags, MultiSample, Pool, Usage, VertexElement};
use retrograph_d3d9::{Error, Format};

use super::names::{byte_variant, decl_usage, flags, format, fvf, variant};
use super::objects::{Object, Shape, TextureKind};
use super::{Runner, Stop};
use crate::battery::data::{check_size, read_file, typed};
use crate::battery::error::BatteryError;
use crate::battery::layout::Layout;
use crate::battery::script::{Case, Element, Name, Number, Resource};

/// What a failed creation means: the case is unsupported.
fn refused(what: &str) -> impl Fn(Error) -> Stop + '_ {
    move |error| match error {
        Error::Render(_) => Stop::failed(what, &error),
        error => Stop::Unsupported(format!("{what} {:08x}", error.hresult())),
    }
}

/// What a failed call on the way to the first command means: the case has an error.
fn broken(what: &str) -> impl Fn(Error) -> Stop + '_ {
    move |error| Stop::failed(what, &error)
}

/// A number that a resource must have.
fn needed(key: &str, number: Option<Number>) -> Result<u32, BatteryError> {
    number.map(Number::u32).ok_or_else(|| BatteryError::data(format!("{key} is missing")))
}

impl Runner<'_> {
    /// Creates `rt` and `depth`.
    pub(super) fn create_targets(&mut self, case: &Case) -> Result<(), Stop> {
        let target = &case.target;
        let shape = |format: &String, target_use| {
            let size = [target.width, target.height, 1];
            Layout::of(format).map(|layout| Shape {
                format: format.clone(),
                layout,
                size,
                target: target_use,
            })
        };
        let (width, height, pixels) = (target.width, target.height, format(Some(&target.format))?);
        let id = self
            .device
            .create_texture(width, height, 1, Usage::RENDERTARGET, pixels, Pool::Default)
            .map_err(refused("target"))?;
        let texture = Object::Texture { id, kind: TextureKind::Flat, shape: shape(&target.format, true)? };
        self.objects.insert("rt", texture);
        if let Some(depth) = &case.depth {
            let pixels = format(Some(&depth.format))?;
            let id = self
                .device
                .create_depth_stencil_surface(width, height, pixels, MultiSample::NONE, 0, false)
                .map_err(refused("depth"))?;
            self.objects.insert("depth", Object::Surface { id, shape: shape(&depth.format, false)? });
        }
        Ok(())
    }

    /// Binds `rt` and `depth`.
    pub(super) fn bind_targets(&mut self, case: &Case) -> Result<(), Stop> {
        let (target, _) = self.surface("rt")?;
        self.device.set_render_target(0, Some(target)).map_err(broken("SetRenderTarget(rt)"))?;
        let depth = if case.depth.is_some() { Some(self.surface("depth")?.0) } else { None };
        self.device.set_depth_stencil_surface(depth).map_err(broken("SetDepthStencilSurface"))
    }

    /// Creates one resource.
    pub(super) fn create(&mut self, resource: &Resource) -> Result<(), Stop> {
        let what = format!("create {} ({})", resource.id, resource.kind);
        let object = match resource.kind.as_str() {
            "texture" | "cube" | "volume" => return self.create_texture(resource, &what),
            "render_target" | "depth_stencil" | "offscreen_plain" => {
                return self.create_surface(resource, &what);
            }
            "vertex_buffer" => self.create_vertex_buffer(resource, &what)?,
            "index_buffer" => self.create_index_buffer(resource, &what)?,
            "declaration" => {
                let elements = resource.elements.iter().flatten().map(element);
                let elements = elements.collect::<Result<Vec<_>, _>>()?;
                let id = self.device.create_vertex_declaration(&elements).map_err(refused(&what))?;
                Object::Declaration(id)
            }
            "vertex_shader" => {
                let bytes = self.shader_bytes(resource)?;
                Object::VertexShader(self.device.create_vertex_shader(&bytes).map_err(refused(&what))?)
            }
            "pixel_shader" => {
                let bytes = self.shader_bytes(resource)?;
                Object::PixelShader(self.device.create_pixel_shader(&bytes).map_err(refused(&what))?)
            }
            "query" => return Err(Stop::Unsupported(what)),
            _ => return Err(BatteryError::name("resource type", &resource.kind).into()),
        };
        self.objects.insert(&resource.id, object);
        Ok(())
    }

    fn create_texture(&mut self, resource: &Resource, what: &str) -> Result<(), Stop> {
        let usage: Usage = flags("usage", resource.usage.as_ref())?;
        let on_gpu = usage.intersects(Usage::RENDERTARGET | Usage::DEPTHSTENCIL | Usage::DYNAMIC);
        let pool = pool(resource, if on_gpu { Pool::Default } else { Pool::Managed })?;
        let levels = resource.levels.map_or(1, Number::u32);
        let pixels = format(resource.format.as_deref())?;
        let edge = |key, number| needed(key, number);
        let (id, kind, size) = match resource.kind.as_str() {
            "texture" => {
                let (width, height) = (edge("width", resource.width)?, edge("height", resource.height)?);
                let id = self.device.create_texture(width, height, levels, usage, pixels, pool);
                (id, TextureKind::Flat, [width, height, 1])
            }
            "cube" => {
                let size = edge("size", resource.size)?;
                let id = self.device.create_cube_texture(size, levels, usage, pixels, pool);
                (id, TextureKind::Cube, [size, size, 1])
            }
            _ => {
                let (width, height) = (edge("width", resource.width)?, edge("height", resource.height)?);
                let depth = edge("depth", resource.depth)?;
                let id = self.device.create_volume_texture(width, height, depth, levels, usage, pixels, pool);
                (id, TextureKind::Volume, [width, height, depth])
            }
        };
        let id = id.map_err(refused(what))?;
        let shape = shape(resource, size, usage.contains(Usage::RENDERTARGET))?;
        self.objects.insert(&resource.id, Object::Texture { id, kind, shape: shape.clone() });
        for data in resource.data.iter().flatten() {
            let level = data.level.map_or(0, Number::u32);
            let called = match (kind, &data.face) {
                (TextureKind::Volume, _) => {
                    self.write_volume((id, &shape), level, None, LockFlags::empty(), data)
                }
                (TextureKind::Cube, Some(face)) => {
                    let surface = format!("{}/{face}/{level}", resource.id);
                    self.write_surface(&surface, None, LockFlags::empty(), data)
                }
                _ => {
                    let surface = format!("{}/{level}", resource.id);
                    self.write_surface(&surface, None, LockFlags::empty(), data)
                }
            };
            called?.map_err(broken(&format!("fill {}", resource.id)))?;
        }
        Ok(())
    }

    fn create_surface(&mut self, resource: &Resource, what: &str) -> Result<(), Stop> {
        let (width, height) = (needed("width", resource.width)?, needed("height", resource.height)?);
        let pixels = format(resource.format.as_deref())?;
        let samples = MultiSample(resource.multisample.map_or(0, Number::u32));
        let lockable = resource.lockable.unwrap_or(false);
        let device = &mut self.device;
        let id = match resource.kind.as_str() {
            "render_target" => device.create_render_target(width, height, pixels, samples, 0, lockable),
            "depth_stencil" => device.create_depth_stencil_surface(width, height, pixels, samples, 0, false),
            _ => {
                let pool = pool(resource, Pool::Default)?;
                device.create_offscreen_plain_surface(width, height, pixels, pool)
            }
        };
        let id = id.map_err(refused(what))?;
        let shape = shape(resource, [width, height, 1], resource.kind == "render_target")?;
        self.objects.insert(&resource.id, Object::Surface { id, shape });
        for data in resource.data.iter().flatten() {
            let called = self.write_surface(&resource.id, None, LockFlags::empty(), data);
            called?.map_err(broken(&format!("fill {}", resource.id)))?;
        }
        Ok(())
    }

    fn create_vertex_buffer(&mut self, resource: &Resource, what: &str) -> Result<Object, Stop> {
        let bytes = match &resource.file {
            Some(file) => read_file(self.root, file)?,
            None => typed(&resource.typed)?,
        };
        let size = resource.size.map_or(bytes.len() as u64, |size| u64::from(size.u32()));
        check_size("vertex buffer", size)?;
        let usage: Usage = flags("usage", resource.usage.as_ref())?;
        let fvf = resource.fvf.as_ref().map_or(Ok(retrograph_d3d9::types::Fvf::empty()), fvf)?;
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let id = self
            .device
            .create_vertex_buffer(size, usage, fvf, buffer_pool(resource, usage)?)
            .map_err(refused(what))?;
        let mut lock = self.device.lock_vertex_buffer(id, 0, 0, LockFlags::empty()).map_err(refused(what))?;
        fill(lock.bytes_mut(), &bytes)?;
        self.device.unlock_vertex_buffer(lock).map_err(refused(what))?;
        Ok(Object::VertexBuffer(id))
    }

    fn create_index_buffer(&mut self, resource: &Resource, what: &str) -> Result<Object, Stop> {
        let format = index_format(resource.format.as_deref())?;
        let bytes = match &resource.file {
            Some(file) => read_file(self.root, file)?,
            None => index_bytes(resource.indices.as_deref().unwrap_or_default(), format),
        };
        let unit = if format == Format::INDEX32 { 4 } else { 2 };
        let bytes = &bytes[..bytes.len() / unit * unit];
        let usage: Usage = flags("usage", resource.usage.as_ref())?;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let id = self
            .device
            .create_index_buffer(size, usage, format, buffer_pool(resource, usage)?)
            .map_err(refused(what))?;
        let mut lock = self.device.lock_index_buffer(id, 0, 0, LockFlags::empty()).map_err(refused(what))?;
        fill(lock.bytes_mut(), bytes)?;
        self.device.unlock_index_buffer(lock).map_err(refused(what))?;
        Ok(Object::IndexBuffer(id))
    }

    fn shader_bytes(&self, resource: &Resource) -> Result<Vec<u8>, BatteryError> {
        match (&resource.file, &resource.tokens) {
            (Some(file), _) => read_file(self.root, file),
            (None, Some(tokens)) => Ok(tokens.iter().flat_map(|token| token.u32().to_le_bytes()).collect()),
            (None, None) => Err(BatteryError::data("a shader has neither a file nor tokens")),
        }
    }
}

/// Stores `bytes` at the start of a locked buffer and zeros after them.
pub(super) fn fill(target: &mut [u8], bytes: &[u8]) -> Result<(), Stop> {
    let (head, tail) = target
        .split_at_mut_checked(bytes.len())
        .ok_or_else(|| Stop::Error(format!("{} bytes do not fit the lock", bytes.len())))?;
    head.copy_from_slice(bytes);
    tail.fill(0);
    Ok(())
}

/// The format of indices.
pub(super) fn index_format(name: Option<&str>) -> Result<Format, BatteryError> {
    match name {
        None | Some("INDEX16") => Ok(Format::INDEX16),
        Some("INDEX32") => Ok(Format::INDEX32),
        Some(other) => Err(BatteryError::name("index format", other)),
    }
}

/// Indices as a buffer holds them.
pub(super) fn index_bytes(indices: &[Number], format: Format) -> Vec<u8> {
    let unit = if format == Format::INDEX32 { 4 } else { 2 };
    indices.iter().flat_map(|index| index.u32().to_le_bytes().into_iter().take(unit)).collect()
}

fn pool(resource: &Resource, default: Pool) -> Result<Pool, BatteryError> {
    resource.pool.as_ref().map_or(Ok(default), |pool| variant("pool", &Name::Text(pool.clone())))
}

/// Dynamic buffers live in the default pool whatever a script says.
fn buffer_pool(resource: &Resource, usage: Usage) -> Result<Pool, BatteryError> {
    if usage.contains(Usage::DYNAMIC) { Ok(Pool::Default) } else { pool(resource, Pool::Managed) }
}

fn shape(resource: &Resource, size: [u32; 3], target: bool) -> Result<Shape, BatteryError> {
    let format = resource.format.clone().unwrap_or_default();
    let layout = Layout::of(&format)?;
    Ok(Shape { format, layout, size, target })
}

fn element(element: &Element) -> Result<VertexElement, BatteryError> {
    let wide = |number: Number| {
        u16::try_from(number.u32()).map_err(|_| BatteryError::data("a vertex element is out of range"))
    };
    let index = element.index.map_or(0, Number::u32);
    let index = u8::try_from(index).map_err(|_| BatteryError::data("a usage index is out of range"))?;
    let kind: DeclType = byte_variant("vertex element type", &element.kind)?;
    let (stream, offset) = (wide(element.stream)?, wide(element.offset)?);
    Ok(VertexElement::new(stream, offset, kind, decl_usage(&element.usage)?, index))
}
