// A triangle that covers the viewport. Depth comes from the viewport, whose near and far planes are the value.
@group(0) @binding(0) var<uniform> colors: array<vec4f, 4>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return vec4f(corner, 0.0, 1.0);
}

struct Colors {
    @location(0) a: vec4f,
    @location(1) b: vec4f,
    @location(2) c: vec4f,
    @location(3) d: vec4f,
}

@fragment
fn fragment() -> Colors {
    return Colors(colors[0], colors[1], colors[2], colors[3]);
}

@fragment
fn nothing() {}
