//! Printing in all five languages.

use retrograph_shaders::naga::Module;
use retrograph_shaders::{dxso, naga, print};

use crate::files::binaries;
use crate::translate::{Keys, with_keys};

/// Prints a module five ways, and reads its WGSL back.
pub(crate) fn print_all(module: &Module) {
    let info = print::validate(module).expect("translations are valid");
    let wgsl = print::wgsl(module, &info).expect("printable");
    let again = naga::front::wgsl::parse_str(&wgsl)
        .unwrap_or_else(|error| panic!("{}\n{wgsl}", error.emit_to_string(&wgsl)));
    print::validate(&again).unwrap_or_else(|error| panic!("{error}\n{wgsl}"));
    for print in [print::msl, print::hlsl, print::glsl] {
        let text = print(module, &info).unwrap_or_else(|error| panic!("{error}\n{wgsl}"));
        assert!(!text.is_empty());
    }
    let spirv = print::spirv(module, &info).unwrap_or_else(|error| panic!("{error}\n{wgsl}"));
    assert_eq!(spirv.first(), Some(&0x0723_0203));
}

#[test]
fn every_translation_prints_five_ways() {
    let mut printed = 0;
    for (name, bytes) in binaries() {
        let program = dxso::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let all = with_keys(&program, Keys::All).unwrap_or_else(|error| panic!("{name}: {error}"));
        all.iter().for_each(|translated| print_all(&translated.module));
        printed += 1;
    }
    assert_eq!(printed, 109);
}
