//! Plans of hand-made frames.
