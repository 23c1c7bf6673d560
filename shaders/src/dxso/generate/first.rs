//! Pixel model 1.

use super::{Range, Writer};

/// Instructions with the number of their sources; all of them stay exact when results are kept small.
const OPERATIONS: [(&str, usize); 10] = [
    ("mov", 1),
    ("add", 2),
    ("sub", 2),
    ("mul", 2),
    ("mad", 3),
    ("lrp", 3),
    ("dp3", 2),
    ("dp4", 2),
    ("cnd", 3),
    ("cmp", 3),
];

impl Writer {
    /// A whole shader.
    pub(super) fn first_model(&mut self) {
        for number in 0..self.dice.below(4) {
            self.define(number * 2, 4);
        }
        if self.model() == (1, 4) {
            self.phases();
            return;
        }
        self.stages();
        let textures = self.inputs.clone();
        self.inputs.extend([("v0", Range::COLOR), ("v1", Range::COLOR)]);
        // r0 and r1 have no value yet.
        self.begin();
        let (first, range) = textures.first().copied().unwrap_or(("v0", Range::COLOR));
        self.line(&format!("mov r0, {first}"));
        self.line("mov r1, v1");
        self.temporaries = vec![range, Range::COLOR];
        for _ in 0..1 + self.dice.below(6) {
            self.arithmetic();
        }
        self.line("mov_sat r0, r0");
    }

    /// What the four texture stages do in models 1.0 to 1.3.
    fn stages(&mut self) {
        let model = self.version.minor;
        let source = self.dice.pick(&["t0", "t0_bx2", "t0"]);
        let coordinates = Range::INPUT;
        let texels = Range::CONSTANT;
        let mut lines: Vec<String> = vec!["tex t0".to_owned()];
        let mut values = vec![("t0", texels)];
        let plans = if model >= 3 { 9 } else { 7 + usize::from(model == 2) };
        match self.dice.below(plans) {
            0 => {
                lines.push("texcoord t1".to_owned());
                lines.push("texkill t2".to_owned());
                values.push(("t1", Range::COLOR));
            }
            1 => lines.extend(["texbem t1, t0", "texbeml t2, t0"].map(str::to_owned)),
            2 => {
                lines.extend(["texreg2ar t1, t0", "texreg2gb t2, t0"].map(str::to_owned));
                values.extend([("t1", texels), ("t2", texels)]);
            }
            3 => {
                lines.extend([format!("texm3x2pad t1, {source}"), format!("texm3x2tex t2, {source}")]);
                values.push(("t2", texels));
            }
            4 => {
                lines.extend(["tex t1", "tex t2", "tex t3"].map(str::to_owned));
                values.extend([("t1", texels), ("t2", texels), ("t3", texels)]);
            }
            5 | 6 => {
                lines.extend([format!("texm3x3pad t1, {source}"), format!("texm3x3pad t2, {source}")]);
                lines.push(match self.dice.below(3) {
                    0 => format!("texm3x3tex t3, {source}"),
                    1 => format!("texm3x3spec t3, {source}, c7"),
                    _ => format!("texm3x3vspec t3, {source}"),
                });
                values.push(("t3", texels));
            }
            7 => {
                let last = self.dice.below(3);
                if last == 2 {
                    lines.extend([format!("texm3x3pad t1, {source}"), format!("texm3x3pad t2, {source}")]);
                    lines.push(format!("texm3x3 t3, {source}"));
                    values.push(("t3", coordinates.product(texels).larger(3)));
                } else {
                    let second = ["texdp3tex t2, t0", "texreg2rgb t2, t0"][last];
                    lines.extend([format!("texdp3 t1, {source}"), second.to_owned()]);
                    values.extend([("t1", coordinates.product(texels).larger(3)), ("t2", texels)]);
                }
            }
            _ => lines.extend([format!("texm3x2pad t1, {source}"), format!("texm3x2depth t2, {source}")]),
        }
        if lines[1..].iter().any(|line| line.starts_with("texbem")) {
            values.extend([("t1", texels), ("t2", texels.larger(3))]);
        }
        lines.iter().for_each(|line| self.line(line));
        self.inputs = values;
    }

    /// The two phases of model 1.4.
    fn phases(&mut self) {
        self.line("def c6, 0.25, 0.5, 1, -0.5");
        for number in 0..5 {
            let place = ["t0", "t1_dw.xyw", "t2.xyw", "t3_dz"][self.dice.below(4)];
            // A coordinate as a value, or a texel.
            match (number, self.dice.below(3)) {
                (1, 0) => self.line("texcrd r1.rg, t1_dw.xyw"),
                (_, 0) => self.line(&format!("texcrd r{number}.rgb, t2.xyz")),
                _ => self.line(&format!("texld r{number}, {place}")),
            }
        }
        self.line("texcrd r5.rgb, t4.xyz");
        self.temporaries = vec![Range::CONSTANT.join(Range::INPUT); 6];
        self.alphas();
        self.line("mov r1.b, c1.g");
        for _ in 0..1 + self.dice.below(5) {
            self.arithmetic();
        }
        if self.dice.once_in(2) {
            let place = self.dice.pick(&["r5", "c2"]);
            self.line(&format!("bem r2.rg, {place}, c4"));
            self.temporaries[2] =
                self.temporaries[5].join(Range::CONSTANT.product(Range::CONSTANT)).larger(2);
        }
        // Where the second phase reads, and what it divides.
        self.line("mov_sat r3, r3");
        self.line("mov_sat r5.r, r0");
        self.line("mov r5.g, c6");
        self.line("phase");
        let depth = self.dice.once_in(2);
        self.line("texld r2, r3");
        self.line("texcrd r4.rgb, t2.xyz");
        let kill = self.dice.pick(&["texkill r1", "texkill t5"]);
        self.line(kill);
        if depth {
            self.line("texdepth r5");
            self.temporaries.pop();
        }
        self.temporaries[2] = Range::CONSTANT;
        self.temporaries[3] = Range { size: 0, ..self.temporaries[3] };
        self.temporaries[4] = Range::INPUT;
        self.alphas();
        self.inputs = vec![("v0", Range::COLOR), ("v1", Range::COLOR)];
        for _ in 0..1 + self.dice.below(5) {
            self.arithmetic();
        }
        self.line("mov_sat r0, r0");
    }

