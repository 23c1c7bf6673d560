//! An encoder that panics, is stuck, or lets go.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::encoder::Encoder;
use super::{Engine, Threading};
use crate::error::RenderError;
use crate::frame::{ArenaRange, Frame, Release, ResourceEvent, Upload, UploadTarget};
use crate::gpu::Gpu;
use crate::renderer::Renderer;
use crate::resource::{BufferDesc, BufferId, TextureDesc, TextureId};

fn gpu() -> Gpu {
    Gpu::headless().unwrap_or_else(|error| panic!("{error}"))
}

fn encoder(patience: Duration) -> Encoder {
    Encoder::with_patience(Renderer::new(gpu()), patience).expect("a thread")
}

/// A frame whose execution panics: it uploads bytes that it does not hold.
fn broken() -> Frame {
    let target = UploadTarget::Buffer { buffer: BufferId::default(), offset: 0, in_place: false };
    let upload = Upload { target, bytes: ArenaRange { offset: 4, size: 4 } };
    Frame { uploads: vec![upload], ..Frame::default() }
}

fn is_lost<T>(result: &Result<T, RenderError>) -> bool {
    matches!(result, Err(RenderError::DeviceLost(_)))
}

#[test]
fn what_the_environment_asks_for() {
    assert_eq!(Threading::parse("Inline"), Some(Threading::Inline));
    assert_eq!(Threading::parse("pipelined"), Some(Threading::Pipelined));
    assert_eq!(Threading::parse("both"), None);
}

#[test]
fn a_frame_that_panics_loses_the_device_for_ever() {
    let mut encoder = encoder(Duration::from_secs(120));
    encoder.spare();
    assert_eq!(encoder.execute(broken()), Ok(()), "nobody knows yet");
    let lost = encoder.drain();
    assert!(matches!(&lost, Err(RenderError::DeviceLost(why)) if why.contains("panicked")), "{lost:?}");
    for _ in 0..4 {
        let frame = encoder.spare();
        assert!(is_lost(&encoder.execute(frame)));
        assert!(is_lost(&encoder.drain()));
        assert!(is_lost(&encoder.call(|renderer| renderer.counters())));
    }
}

#[test]
fn submissions_notice_a_panic_without_a_call_that_waits() {
    let mut encoder = encoder(Duration::from_secs(120));
    encoder.spare();
    let mut results = vec![encoder.execute(broken())];
    for _ in 0..4 {
        let frame = encoder.spare();
        results.push(encoder.execute(frame));
    }
    assert!(is_lost(&results[4]), "{results:?}");
}

#[test]
fn a_call_that_panics_answers_its_caller() {
    let encoder = encoder(Duration::from_secs(120));
    let answer = encoder.call(|_| -> u32 { panic!("on purpose") });
    assert_eq!(answer, Err(RenderError::DeviceLost("the encoder panicked: on purpose".into())));
}

#[test]
fn a_stuck_encoder_is_given_up_and_left_behind() {
    let mut encoder = encoder(Duration::from_millis(50));
    let (free, stuck) = channel::<()>();
    let start = Instant::now();
    let answer = encoder.call(move |_| stuck.recv().is_ok());
    assert!(is_lost(&answer), "{answer:?}");
    assert!(is_lost(&encoder.drain()));
    drop(encoder);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    drop(free);
}

#[test]
fn frames_sent_before_the_end_are_executed() {
    let gpu = gpu();
    let mut engine = Engine::new(&gpu, Threading::Pipelined);
    assert_eq!(engine.threading(), Threading::Pipelined);
    let (sender, answer) = channel();
    for _ in 0..3 {
        let frame = engine.spare();
        engine.execute(frame).expect("no error");
    }
    if let Engine::Pipelined(encoder) = &engine {
        encoder.call(move |renderer| sender.send(renderer.counters().frames)).expect("alive").expect("sent");
    }
    drop(engine);
    assert_eq!(answer.recv(), Ok(3));
}

#[test]
fn errors_come_with_a_later_frame_and_only_once() {
    let mut encoder = encoder(Duration::from_secs(120));
    // Three samples a texel are none that a texture can have.
    let desc = TextureDesc { samples: 3, ..TextureDesc::new(4, 4, wgpu::TextureFormat::Rgba8Unorm) };
    let created = vec![ResourceEvent::CreateTexture(TextureId::default(), desc)];
    let released = vec![Release::Texture(TextureId::default())];
    encoder.spare();
    assert_eq!(encoder.execute(Frame { created, released, ..Frame::default() }), Ok(()));
    let drained = encoder.drain();
    assert!(matches!(drained, Err(RenderError::Validation(_))), "{drained:?}");
    let mut frame = encoder.spare();
    frame.clear();
    assert_eq!(encoder.execute(frame), Ok(()));
    assert_eq!(encoder.drain(), Ok(()));
}

#[test]
fn frames_come_back_with_their_allocations() {
    let mut encoder = encoder(Duration::from_secs(120));
    let mut kept = 0;
    for round in 0..12u32 {
        let mut frame = encoder.spare();
        kept += u32::from(frame.arena.capacity() >= 1 << 16);
        frame.clear();
        frame.arena.resize(1 << 16, round as u8);
        encoder.execute(frame).expect("no error");
    }
    assert_eq!(kept, 10, "all but the first two rounds reuse a frame");
    encoder.drain().expect("no error");
}

#[test]
fn buffers_made_on_the_way_stay() {
    let mut encoder = encoder(Duration::from_secs(120));
    let desc = BufferDesc { label: "kept".into(), size: 16 };
    let created = vec![ResourceEvent::CreateBuffer(BufferId::default(), desc)];
    encoder.spare();
    encoder.execute(Frame { created, ..Frame::default() }).expect("no error");
    encoder.drain().expect("no error");
    let frames = encoder.call(|renderer| renderer.counters().frames);
    assert_eq!(frames, Ok(1));
}
