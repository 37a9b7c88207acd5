#version 330 core
// Dashes are picked like ink: their gaps would be a nuisance.
#include "line_cover.glsl"

flat in uvec2 pick_id;

layout(location = 1) out uvec2 out_mark;

void main() {
    vec2 local_px = find_local_px();
    float beyond = local_px.x - clamp(local_px.x, 0.0, shape.x);
    bool pickable = (joints & 4u) != 0u;
    if (!pickable || length(vec2(beyond, local_px.y)) > shape.y + 0.5) {
        discard;
    }
    out_mark = pick_id;
}
