"""What a click found, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from app.draw.drawlist import Pick, PickKind
from app.explain.bodies import (
    find_body,
    list_motion_rows,
    name_surface,
    triangle_corners,
    triangle_normal,
)
from app.explain.frames import explain_frame
from app.explain.iterations import explain_iteration
from app.explain.motion import foot_before
from app.explain.slopes import describe_slope_limit
from app.explain.words import (
    NOT_RECORDED,
    Explanation,
    Row,
    count_words,
    format_angle,
    format_number,
    format_vector,
)
from app.measure import (
    Vec3,
    angle_from_up,
    as_vec3,
    cct_settings,
    contact_offset,
    cursor_center,
    dot,
    is_known,
    known_up,
)
from app.playback import Cursor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.level import Body
    from engine.trace import Trace

__all__ = ["describe_pick", "find_body", "triangle_corners"]


def describe_pick(trace: Trace, pick: Pick, cursor: Cursor) -> Explanation | None:
    """Say what is selected, as it is at the cursor; None if nothing is."""
    match pick.kind:
        case PickKind.TRIANGLE:
            return _describe_triangle(trace, pick.index, pick.triangle, cursor.frame)
        case PickKind.ITERATION | PickKind.HIT:
            return explain_iteration(trace, pick.index)
        case PickKind.CAPSULE:
            return _describe_capsule(trace, cursor)
        case PickKind.CONTACT:
            return _describe_contact(trace, pick.index)
        case PickKind.PATH:
            return explain_frame(trace, pick.index)
    return None


def _describe_triangle(trace: Trace, index: int, triangle: int, frame: int) -> Explanation:
    body = find_body(trace, index)
    name = trace.body_name(index)
    if body is None or not 0 <= triangle < len(body.surface()[1]):
        return Explanation(name, name, ("The level does not hold this triangle.",))
    corners = triangle_corners(body, triangle, frame)
    normal, area = triangle_normal(corners)
    stood_on = index in trace.frames["touched"][max(frame - 1, 0) : frame + 1]
    rows = [
        Row("body", name, "", f"A {body.kind} body of the {body.role}."),
        Row("triangle", f"{triangle} of {len(body.surface()[1])}", "", "Counted from 0, in file order."),
        Row("normal", NOT_RECORDED if normal is None else format_vector(normal), "", "Of the face, outward."),
        *_slope_rows(trace, normal),
        *_height_rows(trace, corners, frame),
        *list_motion_rows(trace, body, frame, foot_before(trace, frame) if stood_on else None),
        Row("area", format_number(area), "m²"),
        *(Row(f"corner {i}", format_vector(as_vec3(corner)), "m") for i, corner in enumerate(corners)),
    ]
    sentences = [f"Triangle {triangle} of {name}.", *_tell_walkable(trace, body, normal)]
    sentences.append(_tell_history(trace, index, triangle))
    return Explanation(f"{name}, triangle {triangle}", name, tuple(sentences), tuple(rows))


def _slope_rows(trace: Trace, normal: Vec3 | None) -> tuple[Row, ...]:
    up = known_up(trace)
    if up is None or normal is None:
        return ()
    cosine = Row("n·up", format_number(dot(normal, up)), "", "Cosine of the slope; negative faces down.")
    return Row("slope", format_angle(angle_from_up(normal, up)), "", "0° is level ground, 90° a wall."), cosine


def _height_rows(trace: Trace, corners: NDArray[np.float64], frame: int) -> tuple[Row, ...]:
    """Return how high the triangle's top lies above the capsule's bottom as the frame began: what the rules ask."""
    up = known_up(trace)
    if up is None or trace.scenario is None:
        return ()
    capsule = trace.scenario.capsule
    bottom = dot(as_vec3(trace.start_center(frame)), up) - capsule.radius - capsule.half_height
    top = float((corners @ np.array(up)).max()) - bottom
    tooltip = "Highest vertex above the capsule's bottom as this frame began. The DOWN-triangle rule asks for it."
    return (Row("top above bottom", format_number(top), "m", tooltip),)


def _tell_walkable(trace: Trace, body: Body, normal: Vec3 | None) -> list[str]:
    """Compare the face with the slope limit, for the bodies that the rules apply to."""
    settings, up = cct_settings(trace), known_up(trace)
    if normal is None:
        return ["It has no area."]
    if settings is None or up is None:
        return []
    if body.kind != "static" or body.role != "level":
        return ["The slope rules never apply to it: they look at static triangles only."]
    if settings.slope_limit == 0.0:
        return ["The slope limit is off."]
    cosine = dot(normal, up)
    limit = describe_slope_limit(settings)
    if cosine < 0.0:
        return ["It faces down, so the slope rules do not ask about it."]
    verdict = "too steep" if cosine < settings.slope_limit else "walkable"
    return [f"It is {verdict}: n·up {format_number(cosine)}, slope limit {limit}."]


@lru_cache(maxsize=1)  # the same triangle stays selected while the cursor moves, and this looks at the whole trace
def _tell_history(trace: Trace, body: int, triangle: int) -> str:
    """Say how often the trace hit this triangle, and when first."""
    records = trace.iterations
    hits = np.flatnonzero(records["hit"] & (records["body"] == body) & (records["triangle"] == triangle))
    if len(hits) == 0:
        return _tell_unnumbered(trace, body)
    owner = trace.passes[records[hits[0]]["pass_index"]]["attempt"]
    first = int(trace.attempts[owner]["frame"])
    return f"It was hit {count_words(len(hits), 'time')} in this trace, first in frame {first}."


def _tell_unnumbered(trace: Trace, body: int) -> str:
    """Say what is known of a triangle that no hit names: its body may have been hit without telling where."""
    of_body = trace.iterations["hit"] & (trace.iterations["body"] == body)
    count = int(np.count_nonzero(of_body)) + int(np.count_nonzero(trace.contacts["body"] == body))
    if count == 0 or (trace.iterations["triangle"][of_body] >= 0).any():
        return "No sweep of this trace names it as hit."
    return f"{trace.body_name(body)} was hit {count_words(count, 'time')}; the trace does not number its triangles."


def _describe_capsule(trace: Trace, cursor: Cursor) -> Explanation:
    center = cursor_center(trace, cursor)
    rows = [Row("centre", format_vector(center), "m")]
    if trace.scenario is not None:
        capsule = trace.scenario.capsule
        rows += [
            Row("radius", format_number(capsule.radius), "m"),
            Row("height", format_number(capsule.height), "m", "Between the centres of the two spheres."),
            Row("total height", format_number(capsule.height + 2.0 * capsule.radius), "m", "From sole to crown."),
            Row("contact offset", format_number(contact_offset(trace)), "m", "The gap that sweeps keep free."),
        ]
    told = "The character's capsule." if trace.scenario else "The capsule's size is not recorded: a mark at its centre."
    return Explanation("Capsule", "capsule", (told,), tuple(rows))


def _describe_contact(trace: Trace, index: int) -> Explanation:
    record, up = trace.contacts[index], known_up(trace)
    name, normal = name_surface(trace, int(record["body"]), -1), as_vec3(record["normal"])
    rows = [
        Row("body", name),
        Row("point", format_vector(as_vec3(record["point"])), "m"),
        Row("normal", format_vector(normal)),
        Row("direction", format_vector(as_vec3(record["direction"])), "", "Of the sweep that found it."),
        Row("length", format_number(float(record["length"])), "m", "Of the sweep that found it."),
    ]
    if up is not None and is_known(normal):
        rows.append(Row("slope", format_angle(angle_from_up(normal, up)), "", "0° is level ground, 90° a wall."))
    told = f"A contact with {name}. The trace does not tell which pass found it."
    return Explanation(f"Contact with {name}", name, (told,), tuple(rows))
