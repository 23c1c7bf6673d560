//! A small assembler, written from the token format alone: shader models 2 and 3, and model 1 of pixel shaders.

/// Opcode numbers of the mnemonics that tests use.
const OPCODES: &[(&str, u32)] = &[
    ("mov", 1),
    ("add", 2),
    ("sub", 3),
    ("mad", 4),
    ("mul", 5),
    ("rcp", 6),
    ("rsq", 7),
    ("dp3", 8),
    ("dp4", 9),
    ("min", 10),
    ("max", 11),
    ("slt", 12),
    ("sge", 13),
    ("exp", 14),
    ("log", 15),
    ("lit", 16),
    ("dst", 17),
    ("lrp", 18),
    ("frc", 19),
    ("m4x4", 20),
    ("m3x3", 23),
    ("m3x2", 24),
    ("call", 25),
    ("callnz", 26),
    ("loop", 27),
    ("ret", 28),
    ("endloop", 29),
    ("label", 30),
    ("pow", 32),
    ("crs", 33),
    ("sgn", 34),
    ("abs", 35),
    ("nrm", 36),
    ("sincos", 37),
    ("rep", 38),
    ("endrep", 39),
    ("if", 40),
    ("else", 42),
    ("endif", 43),
    ("break", 44),
    ("mova", 46),
    ("texkill", 65),
    ("texld", 66),
    ("texldp", 66 | 1 << 16),
    ("texldb", 66 | 2 << 16),
    ("texldd", 93),
    ("texldl", 95),
    ("cmp", 88),
    ("dp2add", 90),
    ("dsx", 91),
    ("dsy", 92),
    ("setp", 94),
    ("breakp", 96),
    ("texcoord", 64),
    ("texcrd", 64),
    ("tex", 66),
    ("texbem", 67),
    ("texbeml", 68),
    ("texreg2ar", 69),
    ("texreg2gb", 70),
    ("texm3x2pad", 71),
    ("texm3x2tex", 72),
    ("texm3x3pad", 73),
    ("texm3x3tex", 74),
    ("texm3x3spec", 76),
    ("texm3x3vspec", 77),
    ("cnd", 80),
    ("texreg2rgb", 82),
    ("texdp3tex", 83),
    ("texm3x2depth", 84),
    ("texdp3", 85),
    ("texm3x3", 86),
    ("texdepth", 87),
    ("bem", 89),
    ("phase", 0xFFFD),
];
/// Source modifiers of model 1 that are suffixes, without and with a minus.
const SUFFIXES: &[(&str, [u32; 2])] = &[
    ("_bias", [2, 3]),
    ("_bx2", [4, 5]),
    ("_x2", [7, 8]),
    ("_dz", [9, 9]),
    ("_dw", [10, 10]),
    ("_abs", [11, 12]),
];
/// Result shifts.
const SHIFTS: &[(&str, u32)] =
    &[("_x2", 1), ("_x4", 2), ("_x8", 3), ("_d2", 0xF), ("_d4", 0xE), ("_d8", 0xD)];
const COMPARISONS: [&str; 7] = ["", "gt", "eq", "ge", "lt", "ne", "le"];
const USAGES: &[(&str, u32)] = &[
    ("position", 0),
    ("normal", 3),
    ("psize", 4),
    ("texcoord", 5),
    ("tangent", 6),
    ("color", 10),
    ("fog", 11),
];
/// Register prefixes with the number of their file; longer ones first.
const FILES: &[(&str, u32)] = &[
    ("oDepth", 9),
    ("oPos", 4),
    ("oFog", 0x1_0004),
    ("oPts", 0x2_0004),
    ("oT", 6),
    ("oD", 5),
    ("oC", 8),
    ("aL", 15),
    ("vPos", 17),
    ("vFace", 0x1_0011),
    ("r", 0),
    ("v", 1),
    ("c", 2),
    ("a", 3),
    ("t", 3),
    ("o", 6),
    ("i", 7),
    ("s", 10),
    ("b", 14),
    ("l", 18),
    ("p", 19),
];

