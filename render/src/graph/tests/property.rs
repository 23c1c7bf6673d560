//! Arbitrary frames: the plan, run on a toy machine, ends as the commands run one by one.

use std::collections::{BTreeMap, VecDeque};

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::frame::GenerateMips;

/// What one side of a target holds: a chain of everything that made it. Left and right halves stand for the
/// pixels inside and outside a rectangle.
type Cell = (usize, usize);
type Memory = BTreeMap<Cell, String>;

const LEFT: Rect = Rect { x: 0, y: 0, width: 32, height: 64 };

#[derive(Clone, Debug)]
enum Act {
    Draw { targets: usize, sampled: Option<usize> },
    Clear { targets: usize, value: u8, left: bool },
    Copy { from: usize, to: usize },
    Read { texture: usize },
    Upload { texture: usize, left: bool },
    Mips { texture: usize },
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (0usize..6, prop::option::of(0usize..3)).prop_map(|(targets, sampled)| Act::Draw { targets, sampled }),
        3 => (0usize..6, 1u8..9, any::<bool>()).prop_map(|(targets, value, left)| Act::Clear { targets, value, left }),
        1 => (0usize..3, 0usize..3).prop_filter("not onto itself", |(a, b)| a != b)
            .prop_map(|(from, to)| Act::Copy { from, to }),
        1 => (0usize..3).prop_map(|texture| Act::Read { texture }),
        3 => (0usize..3, any::<bool>()).prop_map(|(texture, left)| Act::Upload { texture, left }),
        1 => (0usize..3).prop_map(|texture| Act::Mips { texture }),
    ]
}

/// Target groups by the textures that they bind.
const GROUPS: [&[usize]; 6] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[2, 0]];

fn cell(memory: &Memory, at: Cell) -> String {
    memory.get(&at).cloned().unwrap_or_else(|| "0".into())
}

/// Both halves of a texture at once.
fn whole(memory: &Memory, texture: usize) -> String {
    format!("[{}|{}]", cell(memory, (texture, 0)), cell(memory, (texture, 1)))
}

fn draw_on(memory: &mut Memory, bound: &[usize], sample: &str, id: u32) {
    for texture in bound {
        for half in 0..2 {
            let old = cell(memory, (*texture, half));
            memory.insert((*texture, half), format!("{old}+{id}{sample}"));
        }
    }
}

/// An upload to both halves, or to the left one.
fn upload_to(memory: &mut Memory, texture: usize, id: u32, left: bool) {
    for half in 0..if left { 1 } else { 2 } {
        memory.insert((texture, half), format!("upload {id}"));
    }
}

/// Mip levels are noted on the content that they are made of.
fn mips_of(memory: &mut Memory, texture: usize) {
    for half in 0..2 {
        let old = cell(memory, (texture, half));
        memory.insert((texture, half), format!("{old}^"));
    }
}

fn value(color: u8) -> [f32; 4] {
    [f32::from(color), 0.0, 0.0, 1.0]
}

/// The commands one by one. The clear pass on `GROUPS` covers its sampled targets by copies, as planned.
fn reference(frames: &[Vec<Act>]) -> (Memory, Vec<String>) {
    let (mut memory, mut reads) = (Memory::new(), Vec::new());
    for acts in frames {
        for (id, act) in (0u32..).zip(acts) {
            match act {
                Act::Draw { targets, sampled } => {
                    let bound = GROUPS[*targets];
                    // Feedback reads a copy whose age is the planner's choice: its value is not compared.
                    let sample = match sampled {
                        Some(texture) if bound.contains(texture) => "feedback".into(),
                        Some(texture) => whole(&memory, *texture),
                        None => String::new(),
                    };
                    draw_on(&mut memory, bound, &sample, id);
                }
                Act::Clear { targets, value: color, left } => {
                    for texture in GROUPS[*targets] {
                        for half in 0..if *left { 1 } else { 2 } {
                            memory.insert((*texture, half), format!("{:?}", value(*color)));
                        }
                    }
                }
                Act::Copy { from, to } => {
                    for half in 0..2 {
                        let old = cell(&memory, (*from, half));
                        memory.insert((*to, half), old);
                    }
                }
                Act::Read { texture } => reads.push(whole(&memory, *texture)),
                Act::Upload { texture, left } => upload_to(&mut memory, *texture, id, *left),
                Act::Mips { texture } => mips_of(&mut memory, *texture),
            }
        }
    }
    (memory, reads)
}

/// The toy machine: runs steps; what is discarded becomes garbage.
struct Machine {
    memory: Memory,
    /// Texture by texture what its next backings hold.
    next: [VecDeque<[String; 2]>; 3],
    reads: Vec<String>,
    textures: Vec<TextureId>,
}

impl Machine {
    fn index(&self, texture: TextureId) -> usize {
        self.textures.iter().position(|id| *id == texture).expect("a texture of the test")
    }

