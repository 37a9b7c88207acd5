"""The PhysX-style controller (001, 004) as kernels, from the working set of triangles up to whole runs of frames."""
