//! Draws by value.
