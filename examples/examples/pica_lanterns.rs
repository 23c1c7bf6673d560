//! PICA200: lanterns that a geometry shader makes of points, above water that samples what was drawn a moment before.

use glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3, Vec4};
use image::RgbImage;
use retrograph_examples::demo::handheld::{Handheld, Target, Texture, clip};
use retrograph_examples::demo::noise::clouds;
use retrograph_examples::demo::{self, Result, hsv};
use retrograph_pica::list::ListBuilder;
use retrograph_pica::scenes::commands::{COLOR, POSITION, TEXCOORD};
use retrograph_render::Gpu;
use retrograph_shaders::pica::asm::assemble;

/// How high the horizon is in clip space.
const HORIZON: f32 = -0.28;
const EYE: Vec3 = Vec3::new(0.0, 1.5, 6.0);

/// Position, colour and texture coordinate as they come.
const PLAIN: &str = ".proc main\nmov o0, v0\nmov o1, v1\nmov o2, v2\nend\n.end";

/// A point in clip space; its colour; the size of its sprite.
const POINT: &str = "
.proc main
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    mov o1, v1
    mov o2, v2
    end
.end";

/// Four corners around a point: c0–c3 are where, c4–c7 their texture coordinates.
const SPRITE: &str = "
.gsh point
.proc main
    mov r2, v2
    setemit 0
    mul r0, c0, r2
    call corner0
    setemit 1
    mul r0, c1, r2
    call corner1
    setemit 2, prim
    mul r0, c2, r2
    call corner2
    setemit 0, prim
    mul r0, c3, r2
    call corner3
    end
.end
.proc corner0
    add o0, r0, v0
    mov o1, v1
    mov o2, c4
    emit
.end
.proc corner1
    add o0, r0, v0
    mov o1, v1
    mov o2, c5
    emit
.end
.proc corner2
    add o0, r0, v0
    mov o1, v1
    mov o2, c6
    emit
.end
.proc corner3
    add o0, r0, v0
    mov o1, v1
    mov o2, c7
    emit
.end";

/// A number of 0 to 1 for a number.
fn hash(index: f32, salt: f32) -> f32 {
    ((index * 12.9898 + salt * 78.233).sin() * 43_758.547).rem_euclid(1.0)
}

/// The sky at dusk; v is 0 at the horizon and 1 at the top.
fn sky(u: f32, v: f32) -> Vec3 {
    let bands = [
        (0.0, Vec3::new(1.0, 0.62, 0.36)),
        (0.10, Vec3::new(0.92, 0.42, 0.36)),
        (0.26, Vec3::new(0.56, 0.24, 0.42)),
        (0.5, Vec3::new(0.22, 0.14, 0.36)),
        (1.0, Vec3::new(0.035, 0.04, 0.14)),
    ];
    let mut color = bands[4].1;
    for pair in bands.windows(2) {
        if v < pair[1].0 {
            let part = (v - pair[0].0) / (pair[1].0 - pair[0].0);
            color = pair[0].1.lerp(pair[1].1, part * part * (3.0 - 2.0 * part));
            break;
        }
    }
    // Streaks of cloud, lit from below.
    let cloud = clouds(Vec3::new(u, v * 3.2, 0.3), 3) - 0.46;
    let lit = (cloud * 5.0).clamp(0.0, 1.0) * (1.0 - v).powi(2) * (v * 12.0).min(1.0);
    let color = color.lerp(Vec3::new(1.0, 0.55, 0.42), lit * 0.45);
    // A thin moon.
    let at = Vec2::new((u - 0.735) * 2.35, v - 0.64);
    let (disc, bite) = (at.length(), (at - Vec2::new(-0.017, 0.012)).length());
    let moon = ((0.044 - disc) * 260.0).clamp(0.0, 1.0) * ((bite - 0.040) * 260.0).clamp(0.0, 1.0);
    let color = color + Vec3::new(0.35, 0.32, 0.42) * (-disc * 7.5).exp();
    color.lerp(Vec3::new(1.0, 0.97, 0.88), moon)
}

