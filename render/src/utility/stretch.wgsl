// Copies a rectangle of texels to a rectangle of pixels. Filters by hand, so that any float format can be
// filtered and no texel outside the source rectangle is ever read.
struct Params {
    // The source rectangle's corner, and source texels for a destination pixel.
    source: vec2f,
    scale: vec2f,
    // The destination rectangle's corner; then, of a volume, the slice's position and the last slice.
    destination: vec2f,
    slice: vec2f,
    // First and last texel that may be read.
    first: vec2i,
    last: vec2i,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var flat_source: texture_2d<f32>;
@group(0) @binding(1) var deep_source: texture_3d<f32>;
@group(0) @binding(1) var many_source: texture_multisampled_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return vec4f(corner, 0.0, 1.0);
}

fn source_position(pixel: vec4f) -> vec2f {
    return params.source + (pixel.xy - params.destination) * params.scale;
}

fn texel(at: vec2f) -> vec2i {
    return clamp(vec2i(floor(at)), params.first, params.last);
}

fn blend(a: vec4f, b: vec4f, c: vec4f, d: vec4f, part: vec2f) -> vec4f {
    return mix(mix(a, b, part.x), mix(c, d, part.x), part.y);
}

fn load_flat(at: vec2f) -> vec4f {
    return textureLoad(flat_source, texel(at), 0);
}

fn load_deep(at: vec2f, slice: f32) -> vec4f {
    return textureLoad(deep_source, vec3i(texel(at), i32(clamp(slice, 0.0, params.slice.y))), 0);
}

fn linear_deep(at: vec2f, slice: f32) -> vec4f {
    let low = at - 0.5;
    let a = load_deep(low, slice);
    let b = load_deep(low + vec2f(1.0, 0.0), slice);
    let c = load_deep(low + vec2f(0.0, 1.0), slice);
    let d = load_deep(low + vec2f(1.0, 1.0), slice);
    return blend(a, b, c, d, fract(low));
}

@fragment
fn nearest(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return load_flat(source_position(pixel));
}

@fragment
fn linear(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let low = source_position(pixel) - 0.5;
    let a = load_flat(low);
    let b = load_flat(low + vec2f(1.0, 0.0));
    let c = load_flat(low + vec2f(0.0, 1.0));
    let d = load_flat(low + vec2f(1.0, 1.0));
    return blend(a, b, c, d, fract(low));
}

@fragment
fn nearest_volume(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return load_deep(source_position(pixel), floor(params.slice.x));
}

@fragment
fn linear_volume(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = source_position(pixel);
    let low = params.slice.x - 0.5;
    return mix(linear_deep(at, floor(low)), linear_deep(at, floor(low) + 1.0), fract(low));
}

@fragment
fn resolve(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = texel(source_position(pixel));
    let count = i32(textureNumSamples(many_source));
    var sum = vec4f(0.0);
    for (var sample = 0; sample < count; sample += 1) {
        sum += textureLoad(many_source, at, sample);
    }
    return sum / f32(count);
}
