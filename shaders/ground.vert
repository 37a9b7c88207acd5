#version 330 core
// A square on the ground plane around what the camera looks at.
#include "frame.glsl"

out vec2 plane;       // metres from the ground's origin
out vec2 from_focus;  // parts of the fading distance

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 world = grid_focus.xyz + (grid_axis_u.xyz * corner.x + grid_axis_v.xyz * corner.y) * grid_origin.w;
    plane = vec2(dot(world - grid_origin.xyz, grid_axis_u.xyz), dot(world - grid_origin.xyz, grid_axis_v.xyz));
    from_focus = corner;
    gl_Position = zoom_to_pick(lift(clip_from_world * vec4(world, 1.0), GROUND_LIFT));
}
