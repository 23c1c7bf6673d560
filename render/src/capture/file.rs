//! The frame file: `RGFRAME` and a zero byte, the version, and sections, all numbers little-endian.
//!
//! A section is a tag of four bytes, the length of its payload (64 bits), the payload's CRC-32, and the payload in
//! MessagePack, whose decoder limits nesting: modules nest blocks, and a hostile file must not exhaust the stack.
//! A file has each section once, in the order in which they are written.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::stored::CaptureFile;
use super::{CaptureError, check};

/// The first bytes of every frame file.
const MAGIC: &[u8; 8] = b"RGFRAME\0";

/// The version that is written, and the only one that is read.
const VERSION: u32 = 3;

/// Tag, length and checksum.
const HEADER: usize = 16;

/// How deep values may nest. The deepest shaders that Direct3D allows need about half of it.
const DEPTH: usize = 160;

/// Bytes of stack for reading and writing; only what is touched becomes memory.
const STACK: usize = 128 << 20;

impl CaptureFile {
    /// The bytes of the frame file.
    ///
    /// # Errors
    /// [`CaptureError::Section`] when something cannot be encoded.
    pub fn encode(&self) -> Result<Vec<u8>, CaptureError> {
        with_stack(|| self.encode_here())
    }

    fn encode_here(&self) -> Result<Vec<u8>, CaptureError> {
        let mut out = Vec::from(*MAGIC);
        out.extend(VERSION.to_le_bytes());
        write(&mut out, b"INFO", &self.info)?;
        write(&mut out, b"TEXS", &self.textures)?;
        write(&mut out, b"BUFS", &self.buffers)?;
        write(&mut out, b"SHDS", &self.shaders)?;
        write(&mut out, b"FRMS", &self.frames)?;
        Ok(out)
    }

    /// Reads a frame file and checks everything in it. Memory is bounded by a small multiple of the file's size.
    ///
    /// # Errors
    /// Every variant of [`CaptureError`] but [`CaptureError::Io`] and [`CaptureError::Render`]: the file is
    /// truncated, of another version, corrupt, or holds what no capture writes.
    pub fn decode(bytes: &[u8]) -> Result<Self, CaptureError> {
        with_stack(|| Self::decode_here(bytes))
    }

    fn decode_here(bytes: &[u8]) -> Result<Self, CaptureError> {
        let mut reader = Reader { all: bytes, at: 0 };
        let magic = reader.take(MAGIC.len(), "the magic").unwrap_or(bytes);
        if magic != MAGIC {
            return Err(CaptureError::Magic { found: magic[..magic.len().min(8)].to_vec() });
        }
        let version = u32::from_le_bytes(reader.array("the version")?);
        if version != VERSION {
            return Err(CaptureError::Version { found: version, known: VERSION });
        }
        let file = Self {
            info: reader.section(b"INFO")?,
            textures: reader.section(b"TEXS")?,
            buffers: reader.section(b"BUFS")?,
            shaders: reader.section(b"SHDS")?,
            frames: reader.section(b"FRMS")?,
        };
        if reader.at < bytes.len() {
            let reason = format!("{} bytes follow it", bytes.len() - reader.at);
            return Err(CaptureError::Section { section: name(b"FRMS"), reason });
        }
        check::file(&file)?;
        Ok(file)
    }
}

/// Runs `work` with a stack that values of [`DEPTH`] levels fit into, whatever thread calls: a level takes tens of
/// kilobytes in builds without optimisation.
fn with_stack<T: Send>(work: impl FnOnce() -> Result<T, CaptureError> + Send) -> Result<T, CaptureError> {
    if cfg!(target_family = "wasm") {
        return work();
    }
    let failed =
        |reason: String| CaptureError::Io { path: "a thread to read or write frames".to_owned(), reason };
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("retrograph frame file".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| failed(error.to_string()))?
            .join()
            .unwrap_or_else(|_| Err(failed("it panicked".to_owned())))
    })
}

fn name(tag: &[u8; 4]) -> String {
    tag.escape_ascii().to_string()
}

fn write(out: &mut Vec<u8>, tag: &[u8; 4], value: &impl Serialize) -> Result<(), CaptureError> {
    let payload = rmp_serde::to_vec(value)
        .map_err(|error| CaptureError::Section { section: name(tag), reason: error.to_string() })?;
    out.extend(tag);
    out.extend((payload.len() as u64).to_le_bytes());
    out.extend(crc32fast::hash(&payload).to_le_bytes());
    out.extend(payload);
    Ok(())
}

/// Walks over a file's bytes.
struct Reader<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], CaptureError> {
        let truncated = || CaptureError::Truncated { what: what.to_owned(), length: self.all.len() };
        let end = self.at.checked_add(count).ok_or_else(truncated)?;
        let bytes = self.all.get(self.at..end).ok_or_else(truncated)?;
        self.at = end;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], CaptureError> {
        let bytes = self.take(N, what)?;
        bytes
            .first_chunk()
            .copied()
            .ok_or_else(|| CaptureError::Truncated { what: what.to_owned(), length: self.all.len() })
    }

    fn section<T: DeserializeOwned>(&mut self, tag: &[u8; 4]) -> Result<T, CaptureError> {
        let section = name(tag);
        let mut header = Reader { all: self.take(HEADER, &section)?, at: 0 };
        let found: [u8; 4] = header.array(&section)?;
        if found != *tag {
            let reason = format!("{} stands in its place", name(&found));
            return Err(CaptureError::Section { section, reason });
        }
        let length = u64::from_le_bytes(header.array(&section)?);
        let stored = u32::from_le_bytes(header.array(&section)?);
        let payload = self.take(usize::try_from(length).unwrap_or(usize::MAX), &section)?;
        let found = crc32fast::hash(payload);
        if found != stored {
            return Err(CaptureError::Checksum { section, found, stored });
        }
        let mut decoder = rmp_serde::Deserializer::from_read_ref(payload);
        decoder.set_max_depth(DEPTH);
        T::deserialize(&mut decoder)
            .map_err(|error| CaptureError::Decode { section, reason: error.to_string() })
    }
}
