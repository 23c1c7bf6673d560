//! Frames handed to a hook: order, content, backpressure, and hooks that misbehave.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use retrograph_render::frame::{PresenterId, TextureLocation};
use retrograph_render::present::{PresentedFrame, Presenter};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::{Context, Gpu, RenderError, wgpu};

use super::common::{color, context, corner, target, targets};

const SIZE: [u32; 2] = [4, 2];
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The value of the first channel of a frame's texels, which are all the same.
fn content(device: &wgpu::Device, queue: &wgpu::Queue, frame: &PresentedFrame) -> u8 {
    let row = u64::from(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("frame"),
        size: row * u64::from(frame.size[1]),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let layout =
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row as u32), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        frame.texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        frame.texture.size(),
    );
    let index = queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapped buffer"));
    let wait = wgpu::PollType::Wait { submission_index: Some(index), timeout: Some(Duration::from_secs(20)) };
    device.poll(wait).expect("the GPU answers");
    let view = buffer.get_mapped_range(..).expect("mapped bytes");
    for line in view.chunks(row as usize) {
        let texels = &line[..frame.size[0] as usize * 4];
        assert!(texels.chunks(4).all(|texel| texel == &view[..4]), "one colour: {texels:?}");
    }
    view[0]
}

/// What the hook was given: the frame's number and content.
type Seen = (u64, u8);

/// A context with a presenter whose hook reports each frame, and asks for leave before it returns.
struct Stage {
    context: Context,
    presenter: Presenter,
    id: PresenterId,
    back_buffer: TextureId,
    seen: Receiver<Seen>,
}

impl Stage {
    fn new() -> Self {
        Self::on(context(), target(SIZE[0], SIZE[1], FORMAT))
    }

    fn on(mut context: Context, desc: TextureDesc) -> Self {
        let (sender, seen) = channel();
        let presenter = reporting(context.gpu(), sender);
        let id = context.attach(presenter.clone()).expect("a presenter");
        let back_buffer = context.recorder.create_texture(desc);
        Self { context, presenter, id, back_buffer, seen }
    }

    fn draw(&mut self, value: u8) {
        self.context.recorder.set_targets(targets(self.back_buffer));
        self.context.recorder.clear(color([f32::from(value) / 255.0, 0.0, 0.0, 1.0]), None);
    }

    fn present(&mut self) -> Result<(), RenderError> {
        self.context.present(self.id, corner(self.back_buffer), SIZE)
    }

    fn read(&mut self) -> u8 {
        self.context.read_texture(corner(self.back_buffer), SIZE).expect("texels")[0]
    }

    /// What was seen, once all is shown.
    fn all_seen(&mut self) -> Vec<Seen> {
        self.context.settle().expect("no error");
        self.seen.try_iter().collect()
    }
}

fn reporting(gpu: &Gpu, seen: Sender<Seen>) -> Presenter {
    let hook = move |device: &wgpu::Device, queue: &wgpu::Queue, frame: &PresentedFrame| {
        assert_eq!((frame.size, frame.format), (SIZE, FORMAT));
        seen.send((frame.number, content(device, queue, frame))).expect("the test listens");
    };
    Presenter::hook(gpu, hook).expect("a thread")
}

#[test]
fn frames_are_shown_in_order_with_what_was_drawn() {
    let mut stage = Stage::new();
    for value in 0..20 {
        stage.draw(value * 10);
        stage.present().expect("a frame");
    }
    let expected: Vec<Seen> = (0..20).map(|number| (u64::from(number), number * 10)).collect();
    assert_eq!(stage.all_seen(), expected);
    let stats = stage.presenter.stats();
    assert_eq!((stats.shown, stats.skipped, stats.dropped), (20, 0, 0));
}

#[test]
fn a_parked_presenter_delays_no_read_and_loses_no_frame() {
    let mut stage = Stage::new();
    stage.presenter.park(true);
    let start = Instant::now();
    for value in 1..=5 {
        stage.draw(value);
        stage.present().expect("a frame");
        assert_eq!(stage.read(), value);
        // What is drawn next, and not presented, is not shown.
        stage.draw(200);
        assert_eq!(stage.read(), 200);
    }
    assert!(start.elapsed() < Duration::from_secs(5), "nothing waited for the display");
    assert_eq!(stage.seen.try_iter().count(), 0);
    stage.presenter.park(false);
    assert_eq!(stage.all_seen(), (1..=5).map(|value| (u64::from(value) - 1, value)).collect::<Vec<_>>());
    assert_eq!(stage.presenter.stats().dropped, 0);
}

