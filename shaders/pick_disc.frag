#version 330 core
in vec2 local;
flat in uvec2 pick_id;

layout(location = 1) out uvec2 out_mark;

void main() {
    if (length(local) > 1.0) {
        discard;
    }
    out_mark = pick_id;
}
