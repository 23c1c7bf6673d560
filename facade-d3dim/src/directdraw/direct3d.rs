//! The methods of Direct3D objects: devices, lights, materials and viewports are made here.

use crate::dispatch::Function;
use crate::identity::Interface;

pub(crate) fn find(_: Interface, _: &str) -> Option<Function> {
    None
}
