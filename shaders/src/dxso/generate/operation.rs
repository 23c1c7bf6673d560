//! Arithmetic and texture instructions from model 2 on, and of vertex model 1.

use super::operand::Dress;
use super::{Numbers, Range, Writer};
use crate::dxso::opcode::{self, Opcode};

/// Results that stay within what the sources have.
const CLOSED: &[Opcode] = &[
    Opcode::Mov,
    Opcode::Min,
    Opcode::Max,
    Opcode::Slt,
    Opcode::Sge,
    Opcode::Abs,
    Opcode::Sgn,
    Opcode::Frc,
    Opcode::Cmp,
];
/// Further instructions without approximation.
const EXACT: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Mad,
    Opcode::Dp3,
    Opcode::Dp4,
    Opcode::Lrp,
    Opcode::Dst,
    Opcode::Crs,
    Opcode::Dp2Add,
    Opcode::M4x4,
    Opcode::M4x3,
    Opcode::M3x4,
    Opcode::M3x3,
    Opcode::M3x2,
];
/// What hardware approximates.
const APPROXIMATE: &[Opcode] = &[
    Opcode::Rcp,
    Opcode::Rsq,
    Opcode::Exp,
    Opcode::Log,
    Opcode::Pow,
    Opcode::SinCos,
    Opcode::Lit,
    Opcode::Nrm,
    Opcode::ExpP,
    Opcode::LogP,
];

/// An instruction that is not yet written down.
struct Draft {
    mnemonic: String,
    operands: String,
    range: Range,
    /// The lanes that it may write; any if `None`.
    mask: Option<&'static str>,
}

impl Writer {
    /// An arithmetic instruction to a random temporary.
    pub(super) fn operation(&mut self) {
        let number = self.dice.below(self.temporaries.len());
        let predicate = self.predicate();
        let draft = self.draft(Some(number));
        let (suffix, saturated) = self.suffix(false);
        let mask = draft.mask.unwrap_or_else(|| self.mask());
        self.line(&format!("{predicate}{}{suffix} r{number}{mask}, {}", draft.mnemonic, draft.operands));
        let range = if saturated { Range { size: 0, ..draft.range } } else { draft.range };
        self.assign(number, range, mask.is_empty() && predicate.is_empty());
    }

    /// An arithmetic instruction to an output; `whole` if all lanes must be written.
    pub(super) fn output(&mut self, register: &str, mask: &str) {
        self.rest();
        self.begin();
        let (operands, _) = self.source(Dress::Any);
        let (suffix, _) = self.suffix(false);
        self.line(&format!("mov{suffix} {register}{mask}, {operands}"));
        if !mask.is_empty() || self.dice.once_in(2) {
            return;
        }
        let draft = self.draft(None);
        let mask = draft.mask.unwrap_or_else(|| self.mask());
        let predicate = self.predicate();
        self.line(&format!("{predicate}{} {register}{mask}, {}", draft.mnemonic, draft.operands));
    }

    /// A random instruction for temporary `to`, whose result fits.
    fn draft(&mut self, to: Option<usize>) -> Draft {
        for _ in 0..8 {
            let opcode = self.opcode();
            let shape = opcode::shape(opcode, self.version);
            if shape.is_none() {
                continue;
            }
            self.begin();
            if let Some(draft) = self.draft_of(opcode, to)
                && draft.range.fits()
            {
                return draft;
            }
        }
        self.begin();
        let (operands, range) = self.source(Dress::Any);
        Draft { mnemonic: "mov".to_owned(), operands, range, mask: None }
    }

    fn opcode(&mut self) -> Opcode {
        let any = self.numbers == Numbers::Any;
        let tables: &[&[Opcode]] = match (any, self.depth > 0) {
            (true, _) => &[CLOSED, EXACT, APPROXIMATE],
            (false, true) => &[CLOSED],
            (false, false) => &[CLOSED, EXACT, EXACT],
        };
        let table = tables[self.dice.below(tables.len())];
        table[self.dice.below(table.len())]
    }

    fn draft_of(&mut self, opcode: Opcode, to: Option<usize>) -> Option<Draft> {
        use Opcode as O;
        let mnemonic = opcode.mnemonic().to_owned();
        let mut draft = Draft { mnemonic, operands: String::new(), range: Range::TRUTH, mask: None };
        let scalar = matches!(opcode, O::Rcp | O::Rsq | O::Exp | O::Log | O::ExpP | O::LogP | O::SinCos);
        let dress = if scalar || opcode == O::Pow { Dress::Lane } else { Dress::Any };
        let (text, a) = self.source(dress);
        draft.operands = text;
        draft.range = match opcode {
            O::Mov | O::Abs | O::Lit | O::Nrm => a,
            _ if scalar => a,
            O::Frc => Range { size: 0, ..a },
            O::Sgn => Range::TRUTH,
            O::M4x4 | O::M4x3 | O::M3x4 | O::M3x3 | O::M3x2 => self.matrix(&mut draft, opcode, a, to)?,
            _ => self.of_two(&mut draft, opcode, a, dress)?,
        };
        match opcode {
            // Rounded numbers are no longer of the grid.
            _ if APPROXIMATE.contains(&opcode) => draft.range = Range::TRUTH,
            O::Frc if self.vertex() && self.version.major == 1 => {
                draft.mask = Some(self.dice.pick(&[".xy", ".y"]));
            }
            _ => {}
        }
        match opcode {
            // Scratch registers, which model 2 wants.
            O::Sgn if self.version.major == 2 => {
                let scratch = self.temporaries.len();
                draft.operands.push_str(&format!(", r{scratch}, r{}", scratch + 1));
            }
            O::SinCos if self.version.major == 2 => draft.operands.push_str(", c18, c19"),
            _ => {}
        }
        if opcode == O::SinCos {
            draft.mask = Some(self.dice.pick(&[".x", ".y", ".xy"]));
        }
        Some(draft)
    }

