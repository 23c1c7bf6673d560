// The inverse of ITU-R BT.2446 method A, on the intensity of ICtCp (BT.2100), from white of 100 nits to `headroom` times that.
// Colours are linear with BT.709 primaries, 1.0 is white.
const WHITE = 100.0;

fn rho(nits: f32) -> f32 {
    return 1.0 + 32.0 * pow(nits / 10000.0, 1.0 / 2.4);
}

fn pq_encode(nits: vec3f) -> vec3f {
    let y = pow(max(nits, vec3f(0.0)) / 10000.0, vec3f(0.1593017578125));
    return pow((0.8359375 + 18.8515625 * y) / (1.0 + 18.6875 * y), vec3f(78.84375));
}

fn pq_decode(signal: vec3f) -> vec3f {
    let e = pow(clamp(signal, vec3f(0.0), vec3f(1.0)), vec3f(1.0 / 78.84375));
    let y = max(e - 0.8359375, vec3f(0.0)) / (18.8515625 - 18.6875 * e);
    return 10000.0 * pow(y, vec3f(1.0 / 0.1593017578125));
}

// Luminance of 0-1 of `WHITE` nits to luminance in nits.
fn expand_luminance(sdr: f32, peak: f32) -> f32 {
    let white = rho(WHITE);
    let bright = rho(peak);
    let y = pow(clamp(sdr, 0.0, 1.0), 1.0 / 2.4);
    let c = log(1.0 + (white - 1.0) * y) / log(white);
    var p = 2.0 * c - 1.0;
    if c <= 1.077 * 0.7399 {
        p = c / 1.077;
    } else if c < 0.5 * 0.9909 + 0.5 {
        p = (2.7811 - sqrt(max(2.7811 * 2.7811 - 4.0 * 1.151 * (c + 0.6302), 0.0))) / (2.0 * 1.151);
    }
    let hdr = (pow(bright, p) - 1.0) / (bright - 1.0);
    return pow(clamp(hdr, 0.0, 1.0), 2.4) * peak;
}

// From BT.709 primaries to the LMS of BT.2100, and back; a column a line.
const TO_LMS = mat3x3f(
    vec3f(0.2958092, 0.1562487, 0.0351352),
    vec3f(0.6231011, 0.7273254, 0.1565744),
    vec3f(0.0810891, 0.1164250, 0.8082894),
);
const FROM_LMS = mat3x3f(
    vec3f(6.1733607, -1.3243100, -0.0118144),
    vec3f(-5.3203790, 2.5602257, -0.2646738),
    vec3f(0.1470177, -0.2359145, 1.2764893),
);

fn expand(linear: vec3f, headroom: f32) -> vec3f {
    let lms = pq_encode(TO_LMS * (linear * WHITE));
    let intensity = 0.5 * (lms.x + lms.y);
    let tritan = (6610.0 * lms.x - 13613.0 * lms.y + 7003.0 * lms.z) / 4096.0;
    let protan = (17933.0 * lms.x - 17390.0 * lms.y - 543.0 * lms.z) / 4096.0;
    let nits = pq_decode(vec3f(intensity)).x;
    let bright = pq_encode(vec3f(expand_luminance(nits / WHITE, WHITE * headroom))).x;
    // Colour keeps its strength where intensity grows, and never grows past it.
    let strength = min(bright / max(intensity, 1e-6), max(intensity, 1e-6) / max(bright, 1e-6));
    let t = tritan * strength;
    let p = protan * strength;
    let out = vec3f(
        bright + 0.008609 * t + 0.111030 * p,
        bright - 0.008609 * t - 0.111030 * p,
        bright + 0.560031 * t - 0.320627 * p,
    );
    return FROM_LMS * pq_decode(out) / WHITE;
}
