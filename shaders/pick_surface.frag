#version 330 core
// Writes which mesh and triangle, or which capsule, covers the pixel.
flat in uvec2 pick_id;

layout(location = 0) out uvec2 out_surface;

void main() {
    out_surface = pick_id;
}
