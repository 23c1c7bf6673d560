//! Uploads to textures between draws, and mip levels after uploads and after draws.

use retrograph_render::frame::{GenerateMips, Program, TextureBinding, TextureLocation, ViewKind};
use retrograph_render::resource::{TextureDesc, TextureShape};
use retrograph_render::{Context, wgpu};

use super::common::{
    FULL_VERTEX, begin, bytes, color, context, corner, draw, pixels, plain_program, shader, target, viewport,
};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// A program that shows texel 0 of layer or slice 1 of slot 0.
fn reading(context: &mut Context, kind: ViewKind) -> Program {
    let (ty, load) = match kind {
        ViewKind::D2 => ("texture_2d<f32>", "vec2i(0), 0"),
        ViewKind::Cube => ("texture_2d_array<f32>", "vec2i(0), 1, 0"),
        ViewKind::Volume => ("texture_3d<f32>", "vec3i(0, 0, 1), 0"),
    };
    let fragment = format!(
        "@group(1) @binding(0) var picture: {ty};
        @fragment fn fragment_main() -> @location(0) vec4f {{ return textureLoad(picture, {load}); }}"
    );
    Program {
        vertex: shader(context, FULL_VERTEX, true, [0; 5], &[]),
        fragment: shader(context, &fragment, false, [0; 5], &[(0, kind)]),
    }
}

#[test]
fn each_draw_sees_the_newest_upload_before_it() {
    for (kind, shape, z) in [
        (ViewKind::D2, TextureShape::D2, 0),
        (ViewKind::Cube, TextureShape::Cube, 1),
        (ViewKind::Volume, TextureShape::Volume, 1),
    ] {
        let mut context = context();
        let screen = context.recorder.create_texture(target(3, 1, RGBA));
        let depth = if shape == TextureShape::Volume { 2 } else { 1 };
        let desc = TextureDesc { shape, depth, render_target: false, ..target(2, 2, RGBA) };
        let picture = context.recorder.create_texture(desc);
        let program = reading(&mut context, kind);
        begin(&mut context, screen, program);
        context.recorder.set_binding(
            false,
            0,
            TextureBinding { texture: Some(picture), ..TextureBinding::default() },
        );
        let at = TextureLocation { origin: [0, 0, z], ..corner(picture) };
        for (x, texel) in [RED, GREEN, BLUE].into_iter().enumerate() {
            context.recorder.write_texture(at, [2, 2, 1], &texel.repeat(4));
            let mut column = viewport(3, 1);
            (column.scissor.x, column.scissor.width) = (x as u32, 1);
            context.recorder.set_viewport(column);
            context.recorder.draw(draw(3));
        }
        assert_eq!(pixels(&mut context, screen), [RED, GREEN, BLUE], "{kind:?}");
        assert_eq!(context.counters().transfers_dropped, 0);
    }
}

#[test]
fn mip_levels_follow_uploads_before_all_passes_and_draws_among_them() {
    let mut context = context();
    let picture = context.recorder.create_texture(TextureDesc { levels: 2, ..target(2, 2, RGBA) });
    let program = plain_program(&mut context);
    let below = TextureLocation { level: 1, ..corner(picture) };
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    begin(&mut context, screen, program);
    context.recorder.clear(color([1.0; 4]), None);
    context.recorder.write_block(1, 0, &bytes(&[0.0, 0.0, 1.0, 1.0]));
    context.recorder.draw(draw(3));
    // An upload that nothing has used, though a pass is open: the levels belong to the prefix.
    let texels = [[0, 0, 0, 0], [40, 0, 0, 0], [0, 80, 0, 0], [0, 0, 120, 200]];
    context.recorder.write_texture(corner(picture), [2, 2, 1], texels.as_flattened());
    context.recorder.generate_mips(GenerateMips { texture: picture, linear: true });
    assert_eq!(context.read_texture(below, [1, 1]), Ok(vec![10, 20, 30, 50]));
    let dump = context.graph_dump();
    assert!(dump.starts_with("before all steps: generate mips of target 2x2\n0: "), "{dump}");
    // After a draw to level 0 they follow that draw.
    begin(&mut context, picture, program);
    context.recorder.draw(draw(3));
    context.recorder.generate_mips(GenerateMips { texture: picture, linear: true });
    assert_eq!(context.read_texture(below, [1, 1]), Ok(BLUE.to_vec()));
    let dump = context.graph_dump();
    assert!(dump.contains("\n1: generate mips of target 2x2\n") && !dump.contains("before all"), "{dump}");
}
