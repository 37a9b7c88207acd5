"""Runs of our own in words: what was not asked, what leaves no touched body, and which pass made a contact."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.documents import make_document
from app.explain import explain_exemption, explain_frame, list_decisions, list_hud_rows, list_shown, tell_verdict
from app.playback import Cursor
from app.ui import inspector
from engine.files.scenario_file import load_scenario, scenario_from_json
from engine.simulate import simulate
from engine.trace import AttemptKind, PassKind, SlopeRule, Trace
from tests.app.draw.reading import read_rows
from tests.app.sample_files import SCENARIO
from tests.app.sample_traces import open_sample

WALK, DROP = [0.05, -0.1, 0], [0, -0.1, 0]


@cache
def run(preset: str, move: str, kind: str, height: float = 0.6, frames: int = 40) -> Trace:
    """Run a walk along +x into a body of a kind, or a drop onto one of a role."""
    body: dict[str, Any] = {"shape": "box", "id": "crate", "half_extents": [1, height / 2, 1]}
    scenario = {**SCENARIO, "rules": preset, "input": [{"frames": frames, "move": WALK if move == "walk" else DROP}]}
    if move == "drop":
        scenario["capsule"] = {"radius": 0.35, "height": 1.1, "feet": [0, height + 1, 0]}
    where = [0 if move == "drop" else 2, height / 2, 0]
    if kind == "obstacles":
        scenario[kind] = [{**body, "position": where}]
    elif kind == "characters":
        scenario[kind] = [{"id": "guest", "radius": 0.3, "height": height, "feet": [0, 0, 0]}]
    else:
        scenario["level"] = [*SCENARIO["level"], {**body, "body": kind, "position": where}]
    return simulate(scenario_from_json(scenario, Path("case.scenario.json")))


def standing_on(trace: Trace, frame: int) -> str:
    return next(row.text for row in list_hud_rows(trace, Cursor(frame)) if row.label == "standing on")


@pytest.mark.parametrize(
    ("kind", "name", "what"),
    [("obstacles", "obstacle crate", "crate is an obstacle"), ("characters", "character guest", "another character")],
)
def test_an_obstacle_underfoot_is_named_though_it_leaves_no_touched_body(kind: str, name: str, what: str) -> None:
    trace = run("physx", "drop", kind)
    assert standing_on(trace, 30) == f"{name} (leaves no touched body)"
    told = explain_frame(trace, 30)
    assert told.sentences[-1] == f"It ended at the same height, on {name}, which leaves no touched body."
    assert "is recorded" not in told.text
    exempt = explain_exemption(trace, 30)
    assert exempt is not None
    assert exempt.text.startswith("The slope rules were not asked: ")
    assert exempt.text.endswith(f"{what}.")


def test_the_rules_that_a_kinematic_body_is_exempt_from_are_said_not_to_be_asked() -> None:
    exempt = explain_exemption(run("physx", "drop", "kinematic"), 30)
    assert exempt is not None
    assert exempt.text == "The slope rules were not asked: crate is kinematic."
    assert explain_exemption(run("physx", "drop", "static"), 30) is None
    assert standing_on(run("physx", "drop", "static"), 30) == "crate"


def test_a_steep_kinematic_ramp_that_is_climbed_says_why(physx_traces: Path) -> None:
    trace = simulate(load_scenario(physx_traces / "T07_kinematic60.scenario.json"))
    exempt = explain_exemption(trace, 60)
    assert exempt is not None
    assert exempt.text == "The slope rules were not asked: kinramp is kinematic."


def test_the_inspector_shows_what_was_not_asked() -> None:
    trace = run("physx", "drop", "kinematic")
    _, refused, accepted = inspector._explain(make_document(Path("case.scenario.json"), trace), 30)
    assert refused == ()
    assert accepted is not None
    assert accepted.title == "Slope rules: not asked"


def find_side_refusal(trace: Trace) -> int:
    """Return the first plain move that the side rule refused."""
    return next(
        i
        for i, attempt in enumerate(trace.attempts)
        if attempt["slope_rule"] == SlopeRule.SIDE_CONSTRAINED and attempt["kind"] == AttemptKind.MOVE
    )


@pytest.mark.parametrize("preset", ["spec", "physx"])
def test_the_side_rule_names_the_contact_by_the_pass_that_made_it(preset: str) -> None:
    trace = run(preset, "walk", "static", 0.55)
    attempt = find_side_refusal(trace)
    ran = {PassKind(int(trace.passes[i]["kind"])) for i in trace.passes_of(attempt)}
    assert (PassKind.DOWN in ran) == (preset == "physx")
    wanted = "DOWN contact is" if preset == "physx" else "SENSOR contact is"
    frame = int(trace.attempts[attempt]["frame"])
    told = next(
        sentence for sentence in explain_frame(trace, frame).sentences if "the triangle's own normal" in sentence
    )
    assert f"and the {wanted} " in told
    assert f"and the {wanted} " in str(tell_verdict(trace, attempt))
    high = next(line for line in list_decisions(trace, list_shown(trace, Cursor(frame))) if line.label == "side: high")
    assert high.sentence.startswith(f"The {wanted} above the bottom by ")


def test_what_stopped_the_walk_experiment_is_told_with_what_was_lost(physx_traces: Path) -> None:
    told = explain_frame(open_sample(physx_traces, "T07_ramp46_prev_constrained"), 27)
    assert (
        "Of 0.0667 m sideways, 0.0187 m was lost: the plain move was undone as too steep, and in the walk experiment "
        "SIDE hit ramp."
    ) in told.text
    assert read_rows(told)["asked"] == "(0.0667, 0.00, -0.1635) m"
