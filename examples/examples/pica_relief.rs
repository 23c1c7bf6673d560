//! PICA200: relief by the combiners' dot products, polish by a sphere map, shadows by stencil, a mirror that is drawn twice.

use glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3, Vec4};
use image::RgbImage;
use retrograph_examples::demo::handheld::{Handheld, Shape, Texture, clip};
use retrograph_examples::demo::noise::clouds;
use retrograph_examples::demo::{self, Geometry, Result};
use retrograph_pica::scenes::commands::{COLOR, POSITION, TEXCOORD};
use retrograph_render::Gpu;

/// Semantics of the second and third sets of texture coordinates.
const TEXCOORD1: u32 = 0x1F1F_0F0E;
const TEXCOORD2: u32 = 0x1F1F_1716;

const LIGHT: Vec3 = Vec3::new(-3.6, 6.4, 3.4);
const EYE: Vec3 = Vec3::new(0.0, 3.1, 8.6);
const HAZE: Vec3 = Vec3::new(0.075, 0.085, 0.115);

/// The way to the light in the tangent frame as a colour, and where the surface mirrors the sphere map.
///
/// c0–c3: projection; c4: light; c5: eye; c6: scale of coordinates; c7: 0.5, 1, 2, reach of the light; c8–c10: view.
const SURFACE: &str = "
.proc main
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    mov r6, v1
    mov r7, v2
    mov r8, v0
    ; to the light
    add r1, c4, -r8
    dp3 r2.x, r1, r1
    rsq r2.y, r2.x
    mul r1, r1, r2.yyyy
    ; the third axis
    mul r3, r6.yzxw, r7.zxyw
    mul r4, r6.zxyw, r7.yzxw
    add r3, r3, -r4
    dp3 r5.x, r7, r1
    dp3 r5.y, r3, r1
    dp3 r5.z, r6, r1
    mul r5.xyz, c7.xxxx, r5
    add o1.xyz, c7.xxxx, r5
    ; less light far away: 1 / (1 + d² reach)
    mul r2.x, c7.wwww, r2.xxxx
    add r2.x, c7.yyyy, r2.xxxx
    rcp o1.w, r2.x
    mul o2, c6, v3
    mul o3, c6, v3
    ; from the eye, mirrored, as the camera sees it
    add r1, c5, -r8
    dp3 r2.x, r1, r1
    rsq r2.x, r2.x
    mul r1, r1, r2.xxxx
    dp3 r2.x, r6, r1
    mul r2.x, c7.zzzz, r2.xxxx
    mul r9, r6, r2.xxxx
    add r9, r9, -r1
    dp3 r10.x, c8, r9
    dp3 r10.y, c9, r9
    dp3 r10.z, c10, r9
    add r10.z, c7.yyyy, r10.zzzz
    dp3 r2.x, r10, r10
    rsq r2.x, r2.x
    mul r2.x, c7.xxxx, r2.xxxx
    mul r10, r10, r2.xxxx
    add o4, c7.xxxx, r10
    end
.end";

/// A colour of its own, c4, wherever it is.
const FLAT: &str = "
.proc main
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    mov o1, c4
    end
.end";

/// Position and colour as they come.
const PLAIN: &str = ".proc main\nmov o0, v0\nmov o1, v1\nend\n.end";

/// What a thing is made of.
struct Matter {
    normals: Texture,
    albedo: Texture,
    tiles: Vec2,
    /// What is lit without light, 0xAABBGGRR.
    ambient: u32,
    alpha: u32,
}

/// A map of the normals of a height field that repeats.
fn relief(depth: f32, height: impl Fn(f32, f32) -> f32) -> impl Fn(f32, f32) -> Vec4 {
    move |u, v| {
        let step = 1.0 / 512.0;
        let across = height(u + step, v) - height(u - step, v);
        let up = height(u, v + step) - height(u, v - step);
        let normal = Vec3::new(-across * depth, -up * depth, 2.0 * step * 8.0).normalize();
        (normal * 0.5 + 0.5).extend(1.0)
    }
}

/// Scales like those of a fish, 0 at their rims.
fn scales(u: f32, v: f32) -> f32 {
    let (u, v) = (u * 4.0, v * 4.0);
    let row = v.floor();
    let near = |row: f32| {
        let shift = if row.rem_euclid(2.0) < 1.0 { 0.0 } else { 0.5 };
        let at = Vec2::new((u + shift).rem_euclid(1.0) - 0.5, v - row - 0.1);
        (1.0 - at.length_squared() * 1.15).max(0.0)
    };
    near(row).max(near(row - 1.0) - 0.18)
}

