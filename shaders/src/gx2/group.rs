//! Which registers a group may read: in each of three cycles, one register for each lane.

use super::isa::{Alu, Group, Operand, Source, Unit};

/// Why a group cannot execute at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PortError {
    /// Two registers are needed in one cycle from one lane.
    #[error("R{first} and R{second} are read in cycle {cycle} from lane {lane}")]
    Register {
        /// The cycle, 0 to 2.
        cycle: u8,
        /// The lane, 0 to 3.
        lane: u8,
        /// The register read first.
        first: u8,
        /// The other one.
        second: u8,
    },
    /// More than two halves of constants are read.
    #[error("more than two halves of constants")]
    Constants,
    /// Two instructions are for one unit, or they are not in the units' order.
    #[error("instruction {index} has no unit")]
    Unit {
        /// The instruction's index in the group.
        index: usize,
    },
    /// A relative operand beside an instruction that writes the address register.
    #[error("an address register is written and read at once")]
    Address,
}

/// The cycles in which a vector lane's operands are read, by bank swizzle.
const VECTOR: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];
/// The same for the scalar unit.
const SCALAR: [[u8; 3]; 4] = [[2, 1, 0], [1, 2, 2], [2, 1, 2], [2, 2, 1]];

/// The reads so far.
#[derive(Default)]
struct Ports {
    registers: [[Option<u8>; 4]; 3],
    constants: Vec<(u8, u8)>,
}

impl Ports {
    fn read(&mut self, operand: Operand, cycle: u8) -> Result<(), PortError> {
        match operand.source {
            Source::Gpr(register) => {
                let port = &mut self.registers[usize::from(cycle)][usize::from(operand.lane & 3)];
                let first = *port.get_or_insert(register);
                if first != register {
                    return Err(PortError::Register { cycle, lane: operand.lane, first, second: register });
                }
            }
            Source::Constant(register) => {
                let half = (register, operand.lane / 2);
                if !self.constants.contains(&half) {
                    self.constants.push(half);
                }
                if self.constants.len() > 2 {
                    return Err(PortError::Constants);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether an instruction takes the scalar unit: it must, or its lane is taken.
fn is_scalar(instruction: &Alu, taken: [bool; 4]) -> bool {
    match instruction.op.unit() {
        Unit::Scalar => true,
        Unit::Any => taken[usize::from(instruction.lane & 3)],
        Unit::Vector | Unit::Reduction => false,
    }
}

/// Checks that a group's instructions have a unit each, in order, and that the register file can feed them.
///
/// # Errors
/// See [`PortError`].
pub fn check(group: &Group) -> Result<(), PortError> {
    let mut ports = Ports::default();
    let (mut taken, mut scalar) = ([false; 4], false);
    for (index, instruction) in group.0.iter().enumerate() {
        let lane = usize::from(instruction.lane & 3);
        let swizzle = usize::from(instruction.bank_swizzle);
        let cycles = if is_scalar(instruction, taken) {
            if scalar {
                return Err(PortError::Unit { index });
            }
            scalar = true;
            SCALAR.get(swizzle)
        } else {
            if scalar || taken[lane..].contains(&true) {
                return Err(PortError::Unit { index });
            }
            taken[lane] = true;
            VECTOR.get(swizzle)
        };
        let cycles = cycles.ok_or(PortError::Unit { index })?;
        let used = instruction.used();
        for (place, (&operand, &cycle)) in used.iter().zip(cycles).enumerate() {
            // A second operand that is the first one again shares its read.
            let repeats = place == 1 && operand.source == used[0].source && operand.lane == used[0].lane;
            if !repeats {
                ports.read(operand, cycle)?;
            }
        }
    }
    let writes_address = |alu: &Alu| alu.op.unit() == Unit::Vector;
    let is_relative = |alu: &Alu| alu.used().iter().any(|operand| operand.relative);
    if group.0.iter().any(writes_address) && group.0.iter().any(is_relative) {
        return Err(PortError::Address);
    }
    Ok(())
}
