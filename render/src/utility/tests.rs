//! Pixels by value.
