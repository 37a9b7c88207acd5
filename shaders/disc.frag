#version 330 core
// HIDDEN draws what lies behind other things, faint.
in vec2 local;
flat in vec4 color;

out vec4 out_color;

const float HIDDEN_ALPHA = 0.3;
const float RIM_START = 0.74;

void main() {
    float from_center = length(local);
    float per_px = max(fwidth(from_center), 1e-5);
    float alpha = color.a * clamp((1.0 - from_center) / per_px + 0.5, 0.0, 1.0);
#ifdef HIDDEN
    alpha *= HIDDEN_ALPHA;
#endif
    if (alpha < 0.004) {
        discard;
    }
    // A dark rim keeps a disc apart from a surface or a line of its own colour.
    float rim = clamp((from_center - RIM_START) / per_px + 0.5, 0.0, 1.0);
    out_color = vec4(color.rgb * mix(1.0, 0.35, rim), alpha);
}
