// The frame on its surface: resampled once, the cursor over it, then the gamma ramp, then what the surface's format wants.
struct Params {
    // The source rectangle's corner, and source texels for a pixel of the surface.
    source: vec2f,
    scale: vec2f,
    // First and last texel that may be read.
    first: vec2i,
    last: vec2i,
    // The cursor's corner in pixels of the frame, and pixels of the frame for one of the surface.
    cursor: vec2f,
    frame: vec2f,
    // Bits: 1 filter, 2 cursor, 4 gamma, 8 overlay.
    flags: u32,
    // 0 as it is, 1 the format encodes sRGB, 2 linear with the headroom beside.
    output: u32,
    // How many times brighter than white the display goes.
    headroom: f32,
    unused: f32,
    // The overlay's corner in pixels of the surface, and pixels for a texel of it.
    overlay_corner: vec2i,
    overlay_zoom: i32,
    unused_too: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var<uniform> ramp: array<vec4f, 256>;
@group(0) @binding(3) var sprite: texture_2d<f32>;
@group(0) @binding(4) var overlay: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return vec4f(corner, 0.0, 1.0);
}

fn texel(at: vec2f) -> vec3f {
    return textureLoad(source, clamp(vec2i(floor(at)), params.first, params.last), 0).rgb;
}

fn frame_color(pixel: vec2f) -> vec3f {
    let at = params.source + pixel * params.scale;
    if (params.flags & 1u) == 0u {
        return texel(at);
    }
    // Larger than a texel, a pixel is the mean of what it covers: as many taps each way as it covers, four at most.
    let taps = clamp(ceil(params.scale), vec2f(1.0), vec2f(4.0));
    var sum = vec3f(0.0);
    for (var y = 0.0; y < taps.y; y += 1.0) {
        for (var x = 0.0; x < taps.x; x += 1.0) {
            let low = at + ((vec2f(x, y) + 0.5) / taps - 0.5) * params.scale - 0.5;
            let part = fract(low);
            let upper = mix(texel(low), texel(low + vec2f(1.0, 0.0)), part.x);
            let lower = mix(texel(low + vec2f(0.0, 1.0)), texel(low + vec2f(1.0, 1.0)), part.x);
            sum += mix(upper, lower, part.y);
        }
    }
    return sum / (taps.x * taps.y);
}

fn with_cursor(color: vec3f, pixel: vec2f) -> vec3f {
    let at = vec2i(floor(pixel * params.frame - params.cursor));
    let size = vec2i(textureDimensions(sprite));
    if any(at < vec2i(0)) || any(at >= size) {
        return color;
    }
    let over = textureLoad(sprite, at, 0);
    return mix(color, over.rgb, over.a);
}

fn with_overlay(color: vec3f, pixel: vec2f) -> vec3f {
    let offset = vec2i(floor(pixel)) - params.overlay_corner;
    let at = offset / params.overlay_zoom;
    if any(offset < vec2i(0)) || any(at >= vec2i(textureDimensions(overlay))) {
        return color;
    }
    let over = textureLoad(overlay, at, 0);
    return mix(color, over.rgb, over.a);
}

fn through_ramp(level: f32, channel: u32) -> f32 {
    let at = clamp(level, 0.0, 1.0) * 255.0;
    let low = u32(at);
    let high = min(low + 1u, 255u);
    return mix(ramp[low][channel], ramp[high][channel], at - f32(low));
}

fn to_linear(color: vec3f) -> vec3f {
    let low = color / 12.92;
    let high = pow((max(color, vec3f(0.0)) + 0.055) / 1.055, vec3f(2.4));
    return select(high, low, color <= vec3f(0.04045));
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    var color = frame_color(pixel.xy);
    if (params.flags & 2u) != 0u {
        color = with_cursor(color, pixel.xy);
    }
    if (params.flags & 4u) != 0u {
        color = vec3f(through_ramp(color.r, 0u), through_ramp(color.g, 1u), through_ramp(color.b, 2u));
    }
    if (params.flags & 8u) != 0u {
        color = with_overlay(color, pixel.xy);
    }
    if params.output == 0u {
        return vec4f(color, 1.0);
    }
    let linear = to_linear(color);
    if params.output == 1u || params.headroom <= 1.0 {
        return vec4f(linear, 1.0);
    }
    return vec4f(expand(linear, params.headroom), 1.0);
}
