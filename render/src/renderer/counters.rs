//! What a renderer has done so far.

/// Counts since the renderer was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Frames executed.
    pub frames: u64,
    /// Render passes encoded.
    pub passes: u64,
    /// Draws encoded.
    pub draws: u64,
    /// Calls into wgpu that set state for draws.
    pub set_calls: u64,
    /// Those of them that repeated what was set already. Counted in debug builds; 0 in others.
    pub repeated_set_calls: u64,
    /// Draws dropped: nothing to draw to, an empty viewport, or a resource that is gone.
    pub draws_dropped: u64,
    /// Uploads and copies dropped because they reach outside their resource.
    pub transfers_dropped: u64,
    /// Targets for which blending was switched off because their format cannot blend.
    pub blend_unsupported: u64,
    /// Pipelines made.
    pub pipelines: u64,
    /// Samplers made.
    pub samplers: u64,
    /// Bind groups made.
    pub bind_groups: u64,
    /// Bytes uploaded to buffers and textures.
    pub uploaded_bytes: u64,
    /// Ordered writes to buffers for which a second backing took the place of a pass break.
    pub renames: u64,
    /// Uploads to textures for which a second backing took the place of a pass break.
    pub texture_renames: u64,
    /// Staging buffers made, because none was free.
    pub staging_buffers: u64,
    /// Second backings of buffers made, because none was free.
    pub backings: u64,
    /// Second backings of textures made, because none was free.
    pub texture_backings: u64,
    /// Bytes of staging buffers and backings that are kept to be used again, at this moment.
    pub retained_bytes: u64,
    /// Bytes of uniform blocks written.
    pub uniform_bytes: u64,
}
