//! Every shader of the corpus.

use retrograph_shaders::dxso;
use retrograph_shaders::dxso::program::RegisterFile;

use crate::files::{binaries, shader, source};

#[test]
fn every_shader_parses() {
    let shaders = binaries();
    assert_eq!(shaders.len(), 109, "the corpus is complete");
    for (name, bytes) in shaders {
        let program = dxso::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!program.instructions.is_empty(), "{name}");
        assert!(
            source(&name).is_none() || program.constant_table.is_empty(),
            "{name}: assembly has no table"
        );
    }
}

#[test]
fn constant_tables_name_what_the_source_names() {
    let table = dxso::parse(&shader("shadow_pcf.ps_3_0")).expect("parses").constant_table;
    let named: Vec<_> =
        table.iter().map(|entry| (entry.name.as_str(), entry.file, entry.register, entry.count)).collect();
    assert_eq!(
        named,
        [
            ("bias", RegisterFile::Const, 0, 1),
            ("sm", RegisterFile::Sampler, 0, 1),
            ("texel", RegisterFile::Const, 1, 1)
        ]
    );
}
