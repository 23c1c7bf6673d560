//! Linear programs: the words that come out, executed, against rationals and against the exact evaluator.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use retrograph_shaders::gx2::isa::{Flow, Op};
use retrograph_shaders::gx2::lower::{LowerError, OutputLane, RegisterName, VertexProgram, linear};
use retrograph_shaders::gx2::{Exports, OutputMap, decode, disasm, evaluate, group};
use retrograph_shaders::pica::exact::{LinearProgram, Vector};
use retrograph_shaders::pica::{ExactError, asm};

type Rational = BigRational;

/// One instruction of a test program, as it was made up: nothing of it is decoded.
#[derive(Clone, Debug)]
struct Instruction {
    name: &'static str,
    /// `o` or `r`, and the number.
    to: (char, usize),
    mask: [bool; 4],
    /// `v`, `r` or `c`, the number, the lanes, the sign.
    sources: Vec<(char, usize, [usize; 4], bool)>,
}

impl Instruction {
    fn text(&self) -> String {
        let letters = ["x", "y", "z", "w"];
        let mask: String = (0..4).filter(|&lane| self.mask[lane]).map(|lane| letters[lane]).collect();
        let mut text = format!("{} {}{}.{mask}", self.name, self.to.0, self.to.1);
        for (file, index, lanes, negate) in &self.sources {
            let sign = if *negate { "-" } else { "" };
            let lanes: String = lanes.iter().map(|&lane| letters[lane]).collect();
            text += &format!(", {sign}{file}{index}.{lanes}");
        }
        text
    }
}

fn rational(value: f32) -> Rational {
    Rational::from_float(value).expect("finite")
}

/// Executes with rationals; `None` if a lane is read that nothing wrote.
fn expected(
    program: &[Instruction],
    inputs: &[[f32; 4]; 16],
    uniforms: &[[f32; 4]; 96],
) -> Option<Vec<[Option<Rational>; 4]>> {
    let mut outputs = vec![[const { None }; 4]; 16];
    let mut temporaries = vec![[const { None }; 4]; 16];
    for instruction in program {
        let mut results: [Option<Rational>; 4] = [const { None }; 4];
        for lane in (0..4).filter(|&lane| instruction.mask[lane]) {
            let mut values = Vec::new();
            for &(file, index, lanes, negate) in &instruction.sources {
                let from = lanes[lane];
                let value = match file {
                    'v' => rational(inputs[index][from]),
                    'c' => rational(uniforms[index][from]),
                    _ => temporaries[index][from].clone()?,
                };
                values.push(if negate { -value } else { value });
            }
            results[lane] = Some(match instruction.name {
                "add" => &values[0] + &values[1],
                "mul" => &values[0] * &values[1],
                _ => values[0].clone(),
            });
        }
        let file: &mut Vec<[Option<Rational>; 4]> =
            if instruction.to.0 == 'o' { &mut outputs } else { &mut temporaries };
        for (lane, result) in results.into_iter().enumerate().filter(|(_, result)| result.is_some()) {
            file[instruction.to.1][lane] = result;
        }
    }
    Some(outputs)
}

fn lanes(register: u8) -> [OutputLane; 4] {
    [0, 1, 2, 3].map(|lane| OutputLane { register, lane })
}

/// Position from `o0`, colour from `o1`, texture coordinates from lanes of `o2` and `o3`.
fn outputs() -> OutputMap {
    let texcoord = Some([OutputLane { register: 2, lane: 1 }, OutputLane { register: 3, lane: 0 }]);
    OutputMap { position: lanes(0), colour: lanes(1), texcoord }
}

