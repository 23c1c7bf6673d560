//! Selection, activation, and what a device draws with.

use super::guest::*;

fn select(guest: &mut Guest, device: &Device, viewport: u32) -> u32 {
    guest.call(device.interface, "SetCurrentViewport", device.device, &[viewport])
}

#[test]
fn a_failed_activation_restores_the_old_selection_and_keeps_the_record() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    let [old, new] = [guest.added(&device), guest.added(&device)];
    assert_eq!(guest.set2(new, &usual([1, 1, 2, 2])), OK);
    assert_eq!(select(&mut guest, &device, old), OK);
    let view = guest.core.view(device.id);
    // The target goes away under the device: nothing can be activated on it.
    guest.call(device.target_interface, "Release", device.target, &[]);
    guest.call(device.target_interface, "Release", device.target, &[]);
    assert_eq!(select(&mut guest, &device, new), SURFACE_LOST);
    assert_eq!(guest.make(device.interface, "GetCurrentViewport", device.device, &[], 0), old);
    assert_eq!(guest.core.view(device.id), view);
    assert_eq!(guest.get2(new).as_deref(), Ok(&usual([1, 1, 2, 2])[..]));
    // Own, of the device's list: the failed selection left none behind.
    assert_eq!(guest.call(VIEWPORTS[2], "AddRef", new, &[]), 3);
}

#[test]
fn references_follow_the_selection() {
    let mut guest = Guest::new();
    let device = guest.device(2, 8, 8);
    let [first, second] = [guest.added(&device), guest.added(&device)];
    let count = |guest: &mut Guest, viewport| {
        guest.call(VIEWPORTS[1], "AddRef", viewport, &[]);
        guest.call(VIEWPORTS[1], "Release", viewport, &[])
    };
    assert_eq!(count(&mut guest, first), 2);
    for _ in 0..3 {
        assert_eq!(select(&mut guest, &device, first), OK);
        assert_eq!(count(&mut guest, first), 3);
    }
    assert_eq!(select(&mut guest, &device, second), OK);
    assert_eq!((count(&mut guest, first), count(&mut guest, second)), (2, 3));
    assert_eq!(guest.call(device.interface, "DeleteViewport", device.device, &[second]), OK);
    assert_eq!(count(&mut guest, second), 1);
    let out = guest.place_words(&[7], Placement::Plain);
    for address in [out, 0] {
        assert_eq!(guest.call(device.interface, "GetCurrentViewport", device.device, &[address]), NO_CURRENT);
    }
    assert_eq!(guest.words(out, 1), [7]);
    for word in [0, second, device.device] {
        assert_eq!(select(&mut guest, &device, word), INVALID_PARAMS);
    }
}

#[test]
fn records_without_extent_leave_the_map_and_switching_restores() {
    let mut guest = Guest::new();
    let device = guest.device(1, 8, 8);
    let alias = guest.core.viewport_records();
    assert_eq!(alias, 0);
    let device3 = guest.device(3, 8, 8);
    let [a, b] = [guest.added(&device3), guest.added(&device3)];
    assert_eq!(guest.set2(a, &record([0, 0, 8, 8], [1.0, 2.0, 2.0, 2.0, 0.25, 0.75])), OK);
    assert_eq!(guest.set2(b, &usual([0, 0, 4, 4])), OK);
    assert_eq!(select(&mut guest, &device3, a), OK);
    let view = guest.core.view(device3.id).expect("a device");
    assert!(view.map.enabled);
    // A rectangle of nothing is taken, and its map is not.
    assert_eq!(guest.set2(a, &usual([8, 8, 0, 0])), OK);
    assert_eq!(guest.core.view(device3.id).expect("a device").map, view.map);
    assert_eq!(select(&mut guest, &device3, b), OK);
    assert!(!guest.core.view(device3.id).expect("a device").map.enabled);
    assert_eq!(guest.set2(a, &record([0, 0, 8, 8], [1.0, 2.0, 2.0, 2.0, 0.25, 0.75])), OK);
    // Not the current one: it draws with what was selected.
    assert!(!guest.core.view(device3.id).expect("a device").map.enabled);
    assert_eq!(select(&mut guest, &device3, a), OK);
    assert_eq!(guest.core.view(device3.id), Ok(view));
    assert!(guest.core.view(device.id).is_ok());
}
