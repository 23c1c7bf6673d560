//! Execute buffers as bytes: instructions, their elements, and a walk through them that always ends.

/// Instructions of one execution at most, beyond which it stops: no program of the time comes near.
const MAX_INSTRUCTIONS: u32 = 1 << 16;
/// Elements of one execution at most.
const MAX_ELEMENTS: u64 = 1 << 22;

/// An operation code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Direct3D's own")]
pub(crate) enum Opcode {
    Point = 1,
    Line = 2,
    Triangle = 3,
    MatrixLoad = 4,
    MatrixMultiply = 5,
    StateTransform = 6,
    StateLight = 7,
    StateRender = 8,
    ProcessVertices = 9,
    TextureLoad = 10,
    Exit = 11,
    BranchForward = 12,
    Span = 13,
    SetStatus = 14,
}

impl Opcode {
    /// The operation of a number.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        use Opcode as O;
        const ALL: [Opcode; 14] = [
            O::Point,
            O::Line,
            O::Triangle,
            O::MatrixLoad,
            O::MatrixMultiply,
            O::StateTransform,
            O::StateLight,
            O::StateRender,
            O::ProcessVertices,
            O::TextureLoad,
            O::Exit,
            O::BranchForward,
            O::Span,
            O::SetStatus,
        ];
        ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Bytes of an element.
    pub(crate) const fn element(self) -> usize {
        match self {
            Self::Point | Self::Line | Self::Span => 4,
            Self::Triangle
            | Self::MatrixLoad
            | Self::StateTransform
            | Self::StateLight
            | Self::StateRender
            | Self::TextureLoad => 8,
            Self::MatrixMultiply => 12,
            Self::ProcessVertices | Self::BranchForward => 16,
            Self::SetStatus => 24,
            Self::Exit => 0,
        }
    }
}

/// An instruction: the elements lie `size` bytes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction<'a> {
    pub(crate) opcode: Opcode,
    /// Where its header is in the buffer.
    pub(crate) offset: usize,
    size: usize,
    count: usize,
    bytes: &'a [u8],
}

impl<'a> Instruction<'a> {
    /// The words of each element; elements that are too small for the operation, or that the buffer ends before, are not.
    pub(crate) fn elements(&self) -> impl Iterator<Item = [u32; 6]> + 'a {
        let wanted = self.opcode.element();
        let (size, bytes) = (self.size, self.bytes);
        let count = if size < wanted || wanted == 0 { 0 } else { self.count };
        (0..count).map_while(move |index| {
            let element = bytes.get(index * size..)?.get(..wanted)?;
            let mut words = [0; 6];
            for (word, bytes) in words.iter_mut().zip(element.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            Some(words)
        })
    }
}

/// The two halves of a word.
pub(crate) fn halves(word: u32) -> [u32; 2] {
    [word & 0xFFFF, word >> 16]
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With EXIT, or with the end of the buffer.
    Exit,
    /// With more instructions or elements than any program has.
    TooLong,
}

/// What a walk does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The instruction behind this one.
    Follow,
    /// The instruction so many bytes behind this one's header.
    Forward(u32),
}

