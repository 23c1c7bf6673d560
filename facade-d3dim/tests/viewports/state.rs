//! Records set and read through every pair of interfaces, and selection.

use super::guest::*;
use retrograph_d3dim::Interface;

/// What version 1 sees of a record.
fn legacy_view(words: &[u32]) -> Vec<u32> {
    let float = |index: usize| f64::from(f32::from_bits(words[index]));
    let mut seen = words.to_vec();
    let values = [
        f64::from(words[3]) / float(7),
        f64::from(words[4]) / float(8),
        float(5) + float(7),
        float(6),
        0.0,
        1.0,
    ];
    seen[5..].copy_from_slice(&values.map(|value| (value as f32).to_bits()));
    seen
}

#[test]
fn records_are_kept_and_seen_through_all_interfaces() {
    let mut guest = Guest::new();
    let device = guest.device(3, 640, 480);
    let viewports = [guest.added(&device), guest.added(&device)];
    let records = [
        record([160, 120, 480, 360], [2.0, -1.75, 2.5, -1.5, 0.5, 2.0]),
        record([0, 0, 640, 480], [-1.5, 1.75, -1.5, 2.0, 2.0, 0.5]),
        record([1, 2, 3, 4], [-0.25, 0.5, 8.0, 16.0, -1.0, 1.0]),
        record([639, 479, 1, 1], [1.0e10, -1.0e-10, 3.0e7, 7.0e-6, -5.0, 6.0]),
        record([640, 480, 0, 0], [0.1, 0.2, 0.3, 0.7, 0.0, 1.0e-30]),
        usual([0, 0, 640, 480]),
    ];
    for words in &records {
        for placement in PLACEMENTS {
            for setter in &VIEWPORTS[1..] {
                for viewport in viewports {
                    let input = guest.place_words(words, placement);
                    assert_eq!(guest.call(*setter, "SetViewport2", viewport, &[input]), OK);
                    for getter in VIEWPORTS {
                        let out = guest.place_words(&poisoned(), placement);
                        assert_eq!(guest.call(getter, "GetViewport", viewport, &[out]), OK);
                        assert_eq!(guest.words(out, 11), legacy_view(words), "{getter:?}");
                        if getter != Interface::Direct3DViewport {
                            let out = guest.place_words(&poisoned(), placement);
                            assert_eq!(guest.call(getter, "GetViewport2", viewport, &[out]), OK);
                            assert_eq!(guest.words(out, 11), words, "{getter:?}");
                        }
                    }
                }
            }
        }
    }
    // The two are independent.
    assert_eq!(guest.set2(viewports[0], &records[0]), OK);
    assert_eq!(guest.get2(viewports[1]).as_deref(), Ok(&records[5][..]));
    for wrong in [0, 43, 45] {
        for method in ["GetViewport", "GetViewport2", "SetViewport", "SetViewport2"] {
            let mut words = records[0];
            words[0] = wrong;
            let address = guest.place_words(&words, Placement::Split);
            assert_eq!(
                guest.call(VIEWPORTS[2], method, viewports[0], &[address]),
                INVALID_PARAMS,
                "{method}"
            );
            assert_eq!(guest.words(address, 11), words);
            assert_eq!(guest.call(VIEWPORTS[2], method, viewports[0], &[0]), INVALID_PARAMS, "{method}");
        }
    }
    println!("{} state calls", guest.calls);
    assert!(guest.calls >= 440, "{} calls", guest.calls);
    select(&mut guest, &device, viewports);
    println!("{} with selection", guest.calls);
    assert!(guest.calls >= 450, "{} calls", guest.calls);
}

/// A viewport without data is selected; nothing is activated, and what it is set to later is.
fn select(guest: &mut Guest, device: &Device, viewports: [u32; 2]) {
    let this = device.device;
    let current = |guest: &mut Guest| guest.make(device.interface, "GetCurrentViewport", this, &[], 0);
    let unset = guest.added(device);
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", this, &[viewports[0]]), OK);
    let (view, records) = (guest.core.view(device.id).ok(), guest.core.viewport_records());
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", this, &[unset]), OK);
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", this, &[unset]), OK);
    assert_eq!((guest.core.view(device.id).ok(), guest.core.viewport_records()), (view, records));
    assert_eq!(current(guest), unset);
    assert_eq!(guest.call(VIEWPORTS[2], "Release", unset, &[]), 3);
    assert_eq!(guest.get2(unset), Err(DATA_NOT_SET));
    assert_eq!(guest.set2(unset, &usual([8, 8, 16, 16])), OK);
    assert_eq!(guest.core.view(device.id).expect("a device").x, 8);
    // Switching restores what the other said.
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", this, &[viewports[0]]), OK);
    assert_eq!(guest.core.view(device.id).ok(), view);
    assert_eq!(guest.call(device.interface, "DeleteViewport", this, &[unset]), OK);
    assert_eq!(guest.call(VIEWPORTS[2], "Release", unset, &[]), 0);
    assert_eq!(guest.core.viewport_records(), records);
}
