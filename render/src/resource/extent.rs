//! Extents of levels, and what fits into them.

use super::{TextureDesc, TextureShape};
use crate::error::RenderError;
use crate::frame::TextureLocation;

impl TextureDesc {
    /// Width, height, and depth, faces or layers of a level.
    #[must_use]
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let side = |full: u32| full.checked_shr(level).unwrap_or(0).max(1);
        let layers = match self.shape {
            TextureShape::D2 => 1,
            TextureShape::Cube => 6,
            TextureShape::Volume => side(self.depth),
        };
        [side(self.width), side(self.height), layers]
    }

    /// Whether a box lies within a level and is whole in blocks of the format.
    #[must_use]
    pub fn contains(&self, location: TextureLocation, size: [u32; 3]) -> bool {
        let full = self.level_size(location.level);
        let block = self.format.block_dimensions();
        let block = [block.0, block.1, 1];
        location.level < self.levels
            && (0..3).all(|axis| {
                let (start, count) = (location.origin[axis], size[axis]);
                let end = start.checked_add(count);
                // Levels smaller than a block still hold a whole one.
                let room = full[axis].next_multiple_of(block[axis]);
                count > 0
                    && start.is_multiple_of(block[axis])
                    && end.is_some_and(|end| {
                        end == full[axis] || (end <= room && end.is_multiple_of(block[axis]))
                    })
            })
    }

    /// Bytes of all levels, of formats without a layout as if a texel had eight.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let block = self.format.block_dimensions();
        let bytes = u64::from(self.format.block_copy_size(None).unwrap_or(8));
        let levels = (0..self.levels.min(32)).map(|level| {
            let [width, height, layers] = self.level_size(level);
            let blocks = u64::from(width.div_ceil(block.0)).saturating_mul(height.div_ceil(block.1).into());
            blocks.saturating_mul(layers.into()).saturating_mul(bytes)
        });
        levels.fold(0, u64::saturating_add).saturating_mul(self.samples.max(1).into())
    }

    /// Checks that a rectangle can be read back.
    pub(crate) fn check_read(&self, location: TextureLocation, size: [u32; 2]) -> Result<(), RenderError> {
        let [width, height] = size;
        if !self.contains(location, [width, height, 1]) {
            let TextureLocation { level, origin, .. } = location;
            return Err(RenderError::OutOfRange { level, origin, size });
        }
        if self.samples > 1 || self.read_bytes().is_none() {
            return Err(RenderError::Unreadable { format: self.format, samples: self.samples });
        }
        Ok(())
    }

    /// Bytes of a block as read back: of formats with depth, the depth's. `None`: cannot be read.
    pub(crate) fn read_bytes(&self) -> Option<u32> {
        self.format.block_copy_size(Some(self.read_aspect()))
    }

    /// The aspect that reads and uploads mean.
    pub(crate) fn read_aspect(&self) -> wgpu::TextureAspect {
        if self.format.has_depth_aspect() { wgpu::TextureAspect::DepthOnly } else { wgpu::TextureAspect::All }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::TextureId;

    fn desc(shape: TextureShape, format: wgpu::TextureFormat) -> TextureDesc {
        TextureDesc {
            label: "t".into(),
            shape,
            width: 20,
            height: 10,
            depth: 4,
            levels: 3,
            samples: 1,
            format,
            render_target: false,
        }
    }

    fn at(level: u32, origin: [u32; 3]) -> TextureLocation {
        TextureLocation { texture: TextureId::default(), level, origin }
    }

    #[test]
    fn boxes_must_lie_within_their_level() {
        let volume = desc(TextureShape::Volume, wgpu::TextureFormat::Rgba8Unorm);
        assert_eq!(volume.level_size(1), [10, 5, 2]);
        assert!(volume.contains(at(1, [2, 1, 1]), [8, 4, 1]));
        assert!(!volume.contains(at(1, [3, 1, 1]), [8, 4, 1]));
        assert!(!volume.contains(at(1, [2, 1, 2]), [8, 4, 1]));
        assert!(!volume.contains(at(3, [0, 0, 0]), [1, 1, 1]));
        assert!(!volume.contains(at(0, [u32::MAX, 0, 0]), [2, 1, 1]));
        assert!(!volume.contains(at(0, [0, 0, 0]), [0, 1, 1]));
    }

    #[test]
    fn compressed_boxes_are_whole_blocks_or_reach_the_edge() {
        let blocks = desc(TextureShape::D2, wgpu::TextureFormat::Bc1RgbaUnorm);
        assert!(blocks.contains(at(0, [4, 4, 0]), [16, 6, 1]));
        assert!(blocks.contains(at(0, [4, 4, 0]), [16, 8, 1]));
        assert!(!blocks.contains(at(0, [4, 4, 0]), [6, 4, 1]));
        assert!(!blocks.contains(at(0, [2, 4, 0]), [4, 4, 1]));
        assert!(blocks.contains(at(2, [0, 0, 0]), [5, 2, 1]));
    }

    #[test]
    fn depth_without_a_byte_layout_cannot_be_read() {
        let depth = desc(TextureShape::D2, wgpu::TextureFormat::Depth24Plus);
        assert!(matches!(depth.check_read(at(0, [0; 3]), [1, 1]), Err(RenderError::Unreadable { .. })));
        let float = desc(TextureShape::D2, wgpu::TextureFormat::Depth32Float);
        assert_eq!(float.check_read(at(0, [0; 3]), [1, 1]), Ok(()));
        assert_eq!(float.read_bytes(), Some(4));
    }
}