    /// Gives every temporary an alpha.
    fn alphas(&mut self) {
        for number in 0..self.temporaries.len() {
            let constant = self.dice.below(8);
            self.line(&format!("mov r{number}.a, c{constant}.a"));
            self.temporaries[number] = self.temporaries[number].join(Range::CONSTANT);
        }
    }

    /// One instruction, or a pair of a colour and an alpha instruction.
    fn arithmetic(&mut self) {
        self.rest();
        let pairs = self.dice.once_in(3);
        let colour = if pairs { ".rgb" } else { ["", "", ".rgb", ".a"][self.dice.below(4)] };
        let (line, number, range) = self.arithmetic_to(colour);
        self.line(&line);
        if pairs {
            let (second, other, other_range) = self.arithmetic_to(".a");
            self.line(&format!("+{second}"));
            self.assign(other, other_range, false);
        }
        self.assign(number, range, colour.is_empty());
    }

    fn arithmetic_to(&mut self, mask: &str) -> (String, usize, Range) {
        let number = self.dice.below(self.temporaries.len());
        for _ in 0..8 {
            self.begin();
            let (word, sources) = OPERATIONS[self.dice.below(OPERATIONS.len())];
            let late = matches!(word, "dp4" | "cmp") && self.version.minor < 2;
            // dp3 fills colours, or all lanes; dp4 is no partner of another.
            if late || (matches!(word, "dp3" | "dp4") && mask == ".a") || (word == "dp4" && !mask.is_empty())
            {
                continue;
            }
            let (texts, ranges): (Vec<String>, Vec<Range>) =
                (0..sources).map(|index| self.legacy_source(word, index)).unzip();
            let range = match (word, &ranges[..]) {
                ("add" | "sub", &[a, b]) => a.sum(b),
                ("mul", &[a, b]) => a.product(b),
                ("mad", &[a, b, c]) => a.product(b).sum(c),
                ("lrp", &[a, b, c]) => a.product(b.sum(c)).sum(c),
                ("dp3" | "dp4", &[a, b]) => a.product(b).larger(2),
                ("cnd" | "cmp", &[_, b, c]) => b.join(c),
                _ => ranges[0],
            };
            let shift = ["", "", "", "_x2", "_x4", "_d2"][self.dice.below(6)];
            let shift = match (shift, self.version.minor) {
                ("", 4) if self.dice.once_in(6) => self.dice.pick(&["_x8", "_d4", "_d8"]),
                (shift, _) => shift,
            };
            let range = match shift.as_bytes() {
                [b'_', b'x', by] => range.larger(i32::from(by - b'0') / 2 - i32::from(*by == b'8')),
                [b'_', b'd', by] => Range {
                    digits: range.digits + i32::from(by - b'0') / 2 - i32::from(*by == b'8'),
                    ..range
                },
                _ => range,
            };
            if !range.fits() {
                continue;
            }
            let saturate = self.dice.once_in(3);
            let range = if saturate { Range { size: 0, ..range } } else { range };
            let suffix = if saturate { "_sat" } else { "" };
            return (format!("{word}{shift}{suffix} r{number}{mask}, {}", texts.join(", ")), number, range);
        }
        (format!("mov r{number}{mask}, c0"), number, Range::CONSTANT)
    }

    fn legacy_source(&mut self, word: &str, index: usize) -> (String, Range) {
        // Before model 1.4, cnd has one condition for all lanes.
        if word == "cnd" && index == 0 && self.version.minor < 4 {
            return ("r0.a".to_owned(), self.temporaries[0]);
        }
        let (register, range) = match self.dice.below(6) {
            0 | 1 if !self.inputs.is_empty() => self.inputs[self.dice.below(self.inputs.len())],
            2 => {
                let number = self.dice.below(8);
                (["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"][number], Range { size: 0, digits: 2 })
            }
            _ => {
                let number = self.dice.below(self.temporaries.len());
                (["r0", "r1", "r2", "r3", "r4", "r5"][number], self.temporaries[number])
            }
        };
        let lanes: &[&str] = if self.version.minor == 4 {
            &["", "", ".r", ".g", ".b", ".a"]
        } else if self.version.minor == 0 {
            &["", "", ".a"]
        } else {
            &["", "", ".a", ".b"]
        };
        let lane = self.dice.pick(lanes);
        // Constants have no modifier but the sign.
        let choices =
            if register.starts_with('c') { 2 } else { 7 + usize::from(self.version.minor == 4) * 2 };
        let half = Range { size: range.size, digits: range.digits.max(1) };
        let (before, after, range) = match self.dice.below(choices) {
            1 => ("-", "", range),
            2 => ("1-", "", range.larger(1)),
            3 => ("", "_bias", half.larger(1)),
            4 => ("", "_bx2", range.larger(2)),
            5 => ("-", "_bias", half.larger(1)),
            6 => ("-", "_bx2", range.larger(2)),
            7 => ("", "_x2", range.larger(1)),
            8 => ("-", "_x2", range.larger(1)),
            _ => ("", "", range),
        };
        (format!("{before}{register}{after}{lane}"), range)
    }
}