/// Walks through the instructions of a buffer from an offset on: unknown ones are skipped, branches go forward only, and
/// nothing outside of the buffer is read.
///
/// # Errors
/// Those of `visit`, which end the walk.
pub(crate) fn walk<E>(
    bytes: &[u8],
    start: usize,
    mut visit: impl FnMut(&Instruction<'_>) -> Result<Next, E>,
) -> Result<End, E> {
    let mut at = start;
    let mut elements = 0u64;
    for _ in 0..MAX_INSTRUCTIONS {
        let Some(header) = at.checked_add(4).and_then(|end| bytes.get(at..end)) else { return Ok(End::Exit) };
        let (size, count) = (usize::from(header[1]), usize::from(u16::from_le_bytes([header[2], header[3]])));
        let body = &bytes[at + 4..];
        let next = match Opcode::from_number(header[0]) {
            Some(Opcode::Exit) => return Ok(End::Exit),
            Some(opcode) => {
                elements += count as u64;
                if elements > MAX_ELEMENTS {
                    return Ok(End::TooLong);
                }
                visit(&Instruction { opcode, offset: at, size, count, bytes: body })?
            }
            None => {
                log::debug!(target: "retrograph::d3dim::execute", "unknown operation {}", header[0]);
                Next::Follow
            }
        };
        at = match next {
            Next::Forward(offset) if offset > 0 => at.saturating_add(offset as usize),
            _ => at + 4 + size * count,
        };
    }
    Ok(End::TooLong)
}

/// Whether a branch with these words is taken.
pub(crate) fn branches([mask, value, negate, ..]: [u32; 6], status: u32) -> bool {
    (status & mask == value) != (negate != 0)
}

/// The corners of a triangle, with what its flags say about the one before: `ODD` and `EVEN` go on with its edges.
pub(crate) fn corners([first, second, ..]: [u32; 6], before: Option<[u32; 3]>) -> ([u32; 3], u32) {
    let [a, b] = halves(first);
    let [c, flags] = halves(second);
    let corners = match (flags & 0x1F, before) {
        (0x1E, Some([_, v2, v3])) => [v3, v2, c],
        (0x1F, Some([v1, _, v3])) => [v1, v3, c],
        _ => [a, b, c],
    };
    // Most programs give all three corners whatever the flags: then they are what is drawn.
    let complete = [a, b, c];
    let repeated = a == b || b == c || a == c;
    (if repeated { corners } else { complete }, flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(opcode: u8, size: u8, count: u16, body: &[u8]) -> Vec<u8> {
        let mut bytes = vec![opcode, size];
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.extend_from_slice(body);
        bytes
    }

    fn visited(bytes: &[u8]) -> (Vec<(Opcode, usize)>, End) {
        let mut seen = Vec::new();
        let end = walk(bytes, 0, |instruction| {
            seen.push((instruction.opcode, instruction.elements().count()));
            Ok::<_, ()>(Next::Follow)
        });
        (seen, end.unwrap())
    }

    #[test]
    fn instructions_follow_by_their_own_sizes() {
        let bytes = [
            instruction(3, 4, 0, &[]),
            instruction(8, 12, 2, &[1; 24]),
            instruction(200, 6, 1, &[0; 6]),
            instruction(2, 4, 1, &[0; 4]),
            instruction(11, 0, 0, &[]),
            instruction(2, 4, 1, &[0; 4]),
        ];
        let expected = vec![(Opcode::Triangle, 0), (Opcode::StateRender, 2), (Opcode::Line, 1)];
        assert_eq!(visited(&bytes.concat()), (expected, End::Exit));
    }

    #[test]
    fn elements_past_the_end_or_too_small_are_not() {
        let cut = instruction(3, 8, 100, &[0; 20]);
        assert_eq!(visited(&cut), (vec![(Opcode::Triangle, 2)], End::Exit));
        let small = instruction(3, 4, 2, &[0; 8]);
        assert_eq!(visited(&small).0, vec![(Opcode::Triangle, 0)]);
    }

    #[test]
    fn branches_test_the_status() {
        assert!(branches([0, 0, 0, 0, 0, 0], 5));
        assert!(branches([0, 1, 1, 0, 0, 0], 5));
        assert!(!branches([4, 0, 0, 0, 0, 0], 5));
        assert!(branches([4, 4, 0, 0, 0, 0], 5));
    }

    #[test]
    fn a_branch_jumps_from_its_header() {
        let mut bytes = instruction(12, 16, 1, &[0; 16]);
        bytes.extend(instruction(11, 0, 0, &[]));
        bytes.extend(instruction(2, 4, 0, &[]));
        let mut seen = Vec::new();
        let end = walk(&bytes, 0, |instruction| {
            seen.push(instruction.opcode);
            Ok::<_, ()>(if seen.len() == 1 { Next::Forward(24) } else { Next::Follow })
        });
        assert_eq!((seen, end), (vec![Opcode::BranchForward, Opcode::Line], Ok(End::Exit)));
        let far = walk(&bytes, 0, |_| Ok::<_, ()>(Next::Forward(u32::MAX)));
        assert_eq!(far, Ok(End::Exit));
    }

    #[test]
    fn buffers_of_empty_instructions_end() {
        let bytes = [2u8, 0, 0, 0].repeat(1 << 17);
        assert_eq!(walk(&bytes, 0, |_| Ok::<_, ()>(Next::Follow)), Ok(End::TooLong));
        let many = [2u8, 0, 0xFF, 0xFF].repeat(1000);
        assert_eq!(walk(&many, 0, |_| Ok::<_, ()>(Next::Follow)), Ok(End::TooLong));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_end_and_nothing_past_them_is_read(bytes: Vec<u8>, start in 0usize..64, jump: u32) {
            let mut left = 1000;
            let end = walk(&bytes, start, |instruction| {
                left -= 1;
                assert!(instruction.offset + 4 <= bytes.len());
                let _ = instruction.elements().count();
                if left == 0 { Err(()) } else { Ok(Next::Forward(jump)) }
            });
            assert!(end.is_ok() || left == 0);
        }
    }

    #[test]
    fn strips_and_fans_share_edges() {
        let triangle = |flags: u32, v: [u32; 3]| [v[0] | v[1] << 16, v[2] | flags << 16, 0, 0, 0, 0];
        let before = Some([0, 1, 2]);
        assert_eq!(corners(triangle(0, [4, 5, 6]), before).0, [4, 5, 6]);
        assert_eq!(corners(triangle(0x1E, [0, 0, 3]), before).0, [2, 1, 3]);
        assert_eq!(corners(triangle(0x1F, [0, 0, 3]), before).0, [0, 2, 3]);
        assert_eq!(corners(triangle(0x1E, [2, 1, 3]), before).0, [2, 1, 3]);
        assert_eq!(corners(triangle(0x700, [4, 5, 6]), before), ([4, 5, 6], 0x700));
    }
}