/// Mosaic: stones with rounded edges.
fn stones(u: f32, v: f32) -> f32 {
    let edge = |at: f32| {
        let at = (at * 4.0).rem_euclid(1.0);
        (at.min(1.0 - at) * 7.0).min(1.0)
    };
    (edge(u) * edge(v)).sqrt() + 0.1 * clouds(Vec3::new(u, v, 0.0), 16)
}

/// Beaten metal: dents everywhere.
fn dents(u: f32, v: f32) -> f32 {
    let mut near = 4.0f32;
    for index in 0..25u16 {
        let step = f32::from(index) * 0.618_034;
        let center = Vec2::new(step.fract(), (f32::from(index) * 0.04 + 0.02).fract());
        let apart = (Vec2::new(u, v) - center).map(|lane| lane - lane.round());
        near = near.min(apart.length() * 5.0);
    }
    near * near * 0.6
}

/// A sphere map: a dark studio with a large lamp, a window and a warm floor.
fn studio(u: f32, v: f32) -> Vec4 {
    let at = Vec2::new(u, v) * 2.0 - 1.0;
    let lamp = (1.0 - (at - Vec2::new(-0.35, 0.5)).length() / 0.42).clamp(0.0, 1.0);
    let window = {
        let to = (at - Vec2::new(0.55, 0.25)) / Vec2::new(0.16, 0.34);
        let bars = if (to.x * 2.0).fract().abs() < 0.12 || to.y.abs() < 0.06 { 0.25 } else { 1.0 };
        if to.x.abs() < 1.0 && to.y.abs() < 1.0 { bars } else { 0.0 }
    };
    let floor = (-at.y - 0.1).clamp(0.0, 1.0);
    let rim = at.length().powi(6).min(1.0);
    let color = Vec3::new(1.0, 0.93, 0.8) * lamp.powf(1.5) * 1.4
        + Vec3::new(0.4, 0.6, 0.95) * window * 0.7
        + Vec3::new(0.30, 0.16, 0.07) * floor
        + Vec3::new(0.25, 0.35, 0.55) * rim * 0.8
        + Vec3::new(0.03, 0.035, 0.05);
    color.extend(1.0)
}

impl Matter {
    /// Draws with this matter; `material` is light, polish and coat.
    fn bind(&self, machine: &mut Handheld, sphere: &Texture) {
        machine.bind(0, &self.normals);
        machine.bind(1, &self.albedo);
        machine.bind(2, sphere);
        machine.units(7);
        machine.uniforms(6, &[Vec4::new(self.tiles.x, self.tiles.y, 0.0, 0.0)]);
        let constant = self.ambient | self.alpha << 24;
        machine.combine(&[
            // The dot product of normal and light, in all lanes.
            [0x0000_0030, 0, 6, 0, 0],
            // Less of it far away.
            [0x0000_000F, 0x0020, 1, 0, 1],
            // (light + ambient) albedo
            [0x0000_04EF, 0, 9, constant, 0],
            // mirrored polish + what there is; alpha is the constant's
            [0x000E_0F45, 0x0020, 8, constant, 0],
        ]);
    }
}

