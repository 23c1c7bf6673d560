//! Sources and destinations.

use super::{Dice, Range, Writer};
use crate::dxso::program::RegisterFile;

/// What a source may have beside its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dress {
    /// Any swizzle and modifier.
    Any,
    /// One lane, and any modifier.
    Lane,
    /// Nothing.
    Plain,
}

const LANES: [&str; 4] = [".x", ".y", ".z", ".w"];
/// What `ps_2_0` can swizzle.
const FEW: [&str; 8] = ["", "", "", "", ".yzxw", ".zxyw", ".wzyx", ".x"];

impl Writer {
    /// Starts an instruction, which has read nothing yet.
    pub(super) fn begin(&mut self) {
        self.ports = [const { None }; 3];
    }

    /// Now and then an instruction that does nothing. It rolls no dice of its own.
    pub(super) fn rest(&mut self) {
        if Dice(self.dice.0).once_in(8) {
            self.line("nop");
        }
    }

    /// A random source.
    pub(super) fn source(&mut self, dress: Dress) -> (String, Range) {
        let (register, range) = self.register();
        self.dressed(&register, range, dress)
    }

    /// A register with a random swizzle and modifier.
    pub(super) fn dressed(&mut self, register: &str, range: Range, dress: Dress) -> (String, Range) {
        let swizzle = self.swizzle(dress);
        let (before, after, range) = self.modifier(register, range, dress);
        (format!("{before}{register}{after}{swizzle}"), range)
    }

    fn register(&mut self) -> (String, Range) {
        match self.dice.below(8) {
            0..=3 => {
                let number = self.dice.below(self.temporaries.len());
                (format!("r{number}"), self.temporaries[number])
            }
            4 | 5 => self.constant(1),
            _ => self.input(),
        }
    }

    /// One of the declared inputs.
    pub(super) fn input(&mut self) -> (String, Range) {
        if self.version.major == 3 && self.indexed_loops > 0 && self.dice.once_in(2) {
            return ("v[aL + 1]".to_owned(), Range::INPUT);
        }
        let (name, range) = self.inputs[self.dice.below(self.inputs.len())];
        let port = usize::from(name.starts_with('t')) + 1;
        let name = self.ports[port].get_or_insert_with(|| name.to_owned()).clone();
        let found = self.inputs.iter().find(|(known, _)| *known == name);
        (name, found.map_or(range, |(_, range)| *range))
    }

    /// A constant with room for `rows` rows.
    pub(super) fn constant(&mut self, rows: usize) -> (String, Range) {
        let vertex = self.vertex();
        let fresh = if vertex && self.has_address && self.dice.once_in(3) {
            let lane = if self.version.major == 1 { "x" } else { self.dice.pick(&["x", "y", "z", "w"]) };
            format!("c[a0.{lane} + {}]", self.dice.below(12))
        } else if vertex && self.indexed_loops > 0 && self.dice.once_in(2) {
            format!("c[aL + {}]", self.dice.below(12))
        } else {
            // The first ones are defined in most shaders, the others never.
            format!("c{}", self.dice.below(18 - rows))
        };
        (self.ports[0].get_or_insert(fresh).clone(), Range::CONSTANT)
    }

    fn swizzle(&mut self, dress: Dress) -> String {
        match dress {
            Dress::Plain => String::new(),
            Dress::Lane => LANES[self.dice.below(4)].to_owned(),
            Dress::Any if !self.vertex() && self.model() < (2, 1) => FEW[self.dice.below(8)].to_owned(),
            Dress::Any => match self.dice.below(4) {
                0 => LANES[self.dice.below(4)].to_owned(),
                1 => {
                    let lanes: String = (0..4).map(|_| self.dice.pick(&["x", "y", "z", "w"])).collect();
                    format!(".{lanes}")
                }
                _ => String::new(),
            },
        }
    }

    fn modifier(
        &mut self,
        register: &str,
        range: Range,
        dress: Dress,
    ) -> (&'static str, &'static str, Range) {
        if dress == Dress::Plain {
            return ("", "", range);
        }
        // Pairs of a sign have none.
        let absolute = self.version.major == 3 && register != "vFace";
        match self.dice.below(6) {
            0 => ("-", "", range),
            1 if absolute => ("", "_abs", range),
            2 if absolute => ("-", "_abs", range),
            _ => ("", "", range),
        }
    }

    /// The lanes of a destination, in order.
    pub(super) fn mask(&mut self) -> &'static str {
        let masks = ["", "", "", ".x", ".y", ".z", ".w", ".xy", ".xyz", ".yw", ".zw", ".xzw"];
        masks[self.dice.below(masks.len())]
    }

    /// A predicate in parentheses, or nothing.
    pub(super) fn predicate(&mut self) -> String {
        if !self.has_predicate || !self.dice.once_in(4) {
            return String::new();
        }
        let not = if self.dice.once_in(2) { "!" } else { "" };
        let swizzle = ["", "", ".x", ".w", ".wzyx"][self.dice.below(5)];
        format!("({not}p0{swizzle}) ")
    }

    /// Whether results can be saturated.
    pub(super) fn saturates(&self) -> bool {
        !self.vertex() || self.version.major == 3
    }

    /// Suffixes of a result: with `saturate`, that one for certain.
    pub(super) fn suffix(&mut self, saturate: bool) -> (String, bool) {
        let saturate = self.saturates() && (saturate || self.dice.once_in(5));
        let mut text = if saturate { "_sat".to_owned() } else { String::new() };
        if !self.vertex() && self.version.major >= 2 && self.dice.once_in(8) {
            text.push_str("_pp");
        }
        (text, saturate)
    }

    /// Notes what a temporary now holds.
    pub(super) fn assign(&mut self, number: usize, range: Range, whole: bool) {
        let old = self.temporaries[number];
        self.temporaries[number] = if whole && self.depth == 0 { range } else { old.join(range) };
    }

    /// After code that may or may not have run: every temporary may have what any had.
    pub(super) fn blur(&mut self) {
        let all = self.temporaries.iter().copied().fold(Range::INPUT, Range::join);
        self.temporaries.iter_mut().for_each(|range| *range = all);
    }

    /// Whether the model has predicates.
    pub(super) fn predicates(&self) -> bool {
        self.has(RegisterFile::Predicate)
    }
}
