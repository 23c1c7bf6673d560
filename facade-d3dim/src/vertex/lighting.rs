//! Lights and materials as vertices see them: the legacy model and that of version 7, four vertices at a time.

use glam::{Mat3, Mat4, Vec3, Vec4};

/// A material's colours: red, green, blue, alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MaterialColors {
    /// Under lights.
    pub(crate) diffuse: [f32; 4],
    /// Under ambient light.
    pub(crate) ambient: [f32; 4],
    /// Of highlights.
    pub(crate) specular: [f32; 4],
    /// Without light.
    pub(crate) emissive: [f32; 4],
    /// Sharpness of highlights.
    pub(crate) power: f32,
}

/// What kind of light (`D3DLIGHTTYPE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LightKind {
    /// From a place to all sides.
    Point,
    /// From a place within a cone.
    Spot,
    /// From one direction.
    #[default]
    Directional,
    /// From the direction of a place, the same everywhere.
    ParallelPoint,
}

impl LightKind {
    /// The kind of a number; other numbers are none.
    pub(crate) const fn from_number(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::Point),
            2 => Some(Self::Spot),
            3 => Some(Self::Directional),
            4 => Some(Self::ParallelPoint),
            _ => None,
        }
    }
}

/// A light, in world space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LightValues {
    /// The kind.
    pub(crate) kind: LightKind,
    /// Diffuse light.
    pub(crate) diffuse: [f32; 4],
    /// Light of highlights; that of legacy lights is their diffuse light.
    pub(crate) specular: [f32; 4],
    /// Ambient light; legacy lights have none.
    pub(crate) ambient: [f32; 4],
    /// Where it is.
    pub(crate) position: [f32; 3],
    /// Where it shines to.
    pub(crate) direction: [f32; 3],
    /// The distance beyond which there is no light.
    pub(crate) range: f32,
    /// The exponent between inner and outer cone.
    pub(crate) falloff: f32,
    /// Constant, linear and quadratic attenuation.
    pub(crate) attenuation: [f32; 3],
    /// The whole angle of the inner cone in radians.
    pub(crate) theta: f32,
    /// The whole angle of the outer cone in radians.
    pub(crate) phi: f32,
}

/// The rules that lights follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    /// Versions 1–3: attenuation is multiplied, highlights look to the eye, normals have length 1.
    Legacy,
    /// Version 7.
    Seven { normalize: bool, local_viewer: bool },
}

/// Which colours of the vertex stand for the material's: diffuse, specular, ambient, emissive; 0 none, 1 the first colour,
/// 2 the second.
pub(crate) type Sources = [u8; 4];

/// Everything that lights a batch of vertices.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    pub(crate) model: Model,
    pub(crate) material: MaterialColors,
    pub(crate) ambient: [f32; 4],
    pub(crate) sources: Sources,
    normal: Mat3,
    lights: Vec<EyeLight>,
    /// Whether some light needs the place of the vertex.
    pub(crate) places: bool,
}

/// A light in eye space.
#[derive(Clone, Copy, Debug)]
struct EyeLight {
    values: LightValues,
    position: Vec3,
    /// To a directional light; where a spot shines to.
    direction: Vec3,
    specular: bool,
}

impl Lighting {
    /// Prepares lights for vertices that go through `world` and `view` (of column vectors).
    pub(crate) fn new(
        model: Model,
        [world, view]: [Mat4; 2],
        material: MaterialColors,
        ambient: [f32; 4],
        sources: Sources,
        lights: &[LightValues],
    ) -> Self {
        let power = material.power > 0.0 || model != Model::Legacy;
        let lights: Vec<_> = lights.iter().map(|light| eye_light(light, view, power)).collect();
        let local = !matches!(model, Model::Seven { local_viewer: false, .. });
        let places = lights.iter().any(|light| {
            matches!(light.values.kind, LightKind::Point | LightKind::Spot) || (light.specular && local)
        });
        Self { model, material, ambient, sources, normal: normal_matrix(view * world, model), lights, places }
    }
}

