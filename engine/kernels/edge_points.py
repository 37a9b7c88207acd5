"""Which points lie inside which edges, among pairs that a grid has brought together."""

from typing import Any

from engine.kernels.cache import kernel
from engine.kernels.vectors import dot, scale, subtract


@kernel
def find_points_inside_edges(
    positions: Any,
    edges: Any,
    points: Any,
    rows: Any,
    first: Any,
    counts: Any,
    tolerance: float,
    found_rows: Any,
    found_points: Any,
) -> int:
    """Test edge `rows[i]` against `counts[i]` of the points from `first[i]` on; return how many lie inside.

    Inside: within the tolerance of the line, farther than the tolerance from both ends. What fits is written to the
    last two arrays; a result above their length asks for longer ones.
    """
    found = 0
    near = tolerance * tolerance
    for i in range(len(rows)):
        start, end = edges[rows[i], 0], edges[rows[i], 1]
        origin = (positions[start, 0], positions[start, 1], positions[start, 2])
        along = subtract((positions[end, 0], positions[end, 1], positions[end, 2]), origin)
        squared = dot(along, along)
        length = squared**0.5
        for j in range(first[i], first[i] + counts[i]):
            point = points[j]
            offset = subtract((positions[point, 0], positions[point, 1], positions[point, 2]), origin)
            reach = dot(along, offset)
            if reach <= tolerance * length or reach >= squared - tolerance * length:
                continue
            away = subtract(offset, scale(along, reach / squared))
            if dot(away, away) < near:
                if found < len(found_rows):
                    found_rows[found] = rows[i]
                    found_points[found] = point
                found += 1
    return found
