//! What was drawn, as a picture.

use image::RgbImage;
use image::imageops::{FilterType, resize};
use retrograph_pica::state::ColorFormat;
use retrograph_pica::texture::{Layout, decode_color};
use retrograph_render::Gpu;

use super::{Handheld, Target};
use crate::demo::{Result, SIZE};

impl Handheld {
    /// Executes the list, and reads a target as its guest would, averaged to [`SIZE`]. On a stage (`demo::on_stage`) the
    /// picture is shown instead, and there is none.
    ///
    /// # Errors
    /// What the list is refused for, and what was left out of it.
    pub fn picture(mut self, gpu: &Gpu, target: &Target) -> Result<RgbImage> {
        let mut memory = self.execute()?;
        let [width, height] = target.size;
        let bytes = width * height * 4;
        self.pica.flush(target.color, bytes, &mut memory)?;
        let place = memory.slice(target.color, bytes as usize).ok_or("no such target")?;
        let large = RgbImage::from_fn(width, height, |x, y| {
            let at = Layout::Tiles.index(x, y, width) as usize * 4;
            let [r, g, b, _] = decode_color(ColorFormat::Rgba8, &place[at..at + 4]);
            image::Rgb([r, g, b])
        });
        let picture = resize(&large, SIZE[0], SIZE[1], FilterType::Triangle);
        #[cfg(not(target_family = "wasm"))]
        if crate::demo::stage::is_set() {
            return crate::demo::Canvas::of(&gpu.not_capturing(), &picture)?.picture();
        }
        Ok(picture)
    }
}
