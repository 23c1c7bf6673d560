//! Indices, cursors, ranges and counts of a frame.

use super::{LARGEST_BLOCK, MAX_CLEAR_RECTS, MAX_FRAME_VERTICES, at_most};
use crate::capture::CaptureError;
use crate::frame::{ArenaRange, Clear, Command, Draw, Frame, IndexFormat, Indices};
use crate::resource::BLOCKS;

/// What the commands of a frame have used up so far.
#[derive(Default)]
struct Spent {
    vertices: u64,
    rects: u64,
    bytes: u64,
    bindings: u32,
    blocks: u32,
}

impl Frame {
    /// Checks what a recorder guarantees and what execution relies on: indices lead somewhere, cursors rise, ranges
    /// lie in the arena and do not name its bytes again and again, and what the frame asks for is bounded.
    ///
    /// Whether ids name living resources is not looked at.
    ///
    /// # Errors
    /// [`CaptureError::OutOfRange`] and [`CaptureError::Invalid`] name the first offender.
    pub fn check(&self) -> Result<(), CaptureError> {
        let mut spent = Spent::default();
        self.check_groups()?;
        self.check_logs(&mut spent)?;
        for (index, upload) in self.uploads.iter().enumerate() {
            self.range(|| format!("upload {index}"), upload.bytes, &mut spent)?;
        }
        for (index, command) in self.commands.iter().enumerate() {
            let place = || format!("command {index}");
            match command {
                Command::Draw(draw) => self.check_draw(&place, draw, &mut spent)?,
                Command::Clear(clear) => self.check_clear(&place, clear, &mut spent)?,
                Command::Upload(upload) => self.range(place, upload.bytes, &mut spent)?,
                Command::Copy(_) | Command::Stretch(_) | Command::GenerateMips(_) | Command::Read(_) => {}
            }
        }
        let all = || "the whole frame".to_owned();
        at_most(all, "bytes that ranges name", spent.bytes, self.arena.len() as u64)?;
        at_most(all, "rectangles that clears fill", spent.rects, MAX_CLEAR_RECTS)?;
        at_most(all, "vertices drawn", spent.vertices, MAX_FRAME_VERTICES)
    }

    fn check_groups(&self) -> Result<(), CaptureError> {
        for (index, input) in self.inputs.iter().enumerate() {
            let place = || format!("input {index}");
            at_most(place, "number of streams", input.streams.len() as u64, 16)?;
            at_most(place, "number of attributes", input.attributes.len() as u64, 16)?;
            let mut locations = 0u32;
            for attribute in &input.attributes {
                at_most(place, "attribute location", attribute.location.into(), 31)?;
                let bit = 1 << attribute.location;
                if locations & bit != 0 {
                    let reason = format!("location {} is fed twice", attribute.location);
                    return Err(CaptureError::Invalid { place: place(), reason });
                }
                locations |= bit;
            }
        }
        Ok(())
    }

    fn check_logs(&self, spent: &mut Spent) -> Result<(), CaptureError> {
        for (index, write) in self.bindings.iter().enumerate() {
            at_most(|| format!("binding {index}"), "slot", write.slot.into(), 15)?;
        }
        for (index, write) in self.blocks.iter().enumerate() {
            let place = || format!("block write {index}");
            at_most(place, "block", write.block.into(), BLOCKS as u64 - 1)?;
            let end = u64::from(write.offset) + u64::from(write.bytes.size);
            at_most(place, "end in its block", end, LARGEST_BLOCK)?;
            self.range(place, write.bytes, spent)?;
        }
        Ok(())
    }

    fn range(
        &self,
        place: impl Fn() -> String,
        range: ArenaRange,
        spent: &mut Spent,
    ) -> Result<(), CaptureError> {
        let end = u64::from(range.offset) + u64::from(range.size);
        at_most(&place, "end in the arena", end, self.arena.len() as u64)?;
        if !range.offset.is_multiple_of(4) {
            let reason = format!("its bytes start at {}, which is no multiple of 4", range.offset);
            return Err(CaptureError::Invalid { place: place(), reason });
        }
        spent.bytes += u64::from(range.size);
        Ok(())
    }

    fn check_draw(
        &self,
        place: &impl Fn() -> String,
        draw: &Draw,
        spent: &mut Spent,
    ) -> Result<(), CaptureError> {
        let index = |what, value: u32, length: usize| match (value as usize) < length {
            true => Ok(()),
            false => Err(CaptureError::OutOfRange {
                place: place(),
                what,
                value: value.into(),
                limit: (length as u64).saturating_sub(1),
            }),
        };
        index("index of its raster state", draw.raster, self.rasters.len())?;
        index("index of its input", draw.input, self.inputs.len())?;
        index("index of its viewport", draw.viewport, self.viewports.len())?;
        index("index of its targets", draw.targets, self.targets.len())?;
        if draw.program != Draw::NO_PROGRAM {
            index("index of its program", draw.program, self.programs.len())?;
        }
        for (what, cursor, last, length) in [
            ("cursor of bindings", draw.bindings, &mut spent.bindings, self.bindings.len()),
            ("cursor of blocks", draw.blocks, &mut spent.blocks, self.blocks.len()),
        ] {
            at_most(place, what, cursor.into(), length as u64)?;
            let before = std::mem::replace(last, cursor);
            if cursor < before {
                let reason = format!("its {what} goes back from {before} to {cursor}");
                return Err(CaptureError::Invalid { place: place(), reason });
            }
        }
        let arena = self.arena.len() as u64;
        at_most(place, "offset of its vertices", draw.user_vertices.into(), arena)?;
        if let Indices::Arena { offset, format } = draw.indices {
            let size = if format == IndexFormat::U32 { 4 } else { 2 };
            let end = u64::from(offset) + (u64::from(draw.first) + u64::from(draw.count)) * size;
            at_most(place, "end of its indices in the arena", end, arena)?;
        }
        let vertices = u64::from(draw.count) * u64::from(draw.instances);
        spent.vertices = spent.vertices.saturating_add(vertices);
        Ok(())
    }

    fn check_clear(
        &self,
        place: &impl Fn() -> String,
        clear: &Clear,
        spent: &mut Spent,
    ) -> Result<(), CaptureError> {
        if clear.targets as usize >= self.targets.len() {
            let limit = (self.targets.len() as u64).saturating_sub(1);
            let (what, value) = ("index of its targets", clear.targets.into());
            return Err(CaptureError::OutOfRange { place: place(), what, value, limit });
        }
        if let Some(rects) = &clear.rects {
            at_most(place, "end of its rectangles", rects.end.into(), self.rects.len() as u64)?;
            at_most(place, "start of its rectangles", rects.start.into(), rects.end.into())?;
            spent.rects += u64::from(rects.end - rects.start);
        }
        Ok(())
    }
}
