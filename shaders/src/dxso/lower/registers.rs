//! Guest registers as values.
//!
//! In straight-line code each lane of a register is some lane of the value last written: writes of few lanes
//! cost nothing, and no variable exists. Where flow joins, the lanes written on the way are *spilled*: stored
//! to local variables before the branch and at the end of each side, and after the join the variables hold
//! them. What a block reads from a variable is forgotten with the block, since values do not outlive it.
//! Each lane has a variable of its own, so that compilers can tell which are equal in all fragments.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::build::stage::numbered;
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
            RegisterFile::Misc => return if number == 0 { "vPos" } else { "vFace" }.to_owned(),
            _ => "x",
        };
        numbered(prefix, number)
    }
}

/// What is known of one cell.
#[derive(Clone, Copy)]
struct State {
    /// The value of each lane; `None` if only the lane's variable holds it.
    lanes: [Option<Component>; 4],
    /// Lanes whose value the variables hold too.
    stored: u8,
}

/// All cells at one place of the code, in the order in which they were first written: there are few. Cells never written
/// read as zero.
#[derive(Clone, Default)]
pub(super) struct Cells(Vec<(Cell, State)>);

impl Cells {
    fn get_mut(&mut self, cell: Cell) -> Option<&mut State> {
        self.0.iter_mut().find(|(known, _)| *known == cell).map(|(_, state)| state)
    }

    /// The state of a cell, which is zero if it was never written.
    fn entry(&mut self, b: &mut Builder, cell: Cell) -> &mut State {
        let place = self.0.iter().position(|(known, _)| *known == cell);
        let place = place.unwrap_or_else(|| {
            let zero = b.zero(cell.kind());
            self.0.push((cell, State { lanes: [Some(zero.at(0)); 4], stored: 0 }));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }
}

/// The cells at the current place, and the variables of lanes that were ever spilled.
#[derive(Default)]
pub(super) struct Registers {
    cells: Cells,
    variables: FxHashMap<(Cell, u8), Expr>,
}

impl Registers {
    /// The lanes of a cell that `pattern` names, as one value.
    pub(super) fn read(&mut self, b: &mut Builder, cell: Cell, pattern: &[u8]) -> Value {
        let zero = b.zero(cell.kind());
        let Some(state) = self.cells.get_mut(cell) else {
            return b.splat(zero, u8::try_from(pattern.len()).expect("at most four lanes"));
        };
        let mut components = [zero.at(0); 4];
        for (component, &lane) in components.iter_mut().zip(pattern) {
            let slot = &mut state.lanes[usize::from(lane)];
            let variables = &self.variables;
            *component = *slot.get_or_insert_with(|| b.load(variables[&(cell, lane)], cell.kind(), 1).at(0));
        }
        b.gather(&components[..pattern.len().min(4)])
    }

    /// Writes the lanes in `mask`, by rising lane, from the lanes of `value` (or from its only one).
    pub(super) fn write(&mut self, b: &mut Builder, cell: Cell, mask: u8, value: Value) {
        let state = self.cells.entry(b, cell);
        for (lane, from) in lanes_of(mask).zip(0..) {
            let from = if value.lanes == 1 { 0 } else { from };
            state.lanes[usize::from(lane)] = Some(value.at(from));
        }
        state.stored &= !mask;
        b.name(value, || cell.name());
    }

    /// Stores the lanes in `written` to their variables, where these do not hold them already.
    pub(super) fn spill(&mut self, b: &mut Builder, written: &Written) {
        for (&cell, &mask) in written {
            for lane in lanes_of(mask) {
                self.variable(b, cell, lane);
            }
            let Some(state) = self.cells.get_mut(cell) else { continue };
            for lane in lanes_of(mask & !state.stored) {
                if let Some(component) = state.lanes[usize::from(lane)] {
                    let value = b.lane(component.value, component.lane);
                    b.store(self.variables[&(cell, lane)], value);
                }
            }
            state.stored |= mask;
        }
    }

    /// From here on the lanes in `written`, which must have been spilled, are in their variables only.
    pub(super) fn forget(&mut self, b: &mut Builder, written: &Written) {
        for (&cell, &mask) in written {
            let state = self.cells.entry(b, cell);
            for lane in lanes_of(mask) {
                state.lanes[usize::from(lane)] = None;
            }
            state.stored |= mask;
        }
    }

    /// The variable of a lane, which is zero at first.
    fn variable(&mut self, b: &mut Builder, cell: Cell, lane: u8) {
        self.variables.entry((cell, lane)).or_insert_with(|| {
            let ty = b.ty(cell.kind(), 1);
            let lane = ["x", "y", "z", "w"][usize::from(lane & 3)];
            b.local(&format!("{}_{lane}", cell.name()), ty)
        });
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

/// The lanes in a mask, by rising number.
pub(super) fn lanes_of(mask: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |lane| mask >> lane & 1 != 0)
}