/// A lantern of paper: lighter where the flame is, dark at its rims, with ribs.
fn paper(u: f32, v: f32) -> Vec4 {
    let at = Vec2::new(u, v) * 2.0 - 1.0;
    let half = 0.58 + 0.2 * (1.0 - (at.y * 0.9 - 0.25).powi(2)) - 0.16 * (-at.y).max(0.0);
    let side = ((half - at.x.abs()) * 18.0).clamp(0.0, 1.0);
    let top = ((0.88 - at.y.abs() - 0.1 * at.x * at.x) * 18.0).clamp(0.0, 1.0);
    let flame = (-(at - Vec2::new(0.0, -0.55)).length() * 1.25).exp();
    let ribs = 0.9 + 0.1 * ((at.x / half).asin() * 9.0).cos().abs();
    let rim = if at.y < -0.78 { 0.35 } else { 1.0 };
    let light = (0.42 + 1.15 * flame) * ribs * rim;
    (Vec3::new(1.0, 0.92, 0.8) * light.min(1.0)).extend(side * top)
}

/// Light around a flame.
fn glow(u: f32, v: f32) -> Vec4 {
    let far = (Vec2::new(u, v) * 2.0 - 1.0).length();
    let light = (1.0 - far).clamp(0.0, 1.0);
    Vec3::splat(light * light * light).extend(1.0)
}

/// Vertices of strips in clip space: position, colour, texture coordinate.
type Strip = Vec<f32>;

fn vertex(strip: &mut Strip, [x, y]: [f32; 2], color: Vec3, uv: [f32; 2]) {
    strip.extend([x, y, -0.5, 1.0]);
    strip.extend(color.extend(1.0).to_array());
    strip.extend(uv);
}

/// A range of hills over the whole width.
fn hills(layer: f32) -> Strip {
    let mut strip = Strip::new();
    let near = layer / 3.0;
    let haze = Vec3::new(0.80, 0.40, 0.40).lerp(Vec3::new(0.045, 0.035, 0.09), near.powf(0.7));
    for step in 0..=240u16 {
        let x = f32::from(step) / 240.0;
        let ridge = clouds(Vec3::new(x * 0.9 + layer * 0.31, layer * 0.17, 0.0), 5);
        let tall = (0.42 - 0.1 * layer) * (ridge - 0.12) + 0.05 * (1.0 - near);
        let valley = 1.0 - 0.75 * (-((x - 0.47 - 0.03 * layer) * 3.6).powi(2)).exp();
        let top = HORIZON + tall.max(0.01) * valley;
        let place = x * 2.0 - 1.0;
        vertex(&mut strip, [place, top], haze, [0.0; 2]);
        vertex(&mut strip, [place, HORIZON - 0.01], haze.lerp(Vec3::new(0.85, 0.45, 0.40), 0.35), [0.0; 2]);
    }
    strip
}

/// Blades of reed in the corners, as triangles.
fn reeds() -> Strip {
    let mut strip = Strip::new();
    for index in 0..150u16 {
        let number = f32::from(index);
        let side = if index.is_multiple_of(3) { 1.0 } else { -1.0 };
        let reach = hash(number, 1.0).powf(1.7);
        let foot = side * (1.04 - 0.62 * reach);
        let tall = (0.72 - 0.55 * reach) * (0.45 + 0.55 * hash(number, 2.0));
        let lean = (hash(number, 3.0) - 0.5) * 0.16 - side * 0.03;
        let thick = 0.004 + 0.004 * hash(number, 4.0);
        let dark = Vec3::new(0.020, 0.014, 0.036) * (0.7 + hash(number, 5.0));
        let at = |part: f32| [foot + lean * part * part, -1.02 + tall * part];
        let (mut from, mut width) = (at(0.0), thick);
        for step in 1..=8u8 {
            let part = f32::from(step) / 8.0;
            let (to, next) = (at(part), thick * (1.0 - part));
            let [a, b] = [[from[0] - width, from[1]], [from[0] + width, from[1]]];
            let [c, d] = [[to[0] - next, to[1]], [to[0] + next, to[1]]];
            for place in [a, b, c, b, d, c] {
                vertex(&mut strip, place, dark, [0.0; 2]);
            }
            (from, width) = (to, next);
        }
    }
    strip
}

