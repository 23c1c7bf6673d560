//! The guest's memory, as far as calls need it.

use crate::error::{Error, Result};

/// An address that is not the guest's, or memory that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no guest memory at {address:#010x}")]
pub struct Fault {
    /// The first address that could not be used.
    pub address: u32,
}

/// Copies in and out of the guest's memory. What is copied may lie across pages that are not adjacent in the embedder's,
/// so nothing here is a slice of it.
///
/// Locks hand out memory of the guest: a surface's or buffer's bytes are copied to what [`GuestMemory::allocate`] answers,
/// and back when it is unlocked.
pub trait GuestMemory {
    /// Fills `bytes` from `address` on.
    ///
    /// # Errors
    /// [`Fault`], when some of it is not readable; `bytes` may be partly filled.
    fn read(&mut self, address: u32, bytes: &mut [u8]) -> Result<(), Fault>;

    /// Writes `bytes` from `address` on.
    ///
    /// # Errors
    /// [`Fault`], when some of it is not writable; nothing should be written then.
    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault>;

    /// Sets memory aside for the guest, aligned to 16 bytes; the address is never 0.
    ///
    /// # Errors
    /// [`Fault`], when there is none left.
    fn allocate(&mut self, size: u32) -> Result<u32, Fault>;

    /// Takes back what [`GuestMemory::allocate`] set aside.
    fn free(&mut self, address: u32);
}

impl From<Fault> for Error {
    /// Windows raises an exception; we answer what it answers to null.
    fn from(_: Fault) -> Self {
        Self::InvalidParams
    }
}

impl dyn GuestMemory + '_ {
    /// The bytes at an address; null is a fault.
    pub(crate) fn array<const N: usize>(&mut self, address: u32) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        if address == 0 {
            return Err(Error::InvalidParams);
        }
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    /// The word at an address; null is a fault.
    pub(crate) fn word(&mut self, address: u32) -> Result<u32> {
        self.array(address).map(u32::from_le_bytes)
    }

    /// The words at an address; null is a fault.
    pub(crate) fn words<const N: usize>(&mut self, address: u32) -> Result<[u32; N]> {
        if address == 0 {
            return Err(Error::InvalidParams);
        }
        let mut words = [0u32; N];
        self.read(address, bytemuck::cast_slice_mut(&mut words))?;
        Ok(words.map(u32::from_le))
    }

    /// Writes words to an address; null is a fault.
    pub(crate) fn put_words(&mut self, address: u32, words: &[u32]) -> Result<()> {
        if address == 0 {
            return Err(Error::InvalidParams);
        }
        let bytes: smallvec::SmallVec<[u8; 128]> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(self.write(address, &bytes)?)
    }
}

/// Guest memory of pages, which are made where they are asked for: for tests, tools and ports.
///
/// ```
/// use retrograph_d3dim::{GuestMemory, PagedMemory};
///
/// let mut memory = PagedMemory::new();
/// let address = memory.allocate(8)?;
/// memory.write(address + 2, &[1, 2, 3])?;
/// let mut bytes = [9; 4];
/// memory.read(address + 1, &mut bytes)?;
/// assert_eq!(bytes, [0, 1, 2, 3]);
/// assert!(memory.read(0, &mut bytes).is_err());
/// # Ok::<(), retrograph_d3dim::Fault>(())
/// ```
#[derive(Debug, Default)]
pub struct PagedMemory {
    pages: rustc_hash::FxHashMap<u32, Box<[u8; PAGE as usize]>>,
    /// Where the next allocation goes; free pages are not used again.
    next: u32,
    allocations: rustc_hash::FxHashMap<u32, u32>,
}

const PAGE: u32 = 4096;

impl PagedMemory {
    /// Memory without a page.
    #[must_use]
    pub fn new() -> Self {
        Self { next: 0x10_0000, ..Self::default() }
    }

    /// Maps the page that an address lies in, filled with zeros if it is new.
    pub fn map(&mut self, address: u32) {
        self.pages.entry(address / PAGE).or_insert_with(|| Box::new([0; PAGE as usize]));
    }

    /// How many allocations are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.allocations.len()
    }

    /// Calls `visit` with each run of bytes within a page: its offset from `address`, and the page's bytes.
    fn visit(
        &mut self,
        address: u32,
        size: usize,
        mut visit: impl FnMut(usize, &mut [u8]),
    ) -> Result<(), Fault> {
        let mut done = 0;
        while done < size {
            let at = u32::try_from(done).ok().and_then(|done| address.checked_add(done));
            let at = at.ok_or(Fault { address })?;
            let page = self.pages.get_mut(&(at / PAGE)).ok_or(Fault { address: at })?;
            let start = (at % PAGE) as usize;
            let count = (size - done).min(PAGE as usize - start);
            visit(done, &mut page[start..start + count]);
            done += count;
        }
        Ok(())
    }
}

impl GuestMemory for PagedMemory {
    fn read(&mut self, address: u32, bytes: &mut [u8]) -> Result<(), Fault> {
        let size = bytes.len();
        self.visit(address, size, |at, page| bytes[at..at + page.len()].copy_from_slice(page))
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.visit(address, bytes.len(), |_, _| {})?;
        self.visit(address, bytes.len(), |at, page| page.copy_from_slice(&bytes[at..at + page.len()]))
    }

    fn allocate(&mut self, size: u32) -> Result<u32, Fault> {
        let address = self.next;
        // A page between allocations stays unmapped, so that running over is a fault.
        let pages = size.max(1).div_ceil(PAGE) + 1;
        self.next =
            pages.checked_mul(PAGE).and_then(|size| address.checked_add(size)).ok_or(Fault { address })?;
        (0..pages - 1).for_each(|page| self.map(address + page * PAGE));
        self.allocations.insert(address, pages - 1);
        Ok(address)
    }

    fn free(&mut self, address: u32) {
        let pages = self.allocations.remove(&address).unwrap_or(0);
        for page in 0..pages {
            self.pages.remove(&(address / PAGE + page));
        }
    }
}
