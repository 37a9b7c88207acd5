#version 330 core
// A disc on a surface. Far away it keeps a least size, and seen edge-on it leans towards the eye: it stays readable.
#include "frame.glsl"

in vec3 in_center;
in vec3 in_normal;
in float in_radius;
in vec4 in_color;

out vec2 local;  // 1 at the rim
flat out vec4 color;
flat out uvec2 pick_id;

const float LEAST_RADIUS_PX = 3.0;
const float LEAST_FACING = 0.35;
const float RIM_ROOM = 1.3;  // the square is a bit larger than the disc, for the anti-aliased rim

void main() {
    vec3 to_eye = direction_to_eye(in_center);
    vec3 normal = normalize(in_normal);
    float facing = dot(normal, to_eye);
    normal = facing < 0.0 ? -normal : normal;
    normal = normalize(normal + to_eye * max(LEAST_FACING - abs(facing), 0.0));
    vec3 u = normalize(cross(normal, abs(normal.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
    vec3 v = cross(normal, u);

    float radius_px = max(in_radius * pixels_per_metre(in_center), 1e-4);
    float radius = in_radius * max(1.0, LEAST_RADIUS_PX * viewport.z / radius_px);
    vec2 corner = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * RIM_ROOM;
    local = corner;
    color = in_color;
    pick_id = uvec2(2u, uint(gl_InstanceID));
    vec3 world = in_center + (u * corner.x + v * corner.y) * radius;
    gl_Position = zoom_to_pick(lift(clip_from_world * vec4(world, 1.0), DISC_LIFT));
}
