//! Vertex shaders.

use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, ProcessFlags, RenderState, VertexElement};
use retrograph_d3d9::{Error, VertexDeclarationId};

use super::support::{Bench, bytes, floats};

const NONE: ProcessFlags = ProcessFlags::empty();

fn shade(bench: &mut Bench, text: &str) {
    let bytes = retrograph_shaders::dxso::assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let shader = bench.device.create_vertex_shader(&bytes).expect("a shader");
    bench.device.set_vertex_shader(Some(shader)).expect("set");
}

/// `POSITIONT`, a colour and four coordinates.
fn layout(bench: &mut Bench) -> VertexDeclarationId {
    let layout = bench.device.create_vertex_declaration(&[
        VertexElement::new(0, 0, DeclType::Float4, DeclUsage::PositionT, 0),
        VertexElement::new(0, 16, DeclType::D3dColor, DeclUsage::Color, 0),
        VertexElement::new(0, 20, DeclType::Float4, DeclUsage::Texcoord, 3),
    ]);
    layout.expect("a declaration")
}

#[test]
fn shaders_read_constants_and_write_registers() {
    let mut bench = Bench::new(Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1, 2 * 28);
    bench.device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE).expect("set");
    let mut vertices = bytes(&[0.5, 1.0, 1.0]);
    vertices.extend([0, 51, 102, 255]);
    bench.feed(&vertices, 16);
    shade(
        &mut bench,
        "vs_2_0
        dcl_position v0
        dcl_color v1
        if b3
        mul oPos, v0, c7
        endif
        add oD0, v1, c8
        mov oT0, c9",
    );
    let rows = [[1.0, 1.0, 1.0, 2.0], [0.2, 0.0, 0.0, 0.0], [3.0, 4.0, 5.0, 6.0]];
    bench.device.set_vertex_shader_constant_f(7, &rows).expect("set");
    bench.device.set_vertex_shader_constant_b(3, &[true]).expect("set");
    // The second vertex is past the end of the stream: zeros.
    bench.process(0, 0, 2, None, NONE).expect("processed");
    let result = bench.result();
    assert_eq!(floats(&result[..16]), [20.0, 8.0, 0.5, 0.5]);
    assert_eq!(result[16..20], [0, 51, 153, 255]);
    assert_eq!(floats(&result[20..28]), [3.0, 4.0]);
    assert_eq!(floats(&result[28..44]), [16.0, 16.0, 0.0, 0.5]);
    assert_eq!(result[44..48], [0, 0, 51, 0]);
    // States of the fixed-function pipeline do not matter.
    bench.device.set_render_state(RenderState::LIGHTING, 1).expect("set");
    bench.process(0, 1, 1, None, ProcessFlags::DONOTCOPYDATA).expect("processed");
    let again = bench.result();
    assert_eq!(again[28..], again[..28]);
}

#[test]
fn model_3_writes_by_semantics_and_needs_a_layout() {
    let mut bench = Bench::new(Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1, 36);
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[0.0, 0.5, 0.25]), 12);
    shade(
        &mut bench,
        "vs_3_0
        dcl_position v0
        dcl_position o3
        dcl_texcoord3 o0
        mov o3, v0
        mov o0, v0.wzyx",
    );
    let refused = bench.process(0, 0, 1, None, NONE);
    assert!(matches!(refused, Err(Error::InvalidCall)));
    let layout = layout(&mut bench);
    bench.process(0, 0, 1, Some(layout), NONE).expect("processed");
    let result = bench.result();
    assert_eq!(floats(&result[..16]), [16.0, 8.0, 0.25, 1.0]);
    assert_eq!(result[16..20], [0xEE; 4], "no colour is written, and the source has none");
    assert_eq!(floats(&result[20..36]), [1.0, 0.25, 0.5, 0.0]);
}

#[test]
fn positions_in_pixels_pass_by_the_shader() {
    let mut bench = Bench::new(Fvf::XYZRHW, 16);
    bench.device.set_fvf(Fvf::XYZRHW).expect("set");
    bench.feed(&bytes(&[3.0, 4.0, 0.5, 0.125]), 16);
    shade(&mut bench, "vs_2_0\ndcl_position v0\nadd oPos, v0, v0");
    bench.process(0, 0, 1, None, NONE).expect("processed");
    assert_eq!(floats(&bench.result()), [3.0, 4.0, 0.5, 0.125]);
}

#[test]
fn shaders_that_never_end_or_read_textures_are_refused() {
    let mut bench = Bench::new(Fvf::XYZRHW, 16 * 4096);
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[0.0; 3]), 12);
    let round = "loop aL, i0\nadd r0, r0, c0\n";
    let text = format!(
        "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\n{}{}mov o0, r0",
        round.repeat(4),
        "endloop\n".repeat(4)
    );
    shade(&mut bench, &text);
    bench.device.set_vertex_shader_constant_i(0, &[[255, 0, 1, 0]]).expect("set");
    let layout = bench
        .device
        .create_vertex_declaration(&[VertexElement::new(0, 0, DeclType::Float4, DeclUsage::PositionT, 0)])
        .expect("a declaration");
    assert!(matches!(bench.process(0, 0, 4096, Some(layout), NONE), Err(Error::NotAvailable)));
    shade(&mut bench, "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_2d s0\ntexldl o0, v0, s0");
    assert!(matches!(bench.process(0, 0, 1, Some(layout), NONE), Err(Error::NotAvailable)));
    let counted = [("process_vertices.endless", 1), ("process_vertices.textures", 1)];
    assert_eq!(bench.device.unsupported(), counted);
    assert!(bench.result().iter().all(|byte| *byte == 0xEE), "nothing was written");
}
