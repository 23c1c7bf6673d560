//! Objects: identities, counts, capabilities, enumerations.

use super::guest::{Guest, guid};
use super::tools::{A8R8G8B8, INVALID_PARAMS, OK, X8R8G8B8, depth_desc, desc};
use retrograph_d3dim::{Interface as I, Item};

const NO_INTERFACE: u32 = 0x8000_4002;

/// Asks for an interface: the result, and what came back.
fn ask(guest: &mut Guest, (interface, this): (I, u32), wanted: I) -> (u32, u32) {
    let (id, out) = (guest.put(&guid(wanted)), guest.put(&[0xCCCC_CCCCu32]));
    let result = guest.call(interface, "QueryInterface", this, &[id, out]);
    (result, guest.get::<1>(out)[0])
}

#[test]
fn devices_know_themselves_and_earlier_versions() {
    let devices = [I::Direct3DDevice, I::Direct3DDevice2, I::Direct3DDevice3, I::Direct3DDevice7];
    for version in [2usize, 3] {
        let mut guest = Guest::new(version as u32);
        let device = guest.device;
        for (index, wanted) in devices.into_iter().enumerate() {
            let (result, made) = ask(&mut guest, device, wanted);
            if index < version {
                assert_eq!((result, made != 0), (OK, true), "version {version}, {wanted:?}");
            } else {
                assert_eq!((result, made), (NO_INTERFACE, 0), "version {version}, {wanted:?}");
            }
        }
        for wanted in [I::Direct3DViewport, I::DirectDrawSurface, I::Direct3DLight] {
            assert_eq!(ask(&mut guest, device, wanted), (NO_INTERFACE, 0));
        }
    }
}

#[test]
fn surfaces_know_textures_and_refuse_what_is_no_surface() {
    let mut guest = Guest::new(1);
    let texture = guest.texture(8, X8R8G8B8, &[0; 64]);
    let this = (I::DirectDrawSurface, texture);
    for wanted in [
        I::Direct3DTexture,
        I::Direct3DTexture2,
        I::DirectDrawSurface,
        I::DirectDrawSurface2,
        I::DirectDrawSurface3,
        I::DirectDrawSurface4,
        I::DirectDrawSurface7,
    ] {
        assert_eq!(ask(&mut guest, this, wanted).0, OK, "{wanted:?}");
    }
    for wanted in [I::Direct3D, I::DirectDraw, I::Direct3DLight, I::Direct3DViewport2, I::DirectDrawPalette] {
        assert_eq!(ask(&mut guest, this, wanted), (INVALID_PARAMS, 0), "{wanted:?}");
    }
}

/// Whatever the interface that it is passed as, a surface is the same one.
#[test]
fn surfaces_are_taken_by_identity() {
    let mut guest = Guest::new(2);
    let depth = guest.new_surface(&depth_desc(64, 16, 0x2_0000));
    let third = guest.query((I::DirectDrawSurface, depth), guid(I::DirectDrawSurface3));
    let surface = guest.surface;
    let target = guest.query(surface, guid(I::DirectDrawSurface3));
    assert_eq!(guest.call(I::DirectDrawSurface3, "AddAttachedSurface", target, &[third]), OK);
    assert_eq!(guest.device("SetRenderTarget", &[target, 0]), OK);
    guest.cover(0xFF12_3456);
    assert_eq!(guest.pixel(3, 3), 0x12_3456);
}

#[test]
fn states_survive_changes_of_the_cooperative_level() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        for (state, value) in [(27, 1), (19, 5), (20, 6)] {
            guest.set(state, value);
        }
        let draw = guest.direct_draw();
        for level in [8, 8] {
            assert_eq!(guest.call(I::DirectDraw, "SetCooperativeLevel", draw, &[0, level]), OK);
        }
        assert_eq!([27, 19, 20].map(|state| guest.state(state)), [1, 5, 6]);
        guest.fill(0x00_00FF);
        guest.cover(0x8000_FF00);
        guest.near(30, 30, 0x00_807F, 1);
    }
}

