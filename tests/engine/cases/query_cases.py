"""The cases that ask the geometry instead of walking: PhysX's sweep of one triangle, and precision on a terrain.

Hits are chosen as each controller chooses them: `physx` for `cct`, whose level is rounded to float32, `closest` for
`slide` and for whoever calls `engine.sweep`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from app.bench.query_world import HALF_HEIGHT_M, RADIUS_M, SWEEP_M, Hills
from engine.batch import sweep_many
from engine.hits import Selection
from engine.level import Body, Level
from engine.queries import sweep
from engine.scenario import Controller, Scenario
from engine.shapes import Capsule, Mesh
from engine.transforms import FloatArray
from tests.engine.cases import figures
from tests.engine.cases.case import Answer, Case, Reason, Runs, within
from tests.engine.cases.closed_form import sweep_in_closed_form
from tests.engine.cases.worlds import make_scenario

SELECTIONS = {Controller.CCT: Selection.PHYSX, Controller.SLIDE: Selection.CLOSEST}
CELLS = 64
"""8192 triangles."""
SWEEPS = 600
CLEAR_M = 0.15
"""Metres that the benchmark's starts are lifted by: then none touches the ground."""


def make_triangle() -> Body:
    """Return PhysX's one triangle."""
    corners = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)])
    return Body("triangle", Mesh(corners, np.array([(0, 1, 2)])))


def reports_overlap(controller: Controller) -> float:
    """Return 1 if the sweep along the capsule's own axis reports that it overlaps the triangle at the start.

    PhysX's geometry query (PxGeometryQuery::sweep, 5.6.1) says: distance 0, normal +X, initial overlap.
    """
    capsule = Capsule((0.0, 0.0, 0.0), 0.3, 2.0, (1.0, 0.0, 0.0))
    hit = sweep(Level((make_triangle(),)), capsule, (-1.0, 0.0, 0.0), 1.0, selection=SELECTIONS[controller])
    return float(hit is not None and hit.distance == 0.0)


def move_from_triangle(controller: Controller) -> list[Scenario]:
    """Move a character whose up is +X by 0.1 m down, out of the same overlap."""
    return [
        make_scenario(
            controller,
            make_triangle(),
            feet=(-1.3, 0.0, 0.0),
            gap=0.0,
            up=(1.0, 0.0, 0.0),
            height=2.0,
            move=(-0.1, 0.0, 0.0),
            gravity=None,
            frames=1,
            step_offset=0.0,
        )
    ]


@cache
def ask_closed_form() -> FloatArray:
    """Return how far each sweep gets, metres; inf: no touch."""
    hills = Hills(CELLS)
    corners, axis = hills.vertices[hills.triangles], np.array([0.0, HALF_HEIGHT_M, 0.0])
    return np.array(
        [
            sweep_in_closed_form(center, direction, SWEEP_M, corners, RADIUS_M, axis)
            for center, direction in zip(*scatter(hills), strict=True)
        ]
    )


def scatter(hills: Hills) -> tuple[FloatArray, FloatArray]:
    """Return centres and directions of the sweeps."""
    centers, directions = hills.scatter_sweeps(SWEEPS)
    return centers + np.array([0.0, CLEAR_M, 0.0]), directions


@cache
def find_errors_mm(controller: Controller) -> FloatArray:
    """Return by how many millimetres our distances miss the closed form; inf where only one of the two hits."""
    hills, exact = Hills(CELLS), ask_closed_form()
    selection = SELECTIONS[controller]
    hits = sweep_many(
        hills.build_level(), *scatter(hills), SWEEP_M, radius=RADIUS_M, height=2.0 * HALF_HEIGHT_M, selection=selection
    )
    touched = np.isfinite(exact)
    apart = np.abs(hits["distance"][touched & hits["hit"]] - exact[touched & hits["hit"]])
    return np.concatenate([1e3 * apart, np.full(int((touched != hits["hit"]).sum()), np.inf)])


PHYSX = (
    Case(
        "P1", "PhysX", "Triangle (0,0,0) (1,0,0) (0,0,-1); a capsule at the origin, radius 0.3, half height 1, axis X, "
        "swept towards -X: is the overlap at the start reported?", "yes", within(1.0, 1.0),
        reports_overlap, Answer(0, Reason.LEADING_SPHERE), Answer(1), unit="yes",
    ),
    Case(
        "P1", "PhysX", "The same as a character whose up is +X, moved down by 0.1 m: push out of the triangle.",
        "≥ 0.3 m, if it is reported", within(0.3, 0.4),
        Runs(move_from_triangle, figures.push_along(1)),
        Answer(0.0, Reason.LEADING_SPHERE), Answer(0.33), physx=0.0,
    ),
)  # fmt: skip

PRECISION = (
    Case(
        "—", "Jolt, Rapier, Bullet", "600 sweeps of a capsule on a terrain of 8192 triangles: error of the distance, "
        "median.", "0.003, 0.014, 0.007 mm", within(0.0, 0.003),
        lambda controller: float(np.median(find_errors_mm(controller))), Answer(0.0), Answer(0.0), unit="mm",
    ),
    Case(
        "—", "Jolt, Rapier, Bullet", "The same: the worst.", "0.17, 0.36, 2.03 mm", within(0.0, 0.17),
        lambda controller: float(find_errors_mm(controller).max()), Answer(0.0002), Answer(0.0), unit="mm",
    ),
)  # fmt: skip