    /// The other operands of instructions with two or three of them.
    fn of_two(&mut self, draft: &mut Draft, opcode: Opcode, a: Range, dress: Dress) -> Option<Range> {
        use Opcode as O;
        let (text, b) = self.source(dress);
        draft.operands.push_str(", ");
        draft.operands.push_str(&text);
        let two = match opcode {
            O::Add | O::Sub => Some(a.sum(b)),
            O::Mul => Some(a.product(b)),
            O::Dp3 | O::Dp4 => Some(a.product(b).larger(2)),
            O::Min | O::Max => Some(a.join(b)),
            O::Slt | O::Sge | O::Pow => Some(Range::TRUTH),
            O::Dst => Some(a.product(b).join(a).join(b)),
            O::Crs => {
                draft.mask = Some(self.dice.pick(&[".xyz", ".xy", ".y", ".xz"]));
                Some(a.product(b).larger(1))
            }
            _ => None,
        };
        if let Some(two) = two {
            return Some(two);
        }
        let dress = if opcode == O::Dp2Add { Dress::Lane } else { Dress::Any };
        let (text, c) = self.source(dress);
        draft.operands.push_str(", ");
        draft.operands.push_str(&text);
        match opcode {
            O::Mad => Some(a.product(b).sum(c)),
            O::Lrp => Some(a.product(b.sum(c)).sum(c)),
            O::Cmp => Some(b.join(c)),
            O::Dp2Add => Some(a.product(b).larger(1).sum(c)),
            _ => None,
        }
    }

    /// A matrix of constants, or of temporaries that are not written at the same time.
    fn matrix(&mut self, draft: &mut Draft, opcode: Opcode, a: Range, to: Option<usize>) -> Option<Range> {
        let (rows, mask) = match opcode {
            Opcode::M4x4 | Opcode::M3x4 => (4, ""),
            Opcode::M4x3 | Opcode::M3x3 => (3, ".xyz"),
            _ => (2, ".xy"),
        };
        draft.mask = Some(mask);
        let temporaries = self.temporaries.len() >= rows && self.dice.once_in(3);
        let (text, b) = if temporaries {
            let first = self.dice.below(self.temporaries.len() - rows + 1);
            if to.is_some_and(|to| (first..first + rows).contains(&to)) {
                return None;
            }
            let all = self.temporaries[first..first + rows].iter().copied().fold(Range::TRUTH, Range::join);
            (format!("r{first}"), all)
        } else {
            if self.ports[0].is_some() {
                return None;
            }
            self.constant(rows)
        };
        draft.operands.push_str(", ");
        draft.operands.push_str(&text);
        Some(a.product(b).larger(2))
    }

    /// A texture read where all pixels run.
    pub(super) fn texture(&mut self) {
        self.rest();
        self.begin();
        let number = self.dice.below(self.temporaries.len());
        let sampler = self.dice.below(3);
        let (coordinate, _) = self.coordinate(sampler);
        let swizzle = if self.version.major == 3 { ["", "", ".wzyx", ".x"][self.dice.below(4)] } else { "" };
        let words: &[&str] = match (self.version.major, self.model() > (2, 0)) {
            _ if self.vertex() => &["texldl", "texldl", "texld"],
            (3, _) => &["texld", "texldb", "texldl", "texldd", "texldp"],
            (_, true) => &["texld", "texldb", "texldd", "texldp"],
            _ => &["texld", "texldb", "texldp"],
        };
        let word = self.dice.pick(words);
        let predicate = self.predicate();
        if word == "texldd" {
            let (dx, dy) = (self.source(Dress::Plain).0, self.source(Dress::Plain).0);
            self.line(&format!("{predicate}texldd r{number}, {coordinate}, s{sampler}{swizzle}, {dx}, {dy}"));
        } else if word == "texldp" {
            // The divisor is a power of two: exact, and never zero.
            let scratch = self.temporaries.len();
            self.line(&format!("mov r{scratch}, {coordinate}"));
            let lane = self.dice.pick(&["x", "y", "z", "w"]);
            self.line(&format!("mov r{scratch}.w, c20.{lane}"));
            self.line(&format!("{predicate}texldp r{number}, r{scratch}, s{sampler}{swizzle}"));
        } else {
            self.line(&format!("{predicate}{word} r{number}, {coordinate}, s{sampler}{swizzle}"));
        }
        self.assign(number, Range::CONSTANT, predicate.is_empty());
    }

    /// A coordinate for sampler `s0` (2D), `s1` (cube) or `s2` (volume).
    fn coordinate(&mut self, sampler: usize) -> (String, Range) {
        let small = |range: &Range| range.size + range.digits <= 12;
        let number = self.dice.below(self.temporaries.len());
        if sampler != 1 && small(&self.temporaries[number]) && self.dice.once_in(2) {
            return (format!("r{number}"), self.temporaries[number]);
        }
        // Inputs that are vectors of their own: no colours, no special ones.
        let name = self.dice.pick(if self.vertex() || self.version.major == 3 {
            &["v1", "v2"]
        } else {
            &["t0", "t1"]
        });
        (name.to_owned(), Range::INPUT)
    }

    /// `dsx` or `dsy`.
    pub(super) fn derivative(&mut self) {
        self.begin();
        let number = self.dice.below(self.temporaries.len());
        let word = self.dice.pick(&["dsx", "dsy"]);
        let (source, range) = self.source(Dress::Any);
        let mask = self.mask();
        self.line(&format!("{word} r{number}{mask}, {source}"));
        self.assign(number, range.larger(1), mask.is_empty());
    }
}
