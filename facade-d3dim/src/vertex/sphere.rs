//! `ComputeSphereVisibility`.

use glam::{Mat4, Vec3, Vec4};

/// The planes of a transform's box: left, right, top, bottom, near, far.
fn planes(transform: Mat4) -> [Vec4; 6] {
    let [x, y, z, w] = [0, 1, 2, 3].map(|row| transform.row(row));
    [w + x, w - x, w - y, w + y, z, w - z]
}

/// How far a centre is inside of a plane, in units of its normal.
fn distance(plane: Vec4, center: Vec3) -> f32 {
    let length = plane.truncate().length();
    plane.dot(center.extend(1.0)) / length
}

/// The answer of version 3: two bits for the whole box and two for each plane; 1 is "meets", 2 "is outside".
#[must_use]
pub(crate) fn version3(transform: Mat4, center: Vec3, radius: f32) -> u32 {
    let mut answer = 0;
    let mut whole = 0;
    for (plane, place) in planes(transform).into_iter().zip(1u32..) {
        let distance = distance(plane, center);
        let found = if distance < -radius {
            2
        } else if distance.abs() <= radius {
            1
        } else {
            0
        };
        answer |= found << (2 * place);
        whole = whole.max(found);
    }
    answer | whole
}

/// The answer of version 7: a bit for each plane that a sphere meets or is outside of, and 12 bits above when it is outside.
#[must_use]
pub(crate) fn version7(transform: Mat4, center: Vec3, radius: f32, user: &[Vec4]) -> u32 {
    let mut answer = 0;
    for (plane, bit) in planes(transform).into_iter().chain(user.iter().copied()).zip(0u32..12) {
        let distance = distance(plane, center);
        if distance < -radius {
            answer |= 0x1001 << bit;
        } else if distance.abs() < radius {
            answer |= 1 << bit;
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(center: [f32; 3], radius: f32) -> [u32; 2] {
        let center = Vec3::from(center);
        [version3(Mat4::IDENTITY, center, radius), version7(Mat4::IDENTITY, center, radius, &[])]
    }

    #[test]
    fn planes_are_met_or_left_behind() {
        assert_eq!(both([-20.0, 0.0, 0.5], 3.0)[1], 0x103D);
        assert_eq!(both([0.0, 0.0, 0.5], 0.25), [0, 0]);
        // Tangent spheres meet a plane in version 3 only.
        assert_eq!(both([0.0, 0.0, 0.5], 0.5), [0x1401, 0]);
        assert_eq!(both([0.0, 0.0, 0.0], 0.0), [0x401, 0]);
    }

    #[test]
    fn planes_of_the_program_follow_those_of_the_box() {
        let plane = Vec4::new(1.0, 0.0, 0.0, 0.5);
        let answer = version7(Mat4::IDENTITY, Vec3::new(-0.5, 0.0, 0.5), 0.25, &[plane]);
        assert_eq!(answer, 0x40);
        let answer = version7(Mat4::IDENTITY, Vec3::new(-0.9, 0.0, 0.5), 0.01, &[plane]);
        assert_eq!(answer, 0x4_0040);
    }
}
