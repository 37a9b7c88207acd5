// One mesh. Same members, same order as MESH_BLOCK in app/render/uniforms.py.
layout(std140) uniform MeshBlock {
    mat4 clip_from_local;
    mat4 normal_from_local;  // cofactors, so that a mirrored mesh shows the winding that it really has
    vec4 mesh_color;
    vec4 mesh_style;         // x: 1 two-sided; y: mode below; z: number of the mesh for picking; w: lift
    vec4 mesh_slope;         // x: 1 where the slope limit judges its faces; yzw unused
};

const float MODE_SHADED = 0.0;
const float MODE_WIREFRAME = 1.0;
const float MODE_TINT = 2.0;
