//! The factor of vertex fog.

use super::block::FOG as FOG_ROW;
use super::key::{Position, VertexFog};
use super::{COLORS, FOG, VertexStage};
use crate::build::Value;

impl VertexStage {
    /// How much of the colour stays, 0–1, in every lane.
    pub(super) fn fog(&mut self) -> Value {
        let factor = match self.key.fog {
            VertexFog::Specular => match self.attributes[usize::from(COLORS) + 1] {
                Some(color) => {
                    let alpha = self.b.lane(color, 3);
                    self.b.saturate(alpha)
                }
                // Places in pixels are of programs that compute fog themselves: to them no colour is alpha 0.
                None if self.key.position != Position::World => self.b.float(0.0),
                None => self.b.float(1.0),
            },
            VertexFog::Place => {
                let place = self.attribute(0);
                self.b.lane(place, 2)
            }
            VertexFog::Depth { function, range } => {
                let depth = self.depth(range);
                let state = self.row(FOG_ROW);
                self.b.fog_at(function, depth, state)
            }
        };
        self.b.splat(factor, 4)
    }

    fn depth(&mut self, range: bool) -> Value {
        if let Some(given) = self.attributes[usize::from(FOG)] {
            return self.b.lane(given, 0);
        }
        let (eye, _) = self.eye_space();
        if range {
            return self.length(eye);
        }
        let depth = self.b.lane(eye, 2);
        self.b.absolute(depth)
    }
}
