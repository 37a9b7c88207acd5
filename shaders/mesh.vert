#version 330 core
// Three corners a triangle, not indexed: the corner's number gives the barycentric coordinates.
#include "frame.glsl"
#include "mesh_block.glsl"

in vec3 in_position;
in uint in_flags;  // bits 0-2: edge i, from corner i to the next, is sharp; 3-31: octahedral normal, y by ACROSS + x

const uint ACROSS = 23169u;  // as in app/render/mesh_data.py

out vec3 barycentric;
flat out vec3 normal;
flat out uint sharp_edges;
flat out uvec2 pick_id;

vec3 unfold_octahedron(vec2 folded) {
    vec3 n = vec3(folded, 1.0 - abs(folded.x) - abs(folded.y));
    float below = max(-n.z, 0.0);
    n.x += n.x >= 0.0 ? -below : below;
    n.y += n.y >= 0.0 ? -below : below;
    return n;
}

void main() {
    int corner = gl_VertexID % 3;
    barycentric = vec3(corner == 0, corner == 1, corner == 2);
    sharp_edges = in_flags & 7u;
    uint place = in_flags >> 3u;
    vec2 folded = vec2(place % ACROSS, place / ACROSS) / float(ACROSS / 2u) - 1.0;
    normal = normalize(mat3(normal_from_local) * unfold_octahedron(folded));
    pick_id = uvec2(uint(mesh_style.z), uint(gl_VertexID / 3));
    gl_Position = zoom_to_pick(lift(clip_from_local * vec4(in_position, 1.0), mesh_style.w));
}