/// A lantern: where, and its colour.
fn lanterns() -> Vec<(Vec3, Vec3)> {
    let lantern = |index: u16| {
        let number = f32::from(index);
        let away = hash(number, 11.0).powf(1.6);
        let place = Vec3::new(
            (hash(number, 12.0) - 0.5) * (9.0 + 46.0 * away) - 1.0,
            0.7 + hash(number, 13.0).powf(1.4) * (5.2 + 13.0 * away),
            1.0 - 52.0 * away,
        );
        let hue = 0.045 + 0.05 * hash(number, 14.0) - if index.is_multiple_of(7) { 0.07 } else { 0.0 };
        (place, hsv(hue.rem_euclid(1.0), 0.62, 1.0))
    };
    let mut all: Vec<_> = (0..230).map(lantern).collect();
    all.sort_by(|one, two| one.0.z.total_cmp(&two.0.z));
    all
}

/// What the two draws of the scene have in common.
struct Evening {
    sky: Texture,
    paper: Texture,
    glow: Texture,
    lanterns: Vec<(Vec3, Vec3)>,
    projection: Mat4,
}

impl Evening {
    /// Sky and hills; `side` is -1 for what the water mirrors.
    fn land(&self, machine: &mut Handheld, side: f32) -> Result<()> {
        machine.program(PLAIN, &[POSITION, COLOR, TEXCOORD])?;
        machine.list.write(0x107, 0xF00);
        machine.bind(0, &self.sky);
        machine.units(1);
        machine.combine(&[[0x0003_0003, 0, 0, 0, 0]]);
        let turned = |y: f32| HORIZON + (y - HORIZON) * side;
        let mut strip = Strip::new();
        for (y, v) in [(HORIZON, 0.004), (1.0, 0.996), (HORIZON + 2.0, 0.996)] {
            for x in [0.0f32, 1.0] {
                vertex(&mut strip, [x * 2.0 - 1.0, turned(y)], Vec3::ONE, [x, v]);
            }
        }
        machine.draw_plain(&strip, &[4, 4, 2], 1);
        machine.units(0);
        machine.combine(&[[0, 0, 0, 0, 0]]);
        for layer in 0..4u8 {
            let mut strip = hills(layer.into());
            strip.chunks_exact_mut(10).for_each(|vertex| vertex[1] = turned(vertex[1]));
            machine.draw_plain(&strip, &[4, 4, 2], 1);
        }
        Ok(())
    }

    /// Lanterns with their glow; `side` is -1 for what the water mirrors.
    fn lights(&self, machine: &mut Handheld, side: f32) -> Result<()> {
        let view = look_at_mat4(EYE, EYE - Vec3::Z, Vec3::Y);
        let mirror = Mat4::from_scale(Vec3::new(1.0, side, 1.0));
        // The horizon of a level view is in the middle: it is moved to where it shall be.
        let lowered = Mat4::from_translation(Vec3::new(0.0, HORIZON, 0.0));
        machine.program(POINT, &[POSITION, COLOR, TEXCOORD])?;
        machine.matrix(0, clip(lowered * self.projection * view * mirror));
        machine.units(1);
        machine.combine(&[[0x0003_0003, 0, 1 | 1 << 16, 0, 0]]);
        sprites(&mut machine.list, side)?;
        for (texture, edge, blend, bright) in
            [(&self.glow, 1.35, 0x1111_0000, 0.62), (&self.paper, 0.3, 0x7676_0000, 1.0)]
        {
            machine.bind(0, texture);
            machine.list.write(0x100, 0x00E4_0100).write(0x101, blend);
            let points: Vec<f32> = self
                .lanterns
                .iter()
                .flat_map(|&(place, color)| {
                    let far = ((1.0 - place.z) / 52.0).clamp(0.0, 1.0);
                    let color =
                        color.lerp(Vec3::new(1.0, 0.62, 0.5), far * 0.5) * bright * (1.0 - 0.35 * far);
                    let [x, y, z] = place.to_array();
                    let [r, g, b] = color.to_array();
                    [x, y, z, 1.0, r, g, b, 1.0, edge, edge * 16.0 / 9.0 * 1.15, 0.0, 0.0]
                })
                .collect();
            machine.draw_plain(&points, &[4, 4, 4], 3);
        }
        machine.list.write(0x229, 0).write(0x244, 0).write(0x100, 0x00E4_0000);
        Ok(())
    }
}

