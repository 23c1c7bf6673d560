//! Guest registers as values.
//!
//! In straight-line code each lane of a register is some lane of the value last written: writes of few lanes
//! cost nothing, and no variable exists. Where flow joins, the registers written on the way are *spilled*: stored
//! to a local variable before the branch and at the end of each side, and after the join the variable holds
//! them. What a block reads from a variable is forgotten with the block, since values do not outlive it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::build::{Builder, Component, Expr, Kind, Value};
use crate::dxso::program::{Register, RegisterFile};

/// What is tracked: a guest register, or a state of the translation's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cell {
    Register(Register),
    /// Whether `texkill` has killed the fragment.
    Killed,
}

/// Cells with the lanes that are written.
pub(super) type Written = BTreeMap<Cell, u8>;

impl Cell {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Killed => Kind::Bool,
            Self::Register(register) => match register.file {
                RegisterFile::Predicate => Kind::Bool,
                RegisterFile::Address => Kind::Sint,
                _ => Kind::Float,
            },
        }
    }

    fn lanes(self) -> u8 {
        match self {
            Self::Killed => 1,
            Self::Register(_) => 4,
        }
    }

    /// The register in assembly syntax, for printed code.
    pub(super) fn name(self) -> String {
        let Self::Register(Register { file, number }) = self else { return "killed".to_owned() };
        let prefix = match file {
            RegisterFile::Temp => "r",
            RegisterFile::Input => "v",
            RegisterFile::Texture => "t",
            RegisterFile::Address => "a",
            RegisterFile::AttributeOut => "oD",
            RegisterFile::TexcoordOut => "oT",
            RegisterFile::Output => "o",
            RegisterFile::ColorOut => "oC",
            RegisterFile::Predicate => "p",
            RegisterFile::DepthOut => return "oDepth".to_owned(),
            RegisterFile::RasterOut => {
                return ["oPos", "oFog", "oPts"][usize::from(number.min(2))].to_owned();
            }
            _ => "x",
        };
        format!("{prefix}{number}")
    }
}

/// What is known of one cell.
#[derive(Clone, Copy)]
struct State {
    /// The value of each lane; `None` if only the cell's variable holds it.
    lanes: [Option<Component>; 4],
    /// Lanes whose value the variable holds too.
    stored: u8,
    /// Lanes that are equal in all fragments of a draw.
    uniform: u8,
}

/// All cells at one place of the code. Cells never written read as zero.
#[derive(Clone, Default)]
pub(super) struct Cells(FxHashMap<Cell, State>);

/// The cells at the current place, and the variables of those that were ever spilled.
#[derive(Default)]
pub(super) struct Registers {
    cells: Cells,
    variables: FxHashMap<Cell, Expr>,
}

impl Registers {
    /// The lanes of a cell that `pattern` names, as one value.
    pub(super) fn read(&mut self, b: &mut Builder, cell: Cell, pattern: &[u8]) -> Value {
        let zero = b.zero(cell.kind());
        let Some(state) = self.cells.0.get_mut(&cell) else {
            return b.splat(zero, u8::try_from(pattern.len()).expect("at most four lanes"));
        };
        if pattern.iter().any(|&lane| state.lanes[usize::from(lane)].is_none()) {
            let loaded = b.load(self.variables[&cell], cell.kind(), cell.lanes());
            for (slot, lane) in state.lanes.iter_mut().zip(0..) {
                slot.get_or_insert(loaded.at(lane));
            }
        }
        let lanes = pattern.iter().map(|&lane| state.lanes[usize::from(lane)].unwrap_or(zero.at(0)));
        let components: SmallVec<[Component; 4]> = lanes.collect();
        b.gather(&components)
    }

    /// Whether the lanes in `mask` are known to be equal in all fragments of a draw.
    pub(super) fn is_uniform(&self, cell: Cell, mask: u8) -> bool {
        self.cells.0.get(&cell).is_none_or(|state| mask & !state.uniform == 0)
    }

    /// Writes the lanes in `mask`, by rising lane, from the lanes of `value` (or from its only one).
    pub(super) fn write(&mut self, b: &mut Builder, cell: Cell, mask: u8, value: Value, uniform: bool) {
        let zero = b.zero(cell.kind());
        let fresh = State { lanes: [Some(zero.at(0)); 4], stored: 0, uniform: 0xF };
        let state = self.cells.0.entry(cell).or_insert(fresh);
        for (from, lane) in
            (0..4u8).filter(|lane| mask >> lane & 1 != 0).zip(0u8..).map(|(lane, n)| (n, lane))
        {
            let from = if value.lanes == 1 { 0 } else { from };
            state.lanes[usize::from(lane)] = Some(value.at(from));
        }
        state.stored &= !mask;
        state.uniform = if uniform { state.uniform | mask } else { state.uniform & !mask };
        b.name(value, &cell.name());
    }

    /// Stores the lanes in `written` to their variables, where these do not hold them already.
    pub(super) fn spill(&mut self, b: &mut Builder, written: &Written) {
        for (&cell, &mask) in written {
            let variable = self.variable(b, cell);
            let Some(state) = self.cells.0.get(&cell) else { continue };
            let missing = mask & !state.stored;
            let all = (1 << cell.lanes()) - 1;
            if missing & all == all {
                let pattern: SmallVec<[u8; 4]> = (0..cell.lanes()).collect();
                let value = self.read(b, cell, &pattern);
                b.store(variable, value);
            } else {
                for lane in (0..cell.lanes()).filter(|lane| missing >> lane & 1 != 0) {
                    let value = self.read(b, cell, &[lane]);
                    let pointer = b.member(variable, lane.into());
                    b.store(pointer, value);
                }
            }
            if let Some(state) = self.cells.0.get_mut(&cell) {
                state.stored |= mask;
            }
        }
    }

    /// From here on the lanes in `written`, which must have been spilled, are in their variables only.
    pub(super) fn forget(&mut self, b: &mut Builder, written: &Written) {
        for (&cell, &mask) in written {
            let zero = b.zero(cell.kind());
            let fresh = State { lanes: [Some(zero.at(0)); 4], stored: 0xF, uniform: 0xF };
            let state = self.cells.0.entry(cell).or_insert(fresh);
            for (lane, slot) in state.lanes.iter_mut().enumerate() {
                if mask >> lane & 1 != 0 {
                    *slot = None;
                }
            }
            state.stored |= mask;
            state.uniform &= !mask;
        }
    }

    fn variable(&mut self, b: &mut Builder, cell: Cell) -> Expr {
        if let Some(&variable) = self.variables.get(&cell) {
            return variable;
        }
        let ty = b.ty(cell.kind(), cell.lanes());
        let variable = b.local(&cell.name(), ty);
        self.variables.insert(cell, variable);
        variable
    }

    /// The cells as they are now.
    pub(super) fn snapshot(&self) -> Cells {
        self.cells.clone()
    }

    /// Returns to the cells of an earlier place of the code.
    pub(super) fn restore(&mut self, cells: &Cells) {
        self.cells.clone_from(cells);
    }
}
