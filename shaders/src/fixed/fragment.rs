//! The fixed fragment stage.

mod key;

use naga::BinaryOperator;

use super::TEXTURE_FACTOR;
use crate::ShaderError;
use crate::build::resource::Level;
use crate::build::stage::plain_binding;
use crate::build::{Builder, Kind, Value};
use crate::dxso::{Border, Compare, SamplerKey};
use crate::interface::{SamplerUse, ShaderInterface, Stage, Translated};
use crate::varyings::{Semantic, Usage, Varying, Varyings};

pub use key::{Argument, ArgumentSource, Combine, FragmentKey};

const DIFFUSE: Semantic = Semantic::new(Usage::Color, 0);
const COORDINATE: Semantic = Semantic::new(Usage::Texcoord, 0);

/// Makes the fragment stage for a key, which need not be folded.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn fragment(key: &FragmentKey) -> Result<Translated, ShaderError> {
    let key = key.folded();
    let mut b = Builder::new();
    let mut interface = ShaderInterface::new(Stage::Fragment);
    interface.varyings = varyings(&key)?;
    let mut inputs = Inputs::default();
    for (location, varying) in interface.varyings.iter() {
        let value = b.varying(location, varying);
        if varying.semantic == DIFFUSE {
            inputs.diffuse = Some(value);
        } else {
            inputs.coordinate = Some(value);
        }
    }
    if let (Some(texture), Some(coordinate)) = (key.texture, inputs.coordinate) {
        inputs.texel = Some(sample(&mut b, texture, coordinate));
        interface.samplers.push(SamplerUse { slot: 0, kind: texture.kind, compared: false });
    }
    if reads(&key, ArgumentSource::Factor) {
        interface.float_rows = TEXTURE_FACTOR + 1;
        let block = b.float_block(Stage::Fragment, interface.float_rows);
        let row = b.member(block, TEXTURE_FACTOR.into());
        inputs.factor = Some(b.load(row, Kind::Float, 4));
    }
    let color = inputs.combine(&mut b, key.color, &[0, 1, 2]);
    let alpha = inputs.combine(&mut b, key.alpha, &[3]);
    let [red, green, blue] = [0, 1, 2].map(|lane| b.lane(color, lane));
    let result = b.compose(&[red, green, blue, alpha]);
    if key.alpha_test != Compare::Always {
        let draw = b.draw_block();
        let failed = b.alpha_fails(key.alpha_test, alpha, draw);
        b.kill_if(failed);
    }
    let result = if key.srgb_write { b.encode_srgb(result) } else { result };
    interface.color_outputs = 1;
    b.output("color0", plain_binding(0), result);
    b.finish(interface)
}

fn reads(key: &FragmentKey, source: ArgumentSource) -> bool {
    let arguments = [key.color.arguments(), key.alpha.arguments()];
    arguments.as_flattened().iter().flatten().any(|argument| argument.source == source)
}

/// What a folded key reads.
fn varyings(key: &FragmentKey) -> Result<Varyings, ShaderError> {
    let mut wanted = Vec::with_capacity(2);
    if key.reads_diffuse() {
        wanted.push(Varying { semantic: DIFFUSE, flat: key.flat_colors, centroid: false });
    }
    if key.texture.is_some() {
        wanted.push(Varying { semantic: COORDINATE, flat: false, centroid: false });
    }
    Varyings::place(&wanted, false).map_err(ShaderError::TooManyVaryings)
}

fn sample(b: &mut Builder, texture: SamplerKey, coordinate: Value) -> Value {
    let from = b.sampled(Stage::Fragment, 0, texture.kind, false);
    let lanes = [0, 1, 2];
    let coordinate = b.swizzle(coordinate, &lanes[..usize::from(from.lanes())]);
    let level = if texture.biased {
        let draw = b.draw_block();
        Level::Biased(b.lod_bias(0, draw))
    } else {
        Level::Implicit
    };
    let coordinate = b.mirrored_once(coordinate, texture.mirror_once);
    let mut texel = b.sample(from, coordinate, level);
    if texture.border != Border::default() {
        texel = b.bordered(texel, from, 0, coordinate, texture.border);
    }
    b.present(texel, texture.lanes)
}

/// What the arguments of stage 0 can read, as far as its key needs it.
#[derive(Default)]
struct Inputs {
    diffuse: Option<Value>,
    coordinate: Option<Value>,
    texel: Option<Value>,
    factor: Option<Value>,
}

impl Inputs {
    /// The result of an operation in the lanes `lanes`.
    fn combine(&self, b: &mut Builder, combine: Combine, lanes: &[u8]) -> Value {
        match combine {
            Combine::Disable => self.argument(b, Argument::new(ArgumentSource::Diffuse), lanes),
            Combine::Select(argument) => self.argument(b, argument, lanes),
            Combine::Modulate(first, second) => {
                let (first, second) = (self.argument(b, first, lanes), self.argument(b, second, lanes));
                let product = b.mul(first, second);
                b.saturate(product)
            }
        }
    }

    fn argument(&self, b: &mut Builder, argument: Argument, lanes: &[u8]) -> Value {
        let value = match argument.source {
            ArgumentSource::Diffuse | ArgumentSource::Current => self.diffuse,
            ArgumentSource::Texture => self.texel,
            ArgumentSource::Factor => self.factor,
        };
        // Without a texture, alpha arguments read 0.
        let value = value.unwrap_or_else(|| b.floats(&[0.0; 4]));
        let value = if argument.alpha_replicate { b.lane(value, 3) } else { b.swizzle(value, lanes) };
        let count = u8::try_from(lanes.len()).unwrap_or(4);
        let value = b.splat(value, count);
        if !argument.complement {
            return value;
        }
        let one = b.float(1.0);
        b.binary(BinaryOperator::Subtract, one, value)
    }
}
