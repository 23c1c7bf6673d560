//! PICA200 command lists.
pub mod list;
pub mod reference;
pub mod registers;
pub mod scenes;
