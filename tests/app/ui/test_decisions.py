"""The Inspector shows the decisions of what the cursor looks at, and how the run compares with its ghost."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from app.documents import COMPILING
from app.playback import Cursor
from tests.app.sample_files import STEP_M, write_walk
from tests.app.test_documents import write_scenario
from tests.app.ui.conftest import WITHOUT_VIEWPORT, MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu


@pytest.fixture
def simulated(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """The panels around a run of ours that walks along a floor."""
    driver = make_driver(WITHOUT_VIEWPORT)
    driver.open(write_scenario(tmp_path))
    return driver


def read_at(driver: Driver, cursor: Cursor) -> list[str]:
    driver.session.apply(ask.SetCursor(cursor))
    driver.settle()
    return [text.strip() for text in driver.read_texts()]


def test_the_gates_of_frame_attempt_pass_and_iteration_are_shown_where_they_belong(simulated: Driver) -> None:
    of_frame = read_at(simulated, Cursor(3))
    assert "Decisions" in of_frame
    told = " ".join(of_frame)
    assert "has n·up 1.00 >= slope limit 0.707: walkable by the rule of the DOWN triangle." in told
    of_attempt = read_at(simulated, Cursor(3, 0))
    assert "Decisions: move" in of_attempt
    assert {"side motion", "sensor: short move", "slope rules on"} <= set(of_attempt)
    assert "rest of the way" not in of_attempt
    of_pass = read_at(simulated, Cursor(3, 0, 1))
    assert "Decisions: move, SIDE" in of_pass
    assert (
        "Nothing hit within rest of the way + contact offset 0.11 m: the way is free, and the pass ends with it."
        in (of_pass)
    )
    of_iteration = read_at(simulated, Cursor(3, 0, 3, 0))
    assert {"room to advance", "hit in reach", "contact offset"} & set(of_iteration) == {
        "room to advance",
        "hit in reach",
    }


def test_what_decided_is_marked(simulated: Driver) -> None:
    texts = [text for text in _list_rows(simulated, Cursor(3, 0, 1)) if text.endswith("hit in reach")]
    assert [text.startswith("   ") for text in texts] == [False]
    others = [text for text in _list_rows(simulated, Cursor(3, 0, 1)) if text.endswith("rest of the way")]
    assert [text.startswith("   ") for text in others] == [True]


def _list_rows(driver: Driver, cursor: Cursor) -> list[str]:
    driver.session.apply(ask.SetCursor(cursor))
    driver.settle()
    return driver.read_texts()


def test_a_trace_without_decisions_shows_none(ramp_panels: Driver) -> None:
    assert not [text for text in read_at(ramp_panels, Cursor(30)) if text.startswith("Decisions")]


def test_the_first_difference_from_a_ghost_is_a_click_away_and_the_ghost_can_be_closed(
    simulated: Driver, tmp_path: Path
) -> None:
    other = write_walk(tmp_path, "other")
    other.write_text(other.read_text().replace(f'"center": [{STEP_M * 3}', '"center": [7.5'))
    simulated.session.apply(ask.OpenGhost(other))
    simulated.session.wait()
    simulated.settle()
    document = simulated.session.state.document
    assert document is not None
    assert document.ghost is not None
    first = document.ghost.comparison.first
    assert first is not None
    assert any(text.startswith("Ghost: test, beside Sweepscope") for text in simulated.read_texts())
    simulated.click("go to difference")
    assert simulated.session.state.playback.cursor == Cursor(first)
    simulated.click("close ghost")
    assert simulated.session.state.document is not None
    assert simulated.session.state.document.ghost is None


def test_a_right_click_opens_a_file_as_ghost(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = make_driver(WITHOUT_VIEWPORT)
    write_walk(tmp_path, "twin")
    driver.open(write_walk(tmp_path))
    driver.move("file twin")
    with driver.holding("right"):
        pass
    driver.settle()
    driver.click("context Open as ghost")
    driver.session.wait()
    document = driver.session.state.document
    assert document is not None
    assert document.ghost is not None
    assert document.ghost.path == tmp_path / "twin.trace.json"


def test_what_the_background_is_doing_is_drawn_over_what_is_open(driver: Driver) -> None:
    from dataclasses import replace

    assert "opening" not in driver.items
    session = driver.session
    session._put(replace(session.state, opening=Path("stairs.scenario.json"), stage=COMPILING))
    driver.settle()
    assert "opening" in driver.items
