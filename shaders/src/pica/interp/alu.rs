//! What instructions compute.

use crate::pica::float::Float24;
use crate::pica::isa::Opcode;

use super::compile::Compute;
use super::{Machine, Vec4};

/// The largest power that LITP leaves, 127 + 255/256.
const LITP_MAX: f32 = 127.996_1;

/// Rounds a result, or an operand of arithmetic, if results are kept as 24-bit floats.
#[inline(always)]
fn kept<const ROUND: bool>(value: f32) -> f32 {
    if ROUND { Float24::rounded(value) } else { value }
}

/// The product, in which zero times infinity is zero.
#[inline(always)]
fn product<const ROUND: bool>(a: f32, b: f32) -> f32 {
    let (a, b) = (kept::<ROUND>(a), kept::<ROUND>(b));
    let product = a * b;
    if product.is_nan() && !a.is_nan() && !b.is_nan() { 0.0 } else { kept::<ROUND>(product) }
}

#[inline(always)]
fn sum<const ROUND: bool>(a: f32, b: f32) -> f32 {
    kept::<ROUND>(kept::<ROUND>(a) + kept::<ROUND>(b))
}

/// A dot product of the first `lanes` lanes, added from left to right.
fn dot<const ROUND: bool>(a: Vec4, b: Vec4, lanes: usize) -> f32 {
    let first = product::<ROUND>(a[0], b[0]);
    (1..lanes).fold(first, |total, lane| sum::<ROUND>(total, product::<ROUND>(a[lane], b[lane])))
}

#[inline(always)]
fn lanes(a: Vec4, b: Vec4, operation: impl Fn(f32, f32) -> f32) -> Vec4 {
    std::array::from_fn(|lane| operation(a[lane], b[lane]))
}

fn reciprocal(value: f32) -> f32 {
    // There is no negative zero.
    if value == 0.0 { f32::INFINITY } else { 1.0 / value }
}

fn reciprocal_root(value: f32) -> f32 {
    if value == 0.0 { f32::INFINITY } else { 1.0 / value.sqrt() }
}

fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

impl Machine {
    /// A source as its descriptor makes it.
    #[inline(always)]
    fn source(&self, compute: &Compute, index: usize) -> Vec4 {
        let source = &compute.sources[index];
        let value = match compute.relative {
            Some((relative, address)) if usize::from(relative) == index => {
                self.indexed(source.register, address)
            }
            _ => self.registers[usize::from(source.register & 0x7F)],
        };
        std::array::from_fn(|lane| {
            f32::from_bits(value[usize::from(source.selector[lane] & 3)].to_bits() ^ source.sign)
        })
    }

    /// A uniform beyond an address register. What lies past the last one reads as ones.
    fn indexed(&self, register: u8, address: u8) -> Vec4 {
        let offset = match self.address[usize::from(address % 3)] {
            offset @ -128..=127 => offset,
            _ => 0,
        };
        let index = (i32::from(register) - 32 + offset) & 0x7F;
        self.registers.get(32 + index as usize).copied().unwrap_or([1.0; 4])
    }

    #[inline(always)]
    pub(super) fn compute<const ROUND: bool>(&mut self, compute: &Compute) {
        let a = self.source(compute, 0);
        let result = match compute.opcode {
            Opcode::Mov => a,
            Opcode::Mad | Opcode::Madi => {
                let (b, c) = (self.source(compute, 1), self.source(compute, 2));
                std::array::from_fn(|lane| sum::<ROUND>(product::<ROUND>(a[lane], b[lane]), c[lane]))
            }
            Opcode::Mul => lanes(a, self.source(compute, 1), product::<ROUND>),
            Opcode::Add => lanes(a, self.source(compute, 1), sum::<ROUND>),
            Opcode::Dp4 => [dot::<ROUND>(a, self.source(compute, 1), 4); 4],
            Opcode::Dp3 => [dot::<ROUND>(a, self.source(compute, 1), 3); 4],
            Opcode::Mova => return self.move_address(compute, a),
            Opcode::Cmp => {
                let b = self.source(compute, 1);
                let test = |lane: usize| compute.comparisons[lane].test(a[lane], b[lane]);
                self.flags = [test(0), test(1)];
                return;
            }
            _ => self.rare::<ROUND>(compute, a),
        };
        let number = usize::from(compute.destination);
        let register =
            if number < 16 { &mut self.outputs[number] } else { &mut self.registers[number & 0x1F] };
        for lane in 0..4 {
            register[lane] = if compute.mask[lane] { result[lane] } else { register[lane] };
        }
    }

    fn move_address(&mut self, compute: &Compute, source: Vec4) {
        for lane in (0..2).filter(|&lane| compute.mask[lane]) {
            self.address[lane] = source[lane] as i32;
        }
    }

    fn rare<const ROUND: bool>(&mut self, compute: &Compute, a: Vec4) -> Vec4 {
        let b = self.source(compute, 1);
        let is = |condition: bool| if condition { 1.0 } else { 0.0 };
        let scalar = |operation: fn(f32) -> f32| [kept::<ROUND>(operation(kept::<ROUND>(a[0]))); 4];
        match compute.opcode {
            Opcode::Dph | Opcode::Dphi => [dot::<ROUND>([a[0], a[1], a[2], 1.0], b, 4); 4],
            Opcode::Dst | Opcode::Dsti => [1.0, product::<ROUND>(a[1], b[1]), a[2], b[3]],
            Opcode::Sge | Opcode::Sgei => lanes(a, b, |a, b| is(a >= b)),
            Opcode::Slt | Opcode::Slti => lanes(a, b, |a, b| is(a < b)),
            Opcode::Max => lanes(a, b, greater),
            Opcode::Min => lanes(a, b, lesser),
            Opcode::Flr => a.map(|lane| kept::<ROUND>(kept::<ROUND>(lane).floor())),
            Opcode::Ex2 => scalar(f32::exp2),
            Opcode::Lg2 => scalar(f32::log2),
            Opcode::Rcp => scalar(reciprocal),
            Opcode::Rsq => scalar(reciprocal_root),
            Opcode::Litp => {
                self.flags = [a[0] >= 0.0, a[3] >= 0.0];
                let power = lesser(greater(a[1], -LITP_MAX), LITP_MAX);
                [greater(a[0], 0.0), kept::<ROUND>(power), 0.0, greater(a[3], 0.0)]
            }
            _ => a,
        }
    }
}
