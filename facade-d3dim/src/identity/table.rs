//! The methods of each interface: name and arguments, `w` a word, `f` a float, `p` a pointer, `g` an identifier, `o` an
//! object, `n` where an object goes, `c` a callback.

use super::{Method, method};

pub(super) mod device;
pub(super) mod directdraw;
pub(super) mod object;
pub(super) mod surface;
