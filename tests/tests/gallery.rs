//! Every demo renders, the same each time, and to a picture with something in it.

#[path = "gallery/upscaled.rs"]
mod upscaled;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use image::RgbImage;
use retrograph_examples::demo::{SIZE, on_stage};
use retrograph_examples::gallery::{self, DEMOS};
use retrograph_render::present::{PresentedFrame, Presenter};
use retrograph_render::{Gpu, wgpu};

/// The demos' pictures, which take a while.
static PICTURES: LazyLock<Vec<RgbImage>> = LazyLock::new(|| {
    let gpu = Gpu::headless().expect("an adapter");
    DEMOS.iter().map(|demo| (demo.render)(&gpu).expect(demo.name)).collect()
});

/// How many colours a picture has, when rounded to 4 bits a channel.
fn colors(picture: &RgbImage) -> usize {
    picture.pixels().map(|pixel| pixel.0.map(|channel| channel >> 4)).collect::<BTreeSet<_>>().len()
}

/// The share of neighbouring pixels that differ visibly: how much there is to see.
fn detail(picture: &RgbImage) -> f64 {
    let differs = |x: u32, y: u32| {
        let (a, b) = (picture.get_pixel(x, y).0, picture.get_pixel(x + 1, y).0);
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 8)
    };
    let places = (0..SIZE[1]).flat_map(|y| (0..SIZE[0] - 1).map(move |x| (x, y)));
    let count = places.filter(|&(x, y)| differs(x, y)).count();
    count as f64 / f64::from(SIZE[0] * SIZE[1])
}

#[test]
fn demos_draw_rich_pictures_and_the_same_ones_again() {
    let gpu = Gpu::headless().expect("an adapter");
    for (demo, first) in DEMOS.iter().zip(&*PICTURES) {
        assert_eq!([first.width(), first.height()], SIZE, "{}", demo.name);
        assert!(colors(first) > 100, "{} has {} colours", demo.name, colors(first));
        assert!(detail(first) > 0.03, "{} has detail {}", demo.name, detail(first));
        let again = (demo.render)(&gpu).expect(demo.name);
        assert!(*first == again, "{} is not the same twice", demo.name);
    }
}

#[test]
fn a_frame_of_the_fixed_function_pipeline_takes_few_stages() {
    let gpu = Gpu::headless().expect("an adapter");
    let demo = DEMOS.iter().find(|demo| demo.name == "classic_scene").expect("a demo");
    let ignore = |_: &wgpu::Device, _: &wgpu::Queue, _: &PresentedFrame| {};
    let presenter = Presenter::hook(&gpu, ignore).expect("a presenter");
    let device = on_stage(presenter, || (demo.render)(&gpu)).expect("a frame");
    // Vertex and pixel stages, each of which is a program that the GPU's driver compiles.
    assert_eq!(device.fixed_stages(), [6, 5]);
}

#[test]
fn the_gallery_is_a_folder_of_pictures_with_a_page() {
    let gpu = Gpu::headless().expect("an adapter");
    let folder = std::env::temp_dir().join(format!("retrograph-gallery-{}", std::process::id()));
    let mut told = Vec::new();
    let paths = gallery::render(&gpu, &folder, Some("instancing"), |path, _| told.push(path.to_owned()));
    assert_eq!(paths.expect("a gallery"), told);
    let picture = image::open(folder.join("instancing.png")).expect("a picture").to_rgb8();
    assert_eq!([picture.width(), picture.height()], SIZE);
    let page = std::fs::read_to_string(folder.join("index.html")).expect("a page");
    assert!(page.contains("src=\"instancing.png\"") && !page.contains("lit_mesh.png"), "{page}");
    let unknown = gallery::render(&gpu, &folder, Some("teapot"), |_, _| ()).expect_err("no such demo");
    assert!(unknown.to_string().contains("lit_mesh"), "{unknown}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn upscaled_demos_are_nearer_to_those_of_full_size_than_stretched_ones() {
    let gpu = Gpu::headless().expect("an adapter");
    for (demo, picture) in DEMOS.iter().zip(&*PICTURES) {
        let (truth, small) = (upscaled::reduced(picture, 2), upscaled::reduced(picture, 4));
        // Whole blocks of four alone.
        let truth = image::imageops::crop_imm(&truth, 0, 0, small.width() * 2, small.height() * 2).to_image();
        let [ours, plain] = [upscaled::upscaled(&gpu, &small), upscaled::linear(&small)];
        let [ours_psnr, plain_psnr] = [&ours, &plain].map(|picture| upscaled::psnr(picture, &truth));
        let [ours_ssim, plain_ssim] = [&ours, &plain].map(|picture| upscaled::ssim(picture, &truth));
        let figures = format!(
            "{}: {ours_psnr:.2} against {plain_psnr:.2} dB, {ours_ssim:.4} against {plain_ssim:.4}",
            demo.name
        );
        println!("{figures}");
        assert!(ours_psnr > plain_psnr && ours_ssim > plain_ssim, "{figures}");
    }
}
