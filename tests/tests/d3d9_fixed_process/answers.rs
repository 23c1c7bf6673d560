//! Errors, and input that means nothing.

use retrograph_d3d9::Error;
use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, ProcessFlags, Transform, VertexElement};

use super::support::{Bench, bytes, floats};

const NONE: ProcessFlags = ProcessFlags::empty();

fn refused(answer: &retrograph_d3d9::Result<()>) {
    assert!(matches!(answer, Err(Error::InvalidCall)), "{answer:?}");
}

#[test]
fn wrong_arguments_change_nothing() {
    let mut bench = Bench::new(Fvf::XYZRHW, 64);
    refused(&bench.process(0, 0, 1, None, NONE));
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[0.0; 3]), 12);
    refused(&bench.process(0, 0, 5, None, NONE));
    refused(&bench.process(0, 4, 1, None, NONE));
    refused(&bench.process(0, u32::MAX, u32::MAX, None, NONE));
    bench.process(0, 4, 0, None, NONE).expect("nothing is nothing");
    let second = VertexElement::new(1, 0, DeclType::Float4, DeclUsage::PositionT, 0);
    let layout = bench.device.create_vertex_declaration(&[second]).expect("a declaration");
    refused(&bench.process(0, 0, 1, Some(layout), NONE));
    bench.device.release_vertex_declaration(layout).expect("released");
    refused(&bench.process(0, 0, 1, Some(layout), NONE));
    assert!(bench.result().iter().all(|byte| *byte == 0xEE));
    bench.process(u32::MAX, 3, 1, None, ProcessFlags::all()).expect("processed");
    assert_eq!(floats(&bench.result()[48..]), [16.0, 16.0, 0.0, 1.0], "past the end are zeros");
    let to = bench.to;
    bench.device.release_vertex_buffer(to).expect("released");
    refused(&bench.process(0, 0, 1, None, NONE));
}

#[test]
fn a_buffer_without_a_format_needs_a_layout() {
    let mut bench = Bench::new(Fvf::empty(), 64);
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[0.0; 3]), 12);
    refused(&bench.process(0, 0, 1, None, NONE));
}

#[test]
fn a_buffer_may_be_processed_into_itself() {
    let mut bench = Bench::new(Fvf::XYZRHW, 32);
    bench.device.set_fvf(Fvf::XYZRHW).expect("set");
    bench.feed(&bytes(&[1.0, 2.0, 0.25, 1.0, 3.0, 4.0, 0.5, 1.0]), 16);
    bench.process(0, 0, 2, None, NONE).expect("processed");
    let to = bench.to;
    bench.device.set_stream_source(0, Some(to), 0, 16).expect("set");
    bench.process(0, 1, 1, None, NONE).expect("processed");
    assert_eq!(floats(&bench.result()), [1.0, 2.0, 0.25, 1.0, 1.0, 2.0, 0.25, 1.0]);
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let mut bench = Bench::new(Fvf::XYZRHW | Fvf::DIFFUSE, 40);
    bench.device.set_fvf(Fvf::XYZ).expect("set");
    bench.feed(&bytes(&[f32::NAN, f32::INFINITY, 0.0, 0.0, 0.0, 0.0]), 12);
    for value in [f32::NAN, f32::INFINITY, f32::MAX] {
        bench.transform(Transform::WORLD, [[value; 4]; 4]);
        bench.process(0, 0, 2, None, NONE).expect("processed");
        assert_eq!(bench.result()[36..], [0xFF; 4]);
    }
    bench.device.finish().expect("no error on the GPU");
}