    /// What comes before all steps: it goes to the newest backing of a texture, which steps see later.
    fn early(&mut self, plan: &Plan) {
        for early in &plan.early {
            let (texture, upload) = match early {
                Early::Upload { upload, renames } => {
                    let UploadTarget::Texture { location, .. } = upload.target else { panic!("a texture") };
                    (self.index(location.texture), Some((upload.bytes, *renames)))
                }
                Early::Mips(mips) => (self.index(mips.texture), None),
            };
            let shown = [0, 1].map(|half| cell(&self.memory, (texture, half)));
            let mut newest = self.next[texture].back().cloned().unwrap_or_else(|| shown.clone());
            match upload {
                Some((bytes, _)) => newest[..halves(bytes)].fill(format!("upload {}", bytes.offset)),
                None => newest.iter_mut().for_each(|half| half.push('^')),
            }
            match (upload, self.next[texture].back_mut()) {
                (Some((_, true)), _) => self.next[texture].push_back(newest),
                (_, Some(back)) => *back = newest,
                (_, None) => (0..2).zip(newest).for_each(|(half, content)| {
                    self.memory.insert((texture, half), content);
                }),
            }
        }
    }

    fn rename(&mut self, texture: TextureId) {
        let texture = self.index(texture);
        let next = self.next[texture].pop_front().expect("an early upload that renames");
        for (half, content) in (0..2).zip(next) {
            self.memory.insert((texture, half), content);
        }
    }

    fn run(&mut self, plan: &Plan, acts: &[Act]) {
        self.early(plan);
        for step in &plan.steps {
            match step {
                Step::Pass(pass) => self.pass(pass, acts),
                Step::Copy(copy) => {
                    let (from, to) = (self.index(copy.source.texture), self.index(copy.destination.texture));
                    for half in 0..2 {
                        let old = cell(&self.memory, (from, half));
                        self.memory.insert((to, half), old);
                    }
                }
                Step::Read(read) => {
                    let texture = self.index(read.source.texture);
                    self.reads.push(whole(&self.memory, texture));
                }
                Step::Upload(upload) => {
                    let UploadTarget::Texture { location, .. } = upload.target else { panic!("a texture") };
                    let (texture, bytes) = (self.index(location.texture), upload.bytes);
                    assert!(self.next[texture].is_empty(), "the newest backing is the one that steps see");
                    upload_to(&mut self.memory, texture, bytes.offset, halves(bytes) == 1);
                }
                Step::GenerateMips(mips) => {
                    let texture = self.index(mips.texture);
                    mips_of(&mut self.memory, texture);
                }
                Step::Rename(texture) => self.rename(*texture),
                Step::Snapshot(_) => {}
                other @ Step::Stretch(_) => panic!("{other:?}"),
            }
        }
        assert!(self.next.iter().all(VecDeque::is_empty), "steps have seen all backings");
    }

    fn pass(&mut self, pass: &Pass, acts: &[Act]) {
        let bound: Vec<usize> =
            pass.color.iter().flatten().map(|target| self.index(target.attachment.texture)).collect();
        for (target, texture) in pass.color.iter().flatten().zip(&bound) {
            for half in 0..2 {
                match target.ops.load {
                    LoadOp::Load => {}
                    LoadOp::Clear(color) if target.ops.load_reason == LoadReason::NeverWritten => {
                        assert_eq!(color, [0.0; 4]);
                        self.memory.insert((*texture, half), "0".into());
                    }
                    LoadOp::Clear(color) => {
                        self.memory.insert((*texture, half), format!("{color:?}"));
                    }
                    LoadOp::DontCare => {
                        self.memory.insert((*texture, half), "garbage".into());
                    }
                }
            }
        }
        for item in &pass.items {
            match item {
                PassItem::Draw(id) => {
                    let Act::Draw { sampled, .. } = &acts[*id as usize] else { panic!("a draw") };
                    let sample = match sampled {
                        Some(texture) if bound.contains(texture) => {
                            assert!(pass.snapshots.contains(&self.textures[*texture]));
                            "feedback".into()
                        }
                        Some(texture) => whole(&self.memory, *texture),
                        None => String::new(),
                    };
                    draw_on(&mut self.memory, &bound, &sample, *id);
                }
                PassItem::Rename(texture) => {
                    assert!(!bound.contains(&self.index(*texture)), "no pass changes what it writes");
                    self.rename(*texture);
                }
                PassItem::ClearQuad { planes, rect } => {
                    let color = planes.color.expect("a colour");
                    for texture in &bound {
                        for half in 0..if *rect == LEFT { 1 } else { 2 } {
                            self.memory.insert((*texture, half), format!("{color:?}"));
                        }
                    }
                }
            }
        }
        for (target, texture) in pass.color.iter().flatten().zip(&bound) {
            if target.ops.store == StoreOp::Discard {
                for half in 0..2 {
                    self.memory.insert((*texture, half), "garbage".into());
                }
            }
        }
    }
}

