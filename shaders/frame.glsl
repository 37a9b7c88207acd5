// What all passes share during one picture. Same members, same order as FRAME_BLOCK in app/render/uniforms.py.
layout(std140) uniform Frame {
    mat4 clip_from_world;
    vec4 eye;               // xyz: position; w: 1 perspective, 0 orthographic
    vec4 forward;           // xyz: where the view looks; w: clip z that equals moving by a whole distance to the eye
    vec4 world_up;          // xyz; w: distance from the eye to the target, metres
    vec4 key_light;         // xyz: towards the light; w: strength
    vec4 viewport;          // width, height in pixels; pixels for one nominal pixel; pixels a metre at 1 m (or anywhere)
    vec4 pick;              // scale xy and offset zw of normalised device coordinates: 1 1 0 0 shows all
    vec4 dash;              // x: metres for one nominal pixel of a dash; yzw unused
    vec4 sky_light;         // rgb from above
    vec4 bounce_light;      // rgb from below
    vec4 background_top;
    vec4 background_bottom;
    vec4 edge_color;        // a: strength of creases
    vec4 grid_origin;       // xyz: the ground's origin; w: metres from the focus where the grid has faded out
    vec4 grid_focus;        // xyz: the target on the ground; w: strength of the grid
    vec4 grid_axis_u;       // xyz
    vec4 grid_axis_v;       // xyz
    vec4 grid_color;
    vec4 axis_u_color;
    vec4 axis_v_color;
    vec4 slope;             // xyz: up; w: cosine of the steepest walkable slope, below -1 for no tint
    vec4 slope_rule;        // x: 1 faces that look down are too steep; y: 1 two-sided faces go by the side seen
    vec4 walkable_color;    // a: how much of it
    vec4 steep_color;       // a: how much of it
};

// Fractions of the distance to the eye by which things on surfaces are lifted off them.
const float GROUND_LIFT = 0.0004;
const float LINE_LIFT = 0.0030;
const float DISC_LIFT = 0.0035;

// Moves a clip position nearer by a fraction of its distance without moving it on the screen.
vec4 lift(vec4 clip, float fraction) {
    return vec4(clip.xy, clip.z - forward.w * fraction, clip.w);
}

// Zooms into the few pixels around the pointer while picking; nothing otherwise.
vec4 zoom_to_pick(vec4 clip) {
    return vec4(clip.xy * pick.xy + pick.zw * clip.w, clip.zw);
}

vec3 direction_to_eye(vec3 world) {
    return eye.w > 0.5 ? normalize(eye.xyz - world) : -forward.xyz;
}

float pixels_per_metre(vec3 world) {
    return eye.w > 0.5 ? viewport.w / max(dot(world - eye.xyz, forward.xyz), 1e-4) : viewport.w;
}
