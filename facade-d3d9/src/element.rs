//! Elements of vertices on the CPU: bytes to four floats as shaders read them, and back.

use half::f16;

use crate::types::DeclType;

/// The most bytes that an element has.
pub(crate) const MOST_BYTES: usize = 16;

/// Lanes that a type lacks.
const REST: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The first lanes from a list, the others as a shader reads what is not there.
fn lanes<const N: usize>(values: [f32; N]) -> [f32; 4] {
    std::array::from_fn(|lane| values.get(lane).copied().unwrap_or(REST[lane]))
}

fn word<const N: usize>(bytes: &[u8; MOST_BYTES], at: usize) -> [u8; N] {
    std::array::from_fn(|byte| bytes[at * N + byte])
}

fn floats<const N: usize>(bytes: &[u8; MOST_BYTES]) -> [f32; 4] {
    lanes::<N>(std::array::from_fn(|lane| f32::from_le_bytes(word(bytes, lane))))
}

fn signed<const N: usize>(bytes: &[u8; MOST_BYTES], convert: fn(f32) -> f32) -> [f32; 4] {
    lanes::<N>(std::array::from_fn(|lane| convert(i16::from_le_bytes(word(bytes, lane)).into())))
}

fn unsigned<const N: usize>(bytes: &[u8; MOST_BYTES]) -> [f32; 4] {
    lanes::<N>(std::array::from_fn(|lane| f32::from(u16::from_le_bytes(word(bytes, lane))) / 65535.0))
}

fn halves<const N: usize>(bytes: &[u8; MOST_BYTES]) -> [f32; 4] {
    lanes::<N>(std::array::from_fn(|lane| f16::from_le_bytes(word(bytes, lane)).to_f32()))
}

/// The value of an element.
pub(crate) fn decode(kind: DeclType, bytes: &[u8; MOST_BYTES]) -> [f32; 4] {
    let normal = |value: f32| (value / 32767.0).max(-1.0);
    let whole = |value: f32| value;
    let octets: [f32; 4] = std::array::from_fn(|lane| bytes[lane].into());
    let packed = u32::from_le_bytes(word(bytes, 0));
    let tens: [u32; 3] = [0, 10, 20].map(|shift| packed >> shift & 0x3FF);
    match kind {
        DeclType::Float1 => floats::<1>(bytes),
        DeclType::Float2 => floats::<2>(bytes),
        DeclType::Float3 => floats::<3>(bytes),
        DeclType::Float4 => floats::<4>(bytes),
        DeclType::D3dColor => [octets[2], octets[1], octets[0], octets[3]].map(|lane| lane / 255.0),
        DeclType::Ubyte4 => octets,
        DeclType::Ubyte4N => octets.map(|lane| lane / 255.0),
        DeclType::Short2 => signed::<2>(bytes, whole),
        DeclType::Short4 => signed::<4>(bytes, whole),
        DeclType::Short2N => signed::<2>(bytes, normal),
        DeclType::Short4N => signed::<4>(bytes, normal),
        DeclType::Ushort2N => unsigned::<2>(bytes),
        DeclType::Ushort4N => unsigned::<4>(bytes),
        DeclType::Udec3 => lanes(tens.map(|ten| ten as f32)),
        // The sign is the tenth bit.
        DeclType::Dec3N => {
            lanes(tens.map(|ten| ((((ten << 22).cast_signed() >> 22) as f32) / 511.0).max(-1.0)))
        }
        DeclType::Float16x2 => halves::<2>(bytes),
        DeclType::Float16x4 => halves::<4>(bytes),
        DeclType::Unused => REST,
    }
}

