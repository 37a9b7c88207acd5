"""The Mesh health panel opens when something harms a character, and goes through the triangles of a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import commands as ask
from app.draw.drawlist import Pick, PickKind
from tests.app.mesh_levels import COPY, TURNED, write_yard_scenario
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

YARD = 1
"""The index of the body that is a mesh."""


def picked(driver: Driver) -> Pick:
    return driver.session.state.selection.pick


def is_examined(driver: Driver) -> bool:
    document = driver.session.state.document
    return document is not None and document.health is not None and not driver.session.is_busy


@pytest.fixture
def yard(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A screen with the faulty yard open."""
    made = make_driver()
    made.open(write_yard_scenario(tmp_path))
    return made


def test_a_harmful_level_opens_the_panel_with_a_message(yard: Driver) -> None:
    assert yard.session.state.health_open
    (message,) = yard.session.state.messages
    assert message.is_error
    assert message.text == (
        "Mesh health of yard: unusable and left out: 1 × index out of range, 1 × not finite; "
        "harmful: 1 × inconsistent winding."
    )
    texts = yard.read_texts()
    assert "21 triangles, 17 vertices, 3.0 × 0.0 × 3.0 m" in texts
    assert "2 triangles are left out; the others keep their numbers." in texts
    assert {"triangle 19", "triangle 20", "unusable", "harmful", "notable"} <= set(texts)


def test_a_click_selects_the_first_triangle_of_a_finding_and_f_frames_it(yard: Driver) -> None:
    far = yard.session.state.camera
    yard.click("finding yard inconsistent_winding")
    assert picked(yard) == Pick(PickKind.TRIANGLE, YARD, TURNED)
    assert "triangle 5 is selected, 1 of 1" in yard.read_texts()
    yard.press("f")
    assert yard.session.state.camera != far
    corners = [(0.0, 0.0, 2.0), (1.0, 0.0, 3.0), (1.0, 0.0, 2.0)]
    for corner in corners:
        yard.find_world(corner)  # lies in the picture


def test_further_clicks_go_through_the_triangles_and_begin_again(yard: Driver) -> None:
    yard.turn_wheel("finding yard inconsistent_winding", -50)
    finding = yard.session.state.document.health.bodies[0].health.findings[-1]  # type: ignore[union-attr]
    rim = finding.triangles.tolist()
    assert len(rim) == 10
    for number in [*rim, rim[0]]:
        yard.click("finding yard open_edge")
        assert picked(yard) == Pick(PickKind.TRIANGLE, YARD, number)
    yard.click("finding yard duplicate")
    assert picked(yard) == Pick(PickKind.TRIANGLE, YARD, COPY)


def test_a_triangle_without_a_place_cannot_be_selected(yard: Driver) -> None:
    yard.click("finding yard not_finite")
    assert picked(yard).kind == PickKind.NOTHING


def test_a_sound_level_keeps_the_panel_closed_and_the_menu_opens_it(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = make_driver()
    driver.open(write_yard_scenario(tmp_path, healthy=True))
    assert (driver.session.state.health_open, driver.session.state.messages) == (False, ())
    driver.click("menu Window")
    driver.click("item Mesh health")
    assert driver.session.state.health_open
    assert any(text.startswith("12 edges have one triangle only.") for text in driver.read_texts())
    driver.session.apply(ask.ToggleHealth())
    driver.settle()
    assert not any(name.startswith("finding") for name in driver.items)


def test_the_panel_of_a_file_that_was_opened_at_once_fills_in_the_background(
    make_driver: MakeDriver, tmp_path: Path
) -> None:
    driver = make_driver()
    driver.session.open_now(write_yard_scenario(tmp_path))
    driver.settle()
    assert not is_examined(driver)
    driver.session.apply(ask.ToggleHealth())
    driver.session.wait()
    driver.settle()
    assert is_examined(driver)
    assert "finding yard duplicate" in driver.items
    assert driver.session.state.messages == ()


def test_a_level_without_meshes_says_so(driver: Driver) -> None:
    assert not driver.session.state.health_open
    driver.session.apply(ask.ToggleHealth())
    driver.settle()
    assert "No body of this level is a mesh; the other shapes are always sound." in driver.read_texts()


def test_nothing_open_says_so(make_driver: MakeDriver) -> None:
    driver = make_driver()
    driver.session.apply(ask.ToggleHealth())
    driver.settle()
    assert "Nothing is open." in driver.read_texts()


def test_the_panel_lies_beside_the_inspector_and_stays_there_when_the_layout_is_reset(yard: Driver) -> None:
    left = yard.items["finding yard duplicate"][0]
    assert left > 0.7 * yard.headless.size[0]
    yard.session.apply(ask.ResetLayout())
    yard.settle()
    assert yard.items["finding yard duplicate"][0] == pytest.approx(left, abs=2)
