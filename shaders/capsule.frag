#version 330 core
// SHELL is a rim: bright where the surface turns away, clear where it faces the eye. Else solid, softly lit.
// HIDDEN is the rim of what lies behind something: faint, so that a capsule behind a wall is found.
#include "frame.glsl"
#include "light.glsl"

in vec3 world;
in vec3 normal;
in float along_axis;
flat in float seam;
flat in vec4 color;

out vec4 out_color;

void main() {
    vec3 n = normalize(normal);
    float facing = clamp(dot(n, direction_to_eye(world)), 0.0, 1.0);
#ifdef HIDDEN
    out_color = vec4(color.rgb, 0.45 * pow(1.0 - facing, 2.0));
#elif defined(SHELL)
    float rim = pow(1.0 - facing, 3.0);
    out_color = vec4(color.rgb, color.a * (0.04 + 0.96 * rim));
#else
    vec3 lit = shade(color.rgb, n);
    // A faint ring where the half spheres begin shows the axis and the height.
    float ring_px = abs(abs(along_axis) - seam) / max(fwidth(along_axis), 1e-6);
    lit *= 1.0 - 0.22 * clamp(0.6 * viewport.z + 0.5 - ring_px, 0.0, 1.0);
    // Turning away gets a little darker when solid, and denser when translucent, as glass does.
    float rim = pow(1.0 - facing, 3.0);
    float alpha = color.a < 0.99 ? mix(color.a, min(1.0, color.a * 1.8), rim) : 1.0;
    out_color = vec4(lit * (1.0 - 0.25 * rim), alpha);
#endif
}
