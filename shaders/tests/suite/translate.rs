//! Translation of the corpus: every module is valid, and fits its neighbour.

use retrograph_shaders::dxso::program::Program;
use retrograph_shaders::dxso::{
    self, Compare, Fog, FogDepth, FogFunction, FragmentKey, Lanes, Reading, SamplerKey, VertexKey,
};
use retrograph_shaders::interface::{InputClass, SamplerKind};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Stage, Translated};

use crate::files::binaries;

/// Keys that between them use every field.
fn fragment_keys() -> [FragmentKey; 6] {
    let sampler = SamplerKey { lanes: Lanes::Rrrg, projected: true, biased: true, ..SamplerKey::default() };
    let cube = SamplerKey { kind: SamplerKind::Cube, ..sampler };
    let volume = SamplerKey { kind: SamplerKind::Volume, ..sampler };
    let compare = SamplerKey { reading: Reading::Compare, ..sampler };
    let gather = SamplerKey { reading: Reading::Gather, ..sampler };
    let key = |fog, sampler| FragmentKey {
        flat_colors: true,
        alpha_test: Compare::Greater,
        fog,
        srgb_write: true,
        clip_planes: 5,
        dual_source: false,
        samplers: [sampler; 16],
    };
    [
        FragmentKey::default(),
        key(Fog::Vertex, sampler),
        key(Fog::Table(FogFunction::Linear, FogDepth::Z), cube),
        key(Fog::Table(FogFunction::Exp, FogDepth::W), volume),
        key(Fog::Table(FogFunction::Exp2, FogDepth::Z), compare),
        key(Fog::Vertex, gather),
    ]
}

/// Keys with every class of input, and with every fixed varying.
fn vertex_keys() -> Vec<VertexKey> {
    let texcoords = (0..8).map(|index| Semantic::new(Usage::Texcoord, index));
    let colors = (0..2).map(|index| Semantic::new(Usage::Color, index));
    let others = [Semantic::new(Usage::Fog, 0), Semantic::new(Usage::Normal, 0)];
    let wanted: Vec<_> = texcoords
        .chain(colors)
        .chain(others)
        .map(|semantic| Varying {
            semantic,
            flat: semantic.usage == Usage::Color,
            centroid: semantic.index == 3,
        })
        .collect();
    let varyings = Varyings::place(&wanted, true).expect("they fit");
    let classes = [
        InputClass::Float,
        InputClass::Absent,
        InputClass::Uint,
        InputClass::Sint,
        InputClass::Udec3,
        InputClass::Dec3n,
    ];
    let mixed = std::array::from_fn(|register| classes[register % classes.len()]);
    vec![
        VertexKey::default(),
        VertexKey { inputs: mixed, varyings, ..VertexKey::default() },
        VertexKey { inputs: [InputClass::Float; 16], varyings, ..VertexKey::default() },
    ]
}

/// How many keys to translate with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// The default and the busiest.
    Two,
    /// All that there are.
    All,
}

/// Translates a shader with the keys of its stage.
pub(crate) fn with_keys(program: &Program, keys: Keys) -> Result<Vec<Translated>, ShaderError> {
    let count = if keys == Keys::Two { 2 } else { usize::MAX };
    match program.version.stage {
        Stage::Vertex => {
            let keys = vertex_keys().into_iter().take(count);
            keys.map(|key| dxso::translate_vertex(program, &key)).collect()
        }
        Stage::Fragment => {
            let keys = fragment_keys().into_iter().take(count);
            keys.map(|key| dxso::translate_fragment(program, &key)).collect()
        }
    }
}

#[test]
fn every_shader_translates_with_every_key() {
    let mut failures = Vec::new();
    for (name, bytes) in binaries() {
        if let Err(error) = dxso::parse(&bytes).and_then(|program| with_keys(&program, Keys::All)) {
            failures.push(format!("{name}: {error}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A shader of two tokens' worth: `mov` of a constant to the first output.
fn mov(version: u32, constant: u32) -> Program {
    let to = if version >> 16 == 0xFFFE { 0x800F_0000 } else { 0x800F_0800 };
    let tokens = [version, 0x0200_0001, to, constant, 0x0000_FFFF];
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    dxso::parse(&bytes).expect("software profiles have more constants")
}

#[test]
fn software_profiles_reach_8192_constants_in_storage() {
    let cases = [
        (0xFFFE_03FFu32, 0xD0E4_0FFFu32, 8192, true),
        (0xFFFE_02FF, 0xB0E4_0800, 2049, false),
        (0xFFFF_03FF, 0xA0E4_00E0, 225, false),
        (0xFFFF_02FF, 0xC0E4_0800, 4097, true),
    ];
    for (version, constant, rows, storage) in cases {
        for translated in with_keys(&mov(version, constant), Keys::All).expect("translates") {
            let interface = &translated.interface;
            assert_eq!((interface.float_rows, interface.float_storage), (rows, storage), "{version:#x}");
            assert_eq!(interface.floats_read, [rows - 1]);
            crate::languages::print_all(&translated.module);
        }
    }
}

#[test]
fn integers_past_the_first_16_are_in_the_larger_block() {
    for (number, larger) in [(15, false), (16, true), (2047, true)] {
        // vs_2_sw: rep i#, endrep; if b#, endif
        let tokens = [
            0xFFFE_02FFu32,
            0x0100_0026,
            0xF0E4_0000 | number,
            0x0000_0027,
            0x0100_0028,
            0xE0E4_0800 | number,
            0x0000_002B,
            0x0000_FFFF,
        ];
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
        let program = dxso::parse(&bytes).expect("there are 2048 of them");
        let made = dxso::translate_vertex(&program, &VertexKey::default()).expect("translates");
        let interface = &made.interface;
        assert_eq!((interface.integer_constants, interface.software_integers), (true, larger), "{number}");
        crate::languages::print_all(&made.module);
    }
}

#[test]
fn interfaces_carry_the_names_of_the_constant_table() {
    let program = dxso::parse(&crate::files::shader("shadow_pcf.ps_3_0")).expect("parses");
    let translated = dxso::translate_fragment(&program, &FragmentKey::default()).expect("translates");
    assert_eq!(translated.interface.names, program.constant_table);
    assert!(!translated.interface.names.is_empty());
}