/// All things that stand on the floor, with what they are made of.
fn things(machine: &mut Handheld) -> Vec<(Shape, Matter)> {
    let mut all = Vec::new();
    let turn = Mat4::from_translation(Vec3::new(0.0, 2.15, 0.0)) * Mat4::from_rotation_y(0.5);
    let knot = Geometry::knot([420, 36], [2.0, 3.0], 2.35, 0.52).transformed(turn);
    let gold = |u: f32, v: f32| {
        let height = scales(u, v);
        let color = Vec3::new(0.95, 0.62, 0.22).lerp(Vec3::new(0.42, 0.16, 0.06), 1.0 - height);
        color.extend(0.55 * height + 0.1)
    };
    let matter = Matter {
        normals: machine.texture(256, relief(0.55, scales)),
        albedo: machine.texture(256, gold),
        tiles: Vec2::new(14.0, 2.0),
        ambient: 0x0024_2022,
        alpha: 255,
    };
    all.push((machine.mesh(&knot), matter));
    let balls: [(Vec3, f32, Vec3, f32); 5] = [
        (Vec3::new(-3.9, 0.9, 0.6), 0.9, Vec3::new(0.08, 0.42, 0.26), 0.85),
        (Vec3::new(3.7, 1.05, 0.2), 1.05, Vec3::new(0.55, 0.05, 0.09), 0.8),
        (Vec3::new(2.3, 0.55, 2.9), 0.55, Vec3::new(0.10, 0.22, 0.66), 0.9),
        (Vec3::new(-2.3, 0.5, 3.1), 0.5, Vec3::new(0.85, 0.80, 0.74), 0.6),
        (Vec3::new(-0.2, 0.36, 3.9), 0.36, Vec3::new(0.82, 0.40, 0.16), 0.9),
    ];
    let (smooth, beaten) =
        (machine.texture(32, relief(0.0, |_, _| 0.0)), machine.texture(256, relief(0.3, dents)));
    for (index, (place, radius, color, polish)) in balls.into_iter().enumerate() {
        let veined = |u: f32, v: f32| {
            let cloud = clouds(Vec3::new(u, v, place.x.abs()), 4);
            let vein = 1.0 - ((cloud - 0.5) * 9.0).abs().min(1.0);
            (color * (0.75 + 0.4 * cloud) + Vec3::splat(0.22) * vein.powi(3)).extend(polish)
        };
        let matter = Matter {
            normals: if index.is_multiple_of(2) { smooth } else { beaten },
            albedo: machine.texture(128, veined),
            tiles: Vec2::new(4.0, 2.0),
            ambient: 0x0030_2820,
            alpha: 255,
        };
        all.push((machine.mesh(&Geometry::sphere(place, radius)), matter));
    }
    all
}

fn floor(machine: &mut Handheld) -> (Shape, Matter) {
    let stone = |u: f32, v: f32| {
        let cell = Vec2::new((u * 4.0).floor(), (v * 4.0).floor());
        let pick = ((cell.x * 12.99 + cell.y * 78.23).sin() * 43758.547).fract().abs();
        let base = match (pick * 4.0) as u32 {
            0 => Vec3::new(0.10, 0.24, 0.30),
            1 => Vec3::new(0.16, 0.34, 0.38),
            2 => Vec3::new(0.42, 0.40, 0.36),
            _ => Vec3::new(0.30, 0.18, 0.13),
        };
        let seam = stones(u, v).min(1.0);
        (base * (0.3 + 0.7 * seam)).extend(0.12 * seam)
    };
    let matter = Matter {
        normals: machine.texture(256, relief(0.4, stones)),
        albedo: machine.texture(256, stone),
        tiles: Vec2::new(0.32, 0.32),
        ambient: 0x0030_2624,
        alpha: 184,
    };
    (machine.mesh(&Geometry::disc(0.0, 26.0)), matter)
}

/// Fog towards the background by depth: entries of value and difference.
fn fog(machine: &mut Handheld, projection: Mat4) {
    let factor = |depth: f32| {
        // The distance at a stored depth, which is 1 at the near plane.
        let place = projection.inverse().project_point3(Vec3::new(0.0, 0.0, 1.0 - depth));
        let far = ((-place.z - 9.0) / 17.0).clamp(0.0, 1.0);
        1.0 - far * far * (3.0 - 2.0 * far)
    };
    let fixed = |value: f32| (value * 2047.0).round() as i32;
    let entry = |index: u16| {
        let at = |step: u16| fixed(factor(f32::from(index + step) / 128.0));
        (at(0) as u32) << 13 | (at(1) - at(0)) as u32 & 0x1FFF
    };
    let table: Vec<u32> = (0..128).map(entry).collect();
    let [r, g, b] = (HAZE * 255.0).to_array().map(|lane| lane as u32);
    machine.list.write(0x0E6, 0).repeat(0x0E8, &table).write(0x0E1, r | g << 8 | b << 16);
}

