#version 330 core
// HIDDEN draws what lies behind the level, faint; DEPTH_ONLY leaves the line's core in the depth buffer.
#include "line_cover.glsl"

out vec4 out_color;

void main() {
#ifdef HIDDEN
    float alpha = color.a * shape.z * cover_line(true);
#else
    float alpha = color.a * cover_line(color.a < 0.99);
#endif
#ifdef DEPTH_ONLY
    if (alpha < 0.5) {
        discard;
    }
#else
    if (alpha < 0.004) {
        discard;
    }
#endif
    out_color = vec4(color.rgb, alpha);
}
