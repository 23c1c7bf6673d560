//! Lighting: a loop over the active lights of each kind.

use naga::{BinaryOperator, Block, MathFunction, Statement};

use super::block::{FIRST_LIGHT, LIGHT_ENDS, LIGHT_ROWS, LIGHTS, MATERIAL};
use super::key::{LightKinds, Lighting, MaterialSource};
use super::{COLORS, NORMAL, VertexStage};
use crate::build::{Expr, Kind, Value};
use crate::interface::Stage;

/// What lights add up to, in variables.
#[derive(Clone, Copy)]
struct Sums {
    ambient: Expr,
    diffuse: Option<Expr>,
    specular: Option<Expr>,
}

/// What lights fall on.
#[derive(Clone, Copy)]
struct Surface {
    place: Value,
    normal: Value,
    /// What goes to the eye is subtracted from what goes to the light.
    away: Option<Value>,
    power: Option<Value>,
}

/// What a light does to a vertex.
struct Ray {
    /// To the light.
    way: Value,
    /// How much arrives; `None` for all.
    strength: Option<Value>,
}

impl VertexStage {
    /// The two colours of a lit vertex, where the key reads them and lighting decides them.
    pub(super) fn light(&mut self, lighting: Lighting) -> [Option<Value>; 2] {
        let reads =
            |usage, index| self.key.varyings.location(crate::varyings::Semantic::new(usage, index)).is_some();
        let reads_diffuse = reads(crate::varyings::Usage::Color, 0);
        let lit = self.attributes[usize::from(NORMAL)].is_some() && !lighting.kinds.is_empty();
        let sums = Sums {
            ambient: self.sum("light_ambient"),
            diffuse: (lit && reads_diffuse).then(|| self.sum("light_diffuse")),
            specular: (lit && lighting.specular).then(|| self.sum("light_specular")),
        };
        self.add_lights(lighting, sums);
        let diffuse = reads_diffuse.then(|| self.diffuse(lighting, sums));
        let specular = lighting.specular.then(|| self.specular(lighting, sums));
        [diffuse, specular]
    }

    fn sum(&mut self, name: &str) -> Expr {
        let ty = self.b.ty(Kind::Float, 3);
        self.b.local(name, ty)
    }

    fn material(&mut self, source: MaterialSource, row: u16) -> Value {
        match source {
            MaterialSource::Material => self.row(MATERIAL + row),
            MaterialSource::Color0 => self.attribute(COLORS),
            MaterialSource::Color1 => self.attribute(COLORS + 1),
        }
    }

    /// emissive + ambient · (global + Σ ambient) + diffuse · Σ diffuse
    fn diffuse(&mut self, lighting: Lighting, sums: Sums) -> Value {
        let color = self.material(lighting.diffuse, 1);
        let ambient = self.material(lighting.ambient, 2);
        let emissive = self.material(lighting.emissive, 4);
        let global = self.row(MATERIAL);
        let [ambient, emissive, global] = [ambient, emissive, global].map(|value| self.xyz(value));
        let light = self.b.load(sums.ambient, Kind::Float, 3);
        let light = self.b.add(global, light);
        let part = self.b.mul(ambient, light);
        let mut sum = self.b.add(emissive, part);
        if let Some(diffuse) = sums.diffuse {
            let light = self.b.load(diffuse, Kind::Float, 3);
            let color = self.xyz(color);
            let part = self.b.mul(color, light);
            sum = self.b.add(sum, part);
        }
        self.clamped(sum, color)
    }

    fn specular(&mut self, lighting: Lighting, sums: Sums) -> Value {
        let color = self.material(lighting.specular_color, 3);
        let shine = match sums.specular {
            Some(specular) => {
                let light = self.b.load(specular, Kind::Float, 3);
                let color = self.xyz(color);
                self.b.mul(color, light)
            }
            None => self.b.floats(&[0.0; 3]),
        };
        self.clamped(shine, color)
    }

