// How much of the pixel a line covers, dashes included. Shared by what is seen and what is picked.
in vec3 local_px_w;
flat in vec4 color;
flat in vec4 shape;
flat in uint joints;
in float metres;

// Linear on the screen. GLSL's own noperspective comes out skewed where software rasterisers clip a segment.
vec2 find_local_px() {
    return local_px_w.xy / local_px_w.z;
}

const float DASH_PART = 0.58;  // a little more ink than gap, or dashes look thinner than lines

float cover_dashes() {
    if (shape.w <= 0.0) {
        return 1.0;
    }
    float turns = metres / shape.w;
    float turns_per_px = max(fwidth(turns), 1e-6);
    float from_center = abs(fract(turns + 0.5 - 0.5 * DASH_PART) - 0.5);
    float ink = clamp((0.5 * DASH_PART - from_center) / turns_per_px + 0.5, 0.0, 1.0);
    return mix(ink, DASH_PART, smoothstep(0.25, 0.6, turns_per_px));
}

// `blunt` leaves out the caps at joints: translucent segments must not overlap there, or a path turns into beads.
float cover_line(bool blunt) {
    vec2 local_px = find_local_px();
    float beyond = local_px.x - clamp(local_px.x, 0.0, shape.x);
    float cover = clamp(shape.y + 0.5 - length(vec2(beyond, local_px.y)), 0.0, 1.0);
    if (blunt && (joints & 1u) != 0u) {
        cover *= step(0.0, local_px.x);
    }
    if (blunt && (joints & 2u) != 0u) {
        cover *= step(local_px.x, shape.x);
    }
    return cover * cover_dashes();
}
