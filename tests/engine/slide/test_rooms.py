"""Random walks in closed rooms full of clutter: nobody gets out, turns into no number, or sinks into anything."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.room_walk import RoomReport, add_walk, make_room, make_walk
from engine.run_input import COLUMNS
from engine.settings import SlideSettings
from engine.simulate import Runner

FRAMES = 4_000


@pytest.mark.parametrize("room", range(6))
def test_walks_in_random_rooms_keep_every_promise(room: int) -> None:
    report = RoomReport(seed=7, rooms=room)
    scenario = replace(make_room(7, room), settings=SlideSettings(), rules="", rule_changes=())
    inputs = make_walk(7, room, FRAMES, scenario.dt)
    assert inputs.shape == (FRAMES, COLUMNS)
    centers = Runner(scenario, record=False).run(inputs).centers
    add_walk(report, scenario, centers, 20)
    assert report.is_clean, report.troubles
    assert report.walked_m > 0.002 * FRAMES


@pytest.mark.parametrize("room", range(2))
def test_the_document_to_the_letter_yields_numbers_all_the_same(room: int) -> None:
    scenario = replace(make_room(8, room), settings=SlideSettings(), rules="document", rule_changes=())
    centers = Runner(scenario, record=False).run(make_walk(8, room, 1_000, scenario.dt)).centers
    assert np.isfinite(centers).all()