#[test]
fn buffers_of_vertices_count_for_themselves() {
    let mut guest = Guest::new(3);
    let (d3d, device) = (guest.d3d, guest.device);
    let count = |guest: &mut Guest, (interface, this): (I, u32)| {
        guest.call(interface, "AddRef", this, &[]);
        guest.call(interface, "Release", this, &[])
    };
    let before = [count(&mut guest, d3d), count(&mut guest, device)];
    let desc = guest.put(&[16u32, 0, 0x1C4, 4]);
    let made = guest.made(|guest, out| guest.call(d3d.0, "CreateVertexBuffer", d3d.1, &[desc, out, 0, 0]));
    assert_eq!([count(&mut guest, d3d), count(&mut guest, device)], before);
    let this = (I::Direct3DVertexBuffer, made);
    assert_eq!(ask(&mut guest, this, I::Direct3DVertexBuffer7), (NO_INTERFACE, 0));
    assert_eq!(ask(&mut guest, this, I::Direct3DVertexBuffer).0, OK);
    assert_eq!(count(&mut guest, this), 2);
}

#[test]
fn targets_need_their_capability() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        // DDERR_INVALIDCAPS for what is no target.
        for caps in [0x40, 0x1000] {
            let surface = guest.new_surface(&desc(64, X8R8G8B8, caps));
            let surface = if version == 3 {
                guest.query((I::DirectDrawSurface, surface), guid(I::DirectDrawSurface4))
            } else {
                surface
            };
            assert_eq!(guest.device("SetRenderTarget", &[surface, 0]), 0x8876_0064, "{caps:x}");
        }
    }
}

#[test]
fn initialising_twice_is_said_to_be_so() {
    let mut guest = Guest::new(1);
    let (d3d, device) = (guest.d3d, guest.device);
    let id = guest.put(&guid(I::Direct3D));
    // DDERR_ALREADYINITIALIZED
    assert_eq!(guest.call(d3d.0, "Initialize", d3d.1, &[id]), 0x8876_0005);
    assert_eq!(guest.call(device.0, "Initialize", device.1, &[d3d.1, id, 0]), 0x8876_0005);
}

#[test]
fn depths_of_32_bits_are_not_in_video_memory() {
    let mut guest = Guest::new(2);
    assert!(guest.try_surface(&depth_desc(64, 32, 0x2_0000)).is_ok());
    assert!(guest.try_surface(&depth_desc(64, 32, 0x2_4000)).is_err());
    assert!(guest.try_surface(&depth_desc(64, 16, 0x2_4000)).is_ok());
}

#[test]
fn palettes_keep_their_flags() {
    let mut guest = Guest::new(2);
    let draw = guest.direct_draw();
    let mut entries = [0u32; 256];
    entries[..4].copy_from_slice(&[0x4233_2211, 0xFF66_5544, 0x8099_8877, 0x00CC_BBAA]);
    let entries = guest.put(&entries);
    // 8 bits, with and without alpha.
    for caps in [0x4, 0x404] {
        let palette = guest
            .made(|guest, out| guest.call(I::DirectDraw, "CreatePalette", draw, &[caps, entries, out, 0]));
        let out = guest.put(&[0u32; 4]);
        assert_eq!(guest.call(I::DirectDrawPalette, "GetEntries", palette, &[0, 0, 4, out]), OK);
        assert_eq!(guest.get::<4>(out), [0x4233_2211, 0xFF66_5544, 0x8099_8877, 0x00CC_BBAA], "{caps:x}");
    }
}

