//! Fixed-function fragment shaders: all are valid and print in all languages.

use retrograph_shaders::Translated;
use retrograph_shaders::dxso::{Compare, Lanes, SamplerKey};
use retrograph_shaders::fixed::{self, Argument, ArgumentSource, Combine, FragmentKey};
use retrograph_shaders::interface::SamplerKind;

use crate::languages::print_all;

fn arguments() -> Vec<Argument> {
    let sources =
        [ArgumentSource::Diffuse, ArgumentSource::Current, ArgumentSource::Texture, ArgumentSource::Factor];
    let modifiers = [(false, false), (true, false), (false, true), (true, true)];
    let all = sources.iter().flat_map(|&source| {
        modifiers.map(|(complement, alpha_replicate)| Argument { source, complement, alpha_replicate })
    });
    all.collect()
}

fn check(translated: &Translated) {
    print_all(&translated.module);
}

#[test]
fn every_operation_prints_five_ways() {
    let kinds = [SamplerKind::D2, SamplerKind::Cube, SamplerKind::Volume];
    let lanes = [Lanes::Rgba, Lanes::Zzzr, Lanes::Rrrg];
    let arguments = arguments();
    for (index, &first) in arguments.iter().enumerate() {
        let texture =
            Some(SamplerKey { kind: kinds[index % 3], lanes: lanes[index / 3 % 3], ..SamplerKey::default() });
        let select = Combine::Select(first);
        let key = FragmentKey { color: select, alpha: Combine::Disable, texture, ..FragmentKey::default() };
        check(&fixed::fragment(&key).expect("made"));
        for &second in &arguments {
            let modulate = Combine::Modulate(first, second);
            let key = FragmentKey {
                color: modulate,
                alpha: modulate,
                texture: texture.filter(|_| index % 2 == 0),
                flat_colors: index % 4 == 1,
                alpha_test: [Compare::Always, Compare::Greater, Compare::Never][index % 3],
                srgb_write: index % 5 == 2,
            };
            check(&fixed::fragment(&key).expect("made"));
        }
    }
}
