//! Which vertices a draw takes.

use super::LoadError;
use crate::memory::PhysicalMemory;
use crate::state::VertexState;

/// The vertices of a draw, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The number of each vertex that is loaded, in order of first use.
    pub vertices: Vec<u32>,
    /// For each vertex of the draw, in order, its place in `vertices`.
    pub order: Vec<u32>,
}

impl Numbers {
    /// Vertices that follow one another.
    #[must_use]
    pub fn array(first: u32, count: u32) -> Self {
        let vertices = (0..count).map(|step| first.wrapping_add(step)).collect();
        Self { vertices, order: (0..count).collect() }
    }

    /// Vertices by index, each loaded and processed once.
    #[must_use]
    pub fn indexed(indices: impl Iterator<Item = u16>) -> Self {
        let mut places = vec![u32::MAX; 1 << 16];
        let mut numbers = Self::default();
        for index in indices {
            let place = &mut places[usize::from(index)];
            if *place == u32::MAX {
                *place = numbers.vertices.len() as u32;
                numbers.vertices.push(index.into());
            }
            numbers.order.push(*place);
        }
        numbers
    }
}

/// Reads the indices of a draw. No index restarts a strip.
///
/// # Errors
/// Indices that memory does not grant.
pub fn read_indices(
    state: &VertexState,
    memory: &mut dyn PhysicalMemory,
) -> Result<(u32, Vec<u8>), LoadError> {
    let size = if state.wide_indices { 2 } else { 1 };
    let address = u64::from(state.base) + u64::from(state.index_offset);
    let bytes = u64::from(state.count) * size;
    let outside = LoadError::Outside { address, bytes };
    let start = u32::try_from(address).map_err(|_| outside)?;
    if address + bytes > 1 << 32 {
        return Err(outside);
    }
    let mut data = vec![0; bytes as usize];
    if memory.read(start, &mut data) { Ok((start, data)) } else { Err(outside) }
}
