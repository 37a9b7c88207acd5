// A soft sky above, a weak bounce from below, one gentle key light. Colours come and go as displayed; light is added
// up in linear space, for which a plain power is near enough.
vec3 to_linear(vec3 shown) {
    return pow(shown, vec3(2.2));
}

vec3 to_shown(vec3 linear) {
    return pow(max(linear, vec3(0.0)), vec3(1.0 / 2.2));
}

vec3 shade(vec3 shown, vec3 normal) {
    float upward = 0.5 + 0.5 * dot(normal, world_up.xyz);
    vec3 light = mix(bounce_light.rgb, sky_light.rgb, upward);
    light += key_light.w * max(dot(normal, key_light.xyz), 0.0);
    return to_shown(to_linear(shown) * light);
}
