//! Small vectors and matrices in double precision, for row vectors as Direct3D has them.

use super::margin::Margin;

pub(super) type V3 = [f64; 3];
pub(super) type V4 = [f64; 4];
pub(super) type M4 = [V4; 4];
pub(super) type M3 = [V3; 3];

pub(super) fn wide<const N: usize>(values: [f32; N]) -> [f64; N] {
    values.map(f64::from)
}

pub(super) fn wide_matrix(matrix: &[[f32; 4]; 4]) -> M4 {
    matrix.map(wide)
}

/// The colour of a `D3DCOLOR` as r, g, b, a.
pub(super) fn unpack(color: u32) -> V4 {
    [16, 8, 0, 24].map(|shift| f64::from(color >> shift & 0xFF) / 255.0)
}

/// Lane by lane.
pub(super) fn zip<const N: usize>(a: [f64; N], b: [f64; N], combine: impl Fn(f64, f64) -> f64) -> [f64; N] {
    std::array::from_fn(|lane| combine(a[lane], b[lane]))
}

pub(super) fn add<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    zip(a, b, |a, b| a + b)
}

pub(super) fn sub<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    zip(a, b, |a, b| a - b)
}

pub(super) fn mul<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    zip(a, b, |a, b| a * b)
}

pub(super) fn scale<const N: usize>(a: [f64; N], by: f64) -> [f64; N] {
    a.map(|lane| lane * by)
}

pub(super) fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    mul(a, b).iter().sum()
}

/// `a` at 0, `b` at 1.
pub(super) fn lerp<const N: usize>(a: [f64; N], b: [f64; N], at: f64) -> [f64; N] {
    zip(a, b, |a, b| a + (b - a) * at)
}

/// Clamped to 0–1; what is no number becomes 0.
pub(super) const fn saturate(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

pub(super) fn length(a: V3) -> f64 {
    dot(a, a).sqrt()
}

/// The vector at length 1, where a zero vector stays; that case is a jump.
pub(super) fn normalize(a: V3, margin: &mut Margin) -> V3 {
    let length = length(a);
    margin.note(length);
    if length > 0.0 { scale(a, 1.0 / length) } else { [0.0; 3] }
}

/// Row vector times matrix.
pub(super) fn transform(v: V4, m: &M4) -> V4 {
    std::array::from_fn(|column| (0..4).map(|row| v[row] * m[row][column]).sum())
}

/// Row vector times matrix, of three.
pub(super) fn turn(v: V3, m: &M3) -> V3 {
    std::array::from_fn(|column| (0..3).map(|row| v[row] * m[row][column]).sum())
}

/// The product that applies `left` first.
pub(super) fn product(left: &M4, right: &M4) -> M4 {
    left.map(|row| transform(row, right))
}

pub(super) const fn upper(m: &M4) -> M3 {
    [[m[0][0], m[0][1], m[0][2]], [m[1][0], m[1][1], m[1][2]], [m[2][0], m[2][1], m[2][2]]]
}

pub(super) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The transposed inverse, by cofactors, and the determinant.
pub(super) fn inverse_transpose(m: &M3) -> Option<(M3, f64)> {
    let cofactors = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])];
    let determinant = dot(m[0], cofactors[0]);
    // Also false where it is no number.
    (determinant.abs() > 0.0).then(|| (cofactors.map(|row| scale(row, 1.0 / determinant)), determinant))
}
