//! A second decoder: a table of bit patterns and named fields. It shares nothing with the first.

/// A word's pattern: the fixed bits, their values, the name, and the fields as name, lowest bit and width.
pub(crate) struct Row {
    pub(crate) mask: u32,
    pub(crate) value: u32,
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [(&'static str, u32, u32)],
}

type Fields = &'static [(&'static str, u32, u32)];

const F1: Fields = &[("desc", 0, 7), ("s2", 7, 5), ("s1", 12, 7), ("idx", 19, 2), ("dst", 21, 5)];
const F1U: Fields = &[("desc", 0, 7), ("spare", 7, 5), ("s1", 12, 7), ("idx", 19, 2), ("dst", 21, 5)];
const F1I: Fields = &[("desc", 0, 7), ("s2", 7, 7), ("s1", 14, 5), ("idx", 19, 2), ("dst", 21, 5)];
const F1C: Fields =
    &[("desc", 0, 7), ("s2", 7, 5), ("s1", 12, 7), ("idx", 19, 2), ("cmpy", 21, 3), ("cmpx", 24, 3)];
const F2: Fields =
    &[("num", 0, 8), ("spare", 8, 2), ("to", 10, 12), ("how", 22, 2), ("refy", 24, 1), ("refx", 25, 1)];
const F3: Fields = &[("num", 0, 8), ("spare", 8, 2), ("to", 10, 12), ("bool", 22, 4)];
const F3I: Fields = &[("num", 0, 8), ("spare", 8, 2), ("to", 10, 12), ("int", 22, 2), ("spare", 24, 2)];
const F4: Fields = &[("spare", 0, 22), ("winding", 22, 1), ("prim", 23, 1), ("vertex", 24, 2)];
const F5: Fields =
    &[("desc", 0, 5), ("s3", 5, 5), ("s2", 10, 7), ("s1", 17, 5), ("idx", 22, 2), ("dst", 24, 5)];
const F5I: Fields =
    &[("desc", 0, 5), ("s3", 5, 7), ("s2", 12, 5), ("s1", 17, 5), ("idx", 22, 2), ("dst", 24, 5)];
const F0: Fields = &[("spare", 0, 26)];

const fn six(value: u32, name: &'static str, fields: Fields) -> Row {
    Row { mask: 0x3F << 26, value: value << 26, name, fields }
}

pub(crate) const ROWS: &[Row] = &[
    six(0x00, "add", F1),
    six(0x01, "dp3", F1),
    six(0x02, "dp4", F1),
    six(0x03, "dph", F1),
    six(0x04, "dst", F1),
    six(0x05, "ex2", F1U),
    six(0x06, "lg2", F1U),
    six(0x07, "litp", F1U),
    six(0x08, "mul", F1),
    six(0x09, "sge", F1),
    six(0x0A, "slt", F1),
    six(0x0B, "flr", F1U),
    six(0x0C, "max", F1),
    six(0x0D, "min", F1),
    six(0x0E, "rcp", F1U),
    six(0x0F, "rsq", F1U),
    six(0x12, "mova", F1U),
    six(0x13, "mov", F1U),
    six(0x18, "dphi", F1I),
    six(0x19, "dsti", F1I),
    six(0x1A, "sgei", F1I),
    six(0x1B, "slti", F1I),
    six(0x20, "break", F0),
    six(0x21, "nop", F0),
    six(0x22, "end", F0),
    six(0x23, "breakc", F2),
    six(0x24, "call", F2),
    six(0x25, "callc", F2),
    six(0x26, "callu", F3),
    six(0x27, "ifu", F3),
    six(0x28, "ifc", F2),
    six(0x29, "loop", F3I),
    six(0x2A, "emit", F0),
    six(0x2B, "setemit", F4),
    six(0x2C, "jmpc", F2),
    six(0x2D, "jmpu", F3),
    Row { mask: 0x1F << 27, value: 0x17 << 27, name: "cmp", fields: F1C },
    Row { mask: 7 << 29, value: 6 << 29, name: "madi", fields: F5I },
    Row { mask: 7 << 29, value: 7 << 29, name: "mad", fields: F5 },
];

/// The name and the fields of a word, or `None` if no row matches. Spare bits are joined in place.
pub(crate) fn decode(word: u32) -> Option<(&'static str, Vec<(&'static str, u32)>)> {
    let row = ROWS.iter().find(|row| word & row.mask == row.value)?;
    let mut fields = Vec::new();
    let mut spare = 0;
    for &(name, low, width) in row.fields {
        let mask = (u32::MAX >> (32 - width)) << low;
        match name {
            "spare" => spare |= word & mask,
            name => fields.push((name, (word & mask) >> low)),
        }
    }
    fields.push(("spare", spare));
    fields.sort_unstable();
    Some((row.name, fields))
}
