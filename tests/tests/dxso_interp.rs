//! The translator on a real adapter against the interpreter, which shares no code with it.
//!
//! Programs run on inputs on which their arithmetic is exact, and everything that they give is compared to the bit;
//! only the sign of a zero is left open, since products do not define it. `PROPTEST_CASES` sets how many made-up
//! programs run: 2,000 for the 5,120 of the long tier.

#[path = "dxso_interp/compute.rs"]
mod compute;
#[path = "dxso_interp/functions.rs"]
mod functions;
#[path = "dxso_interp/gpu.rs"]
mod gpu;
#[path = "dxso_interp/programs.rs"]
mod programs;
#[path = "dxso_interp/quads.rs"]
mod quads;
#[path = "dxso_interp/special.rs"]
mod special;
#[path = "dxso_interp/world.rs"]
mod world;
