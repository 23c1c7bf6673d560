//! How large translations become, and what the largest shader costs.

use retrograph_shaders::dxso::opcode::Opcode;
use retrograph_shaders::dxso::program::Program;
use retrograph_shaders::dxso::{self, FragmentKey, Options, VertexKey};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::{Stage, naga, print};

use crate::files::binaries;

/// Instructions of SPIR-V in the function's body; labels, variables, and jumps to what follows anyway do nothing.
fn body_instructions(words: &[u32]) -> usize {
    const FUNCTION: u32 = 54;
    const FUNCTION_END: u32 = 56;
    const LABEL: u32 = 248;
    const VARIABLE: u32 = 59;
    const BRANCH: u32 = 249;
    const RETURN: u32 = 253;
    let (mut at, mut inside, mut count) = (5, false, 0);
    while let Some(&word) = words.get(at) {
        let (opcode, length) = (word & 0xFFFF, (word >> 16) as usize);
        match opcode {
            FUNCTION => inside = true,
            FUNCTION_END => inside = false,
            LABEL | VARIABLE | BRANCH | RETURN => {}
            _ => count += usize::from(inside),
        }
        at += length.max(1);
    }
    count
}

/// Instructions that do something.
fn instructions(program: &Program) -> usize {
    let silent = [Opcode::Dcl, Opcode::Def, Opcode::DefB, Opcode::DefI, Opcode::Nop, Opcode::Phase];
    program.instructions.iter().filter(|at| !silent.contains(&at.opcode)).count()
}

/// The median over the corpus of SPIR-V instructions for each instruction of Direct3D.
fn median(options: Options) -> f64 {
    let mut ratios: Vec<f64> = binaries()
        .iter()
        .map(|(name, bytes)| {
            let program = dxso::parse(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let translated = match program.version.stage {
                Stage::Fragment => dxso::translate_fragment_with(&program, &FragmentKey::default(), options),
                Stage::Vertex => {
                    let key = VertexKey { inputs: [InputClass::Float; 16], ..VertexKey::default() };
                    dxso::translate_vertex_with(&program, &key, options)
                }
            };
            let module = translated.unwrap_or_else(|error| panic!("{name}: {error}")).module;
            let info = print::validate(&module).expect("valid");
            let words = print::spirv(&module, &info).expect("printable");
            body_instructions(&words) as f64 / instructions(&program) as f64
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

#[test]
fn translations_stay_small() {
    let [with, without] =
        [true, false].map(|zero_products| median(Options { zero_products, ..Options::default() }));
    println!("SPIR-V instructions an instruction: {with:.2} with zero products, {without:.2} without");
    assert!(with <= 9.0, "{with}");
    // Holds what was reached: the aim is 4.5.
    assert!(without <= 6.0, "{without}");
}

/// `ps_3_0` of 32,768 instructions: `mad r#, r#, c#, r#`, and the colour at the end.
fn longest() -> Vec<u8> {
    let mut tokens = vec![0xFFFF_0300u32];
    for index in 0..32_767u32 {
        let register = |number: u32| 0x8000_0000 | ((index + number) % 32);
        let constant = 0xA0E4_0000 | (index % 224);
        let [to, a, b] = [register(0) | 0x000F_0000, register(1) | 0x00E4_0000, register(2) | 0x00E4_0000];
        tokens.extend([0x0400_0004, to, a, constant, b]);
    }
    tokens.extend([0x0200_0001, 0x800F_0800, 0x80E4_001E, 0xFFFF]);
    tokens.into_iter().flat_map(u32::to_le_bytes).collect()
}

#[test]
fn the_longest_shader_translates_within_bounds() {
    let bytes = longest();
    let program = dxso::parse(&bytes).expect("decodes");
    assert_eq!(program.instructions.len(), 32_768);
    let options = Options { validate: false, ..Options::default() };
    let mut translated = None;
    let counted = allocation_counter::measure(|| {
        translated = Some(dxso::translate_fragment_with(&program, &FragmentKey::default(), options));
    });
    println!("at most {} bytes at once", counted.bytes_max);
    assert!(counted.bytes_max < 100_000_000, "{counted:?}");
    let module = translated.expect("was run").expect("translates").module;
    let expressions = module.entry_points[0].function.expressions.len();
    println!("{expressions} expressions of {} bytes", size_of::<naga::Expression>());
    // Eight an instruction: time and memory follow from their number.
    assert!(expressions < 1 << 18, "{expressions}");
}
