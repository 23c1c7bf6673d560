// Copies every sample of a texel to the same sample of the same pixel.
@group(0) @binding(1) var source: texture_multisampled_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return vec4f(corner, 0.0, 1.0);
}

@fragment
fn samples(@builtin(position) pixel: vec4f, @builtin(sample_index) index: u32) -> @location(0) vec4f {
    return textureLoad(source, vec2i(pixel.xy), index);
}
