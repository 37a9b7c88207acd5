"""The scenarios that ship do what their notes say."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.scenario_file import load_scenario
from engine.simulate import simulate
from engine.trace import Flags, PassKind, SlopeRule, Trace


def run_shipped(repository: Path, name: str) -> Trace:
    return simulate(load_scenario(repository / "assets" / "scenarios" / f"{name}.scenario.json"))


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
