"""Rules `document` do what document 003 says, pass by pass, on random cubes: compared with its text in plain Python."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.level import Body, Level
from engine.scenario import InputSegment, Scenario
from engine.settings import SlideSettings
from engine.shapes import Capsule
from engine.simulate import simulate
from engine.trace import PassKind, Trace
from tests.engine.cct.worlds import box
from tests.engine.slide import letter
from tests.engine.slide.worlds import DT, FEET, HALF_HEIGHT, RADIUS

HAIR_M = 1e-12
"""Pushing out leaves the capsule in exact touch, where the last bit decides: a hair to any side is as right."""
FRAMES_EACH = 5


def make_cubes(random: np.random.Generator, on_grid: bool) -> list[Body]:
    """Return cubes of a metre on a grid, as the document has them, or boxes anywhere."""
    if on_grid:
        cells = {(int(x), int(y), int(z)) for x, y, z in random.integers(-3, 4, (40, 3))}
        return [box(f"cube {k}", cell, [x + 1 for x in cell]) for k, cell in enumerate(sorted(cells))]
    lows = random.uniform(-4.0, 4.0, (30, 3))
    return [box(f"box {k}", low.tolist(), (low + random.uniform(0.2, 2.0, 3)).tolist()) for k, low in enumerate(lows)]


def make_scene(seed: int) -> tuple[Scenario, list[letter.Cube]]:
    """Return a capsule among cubes that is thrown about, slowly and fast, often along an axis."""
    random = np.random.default_rng(seed)
    bodies = make_cubes(random, seed % 2 == 0)
    segments = []
    for _ in range(10):
        velocity = random.normal(size=3) * random.choice([1.0, 5.0, 40.0])
        velocity[random.random(3) < 0.1] = 0.0
        x, y, z = velocity.tolist()
        segments.append(InputSegment(FRAMES_EACH, velocity=(x, y, z)))
    x, y, z = random.uniform(-4.0, 4.0, 3).tolist()
    # With the document's margin the probe never reaches a floor at rest, and nobody would ever snap.
    settings = SlideSettings(step_height=0.4 if seed % 4 < 2 else 0.0, ground_probe_margin=0.1)
    capsule = Capsule((x, y, z), RADIUS, 2.0 * HALF_HEIGHT)
    scenario = Scenario("cubes", capsule, Level(tuple(bodies)), settings, "document", (), tuple(segments))
    return scenario, [read_cube(body) for body in bodies]


def read_cube(body: Body) -> letter.Cube:
    (a, b, c), (d, e, f) = (corner.tolist() for corner in body.bounds(0))
    return (a, b, c), (d, e, f)


def repeat_pass(
    kind: PassKind, capsule: letter.Capsule, velocity: letter.Vector, step: float, cubes: list[letter.Cube]
) -> tuple[letter.Capsule, letter.Vector | None]:
    """Return where the document's text leads, and for the slide with which velocity."""
    if kind is PassKind.BUMP:
        return letter.sweep_and_slide(capsule, velocity, DT, cubes)
    if kind is PassKind.SNAP:
        return letter.snap_to_ground(capsule, step, cubes), None
    return letter.depenetrate(capsule, cubes), None


def is_as_written(trace: Trace, frame: int, index: int, cubes: list[letter.Cube]) -> bool:
    """Tell whether a pass ended where the text leads from its start, or from a hair beside it."""
    record, scenario = trace.passes[index], trace.scenario
    assert scenario is not None
    assert isinstance(scenario.settings, SlideSettings)
    velocity = scenario.input[frame // FRAMES_EACH].velocity
    assert velocity is not None
    step, (x, y, z) = scenario.settings.step_height, record["start"].tolist()
    kept = trace.states[frame + 1]["velocity"] if frame + 1 < len(trace) else None
    for a, b, c in sorted(product((0.0, -HAIR_M, HAIR_M), repeat=3), key=lambda each: sum(map(abs, each))):
        feet = (x + a, y - FEET + b, z + c)
        capsule = letter.Capsule(feet, RADIUS, HALF_HEIGHT)
        ended, bent = repeat_pass(PassKind(int(record["kind"])), capsule, velocity, step, cubes)
        is_there = np.allclose(letter.add(ended.feet, (0.0, FEET, 0.0)), record["end"], rtol=0.0, atol=1e-9)
        if is_there and (bent is None or kept is None or np.allclose(bent, kept, rtol=0.0, atol=1e-9)):
            return True
    return False


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_every_pass_ends_where_the_text_leads(first: int) -> None:
    compared = dict.fromkeys((PassKind.BUMP, PassKind.SNAP, PassKind.DEPENETRATE), 0)
    for seed in range(first, first + 40):
        scenario, cubes = make_scene(seed)
        trace = simulate(scenario)
        for frame in range(len(trace)):
            for index in (index for attempt in trace.attempts_of(frame) for index in trace.passes_of(attempt)):
                kind = PassKind(int(trace.passes[index]["kind"]))
                if kind in compared:
                    compared[kind] += 1
                    assert is_as_written(trace, frame, index, cubes), (seed, frame, kind.name)
    assert compared[PassKind.BUMP] == 2000
    assert compared[PassKind.DEPENETRATE] > 20
    assert compared[PassKind.SNAP] > 0
