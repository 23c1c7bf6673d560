//! Vertex programs as naga modules.
//!
//! Registers are variables; naga's back ends and drivers keep them where they like. Calls are expanded where they are
//! made, loops are bounded by their counts, and loops within loops by a limit on turns as well.

mod alu;
mod flow;
mod operand;

use naga::{BinaryOperator, MathFunction};

use super::interp::Program;
use super::interp::compile::{Compute, Operation};
use super::key::{OutputMap, SEMANTICS, UNMAPPED, VertexKey};
use super::link::{self, CLIP, COLOR};
use super::tree::{self, Body, Node};
use crate::ShaderError;
use crate::build::resource::draw_member;
use crate::build::stage::{numbered, plain_binding, semantic_name, varying_binding};
use crate::build::{Builder, Expr, Kind, Value};
use crate::interface::{ShaderInterface, Stage, Translated, VertexInput};
use crate::varyings::{Semantic, Usage, Varyings};

/// Float uniforms of a vertex shader unit.
const UNIFORMS: u16 = super::isa::UNIFORMS as u16;

/// Sixteenths of a pixel from which on positions are not rounded: floats have no finer steps there.
const FAR: f32 = (1 << 22) as f32;

/// Makes the vertex stage of a program that starts at the word `entry`. The key need not be folded.
///
/// Input location n is register vn, a float vector; the float block holds c0 onwards, the integer block i0–i3 and the
/// booleans. Positions go from clip space as the PICA200 has it (z from −w to 0) to wgpu's: the draw block's `viewport` has
/// the guest's, y up, and its `transform` takes pixels to the target.
///
/// # Errors
/// [`ShaderError::Unsupported`] for what is no tree of scopes: the interpreter executes that, see [`processed`].
pub fn vertex(program: &Program, entry: u32, key: &VertexKey) -> Result<Translated, ShaderError> {
    let key = key.folded();
    let body = tree::shape(program, entry)?;
    let mut lower = Lower::new(program, &body);
    lower.main(&body)?;
    let Lower { mut b, outputs, interface, .. } = lower;
    let mut loaded = [None; 16];
    let semantics = semantics(&mut b, &key.outputs, |b, register| {
        let slot = &mut loaded[usize::from(register)];
        *slot.get_or_insert_with(|| match outputs[usize::from(register)] {
            Some(local) => b.load(local, Kind::Float, 4),
            None => b.floats(&[0.0; 4]),
        })
    });
    finish(b, interface, &semantics, &key.varyings)
}

/// Makes the vertex stage for vertices that the CPU has processed.
///
/// Input location n is the vector of semantics 4n to 4n + 3.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn processed(key: &VertexKey) -> Result<Translated, ShaderError> {
    let mut b = Builder::new();
    let mut interface = ShaderInterface::new(Stage::Vertex);
    let read = link::semantics_read(&key.varyings);
    let mut all = OutputMap::default();
    let mut vectors = [None; SEMANTICS / 4];
    for (number, vector) in (0u8..).zip(&mut vectors) {
        if read >> (4 * number) & 0xF == 0 {
            continue;
        }
        *vector =
            Some(b.argument(&numbered("semantics", number.into()), Kind::Float, 4, plain_binding(number)));
        interface.inputs.push(input(number));
        for lane in 0..4 {
            all.0[usize::from(4 * number + lane)] = 4 * number + lane;
        }
    }
    let semantics = semantics(&mut b, &all, |b, number| {
        vectors[usize::from(number)].unwrap_or_else(|| b.floats(&[0.0; 4]))
    });
    finish(b, interface, &semantics, &key.varyings)
}

fn input(location: u8) -> VertexInput {
    VertexInput { semantic: Semantic::new(Usage::Texcoord, location), location }
}

/// The values of all semantics; those of no lane are 1.
fn semantics(
    b: &mut Builder,
    map: &OutputMap,
    mut register: impl FnMut(&mut Builder, u8) -> Value,
) -> [Value; SEMANTICS] {
    map.0.map(|from| {
        if from == UNMAPPED {
            return b.float(1.0);
        }
        let value = register(b, from / 4 % 16);
        b.lane(value, from % 4)
    })
}