/// The background: a wall that is lighter where the floor meets it.
fn background(machine: &mut Handheld) -> Result<()> {
    machine.program(PLAIN, &[POSITION, COLOR])?;
    machine.units(0);
    machine.combine(&[[0, 0, 0, 0, 0]]);
    machine.list.write(0x0E0, 0).write(0x107, 0xF00);
    let mut strip = Vec::new();
    for (y, light) in [(1.0, 0.25), (0.62, 0.55), (0.3, 1.0), (-1.0, 1.0)] {
        for x in [-1.0, 1.0] {
            strip.extend([x, y, -0.5, 1.0]);
            strip.extend((HAZE * light).extend(1.0).to_array());
        }
    }
    machine.draw_plain(&strip, &[4, 4], 1);
    Ok(())
}

/// Renders the demo.
///
/// # Errors
/// When the GPU, or anything on the way to it, fails.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut machine = Handheld::new(gpu);
    let target = machine.target([1920, 1024], 0xFF);
    let sphere = machine.texture(256, studio);
    let things = things(&mut machine);
    let floor = floor(&mut machine);
    machine.draw_to(&target);
    draw(&mut machine, &sphere, &things, &floor)?;
    machine.picture(gpu, &target)
}

fn draw(
    machine: &mut Handheld,
    sphere: &Texture,
    things: &[(Shape, Matter)],
    floor: &(Shape, Matter),
) -> Result<()> {
    let view = look_at_mat4(EYE, Vec3::new(0.0, 1.55, 0.0), Vec3::Y);
    let projection = perspective(0.66, 16.0 / 9.0, 2.0, 40.0);
    let matrix = clip(projection * view);
    background(machine)?;
    fog(machine, projection);
    machine.program(SURFACE, &[POSITION, COLOR, TEXCOORD, TEXCOORD1, TEXCOORD2])?;
    machine.uniforms(4, &[LIGHT.extend(1.0), EYE.extend(1.0)]);
    machine.uniforms(7, &[Vec4::new(0.5, 1.0, 2.0, 0.014)]);
    machine.uniforms(8, &[0, 1, 2].map(|row| view.row(row)));
    // Depth greater passes and is written; fog.
    machine.list.write(0x107, 0x1F61).write(0x0E0, 5);
    machine.matrix(0, matrix * Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0)));
    for (shape, matter) in things {
        matter.bind(machine, sphere);
        machine.draw(shape);
    }
    // The floor over its mirror image, whose depth does not count.
    machine.matrix(0, matrix);
    machine.list.write(0x107, 0x1F11).write(0x100, 0x00E4_0100).write(0x101, 0x7676_0000);
    floor.1.bind(machine, sphere);
    machine.draw(&floor.0);
    machine.list.write(0x100, 0x00E4_0000);
    shadows(machine, matrix, things)?;
    machine.program(SURFACE, &[POSITION, COLOR, TEXCOORD, TEXCOORD1, TEXCOORD2])?;
    machine.uniforms(4, &[LIGHT.extend(1.0)]);
    machine.matrix(0, matrix);
    machine.list.write(0x107, 0x1F61);
    for (shape, matter) in things {
        matter.bind(machine, sphere);
        machine.draw(shape);
    }
    Ok(())
}

/// Everything flattened onto the floor, away from the light; the stencil lets each pixel be darkened once.
fn shadows(machine: &mut Handheld, matrix: Mat4, things: &[(Shape, Matter)]) -> Result<()> {
    let flat = Mat4::from_cols(
        Vec4::new(LIGHT.y, 0.0, 0.0, 0.0),
        Vec4::new(-LIGHT.x, 0.0, -LIGHT.z, -1.0),
        Vec4::new(0.0, 0.0, LIGHT.y, 0.0),
        Vec4::new(0.0, 0.0, 0.0, LIGHT.y),
    );
    machine.program(FLAT, &[POSITION, COLOR])?;
    machine.matrix(0, matrix * flat);
    machine.uniforms(4, &[Vec4::new(0.0, 0.0, 0.0, 0.62)]);
    machine.units(0);
    machine.combine(&[[0, 0, 0, 0, 0]]);
    machine.list.write(0x0E0, 0).write(0x100, 0x00E4_0100).write(0x101, 0x7676_0000);
    // Equal to zero passes, and is one more then; depth is not looked at.
    machine.list.write(0x105, 0xFF00_FF21).write(0x106, 0x300).write(0x107, 0xF00);
    for (shape, _) in things {
        machine.draw(shape);
    }
    machine.list.write(0x105, 0).write(0x100, 0x00E4_0000).write(0x0E0, 5);
    Ok(())
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("pica_relief", render)
}
