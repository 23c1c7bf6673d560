//! The fixed-function vertex pipeline of Direct3D 9 by value: a point whose pixel shader shows what the vertex stage wrote.

#[path = "d3d9_fixed_vertex/blend.rs"]
mod blend;
#[path = "d3d9_fixed_vertex/coordinates.rs"]
mod coordinates;
#[path = "d3d9_fixed_vertex/fog.rs"]
mod fog;
#[path = "d3d9_fixed_vertex/invariance.rs"]
mod invariance;
#[path = "d3d9_fixed_vertex/light.rs"]
mod light;
#[path = "d3d9_fixed_vertex/mixed.rs"]
mod mixed;
#[path = "d3d9_fixed_vertex/odd.rs"]
mod odd;
#[path = "d3d9_fixed_vertex/pixels.rs"]
mod pixels;
#[path = "d3d9_fixed_vertex/points.rs"]
mod points;
#[path = "d3d9_fixed_vertex/source.rs"]
mod source;
#[path = "d3d9_fixed_vertex/support.rs"]
mod support;
#[path = "d3d9_fixed_vertex/variants.rs"]
mod variants;
