"""What a move of the controller costs, without a trace and with a full one, beside real PhysX's in the same minutes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.bench.peers.jolt import PeerMissingError
from app.bench.peers.physx import PhysX, find_physx
from app.bench.report import Check, Figures, Report, measure_spread
from engine.errors import InputError
from engine.files.scenario_file import load_scenario
from engine.run_input import expand_input
from engine.simulate import Runner, simulate

if TYPE_CHECKING:
    from app.bench.ui import Tell
    from engine.scenario import Scenario

REFERENCE = Path(__file__).parents[3] / "shared" / "reference"
"""Where the reference scenarios lie, beside a clone."""
TERRAIN = "R1_terrain64"
"""The scenario that moves are timed on: uneven ground, 8,192 triangles."""
ROUNDS = 7
LAP_S = 0.5
"""Seconds of each lap: one of ours without a trace, one with it, one of PhysX's, and again."""

MOST_OF_PHYSX, MOST_OF_PHYSX_TRACED = 0.4, 1.0
"""Our time by PhysX's, without a trace and with one."""
MOST_SET_S = 0.5
"""For all reference scenarios, simulated one after the other with full traces."""


def measure_cct(tell: Tell, *, install_peers: bool, reference: Path = REFERENCE) -> Report:
    """Measure moves and the whole reference set; InputError where its scenarios are absent."""
    file = reference / "physx" / f"{TERRAIN}.scenario.json"
    if not file.is_file():
        raise InputError(f"the reference scenarios are not here ({file})")
    scenario = load_scenario(file)
    conditions: dict[str, str | int] = {"scenario": TERRAIN, "frames": scenario.frame_count, "rounds": ROUNDS}
    tell("compiling", 0.0)
    time_moves(scenario, record=False, seconds=0.0)
    time_moves(scenario, record=True, seconds=0.0)
    physx = _find(tell, conditions, reference, install_peers)
    rows: dict[str, list[float]] = {"no trace": [], "full trace": []}
    if physx is not None:
        rows["PhysX (wasm)"] = []
    for lap in range(ROUNDS):
        tell("moving", 0.2 + 0.6 * lap / ROUNDS)
        # Ours and theirs take turns: whatever else the machine does, does it to all.
        rows["no trace"].append(time_moves(scenario, record=False, seconds=LAP_S))
        rows["full trace"].append(time_moves(scenario, record=True, seconds=LAP_S))
        if physx is not None:
            rows["PhysX (wasm)"].append(physx.time_moves(file, LAP_S))
    checks = []
    if physx is not None:
        checks += compare_laps(rows)
    tell("the reference set", 0.8)
    checks.append(Check("all reference scenarios", time_set(reference / "physx"), MOST_SET_S, "s"))
    tell("done", 1.0)
    figures = tuple(Figures(name, {"us_per_move": measure_spread(values)}) for name, values in rows.items())
    return Report("cct", conditions, figures, tuple(checks))


def time_moves(scenario: Scenario, *, record: bool, seconds: float) -> float:
    """Return the microseconds per move of as many runs as fit into some seconds; the median run of at least one.

    As with PhysX, only moves are timed: the input is laid out and the character made before.
    """
    inputs = expand_input(scenario)
    taken: list[float] = []
    begin = time.perf_counter()
    while not taken or time.perf_counter() - begin < seconds:
        runner = Runner(scenario, record=record)
        lap = time.perf_counter()
        runner.run(inputs)
        taken.append((time.perf_counter() - lap) * 1e6 / len(inputs))
    return float(np.median(taken))


def compare_laps(rows: dict[str, list[float]]) -> list[Check]:
    """Hold our times against PhysX's: the median of the ratios of laps that followed each other."""
    theirs = np.array(rows["PhysX (wasm)"])
    plain, traced = (float(np.median(np.array(rows[name]) / theirs)) for name in ("no trace", "full trace"))
    return [
        Check("time by PhysX's, no trace", plain, MOST_OF_PHYSX, ""),
        Check("time by PhysX's, full trace", traced, MOST_OF_PHYSX_TRACED, ""),
    ]


def time_set(folder: Path) -> float:
    """Return the seconds that all scenarios of a folder take with full traces; reading and building come before."""
    scenarios = [load_scenario(file) for file in sorted(folder.glob("*.scenario.json"))]
    taken = []
    for _ in range(4):
        begin = time.perf_counter()
        for scenario in scenarios:
            simulate(scenario)
        taken.append(time.perf_counter() - begin)
    return float(np.median(taken[1:]))


def _find(tell: Tell, conditions: dict[str, str | int], reference: Path, install: bool) -> PhysX | None:
    """Return PhysX if it is there; otherwise the conditions say why not."""
    tell("PhysX", 0.1)
    try:
        return find_physx(reference / "oracle", install=install)
    except PeerMissingError as error:
        conditions["peers"] = str(error)
        return None
