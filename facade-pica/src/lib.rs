//! PICA200 command lists.
pub mod inspect;
pub mod list;
pub mod queue;
pub mod reference;
pub mod registers;
pub mod scenes;