fn eye_light(light: &LightValues, view: Mat4, power: bool) -> EyeLight {
    let position = view.transform_point3(Vec3::from(light.position));
    let turned = view.transform_vector3(Vec3::from(light.direction)).normalize_or_zero();
    let direction = match light.kind {
        LightKind::Directional => -turned,
        LightKind::ParallelPoint => position.normalize_or_zero(),
        LightKind::Point | LightKind::Spot => turned,
    };
    let lit = light.specular[..3].iter().any(|&channel| channel != 0.0);
    EyeLight { values: *light, position, direction, specular: power && lit }
}

/// What turns normals into eye space. A matrix that cannot be inverted turns them as it turns directions in the legacy
/// model; in version 7 it leaves nothing of them.
fn normal_matrix(world_view: Mat4, model: Model) -> Mat3 {
    let upper = Mat3::from_mat4(world_view);
    let determinant = upper.determinant();
    match model {
        Model::Legacy if determinant.abs() < f32::MIN_POSITIVE || !determinant.is_finite() => upper,
        Model::Legacy => upper.inverse().transpose(),
        Model::Seven { .. } => {
            let inverse = if world_view.determinant() == 0.0 { Mat4::ZERO } else { world_view.inverse() };
            Mat3::from_mat4(inverse).transpose()
        }
    }
}

/// A vector of four vertices, lane by lane.
pub(crate) type Lanes3 = [Vec4; 3];

/// What four vertices bring along.
pub(crate) struct Surface<'a> {
    pub(crate) normal: &'a Lanes3,
    /// In eye space, divided by w; zeros if no light needs it.
    pub(crate) place: &'a Lanes3,
    /// Colours of the material, or of the vertices: diffuse, specular, ambient, emissive; by channel.
    pub(crate) colors: &'a [[Vec4; 4]; 4],
}

#[inline]
fn dot(a: &Lanes3, b: &Lanes3) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
fn splat(v: Vec3) -> Lanes3 {
    [Vec4::splat(v.x), Vec4::splat(v.y), Vec4::splat(v.z)]
}

#[inline]
fn map(v: Vec4, f: impl Fn(f32) -> f32) -> Vec4 {
    Vec4::from_array(v.to_array().map(f))
}

/// One over the length, 0 for what has none.
#[inline]
fn reciprocal_length(v: &Lanes3) -> Vec4 {
    let squared = dot(v, v);
    let root = map(squared, f32::sqrt);
    Vec4::select(squared.cmpgt(Vec4::ZERO), Vec4::ONE / root, Vec4::ZERO)
}

#[inline]
fn scaled(v: &Lanes3, by: Vec4) -> Lanes3 {
    [v[0] * by, v[1] * by, v[2] * by]
}

/// Adds so much of a colour.
#[inline]
fn add_color(sum: &mut [Vec4; 3], by: Vec4, color: &[f32; 4]) {
    for (sum, &channel) in sum.iter_mut().zip(color) {
        *sum += by * channel;
    }
}

impl Lighting {
    /// Diffuse and specular colour of four vertices, by channel, within 0–1.
    #[inline]
    pub(crate) fn shade(&self, from: &Surface<'_>) -> [[Vec4; 4]; 2] {
        let normal = self.normal_of(from.normal);
        let mut diffuse = [Vec4::ZERO; 3];
        let mut specular = [Vec4::ZERO; 3];
        let mut ambient: [Vec4; 3] = std::array::from_fn(|channel| Vec4::splat(self.ambient[channel]));
        for light in &self.lights {
            self.add(light, &normal, from.place, [&mut diffuse, &mut specular, &mut ambient]);
        }
        let [by_diffuse, by_specular, by_ambient, emitted] = from.colors;
        let clamp = |value: Vec4| value.max(Vec4::ZERO).min(Vec4::ONE);
        let lit = |channel: usize| {
            let reflected = diffuse[channel] * by_diffuse[channel] + ambient[channel] * by_ambient[channel];
            clamp(reflected + emitted[channel])
        };
        let shining = |channel: usize| clamp(specular[channel] * by_specular[channel]);
        let alpha = if self.model == Model::Legacy { Vec4::ZERO } else { clamp(by_specular[3]) };
        [[lit(0), lit(1), lit(2), clamp(by_diffuse[3])], [shining(0), shining(1), shining(2), alpha]]
    }

