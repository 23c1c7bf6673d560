//! What the facade says about formats.

use retrograph_d3d9::types::{MultiSample, ResourceType, Usage};
use retrograph_d3d9::{Direct3D9, Error, Format, FormatSupport};

fn direct3d() -> Direct3D9 {
    Direct3D9::new().expect("an adapter").with_threading(super::THREADING)
}

fn is_unavailable<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::NotAvailable))
}

#[test]
fn answers_about_formats() {
    use ResourceType::{CubeTexture, Surface, Texture, VolumeTexture};
    let d3d = direct3d();
    let check = |usage, kind, format| d3d.check_device_format(Format::X8R8G8B8, usage, kind, format);
    let none = Usage::empty();
    for (usage, kind, format) in [
        (none, Texture, Format::A8R8G8B8),
        (none, Texture, Format::DXT5),
        (none, CubeTexture, Format::R5G6B5),
        (none, VolumeTexture, Format::L8),
        (none, Surface, Format::A4R4G4B4),
        (Usage::RENDERTARGET, Texture, Format::A16B16G16R16F),
        (Usage::RENDERTARGET, Surface, Format::R5G6B5),
        (Usage::RENDERTARGET, Surface, Format::NULL),
        (Usage::DEPTHSTENCIL, Surface, Format::D24S8),
        (Usage::DEPTHSTENCIL, Texture, Format::INTZ),
        (Usage::QUERY_FILTER, Texture, Format::A8R8G8B8),
        (Usage::QUERY_SRGBREAD, Texture, Format::DXT1),
        (Usage::AUTOGENMIPMAP, Texture, Format::A8R8G8B8),
    ] {
        let found = check(usage, kind, format);
        assert!(matches!(found, Ok(FormatSupport::Full)), "{usage:?} {kind:?} {format:?}");
    }
    for (usage, kind, format) in [
        (none, Texture, Format::P8),
        (none, Texture, Format::R8G8B8),
        (none, Texture, Format::D24S8),
        (none, Surface, Format::D16),
        (none, Texture, Format::fourcc(b"AL16")),
        (Usage::RENDERTARGET, Texture, Format::DXT1),
        (Usage::RENDERTARGET, VolumeTexture, Format::A8R8G8B8),
        (Usage::RENDERTARGET, Texture, Format::D16),
        (Usage::DEPTHSTENCIL, CubeTexture, Format::D16),
        (Usage::DEPTHSTENCIL, Texture, Format::A8R8G8B8),
        (Usage::DYNAMIC, Surface, Format::A8R8G8B8),
        (Usage::DYNAMIC | Usage::RENDERTARGET, Texture, Format::A8R8G8B8),
        (Usage::QUERY_SRGBREAD, Texture, Format::L8),
        (Usage::QUERY_SRGBWRITE, Texture, Format::DXT1),
        (Usage::QUERY_FILTER, Surface, Format::A8R8G8B8),
        (Usage::DMAP, Texture, Format::A8R8G8B8),
    ] {
        assert!(is_unavailable(check(usage, kind, format)), "{usage:?} {kind:?} {format:?}");
    }
    let dxt = check(Usage::AUTOGENMIPMAP, Texture, Format::DXT1);
    assert!(matches!(dxt, Ok(FormatSupport::NoAutoGen)));
}

#[test]
fn answers_about_displays() {
    let d3d = direct3d();
    let none = Usage::empty();
    let (texture, argb) = (ResourceType::Texture, Format::A8R8G8B8);
    assert!(is_unavailable(d3d.check_device_format(Format::L8, none, texture, argb)));
    let unknown = d3d.check_device_format(Format::UNKNOWN, none, texture, argb);
    assert!(matches!(unknown, Err(Error::InvalidCall)));
    let display = Format::X8R8G8B8;
    assert!(d3d.check_device_type(display, Format::UNKNOWN, true).is_ok());
    assert!(matches!(d3d.check_device_type(display, Format::UNKNOWN, false), Err(Error::InvalidCall)));
    assert!(d3d.check_device_type(display, argb, false).is_ok());
    assert!(is_unavailable(d3d.check_device_type(display, Format::R5G6B5, false)));
    assert!(d3d.check_device_type(display, Format::R5G6B5, true).is_ok());
    assert!(is_unavailable(d3d.check_device_type(display, Format::DXT1, true)));
    assert!(d3d.check_depth_stencil_match(display, argb, Format::D24S8).is_ok());
    assert!(d3d.check_depth_stencil_match(display, Format::NULL, Format::INTZ).is_ok());
    assert!(is_unavailable(d3d.check_depth_stencil_match(display, Format::DXT1, Format::D24S8)));
    assert!(d3d.check_device_format_conversion(argb, Format::X8R8G8B8).is_ok());
    assert!(is_unavailable(d3d.check_device_format_conversion(Format::DXT1, Format::X8R8G8B8)));
}

#[test]
fn answers_about_samples() {
    let d3d = direct3d();
    let check = |format, samples| d3d.check_device_multi_sample_type(format, MultiSample(samples));
    assert!(matches!(check(Format::A8R8G8B8, 0), Ok(1)));
    assert!(matches!(check(Format::A8R8G8B8, 4), Ok(1)));
    assert!(is_unavailable(check(Format::A8R8G8B8, 3)));
    assert!(is_unavailable(check(Format::DXT1, 4)));
    assert!(matches!(check(Format::A8R8G8B8, 17), Err(Error::InvalidCall)));
}
