//! Branches, loops and calls.

use super::operand::Dress;
use super::{Numbers, Writer};
use crate::dxso::opcode::{self, Opcode};

const COMPARISONS: [&str; 6] = ["gt", "eq", "ge", "lt", "ne", "le"];

impl Writer {
    fn knows(&self, opcode: Opcode) -> bool {
        opcode::shape(opcode, self.version).is_some()
    }

    /// How deep blocks may nest.
    fn deepest(&self) -> usize {
        if self.model() > (2, 0) { 3 } else { 1 }
    }

    /// A random statement.
    pub(super) fn statement(&mut self) {
        let nests = self.knows(Opcode::If) && self.depth < self.deepest();
        let level = self.depth == 0;
        match self.dice.below(16) {
            0 | 1 if nests => self.branch(),
            2 | 3 if nests && self.loops < 2 => self.repeat(),
            4 if self.labels > 0 && self.depth < 2 && self.loops == 0 => self.call(),
            5 if self.loops > 0 && self.knows(Opcode::Break) => self.leave(),
            6 if self.predicates() => self.set_predicate(),
            7 if self.has_address => self.address(),
            8 | 9 if level && self.knows(Opcode::TexLdl) | !self.vertex() => self.texture(),
            10 if level && self.knows(Opcode::Dsx) => self.derivative(),
            11 if level && !self.vertex() && self.dice.once_in(3) => self.kill(),
            12 if self.loops > 0 && !self.accumulates => self.accumulate(),
            13 if self.may_return && self.depth > self.base => self.line("ret"),
            14 if self.indexed_loops > 0 && self.vertex() && self.version.major == 3 => {
                let number = self.dice.below(self.temporaries.len());
                self.line(&format!("mov o[aL + 1], r{number}"));
            }
            _ => self.operation(),
        }
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..=self.dice.below(3) {
            self.statement();
        }
        self.depth -= 1;
        self.blur();
    }

    /// A boolean constant or a lane of the predicate.
    fn condition(&mut self) -> String {
        let not = if self.dice.once_in(2) { "!" } else { "" };
        if self.has_predicate && self.dice.once_in(2) {
            let lane = self.dice.pick(&["x", "y", "z", "w"]);
            return format!("{not}p0.{lane}");
        }
        format!("{not}b{}", self.dice.below(4))
    }

    /// A comparison and its two scalars.
    fn comparison(&mut self) -> (&'static str, String) {
        self.begin();
        let [a, b] = [self.source(Dress::Lane).0, self.source(Dress::Lane).0];
        (COMPARISONS[self.dice.below(6)], format!("{a}, {b}"))
    }

    fn branch(&mut self) {
        if self.knows(Opcode::Ifc) && self.dice.once_in(2) {
            let (comparison, operands) = self.comparison();
            self.line(&format!("if_{comparison} {operands}"));
        } else {
            let condition = self.condition();
            self.line(&format!("if {condition}"));
        }
        self.block();
        if self.dice.once_in(2) {
            self.line("else");
            self.block();
        }
        self.line("endif");
    }

    fn repeat(&mut self) {
        let indexed = self.knows(Opcode::Loop) && self.dice.once_in(2);
        // i0 to i2 are defined, i3 is given.
        let constant = if self.dice.once_in(8) { 3 } else { self.dice.below(3) };
        let kind = if indexed { "loop aL, " } else { "rep " };
        self.line(&format!("{kind}i{constant}"));
        self.loops += 1;
        self.indexed_loops += usize::from(indexed);
        self.block();
        self.loops -= 1;
        self.indexed_loops -= usize::from(indexed);
        self.line(if indexed { "endloop" } else { "endrep" });
    }

    fn leave(&mut self) {
        match self.dice.below(3) {
            0 => {
                let (comparison, operands) = self.comparison();
                self.line(&format!("break_{comparison} {operands}"));
            }
            1 => {
                let not = if self.dice.once_in(2) { "!" } else { "" };
                let lane = self.dice.pick(&["x", "y", "z", "w"]);
                self.line(&format!("breakp {not}p0.{lane}"));
            }
            _ => {
                // One that always leaves stands in a branch of its own.
                let (comparison, operands) = self.comparison();
                self.line(&format!("if_{comparison} {operands}"));
                self.line("break");
                self.line("endif");
            }
        }
    }

    /// A sum over the turns of a loop: at most 255 of them, twice nested at most a few.
    fn accumulate(&mut self) {
        self.accumulates = true;
        self.begin();
        let number = self.dice.below(self.temporaries.len());
        let (source, _) = if self.dice.once_in(2) { self.constant(1) } else { self.input() };
        self.line(&format!("add r{number}, r{number}, {source}"));
        self.temporaries[number] = self.temporaries[number].larger(8);
        if self.numbers == Numbers::Exact && !self.temporaries[number].fits() {
            // It would grow too large: all starts anew in each turn.
            self.line(&format!("mov r{number}, {source}"));
            self.temporaries[number] = super::Range::INPUT;
        }
    }

    pub(super) fn set_predicate(&mut self) {
        self.begin();
        let [a, b] = [self.source(Dress::Any).0, self.source(Dress::Any).0];
        let comparison = COMPARISONS[self.dice.below(6)];
        let mask = if self.has_predicate { ["", "", ".x", ".yw"][self.dice.below(4)] } else { "" };
        let predicate = self.predicate();
        self.line(&format!("{predicate}setp_{comparison} p0{mask}, {a}, {b}"));
        self.has_predicate = true;
    }

    /// A new value for `a0`.
    pub(super) fn address(&mut self) {
        self.begin();
        let first = self.version.major == 1;
        let mask = if first { ".x" } else { ["", ".x", ".yz", ".w"][self.dice.below(4)] };
        let mask = if self.has_address { mask } else { "" };
        let word = if first || self.dice.once_in(6) { "mov" } else { "mova" };
        let mask = if first { ".x" } else { mask };
        let (source, _) = if self.dice.once_in(2) { self.constant(1) } else { self.input() };
        self.line(&format!("{word} a0{mask}, {source}"));
        self.has_address = true;
    }

    fn kill(&mut self) {
        let number = self.dice.below(self.temporaries.len());
        let mask = self.mask();
        if self.model() < (2, 1) || self.dice.once_in(3) {
            self.line(&format!("texkill r{number}"));
        } else {
            self.line(&format!("texkill r{number}{mask}"));
        }
    }

    fn call(&mut self) {
        let label = self.dice.below(self.labels);
        if self.dice.once_in(2) {
            self.line(&format!("call l{label}"));
        } else {
            let condition = self.condition();
            self.line(&format!("callnz l{label}, {condition}"));
        }
        self.blur();
    }

    /// The subroutines, behind the end of the main program.
    pub(super) fn subroutines(&mut self) {
        if self.labels == 0 {
            return;
        }
        self.line("ret");
        let labels = std::mem::take(&mut self.labels);
        // Outputs count for nothing here: whoever returns goes back to the main program.
        self.may_return = self.model() > (2, 0);
        for label in 0..labels {
            self.line(&format!("label l{label}"));
            // Calls go to later subroutines only.
            (self.depth, self.base) = (1, 1);
            for _ in 0..=self.dice.below(3) {
                self.statement();
            }
            (self.depth, self.base) = (0, 0);
            if label + 1 < labels && self.model() > (2, 0) && self.dice.once_in(2) {
                self.line(&format!("call l{}", label + 1));
            }
            self.line("ret");
        }
    }
}
