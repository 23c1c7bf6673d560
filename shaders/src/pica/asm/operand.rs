//! Operands and names.

use crate::pica::isa::{Combination, Condition, Destination, Register, Relative, Selector};

use super::{Assembler, Problem};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A register that is read, the first of `count`.
    Source { register: Register, count: u8, selector: Selector },
    /// An output.
    Output(u8),
    /// `i0`–`i3`.
    Integer(u8),
    /// `b0`–`b15`.
    Boolean(u8),
}

/// A source operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) register: Register,
    pub(super) relative: Relative,
    pub(super) selector: Selector,
    pub(super) negate: bool,
}

/// Whether a text is a name: letters, digits and underscores, no digit first.
pub(super) fn is_name(text: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// A number in decimal, or in hexadecimal behind `0x`.
pub(super) fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The number behind a letter, below `limit`.
fn numbered(text: &str, letter: char, limit: u32) -> Option<u8> {
    let digits = text.strip_prefix(letter)?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = if is_plain { digits.parse().ok() } else { None };
    number.filter(|&number: &u32| number < limit).map(|number| number as u8)
}

fn lane(letter: char) -> Option<u8> {
    match letter {
        'x' | 'r' | 's' => Some(0),
        'y' | 'g' | 't' => Some(1),
        'z' | 'b' | 'p' => Some(2),
        'w' | 'a' | 'q' => Some(3),
        _ => None,
    }
}

/// Up to four lanes; the last one is repeated.
pub(super) fn selector(text: &str) -> Result<Selector, Problem> {
    let lanes: Option<Vec<u8>> = text.chars().map(lane).collect();
    match lanes.as_deref() {
        Some(lanes @ ([_] | [_, _] | [_, _, _] | [_, _, _, _])) => {
            Ok(std::array::from_fn(|index| lanes[index.min(lanes.len() - 1)]))
        }
        _ => Err(format!("`.{text}` is no swizzle")),
    }
}

/// A mask; none is all of them.
fn mask(text: Option<&str>) -> Result<[bool; 4], Problem> {
    let Some(text) = text else { return Ok([true; 4]) };
    let mut mask = [false; 4];
    for letter in text.chars() {
        match lane(letter).map(usize::from) {
            Some(lane) if !mask[lane] => mask[lane] = true,
            _ => return Err(format!("`.{text}` is no mask")),
        }
    }
    Ok(mask)
}

/// A condition on the flags.
pub(super) fn condition(text: &str) -> Result<Condition, Problem> {
    let single = |text: &str| -> Result<(bool, bool), Problem> {
        let (wanted, flag) = match text.trim().strip_prefix('!') {
            Some(rest) => (false, rest.trim()),
            None => (true, text.trim()),
        };
        match flag {
            "cmp.x" => Ok((wanted, false)),
            "cmp.y" => Ok((wanted, true)),
            _ => Err(format!("`{text}` is no condition")),
        }
    };
    let pair = |(left, right): (&str, &str), combination| match (single(left)?, single(right)?) {
        ((x, false), (y, true)) | ((y, true), (x, false)) => Ok(Condition { combination, x, y }),
        _ => Err(format!("`{text}` tests one flag twice")),
    };
    if let Some(sides) = text.split_once("&&") {
        return pair(sides, Combination::And);
    }
    if let Some(sides) = text.split_once("||") {
        return pair(sides, Combination::Or);
    }
    match single(text)? {
        (x, false) => Ok(Condition { combination: Combination::X, x, y: false }),
        (y, true) => Ok(Condition { combination: Combination::Y, x: false, y }),
    }
}

impl Assembler {
    fn symbol(&self, name: &str) -> Result<Symbol, Problem> {
        let plain = |register| Symbol::Source { register, count: 1, selector: [0, 1, 2, 3] };
        if let Some(&symbol) = self.symbols.get(name) {
            return Ok(symbol);
        }
        let uniform = numbered(name, 'c', 96).map(|index| Symbol::Source {
            register: Register::Uniform(index),
            count: 96 - index,
            selector: [0, 1, 2, 3],
        });
        let found = numbered(name, 'v', 16).map(|index| plain(Register::Input(index)));
        let found =
            found.or(numbered(name, 'r', 16).map(|index| plain(Register::Temporary(index)))).or(uniform);
        let found = found.or(numbered(name, 'o', 16).map(Symbol::Output));
        let found = found.or(numbered(name, 'i', 4).map(Symbol::Integer));
        let found = found.or(numbered(name, 'b', 16).map(Symbol::Boolean));
        found.ok_or_else(|| format!("`{name}` is not known"))
    }

    /// What stands in brackets: a constant, an address register, or their sum.
    fn index(text: &str) -> Result<(u32, Relative), Problem> {
        let (mut constant, mut relative) = (0u32, Relative::None);
        for part in text.split('+').map(str::trim) {
            let address = match part {
                "a0" | "a0.x" => Relative::AddressX,
                "a1" | "a0.y" => Relative::AddressY,
                "aL" | "al" | "lcnt" => Relative::Loop,
                _ => {
                    let value = number(part).ok_or_else(|| format!("`[{text}]` is no index"))?;
                    constant = constant.saturating_add(value);
                    continue;
                }
            };
            if relative != Relative::None {
                return Err(format!("`[{text}]` has two address registers"));
            }
            relative = address;
        }
        Ok((constant, relative))
    }

    pub(super) fn source(&self, text: &str) -> Result<Source, Problem> {
        let (negate, text) = match text.trim().strip_prefix('-') {
            Some(rest) => (true, rest.trim()),
            None => (false, text.trim()),
        };
        let (name, index, lanes) = match text.split_once('[') {
            Some((name, rest)) => {
                let (index, rest) = rest.split_once(']').ok_or_else(|| format!("`{text}` lacks `]`"))?;
                (name, Self::index(index)?, rest.strip_prefix('.'))
            }
            None => match text.split_once('.') {
                Some((name, lanes)) => (name, (0, Relative::None), Some(lanes)),
                None => (text, (0, Relative::None), None),
            },
        };
        let Symbol::Source { register, count, selector: own } = self.symbol(name.trim())? else {
            return Err(format!("`{name}` cannot be read"));
        };
        let register = match (register, index) {
            (register, (0, Relative::None)) => register,
            (Register::Uniform(first), (offset, _)) if offset < u32::from(count) => {
                Register::Uniform(first + offset as u8)
            }
            _ => return Err(format!("`{text}` is out of range")),
        };
        let lanes = lanes.map_or(Ok([0, 1, 2, 3]), selector)?;
        let selector = lanes.map(|lane| own[usize::from(lane)]);
        Ok(Source { register, relative: index.1, selector, negate })
    }

    pub(super) fn destination(&self, text: &str) -> Result<(Destination, [bool; 4]), Problem> {
        let (name, lanes) = match text.split_once('.') {
            Some((name, lanes)) => (name.trim(), Some(lanes.trim())),
            None => (text.trim(), None),
        };
        let destination = match self.symbol(name)? {
            Symbol::Output(index) => Destination::Output(index),
            Symbol::Source { register: Register::Temporary(index), .. } => Destination::Temporary(index),
            _ => return Err(format!("`{name}` cannot be written")),
        };
        Ok((destination, mask(lanes)?))
    }

    /// The mask behind `a0`.
    pub(super) fn address(text: &str) -> Result<[bool; 4], Problem> {
        let lanes = match text.trim().split_once('.') {
            Some(("a0", lanes)) => mask(Some(lanes))?,
            _ if text.trim() == "a0" => [true, true, true, true],
            _ => return Err(format!("`{text}` is no address register")),
        };
        Ok(lanes)
    }

    pub(super) fn integer(&self, text: &str) -> Result<u8, Problem> {
        match self.symbol(text.trim())? {
            Symbol::Integer(index) => Ok(index),
            _ => Err(format!("`{text}` is no integer uniform")),
        }
    }

    pub(super) fn boolean(&self, text: &str) -> Result<u8, Problem> {
        match self.symbol(text.trim())? {
            Symbol::Boolean(index) => Ok(index),
            _ => Err(format!("`{text}` is no boolean uniform")),
        }
    }
}
