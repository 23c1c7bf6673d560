//! Programs at random, in assembly.
//!
//! Inputs and uniforms are quarters from −4 to 4; c94.x is 64. Behind what multiplies, results are rounded down and held to ±64, so that
//! every product and sum of the next step is exact.

use std::fmt::Write as _;

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 11) % end
    }

    pub(crate) fn vector(&mut self) -> [f32; 4] {
        [(); 4].map(|()| self.below(33) as f32 / 4.0 - 4.0)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

struct Maker<'a> {
    random: &'a mut Random,
    text: String,
    label: u32,
    loops: u32,
}

const SWIZZLES: [&str; 8] = ["xyzw", "wzyx", "xxxx", "yyyy", "zwxy", "wwww", "yxwz", "zzxx"];
const MASKS: [&str; 8] = ["", ".xyz", ".x", ".yw", ".w", ".xz", ".y", ".zw"];
const CONDITIONS: [&str; 6] =
    ["cmp.x", "!cmp.y", "cmp.x && cmp.y", "cmp.x || !cmp.y", "!cmp.x && cmp.y", "cmp.y"];

impl Maker<'_> {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A source that may be anything.
    fn wide(&mut self) -> String {
        let sign = self.random.pick(&["", "-"]);
        let swizzle = self.random.pick(&SWIZZLES);
        match self.random.below(4) {
            0 => format!("{sign}v1.{swizzle}"),
            1 => format!("{sign}c{}.{swizzle}", self.random.below(96)),
            2 if self.loops > 0 => format!("{sign}c{}[aL].{swizzle}", self.random.below(96)),
            2 => format!("{sign}c{}[a0.{}].{swizzle}", self.random.below(96), self.random.pick(&["x", "y"])),
            _ => format!("{sign}r{}.{swizzle}", self.random.below(4)),
        }
    }

    /// A source that is no uniform.
    fn narrow(&mut self) -> String {
        let sign = self.random.pick(&["", "-"]);
        let swizzle = self.random.pick(&SWIZZLES);
        format!("{sign}r{}.{swizzle}", self.random.below(4))
    }

    fn instruction(&mut self) {
        let target = self.random.below(4);
        let mask = self.random.pick(&MASKS);
        let (wide, narrow) = (self.wide(), self.narrow());
        match self.random.below(9) {
            0 => {
                let op = self.random.pick(&["add", "max", "min", "sge", "slt"]);
                self.line(&format!("{op} r{target}{mask}, {wide}, {narrow}"));
            }
            1 => {
                let op = self.random.pick(&["mul", "dp3", "dp4", "dph", "dst"]);
                self.line(&format!("{op} r{target}{mask}, {wide}, {narrow}"));
            }
            2 => {
                let third = self.narrow();
                self.line(&format!("mad r{target}{mask}, {narrow}, {wide}, {third}"));
            }
            3 => self.line(&format!("mov r{target}{mask}, {wide}")),
            4 => self.line(&format!("flr r{target}{mask}, {wide}")),
            5 => {
                let mask = self.random.pick(&["x", "y", "xy"]);
                self.line(&format!("mova a0.{mask}, {narrow}"));
            }
            6 => {
                let op = ["eq", "ne", "lt", "le", "gt", "ge"];
                let (x, y) = (self.random.pick(&op), self.random.pick(&op));
                self.line(&format!("cmp {wide}, {x}, {y}, {narrow}"));
            }
            7 => self.line(&format!("litp r{target}{mask}, {wide}")),
            _ => {
                let op = self.random.pick(&["dphi", "sgei", "slti"]);
                self.line(&format!("{op} r{target}{mask}, {narrow}, {wide}"));
            }
        }
        self.line(&format!("flr r{target}, r{target}"));
        self.line(&format!("min r{target}, c94.xxxx, r{target}"));
        self.line(&format!("max r{target}, -c94.xxxx, r{target}"));
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..=self.random.below(3) {
            match self.random.below(if depth > 2 { 4 } else { 9 }) {
                0..=3 => self.instruction(),
                4 | 5 => self.branch(depth),
                6 if self.loops < 2 => self.repeat(depth),
                7 => self.jump(),
                _ => {
                    let condition = self.random.pick(&CONDITIONS);
                    let call = match self.random.below(3) {
                        0 => "call helper".to_owned(),
                        1 => format!("callc {condition}, helper"),
                        _ => format!("callu b{}, helper", self.random.below(16)),
                    };
                    self.line(&call);
                }
            }
        }
        self.line("nop");
    }

    fn branch(&mut self, depth: u32) {
        let open = match self.random.below(2) {
            0 => format!("ifc {}", self.random.pick(&CONDITIONS)),
            _ => format!("ifu b{}", self.random.below(16)),
        };
        self.line(&open);
        self.block(depth + 1);
        if self.random.below(2) == 0 {
            self.line(".else");
            self.block(depth + 1);
        }
        self.line(".end");
    }

    fn repeat(&mut self, depth: u32) {
        let uniform = self.random.below(4);
        self.line(&format!("for i{uniform}"));
        self.loops += 1;
        self.block(depth + 1);
        if self.random.below(2) == 0 {
            let condition = self.random.pick(&CONDITIONS);
            self.line(&format!("breakc {condition}"));
            self.line("nop");
        }
        self.loops -= 1;
        self.line(".end");
    }

    /// A jump ahead, over instructions of the same scope.
    fn jump(&mut self) {
        self.label += 1;
        let label = self.label;
        let jump = match self.random.below(2) {
            0 => format!("jmpc {}, over{label}", self.random.pick(&CONDITIONS)),
            _ => format!("jmpu b{}, over{label}", self.random.below(16)),
        };
        self.line(&jump);
        for _ in 0..=self.random.below(2) {
            self.instruction();
        }
        self.line(&format!("over{label}:"));
        self.line("nop");
    }
}

/// A program that ends with `mov o1, r0`.
pub(crate) fn program(random: &mut Random) -> String {
    let mut maker = Maker { random, text: String::new(), label: 0, loops: 0 };
    maker.line(".proc main");
    maker.line("mov o0, v0");
    for register in 0..4 {
        maker.line(&format!("mov r{register}, v{}", register + 1));
    }
    for _ in 0..=maker.random.below(3) {
        maker.block(0);
    }
    maker.line("mov o1, r0");
    maker.line("end");
    maker.line(".end");
    maker.line(".proc helper");
    maker.instruction();
    maker.line("nop");
    maker.line(".end");
    let mut text = maker.text;
    let _ = writeln!(text);
    text
}