    /// Three lanes and the alpha of another colour, all within 0–1.
    fn clamped(&mut self, rgb: Value, of: Value) -> Value {
        let [red, green, blue] = [0, 1, 2].map(|lane| self.b.lane(rgb, lane));
        let alpha = self.b.lane(of, 3);
        let color = self.b.compose(&[red, green, blue, alpha]);
        self.b.saturate(color)
    }

    fn add_lights(&mut self, lighting: Lighting, sums: Sums) {
        if lighting.kinds.is_empty() {
            return;
        }
        let (place, normal) = self.eye_space();
        let away = sums.specular.map(|_| {
            if lighting.local_viewer { self.normalized(place) } else { self.b.floats(&[0.0, 0.0, 1.0]) }
        });
        let power = sums.specular.map(|_| {
            let row = self.row(MATERIAL);
            self.b.lane(row, 3)
        });
        let surface = Surface { place, normal, away, power };
        let ends = self.row(LIGHT_ENDS);
        let most = self.b.float(LIGHTS as f32);
        let ends = self.b.math2(MathFunction::Min, ends, most);
        let ends = self.b.convert(ends, Kind::Uint);
        self.b.fixed_block(Stage::Vertex);
        self.b.reach_fixed(FIRST_LIGHT + LIGHT_ROWS * LIGHTS as u16);
        let kinds = [LightKinds::DIRECTIONAL, LightKinds::POINT, LightKinds::SPOT];
        for (kind, lane) in kinds.into_iter().zip(0u8..) {
            if lighting.kinds.contains(kind) {
                let start = if lane == 0 { self.b.uint(0) } else { self.b.lane(ends, lane - 1) };
                let end = self.b.lane(ends, lane);
                self.each_light(start, end, |stage, light| stage.add_light(kind, light, surface, sums));
            }
        }
    }

    /// A loop over lights; `body` gets the number of each light's first row.
    fn each_light(&mut self, start: Value, end: Value, body: impl FnOnce(&mut Self, Value)) {
        let ty = self.b.ty(Kind::Uint, 1);
        let number = self.b.local("light", ty);
        self.b.store(number, start);
        self.b.open();
        let light = self.b.load(number, Kind::Uint, 1);
        // Eight in any case, whatever the ends say.
        let most = self.b.uint(LIGHTS as u32);
        let end = self.b.math2(MathFunction::Min, end, most);
        let over = self.b.binary(BinaryOperator::GreaterEqual, light, end);
        self.b.open();
        self.b.statement(Statement::Break);
        let leave = self.b.close();
        self.b.branch(over, leave, Block::new());
        let (rows, first) = (self.b.uint(LIGHT_ROWS.into()), self.b.uint(FIRST_LIGHT.into()));
        let row = self.b.mul(light, rows);
        let row = self.b.add(row, first);
        body(self, row);
        let block = self.b.close();
        self.b.open();
        let light = self.b.load(number, Kind::Uint, 1);
        let one = self.b.uint(1);
        let next = self.b.add(light, one);
        self.b.store(number, next);
        let continuing = self.b.close();
        self.b.repeat(block, continuing);
    }

    fn light_row(&mut self, light: Value, row: u32) -> Value {
        let row = self.b.uint(row);
        let index = self.b.add(light, row);
        let block = self.b.fixed_block(Stage::Vertex);
        let row = self.b.element(block, index);
        self.b.load(row, Kind::Float, 4)
    }