/// An upload whose bytes' place and size say which act it is of, and to which halves.
fn upload(texture: TextureId, id: u32, left: bool) -> Command {
    let target = UploadTarget::Texture { location: location(texture), size: [64, 64, 1] };
    Command::Upload(Upload { target, bytes: ArenaRange { offset: id, size: if left { 1 } else { 2 } } })
}

fn halves(bytes: ArenaRange) -> usize {
    bytes.size as usize
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_plan_ends_as_its_commands_do(frames in vec(vec(act(), 0..24), 1..3)) {
        let mut bench = Bench::new();
        let textures: Vec<_> = ["a", "b", "c"].iter().map(|label| bench.color(label)).collect();
        for group in GROUPS {
            let bound: Vec<_> = group.iter().map(|texture| textures[*texture]).collect();
            bench.targets(&bound, None);
        }
        let mut machine = Machine {
            memory: Memory::new(),
            next: Default::default(),
            reads: Vec::new(),
            textures: textures.clone(),
        };
        for acts in &frames {
            for (id, act) in (0u32..).zip(acts) {
                match act {
                    Act::Draw { targets, sampled: Some(texture) } => {
                        bench.sample(*targets as u32, 0, textures[*texture]);
                    }
                    Act::Draw { targets, sampled: None } => bench.draw(*targets as u32),
                    Act::Clear { targets, value: color, left } => {
                        let rects = left.then_some(&[LEFT][..]);
                        bench.clear(*targets as u32, color_planes(value(*color)), rects);
                    }
                    Act::Copy { from, to } => bench.copy(textures[*from], textures[*to]),
                    Act::Read { texture } => bench.read(textures[*texture]),
                    Act::Upload { texture, left } => bench.frame.commands.push(upload(textures[*texture], id, *left)),
                    Act::Mips { texture } => {
                        let texture = textures[*texture];
                        bench.frame.commands.push(Command::GenerateMips(GenerateMips { texture, linear: true }));
                    }
                }
            }
            let plan = bench.plan();
            machine.run(&plan, acts);
        }
        let (memory, reads) = reference(&frames);
        prop_assert_eq!(&machine.reads, &reads);
        for texture in 0..3 {
            prop_assert_eq!(whole(&machine.memory, texture), whole(&memory, texture));
        }
    }
}

/// Draws, clears and transfers that name anything, existing or not.
fn wild(bench: &mut Bench, textures: &[TextureId], numbers: &[u32]) {
    let [kind, a, b, c, d, e] = *numbers else { return };
    let at = |n: u32| TextureLocation {
        texture: textures[n as usize % textures.len()],
        level: n / 3,
        origin: [n, n.wrapping_mul(7), n / 2],
    };
    let command = match kind % 7 {
        0 => Command::Clear(Clear { targets: a, planes: depth_planes(b as f32), rects: Some(c..d) }),
        1 => Command::Copy(CopyTexture { source: at(a), destination: at(b), size: [c, d, e] }),
        2 => Command::Upload(Upload {
            target: UploadTarget::Texture { location: at(a), size: [b, c, d] },
            bytes: ArenaRange { offset: 0, size: e },
        }),
        3 => Command::Read(ReadTexture { source: at(a), size: [b, c], ticket: 0 }),
        4 => Command::GenerateMips(GenerateMips { texture: at(a).texture, linear: true }),
        _ => {
            bench.bind(e as u8, Some(at(a).texture));
            bench.draw_with(b, c, d);
            let Some(Command::Draw(draw)) = bench.frame.commands.last_mut() else { return };
            (draw.bindings, draw.viewport, draw.input) = (e.wrapping_sub(a), e / 4, a);
            return;
        }
    };
    bench.frame.commands.push(command);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wild_frames_are_planned_without_a_panic(
        commands in vec(vec(prop_oneof![4 => 0u32..6, 1 => any::<u32>()], 6), 0..30),
        layers in vec((0u8..4, 0u16..3, 0usize..4), 6),
    ) {
        let mut bench = Bench::new();
        let mut textures = vec![bench.color("a"), bench.depth("b"), bench.color("gone")];
        bench.textures.remove(textures[2]);
        textures.push(bench.sized("small", wgpu::TextureFormat::Rgba16Float, 8, 8));
        for (level, layer, texture) in layers {
            let attachment = Some(Attachment { texture: textures[texture], level, layer, srgb: layer == 1 });
            let other = Some(attachment_of(&textures, texture + 1));
            let targets = Targets { color: [attachment, other, None, attachment], depth: other };
            bench.frame.targets.push(targets);
        }
        for numbers in &commands {
            wild(&mut bench, &textures, numbers);
        }
        let plan = bench.plan();
        for pass in plan.passes() {
            prop_assert!(!pass.targets().is_empty());
        }
    }
}

fn attachment_of(textures: &[TextureId], index: usize) -> Attachment {
    attachment(textures[index % textures.len()])
}
