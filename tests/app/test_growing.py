"""A document that grows with its run is what it would be if it were made from the whole run at the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from app.documents import make_document
from app.growing import grow_document
from app.runs import add_other, make_other
from engine.live import LiveRun
from engine.run_input import expand_input
from engine.settings import CctSettings
from engine.simulate import simulate
from tests.engine.test_live import walk


def test_a_grown_document_is_the_one_that_the_whole_run_gives() -> None:
    scenario = walk(CctSettings(), frames=2200)  # more than one piece of the path
    rows, run, bare = expand_input(scenario), LiveRun(scenario), replace(scenario, input=())
    run.advance(rows[:1])
    document = make_document(Path("walk"), run.trace())
    ghost = simulate(walk(CctSettings(step_offset=0.05), frames=300))
    other = make_other(ghost, document.scene, 0, "ghost")
    document = replace(document, others=add_other((), other))
    done = 1
    while done < len(rows):
        step = 1 + done % 7
        run.advance(rows[done : done + step])
        done = min(done + step, len(rows))
        document = grow_document(document, run.trace(), bare)
    whole = make_document(Path("walk"), simulate(scenario))
    assert [lane.name for lane in document.lanes] == [lane.name for lane in whole.lanes]
    for ours, theirs in zip(document.lanes, whole.lanes, strict=True):
        np.testing.assert_array_equal(ours.strength, theirs.strength, err_msg=ours.name)
    assert [chunk.first for chunk in document.scene.path] == [0, 2048]
    for piece, expected in zip(document.scene.path, whole.scene.path, strict=True):
        np.testing.assert_array_equal(piece.points, expected.points)
        assert piece.picks == expected.picks
    again = make_other(ghost, whole.scene, 0, "ghost")
    np.testing.assert_array_equal(document.others[0].comparison.distances, again.comparison.distances)
    np.testing.assert_array_equal(document.others[0].lane.strength, again.lane.strength)


def test_pieces_of_the_path_that_are_full_are_never_made_again() -> None:
    scenario = walk(CctSettings(), frames=2100)
    rows, run = expand_input(scenario), LiveRun(scenario)
    run.advance(rows[:2060])
    before = make_document(Path("walk"), run.trace())
    run.advance(rows[2060:])
    after = grow_document(before, run.trace(), replace(scenario, input=()))
    assert after.scene.path[0] is before.scene.path[0]
    assert after.scene.path[1].version != before.scene.path[1].version
    assert after.scene.level is before.scene.level
