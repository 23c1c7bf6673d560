//! Small complete scenes of the bounded path, and the commands that they are made of.
//!
//! Evidence, benches and tests draw the same ones. [`square`] is a square of 48x48 pixels in a target of 64x64, made of a
//! red and a green triangle in a draw each; the diagonal belongs to the green one.

pub mod commands;
pub mod evidence;
pub mod program;

use crate::list::ListBuilder;
use crate::reference::{Failure, Memory, MemoryError, Renderer, Report, Span, Target, TexelFormat};
use commands::Surface;
use program::{END, add, c, mov, mul, plain, r};

/// A list and everything that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The name, fit for a file.
    pub name: String,
    /// The command list.
    pub words: Vec<u32>,
    /// The physical address and the bytes of the geometry span.
    pub geometry: (u64, Vec<u8>),
    /// Addresses and bytes of the texture spans.
    pub textures: Vec<(u64, Vec<u8>)>,
    /// The target.
    pub surface: Surface,
}

impl Scene {
    /// A target of zeros for the scene.
    ///
    /// # Errors
    /// A surface outside the limits.
    pub fn target(&self) -> Result<Target, MemoryError> {
        Target::new(self.surface.base, self.surface.width, self.surface.height)
    }

    /// The texture spans, to be given to [`Scene::memory`].
    #[must_use]
    pub fn texture_spans(&self) -> Vec<Span<'_>> {
        self.textures.iter().map(|(base, bytes)| Span { base: *base, bytes }).collect()
    }

    /// What the list may read.
    ///
    /// # Errors
    /// Spans outside the limits.
    pub fn memory<'a>(&'a self, textures: &'a [Span<'a>]) -> Result<Memory<'a>, MemoryError> {
        Memory::new(Span { base: self.geometry.0, bytes: &self.geometry.1 }, textures)
    }

    /// Draws the scene on a target of zeros with a renderer at power-on.
    ///
    /// # Errors
    /// What spans, target or list are refused for.
    pub fn render(&self) -> Result<(Target, Report), Failure> {
        let refused =
            |error: MemoryError| Failure { error: Box::new(error.into()), report: Report::default() };
        let textures = self.texture_spans();
        let memory = self.memory(&textures).map_err(refused)?;
        let mut target = self.target().map_err(refused)?;
        let report = Renderer::new().execute(&self.words, &memory, &mut target)?;
        Ok((target, report))
    }
}

/// How the vertices of [`square`] reach their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The program copies them: three instructions a vertex.
    Move,
    /// The program scales them by two and adds an offset: five instructions a vertex.
    Arithmetic,
}

/// The address of the geometry of these scenes.
pub const GEOMETRY: u64 = 0x2000_0000;
/// The address of the targets of these scenes.
pub const TARGET: u64 = 0x1800_0000;
/// The address of the first texture of these scenes.
pub const TEXTURE: u64 = 0x2080_0000;

/// The square's surface.
pub const SURFACE: Surface = Surface { base: TARGET, width: 64, height: 64 };

/// What the arithmetic form adds to X and Y, in clip space.
const OFFSET: [f32; 4] = [0.125, -0.25, 0.0, 0.0];

/// The square, with indices of 8 or 16 bits.
#[must_use]
pub fn square(form: Form, wide: bool) -> Scene {
    square_at(form, wide, 0)
}

