//! Creation versions, interfaces, placements, before and after the first setting.

use super::guest::*;
use retrograph_d3dim::{Handle, Interface};

const WIDTH: u32 = 80;
const HEIGHT: u32 = 60;
const NAN: f32 = f32::NAN;
const BOX: [f32; 6] = [-1.0, 1.0, 2.0, 2.0, 0.0, 1.0];
const FULL: [u32; 4] = [0, 0, WIDTH, HEIGHT];

/// Records of the second form, and whether strict devices take them.
fn records() -> Vec<([u32; 11], bool)> {
    let floats = |floats| record(FULL, floats);
    let rectangle = |rectangle| record(rectangle, BOX);
    vec![
        (floats([-1.0, 1.0, 0.0, 2.0, 0.0, 1.0]), false),
        (floats([-1.0, 1.0, 2.0, -0.0, 0.0, 1.0]), false),
        (floats([-1.0, 1.0, NAN, 2.0, 0.0, 1.0]), false),
        (floats([-1.0, 1.0, 2.0, NAN, 0.0, 1.0]), false),
        (floats([-1.0, 1.0, 2.0, 2.0, 0.5, 0.5]), false),
        (floats([-1.0, 1.0, 2.0, 2.0, NAN, 1.0]), false),
        (floats([-1.0, 1.0, 2.0, 2.0, 0.0, NAN]), false),
        (rectangle([WIDTH + 1, 0, 0, HEIGHT]), false),
        (rectangle([0, HEIGHT + 1, WIDTH, 0]), false),
        (rectangle([1, 0, WIDTH, HEIGHT]), false),
        (rectangle([0, 1, WIDTH, HEIGHT]), false),
        (rectangle([2, 0, u32::MAX, HEIGHT]), true),
        (rectangle([0, 7, WIDTH, u32::MAX - 6]), true),
        (rectangle([WIDTH, HEIGHT, 0, 0]), true),
        (rectangle([0, 0, 0, 0]), true),
        (floats([1.0, -1.0, -2.0, -2.0, 1.0, -3.0]), true),
        (floats([NAN, 1.0, 2.0, 2.0, 0.0, 7.0]), true),
    ]
}

/// Records of the first form, and whether strict devices take what they become. Depths and maxima are not looked at.
fn legacy() -> Vec<([u32; 11], bool)> {
    let floats = |floats| record(FULL, floats);
    let rectangle = |rectangle| record(rectangle, [40.0, 30.0, 1.0, 1.0, 0.0, 1.0]);
    vec![
        (floats([0.0, 30.0, 1.0, 1.0, 0.0, 1.0]), false),
        (floats([40.0, 0.0, 1.0, 1.0, 0.0, 1.0]), false),
        (floats([f32::INFINITY, 30.0, 1.0, 1.0, 0.0, 1.0]), false),
        (floats([NAN, 30.0, 1.0, 1.0, 0.0, 1.0]), false),
        (rectangle([WIDTH + 1, 0, 1, HEIGHT]), false),
        (rectangle([0, 1, WIDTH, HEIGHT]), false),
        (rectangle([0, 0, 0, HEIGHT]), false),
        (floats([-40.0, 30.0, 1.0, 1.0, 0.0, 1.0]), true),
        (floats([40.0, 30.0, NAN, 0.0, 0.5, 0.5]), true),
        (rectangle([1, 0, u32::MAX, HEIGHT]), true),
    ]
}

/// One record on one device through one interface and placement.
fn try_record(
    guest: &mut Guest,
    device: &Device,
    interface: Interface,
    placement: Placement,
    words: &[u32; 11],
    current: u32,
    accepted: bool,
) {
    let legacy = interface == Interface::Direct3DViewport;
    let setter = if legacy { "SetViewport" } else { "SetViewport2" };
    let what = format!("{interface:?} {placement:?} {words:?}");
    let input = guest.place_words(words, placement);
    // Before the first setting.
    let fresh = guest.added(device);
    let records = guest.core.viewport_records();
    let expected = if accepted { OK } else { INVALID_PARAMS };
    assert_eq!(guest.call(interface, setter, fresh, &[input]), expected, "{what}");
    assert_eq!(guest.get2(fresh).err(), (!accepted).then_some(DATA_NOT_SET), "{what}");
    assert_eq!(guest.core.viewport_records(), records + u32::from(accepted), "{what}");
    assert_eq!(guest.call(device.interface, "DeleteViewport", device.device, &[fresh]), OK);
    assert_eq!(guest.call(interface, "Release", fresh, &[]), 0);
    assert_eq!(guest.core.viewport_records(), records, "{what}");
    // After it, on the current one.
    let (old, view) = (guest.get2(current), guest.core.view(device.id));
    assert_eq!(guest.call(interface, setter, current, &[input]), expected, "{what}");
    if !accepted {
        assert_eq!((guest.get2(current), guest.core.view(device.id)), (old, view), "{what}");
    } else if !legacy {
        assert_eq!(guest.get2(current).as_deref(), Ok(&words[..]), "{what}");
    }
    assert_eq!(guest.words(input, 11), words, "{what}");
    assert_eq!(guest.set2(current, &usual(FULL)), OK);
}

#[test]
fn versions_interfaces_and_placements() {
    let mut calls = 0;
    for version in 1..=3 {
        let mut guest = Guest::new();
        let device = guest.device(version, WIDTH, HEIGHT);
        let current = guest.added(&device);
        assert_eq!(guest.set2(current, &usual(FULL)), OK);
        if version > 1 {
            assert_eq!(guest.call(device.interface, "SetCurrentViewport", device.device, &[current]), OK);
        }
        for interface in VIEWPORTS {
            let cases = if interface == Interface::Direct3DViewport { legacy() } else { records() };
            for placement in PLACEMENTS {
                for (words, strict) in &cases {
                    let accepted = *strict || version == 1;
                    try_record(&mut guest, &device, interface, placement, words, current, accepted);
                }
            }
        }
        assert!(guest.core.viewport_id(Handle(current)).is_some());
        calls += guest.calls;
    }
    println!("{calls} calls");
    assert!(calls >= 1188, "{calls} calls");
}