fn parse(source: &str) -> Result<LinearProgram, ExactError> {
    let binary = asm::assemble(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let some = |words: &[u32]| words.iter().copied().map(Some).collect::<Vec<_>>();
    LinearProgram::parse(&some(&binary.code), &some(&binary.descriptors), 0)
}

fn execute(program: &VertexProgram, inputs: &[[f32; 4]; 16], uniforms: &[[f32; 4]; 96]) -> Exports {
    let mut constants = [[f32::NAN; 4]; 256];
    constants[..96].copy_from_slice(uniforms);
    evaluate(&program.words, inputs, &constants).expect("executes")
}

/// A reproducible source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((value ^ value >> 31) % limit as u64) as usize
    }

    /// A number of few bits, zeros of both signs among them.
    fn number(&mut self) -> f32 {
        [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 0.25, 5.0, -0.75, 17.0, 96.0][self.below(12)]
    }

    fn vector(&mut self) -> [f32; 4] {
        std::array::from_fn(|_| self.number())
    }

    /// A program whose temporaries are written before they are read, and which writes all outputs.
    fn program(&mut self) -> Vec<Instruction> {
        let all = [true; 4];
        let plain = |to, from| Instruction { name: "mov", to, mask: all, sources: vec![from] };
        let mut program: Vec<_> =
            (0..4).map(|index| plain(('r', index), ('v', index, [0, 1, 2, 3], false))).collect();
        program.extend((0..4).map(|index| plain(('o', index), ('v', index, [3, 2, 1, 0], true))));
        for _ in 0..1 + self.below(12) {
            let name = ["mov", "add", "mul"][self.below(3)];
            let to = if self.below(2) == 0 { ('o', self.below(4)) } else { ('r', self.below(4)) };
            let mask = std::array::from_fn(|_| self.below(3) > 0);
            let mask = if mask == [false; 4] { all } else { mask };
            let mut source = |files: &[char]| {
                let file = files[self.below(files.len())];
                let index = match file {
                    'c' => self.below(96),
                    'v' => self.below(16),
                    _ => self.below(4),
                };
                (file, index, std::array::from_fn(|_| self.below(4)), self.below(2) == 1)
            };
            let mut sources = vec![source(&['v', 'r', 'c'])];
            if name != "mov" {
                sources.push(source(&['v', 'r']));
            }
            program.push(Instruction { name, to, mask, sources });
        }
        program
    }
}

fn check(seed: u64) -> Result<bool, TestCaseError> {
    let mut choices = Choices(seed);
    let program = choices.program();
    let inputs: [[f32; 4]; 16] = std::array::from_fn(|_| choices.vector());
    let uniforms: [[f32; 4]; 96] = std::array::from_fn(|_| choices.vector());
    let source: String =
        program.iter().map(|instruction| instruction.text() + "\n").chain(["end".to_owned()]).collect();
    let parsed = parse(&source).expect("is linear");
    let defined = |vector: [f32; 4]| -> Vector { vector.map(Some) };
    let exact = parsed.run(&uniforms.map(defined), &inputs.map(defined));
    let lowered = linear(&parsed, &outputs()).expect("lowers");
    for step in &decode(&lowered.words).expect("decodes").steps {
        if let Flow::Alu(_, groups) = &step.flow {
            groups.iter().for_each(|wide| assert_eq!(group::check(wide), Ok(())));
        }
    }
    let Ok(exact) = exact else { return Ok(false) };
    let exports = execute(&lowered, &inputs, &uniforms);
    let rationals = expected(&program, &inputs, &uniforms).expect("all is written");
    let map = outputs();
    let [s, t] = map.texcoord.expect("is mapped");
    let texcoord = [exports.parameters[1][0], exports.parameters[1][1]];
    let actual = exports.position.into_iter().chain(exports.parameters[0]).chain(texcoord);
    for (lane, actual) in map.position.iter().chain(&map.colour).chain(&[s, t]).zip(actual) {
        let (register, lane) = (usize::from(lane.register), usize::from(lane.lane));
        let wanted = rationals[register][lane].as_ref();
        prop_assert_eq!(Some(&rational(actual)), wanted, "o{}.{} of\n{}", register, lane, source);
        prop_assert_eq!(exact.outputs[register][lane].map(|value| value.to_f32()), Some(actual));
    }
    prop_assert_eq!(exports.parameters[1][2..].to_vec(), vec![0.0, 1.0]);
    Ok(true)
}

#[test]
fn programs_equal_rationals_and_the_exact_evaluator() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256);
    let mut accepted = 0;
    for seed in 0..cases {
        match check(seed) {
            Ok(is_exact) => accepted += u64::from(is_exact),
            Err(error) => panic!("program {seed}: {error}"),
        }
    }
    println!("{cases} programs, {accepted} of them exact");
    assert!(accepted * 2 > cases, "most programs have exact results");
    assert_eq!(rational(0.5) * Rational::from_integer(BigInt::from(2)), rational(1.0));
}

