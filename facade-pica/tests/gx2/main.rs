//! The GX2 adapter over calls that record and draw: order, memory, contexts, and the pixels of whole scenes.

mod adapter;
mod failures;
mod mock;
mod picture;