#[test]
fn surfaces_are_locked_and_wrong_rectangles_refused() {
    let mut guest = Guest::new(2);
    let surfaces = [
        guest.new_surface(&desc(16, X8R8G8B8, 0x40)),
        guest.new_surface(&desc(16, A8R8G8B8, 0x1000)),
        guest.new_surface(&desc(16, X8R8G8B8, 0x840)),
        guest.new_surface(&desc(16, X8R8G8B8, 0x2040)),
        guest.new_surface(&depth_desc(16, 16, 0x2_0000)),
    ];
    let mut words = [0u32; 27];
    words[0] = 108;
    for surface in surfaces {
        let words = guest.put(&words);
        for (rect, expected) in [
            ([0u32, 0, 16, 16], OK),
            ([3, 4, 5, 6], OK),
            ([5, 4, 5, 6], OK),
            ([5, 4, 3, 6], INVALID_PARAMS),
            ([0, 0, 17, 16], INVALID_PARAMS),
            ([u32::MAX, 0, 16, 16], INVALID_PARAMS),
        ] {
            let rect = guest.put(&rect);
            let found = guest.call(I::DirectDrawSurface, "Lock", surface, &[rect, words, 1, 0]);
            assert_eq!(found, expected);
            if found == OK {
                assert_eq!(guest.call(I::DirectDrawSurface, "Unlock", surface, &[0]), OK);
            }
        }
        // What is discarded is kept.
        let [address, _] = guest.lock(surface);
        guest.write(address, &[0xAA; 4]);
        guest.unlock(surface);
        assert_eq!(guest.call(I::DirectDrawSurface, "Lock", surface, &[0, words, 0x2001, 0]), OK);
        let [.., address] = guest.get::<10>(words);
        assert_eq!(guest.get::<1>(address), [0xAAAA_AAAA]);
        assert_eq!(guest.call(I::DirectDrawSurface, "Unlock", surface, &[0]), OK);
    }
}

#[test]
fn devices_are_enumerated_and_described_by_size() {
    for version in 1..=3 {
        let mut guest = Guest::new(version);
        let d3d = guest.d3d;
        let slot = d3d.0.slot("EnumDevices").expect("a slot");
        assert_eq!(guest.call(d3d.0, "EnumDevices", d3d.1, &[0, 0]), INVALID_PARAMS);
        let reply = guest.core.call(d3d.0, slot, d3d.1, &[0x1234, 0x5678], &mut guest.memory);
        let found = reply.enumeration.expect("calls");
        assert_eq!((reply.value, found.function, found.context), (OK, 0x1234, 0x5678));
        let expected = [172, 204, 252][version as usize - 1];
        for call in &found.calls {
            let sizes: Vec<usize> = call
                .iter()
                .filter_map(|item| match item {
                    Item::Structure { bytes, .. } => Some(bytes.len()),
                    _ => None,
                })
                .collect();
            assert_eq!(sizes, [expected; 2], "version {version}");
        }
    }
}

#[test]
fn capabilities_are_asked_for_by_three_sizes() {
    let mut guest = Guest::new(2);
    for first in [171, 172, 204, 252, 253, 0] {
        for second in [172, 204, 252, 3] {
            let mut words = [[0xCCCC_CCCCu32; 64]; 2];
            (words[0][0], words[1][0]) = (first, second);
            let [hardware, software] = [guest.put(&words[0]), guest.put(&words[1])];
            let known = |size| matches!(size, 172 | 204 | 252);
            let expected = if known(first) && known(second) { OK } else { INVALID_PARAMS };
            assert_eq!(guest.device("GetCaps", &[hardware, software]), expected, "{first} {second}");
            if expected == OK {
                let found = guest.get::<64>(hardware);
                assert_eq!((found[0], found[first as usize / 4]), (first, 0xCCCC_CCCC));
            }
        }
    }
    assert_eq!(guest.device("GetCaps", &[0, 0]), INVALID_PARAMS);
}

#[test]
fn texture_formats_are_enumerated_for_each_version() {
    for version in 1..=3 {
        let mut guest = Guest::new(version);
        let (interface, this) = guest.device;
        let slot = interface.slot("EnumTextureFormats").expect("a slot");
        assert_eq!(guest.device("EnumTextureFormats", &[0, 0]), INVALID_PARAMS);
        let reply = guest.core.call(interface, slot, this, &[1, 2], &mut guest.memory);
        let calls = reply.enumeration.expect("calls").calls;
        assert!(calls.len() > 3);
        for call in calls {
            let Item::Structure { bytes, .. } = &call[0] else { panic!("no structure") };
            assert_eq!(bytes.len(), if version == 3 { 32 } else { 108 });
        }
    }
}

