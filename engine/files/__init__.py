"""Reading and writing of files: scenarios, traces, meshes."""
