"""Each rule of `slide` in both variants, where it makes the difference."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from engine.decisions import Gate
from engine.errors import InputError
from engine.rules import DOCUMENT, SLIDE_PRESETS, SlideRules, encode_rules, make_slide_rules
from engine.settings import knobs_of
from engine.trace import PassKind, Trace
from tests.engine.cct.worlds import approx, box, decided, floor, iterations, plane, ramp, wall
from tests.engine.slide.worlds import FEET, RADIUS, REST, SKIN, run

SPEED = 60.0
"""A metre per frame: a frame with several bumps is long enough to be measured."""


def test_presets_are_all_repaired_and_all_document() -> None:
    names = [name for name, _ in knobs_of(SlideRules)]
    assert encode_rules(SLIDE_PRESETS["repaired"]) == [0] * len(names)
    assert encode_rules(DOCUMENT) == [1] * len(names)
    assert make_slide_rules("document", sweep="exact").sweep == "exact"
    with pytest.raises(InputError, match=r'rules: expected one of repaired, document, got "physx"'):
        make_slide_rules("physx")
    with pytest.raises(InputError, match=r'expected names of rules .* got "sensor"'):
        make_slide_rules("repaired", sensor="off")


BENDS = (radians(20.0), radians(40.0))
"""Angles by which two walls bend the way."""


def run_bends(frames: int = 1, **changes: str) -> Trace:
    """Run into two blunt bends in one frame: after 0.4 m of its metre, and after half of what is left then."""
    first, second = BENDS
    bend = (0.4, 1.0, 0.0)
    part = 0.5 * 0.6 * cos(first)
    later = (0.4 + part * cos(first), 1.0, part * sin(first))
    walls = []
    for name, at, angle in (("first", bend, first), ("second", later, second)):
        x, z = -sin(angle), cos(angle)
        point = (at[0] - (RADIUS + SKIN) * x, 1.0, at[2] - (RADIUS + SKIN) * z)
        walls.append(plane(name, point, (x, 0.0, z)))
    return run(*walls, center=(0.0, 1.0, 0.0), velocity=(SPEED, 0.0, 0.0), gravity=None, changes=changes, frames=frames)


@pytest.mark.parametrize(("choice", "share"), [("left", 0.6 * 0.5), ("of_last_bump", 0.5)])
def test_rest_of_the_frame_after_a_bump(choice: str, share: float) -> None:
    trace = run_bends(rest_of_frame=choice)
    swept = iterations(trace, PassKind.BUMP)
    assert swept["hit"].tolist() == [True, True, False]
    assert swept["length"].tolist() == approx([1.0, 0.6 * cos(BENDS[0]), share * cos(BENDS[1])], abs=2e-3)
    went = swept["distance"][:2].sum() + swept["length"][2]
    assert (went > 1.0) == (choice == "of_last_bump"), "the document's frame goes farther than speed · dt"


@pytest.mark.parametrize(("choice", "gap"), [("kept", SKIN), ("shortens", SKIN * 0.1)])
def test_skin(choice: str, gap: float) -> None:
    # A wall met at a sine of 0.1: a skin along the way is a tenth of it along the normal.
    velocity = (0.1 * SPEED, 0.0, np.sqrt(0.99) * SPEED)
    words: dict[str, Any] = {"velocity": velocity, "gravity": None, "changes": {"skin": choice}, "max_bumps": 1}
    trace = run(wall(0.05 + RADIUS), center=(0.0, 1.0, 0.0), **words)
    assert 0.05 - trace.centers[0, 0] == approx(gap, abs=1e-9)


@pytest.mark.parametrize(("choice", "grounded"), [("from_bottom", 1), ("from_probe", 0)])
def test_ground_probe(choice: str, grounded: int) -> None:
    words: dict[str, Any] = {"gravity": None, "changes": {"ground_probe": choice}, "frames": 30}
    trace = run(floor(), center=(0.0, REST, 0.0), **words)
    assert trace.states[-1]["is_grounded"] == grounded, "at a gap of the skin, 0.9 r do not reach the floor"
    small = run(floor(), center=(0.0, 0.05 + 0.5 + SKIN, 0.0), radius=0.05, height=1.0, **words)
    assert small.states[-1]["is_grounded"] == 1, "for a small radius both do"


def test_the_documents_probe_snaps_into_the_floor() -> None:
    # Its distance is a tenth of the radius too long, and so is the snap.
    words: dict[str, Any] = {
        "gravity": None,
        "changes": {"ground_probe": "from_probe"},
        "frames": 3,
        "ground_probe_margin": 0.1,
    }
    trace = run(floor(), center=(0.0, REST, 0.0), **words)
    assert trace.centers[-1, 1] == approx(FEET + SKIN - 0.1 * RADIUS, abs=1e-9)


@pytest.mark.parametrize(("choice", "x"), [("exact", 1.0), ("two_points", 0.5 - RADIUS - SKIN)])
def test_sweep_past_a_corner(choice: str, x: float) -> None:
    # Past the vertical edge of a box at 0.8 of the radius to each side: the grown box has a fat corner there.
    block = box("block", (0.5, -1.0, 0.96 * (RADIUS + SKIN)), (3.0, 3.0, 3.0))
    words: dict[str, Any] = {
        "velocity": (SPEED, 0.0, 0.0),
        "gravity": None,
        "changes": {"sweep": choice},
        "max_bumps": 1,
    }
    trace = run(block, center=(0.0, 1.0, -0.2), **words)
    miss = run(block, center=(0.0, 1.0, 0.0), **words)
    assert trace.centers[0, 0] == approx(1.0), "both pass a box that even the grown one does not reach"
    exact = 0.5 - np.sqrt(1.0 - 0.96**2) * (RADIUS + SKIN)
    assert miss.centers[0, 0] == approx(exact if choice == "exact" else x, abs=1e-6)


@pytest.mark.parametrize(("choice", "passes_through"), [("exact", False), ("two_points", True)])
def test_sweep_between_the_two_points(choice: str, passes_through: bool) -> None:
    # A plank at the height of the belt: neither end of a tall capsule's axis meets it.
    plank = box("plank", (1.0, 1.95, -3.0), (1.2, 2.05, 3.0))
    words: dict[str, Any] = {"velocity": (SPEED, 0.0, 0.0), "gravity": None, "changes": {"sweep": choice}, "frames": 3}
    trace = run(plank, center=(0.0, 2.0, 0.0), height=3.0, **words)
    assert (trace.centers[-1, 0] > 2.0) == passes_through


@pytest.mark.parametrize("choice", ["exact", "four_rounds"])
def test_closest_points(choice: str) -> None:
    # A long capsule whose axis leans to the cube: the projections creep along it and stop too early.
    up = (0.6, 0.8, 0.0)
    cube = box("cube", (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    # The axis passes the cube's edge at (1, -1): its closest point is 4 m below the middle.
    middle = np.array([1.0, -1.0, 0.0]) + 0.3 * np.array([0.8, -0.6, 0.0]) + 4.0 * np.array(up)
    words: dict[str, Any] = {"center": middle.tolist(), "height": 12.0, "up": up, "gravity": None}
    trace = run(cube, changes={"closest_points": choice, "skin": "shortens"}, **words)
    depth = decided(trace, Gate.DEPENETRATION_DEPTH)["value"][0]
    if choice == "exact":
        assert depth == approx(RADIUS - 0.3, abs=1e-9)
    else:
        assert depth < RADIUS - 0.3 - 1e-3


@pytest.mark.parametrize(("choice", "climbs"), [("blocks", False), ("climbed", True)])
def test_steep_ground(choice: str, climbs: bool) -> None:
    trace = run(floor(), ramp(60.0, foot=1.0), velocity=(4.0, 0.0, 0.0), frames=60, changes={"steep_ground": choice})
    assert (trace.centers[:, 1].max() > REST + 0.5) == climbs


@pytest.mark.parametrize(("choice", "speed"), [("planes_first", SPEED * cos(BENDS[1])), ("creases_at_once", 0.0)])
def test_clipping_where_two_walls_meet_at_a_blunt_angle(choice: str, speed: float) -> None:
    trace = run_bends(clipping=choice, frames=2)
    assert float(np.linalg.norm(trace.states[1]["velocity"])) == approx(speed, rel=2e-3)


def test_the_document_as_a_whole_runs_and_stays_finite() -> None:
    trace = run(floor(), wall(2.0), center=(0.0, 3.0, 0.0), velocity=(4.0, 0.0, 3.0), frames=240, rules="document")
    assert np.isfinite(trace.centers).all()
    assert trace.centers[:, 0].max() <= 2.0 - RADIUS + 1e-9
