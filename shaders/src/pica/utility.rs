//! Small fragment stages that move depth and stencil between attachments and textures, which copies do not do.
//!
//! The texture is in slot 0, and texel and fragment have the same place. They go with [`super::processed`].

use naga::{BinaryOperator, BuiltIn};

use crate::ShaderError;
use crate::build::stage::plain_binding;
use crate::build::{Builder, Kind, Value};
use crate::interface::{SamplerKind, SamplerUse, ShaderInterface, Stage, Translated};

fn texel(b: &mut Builder, interface: &mut ShaderInterface) -> Value {
    interface.samplers.push(SamplerUse { slot: 0, kind: SamplerKind::D2, compared: false });
    let from = b.sampled(Stage::Fragment, 0, SamplerKind::D2, false);
    let place = b.fragment_place();
    let place = b.swizzle(place, &[0, 1]);
    let place = b.convert(place, Kind::Sint);
    let texel = b.texel(from, place);
    b.lane(texel, 0)
}

/// Writes the depth that the texture's first lane has.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn load_depth() -> Result<Translated, ShaderError> {
    let mut b = Builder::new();
    let mut interface = ShaderInterface::new(Stage::Fragment);
    let depth = texel(&mut b, &mut interface);
    interface.writes_depth = true;
    b.output("depth", naga::Binding::BuiltIn(BuiltIn::FragDepth), depth);
    b.finish(interface)
}

/// Drops fragments where a bit of the texture's first lane, as a byte, is clear: the bit whose value is in x of row 0 of
/// the float block.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn load_stencil_bit() -> Result<Translated, ShaderError> {
    let mut b = Builder::new();
    let mut interface = ShaderInterface::new(Stage::Fragment);
    let byte = texel(&mut b, &mut interface);
    let row = row_zero(&mut b, &mut interface);
    let bit = b.lane(row, 0);
    let bit = b.convert(bit, Kind::Uint);
    let (scale, half) = (b.float(255.0), b.float(0.5));
    let byte = b.mul(byte, scale);
    let byte = b.add(byte, half);
    let byte = b.convert(byte, Kind::Uint);
    let masked = b.binary(BinaryOperator::And, byte, bit);
    let none = b.uint(0);
    let is_clear = b.binary(BinaryOperator::Equal, masked, none);
    b.kill_if(is_clear);
    b.finish(interface)
}

/// Writes row 0 of the float block as the colour.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn plain_color() -> Result<Translated, ShaderError> {
    let mut b = Builder::new();
    let mut interface = ShaderInterface::new(Stage::Fragment);
    let color = row_zero(&mut b, &mut interface);
    interface.color_outputs = 1;
    b.output("color0", plain_binding(0), color);
    b.finish(interface)
}

fn row_zero(b: &mut Builder, interface: &mut ShaderInterface) -> Value {
    interface.float_rows = 1;
    let block = b.float_block(Stage::Fragment, 1);
    let row = b.member(block, 0);
    b.load(row, Kind::Float, 4)
}
