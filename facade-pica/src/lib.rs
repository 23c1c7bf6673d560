//! PICA200 command lists.
pub mod list;
pub mod registers;
