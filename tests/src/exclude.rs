//! Cases that need what is not there yet, told by the script alone.

use retrograph_examples::battery::script::{Case, Command, Name, Number, ValueSource};

/// Why a case is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A draw needs more of the fixed-function pipeline than positions by matrices and one texture stage.
    FixedFunction,
}

/// Whether `case` must be left out.
#[must_use]
pub fn reason(case: &Case) -> Option<Reason> {
    let mut pipeline = Pipeline::default();
    case.commands.iter().any(|step| pipeline.needs_more(&step.command)).then_some(Reason::FixedFunction)
}

/// The state that decides how much fixed function a draw needs; values as in Direct3D.
struct Pipeline {
    vertex_shader: bool,
    pixel_shader: bool,
    transformed: bool,
    lighting: bool,
    other_vertex: bool,
    stages: [[u32; 2]; 8],
}

impl Default for Pipeline {
    fn default() -> Self {
        let mut stages = [[1, 1]; 8];
        stages[0] = [4, 2];
        Self {
            vertex_shader: false,
            pixel_shader: false,
            transformed: false,
            lighting: true,
            other_vertex: false,
            stages,
        }
    }
}

impl Pipeline {
    /// Follows a command; whether it is a draw that needs more.
    fn needs_more(&mut self, command: &Command) -> bool {
        match command {
            Command::SetVertexShader { shader } => self.vertex_shader = shader.is_some(),
            Command::SetPixelShader { shader } => self.pixel_shader = shader.is_some(),
            Command::SetFvf { fvf: Name::Text(text) } => self.transformed = text.contains("XYZRHW"),
            Command::SetVertexDeclaration { .. } => self.transformed = false,
            Command::SetRenderState { state: Name::Text(state), value: source } => {
                let on = value(*source) != 0;
                match state.as_str() {
                    "LIGHTING" => self.lighting = on,
                    "FOGENABLE" | "VERTEXBLEND" | "POINTSCALEENABLE" => {
                        self.other_vertex |= on;
                    }
                    _ => {}
                }
            }
            Command::SetTextureStageState { stage, state: Name::Text(state), value: source } => {
                let stage = stage.u32() as usize;
                match (state.as_str(), self.stages.get_mut(stage)) {
                    ("COLOROP", Some(ops)) => ops[0] = value(*source),
                    ("ALPHAOP", Some(ops)) => ops[1] = value(*source),
                    ("TEXTURETRANSFORMFLAGS", _) => self.other_vertex |= value(*source) != 0,
                    ("TEXCOORDINDEX", _) => self.other_vertex |= value(*source) > 7,
                    _ => {}
                }
            }
            Command::DrawPrimitive { .. }
            | Command::DrawIndexedPrimitive { .. }
            | Command::DrawPrimitiveUp { .. }
            | Command::DrawIndexedPrimitiveUp { .. } => return self.draw_needs_more(),
            _ => {}
        }
        false
    }

    fn draw_needs_more(&self) -> bool {
        let vertex = !self.vertex_shader && !self.transformed && (self.lighting || self.other_vertex);
        // Operations 1 to 4 are DISABLE, SELECTARG1, SELECTARG2 and MODULATE.
        let simple = |ops: &[u32; 2]| ops.iter().all(|op| (1..=4).contains(op));
        let rich = !simple(&self.stages[0]) || self.stages[1][0] != 1;
        vertex || !self.pixel_shader && rich
    }
}

fn value(source: ValueSource) -> u32 {
    source.float.map_or_else(|| source.value.map_or(0, Number::u32), |float| float.f32().to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluded(commands: &str) -> Option<Reason> {
        let json = format!(
            r#"{{"version":1,"name":"a.b","area":"a","target":{{"width":1,"height":1,"format":"A8R8G8B8"}},
                "resources":[],"commands":[{commands}],"read":[]}}"#
        );
        reason(&serde_json_case(&json))
    }

    fn serde_json_case(json: &str) -> Case {
        Case::parse(json.as_bytes()).expect("a case")
    }

    const DRAW: &str = r#"{"op":"DrawPrimitive","type":"TRIANGLELIST","count":1}"#;
    const UNLIT: &str = r#"{"op":"SetRenderState","state":"LIGHTING","value":0}"#;

    #[test]
    fn lit_vertices_and_rich_stages_need_more() {
        assert_eq!(excluded(DRAW), Some(Reason::FixedFunction));
        assert_eq!(excluded(&format!("{UNLIT},{DRAW}")), None);
        assert_eq!(excluded(&format!(r#"{{"op":"SetFVF","fvf":"XYZRHW"}},{DRAW}"#)), None);
        let stage = |stage: u32, op: u32| {
            format!(
                r#"{UNLIT},{{"op":"SetTextureStageState","stage":{stage},"state":"COLOROP","value":{op}}},{DRAW}"#
            )
        };
        assert_eq!(excluded(&stage(0, 3)), None);
        assert_eq!(excluded(&stage(0, 7)), Some(Reason::FixedFunction));
        assert_eq!(excluded(&stage(1, 4)), Some(Reason::FixedFunction));
    }
}
