//! What the bounded path does not have: errors that name register and value, and where they stand.

use retrograph_pica::list::{Header, ListError};
use retrograph_pica::reference::SceneError;
use retrograph_pica::registers::Register;

use crate::fixture::Fixture;

/// State that a draw refuses: register and value.
const STATE: &[(u16, u32)] = &[
    (0x047, 1),
    (0x062, 1),
    (0x080, 0x1002),
    (0x080, 0x1004),
    (0x080, 0x1400),
    (0x08F, 1),
    (0x0E0, 5),
    (0x0E0, 7),
    (0x0E0, 0x100),
    (0x0E0, 0x8000),
    (0x100, 0x00E4_0100),
    (0x100, 0x00E4_0001),
    (0x100, 0x00E4_0003),
    (0x102, 0),
    (0x104, 1),
    (0x105, 1),
    (0x107, 0xF01),
    (0x107, 0x1F00),
    (0x107, 0x700),
    (0x113, 0),
    (0x114, 2),
    (0x115, 1),
    (0x117, 0x0002_0000),
    (0x117, 0x0001_0001),
    (0x118, 1),
    (0x11B, 1),
    (0x11D, 8),
    (0x11E, 0x0100_F011),
    (0x11E, 0x0000_F010),
    (0x06E, 0x0100_E010),
    (0x229, 2),
    (0x229, 0x8000_0000),
    (0x245, 1),
    (0x252, 1),
    (0x04F, 0),
    (0x24A, 2),
    (0x251, 0),
    (0x25E, 0),
    (0x2BD, 7),
    (0x050, 0x0302_0004),
    (0x050, 0x0302_001F),
    (0x050, 0x0302_0000),
    (0x051, 0x0B0A_090E),
    (0x051, 0x0C0A_0908),
    (0x06F, 0x2),
    (0x06F, 0x1),
    (0x0C0, 0x0001_0001),
    (0x0C0, 0x000F_0000),
    (0x0C0, 0x0003_0003),
    (0x0C1, 1),
    (0x0C1, 0x1000),
    (0x0C2, 0x0001_0000),
    (0x0C2, 0x0002_0002),
    (0x0C4, 1),
    (0x0C4, 0x0002_0000),
    (0x0C8, 0x0FFF_0FF0),
    (0x0D2, 0x0001_0001),
    (0x0F1, 2),
    (0x0FC, 0x0001_0000),
    (0x242, 2),
    (0x2B9, 0xA000_0000),
    (0x2B9, 0xA000_0101),
    (0x202, 0xC000_0000),
    (0x2BB, 0x7654_3200),
    (0x204, 0x20),
    (0x204, 0x00),
    (0x205, 2 << 28 | 28 << 16),
    (0x205, 2 << 28 | 36 << 16),
    (0x203, 2),
];

#[test]
fn every_state_that_is_not_supported_is_named_at_the_draw() {
    for &(index, value) in STATE {
        let mut fixture = Fixture::new();
        fixture.half().write(index, value);
        let at = fixture.list.offset() + 4;
        let error = fixture.draw(3).error();
        let SceneError::Register { offset, register, value: found, problem } = error else {
            panic!("{index:#05X} = {value:#X}: {error}");
        };
        // A wrong semantic may show as an incomplete position or colour, whose register is the first map.
        let incomplete = register == Register(0x050) && (0x050..=0x056).contains(&index);
        assert!(register == Register(index) || incomplete, "{index:#05X} = {value:#X}: {register} {problem}");
        assert!(found == value || incomplete, "{index:#05X} = {value:#X}: {found:#X}");
        assert_eq!(offset, at, "{index:#05X} = {value:#X}");
    }
}

#[test]
fn unknown_registers_are_named_where_they_are_written() {
    for index in
        [0x000, 0x045, 0x086, 0x08B, 0x092, 0x0A8, 0x0B0, 0x120, 0x140, 0x1C5, 0x238, 0x23A, 0x23C, 0x23D]
            .into_iter()
            .chain([0x280, 0x290, 0x29C, 0x2B5, 0x2DE, 0x2FF, 0x300, 0xFFFF])
    {
        let mut fixture = Fixture::new();
        let offset = fixture.list.offset();
        let error = fixture.write(index, 0x1234).error();
        let SceneError::Register { register, value, offset: found, .. } = error else { panic!("{error}") };
        assert_eq!((register, value, found), (Register(index), 0x1234, offset));
    }
}

#[test]
fn immediate_vertices_are_refused() {
    for value in [12, 0xF] {
        let SceneError::Register { register, value: found, .. } = Fixture::new().write(0x232, value).error()
        else {
            panic!()
        };
        assert_eq!((register, found), (Register(0x232), value));
    }
}

/// What a port does with a part of a word is unknown.
#[test]
fn ports_cursors_and_triggers_are_written_whole() {
    for (index, mask) in [
        (0x2C1, 7),
        (0x2CC, 0xE),
        (0x2D6, 0),
        (0x233, 1),
        (0x2CB, 3),
        (0x2C0, 8),
        (0x2D5, 1),
        (0x232, 2),
        (0x22E, 0),
        (0x010, 0xE),
    ] {
        let mut fixture = Fixture::new();
        let offset = fixture.list.offset();
        fixture.list.masked(index, mask, 1);
        let expected = SceneError::Mask { offset, register: Register(index), value: 1, mask };
        assert_eq!(fixture.error(), expected);
    }
}

#[test]
fn masks_write_bytes_of_configuration() {
    let mut fixture = Fixture::new();
    fixture.half();
    // Culling is the low byte; the others stay.
    fixture.write(0x040, 0xAABB_CC01);
    fixture.list.masked(0x040, 1, 0x1111_1100);
    let mut renderer = retrograph_pica::reference::Renderer::new();
    fixture.draw(3).run_on(&mut renderer, &mut crate::fixture::target()).expect("the list");
    assert_eq!(renderer.state().register(0x040), 0xAABB_CC00);
    assert_eq!(renderer.total().pixels, 120);
}

#[test]
fn a_list_ends_with_finalize() {
    let mut fixture = Fixture::new();
    fixture.half().draw(3);
    let words = fixture.list.unfinished();
    let memory = retrograph_pica::reference::Memory::new(
        retrograph_pica::reference::Span {
            base: retrograph_pica::scenes::GEOMETRY,
            bytes: &fixture.geometry,
        },
        &[],
    );
    let memory = memory.expect("the spans");
    let execute = |words: &[u32]| {
        let mut renderer = retrograph_pica::reference::Renderer::new();
        renderer.execute(words, &memory, &mut crate::fixture::target()).map_err(|failure| *failure.error)
    };
    assert_eq!(execute(&words), Err(SceneError::Unfinished { words: words.len() }));
    assert_eq!(execute(&[]), Err(SceneError::Unfinished { words: 0 }));
    let mut cut = words.clone();
    cut.extend([0, Header::new(Register(0x2CC), 0xF, 9, false).0, 0]);
    let expected = ListError::Truncated { offset: words.len() as u32, needed: 11, available: 3 };
    assert_eq!(execute(&cut), Err(SceneError::List(expected)));
    // What lies behind the end is not looked at.
    let mut longer = fixture.list.finish();
    longer.extend([0xFFFF_FFFF, 0x0FFF_02FF]);
    assert!(execute(&longer).is_ok());
}
