//! What a reset wants, keeps and sets back.

use retrograph_d3d9::types::values::{TA_TEXTURE, TextureOp};
use retrograph_d3d9::types::{
    ClearFlags, Fvf, MultiSample, Pool, PresentParameters, PrimitiveType, RenderState, SamplerStateType,
    TextureStageState, Usage, Viewport,
};
use retrograph_d3d9::{Device, Error, Format};

use super::support::{device, finish, is_invalid, plain, read_target, target, words, write};

const ARGB: Format = Format::A8R8G8B8;
const GREEN: u32 = 0xFF00_FF00;

fn parameters(width: u32, height: u32) -> PresentParameters {
    PresentParameters {
        back_buffer_width: width,
        back_buffer_height: height,
        back_buffer_format: ARGB,
        enable_auto_depth_stencil: true,
        ..PresentParameters::default()
    }
}

fn is_lost(device: &mut Device) -> bool {
    let level = matches!(device.test_cooperative_level(), Err(Error::DeviceNotReset));
    let present = matches!(device.present(), Err(Error::DeviceLost));
    assert_eq!(level, present);
    level
}

/// Something that is made and let go of.
type Losable = (&'static str, fn(&mut Device) -> Box<dyn FnOnce(&mut Device) -> Result<(), Error>>);

const LOSABLE: [Losable; 6] = [
    ("texture", |device| {
        let id = device.create_texture(4, 4, 1, Usage::empty(), ARGB, Pool::Default).expect("made");
        Box::new(move |device| device.release_texture(id))
    }),
    ("vertex buffer", |device| {
        let id = device.create_vertex_buffer(16, Usage::empty(), Fvf::empty(), Pool::Default).expect("made");
        Box::new(move |device| device.release_vertex_buffer(id))
    }),
    ("index buffer", |device| {
        let (usage, format) = (Usage::empty(), Format::INDEX16);
        let id = device.create_index_buffer(16, usage, format, Pool::Default).expect("made");
        Box::new(move |device| device.release_index_buffer(id))
    }),
    ("render target", |device| {
        let id = target(device, 4, 4, ARGB);
        Box::new(move |device| device.release_surface(id))
    }),
    ("depth", |device| {
        let (format, none) = (Format::D24S8, MultiSample::NONE);
        let id = device.create_depth_stencil_surface(4, 4, format, none, 0, false).expect("made");
        Box::new(move |device| device.release_surface(id))
    }),
    ("plain surface", |device| {
        let id = plain(device, 4, 4, ARGB, Pool::Default);
        Box::new(move |device| device.release_surface(id))
    }),
];

#[test]
fn a_reset_fails_while_something_lives_that_it_would_lose() {
    let mut device = device();
    for (what, make) in LOSABLE {
        assert!(!is_lost(&mut device), "{what}");
        let release = make(&mut device);
        device.begin_scene().expect("a scene");
        assert!(is_invalid(device.reset(&parameters(32, 16))), "{what}");
        assert!(is_lost(&mut device), "{what}");
        device.begin_scene().expect("the scene was ended");
        device.end_scene().expect("a scene");
        // It was bound, too: that keeps nothing alive.
        release(&mut device).expect("released");
        device.reset(&parameters(32, 16)).expect("a reset");
    }
    // What a reset keeps is no hindrance.
    device.create_texture(4, 4, 1, Usage::empty(), ARGB, Pool::Managed).expect("made");
    device.create_texture(4, 4, 1, Usage::empty(), ARGB, Pool::SystemMem).expect("made");
    plain(&mut device, 4, 4, ARGB, Pool::Scratch);
    device.create_vertex_buffer(16, Usage::empty(), Fvf::empty(), Pool::Managed).expect("made");
    device.reset(&parameters(32, 16)).expect("a reset");
    assert!(!is_lost(&mut device));
    finish(device);
}

#[test]
fn parameters_of_no_device_leave_it_lost_with_its_old_surfaces() {
    let mut device = device();
    let old = device.get_back_buffer(0).expect("a back buffer");
    let many = PresentParameters { back_buffer_count: 4, ..parameters(8, 8) };
    let odd = PresentParameters { auto_depth_stencil_format: ARGB, ..parameters(8, 8) };
    for wrong in [parameters(0, 8), many, odd] {
        device.set_render_state(RenderState::LIGHTING, 0).expect("set");
        assert!(is_invalid(device.reset(&wrong)));
        assert!(is_lost(&mut device));
        assert_eq!(device.get_back_buffer(0).ok(), Some(old));
        assert_eq!(device.get_render_target(0).ok(), Some(old));
        assert_eq!(device.get_render_state(RenderState::LIGHTING).ok(), Some(1), "it failed after that");
    }
    device.reset(&parameters(8, 8)).expect("a reset");
    assert!(!is_lost(&mut device));
    finish(device);
}

#[test]
fn state_goes_back_to_its_defaults() {
    let mut device = device();
    let texture = device.create_texture(4, 4, 1, Usage::empty(), ARGB, Pool::Managed).expect("a texture");
    device.begin_scene().expect("a scene");
    device.set_render_state(RenderState::CULLMODE, 1).expect("set");
    device.set_sampler_state(2, SamplerStateType::ADDRESSU, 3).expect("set");
    device.set_texture_stage_state(1, TextureStageState::COLOROP, 4).expect("set");
    device.set_texture(0, Some(texture)).expect("set");
    device.set_fvf(Fvf::XYZRHW).expect("set");
    device.set_vertex_shader_constant_f(3, &[[1.0; 4]]).expect("set");
    device.set_pixel_shader_constant_i(3, &[[1; 4]]).expect("set");
    device.reset(&parameters(32, 16)).expect("a reset");
    device.begin_scene().expect("the scene was ended");
    assert_eq!(device.get_render_state(RenderState::CULLMODE).ok(), Some(3));
    assert_eq!(device.get_render_state(RenderState::ZENABLE).ok(), Some(1), "there is a depth surface now");
    assert_eq!(device.get_sampler_state(2, SamplerStateType::ADDRESSU).ok(), Some(1));
    assert_eq!(device.get_texture_stage_state(1, TextureStageState::COLOROP).ok(), Some(1));
    assert_eq!(device.get_texture(0).ok().flatten(), None);
    assert_eq!(device.get_vertex_shader_constant_f(3, 1).ok(), Some(&[[0.0; 4]][..]));
    assert_eq!(device.get_pixel_shader_constant_i(3, 1).ok(), Some(&[[0; 4]][..]));
    let viewport = Viewport { x: 0, y: 0, width: 32, height: 16, min_z: 0.0, max_z: 1.0 };
    assert_eq!(device.get_viewport(), viewport);
    assert!(device.get_depth_stencil_surface().is_ok());
    finish(device);
}

#[test]
fn back_buffers_are_new_and_managed_textures_stay() {
    let mut device = device();
    let old = device.get_back_buffer(0).expect("a back buffer");
    let texture = device.create_texture(2, 2, 1, Usage::empty(), ARGB, Pool::Managed).expect("a texture");
    let level = device.get_surface_level(texture, 0).expect("a level");
    write(&mut device, level, &words(&[GREEN; 4]));
    device.clear(None, ClearFlags::TARGET, 0xFFFF_FFFF, 1.0, 0).expect("a clear");
    device.reset(&parameters(4, 2)).expect("a reset");
    let new = device.get_back_buffer(0).expect("a back buffer");
    assert_ne!(new, old);
    assert!(is_invalid(device.get_surface_desc(old)));
    assert_eq!(read_target(&mut device, new), [0; 4 * 2 * 4]);
    let select = u32::from(TextureOp::SelectArg1);
    device.set_texture(0, Some(texture)).expect("set");
    device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    device.set_render_state(RenderState::CULLMODE, 1).expect("set");
    for (state, value) in [
        (TextureStageState::COLOROP, select),
        (TextureStageState::COLORARG1, TA_TEXTURE),
        (TextureStageState::ALPHAOP, select),
        (TextureStageState::ALPHAARG1, TA_TEXTURE),
    ] {
        device.set_texture_stage_state(0, state, value).expect("set");
    }
    // The left half.
    let corner = |u: f32, v: f32| [u * 2.0 - 0.5, v * 2.0 - 0.5, 0.0, 1.0, u, v];
    let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
    let vertices: Vec<u8> = corners.concat().iter().flat_map(|lane| lane.to_le_bytes()).collect();
    device.clear(None, ClearFlags::ZBUFFER, 0, 1.0, 0).expect("a clear");
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 24).expect("a draw");
    let row = [GREEN, GREEN, 0, 0];
    assert_eq!(read_target(&mut device, new), words(&[row, row].concat()));
    finish(device);
}
