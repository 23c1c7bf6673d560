//! The methods of lights, materials and textures.

use crate::dispatch::Function;
use crate::identity::Interface;

pub(crate) fn find(_: Interface, _: &str) -> Option<Function> {
    None
}