/// Assembles a shader, one instruction a line.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let version = match lines.next().expect("a version") {
        "vs_1_1" => 0xFFFE_0101,
        "vs_2_0" => 0xFFFE_0200,
        "vs_2_sw" => 0xFFFE_02FF,
        "vs_3_0" => 0xFFFE_0300,
        "vs_3_sw" => 0xFFFE_03FF,
        "ps_1_1" => 0xFFFF_0101,
        "ps_1_2" => 0xFFFF_0102,
        "ps_1_3" => 0xFFFF_0103,
        "ps_1_4" => 0xFFFF_0104,
        "ps_2_0" => 0xFFFF_0200,
        "ps_2_sw" => 0xFFFF_02FF,
        "ps_3_0" => 0xFFFF_0300,
        "ps_3_sw" => 0xFFFF_03FF,
        other => panic!("unknown version {other}"),
    };
    let mut tokens = vec![version];
    for line in lines {
        instruction(line, version & 0xFF00 == 0x100, &mut tokens);
    }
    tokens.push(0xFFFF);
    tokens.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn instruction(line: &str, model1: bool, tokens: &mut Vec<u32>) {
    let (beside, line) = line.strip_prefix('+').map_or((0, line), |line| (1 << 30, line));
    let (predicate, line) = match line.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((predicate, rest)) => (Some(predicate), rest.trim()),
        None => (None, line),
    };
    let (word, operands) = line.split_once(' ').unwrap_or((line, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut parameters = Vec::new();
    let opcode = if let Some(what) = word.strip_prefix("dcl_") {
        declaration(what, operands[0], &mut parameters);
        0x1F
    } else if let Some(kind) = word.strip_prefix("def") {
        definition(kind, &operands, &mut parameters)
    } else {
        let (opcode, flags) = opcode(word);
        let reads_first = ["if", "ifc", "rep", "loop", "call", "callnz", "label", "break", "breakp"];
        let flow = reads_first.contains(&word.split('_').next().expect("a word"));
        for (index, operand) in operands.iter().enumerate() {
            if index == 0 && !flow {
                destination(operand, flags, &mut parameters);
                if let Some(predicate) = predicate {
                    source(predicate, &mut parameters);
                }
            } else {
                source(operand, &mut parameters);
            }
        }
        opcode
    };
    let length = u32::try_from(parameters.len()).expect("few parameters");
    // Model 1 has no length.
    let length = if model1 { 0 } else { length << 24 };
    tokens.push(opcode | length | u32::from(predicate.is_some()) << 28 | beside);
    tokens.extend(parameters);
}

/// The opcode with its control field, and the flags of its destination.
fn opcode(word: &str) -> (u32, u32) {
    let (word, mut flags) = word.strip_suffix("_sat").map_or((word, 0), |word| (word, 1 << 20));
    let shifted = SHIFTS.iter().find_map(|(suffix, shift)| Some((word.strip_suffix(suffix)?, shift)));
    let word = shifted.map_or(word, |(word, shift)| {
        flags |= shift << 24;
        word
    });
    let found = |name: &str| OPCODES.iter().find(|(known, _)| *known == name).map(|(_, number)| *number);
    if let Some(number) = found(word) {
        return (number, flags);
    }
    let (name, suffix) = word.split_once('_').unwrap_or_else(|| panic!("unknown instruction {word}"));
    let control = COMPARISONS.iter().position(|known| *known == suffix).expect("a comparison");
    let number = match name {
        "if" => 41,
        "break" => 45,
        _ => found(name).unwrap_or_else(|| panic!("unknown instruction {word}")),
    };
    (number | u32::try_from(control).expect("small") << 16, flags)
}

fn declaration(what: &str, operand: &str, parameters: &mut Vec<u32>) {
    let usage = match what {
        "2d" => 2 << 27,
        "cube" => 3 << 27,
        _ => {
            let digits = what.trim_start_matches(|letter: char| !letter.is_ascii_digit());
            let name = &what[..what.len() - digits.len()];
            let usage = USAGES.iter().find(|(known, _)| *known == name).expect("a usage").1;
            usage | digits.parse().unwrap_or(0) << 16
        }
    };
    parameters.push(1 << 31 | usage);
    destination(operand, 0, parameters);
}

fn definition(kind: &str, operands: &[&str], parameters: &mut Vec<u32>) -> u32 {
    destination(operands[0], 0, parameters);
    for value in &operands[1..] {
        parameters.push(match (kind, *value) {
            ("", value) => value.parse::<f32>().expect("a float").to_bits(),
            (_, "true") => 1,
            (_, "false") => 0,
            (_, value) => value.parse::<i32>().expect("an integer").cast_unsigned(),
        });
    }
    match kind {
        "" => 81,
        "b" => 47,
        _ => 48,
    }
}

/// The register bits of a parameter, and the text after the register.
fn register(text: &str) -> (u32, &str) {
    let (prefix, file) = FILES.iter().find(|(prefix, _)| text.starts_with(prefix)).expect("a register");
    let rest = &text[prefix.len()..];
    let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let number = rest[..digits].parse::<u32>().unwrap_or(0) | file >> 16;
    // Float constants have four files of 2048 registers.
    let (number, file) = match file & 0xFF {
        2 if number >= 2048 => (number % 2048, 10 + number / 2048),
        file => (number, file),
    };
    (1 << 31 | number | (file & 7) << 28 | (file >> 3) << 11, &rest[digits..])
}

/// Lane numbers of a mask or swizzle.
fn lanes(text: &str) -> Vec<u32> {
    let lane = |letter| "xyzw".find(letter).and_then(|lane| u32::try_from(lane).ok()).expect("a lane");
    text.chars().map(lane).collect()
}

/// Splits `[a0.x + 2]` off: the bits of the number, the relative token, the rest.
fn relative(rest: &str) -> (u32, Option<u32>, &str) {
    let Some((inside, rest)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return (0, None, rest);
    };
    let (index, number) = inside.split_once('+').unwrap_or((inside, "0"));
    let mut token = Vec::new();
    source(index.trim(), &mut token);
    (number.trim().parse::<u32>().expect("a number") | 1 << 13, Some(token[0]), rest)
}

fn destination(text: &str, flags: u32, parameters: &mut Vec<u32>) {
    let (bits, rest) = register(text);
    let (number, index, rest) = relative(rest);
    let mask = match rest.strip_prefix('.') {
        Some(mask) => lanes(mask).into_iter().fold(0, |mask, lane| mask | 1 << lane),
        None => 0xF,
    };
    parameters.push(bits | number | mask << 16 | flags);
    parameters.extend(index);
}

fn source(text: &str, parameters: &mut Vec<u32>) {
    let (complement, text) = text.strip_prefix("1-").map_or((false, text), |text| (true, text));
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let (not, text) = text.strip_prefix('!').map_or((false, text), |text| (true, text));
    let (bits, rest) = register(text);
    let (number, index, rest) = relative(rest);
    let suffix = SUFFIXES.iter().find_map(|(suffix, numbers)| Some((rest.strip_prefix(suffix)?, numbers)));
    let (rest, suffix) = suffix.map_or((rest, None), |(rest, numbers)| (rest, Some(numbers)));
    let mut swizzle = rest.strip_prefix('.').map_or_else(|| vec![0, 1, 2, 3], lanes);
    let last = *swizzle.last().expect("a lane");
    swizzle.resize(4, last);
    let swizzle = swizzle.into_iter().zip(0..).fold(0, |bits, (lane, at)| bits | lane << (at * 2));
    let modifier = match suffix {
        Some(numbers) => numbers[usize::from(negative)],
        None if complement => 6,
        None if not => 13,
        None => u32::from(negative),
    };
    parameters.push(bits | number | swizzle << 16 | modifier << 24);
    parameters.extend(index);
}
