#version 330 core
// A segment becomes a screen-space strip of four corners with room for its caps and its anti-aliased rim.
#include "frame.glsl"

in vec3 in_start;
in vec3 in_end;
in vec4 in_color;
in vec4 in_style;   // width px, dash px, opacity where hidden, bits: 1 joined before, 2 joined after, 4 pickable
in float in_phase;  // metres of the dashed polyline before this segment

out vec3 local_px_w;              // pixels along from the start and across from the middle, and 1, all times w
flat out vec4 color;
flat out vec4 shape;              // length px, half width px, opacity where hidden, metres of a dash and its gap
flat out uint joints;
out float metres;                 // along the dashed polyline
flat out uvec2 pick_id;

void main() {
    vec4 a = clip_from_world * vec4(in_start, 1.0);
    vec4 b = clip_from_world * vec4(in_end, 1.0);
    vec2 inside = vec2(a.z + a.w, b.z + b.w);  // positive in front of the near plane
    if (in_style.x <= 0.0 || in_color.a <= 0.0 || max(inside.x, inside.y) <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // an empty slot: all four corners outside, at one point
        return;
    }
    vec2 part = vec2(0.0, 1.0);
    if (inside.x < 0.0) {
        part.x = inside.x / (inside.x - inside.y);
    }
    if (inside.y < 0.0) {
        part.y = inside.x / (inside.x - inside.y);
    }
    vec4 clipped_a = mix(a, b, part.x);
    vec4 clipped_b = mix(a, b, part.y);

    vec2 half_view = 0.5 * viewport.xy;
    vec2 start_px = clipped_a.xy / max(clipped_a.w, 1e-6) * half_view;
    vec2 end_px = clipped_b.xy / max(clipped_b.w, 1e-6) * half_view;
    float length_px = distance(start_px, end_px);
    vec2 along = length_px > 1e-4 ? (end_px - start_px) / length_px : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);

    // Thinner than a pixel cannot be drawn: it gets paler instead.
    float width_px = in_style.x * viewport.z;
    float half_px = 0.5 * max(width_px, 1.0);
    float pad = half_px + 1.0;
    bool at_end = gl_VertexID > 1;
    float side = (gl_VertexID & 1) == 1 ? 1.0 : -1.0;
    vec2 corner_px = (at_end ? end_px + along * pad : start_px - along * pad) + across * side * pad;
    vec4 clip = at_end ? clipped_b : clipped_a;

    local_px_w = vec3(at_end ? length_px + pad : -pad, side * pad, 1.0) * clip.w;
    color = vec4(in_color.rgb, in_color.a * min(width_px, 1.0));
    shape = vec4(length_px, half_px, in_style.z, 2.0 * in_style.y * dash.x);
    joints = uint(in_style.w + 0.5);
    metres = in_phase + distance(in_start, in_end) * (at_end ? part.y : part.x);
    pick_id = uvec2(1u, uint(gl_InstanceID));
    gl_Position = zoom_to_pick(lift(vec4(corner_px / half_view * clip.w, clip.zw), LINE_LIFT));
}
