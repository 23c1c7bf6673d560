//! How much memory the program holds.

/// How many bytes more there may be at the end than after a third of the way. Allocators keep what threads that ended
/// gave back, and drivers keep compiled shaders; what leaks a texture or a frame goes far beyond.
pub(crate) const BOUND: u64 = 48 << 20;

/// Bytes in memory; `None` where the system does not say so in a file.
pub(crate) fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    // The file counts pages of 4096 bytes on all machines that tests run on.
    Some(pages * 4096)
}
