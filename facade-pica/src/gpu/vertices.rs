//! Vertices for the vertex stage: inputs as the guest has them, or what the CPU has made of them.

use retrograph_render::Recorder;
use retrograph_render::frame::{AttributeSource, VertexAttribute, VertexInput, VertexStream};
use retrograph_render::wgpu::VertexFormat;
use retrograph_shaders::interface::ShaderInterface;

use crate::state::OutputMap;
use crate::vertex::{Inputs, Outputs};

/// What a vertex input was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// The input location of each value of a vertex.
    locations: Vec<u8>,
    /// The locations that the stage declares, a bit each.
    declared: u16,
}

/// Vertices in the frame's arena: a vector of zeros, for inputs that nothing feeds, and the values behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) offset: u32,
}

fn declared(interface: &ShaderInterface) -> u16 {
    interface.inputs.iter().fold(0, |mask, input| mask | 1 << input.location)
}

impl Shape {
    /// The streams and attributes.
    pub(super) fn input(&self) -> VertexInput {
        let count = self.locations.len();
        let stream = |offset, stride| VertexStream {
            source: AttributeSource::Arena,
            offset,
            stride,
            instance_step: None,
        };
        let attributes = (0..16u8).filter(|location| self.declared >> location & 1 != 0).map(|location| {
            let place = self.locations.iter().position(|&known| known == location);
            let (stream, offset) = place.map_or((0, 0), |place| (1, 16 * place as u16));
            VertexAttribute { location, stream, offset, format: VertexFormat::Float32x4 }
        });
        VertexInput {
            streams: [stream(0, 0), stream(16, 16 * count as u32)].into_iter().collect(),
            attributes: attributes.collect(),
            indices: None,
        }
    }

    /// Inputs of the vertex shader.
    pub(super) fn inputs(
        recorder: &mut Recorder,
        inputs: &Inputs,
        interface: &ShaderInterface,
    ) -> (Self, Placed) {
        let shape = Self { locations: inputs.registers.clone(), declared: declared(interface) };
        (shape, place(recorder, &inputs.values))
    }

    /// Processed vertices: location n has semantics 4n to 4n + 3.
    pub(super) fn processed(
        recorder: &mut Recorder,
        vertices: &[Outputs],
        map: &OutputMap,
        interface: &ShaderInterface,
    ) -> (Self, Placed) {
        let locations: Vec<u8> = interface.inputs.iter().map(|input| input.location).collect();
        let mut values = Vec::with_capacity(vertices.len() * locations.len());
        for vertex in vertices {
            for &location in &locations {
                values.push([0, 1, 2, 3].map(|lane| semantic(map, vertex, 4 * usize::from(location) + lane)));
            }
        }
        let declared = declared(interface);
        (Self { locations, declared }, place(recorder, &values))
    }
}

fn place(recorder: &mut Recorder, values: &[[f32; 4]]) -> Placed {
    let offset = recorder.push_user_data(&[0; 16]);
    recorder.push_user_data(bytemuck::cast_slice(values));
    Placed { offset }
}

/// A semantic of a processed vertex.
pub(super) fn semantic(map: &OutputMap, vertex: &Outputs, semantic: usize) -> f32 {
    match map.sources.get(semantic) {
        Some(Some((register, lane))) => vertex[usize::from(register & 15)][usize::from(lane & 3)],
        _ => crate::state::UNMAPPED,
    }
}
