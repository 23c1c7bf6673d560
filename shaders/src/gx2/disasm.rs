//! Programs as text.

use std::fmt::Write;

use super::isa::{
    Alu, ClauseKind, Fetch, Flow, Form, Group, Index, Operand, Program, Select, Source, Target, Unit,
};

const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

/// The text of a program, a line a step and a line an instruction.
pub fn disassemble(program: &Program) -> String {
    let mut text = String::new();
    for (index, step) in program.steps.iter().enumerate() {
        let barrier = if step.barrier { "" } else { " NO_BARRIER" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{index:02} {}{barrier}", flow(&step.flow));
        match &step.flow {
            Flow::Alu(_, groups) => {
                groups.iter().enumerate().for_each(|(index, group)| lines(&mut text, index, group));
            }
            Flow::Texture(fetches) => fetches.iter().for_each(|read| text.push_str(&fetch(read))),
            _ => {}
        }
    }
    text.push_str("END_OF_PROGRAM\n");
    text
}

fn flow(flow: &Flow) -> String {
    match flow {
        Flow::Nop => "NOP".to_owned(),
        Flow::CallFetch => "CALL_FS".to_owned(),
        Flow::Alu(kind, groups) => {
            let name = match kind {
                ClauseKind::Plain => "ALU",
                ClauseKind::PushBefore => "ALU_PUSH_BEFORE",
                ClauseKind::PopAfter => "ALU_POP_AFTER",
            };
            format!("{name}: {} groups", groups.len())
        }
        Flow::Texture(fetches) => format!("TEX: {} reads", fetches.len()),
        Flow::Jump { target, pop } => format!("JUMP {target} POP({pop})"),
        Flow::Else { target, pop } => format!("ELSE {target} POP({pop})"),
        Flow::Pop { target, pop } => format!("POP {target} POP({pop})"),
        Flow::Export { target, register, lanes, done } => {
            let name = if *done { "EXP_DONE" } else { "EXP" };
            let target = match target {
                Target::Pixel(index) => format!("PIX{index}"),
                Target::Position(index) => format!("POS{index}"),
                Target::Parameter(index) => format!("PARAM{index}"),
            };
            format!("{name}: {target}, R{register}.{}", selects(*lanes))
        }
    }
}

fn selects(lanes: [Select; 4]) -> String {
    String::from_iter(lanes.map(|lane| match lane {
        Select::X => 'x',
        Select::Y => 'y',
        Select::Z => 'z',
        Select::W => 'w',
        Select::Zero => '0',
        Select::One => '1',
        Select::Masked => '_',
    }))
}

fn fetch(fetch: &Fetch) -> String {
    let name = if fetch.level_zero { "SAMPLE_LZ" } else { "SAMPLE" };
    let (to, from) = (selects(fetch.destination_lanes), selects(fetch.source_lanes));
    let (texture, sampler) = (fetch.texture, fetch.sampler);
    format!("        {name} R{}.{to}, R{}.{from}, t{texture}, s{sampler}\n", fetch.destination, fetch.source)
}

fn lines(text: &mut String, index: usize, group: &Group) {
    let mut taken = [false; 4];
    for (place, alu) in group.0.iter().enumerate() {
        let lane = usize::from(alu.lane & 3);
        let is_scalar = match alu.op.unit() {
            Unit::Scalar => true,
            Unit::Any => taken[lane],
            Unit::Vector | Unit::Reduction => false,
        };
        taken[lane] |= !is_scalar;
        let number = if place == 0 { format!("{index:4}") } else { "    ".to_owned() };
        let unit = if is_scalar { 't' } else { LANES[lane] };
        let _ = writeln!(text, "{number} {unit}: {}", instruction(alu));
    }
}

fn instruction(alu: &Alu) -> String {
    let modifier = ["", "*2", "*4", "/2"][usize::from(alu.modifier & 3)];
    let lane = LANES[usize::from(alu.lane & 3)];
    let to = if alu.write { format!("R{}.{lane}", alu.destination) } else { "____".to_owned() };
    let operands: String = alu.used().iter().map(|from| format!(", {}", operand(from, alu.index))).collect();
    let mut flags = String::new();
    flags.push_str(if alu.clamp { " CLAMP" } else { "" });
    flags.push_str(if alu.updates_mask { " UPDATE_EXEC_MASK" } else { "" });
    flags.push_str(if alu.updates_predicate { " UPDATE_PRED" } else { "" });
    if alu.bank_swizzle != 0 {
        let names = match alu.op.unit() {
            Unit::Scalar => ["SCL_210", "SCL_122", "SCL_212", "SCL_221", "SCL_?", "SCL_?"],
            _ => ["VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"],
        };
        let _ = write!(flags, " {}", names[usize::from(alu.bank_swizzle).min(5)]);
    }
    let three = if alu.op.code().0 == Form::Three { "" } else { modifier };
    format!("{}{three} {to}{operands}{flags}", alu.op.name())
}

fn operand(operand: &Operand, index: Index) -> String {
    let lane = LANES[usize::from(operand.lane & 3)];
    let place = |register: u8| {
        let index = match index {
            Index::X => "AR.x",
            Index::Y => "AR.y",
            Index::Z => "AR.z",
            Index::W => "AR.w",
            Index::Loop => "AL",
        };
        if operand.relative { format!("[{register}+{index}]") } else { register.to_string() }
    };
    let text = match operand.source {
        Source::Gpr(register) => format!("R{}.{lane}", place(register)),
        Source::Constant(register) => format!("C{}.{lane}", place(register)),
        Source::Zero => "0.0".to_owned(),
        Source::One => "1.0".to_owned(),
        Source::Half => "0.5".to_owned(),
        Source::Literal(bits) => format!("({bits:#010x}, {})", f32::from_bits(bits)),
        Source::PreviousVector => format!("PV.{lane}"),
        Source::PreviousScalar => "PS".to_owned(),
    };
    let text = if operand.absolute { format!("|{text}|") } else { text };
    if operand.negate { format!("-{text}") } else { text }
}
