//! All demos, rendered to pictures with a page that shows them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use image::RgbImage;
use retrograph_render::Gpu;

use crate::demo::Result;

#[path = "../examples/classic_scene.rs"]
pub mod classic_scene;
#[path = "../examples/instancing.rs"]
pub mod instancing;
#[path = "../examples/lit_mesh.rs"]
pub mod lit_mesh;
#[path = "../examples/misty_valley.rs"]
pub mod misty_valley;
#[path = "../examples/pica_lanterns.rs"]
pub mod pica_lanterns;
#[path = "../examples/pica_relief.rs"]
pub mod pica_relief;
#[path = "../examples/post_chain.rs"]
pub mod post_chain;
#[path = "../examples/texture_stages.rs"]
pub mod texture_stages;
#[path = "../examples/three_volumes.rs"]
pub mod three_volumes;
#[path = "../examples/typical_frame.rs"]
pub mod typical_frame;

/// A demo of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its name, also that of its picture and of the example.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    /// Renders it.
    pub render: fn(&Gpu) -> Result<RgbImage>,
}

/// The demos, in the order in which they are shown.
pub const DEMOS: [Demo; 10] = [
    Demo {
        name: "lit_mesh",
        about: "A normal-mapped knot, lit by a lamp through a shadow map and by a fill light.",
        render: lit_mesh::render,
    },
    Demo {
        name: "instancing",
        about: "Six thousand cubes in six draws, by streams of instances.",
        render: instancing::render,
    },
    Demo {
        name: "post_chain",
        about: "A sunset in high dynamic range: bloom, tone map, and a grade by a 3D table.",
        render: post_chain::render,
    },
    Demo {
        name: "typical_frame",
        about: "A frame as games make them: shadows, a G-buffer, glow, sparks, and a display.",
        render: typical_frame::render,
    },
    Demo {
        name: "classic_scene",
        about: "Fixed-function: lamps, fog, chrome by a sphere map, a projected window, stencil shadows.",
        render: classic_scene::render,
    },
    Demo {
        name: "texture_stages",
        about: "Fixed-function: fifteen surfaces, each by up to four texture stages.",
        render: texture_stages::render,
    },
    Demo {
        name: "three_volumes",
        about: "Execute buffers through three viewports: the whole, a part by its clip box, a cut by its depths.",
        render: three_volumes::render,
    },
    Demo {
        name: "misty_valley",
        about: "Immediate Mode of DirectX 6: two textures a pixel, fog by vertex, trees by colour key.",
        render: misty_valley::render,
    },
    Demo {
        name: "pica_relief",
        about: "PICA200: relief by dot products of combiners, a sphere map, stencil shadows, a mirror, fog.",
        render: pica_relief::render,
    },
    Demo {
        name: "pica_lanterns",
        about: "PICA200: lanterns by a geometry shader, above water that samples what was drawn.",
        render: pica_lanterns::render,
    },
];

/// Renders the demos whose name is `only` (all without it) into `folder`, with an `index.html` of all pictures there.
/// `progress` is told of each: its path and the seconds it took.
///
/// # Errors
/// When there is no demo of this name, one fails, or a file cannot be written.
pub fn render(
    gpu: &Gpu,
    folder: &Path,
    only: Option<&str>,
    progress: impl FnMut(&Path, f32),
) -> Result<Vec<PathBuf>> {
    render_on(|_| gpu.clone(), folder, only, progress)
}

/// [`render`] with a device chosen for each demo.
///
/// # Errors
/// Those of [`render`].
pub fn render_on(
    gpu: impl Fn(&Demo) -> Gpu,
    folder: &Path,
    only: Option<&str>,
    mut progress: impl FnMut(&Path, f32),
) -> Result<Vec<PathBuf>> {
    let chosen: Vec<&Demo> = DEMOS.iter().filter(|demo| only.is_none_or(|only| only == demo.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = DEMOS.iter().map(|demo| demo.name).collect();
        return Err(format!("no demo of this name; there are {}", names.join(", ")).into());
    }
    std::fs::create_dir_all(folder)?;
    let mut paths = Vec::new();
    for demo in chosen {
        let start = Instant::now();
        let picture = (demo.render)(&gpu(demo)).map_err(|error| format!("{}: {error}", demo.name))?;
        let path = folder.join(demo.name).with_extension("png");
        picture.save(&path)?;
        progress(&path, start.elapsed().as_secs_f32());
        paths.push(path);
    }
    std::fs::write(folder.join("index.html"), page(folder))?;
    Ok(paths)
}

/// The page with every picture that is in the folder.
fn page(folder: &Path) -> String {
    let figures: String = DEMOS
        .iter()
        .filter(|demo| folder.join(demo.name).with_extension("png").exists())
        .map(|demo| {
            let Demo { name, about, .. } = demo;
            format!("<figure><img src=\"{name}.png\" alt=\"{name}\"><figcaption><b>{name}</b> {about}</figcaption></figure>\n")
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Retrograph gallery</title>\n\
         <style>body {{ font: 16px/1.5 system-ui, sans-serif; background: #101216; color: #d8dce4; margin: 2em auto; max-width: 962px }}\n\
         figure {{ margin: 0 0 2.5em }} img {{ max-width: 100%; border-radius: 4px }} figcaption {{ color: #9aa3b5 }} b {{ color: #fff }}</style>\n\
         <h1>Retrograph</h1>\n<p>Compiled Direct3D 9 shaders, the fixed-function pipeline, Immediate Mode and PICA200 command lists, drawn by wgpu.</p>\n{figures}</html>\n"
    )
}
