#version 330 core
// Flat faces with anti-aliased edges; back faces dark and hatched; steep faces tinted and hatched.
#include "frame.glsl"
#include "mesh_block.glsl"
#include "light.glsl"

in vec3 barycentric;
flat in vec3 normal;
flat in uint sharp_edges;

out vec4 out_color;

const float EDGE_HALF_PX = 0.85;             // each of the two triangles draws its half of the edge
const vec2 EDGE_GONE_PX = vec2(3.0, 14.0);   // triangles lower than this lose their edges: no moiré on dense terrain
const vec2 EDGE_CALM_PX = vec2(14.0, 90.0);  // and up to this they are softer: a mesh of many must not shout
const float EDGE_CALM = 0.5;
const float WIRE_LEAST = 0.22;               // a wireframe has nothing else to show, so it never fades out
const float BACK_FACE_LIGHT = 0.42;
const float LOOKS_DOWN = -2e-4;              // normal · up below this; walls are off by what packing a normal costs

// Stripes of the screen, slanted: +1 rising to the right, -1 falling. 1 on a stripe, 0 between.
float hatch(float slant, float period_px, float part) {
    float period = period_px * viewport.z;
    float across = (gl_FragCoord.x - slant * gl_FragCoord.y) * 0.7071;
    float from_center = abs(fract(across / period) - 0.5) * period;
    return clamp(part * period * 0.5 - from_center + 0.5, 0.0, 1.0);
}

// How much of the pixel the edges cover: x the sharp ones, y all of them.
vec2 cover_edges() {
    vec3 slope_px = vec3(length(vec2(dFdx(barycentric.x), dFdy(barycentric.x))),
                         length(vec2(dFdx(barycentric.y), dFdy(barycentric.y))),
                         length(vec2(dFdx(barycentric.z), dFdy(barycentric.z))));
    slope_px = max(slope_px, vec3(1e-7));
    // Edge i lies opposite corner i + 2.
    vec3 distance_px = (barycentric / slope_px).zxy;
    vec3 height_px = (1.0 / slope_px).zxy / viewport.z;
    float half_px = EDGE_HALF_PX * viewport.z;
    vec3 cover = clamp(half_px + 0.5 - distance_px, 0.0, 1.0);
    vec3 present = smoothstep(EDGE_GONE_PX.x, EDGE_GONE_PX.y, height_px);
    present *= mix(vec3(EDGE_CALM), vec3(1.0), smoothstep(EDGE_CALM_PX.x, EDGE_CALM_PX.y, height_px));
    cover *= mesh_style.y == MODE_WIREFRAME ? max(present, WIRE_LEAST) : present;
    vec3 sharp = vec3(sharp_edges & 1u, (sharp_edges >> 1u) & 1u, (sharp_edges >> 2u) & 1u);
    vec3 strong = cover * sharp;
    return vec2(max(strong.x, max(strong.y, strong.z)), max(cover.x, max(cover.y, cover.z)));
}

// The colour of a face by its slope, as the controller judges it: the back of a one-sided face is no ground at all.
vec3 tint_slope(vec3 shown, bool away) {
    bool two_sided = mesh_style.x > 0.5;
    if (slope.w < -1.0 || mesh_slope.x < 0.5 || (away && !two_sided)) {
        return shown;
    }
    float lean = dot(normal, slope.xyz);
    if (away && slope_rule.y > 0.5) {
        lean = -lean;
    }
    if (lean >= slope.w) {
        return mix(shown, walkable_color.rgb, walkable_color.a);
    }
    if (lean < LOOKS_DOWN && slope_rule.x < 0.5) {
        return shown;
    }
    return mix(shown, steep_color.rgb, steep_color.a * (0.45 + 0.55 * hatch(1.0, 9.0, 0.4)));
}

void main() {
    vec2 edges = cover_edges();
    bool away = !gl_FrontFacing;
    if (mesh_style.y == MODE_WIREFRAME) {
        float alpha = max(edges.x, 0.5 * edges.y) * mesh_color.a;
        if (alpha < 0.004) {
            discard;
        }
        out_color = vec4(tint_slope(mesh_color.rgb, away), alpha);
        return;
    }
    if (mesh_style.y == MODE_TINT) {
        out_color = mesh_color;
        return;
    }
    vec3 facing = away ? -normal : normal;
    vec3 color = shade(tint_slope(mesh_color.rgb, away), facing);
    if (away && mesh_style.x < 0.5) {
        color *= BACK_FACE_LIGHT + 0.13 * hatch(-1.0, 10.0, 0.35);
    }
    color = mix(color, edge_color.rgb, edges.x * edge_color.a);
    out_color = vec4(color, mesh_color.a);
}