#[test]
fn when_too_many_frames_wait_the_oldest_go_and_are_counted() {
    let mut stage = Stage::new();
    stage.presenter.park(true);
    for value in 0..20 {
        stage.draw(value);
        stage.present().expect("a frame");
        assert_eq!(stage.read(), value);
    }
    assert_eq!(stage.presenter.stats().dropped, 12);
    stage.presenter.park(false);
    let kept: Vec<Seen> = (12..20).map(|value| (u64::from(value), value)).collect();
    assert_eq!(stage.all_seen(), kept);
}

#[test]
fn a_hook_that_panics_is_not_called_again_and_the_device_goes_on() {
    let mut stage = Stage::new();
    let calls = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&calls);
    let hook = move |_: &wgpu::Device, _: &wgpu::Queue, _: &PresentedFrame| {
        *counted.lock().expect("no poison") += 1;
        std::panic::panic_any("on purpose");
    };
    let presenter = Presenter::hook(stage.context.gpu(), hook).expect("a thread");
    stage.id = stage.context.attach(presenter.clone()).expect("a presenter");
    stage.draw(1);
    stage.present().expect("a frame");
    stage.context.finish().expect("no error");
    assert!(presenter.wait_idle(Duration::from_secs(20)));
    stage.draw(2);
    assert_eq!(stage.present(), Err(RenderError::Hook));
    stage.draw(3);
    assert_eq!(stage.present(), Ok(()));
    assert_eq!(stage.read(), 3);
    assert_eq!(stage.context.settle(), Ok(()));
    assert_eq!(*calls.lock().unwrap_or_else(std::sync::PoisonError::into_inner), 1);
    assert_eq!((presenter.stats().shown, presenter.stats().skipped), (0, 3));
}

#[test]
fn a_hook_that_returns_late_holds_up_neither_draws_nor_reads_nor_the_end() {
    let mut stage = Stage::new();
    let (leave, wait) = channel::<()>();
    let hook = move |_: &wgpu::Device, _: &wgpu::Queue, _: &PresentedFrame| {
        // Until the test lets go.
        let _ = wait.recv();
    };
    let presenter = Presenter::hook(stage.context.gpu(), hook).expect("a thread");
    stage.id = stage.context.attach(presenter.clone()).expect("a presenter");
    let start = Instant::now();
    for value in 0..30 {
        stage.draw(value);
        stage.present().expect("a frame");
    }
    assert_eq!(stage.read(), 29);
    // One frame is waited for, for a second, and no other.
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    drop(stage);
    drop(presenter);
    assert!(start.elapsed() < Duration::from_secs(16), "{:?}", start.elapsed());
    drop(leave);
}

#[test]
fn a_multisampled_frame_is_shown_resolved() {
    let desc = TextureDesc { samples: 4, ..target(SIZE[0], SIZE[1], FORMAT) };
    let mut stage = Stage::on(context(), desc);
    stage.draw(77);
    stage.present().expect("a frame");
    assert_eq!(stage.all_seen(), [(0, 77)]);
}

#[test]
fn two_presenters_show_one_device_each_its_own_frames() {
    let mut stage = Stage::new();
    let (sender, second_seen) = channel();
    let presenter = reporting(stage.context.gpu(), sender);
    let second = stage.context.attach(presenter).expect("a presenter");
    for value in 0..6 {
        stage.draw(value);
        let id = if value % 2 == 0 { stage.id } else { second };
        stage.context.present(id, corner(stage.back_buffer), SIZE).expect("a frame");
    }
    assert_eq!(stage.all_seen(), [(0, 0), (1, 2), (2, 4)]);
    assert_eq!(second_seen.try_iter().collect::<Vec<_>>(), [(0, 1), (1, 3), (2, 5)]);
    stage.context.detach(second).expect("no error");
    stage.draw(9);
    stage.present().expect("a frame");
    assert_eq!(stage.all_seen(), [(3, 9)]);
}

#[test]
fn what_cannot_be_shown_is_refused_and_the_frame_stays_open() {
    let mut stage = Stage::new();
    stage.draw(5);
    let too_large = stage.context.present(stage.id, corner(stage.back_buffer), [5, 2]);
    assert_eq!(too_large, Err(RenderError::OutOfRange { level: 0, origin: [0; 3], size: [5, 2] }));
    let beyond = TextureLocation { texture: stage.back_buffer, level: 1, origin: [0; 3] };
    assert!(matches!(stage.context.present(stage.id, beyond, [1, 1]), Err(RenderError::OutOfRange { .. })));
    stage.present().expect("a frame");
    assert_eq!(stage.all_seen(), [(0, 5)]);
}
