//! The page of failures: ours, expected and the difference side by side.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use image::RgbImage;

use super::error::BatteryError;
use super::outcome::{Outcome, write_file};
use super::picture::{difference, picture};
use super::reads::pieces;
use super::root::Battery;
use super::script::Case;

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Failed cases</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; background: #16181d; color: #d8dce4 }
h2 { font-size: 1.05em; margin: 2em 0 .2em } p { margin: .2em 0; max-width: 80em }
figure { display: inline-block; margin: .6em 1em .6em 0 } figcaption { color: #8b93a5 }
img { width: 256px; image-rendering: pixelated; border: 1px solid #333947 }
</style>
<h1>Failed cases</h1>
<p>Differences are shown eightfold.</p>
";

/// Collects failed cases into one HTML page with pictures beside it.
#[derive(Debug)]
pub struct Report {
    folder: PathBuf,
    body: String,
    failures: u32,
}

impl Report {
    /// A report that will be written into `folder`.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), body: String::new(), failures: 0 }
    }

    /// Adds a failed case with its pictures, against the first reference that `battery` accepts.
    ///
    /// # Errors
    /// When a reference cannot be read or a picture cannot be written.
    pub fn add(
        &mut self,
        battery: &Battery,
        case: &Case,
        outcome: &Outcome,
        reason: &str,
    ) -> Result<(), BatteryError> {
        self.failures += 1;
        let (name, facts) = (escape(&case.name), escape(&case.facts));
        let _ = writeln!(self.body, "<h2>{name}</h2>\n<p>{facts}</p>\n<p><b>{}</b></p>", escape(reason));
        let mut expected = None;
        for reference in battery.entry(&case.name).map(|entry| entry.accept.as_slice()).unwrap_or_default() {
            expected = expected.or(battery.expected(&case.name, reference)?);
        }
        let expected = expected.unwrap_or_default();
        let mut at = 0;
        for (number, piece) in pieces(case)?.iter().enumerate() {
            let part = |bytes: &[u8]| picture(piece, bytes.get(at..at + piece.size()).unwrap_or_default());
            let (ours, wanted) = (part(&outcome.bytes), part(&expected));
            at += piece.size();
            let apart = ours.as_ref().zip(wanted.as_ref()).map(|(ours, wanted)| difference(ours, wanted));
            for (kind, image) in [("ours", ours), ("expected", wanted), ("difference", apart)] {
                let file = format!("{}.{number}.{kind}.png", case.name);
                if let Some(image) = image {
                    self.figure(&file, &format!("{} {kind}", piece.what), &image)?;
                }
            }
        }
        Ok(())
    }

    fn figure(&mut self, file: &str, caption: &str, image: &RgbImage) -> Result<(), BatteryError> {
        let folder = self.folder.join("pictures");
        let io = |source| BatteryError::Io { path: folder.clone(), source };
        std::fs::create_dir_all(&folder).map_err(io)?;
        image.save(folder.join(file)).map_err(|error| io(std::io::Error::other(error)))?;
        let (file, caption) = (escape(file), escape(caption));
        let _ = writeln!(
            self.body,
            "<figure><img src=\"pictures/{file}\" alt=\"\"><figcaption>{caption}</figcaption></figure>"
        );
        Ok(())
    }

    /// Writes `failures.html`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> Result<PathBuf, BatteryError> {
        let path = self.folder.join("failures.html");
        let none = if self.failures == 0 { "<p>None.</p>\n" } else { "" };
        write_file(&path, format!("{HEAD}{none}{}</html>\n", self.body).as_bytes())?;
        Ok(path)
    }
}

/// Text as HTML shows it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
