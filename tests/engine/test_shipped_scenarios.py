"""The scenarios that ship do what their notes say."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.decisions import Gate
from engine.files.scenario_file import load_scenario
from engine.files.scenario_overrides import override_scenario
from engine.queries import sweep
from engine.scenario import Controller
from engine.settings import SlideSettings, knobs_of
from engine.simulate import simulate
from engine.trace import Flags, PassKind, SlopeRule, Trace

NAMES = (
    *("arena", "bumpy_terrain", "corners", "ferry_and_lift", "low_ceilings", "platform", "ramps", "stair_rises"),
    *("stairs", "steep_ramp", "steep_slide", "tessellated_slope", "thin_walls", "turning_platform"),
)
STANDING = 0.05 + 0.35 + 0.55
"""Height of the centre above what is stood on: contact offset, radius, half height."""
LOADING_LIMIT_S = 0.2


def path_of(repository: Path, name: str) -> Path:
    return repository / "assets" / "scenarios" / f"{name}.scenario.json"


def run_shipped(repository: Path, name: str, *changes: str) -> Trace:
    return simulate(override_scenario(path_of(repository, name), changes)[0])


def stood_on(trace: Trace, frame: int) -> str:
    assert trace.scenario is not None
    body = int(trace.frames["touched"][frame])
    return trace.scenario.level.bodies[body].id if body >= 0 else ""


def test_every_shipped_scenario_is_known_here(repository: Path) -> None:
    found = (repository / "assets" / "scenarios").glob("*.scenario.json")
    assert sorted(path.name.removesuffix(".scenario.json") for path in found) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_quickly_and_its_note_names_something_to_turn(repository: Path, name: str) -> None:
    took_s = math.inf
    for _ in range(3):  # the quickest counts: other work on the machine is not what is measured
        start = time.perf_counter()
        scenario = load_scenario(path_of(repository, name))
        took_s = min(took_s, time.perf_counter() - start)
    assert took_s < LOADING_LIMIT_S
    assert scenario.name == name
    assert scenario.controller is Controller.CCT
    knobs = [knob for knob, _ in knobs_of(scenario.settings)]
    assert "Turn " in scenario.note
    assert any(knob in scenario.note for knob in (*knobs, "the capsule's radius"))


@pytest.mark.parametrize("name", NAMES)
def test_the_slide_controller_runs_on_it(repository: Path, name: str) -> None:
    scenario = load_scenario(path_of(repository, name))
    trace = simulate(replace(scenario, settings=SlideSettings(), rules="", rule_changes=()))
    assert np.isfinite(trace.centers).all()
    assert trace.centers[:, 1].min() > -1.0, "nobody falls out of a level"


def test_the_stairs_are_climbed_to_the_sixth_step(repository: Path) -> None:
    trace = run_shipped(repository, "stairs")
    assert trace.centers[-1] == pytest.approx((5.0, 6 * 0.3 + 0.1 + 0.35 + 0.55, 0.0), abs=1e-7), (
        "boxes are float32, as in PhysX"
    )


def test_the_steep_ramp_refuses(repository: Path) -> None:
    trace = run_shipped(repository, "steep_ramp")
    assert trace.centers[:, 0].max() < 2.0
    assert SlopeRule.DOWN_TRIANGLE in trace.attempts["slope_rule"]


def test_the_steep_slide_is_slid_down_to_the_floor(repository: Path) -> None:
    trace = run_shipped(repository, "steep_slide")
    assert PassKind.RECOVER in trace.passes["kind"]
    assert trace.centers[-1, 1] == pytest.approx(1.0, abs=0.05)


def test_the_platform_carries_the_character(repository: Path) -> None:
    trace = run_shipped(repository, "platform")
    assert trace.scenario is not None
    platform = trace.scenario.level.bodies[1]
    aside = [trace.centers[frame, 0] - platform.pose(frame)[0][0] for frame in range(1, len(trace))]
    assert max(map(abs, aside)) < 0.06, "a frame behind, at 3 m/s at most"
    assert (trace.frames["flags"] == Flags.DOWN).all()


def test_flights_up_to_45_cm_are_climbed_and_the_riser_of_60_cm_stops(repository: Path) -> None:
    trace = run_shipped(repository, "stair_rises")
    assert trace.centers[-1, 1] == pytest.approx(4 * 0.15 + 3 * 0.3 + 2 * 0.45 + STANDING, abs=1e-5)
    assert stood_on(trace, -1) == "stairs 0.45 m, step 2"
    lower = run_shipped(repository, "stair_rises", "step_offset=0.2")
    assert stood_on(lower, -1) == "stairs 0.15 m, step 4"
    higher = run_shipped(repository, "stair_rises", "step_offset=0.6")
    assert "stairs 0.60 m, step 1" in {stood_on(higher, frame) for frame in range(len(higher))}


@pytest.mark.parametrize(
    ("changes", "refusing"),
    [((), "ramp 50°"), (("slope_limit=0.6",), "ramp 60°"), (("slope_limit=0.8",), "ramp 40°")],
)
def test_the_slope_limit_says_which_ramp_refuses(repository: Path, changes: tuple[str, ...], refusing: str) -> None:
    trace = run_shipped(repository, "ramps", *changes)
    assert trace.scenario is not None
    ramp = next(body for body in trace.scenario.level.bodies if body.id == refusing)
    foot = ramp.surface()[0][:, 0].min()
    assert 0.0 < foot - trace.centers[-1, 0] < 0.5, "at the foot"
    assert trace.centers[-1, 1] == pytest.approx(STANDING, abs=1e-4)


def test_a_slope_cut_into_cells_is_climbed_where_the_plain_one_refuses(repository: Path) -> None:
    trace = run_shipped(repository, "tessellated_slope")
    assert trace.centers[:130, 0].max() < 2.5, "the plain one, from x = 2.5 on"
    assert trace.centers[:130, 1].max() < STANDING + 0.01
    assert trace.centers[:, 1].max() == pytest.approx(2.4 + STANDING, abs=1e-4), "the top of its twin"
    refused = run_shipped(repository, "tessellated_slope", "step_offset=0.1")
    assert refused.centers[:, 1].max() < STANDING + 0.01


def test_snapping_to_the_ground_ends_the_hops_downhill(repository: Path) -> None:
    def highest_gap(trace: Trace) -> float:
        assert trace.scenario is not None
        capsule, level = trace.scenario.capsule, trace.scenario.level
        down = [sweep(level, replace(capsule, center=tuple(at)), (0.0, -1.0, 0.0), 3.0) for at in trace.centers[:380:4]]
        return max(hit.distance for hit in down if hit is not None)

    assert highest_gap(run_shipped(repository, "ramps")) > 0.2
    assert highest_gap(run_shipped(repository, "ramps", "ground_snap_distance=0.3")) < 0.051


def test_the_knoll_is_climbed_or_walked_around_by_the_step_offset(repository: Path) -> None:
    over = run_shipped(repository, "bumpy_terrain")
    assert np.abs(over.centers[:, 2]).max() < 1e-6, "straight on"
    assert over.centers[:, 1].max() > 3.9
    steep = over.decisions[(over.decisions["gate"] == Gate.DOWN_STEEP) & over.decisions["outcome"].astype(bool)]
    assert 50.0 < math.degrees(math.acos(steep["value"].min())) < 50.5, (
        "too steep, but low: its top is what lets it pass"
    )
    assert SlopeRule.DOWN_TRIANGLE not in over.attempts["slope_rule"]
    around = run_shipped(repository, "bumpy_terrain", "step_offset=0.1")
    assert SlopeRule.DOWN_TRIANGLE in around.attempts["slope_rule"]
    assert np.abs(around.centers[:, 2]).max() > 1.0
    assert around.centers[:, 1].max() < 3.0


def test_corner_and_wedge_hold_it_still_and_the_gap_lets_it_through(repository: Path) -> None:
    trace = run_shipped(repository, "corners")
    way = np.linalg.norm(np.diff(trace.centers, axis=0), axis=1)
    assert way[168:184].max() < 1e-9, "in the corner"
    assert way[430:485].max() < 1e-9, "in the wedge"
    assert trace.centers[-1, 0] < -5.0, "beyond the wall at x = -3"
    wide = run_shipped(repository, "corners", "capsule.radius=0.45")
    assert wide.centers[:, 0].min() > -3.0


@pytest.mark.parametrize(("changes", "roof_x"), [((), 8.5), (("step_offset=0.3",), 12.0)])
def test_the_step_offset_decides_below_which_ceiling_it_passes(
    repository: Path, changes: tuple[str, ...], roof_x: float
) -> None:
    trace = run_shipped(repository, "low_ceilings", *changes)
    assert trace.centers[-1, 0] == pytest.approx(roof_x - 0.35 - 0.05, abs=1e-4), "at the edge of the next lower roof"


def test_thin_walls_stop_but_the_back_of_a_sheet_does_not(repository: Path) -> None:
    trace = run_shipped(repository, "thin_walls")
    assert trace.centers[140, 0] == pytest.approx(4.6, abs=1e-6), "through x = 2.02, and at the two-sided sheet, x = 5"
    assert trace.centers[:, 0].max() == pytest.approx(12.6, abs=1e-6), "at the wall, x = 13, from 100 m/s"
    assert trace.centers[:, 1].max() == pytest.approx(STANDING + 0.5, abs=0.01), "the hop: a lift not taken back"
    calm = run_shipped(repository, "thin_walls", "overlap_recovery=false")
    assert calm.centers[:, 1].max() == pytest.approx(STANDING, abs=1e-6)


def test_the_turning_platform_keeps_its_rider_in_place(repository: Path) -> None:
    trace = run_shipped(repository, "turning_platform")
    assert trace.scenario is not None
    platform = trace.scenario.level.bodies[1]
    for frame in range(480):
        _, (_, y, _, w) = platform.pose(frame)
        turned = 2 * math.atan2(y, w)
        place = (2 * math.cos(turned), -2 * math.sin(turned))
        assert math.dist(trace.centers[frame, [0, 2]], place) < 0.05
    left = run_shipped(repository, "turning_platform", "ride_platforms=false")
    assert np.ptp(left.centers[:480], axis=0).max() < 1e-6, "the disc turns away below"


def test_ferry_and_lift_carry_it_to_the_ledge(repository: Path) -> None:
    trace = run_shipped(repository, "ferry_and_lift")
    stages = [stood_on(trace, frame) for frame in (0, 240, 420, 600, -1)]
    assert stages == ["bank", "ferry", "far bank", "lift", "ledge"]
    assert trace.centers[-1, 1] == pytest.approx(2.5 + STANDING, abs=1e-4)
    left = run_shipped(repository, "ferry_and_lift", "ride_platforms=false")
    assert stood_on(left, -1) == "pit"
