use super::*;
use crate::list::ListBuilder;
use crate::memory::Regions;

/// Counts what reaches it.
#[derive(Default)]
struct Counter {
    draws: Vec<(bool, usize, usize)>,
}

impl Backend for Counter {
    fn draw(&mut self, draw: &Draw<'_>, _: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        let shaded = matches!(draw.geometry, Geometry::Shaded { .. });
        let vertices = draw.shade().map_err(|error| PicaError::Backend(Box::new(error)))?.len();
        self.draws.push((shaded, vertices, draw.geometry.triangles().len()));
        Ok(())
    }
}

/// `mov o0, v0; end`, one attribute, one output.
fn program(list: &mut ListBuilder) {
    list.write(0x2CB, 0).repeat(0x2CC, &[0x4C00_0000, 0x8800_0000]);
    list.write(0x2D5, 0).repeat(0x2D6, &[0x36F]).write(0x2BA, 0x7FFF_0000).write(0x2BD, 1);
    list.write(0x04F, 1).write(0x050, 0x0302_0100);
}

#[test]
fn strips_go_on_over_draws_until_they_are_restarted() {
    let mut list = ListBuilder::new();
    program(&mut list);
    // One fixed attribute; a strip of four vertices, then two more of it, then three after a restart.
    list.write(0x202, 1 << 16).write(0x25E, 0x100).write(0x228, 4).write(0x22E, 1);
    list.write(0x228, 2).write(0x22E, 1).write(0x25F, 1).write(0x228, 3).write(0x22E, 1);
    let mut backend = Counter::default();
    let report = Front::default().submit(&list.finish(), &mut Regions::new(), &mut backend);
    assert_eq!(report.map(|report| report.finalized).ok(), Some(true));
    assert_eq!(backend.draws, [(false, 4, 2), (true, 4, 2), (false, 3, 1)]);
}

#[test]
fn immediate_vertices_are_drawn_when_something_else_is_written() {
    let mut list = ListBuilder::new();
    program(&mut list);
    list.write(0x242, 0).write(0x232, 0xF);
    for _ in 0..4 {
        list.consecutive(0x233, &[0x3F00_0000, 0, 0]);
    }
    // A fourth vertex waits for two more, which come with another list.
    let mut front = Front::default();
    let mut backend = Counter::default();
    front.submit(&list.finish(), &mut Regions::new(), &mut backend).expect("a list");
    assert_eq!(backend.draws, [(false, 4, 1)]);
    let mut list = ListBuilder::new();
    list.write(0x232, 0xF).consecutive(0x233, &[1, 2, 3]).consecutive(0x233, &[1, 2, 3]);
    front.submit(&list.finish(), &mut Regions::new(), &mut backend).expect("a list");
    assert_eq!(backend.draws[1], (true, 3, 1));
}

#[test]
fn what_cannot_be_drawn_is_counted_and_the_list_goes_on() {
    let mut list = ListBuilder::new();
    program(&mut list);
    list.write(0x228, 3).write(0x22F, 1);
    list.write(0x205, 1 << 28).write(0x22E, 1);
    list.write(0x205, 0).write(0x100, 1).write(0x22E, 1).write(0x100, 0);
    list.write(0x2BA, 100).write(0x22E, 1);
    let mut backend = Counter::default();
    let mut front = Front::default();
    front.submit(&list.finish(), &mut Regions::new(), &mut backend).ok();
    assert_eq!(front.unsupported(), [("gas.accumulation", 1), ("index.address", 1), ("vertex.address", 1)]);
    list.write(0x228, u32::MAX).write(0x22E, 1);
    let outcome = front.submit(&list.finish(), &mut Regions::new(), &mut backend);
    assert!(matches!(outcome, Err(PicaError::Backend(_) | PicaError::Limit { .. })));
}

#[test]
fn jumps_are_followed_through_memory_and_end() {
    let mut list = ListBuilder::new();
    list.write(0x238, 0x100).write(0x23A, 0x1000 / 8).write(0x23C, 1);
    let words = list.unfinished();
    let mut memory = Regions::new();
    memory.insert(0x1000, crate::list::bytes(&words));
    let mut front = Front::new(Limits { jumps: 9, ..Limits::default() });
    let outcome = front.submit(&words, &mut memory, &mut Counter::default());
    assert!(matches!(outcome, Err(PicaError::List(crate::list::ListError::TooManyJumps { limit: 9, .. }))));
    let outcome = Front::default().submit(&words, &mut Regions::new(), &mut Counter::default());
    assert!(matches!(outcome, Err(PicaError::List(crate::list::ListError::JumpTarget { .. }))));
}

#[test]
fn fills_end_where_memory_ends() {
    let mut memory = Regions::new();
    memory.insert(0x1000, vec![0; 10]);
    let fill = Fill::from_registers(0x1000, 0x100A, 0xAABB_CCDD, 0x101).expect("it starts");
    let (mut front, mut backend) = (Front::default(), Counter::default());
    front.memory_fill(&fill, &mut memory, &mut backend).expect("a fill");
    let expected = [0xDD, 0xCC, 0xBB, 0xDD, 0xCC, 0xBB, 0xDD, 0xCC, 0xBB, 0];
    assert_eq!(memory.slice(0x1000, 10), Some(&expected[..]));
    let fill = Fill { end: u32::MAX, ..fill };
    front.memory_fill(&fill, &mut memory, &mut backend).expect("a fill");
    assert_eq!(front.unsupported(), [("memory_fill.address", 1)]);
    assert_eq!(Fill::from_registers(0, 8, 0, 0x200), None);
}
