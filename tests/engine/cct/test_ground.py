"""Looking for ground below and snapping down to it (001 12): off unless a distance is set."""

from __future__ import annotations

from typing import Any

import pytest

from engine.decisions import Gate
from engine.trace import Exit, PassKind, Trace
from tests.engine.cct.worlds import (
    FEET,
    OFFSET,
    REST,
    approx,
    decided,
    end,
    floor,
    iterations,
    kinds,
    passes,
    ramp,
    run,
)

PROBE, SNAP = PassKind.PROBE, PassKind.SNAP


def stroll(gap: float, **words: Any) -> Trace:
    """Return a level move with the floor some way below the soles."""
    return run(floor(), center=(0.0, FEET + gap, 0.0), move=(0.2, 0.0, 0.0), **words)


def test_neither_runs_by_default() -> None:
    trace = stroll(0.3)
    assert PROBE not in kinds(trace)
    assert SNAP not in kinds(trace)
    assert end(trace) == approx([0.2, FEET + 0.3, 0.0])


@pytest.mark.parametrize(("gap", "is_ground"), [(0.3, True), (0.5, True), (0.51, False), (2.0, False)])
def test_the_probe_tells_ground_and_moves_nothing(gap: float, is_ground: bool) -> None:
    trace = stroll(gap, ground_probe_distance=0.5)
    (probe,) = passes(trace, PROBE)
    assert kinds(trace)[-1] == PROBE
    assert bool(probe["restored"])
    assert probe["exit"] == (Exit.MAX_ITERATIONS if is_ground else Exit.NO_HIT)
    (gate,) = decided(trace, Gate.PROBE)
    assert (bool(gate["outcome"]), float(gate["threshold"])) == (is_ground, 0.5)
    if gap < 0.6:
        assert float(iterations(trace, PROBE)[0]["distance"]) == approx(gap), "seen up to a contact offset farther"
    assert end(trace) == approx([0.2, FEET + gap, 0.0])


def test_a_snap_leaves_a_contact_offset() -> None:
    trace = stroll(0.3, ground_snap_distance=0.5)
    assert end(trace) == approx([0.2, REST, 0.0])
    (snap,) = passes(trace, SNAP)
    assert not bool(snap["restored"])
    assert snap["end"].tolist() == approx([0.2, REST, 0.0])
    (gate,) = decided(trace, Gate.SNAP)
    assert (float(gate["value"]), bool(gate["outcome"])) == (approx(0.3 - OFFSET), True)


def test_ground_that_is_too_far_is_not_snapped_to() -> None:
    assert end(stroll(0.51, ground_snap_distance=0.5)) == approx([0.2, FEET + 0.51, 0.0])


def test_who_stands_already_is_not_moved() -> None:
    trace = stroll(0.05, ground_snap_distance=0.5, step_offset=0.0)
    assert end(trace) == approx([0.2, FEET + 0.05, 0.0])
    assert decided(trace, Gate.SNAP)["outcome"].tolist() == [False]


def test_steep_ground_is_not_snapped_to() -> None:
    start = (1.0, 1.7320508 + 1.2 + 0.55, 0.0)
    trace = run(
        ramp(60), center=start, move=(0.0, 0.0, 0.2), ground_snap_distance=1.5, climbing="easy", step_offset=0.0
    )
    (gate,) = decided(trace, Gate.SNAP_WALKABLE)
    assert (bool(gate["outcome"]), float(gate["value"])) == (False, approx(0.5, abs=1e-6))
    assert end(trace) == approx([start[0], start[1], 0.2])


def test_probe_and_snap_run_in_this_order_after_the_last_attempt() -> None:
    trace = stroll(0.3, ground_probe_distance=1.0, ground_snap_distance=0.5, frames=3)
    for frame in range(3):
        assert kinds(trace, frame)[-2:] == [PROBE, SNAP]
    assert trace.centers[:, 1].tolist() == approx([REST] * 3)


def test_snapping_follows_a_way_down_that_the_move_leaves() -> None:
    slope = ramp(30)
    top = 2.0 * 0.57735027 + 0.35 / 0.8660254 + 0.55 + OFFSET
    words: dict[str, Any] = {"center": (2.0, top, 0.0), "move": (-0.1, 0.0, 0.0), "frames": 10, "step_offset": 0.0}
    free, snapped = run(slope, **words), run(slope, ground_snap_distance=0.3, **words)
    assert end(free)[1] == approx(top, abs=1e-6), "level, into the air"
    assert end(snapped)[1] == approx(top - 1.0 * 0.57735027, abs=1e-6), "along the slope"
