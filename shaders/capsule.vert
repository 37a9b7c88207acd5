#version 330 core
// A unit capsule, stretched: each corner knows its normal and to which of the two half spheres it belongs.
#include "frame.glsl"

in vec3 in_unit_normal;  // the capsule's axis is y
in float in_side;        // -1 lower, +1 upper half
in vec3 in_center;
in vec3 in_up;
in vec2 in_size;         // radius, half the height between the sphere centres
in vec4 in_color;

out vec3 world;
out vec3 normal;
out float along_axis;  // metres from the centre
flat out float seam;   // where the half spheres begin, in the same measure
flat out vec4 color;
flat out uvec2 pick_id;

void main() {
    vec3 axis = normalize(in_up);
    vec3 u = normalize(cross(axis, abs(axis.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
    vec3 v = cross(u, axis);
    normal = u * in_unit_normal.x + axis * in_unit_normal.y + v * in_unit_normal.z;
    world = in_center + axis * (in_side * in_size.y) + normal * in_size.x;
    along_axis = in_side * in_size.y + in_unit_normal.y * in_size.x;
    seam = in_size.y;
    color = in_color;
    pick_id = uvec2(0x80000000u, uint(gl_InstanceID));
    gl_Position = zoom_to_pick(clip_from_world * vec4(world, 1.0));
}