/// The bytes of an element; values out of range become the nearest that there is, what is no number 0.
pub(crate) fn encode(kind: DeclType, value: [f32; 4]) -> [u8; MOST_BYTES] {
    let mut bytes = [0; MOST_BYTES];
    let wide = |value: [f32; 4], scale: f32| -> [u8; 8] {
        let lanes = value.map(|lane| ((lane * scale).round() as i16).to_le_bytes());
        bytemuck::cast(lanes)
    };
    let octets = |scale: f32| value.map(|lane| (lane * scale).round() as u8);
    match kind {
        DeclType::Float1 | DeclType::Float2 | DeclType::Float3 | DeclType::Float4 => {
            bytes.copy_from_slice(value.map(f32::to_le_bytes).as_flattened());
        }
        DeclType::D3dColor => {
            let [r, g, b, a] = octets(255.0);
            bytes[..4].copy_from_slice(&[b, g, r, a]);
        }
        DeclType::Ubyte4 => bytes[..4].copy_from_slice(&octets(1.0)),
        DeclType::Ubyte4N => bytes[..4].copy_from_slice(&octets(255.0)),
        DeclType::Short2 | DeclType::Short4 => bytes[..8].copy_from_slice(&wide(value, 1.0)),
        DeclType::Short2N | DeclType::Short4N => {
            bytes[..8].copy_from_slice(&wide(value.map(|lane| lane.max(-1.0)), 32767.0));
        }
        DeclType::Ushort2N | DeclType::Ushort4N => {
            let lanes = value.map(|lane| ((lane * 65535.0).round() as u16).to_le_bytes());
            bytes[..8].copy_from_slice(lanes.as_flattened());
        }
        DeclType::Udec3 => {
            let tens = value.map(|lane| (lane.round() as u32).min(0x3FF));
            bytes[..4].copy_from_slice(&(tens[0] | tens[1] << 10 | tens[2] << 20).to_le_bytes());
        }
        DeclType::Dec3N => {
            let ten = |lane: f32| ((lane.clamp(-1.0, 1.0) * 511.0).round() as i32).cast_unsigned() & 0x3FF;
            let tens = value.map(ten);
            bytes[..4].copy_from_slice(&(tens[0] | tens[1] << 10 | tens[2] << 20).to_le_bytes());
        }
        DeclType::Float16x2 | DeclType::Float16x4 => {
            let lanes = value.map(|lane| f16::from_f32(lane).to_le_bytes());
            bytes[..8].copy_from_slice(lanes.as_flattened());
        }
        DeclType::Unused => {}
    }
    bytes
}

impl DeclType {
    /// How many components an element of this type has.
    pub(crate) const fn components(self) -> u8 {
        match self {
            Self::Float1 => 1,
            Self::Float2 | Self::Short2 | Self::Short2N | Self::Ushort2N | Self::Float16x2 => 2,
            Self::Float3 | Self::Udec3 | Self::Dec3N => 3,
            _ => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let values = [0.25, 1.0, 0.0, 0.5];
        for code in 0..17u8 {
            let kind = DeclType::try_from(code).expect("a type");
            let back = decode(kind, &encode(kind, values));
            let step = match kind {
                DeclType::Ubyte4 | DeclType::Short2 | DeclType::Short4 | DeclType::Udec3 => 0.51,
                DeclType::D3dColor | DeclType::Ubyte4N => 0.51 / 255.0,
                DeclType::Dec3N => 0.51 / 511.0,
                _ => 1.0 / 65535.0,
            };
            for lane in 0..4 {
                let expected = if lane < usize::from(kind.components()) { values[lane] } else { REST[lane] };
                assert!((back[lane] - expected).abs() <= step, "{kind:?}: {back:?}");
            }
        }
    }

    #[test]
    fn bytes_are_read_as_shaders_read_them() {
        let mut bytes = [0; MOST_BYTES];
        bytes[..4].copy_from_slice(&[0, 51, 255, 102]);
        assert_eq!(decode(DeclType::D3dColor, &bytes), [1.0, 0.2, 0.0, 0.4]);
        assert_eq!(decode(DeclType::Ubyte4, &bytes), [0.0, 51.0, 255.0, 102.0]);
        assert_eq!(decode(DeclType::Short2, &bytes), [13056.0, 26367.0, 0.0, 1.0]);
        bytes[..4].copy_from_slice(&(0x200u32 | 0x1FF << 10 | 0x3FF << 20).to_le_bytes());
        assert_eq!(decode(DeclType::Dec3N, &bytes), [-1.0, 1.0, -1.0 / 511.0, 1.0]);
        assert_eq!(decode(DeclType::Udec3, &bytes), [512.0, 511.0, 1023.0, 1.0]);
    }

    #[test]
    fn values_out_of_range_become_the_nearest() {
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 7.0];
        assert_eq!(encode(DeclType::D3dColor, odd)[..4], [0, 255, 0, 255]);
        assert_eq!(decode(DeclType::Short4, &encode(DeclType::Short4, odd)), [0.0, 32767.0, -32768.0, 7.0]);
        assert_eq!(decode(DeclType::Short4N, &encode(DeclType::Short4N, odd))[1..], [1.0, -1.0, 1.0]);
    }
}