#[test]
fn executions_check_their_objects() {
    let mut guest = Guest::new(1);
    let (buffer, viewport) = (guest.buffer(64), guest.viewport);
    let d3d = guest.d3d;
    let foreign = guest.made(|guest, out| guest.call(d3d.0, "CreateViewport", d3d.1, &[out, 0]));
    for args in [[0, viewport, 1], [buffer, 0, 1], [buffer, foreign, 1], [viewport, buffer, 1]] {
        assert_ne!(guest.device("Execute", &args), OK, "{args:?}");
    }
    let desc = guest.put(&[20u32, 0, 0, 0, 0]);
    let this = I::Direct3DExecuteBuffer;
    // D3DERR_EXECUTE_NOT_LOCKED, D3DERR_EXECUTE_LOCKED
    assert_eq!(guest.call(this, "Unlock", buffer, &[]), 0x8876_02CB);
    assert_eq!(guest.call(this, "Lock", buffer, &[desc]), OK);
    assert_eq!(guest.call(this, "Lock", buffer, &[desc]), 0x8876_02CA);
    assert_eq!(guest.call(this, "Unlock", buffer, &[]), OK);
    for name in ["Validate", "Optimize"] {
        assert_eq!(guest.call(this, name, buffer, &[0, 0, 0, 0]), 0x8000_4001, "{name}");
    }
    let data = guest.put(&[48u32, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0]);
    assert_eq!(guest.call(this, "SetExecuteData", buffer, &[data]), OK);
    // All of it comes, whatever size is asked for.
    let data = guest.put(&[1u32; 12]);
    assert_eq!(guest.call(this, "GetExecuteData", buffer, &[data]), OK);
    assert_eq!(guest.get::<6>(data), [48, 1, 2, 3, 4, 5]);
}

#[test]
fn branches_go_forward_by_status() {
    let mut guest = Guest::new(1);
    let buffer = guest.buffer(256);
    // An offset of nothing goes on behind the branch.
    for (mask, value, negate, offset) in [(0u32, 1u32, 1u32, 0u32), (0, 0, 0, 0), (0, 0, 0, 20)] {
        let words = [12 | 16 << 8 | 1 << 16, mask, value, negate, offset, 11];
        guest.store(buffer, bytemuck::cast_slice(&words));
        let data = guest.put(&[48u32, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), OK);
        assert_eq!(guest.execute(buffer), OK);
    }
}

#[test]
fn aliases_share_matrices_and_viewports() {
    let mut guest = Guest::new(2);
    let device = guest.device;
    let first = guest.query(device, guid(I::Direct3DDevice));
    let matrix = guest.made(|guest, out| guest.call(I::Direct3DDevice, "CreateMatrix", first, &[out]));
    let values: [f32; 16] = std::array::from_fn(|lane| lane as f32);
    let values = guest.put(&values);
    assert_eq!(guest.call(I::Direct3DDevice, "SetMatrix", first, &[matrix, values]), OK);
    // The viewport was added through the other interface.
    let out = guest.put(&[0u32]);
    assert_eq!(guest.call(I::Direct3DDevice, "NextViewport", first, &[0, out, 2]), OK);
    assert_eq!(guest.get::<1>(out), [guest.viewport]);
    assert_eq!(guest.call(I::Direct3DDevice, "AddViewport", first, &[0]), INVALID_PARAMS);
    let scene = guest.call(I::Direct3DDevice, "BeginScene", first, &[]);
    // D3DERR_SCENE_IN_SCENE: the scene is the same.
    assert_eq!((scene, guest.device("BeginScene", &[])), (OK, 0x8876_02F8));
}
