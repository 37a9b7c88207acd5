"""The world that the measurements run in: a terrain, and a long walk over it with everything that a frame can have."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.bench.terrain import BODY, EXTENT_M, Terrain, fit_terrain
from app.bench.walk import Walk, record_walk
from engine.scenario import Scenario
from engine.settings import CctSettings
from engine.shapes import Capsule

if TYPE_CHECKING:
    from engine.trace import Trace
    from engine.transforms import FloatArray

SEED = 20_240_607
"""Any number: it fixes which frames have an experiment, a recovery, a touched wall."""
RADIUS_M, HEIGHT_M = 0.35, 1.1
REACH_M = 0.4 * EXTENT_M
"""How far the way leads from the middle."""
EXPERIMENT_SHARE, RECOVER_SHARE = 0.06, 0.4
"""Of the frames, and of the experiments. The timeline pools a dozen frames into a column: with events this rare about
every second column has one, which breaks a lane into nearly as many pieces as it can have."""
WALL_SHARE = 0.06
"""Of the frames, those that touch a wall, above and in front. As with the experiments, more than one frame in twenty is
costly: the 95th percentile sees it."""
MOST_SLIDES = 5
"""Iterations of SIDE in a corner."""


@dataclass(frozen=True)
class WorldSize:
    """How large a world is to be."""

    triangles: int
    """At least; the next square number of cells is taken."""
    frames: int


def make_world(size: WorldSize) -> Trace:
    """Return a walk over a terrain, scenario and level included. The same size gives the same world, bit for bit."""
    terrain = fit_terrain(size.triangles)
    settings = CctSettings()
    centers = _lead_way(terrain, size.frames, settings.contact_offset)
    scenario = Scenario(
        name=f"bench {size.frames} frames",
        capsule=Capsule((float(centers[0, 0]), float(centers[0, 1]), float(centers[0, 2])), RADIUS_M, HEIGHT_M),
        level=terrain.build_level(),
        settings=settings,
    )
    return record_walk(_plan_walk(terrain, centers), scenario, body_name=BODY)


def _lead_way(terrain: Terrain, frames: int, gap_m: float) -> FloatArray:
    """Return the centres (frames + 1, 3) of a capsule that walks a closed curve on the ground."""
    turn = np.linspace(0.0, math.tau, frames + 1)
    x, z = REACH_M * np.sin(3.0 * turn), REACH_M * np.sin(2.0 * turn + 0.5)
    return np.stack([x, terrain.height(x, z) + 0.5 * HEIGHT_M + RADIUS_M + gap_m, z], axis=1)


def _plan_walk(terrain: Terrain, centers: FloatArray) -> Walk:
    """Choose what happens in each frame."""
    frames, chance = len(centers) - 1, np.random.default_rng(SEED)
    experiment = chance.random(frames) < EXPERIMENT_SHARE
    wall = chance.random(frames) < WALL_SHARE
    slides = np.where(wall, chance.integers(2, MOST_SLIDES + 1, frames), 1)
    x, z = centers[1:, 0], centers[1:, 2]
    return Walk(
        centers=centers,
        experiment=experiment,
        recover=experiment & (chance.random(frames) < RECOVER_SHARE),
        wall=wall,
        slides=slides,
        ground_normals=terrain.normal(x, z),
        ground_triangles=terrain.triangle_at(x, z),
    )
