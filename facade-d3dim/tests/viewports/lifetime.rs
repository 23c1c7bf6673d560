//! How viewports end, and how many objects there can be.

use super::guest::*;
use retrograph_d3dim::{Core, Handle};

#[test]
fn the_last_release_takes_the_record() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    let viewport = guest.added(&device);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 8, 8])), OK);
    assert_eq!(guest.call(device.interface, "DeleteViewport", device.device, &[viewport]), OK);
    assert_eq!(guest.core.viewport_records(), 1);
    assert_eq!(guest.get2(viewport).as_deref(), Ok(&usual([0, 0, 8, 8])[..]));
    assert_eq!(guest.call(VIEWPORTS[0], "Release", viewport, &[]), 0);
    assert_eq!((guest.core.viewport_records(), guest.core.viewport_id(Handle(viewport))), (0, None));
    assert_eq!(guest.get2(viewport), Err(INVALID_OBJECT));
}

#[test]
fn the_device_takes_those_that_it_alone_holds() {
    for version in 1..=3 {
        let mut guest = Guest::new();
        let device = guest.device(version, 8, 8);
        let [kept, held] = [guest.added(&device), guest.added(&device)];
        for viewport in [kept, held] {
            assert_eq!(guest.set2(viewport, &usual([0, 0, 8, 8])), OK);
        }
        assert_eq!(guest.call(VIEWPORTS[2], "Release", held, &[]), 1);
        if version > 1 {
            guest.call(device.interface, "SetCurrentViewport", device.device, &[held]);
        }
        assert_eq!(guest.core.viewport_records(), 2);
        while guest.call(device.interface, "Release", device.device, &[]) != 0 {
            assert!(guest.calls < 100);
        }
        assert_eq!(guest.core.viewport_records(), 1, "version {version}");
        assert_eq!(guest.get2(held), Err(INVALID_OBJECT));
        // Its data can be read, and not be set.
        assert_eq!(guest.get2(kept).as_deref(), Ok(&usual([0, 0, 8, 8])[..]));
        assert_eq!(guest.set2(kept, &usual([0, 0, 8, 8])), NO_DEVICE);
        assert_eq!(guest.call(VIEWPORTS[2], "Release", kept, &[]), 0);
        assert_eq!(guest.core.viewport_records(), 0);
    }
}

#[test]
fn slot_8191_is_the_last_of_8192() {
    let mut guest = Guest::new();
    let device = guest.device(1, 8, 8);
    let mut last = 0;
    while guest.core.object_count() < 8192 {
        let id = guest.core.create_viewport().expect("room");
        last = guest.core.viewport_handle(id).expect("a viewport").0;
    }
    assert_eq!((last >> 6) & 8191, 8191);
    let full: Result<_, _> = Core::create_viewport(&mut guest.core);
    assert_eq!(full.map_err(|error| error.hresult()), Err(OUT_OF_MEMORY));
    assert_eq!(guest.call(device.interface, "AddViewport", device.device, &[last]), OK);
    assert_eq!(guest.set2(last, &usual([1, 2, 3, 4])), OK);
    assert_eq!(guest.get2(last).as_deref(), Ok(&usual([1, 2, 3, 4])[..]));
    assert_eq!(guest.call(device.interface, "DeleteViewport", device.device, &[last]), OK);
    assert_eq!(guest.call(VIEWPORTS[2], "Release", last, &[]), 0);
    assert_eq!((guest.core.object_count(), guest.core.viewport_records()), (8191, 0));
}
