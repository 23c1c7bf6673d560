//! PICA200: command lists as text, scenes through backends, and evidence of what the reference renderer draws.

mod evidence;
mod folder;
mod render;
mod scene_command;

pub use evidence::{Receipt, write_evidence};
pub use folder::{Event, Expect, List, SceneFolder};
pub use render::{OUTLIERS, Rendered, SceneBackend, SceneVerdict, judge, memory, play, render};
pub use scene_command::{BackendChoice, bench_scene, render_scene, tolerance};

use std::path::Path;

use retrograph_pica::inspect::Inspector;

use crate::demo::Result;

/// The writes of all command lists of a scene folder as text, a line each, with names and fields.
///
/// # Errors
/// A folder that is no scene. A list that is malformed ends the text with what is wrong.
pub fn inspect(path: &Path) -> Result<String> {
    let scene = SceneFolder::open(path)?;
    let mut text = String::new();
    let mut inspector = Inspector::new();
    let spans = scene.spans();
    for list in &scene.lists {
        text.push_str(&format!("list {} at {:#010X}, {} words\n", list.name, list.address, list.words.len()));
        let end = inspector.list(&list.words, spans.as_slice(), &mut text);
        text.push_str(&match end {
            Ok(end) => format!(
                "end: {} writes, {} jumps, {}\n",
                end.writes,
                end.jumps,
                if end.finalized { "finalised" } else { "not finalised" }
            ),
            Err(error) => format!("end: {error}\n"),
        });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenes_writes_are_listed_with_names_and_fields() {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../facade-pica/tests/scenes/cmdjump");
        let text = inspect(&scene).expect("a scene");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("list cmdlist_0.bin at 0x24189C00, 372 words"));
        assert_eq!(lines.next(), Some("     0  0x110  FRAMEBUFFER_INVALIDATE       00000001 invalidate=on"));
        assert_eq!(text.lines().last(), Some("end: 486 writes, 2 jumps, finalised"));
        assert!(inspect(Path::new("no such folder")).is_err());
    }
}
