"""Numbers that more than one file needs, each with its unit and its reason."""

from __future__ import annotations

FEATURE_NONE, FEATURE_FACE = -1, 0
FEATURE_EDGE_0, FEATURE_EDGE_1, FEATURE_EDGE_2 = 1, 2, 3
"""Edge i of a triangle runs from corner i to corner i + 1."""
FEATURE_VERTEX_0, FEATURE_VERTEX_1, FEATURE_VERTEX_2 = 4, 5, 6
"""What of a triangle was touched, as small integers that kernels can return."""

REGION_SPHERE, REGION_BOTTOM, REGION_SIDE, REGION_TOP = 0, 1, 2, 3
"""What of the capsule touched; SPHERE if it has no axis."""