    #[inline]
    fn normal_of(&self, normal: &Lanes3) -> Lanes3 {
        let columns = self.normal.to_cols_array_2d();
        let row = |row: usize| {
            normal[0] * columns[0][row] + normal[1] * columns[1][row] + normal[2] * columns[2][row]
        };
        let turned = [row(0), row(1), row(2)];
        match self.model {
            Model::Seven { normalize: false, .. } => turned,
            _ => scaled(&turned, reciprocal_length(&turned)),
        }
    }

    #[inline]
    fn add(&self, light: &EyeLight, normal: &Lanes3, place: &Lanes3, sums: [&mut [Vec4; 3]; 3]) {
        let [diffuse, specular, ambient] = sums;
        let (to_light, strength) = match light.values.kind {
            LightKind::Directional | LightKind::ParallelPoint => (splat(light.direction), Vec4::ONE),
            LightKind::Point | LightKind::Spot => self.reach(light, place),
        };
        let facing = dot(normal, &to_light).max(Vec4::ZERO);
        let by = facing * strength;
        add_color(diffuse, by, &light.values.diffuse);
        if self.model != Model::Legacy {
            add_color(ambient, strength, &light.values.ambient);
        }
        if light.specular {
            let shine = self.highlight(normal, place, &to_light) * strength;
            let shine = Vec4::select(facing.cmpgt(Vec4::ZERO), shine, Vec4::ZERO);
            add_color(specular, shine, &light.values.specular);
        }
    }

    /// The direction to a light with a place, and how much of it arrives.
    fn reach(&self, light: &EyeLight, place: &Lanes3) -> (Lanes3, Vec4) {
        let LightValues { range, attenuation: [a0, a1, a2], .. } = light.values;
        let at = splat(light.position);
        let offset: Lanes3 = std::array::from_fn(|axis| at[axis] - place[axis]);
        let reciprocal = reciprocal_length(&offset);
        let to_light = scaled(&offset, reciprocal);
        let distance = map(dot(&offset, &offset), f32::sqrt);
        let mut strength = map(distance, |distance| match self.model {
            Model::Legacy => {
                let near = (range - distance) / range;
                if near > 0.0 { a0 + near * (a1 + near * a2) } else { 0.0 }
            }
            Model::Seven { .. } if distance > range => 0.0,
            Model::Seven { .. } => 1.0 / (a0 + distance * (a1 + distance * a2)),
        });
        if light.values.kind == LightKind::Spot {
            let cosine = -dot(&to_light, &splat(light.direction));
            let (inner, outer) = ((light.values.theta * 0.5).cos(), (light.values.phi * 0.5).cos());
            strength *= map(cosine, |cosine| {
                if cosine > inner {
                    1.0
                } else if cosine <= outer {
                    0.0
                } else {
                    ((cosine - outer) / (inner - outer)).powf(light.values.falloff)
                }
            });
        }
        (to_light, strength)
    }

    fn highlight(&self, normal: &Lanes3, place: &Lanes3, to_light: &Lanes3) -> Vec4 {
        let to_eye: Lanes3 = match self.model {
            Model::Seven { local_viewer: false, .. } => [Vec4::ZERO, Vec4::ZERO, Vec4::splat(-1.0)],
            _ => scaled(place, -reciprocal_length(place)),
        };
        let sum: Lanes3 = std::array::from_fn(|axis| to_light[axis] + to_eye[axis]);
        let half = scaled(&sum, reciprocal_length(&sum));
        let power = self.material.power;
        map(dot(normal, &half), |cosine| if cosine > 0.0 { cosine.powf(power) } else { 0.0 })
    }
}