    fn add_light(&mut self, kind: LightKinds, light: Value, surface: Surface, sums: Sums) {
        let ray = self.ray(kind, light, surface);
        let ambient = self.light_row(light, 2);
        self.add_color(sums.ambient, ambient, ray.strength);
        if sums.diffuse.is_none() && sums.specular.is_none() {
            return;
        }
        let cosine = self.dot(surface.normal, ray.way);
        let cosine = self.b.saturate(cosine);
        if let Some(sum) = sums.diffuse {
            let color = self.light_row(light, 0);
            let amount = self.times(cosine, ray.strength);
            self.add_color(sum, color, Some(amount));
        }
        if let (Some(sum), Some(away), Some(power)) = (sums.specular, surface.away, surface.power) {
            let half = self.b.sub(ray.way, away);
            let half = self.normalized(half);
            let glance = self.dot(surface.normal, half);
            let glance = self.b.saturate(glance);
            let zero = self.b.float(0.0);
            let shine = self.b.power(glance, power);
            let [seen, lit] =
                [glance, cosine].map(|value| self.b.binary(BinaryOperator::Greater, value, zero));
            let shine = self.b.select(seen, shine, zero);
            let shine = self.b.select(lit, shine, zero);
            let amount = self.times(shine, ray.strength);
            let color = self.light_row(light, 1);
            self.add_color(sum, color, Some(amount));
        }
    }

    fn times(&mut self, value: Value, factor: Option<Value>) -> Value {
        match factor {
            Some(factor) => self.b.mul(value, factor),
            None => value,
        }
    }

    /// Adds the first three lanes of a colour, times an amount.
    fn add_color(&mut self, sum: Expr, color: Value, amount: Option<Value>) {
        let color = self.xyz(color);
        let color = self.times(color, amount);
        let known = self.b.load(sum, Kind::Float, 3);
        let grown = self.b.add(known, color);
        self.b.store(sum, grown);
    }

    fn ray(&mut self, kind: LightKinds, light: Value, surface: Surface) -> Ray {
        if kind == LightKinds::DIRECTIONAL {
            let direction = self.light_row(light, 4);
            let direction = self.xyz(direction);
            return Ray { way: self.b.negate(direction), strength: None };
        }
        let place = self.light_row(light, 3);
        let place = self.xyz(place);
        let far = self.b.sub(place, surface.place);
        let distance = self.length(far);
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        let unit = self.b.div(far, distance);
        let apart = self.b.binary(BinaryOperator::Greater, distance, zero);
        let way = self.b.select(apart, unit, zero);
        let row = self.light_row(light, 5);
        let [constant, linear, quadratic] = [0, 1, 2].map(|lane| self.b.lane(row, lane));
        let outer = self.b.mul(distance, quadratic);
        let outer = self.b.add(outer, linear);
        let outer = self.b.mul(distance, outer);
        let divisor = self.b.add(constant, outer);
        let quotient = self.b.div(one, divisor);
        let most = self.b.float(f32::MAX);
        let quotient = self.b.math2(MathFunction::Min, quotient, most);
        let row = self.light_row(light, 0);
        let range = self.b.lane(row, 3);
        let beyond = self.b.binary(BinaryOperator::Greater, distance, range);
        let mut strength = self.b.select(beyond, zero, quotient);
        if kind == LightKinds::SPOT {
            let cone = self.cone(light, way);
            strength = self.b.mul(strength, cone);
        }
        Ray { way, strength: Some(strength) }
    }

    /// How much of a spot arrives from its middle to its edge.
    fn cone(&mut self, light: Value, way: Value) -> Value {
        let direction = self.light_row(light, 4);
        let direction = self.xyz(direction);
        let back = self.b.negate(way);
        let cosine = self.dot(back, direction);
        let [falloff, inner, outer] = [1, 2, 3].map(|row| {
            let row = self.light_row(light, row);
            self.b.lane(row, 3)
        });
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        let over = self.b.sub(cosine, outer);
        let width = self.b.sub(inner, outer);
        let part = self.b.div(over, width);
        let part = self.b.power(part, falloff);
        let outside = self.b.binary(BinaryOperator::LessEqual, cosine, outer);
        let inside = self.b.binary(BinaryOperator::Greater, cosine, inner);
        let edge = self.b.select(outside, zero, part);
        self.b.select(inside, one, edge)
    }
}