/// Writes position and varyings.
fn finish(
    mut b: Builder,
    mut interface: ShaderInterface,
    semantics: &[Value; SEMANTICS],
    varyings: &Varyings,
) -> Result<Translated, ShaderError> {
    let draw = b.draw_block();
    interface.varyings = *varyings;
    let [x, y, z, w] = [0, 1, 2, 3].map(|lane| semantics[lane]);
    let guest = b.compose(&[x, y, z, w]);
    for (location, varying) in varyings.iter() {
        let value = match varying.semantic {
            CLIP => clip_side(&mut b, guest, draw),
            semantic => {
                let lanes = link::lanes_of(semantic);
                let lanes = lanes.map(|lane| match lane {
                    Some(lane) => semantics[usize::from(lane)],
                    None => b.float(1.0),
                });
                let value = b.compose(&lanes);
                if semantic == COLOR { vertex_color(&mut b, value) } else { value }
            }
        };
        b.output(&semantic_name(varying.semantic), varying_binding(location, varying), value);
    }
    let depth = clip_depth(&mut b, z);
    let [x, y] = placed(&mut b, [x, y], w, draw);
    let clip = b.compose(&[x, y, depth, w]);
    b.position(clip, draw);
    b.finish(interface)
}

/// Where a position is in the viewport, in pixels times w: the hardware rounds to sixteenths of a pixel, half away from
/// zero. What is behind the eye, or far off, stays as it is: it is clipped before.
fn placed(b: &mut Builder, [x, y]: [Value; 2], w: Value, draw: Expr) -> [Value; 2] {
    let viewport = b.member(draw, draw_member("viewport"));
    let viewport = b.load(viewport, Kind::Float, 4);
    let (origin, size) = (b.swizzle(viewport, &[0, 1]), b.swizzle(viewport, &[2, 3]));
    let (half, one) = (b.float(0.5), b.float(1.0));
    let extent = b.mul(size, half);
    let clip = b.compose(&[x, y]);
    let divided = b.div(clip, w);
    let from_edge = b.add(divided, one);
    let within = b.mul(from_edge, extent);
    let place = b.add(within, origin);
    let (steps, step, far) = (b.float(16.0), b.float(1.0 / 16.0), b.float(FAR));
    let counted = b.mul(place, steps);
    let magnitude = b.math(MathFunction::Abs, counted);
    let raised = b.add(magnitude, half);
    let whole = b.floor(raised);
    let sign = b.math(MathFunction::Sign, counted);
    let whole = b.mul(whole, sign);
    let rounded = b.mul(whole, step);
    let rounded = b.mul(rounded, w);
    let middle = b.add(origin, extent);
    let (scaled, shift) = (b.mul(clip, extent), b.mul(middle, w));
    let plain = b.add(scaled, shift);
    let zero = b.float(0.0);
    let (near, before) =
        (b.binary(BinaryOperator::Less, magnitude, far), b.binary(BinaryOperator::Greater, w, zero));
    let held = b.select(near, rounded, plain);
    let result = b.select(before, held, plain);
    [b.lane(result, 0), b.lane(result, 1)]
}

/// z as wgpu has it: from 0, at the far plane, to w. What float arithmetic moved just beyond 0 is 0.
fn clip_depth(b: &mut Builder, z: Value) -> Value {
    let zero = b.float(0.0);
    let beyond = b.binary(BinaryOperator::Greater, z, zero);
    let slight = b.float(1.0e-8);
    let little = b.binary(BinaryOperator::Less, z, slight);
    let snaps = b.binary(BinaryOperator::LogicalAnd, beyond, little);
    let turned = b.negate(z);
    b.select(snaps, zero, turned)
}

/// Colours are made positive and held to 1 before they are interpolated; NaN is 1.
fn vertex_color(b: &mut Builder, color: Value) -> Value {
    let one = b.floats(&[1.0; 4]);
    let magnitude = b.math(MathFunction::Abs, color);
    let below = b.binary(BinaryOperator::Less, magnitude, one);
    b.select(below, magnitude, one)
}

/// The product of a position with the user's clip plane, in x.
fn clip_side(b: &mut Builder, position: Value, draw: Expr) -> Value {
    let planes = b.member(draw, draw_member("clip_planes"));
    let plane = b.member(planes, 0);
    let plane = b.load(plane, Kind::Float, 4);
    let products = b.mul(position, plane);
    let [x, y, z, w] = [0, 1, 2, 3].map(|lane| b.lane(products, lane));
    let sum = b.add(x, y);
    let sum = b.add(sum, z);
    let sum = b.add(sum, w);
    b.splat(sum, 4)
}

