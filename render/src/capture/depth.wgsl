@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(0) var floats: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn read(@builtin(position) position: vec4f) -> @location(0) vec4f {
    return vec4f(textureLoad(depth, vec2i(position.xy), 0), 0.0, 0.0, 0.0);
}

@fragment
fn write(@builtin(position) position: vec4f) -> @builtin(frag_depth) f32 {
    return textureLoad(floats, vec2i(position.xy), 0).x;
}