/// Turns the geometry shader on.
fn sprites(list: &mut ListBuilder, side: f32) -> Result<()> {
    let binary = assemble(SPRITE)?;
    list.write(0x244, 1).write(0x229, 2).write(0x252, 0);
    list.write(0x289, 0x0800_0002).write(0x28A, 0x7FFF_0000 | binary.executables[0].entry);
    list.consecutive(0x28B, &[0x7654_3210, 0xFEDC_BA98]).write(0x28D, 7);
    list.write(0x29B, 0).repeat(0x29C, &binary.code).write(0x28F, 1);
    list.write(0x2A5, 0).repeat(0x2A6, &binary.descriptors);
    let corners = [[-1.0f32, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
    let places = corners.map(|[x, y]| [x, y * side, 0.0, 0.0]);
    let coordinates = corners.map(|[x, y]| [x * 0.5 + 0.5, y * 0.5 + 0.5, 0.0, 0.0]);
    let vectors = places.into_iter().chain(coordinates);
    let words: Vec<u32> = vectors.flat_map(|[x, y, z, w]| [w, z, y, x].map(f32::to_bits)).collect();
    list.write(0x290, 1 << 31).repeat(0x291, &words);
    Ok(())
}

/// Rows of water that sample the mirrored picture, moved by waves.
fn water(machine: &mut Handheld, mirrored: &Target) -> Result<()> {
    machine.program(PLAIN, &[POSITION, COLOR, TEXCOORD])?;
    machine.bind_target(mirrored);
    machine.units(1);
    // Mirrored light times the tint, and a little of the water's own colour.
    machine.combine(&[[0x0003_0E03, 0, 8, 0xFF1A_0C06, 0]]);
    let (columns, rows) = (160u16, 150u16);
    let place = |column: u16, row: u16| {
        let part = (f32::from(row) / f32::from(rows)).powf(1.6);
        let y = HORIZON - part * (1.0 + HORIZON);
        let x = f32::from(column) / f32::from(columns) * 2.0 - 1.0;
        // Where this is on the water.
        let away = 1.0 / (part * 0.72 + 0.012);
        let at = Vec2::new(x * away, away * 2.2);
        let wave = (at.y * 5.1 + (at.x * 0.9).sin() * 1.3).sin() * 0.5
            + (at.y * 9.7 + at.x * 1.7 + 1.0).sin() * 0.3
            + (at.y * 17.3 - at.x * 2.9).sin() * 0.2;
        let strong = part.powf(0.75);
        let (u, v) =
            (x + wave * 0.010 * strong + 0.004 * strong * (at.y * 3.1).sin(), y + wave * 0.055 * strong);
        let tint = Vec3::new(0.93, 0.86, 0.92).lerp(Vec3::new(0.42, 0.44, 0.62), part)
            * (0.94 + 0.1 * wave * strong);
        ([x, y], tint, [u * 0.5 + 0.5, (v * 0.5 + 0.5).min((HORIZON - 0.004) * 0.5 + 0.5)])
    };
    let mut all = Strip::new();
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [place(column, row), place(column + 1, row)];
            let [c, d] = [place(column, row + 1), place(column + 1, row + 1)];
            for (at, tint, uv) in [a, b, c, b, d, c] {
                vertex(&mut all, at, tint, uv);
            }
        }
    }
    machine.draw_plain(&all, &[4, 4, 2], 0);
    Ok(())
}

/// Renders the demo.
///
/// # Errors
/// When the GPU, or anything on the way to it, fails.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut machine = Handheld::new(gpu);
    let (target, mirrored) = (machine.target([1920, 1024], 0xFF), machine.target([960, 512], 0xFF));
    let evening = Evening {
        sky: machine.texture(512, |u, v| sky(u, v).extend(1.0)),
        paper: machine.texture(64, paper),
        glow: machine.texture(64, glow),
        lanterns: lanterns(),
        projection: perspective(0.9, 16.0 / 9.0, 1.0, 90.0),
    };
    machine.draw_to(&mirrored);
    evening.land(&mut machine, -1.0)?;
    evening.lights(&mut machine, -1.0)?;
    machine.draw_to(&target);
    evening.land(&mut machine, 1.0)?;
    water(&mut machine, &mirrored)?;
    evening.lights(&mut machine, 1.0)?;
    machine.program(PLAIN, &[POSITION, COLOR, TEXCOORD])?;
    machine.units(0);
    machine.combine(&[[0, 0, 0, 0, 0]]);
    machine.draw_plain(&reeds(), &[4, 4, 2], 0);
    machine.picture(gpu, &target)
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("pica_lanterns", render)
}