#[test]
fn registers_are_those_of_the_table() {
    let source = "mul r15.x, c95.w, v15.z\nmov o15, v0\nmov o0, v0\nmov o1.x, r15.x\nend";
    let map = OutputMap { position: lanes(15), colour: lanes(0), texcoord: None };
    let program = linear(&parse(source).expect("is linear"), &map).expect("lowers");
    let text = disasm::disassemble(&program.program);
    let expected = "00 CALL_FS NO_BARRIER\n\
        01 ALU: 11 groups\n   0 x: MOV R49.x, C95.w\n   1 x: MOV R50.x, R16.z\n   2 x: MUL R32.x, R49.x, R50.x\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("x: MOV R48.x, R49.x\n"), "{text}");
    assert!(text.contains("x: MOV R51.x, R48.x\n     y: MOV R51.y, R48.y\n"), "{text}");
    assert!(
        text.ends_with(
            "EXP_DONE: POS0, R51.xyzw\n03 EXP_DONE: PARAM0, R52.xyzw NO_BARRIER\nEND_OF_PROGRAM\n"
        ),
        "{text}"
    );
    assert_eq!((program.registers.gprs(), program.has_texcoord, program.inputs), (53, false, 0x8001));
    assert_eq!(program.registers.resources, 0x135);
    assert_eq!(program.registers.out_ids[0], 0xFFFF_FF00);
    assert_eq!((program.registers.semantic_count, program.registers.semantic_clear), (16, 0xFFFF_0000));
    assert_eq!(
        (program.registers.semantics[0], program.registers.semantics[1], program.registers.semantics[15]),
        (0, 0xFF, 15)
    );
    assert_eq!(program.bytes().len() % 256, 0);
    // 29 slots from byte 256 on.
    assert_eq!(program.bytes()[..16], [0, 0, 0, 0, 0, 0, 0x80, 0x09, 0x20, 0, 0, 0, 0, 0, 0x70, 0xA0][..]);
}

#[test]
fn texture_coordinates_are_a_second_parameter() {
    let source = "mov o0, v0\nmov o1, v1\nmov o2.xy, v2\nend";
    let texcoord = Some([OutputLane { register: 2, lane: 0 }, OutputLane { register: 2, lane: 1 }]);
    let map = OutputMap { position: lanes(0), colour: lanes(1), texcoord };
    let program = linear(&parse(source).expect("is linear"), &map).expect("lowers");
    let text = disasm::disassemble(&program.program);
    let ends = "EXP_DONE: POS0, R51.xyzw\n03 EXP: PARAM0, R52.xyzw NO_BARRIER\n04 EXP_DONE: PARAM1, R53.xy01 NO_BARRIER\nEND_OF_PROGRAM\n";
    assert!(text.ends_with(ends), "{text}");
    assert_eq!((program.registers.gprs(), program.registers.out_config), (54, 2));
    assert_eq!(program.registers.out_ids[0], 0xFFFF_0100);
    // Products are never those of IEEE 754.
    let ieee = program.program.steps.iter().any(|step| {
        matches!(&step.flow, Flow::Alu(_, groups) if groups.iter().any(|group| group.0.iter().any(|alu| alu.op == Op::MulIeee)))
    });
    assert!(!ieee);
}

#[test]
fn what_is_never_written_is_refused() {
    let lower = |source: &str| linear(&parse(source).expect("is linear"), &outputs()).expect_err("refused");
    let undefined = |offset, letter, number, lane| LowerError::Undefined {
        offset,
        register: RegisterName(letter, number),
        lane,
    };
    assert_eq!(lower("mov r1.xy, v0\nadd o0, v0, r1\nend"), undefined(1, 'r', 1, 2));
    assert_eq!(lower("mov o0, v0\nmov o1.xyz, v0\nend"), undefined(2, 'o', 1, 3));
    assert_eq!(lower("mov o0, v0\nmov o1, v0\nmov o2, v0\nend"), undefined(3, 'o', 3, 0));
}

#[test]
fn long_programs_take_several_clauses() {
    let adds = "add r0, v0, r0\n".repeat(500);
    let source = format!("mov r0, v0\n{adds}mov o0, r0\nmov o1, v0\nmov o2, v0\nmov o3, v0\nend");
    let program = linear(&parse(&source).expect("is linear"), &outputs()).expect("lowers");
    let clauses = program.program.steps.iter().filter(|step| matches!(step.flow, Flow::Alu(..))).count();
    assert!(clauses > 40, "{clauses}");
    let mut inputs = [[0.0; 4]; 16];
    inputs[0] = [1.0, 2.0, -1.0, 0.5];
    let exports = execute(&program, &inputs, &[[0.0; 4]; 96]);
    assert_eq!(exports.position, [501.0, 1002.0, -501.0, 250.5]);
}