/// A translation under way.
struct Lower<'a> {
    b: Builder,
    operations: &'a [Operation],
    interface: ShaderInterface,
    inputs: [Option<Value>; 16],
    temporaries: [Option<Expr>; 16],
    outputs: [Option<Expr>; 16],
    /// a0.x, a0.y and aL.
    address: [Option<Expr>; 3],
    flags: [Option<Expr>; 2],
    floats: Option<Expr>,
    integers: Option<Expr>,
    /// Set where an END is met within a loop.
    ended: Option<Expr>,
    /// Turns of loops so far, where loops are nested.
    turns: Option<Expr>,
    /// How many guest loops are open.
    depth: u32,
    /// The steps of the open guest loops.
    steps: Vec<Expr>,
}

/// What a body uses.
#[derive(Default)]
struct Uses {
    /// Registers read, by number.
    registers: u128,
    /// Registers written, by number.
    written: u32,
    relative: bool,
}

impl Uses {
    fn compute(&mut self, compute: &Compute) {
        for source in &compute.sources {
            self.registers |= 1 << (source.register & 0x7F);
        }
        self.written |= 1 << (compute.destination & 31);
        self.relative |= compute.relative.is_some();
    }
}

impl<'a> Lower<'a> {
    fn new(program: &'a Program, body: &Body) -> Self {
        let mut lower = Self {
            b: Builder::new(),
            operations: &program.operations,
            interface: ShaderInterface::new(Stage::Vertex),
            inputs: [None; 16],
            temporaries: [None; 16],
            outputs: [None; 16],
            address: [None; 3],
            flags: [None; 2],
            floats: None,
            integers: None,
            ended: None,
            turns: None,
            depth: 0,
            steps: Vec::new(),
        };
        let mut uses = Uses::default();
        body.visit(&mut |node| {
            if let Node::Compute(at) = node
                && let Some(Operation::Compute(compute)) = program.operations.get(*at as usize)
            {
                uses.compute(compute);
            }
        });
        lower.declare(&uses);
        lower
    }

    fn declare(&mut self, uses: &Uses) {
        for register in 0..16u8 {
            if uses.registers >> register & 1 != 0 {
                let name = numbered("v", register.into());
                let value = self.b.argument(&name, Kind::Float, 4, plain_binding(register));
                self.inputs[usize::from(register)] = Some(value);
                self.interface.inputs.push(input(register));
            }
        }
        let row = self.b.ty(Kind::Float, 4);
        for register in 0..16u8 {
            let index = usize::from(register);
            if uses.registers >> (16 + register) & 1 != 0 || uses.written >> (16 + register) & 1 != 0 {
                self.temporaries[index] = Some(self.b.local(&numbered("r", register.into()), row));
            }
            if uses.written >> register & 1 != 0 {
                self.outputs[index] = Some(self.b.local(&numbered("o", register.into()), row));
            }
        }
        let highest = (0..UNIFORMS).rev().find(|row| uses.registers >> (32 + row) & 1 != 0);
        let rows = if uses.relative { UNIFORMS } else { highest.map_or(0, |row| row + 1) };
        if rows > 0 {
            self.floats = Some(self.b.float_block(Stage::Vertex, rows));
            self.interface.float_rows = rows;
        }
    }

    /// The variable of an address register or of aL.
    fn address(&mut self, index: usize) -> Expr {
        if let Some(local) = self.address[index] {
            return local;
        }
        let ty = self.b.ty(Kind::Sint, 1);
        let local = self.b.local(["a0x", "a0y", "aL"][index], ty);
        self.address[index] = Some(local);
        local
    }

    /// The variable of a flag of CMP.
    fn flag(&mut self, index: usize) -> Expr {
        if let Some(local) = self.flags[index] {
            return local;
        }
        let ty = self.b.ty(Kind::Bool, 1);
        let local = self.b.local(["cmp_x", "cmp_y"][index], ty);
        self.flags[index] = Some(local);
        local
    }

    /// The integer and boolean uniforms.
    fn integers(&mut self) -> Expr {
        if let Some(block) = self.integers {
            return block;
        }
        self.interface.integer_constants = true;
        let block = self.b.integer_block(Stage::Vertex, false);
        self.integers = Some(block);
        block
    }
}
