//! Order of checks, refusals, and what they leave alone.

use super::guest::*;
use retrograph_d3dim::{Interface, Limits};

#[test]
fn this_null_comes_before_everything() {
    let mut guest = Guest::new();
    for interface in VIEWPORTS {
        for method in interface.methods() {
            // Neither descriptors nor outputs are looked at.
            let args = vec![0; method.arguments().count()];
            assert_eq!(guest.call(interface, method.name, 0, &args), INVALID_OBJECT, "{}", method.name);
        }
    }
}

#[test]
fn what_is_no_viewport_is_no_object() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    for word in [device.device, device.target, 1, 0xDEAD_BEEF, u32::MAX] {
        assert_eq!(guest.set2(word, &usual([0, 0, 8, 8])), INVALID_OBJECT);
    }
}

#[test]
fn the_size_comes_before_the_device_and_before_missing_data() {
    let mut guest = Guest::new();
    let device = guest.device(2, 8, 8);
    let viewport = guest.viewport(&device);
    let mut wrong = usual([0, 0, 8, 8]);
    wrong[0] = 40;
    assert_eq!(guest.set2(viewport, &wrong), INVALID_PARAMS);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 8, 8])), NO_DEVICE);
    let out = guest.place_words(&wrong, Placement::Split);
    assert_eq!(guest.call(VIEWPORTS[1], "GetViewport2", viewport, &[out]), INVALID_PARAMS);
    let out = guest.place_words(&poisoned(), Placement::Split);
    for method in ["GetViewport", "GetViewport2"] {
        assert_eq!(guest.call(VIEWPORTS[1], method, viewport, &[out]), DATA_NOT_SET);
        assert_eq!(guest.words(out, 11), poisoned());
    }
}

#[test]
fn a_strict_device_without_a_target_refuses() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    let viewport = guest.added(&device);
    // The guest lets go of references that are not its own.
    assert_eq!(guest.call(device.target_interface, "Release", device.target, &[]), 1);
    assert_eq!(guest.call(device.target_interface, "Release", device.target, &[]), 0);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 8, 8])), INVALID_PARAMS);
    assert_eq!(guest.get2(viewport), Err(DATA_NOT_SET));
}

#[test]
fn without_memory_nothing_is_published_and_a_later_setter_succeeds() {
    let mut guest = Guest::new();
    let device = guest.device(1, 8, 8);
    let viewport = guest.added(&device);
    guest.core.set_limits(Limits { viewport_records: 0, ..Limits::default() });
    let view = guest.core.view(device.id);
    assert_eq!(guest.set2(viewport, &usual([1, 2, 3, 4])), OUT_OF_MEMORY);
    assert_eq!((guest.get2(viewport), guest.core.viewport_records()), (Err(DATA_NOT_SET), 0));
    assert_eq!(guest.core.view(device.id), view);
    guest.core.set_limits(Limits { viewport_records: 1, ..Limits::default() });
    assert_eq!(guest.set2(viewport, &usual([1, 2, 3, 4])), OK);
    // What is there already takes no more.
    guest.core.set_limits(Limits { viewport_records: 0, ..Limits::default() });
    assert_eq!(guest.set2(viewport, &usual([5, 6, 7, 8])), OK);
    assert_eq!(guest.get2(viewport).as_deref(), Ok(&usual([5, 6, 7, 8])[..]));
}

#[test]
fn strict_refusals_come_before_memory_runs_out() {
    let mut guest = Guest::new();
    let device = guest.device(2, 8, 8);
    let viewport = guest.added(&device);
    guest.core.set_limits(Limits { viewport_records: 0, ..Limits::default() });
    assert_eq!(guest.set2(viewport, &usual([0, 0, 9, 8])), INVALID_PARAMS);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 8, 8])), OUT_OF_MEMORY);
}

#[test]
fn a_device_keeps_its_version_whatever_it_is_asked_for() {
    let beyond = usual([0, 0, 9, 8]);
    for (version, expected) in [(1, OK), (2, INVALID_PARAMS), (3, INVALID_PARAMS)] {
        let mut guest = Guest::new();
        let device = guest.device(version, 8, 8);
        let viewport = guest.added(&device);
        let aliases: &[Interface] = match version {
            1 => &[],
            2 => &[Interface::Direct3DDevice, Interface::Direct3DDevice2],
            _ => &[Interface::Direct3DDevice2, Interface::Direct3DDevice, Interface::Direct3DDevice3],
        };
        let (mut from, mut this) = (device.interface, device.device);
        for &alias in aliases {
            this = guest.query(from, this, alias.iid().0);
            from = alias;
            assert_eq!(guest.set2(viewport, &beyond), expected, "{version} as {alias:?}");
        }
        for interface in VIEWPORTS {
            assert_eq!(guest.query(VIEWPORTS[2], viewport, interface.iid().0), viewport);
            assert_eq!(guest.set2(viewport, &beyond), expected);
        }
    }
}
