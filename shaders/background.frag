#version 330 core
#include "frame.glsl"

out vec4 out_color;

void main() {
    float height = gl_FragCoord.y / viewport.y;
    // Half a step of eight bits, from a hash of the pixel, keeps the gradient from banding.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    out_color = vec4(mix(background_bottom.rgb, background_top.rgb, height) + noise / 255.0, 1.0);
}
