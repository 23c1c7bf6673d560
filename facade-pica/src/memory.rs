//! Physical memory of the guest, as the GPU sees it.

/// What an embedder gives the renderer to read from and write to. Bytes are copied; addresses are physical.
///
/// A range is granted as a whole or not at all, so that the renderer never sees half of what it asked for.
pub trait PhysicalMemory {
    /// Copies the bytes at `address`; `false`, and `bytes` as they were, if the range is not all granted.
    fn read(&mut self, address: u32, bytes: &mut [u8]) -> bool;

    /// Replaces the bytes at `address`; `false`, and nothing written, if the range is not all granted.
    ///
    /// The renderer calls this where rendered surfaces and fills reach memory: an embedder that keeps translations of
    /// guest memory learns here what changed.
    fn write(&mut self, address: u32, bytes: &[u8]) -> bool;
}

impl<M: PhysicalMemory + ?Sized> PhysicalMemory for &mut M {
    fn read(&mut self, address: u32, bytes: &mut [u8]) -> bool {
        (**self).read(address, bytes)
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> bool {
        (**self).write(address, bytes)
    }
}

/// Memory made of a few separate regions of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regions {
    regions: Vec<(u32, Vec<u8>)>,
}

impl Regions {
    /// No memory at all.
    #[must_use]
    pub const fn new() -> Self {
        Self { regions: Vec::new() }
    }

    /// Adds a region of bytes that starts at `base`; where regions overlap, the first one counts.
    pub fn insert(&mut self, base: u32, bytes: Vec<u8>) -> &mut Self {
        self.regions.push((base, bytes));
        self
    }

    /// The granted bytes of a range, if one region holds all of it.
    #[must_use]
    pub fn slice(&self, address: u32, length: usize) -> Option<&[u8]> {
        self.regions.iter().find_map(|(base, bytes)| {
            let start = address.checked_sub(*base)? as usize;
            bytes.get(start..start.checked_add(length)?)
        })
    }
}

impl PhysicalMemory for Regions {
    fn read(&mut self, address: u32, bytes: &mut [u8]) -> bool {
        let Some(from) = self.slice(address, bytes.len()) else { return false };
        bytes.copy_from_slice(from);
        true
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> bool {
        for (base, region) in &mut self.regions {
            let Some(start) = address.checked_sub(*base) else { continue };
            let start = start as usize;
            let Some(end) = start.checked_add(bytes.len()) else { continue };
            if let Some(to) = region.get_mut(start..end) {
                to.copy_from_slice(bytes);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_granted_whole_or_not_at_all() {
        let mut memory = Regions::new();
        memory.insert(0x100, vec![1; 8]).insert(0xFFFF_FFFC, vec![2; 4]);
        let mut bytes = [0; 4];
        assert!(memory.read(0x104, &mut bytes) && bytes == [1; 4]);
        assert!(!memory.read(0x105, &mut bytes), "one byte too many");
        assert!(!memory.read(0xFF, &mut bytes));
        assert!(memory.read(0xFFFF_FFFC, &mut bytes) && bytes == [2; 4]);
        assert!(!memory.write(0x106, &[9; 3]));
        assert!(memory.write(0x106, &[9; 2]));
        assert_eq!(memory.slice(0x100, 8), Some(&[1, 1, 1, 1, 1, 1, 9, 9][..]));
    }
}
