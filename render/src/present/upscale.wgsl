// An edge-adaptive spatial upscaler and a sharpening pass.
//
// Twelve texels around a pixel (a 4x4 block without its corners) are weighed by a smooth window of their distance. Where the
// structure tensor of the four inner texels tells of an edge the window is drawn out along it and narrowed across it. The result
// stays within the range of the four nearest texels, so that nothing rings.
struct Params {
    // Source corner in texels, and texels for an output pixel.
    source: vec2f,
    scale: vec2f,
    first: vec2i,
    last: vec2i,
    // Of sharpening: 0 none to 1.
    sharpness: f32,
    unused: vec3f,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var source: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return vec4f(corner, 0.0, 1.0);
}

fn texel(at: vec2i) -> vec3f {
    return textureLoad(source, clamp(at, params.first, params.last), 0).rgb;
}

fn luma(color: vec3f) -> f32 {
    return dot(color, vec3f(0.299, 0.587, 0.114));
}

// 1 at 0, 0 at 2 texels and beyond, with a small negative lobe from about 1.2.
fn window(squared: f32) -> f32 {
    let d = min(squared, 4.0);
    let base = 0.4 * d - 1.0;
    let tail = 0.25 * d - 1.0;
    return (1.5625 * base * base - 0.5625) * tail * tail;
}

@fragment
fn enlarge(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = params.source + pixel.xy * params.scale - 0.5;
    let base = vec2i(floor(at));
    let part = fract(at);
    var block: array<vec3f, 16>;
    var level: array<f32, 16>;
    for (var i = 0; i < 16; i += 1) {
        block[i] = texel(base + vec2i(i % 4 - 1, i / 4 - 1));
        level[i] = luma(block[i]);
    }
    // The structure tensor, weighed as a linear filter would.
    var xx = 0.0;
    var xy = 0.0;
    var yy = 0.0;
    for (var i = 0; i < 4; i += 1) {
        let column = i % 2;
        let row = i / 2;
        let center = 5 + column + 4 * row;
        let weight = select(1.0 - part.x, part.x, column == 1) * select(1.0 - part.y, part.y, row == 1);
        let dx = 0.5 * (level[center + 1] - level[center - 1]);
        let dy = 0.5 * (level[center + 4] - level[center - 4]);
        xx += weight * dx * dx;
        xy += weight * dx * dy;
        yy += weight * dy * dy;
    }
    let sum = xx + yy;
    let difference = sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy);
    // How much of the change goes one way, and how strong it is.
    let coherence = difference / max(sum, 1e-6);
    let strength = clamp(sum * 64.0, 0.0, 1.0) * coherence * coherence;
    // Across the edge: the tensor's first eigenvector.
    var across = vec2f(2.0 * xy, yy - xx + difference);
    if dot(across, across) < 1e-12 {
        across = select(vec2f(0.0, 1.0), vec2f(1.0, 0.0), xx >= yy);
    }
    across = normalize(across);
    let along = vec2f(-across.y, across.x);
    let stretch = vec2f(1.0 + 0.25 * strength, 1.0 - 0.5 * strength);
    var color = vec3f(0.0);
    var total = 0.0;
    for (var i = 0; i < 16; i += 1) {
        let column = i % 4;
        let row = i / 4;
        if (column == 0 || column == 3) && (row == 0 || row == 3) {
            continue;
        }
        let offset = vec2f(f32(column - 1), f32(row - 1)) - part;
        let turned = vec2f(dot(offset, across), dot(offset, along)) * stretch;
        let weight = window(dot(turned, turned));
        color += weight * block[i];
        total += weight;
    }
    let low = min(min(block[5], block[6]), min(block[9], block[10]));
    let high = max(max(block[5], block[6]), max(block[9], block[10]));
    return vec4f(clamp(color / total, low, high), 1.0);
}

// Adds to each pixel what it differs from its four neighbours, as far as no channel leaves the range of all five.
@fragment
fn sharpen(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let at = vec2i(floor(pixel.xy));
    let center = texel(at);
    let up = texel(at + vec2i(0, -1));
    let down = texel(at + vec2i(0, 1));
    let left = texel(at + vec2i(-1, 0));
    let right = texel(at + vec2i(1, 0));
    let low = min(min(up, down), min(left, right));
    let high = max(max(up, down), max(left, right));
    let detail = center - 0.25 * (up + down + left + right);
    return vec4f(clamp(center + params.sharpness * detail, min(low, center), max(high, center)), 1.0);
}
