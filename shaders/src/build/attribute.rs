//! Vertex attributes: what the fetch delivers, made into the four floats that legacy shaders see.

use naga::BinaryOperator;

use super::stage::plain_binding;
use super::{Builder, Kind, Value};
use crate::interface::InputClass;

impl Builder {
    /// The attribute at `location` as four floats; zeros if it is absent.
    pub(crate) fn attribute(&mut self, name: &str, location: u8, class: InputClass) -> Value {
        let binding = plain_binding(location);
        match class {
            InputClass::Absent => self.floats(&[0.0; 4]),
            InputClass::Float => self.argument(name, Kind::Float, 4, binding),
            InputClass::Uint => {
                let value = self.argument(name, Kind::Uint, 4, binding);
                self.convert(value, Kind::Float)
            }
            InputClass::Sint => {
                let value = self.argument(name, Kind::Sint, 4, binding);
                self.convert(value, Kind::Float)
            }
            InputClass::Udec3 => {
                let packed = self.argument(name, Kind::Uint, 1, binding);
                self.packed_tens(packed, None)
            }
            InputClass::Dec3n => {
                let packed = self.argument(name, Kind::Uint, 1, binding);
                self.packed_tens(packed, Some(511.0))
            }
        }
    }

    /// Three 10-bit lanes and w = 1: unsigned, or signed and divided by `scale`.
    fn packed_tens(&mut self, packed: Value, scale: Option<f32>) -> Value {
        let packed = if scale.is_some() { self.bitcast(packed, Kind::Sint) } else { packed };
        let drop = self.uint(22);
        let mut lanes = [22, 12, 2].map(|up| {
            let up = self.uint(up);
            let top = self.binary(BinaryOperator::ShiftLeft, packed, up);
            let lane = self.binary(BinaryOperator::ShiftRight, top, drop);
            self.convert(lane, Kind::Float)
        });
        if let Some(scale) = scale {
            let scale = self.float(scale);
            lanes = lanes.map(|lane| self.div(lane, scale));
        }
        let one = self.float(1.0);
        self.compose(&[lanes[0], lanes[1], lanes[2], one])
    }
}