/// The square, with the program from code word `entry` on.
///
/// # Panics
/// If the program does not fit behind `entry`.
#[must_use]
pub fn square_at(form: Form, wide: bool, entry: u32) -> Scene {
    let low = -0.75f32;
    let high = 0.75f32;
    let corners = [[low, low], [high, high], [low, high], [low, low], [high, low], [high, high]];
    let mut geometry = Vec::new();
    for (index, [x, y]) in corners.into_iter().enumerate() {
        let place = match form {
            Form::Move => [x, y, 0.0, 1.0],
            Form::Arithmetic => [(x - OFFSET[0]) / 2.0, (y - OFFSET[1]) / 2.0, 0.0, 0.5],
        };
        geometry.extend(place.into_iter().flat_map(f32::to_le_bytes));
        geometry.extend(if index < 3 { [1, 0, 0, 1] } else { [0, 1, 0, 1] });
    }
    let indices = geometry.len() as u32;
    geometry.extend((0..6u8).flat_map(|index| if wide { vec![index, 0] } else { vec![index] }));

    let code = match form {
        Form::Move => vec![mov(0, 0, 0), mov(1, 1, 0), END],
        Form::Arithmetic => {
            vec![mov(r(0), c(0), 0), mul(r(1), 0, r(0), 0), add(0, c(1), r(1), 0), mov(1, 1, 0), END]
        }
    };
    assert!(entry as usize + code.len() <= 512);
    let mut list = ListBuilder::new();
    commands::setup(&mut list, &SURFACE);
    commands::program(&mut list, entry, &code, &[plain(0xF)]);
    commands::uniforms(&mut list, 0, &[[2.0; 4], OFFSET]);
    commands::outputs(&mut list, &[commands::POSITION, commands::COLOR]);
    commands::attributes(&mut list, GEOMETRY, 0, &[(3, 4), (1, 4)]);
    commands::draw_elements(&mut list, indices, wide, 3);
    commands::draw_elements(&mut list, indices + if wide { 6 } else { 3 }, wide, 3);
    let form = if form == Form::Move { "move" } else { "arithmetic" };
    Scene {
        name: format!("square_{form}_{}", if wide { "u16" } else { "u8" }),
        words: list.finish(),
        geometry: (GEOMETRY, geometry),
        textures: Vec::new(),
        surface: SURFACE,
    }
}

/// A quad over a whole target, textured and perhaps multiplied by a yellow primary colour.
///
/// `uv` are the texture coordinates of the lower left and upper right corners; `param` is `TEXUNIT0_PARAM`. The texture
/// lies in a span of its own.
#[must_use]
pub fn textured(
    surface: Surface,
    format: TexelFormat,
    [width, height]: [u32; 2],
    texels: Vec<u8>,
    param: u32,
    uv: [[f32; 2]; 2],
    modulate: bool,
) -> Scene {
    let [[u0, v0], [u1, v1]] = uv;
    let corner = |x: f32, y: f32, u: f32, v: f32| [x, y, u, v];
    let (a, b) = (corner(-1.0, -1.0, u0, v0), corner(1.0, -1.0, u1, v0));
    let (c, d) = (corner(1.0, 1.0, u1, v1), corner(-1.0, 1.0, u0, v1));
    let mut geometry = Vec::new();
    for vertex in [a, b, c, a, c, d] {
        geometry.extend(vertex.into_iter().flat_map(f32::to_le_bytes));
    }
    let mut list = ListBuilder::new();
    commands::setup(&mut list, &surface);
    // v0 = position, v1 = texture coordinate, v2 = a fixed colour.
    let descriptors = [plain(0xF), plain(0xC)];
    commands::program(&mut list, 0, &[mov(0, 0, 0), mov(1, 2, 0), mov(2, 1, 1), END], &descriptors);
    commands::outputs(&mut list, &[commands::POSITION, commands::COLOR, commands::TEXCOORD]);
    commands::attributes(&mut list, GEOMETRY, 0, &[(3, 2), (3, 2)]);
    commands::inputs(&mut list, 3);
    list.write(0x202, 2 << 28 | 1 << 18);
    list.write(0x232, 2).consecutive(0x233, &commands::packed([1.0, 1.0, 0.0, 1.0]));
    list.write(0x080, 0x1001).write(0x081, 0).write(0x082, height | width << 16).write(0x083, param);
    list.write(0x084, 0).write(0x085, (TEXTURE / 8) as u32).write(0x08E, format as u32);
    let (sources, function) = if modulate { (0x0003_0003, 1) } else { (0x0FF3_0FF3, 0) };
    commands::combiner(&mut list, 0x0C0, sources, function);
    commands::draw_arrays(&mut list, 0, 6);
    Scene {
        name: format!("texture_{format:?}{}", if modulate { "_modulated" } else { "" }).to_lowercase(),
        words: list.finish(),
        geometry: (GEOMETRY, geometry),
        textures: vec![(TEXTURE, texels)],
        surface,
    }
}
