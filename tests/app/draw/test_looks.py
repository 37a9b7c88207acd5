"""What only felt for ground is drawn as a ray from where it began, with a head where it met something."""

from __future__ import annotations

import numpy as np
import pytest

from app.draw.drawlist import DrawList, Lines
from app.draw.options import ViewOptions, show_only_pass
from app.draw.scene import build_draw_list, prepare_scene
from app.playback import Cursor
from engine.trace import PassKind, Trace
from tests.app.draw.reading import find_lines
from tests.app.slide_runs import fall, run_to_wall, step_down
from tests.engine.slide.worlds import HALF_HEIGHT


def draw_alone(trace: Trace, frame: int, kind: PassKind) -> DrawList:
    return build_draw_list(prepare_scene(trace), Cursor(frame), show_only_pass(ViewOptions(), kind))


def read_ray(lines: Lines | None, at: int = 0) -> tuple[list[float], list[float]]:
    assert lines is not None
    return lines.points[at, 0].tolist(), lines.points[at, 1].tolist()


def test_a_probe_begins_at_the_lower_end_and_ends_where_it_met_the_floor() -> None:
    trace = run_to_wall()
    drawn = draw_alone(trace, 5, PassKind.PROBE)
    x, y, z = trace.centers[5]
    start, met = read_ray(find_lines(drawn, "passes"))
    assert start == pytest.approx([x, y - HALF_HEIGHT, z], abs=1e-6)
    assert met == pytest.approx([x, y - HALF_HEIGHT - 0.065, z], abs=1e-6)
    rest = find_lines(drawn, "looks")
    assert read_ray(rest)[0] == pytest.approx(met, abs=1e-6)


def test_a_probe_that_met_nothing_is_drawn_all_the_same() -> None:
    trace = fall()
    probes = np.flatnonzero(trace.passes["kind"] == PassKind.PROBE)
    empty = [p for p in probes if not trace.iterations["hit"][trace.iterations_of(int(p)).start]]
    frame = int(trace.attempts["frame"][trace.passes["attempt"][empty[0]]])
    drawn = draw_alone(trace, frame, PassKind.PROBE)
    start, end = read_ray(find_lines(drawn, "passes"))
    length = float(trace.iterations["length"][trace.iterations_of(int(empty[0])).start])
    assert start[1] - end[1] == pytest.approx(length, abs=1e-5)
    assert find_lines(drawn, "looks") is None


def test_a_step_down_has_the_look_and_the_way_that_was_gone() -> None:
    trace = step_down()
    drops = (trace.passes["start"] - trace.passes["end"])[:, 1] * (trace.passes["kind"] == PassKind.SNAP)
    deepest = int(drops.argmax())
    drawn = draw_alone(trace, int(trace.attempts["frame"][trace.passes["attempt"][deepest]]), PassKind.SNAP)
    lines = find_lines(drawn, "passes")
    assert lines is not None
    ways = lines.points[:, 0, 1] - lines.points[:, 1, 1]
    assert np.isclose(ways, drops[deepest], atol=1e-5).any()
