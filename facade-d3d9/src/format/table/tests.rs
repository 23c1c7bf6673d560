use retrograph_render::caps::FormatCaps;
use retrograph_render::wgpu::{Features, TextureFormat, TextureUsages};

use super::{Can, Codec, Format, Lanes, Layout, T, TABLE, Use};

/// What WebGPU promises of a device with these features.
fn promised(features: Features) -> impl Fn(TextureFormat) -> FormatCaps {
    move |format| {
        if !features.contains(format.required_features()) {
            return FormatCaps::default();
        }
        let usages = format.guaranteed_format_features(features).allowed_usages;
        FormatCaps {
            sampled: usages.contains(TextureUsages::TEXTURE_BINDING),
            renderable: usages.contains(TextureUsages::RENDER_ATTACHMENT),
            ..FormatCaps::default()
        }
    }
}

#[test]
fn rows_are_distinct() {
    for (index, row) in TABLE.iter().enumerate() {
        for other in &TABLE[index + 1..] {
            assert_ne!(row.format, other.format, "{}", row.name);
        }
        assert_eq!(Format::from_name(row.name), Some(row.format));
        assert_eq!(row.format.name(), Some(row.name));
    }
}

#[test]
fn guest_bytes_are_stored_bytes_where_they_are_copied() {
    for row in TABLE {
        for storage in [row.storage, row.fallback].into_iter().flatten() {
            if storage.codec == Codec::Copy && !row.is(Can::DEPTH) {
                let bytes = storage.format.block_copy_size(None);
                assert_eq!(bytes, Some(row.layout.unit_bytes()), "{}", row.name);
                assert_eq!(storage.format.block_dimensions().0, row.layout.block(), "{}", row.name);
            }
        }
    }
}

#[test]
fn every_format_that_may_lack_a_feature_has_a_fallback_without() {
    for row in TABLE.iter().filter(|row| row.is(Can::SAMPLED)) {
        let plain = row.storage(
            if row.is(Can::TARGET) { Use::Target } else { Use::Sampled },
            promised(Features::empty()),
        );
        assert!(plain.is_some(), "{} has no storage on the plainest device", row.name);
    }
}

#[test]
fn srgb_formats_have_a_twin() {
    for row in TABLE.iter().filter(|row| row.is(Can::SRGB)) {
        for storage in [row.storage, row.fallback].into_iter().flatten() {
            assert_ne!(storage.format.add_srgb_suffix(), storage.format, "{}", row.name);
        }
    }
}

#[test]
fn blocks_are_decoded_where_a_device_lacks_them() {
    let dxt1 = Format::DXT1.row().expect("known");
    let bc = dxt1.storage(Use::Sampled, promised(Features::TEXTURE_COMPRESSION_BC)).expect("held");
    assert_eq!((bc.format, bc.codec), (T::Bc1RgbaUnorm, Codec::Copy));
    let plain = dxt1.storage(Use::Sampled, promised(Features::empty())).expect("held");
    assert_eq!((plain.format, plain.codec), (T::Rgba8Unorm, Codec::Bc1));
    assert!(plain.codec.is_block_decoder());
    let volume = dxt1.storage(Use::Volume, promised(Features::TEXTURE_COMPRESSION_BC)).expect("held");
    assert_eq!(volume.format, T::Rgba8Unorm);
}

#[test]
fn sixteen_bit_targets_are_floats_where_they_cannot_be_rendered() {
    let wide = Format::A16B16G16R16.row().expect("known");
    let answer = || promised(Features::TEXTURE_FORMAT_16BIT_NORM);
    assert_eq!(wide.storage(Use::Sampled, answer()).expect("held").format, T::Rgba16Unorm);
    assert_eq!(wide.storage(Use::Target, answer()).expect("held").format, T::Rgba32Float);
}

#[test]
fn codes_are_those_of_the_headers() {
    let code = |name| Format::from_name(name).expect("known").0;
    assert_eq!([code("R8G8B8"), code("A8R8G8B8"), code("L8"), code("R16F")], [20, 21, 50, 111]);
    assert_eq!(code("DXT1"), 0x3154_5844);
    assert_eq!(code("INDEX32"), 102);
    assert_eq!(format!("{:?} {:?}", Format::INTZ, Format(7)), "INTZ Format(0x7)");
}

#[test]
fn lanes_that_a_format_lacks_read_as_one() {
    let lanes = |format: Format| format.row().expect("known").lanes;
    assert_eq!(lanes(Format::R16F), Lanes::R111);
    assert_eq!(lanes(Format::G16R16), Lanes::Rg11);
    assert_eq!(lanes(Format::A8), Lanes::Zzzr);
    assert_eq!(lanes(Format::INTZ), Lanes::Rrrr);
    assert_eq!(Format::NULL.row().expect("known").layout, Layout::Nothing);
}
