"""Where the runs of `slide` go, kept as hashes: a change that moves the character elsewhere must be meant."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from engine.determinism import change_controller, load_case, make_walk_cases
from engine.files.scenario_file import load_scenario
from engine.log_lines.determinism import run_hash
from engine.scenario import RULES, Controller
from engine.simulate import Runner, simulate
from tests.engine.slide.repeated_scenes import make_all

GOLDEN = Path(__file__).parents[1] / "golden" / "slide_hashes.json"
UPDATES = os.environ.get("SWEEPSCOPE_UPDATE_GOLDEN") == "1"


def compare_with_golden(part: str, found: dict[str, str]) -> None:
    """SWEEPSCOPE_UPDATE_GOLDEN=1 renews them, for changes that are meant to move the character elsewhere."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.is_file() else {}
    if UPDATES:
        golden[part] = found
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert found == golden[part], "If it is meant: SWEEPSCOPE_UPDATE_GOLDEN=1"


def test_scenes_end_at_their_golden_hashes_with_both_rules() -> None:
    scenes = [replace(scene, rules=rules) for scene in make_all() for rules in RULES[Controller.SLIDE]]
    compare_with_golden(
        "scenes", {f"{each.name}, {each.rules}": f"0x{run_hash(simulate(each, record=False)):08X}" for each in scenes}
    )


def test_random_walks_end_at_their_golden_hashes() -> None:
    found = {}
    for case in make_walk_cases(Controller.SLIDE, 1, 1_000):
        scenario, inputs = load_case(case)
        found[case.name] = f"0x{run_hash(Runner(scenario, record=False).run(inputs)):08X}"
    compare_with_golden("walks", found)


def test_reference_scenarios_end_at_their_golden_hashes(physx_traces: Path) -> None:
    found = {}
    for file in sorted(physx_traces.glob("*.scenario.json")):
        scenario = change_controller(load_scenario(file), Controller.SLIDE)
        found[file.name.removesuffix(".scenario.json")] = f"0x{run_hash(simulate(scenario, record=False)):08X}"
    assert len(found) > 80
    compare_with_golden("reference", found)
