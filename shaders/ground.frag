#version 330 core
// Lines every metre, strong every ten and hundred, the axes in their colours. All fade before they could flicker.
#include "frame.glsl"

in vec2 plane;
in vec2 from_focus;

out vec4 out_color;

const float LINE_PX = 1.0;

// Coverage by lines every `spacing` metres, `width_px` wide; gone where they come closer than a few pixels.
float cover_lines(vec2 metres_per_px, float spacing, float width_px) {
    vec2 from_line = abs(fract(plane / spacing - 0.5) - 0.5) * spacing;
    vec2 cover = clamp(0.5 * width_px + 0.5 - from_line / metres_per_px, 0.0, 1.0);
    cover *= smoothstep(4.0, 14.0, spacing / metres_per_px / viewport.z);
    return max(cover.x, cover.y);
}

void main() {
    vec2 metres_per_px = max(vec2(length(vec2(dFdx(plane.x), dFdy(plane.x))),
                                  length(vec2(dFdx(plane.y), dFdy(plane.y)))), vec2(1e-7));
    float width_px = LINE_PX * viewport.z;
    float cover = 0.40 * cover_lines(metres_per_px, 1.0, width_px);
    cover = max(cover, 0.80 * cover_lines(metres_per_px, 10.0, width_px));
    cover = max(cover, 1.00 * cover_lines(metres_per_px, 100.0, width_px));
    vec4 color = vec4(grid_color.rgb, grid_color.a * cover);
    // The u axis runs where v is 0.
    vec2 on_axis = clamp(0.8 * width_px + 0.5 - abs(plane.yx) / metres_per_px.yx, 0.0, 1.0);
    color = mix(color, axis_v_color, on_axis.y);
    color = mix(color, axis_u_color, on_axis.x);
    float fade = 1.0 - smoothstep(0.25, 1.0, length(from_focus));
    color.a *= fade * grid_focus.w;
    if (color.a < 0.004) {
        discard;
    }
    out_color = color;
}
