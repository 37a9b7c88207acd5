"""The Parameters panel: every knob is there, can be dragged, typed, chosen, reset, undone, and kept as a preset."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from app import commands as ask
from app.playback import Cursor
from app.preferences import Preferences
from app.presets import SUFFIX, list_presets
from app.ui.changes import NO_GHOST
from app.ui.dials import CAPSULE, OTHER_GROUP, RULE, Dial, Span, list_dials, read_number, to_cosine, to_degrees
from app.ui.layout import SCENARIOS, SELECTION, TIMELINE, VIEWPORT
from app.ui.parameters import NO_MATCH, NO_SCENARIO, NOTHING_OPEN
from engine.scenario import RULE_KINDS, SETTINGS, Controller, Scenario
from engine.settings import CctSettings, Knob, knobs_of
from tests.app.sample_files import write_walk
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

STAIRS = Path("assets/scenarios/stairs.scenario.json")
ALONE = Preferences(hidden_panels=(VIEWPORT, SCENARIOS, TIMELINE, SELECTION))
"""With the whole height of the window for the knobs, and What changed in front of its place."""


DOUBLE_CLICK_FRAMES = 20
"""After so many, a press at the same place is no double click any more."""


@pytest.fixture
def stairs(make_driver: MakeDriver, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setenv("SWEEPSCOPE_HOME", str(tmp_path / "home"))
    driver = make_driver(ALONE, size=(1280, 1000))
    driver.open(repository / STAIRS)
    return driver


def wanted(driver: Driver) -> Scenario:
    plan = driver.session.state.editing.plan
    assert plan is not None
    return plan.scenario


def settings(driver: Driver) -> CctSettings:
    held = wanted(driver).settings
    assert isinstance(held, CctSettings)
    return held


def settle(driver: Driver) -> None:
    driver.session.wait()
    driver.settle()


def drag_by(driver: Driver, name: str, share: float, stops: int = 5) -> None:
    """Drag a bar by a share of its width."""
    x, y = driver.find(name)
    width = driver.items[name][2] - driver.items[name][0]
    for _ in range(DOUBLE_CLICK_FRAMES):
        driver.headless.run_frame()
    driver.drag((x, y), *((x + share * width * (i + 1) / stops, y) for i in range(stops)))
    settle(driver)


def double_click(driver: Driver, name: str) -> None:
    driver.move(name)
    for _ in range(2):
        with driver.holding("left"):
            pass
    driver.settle()


def retype(driver: Driver, text: str) -> None:
    driver.press("ctrl+a")
    driver.type(text)
    driver.press("enter")
    settle(driver)


def search(driver: Driver, text: str) -> None:
    driver.click("search knobs")
    driver.press("ctrl+a")
    driver.type(text)
    driver.press("enter")


@pytest.mark.parametrize("controller", list(Controller))
def test_every_setting_and_every_rule_has_a_knob_in_a_group_of_its_own(stairs: Driver, controller: Controller) -> None:
    stairs.session.apply(ask.SetController(controller))
    scenario = wanted(stairs)
    groups = list_dials(scenario, scenario)
    assert OTHER_GROUP not in groups
    keys = [dial.key for dials in groups.values() for dial in dials]
    assert len(keys) == len(set(keys))
    assert set(keys) == {
        *(name for name, _ in knobs_of(SETTINGS[controller])),
        *(f"{RULE}{name}" for name, _ in knobs_of(RULE_KINDS[controller])),
        *(f"{CAPSULE}{name}" for name in ("radius", "height")),
    }
    for dials in groups.values():
        for dial in dials:
            assert dial.knob.help in dial.describe()
            assert dial.span.low < dial.span.high


def test_dragging_a_bar_is_one_step_and_simulates_at_once(stairs: Driver) -> None:
    before = stairs.session.state.document
    assert before is not None
    assert NO_GHOST in stairs.read_texts()
    drag_by(stairs, "knob step_offset", -0.4)
    value = settings(stairs).step_offset
    assert 0.05 <= value <= 0.15, "four tenths of a bar from 0 to 1 m"
    assert value == round(value, 3)
    after = stairs.session.state.document
    assert after is not None
    assert after.trace.scenario is not None
    assert after.trace.scenario.settings.step_offset == value  # type: ignore[union-attr]
    assert after.ghost is not None
    assert after.ghost.trace is before.trace
    assert len(stairs.session.state.editing.past) == 1
    assert after.changes is not None
    assert after.changes.summary in stairs.read_texts()
    drag_by(stairs, "knob step_offset", 0.1)
    assert len(stairs.session.state.editing.past) == 2


def test_undo_and_redo_by_key(stairs: Driver) -> None:
    drag_by(stairs, "knob step_offset", -0.3)
    value = settings(stairs).step_offset
    stairs.press("ctrl+z")
    assert settings(stairs).step_offset == 0.5
    stairs.press("ctrl+y")
    assert settings(stairs).step_offset == value
    stairs.press("ctrl+z")
    stairs.press("ctrl+shift+z")
    assert settings(stairs).step_offset == value
    stairs.click("menu Edit")
    assert f"item Undo step_offset {value:.4g}" in stairs.items
    stairs.click(f"item Undo step_offset {value:.4g}")
    assert settings(stairs).step_offset == 0.5


def test_a_double_click_types_the_exact_value(stairs: Driver) -> None:
    double_click(stairs, "knob step_offset")
    retype(stairs, "0.123456 m")
    assert settings(stairs).step_offset == 0.123456
    assert len(stairs.session.state.editing.past) == 1


def test_ctrl_and_a_click_types_too_and_escape_changes_nothing(stairs: Driver) -> None:
    from app.ui import events

    events.send_key("left_ctrl", down=True)
    stairs.click("knob contact_offset")
    events.send_key("left_ctrl", down=False)
    stairs.settle()
    stairs.type("7")
    stairs.press("escape")
    assert settings(stairs).contact_offset == wanted(stairs).settings.contact_offset  # type: ignore[union-attr]
    assert stairs.session.state.editing.past == ()
    events.send_key("left_ctrl", down=True)
    stairs.click("knob contact_offset")
    events.send_key("left_ctrl", down=False)
    stairs.settle()
    retype(stairs, "0,02")
    assert settings(stairs).contact_offset == 0.02


def test_what_cannot_be_typed_is_told_in_one_line(stairs: Driver) -> None:
    for text, got in (("-1", "-1.0"), ("much", '"much"')):
        double_click(stairs, "knob step_offset")
        retype(stairs, text)
        told = [message.text for message in stairs.session.state.messages]
        assert told == [f"step_offset: expected a number from 0 to 100 (m), got {got}"]
        stairs.session.apply(ask.LetGo())
        stairs.settle()
    assert settings(stairs).step_offset == 0.5


def test_the_slope_limit_is_turned_in_degrees_and_as_a_cosine(stairs: Driver) -> None:
    double_click(stairs, "knob slope_limit degrees")
    retype(stairs, "60°")
    assert settings(stairs).slope_limit == pytest.approx(0.5)
    double_click(stairs, "knob slope_limit")
    retype(stairs, "0.9")
    assert settings(stairs).slope_limit == 0.9
    drag_by(stairs, "knob slope_limit degrees", 2.0)
    assert settings(stairs).slope_limit == 0.0, "upright: the limit is off"
    assert to_cosine(to_degrees(0.707)) == pytest.approx(0.707)


def test_a_knob_that_differs_is_marked_and_its_button_resets_it(stairs: Driver) -> None:
    assert "reset step_offset" not in stairs.items
    stairs.session.apply(ask.SetSetting("step_offset", 0.3))
    settle(stairs)
    x, y = (int(part) for part in stairs.find("marks step_offset"))
    left, top, right, bottom = (int(part) for part in stairs.items["marks step_offset"])
    marked = stairs.headless.read_pixels()[top:bottom, left:right]
    stairs.click("reset step_offset")
    settle(stairs)
    assert settings(stairs).step_offset == 0.5
    assert "reset step_offset" not in stairs.items
    stairs.move((x + 600.0, float(y)))
    stairs.settle()
    plain = stairs.headless.read_pixels()[top:bottom, left:right]
    changed = abs(marked.astype(int) - plain).max(axis=2) > 40
    assert changed[:, : (right - left) // 3].any(), "the bar of what the file does not have"
    assert changed[:, (right - left) // 2 :].any(), "the dot of what is no default"


def test_choices_switches_and_what_the_rules_decide(stairs: Driver) -> None:
    stairs.click("knob climbing")
    stairs.click("choice climbing easy")
    settle(stairs)
    assert settings(stairs).climbing == "easy"
    search(stairs, "recovery")
    stairs.click("knob overlap_recovery")
    assert not settings(stairs).overlap_recovery
    search(stairs, "iterations side")
    stairs.click("set max_iterations_side")
    assert settings(stairs).max_iterations_side == settings(stairs).max_iterations
    settle(stairs)
    drag_by(stairs, "knob max_iterations_side", -0.3)
    count = settings(stairs).max_iterations_side
    assert isinstance(count, int)
    assert count < settings(stairs).max_iterations
    stairs.click("set max_iterations_side")
    assert settings(stairs).max_iterations_side is None


def test_rules_are_chosen_one_by_one_and_all_at_once(stairs: Driver) -> None:
    search(stairs, "rules.sensor")
    stairs.click("knob rules.sensor")
    stairs.click("choice rules.sensor always")
    settle(stairs)
    assert wanted(stairs).rule_changes == (("sensor", "always"),)
    stairs.click("reset rules.sensor")
    assert wanted(stairs).rule_changes == ()
    search(stairs, " ")
    for title in ("Steps and slopes", "Capsule", "Gaps"):
        stairs.click(f"group {title}")
    stairs.click("group Rules")
    stairs.click("rule preset")
    stairs.click("rule preset spec")
    settle(stairs)
    assert wanted(stairs).rules == "spec"


def test_the_controller_is_switched_and_its_own_knobs_appear(stairs: Driver) -> None:
    stairs.click("controller")
    stairs.click("controller slide")
    settle(stairs)
    assert wanted(stairs).controller is Controller.SLIDE
    assert {"knob step_height", "knob skin"} <= stairs.items.keys()
    assert "knob step_offset" not in stairs.items
    stairs.click("button Undo")
    settle(stairs)
    assert "knob step_offset" in stairs.items


def test_a_capsule_keeps_its_feet_where_they_are(stairs: Driver) -> None:
    before = wanted(stairs).capsule
    double_click(stairs, "knob capsule.radius")
    retype(stairs, "0.2")
    after = wanted(stairs).capsule
    assert after.radius == 0.2
    feet = [each.center[1] - each.radius - 0.5 * each.height for each in (before, after)]
    assert feet[0] == pytest.approx(feet[1])


def test_a_search_shows_only_what_matches(stairs: Driver) -> None:
    search(stairs, "iterations down")
    knobs = {name for name in stairs.items if name.startswith("knob ")}
    assert knobs == {"knob max_iterations_down", "knob rules.down_iterations"}
    search(stairs, "no such knob")
    assert NO_MATCH in stairs.read_texts()


def test_edits_from_this_frame_on_leave_the_frames_before(stairs: Driver) -> None:
    before = stairs.session.state.document
    assert before is not None
    stairs.session.apply(ask.SetCursor(Cursor(60)))
    stairs.settle()
    stairs.click("fork")
    drag_by(stairs, "knob step_offset", -0.45)
    after = stairs.session.state.document
    assert after is not None
    assert [message.text for message in stairs.session.state.messages] == []
    assert (after.trace.hashes[:60] == before.trace.hashes[:60]).all()
    assert not (after.trace.hashes == before.trace.hashes).all()
    past = len(stairs.session.state.editing.past)
    drag_by(stairs, "knob capsule.radius", 0.3)
    assert len(stairs.session.state.editing.past) == past, "the capsule concerns the whole run"


def test_presets_are_saved_loaded_and_deleted(stairs: Driver) -> None:
    stairs.session.apply(ask.SetSetting("step_offset", 0.21))
    settle(stairs)
    stairs.click("presets")
    stairs.click("preset name")
    stairs.type("low")
    stairs.click("save preset")
    assert [path.name for path in list_presets()] == [f"low{SUFFIX}"]
    stairs.session.apply(ask.ResetKnobs(to_file=False))
    stairs.settle()
    stairs.click("preset low")
    settle(stairs)
    assert settings(stairs).step_offset == 0.21
    if "doom preset low" not in stairs.items:
        stairs.click("presets")
    stairs.click("doom preset low")
    assert len(list_presets()) == 1, "deleting takes a second click"
    stairs.click("delete preset low")
    assert list_presets() == ()


def test_a_preset_is_shared_as_a_file(stairs: Driver, tmp_path: Path) -> None:
    stairs.session.apply(ask.SetSetting("step_offset", 0.21))
    stairs.session.apply(ask.BrowseFolder(tmp_path))
    settle(stairs)
    stairs.click("presets")
    stairs.click("write preset")
    path = tmp_path / f"stairs{SUFFIX}"
    assert json.loads(path.read_text(encoding="utf-8"))["settings"]["step_offset"] == 0.21
    stairs.session.apply(ask.ResetKnobs(to_file=True))
    stairs.settle()
    stairs.click("read preset")
    assert settings(stairs).step_offset == 0.21


def test_settings_are_copied_as_json_and_as_cpp(stairs: Driver) -> None:
    from imgui_bundle import imgui

    stairs.click("presets")
    stairs.click("copy json")
    assert json.loads(imgui.get_clipboard_text())["format"] == "sweepscope.preset"
    stairs.click("presets")
    stairs.click("copy cpp")
    assert "const float kStepOffset = 0.5f; // m. Highest step that is climbed." in imgui.get_clipboard_text()


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [1000, 2400])
def test_bars_and_buttons_stay_inside_the_panel_and_apart(
    make_driver: MakeDriver, repository: Path, width: int, scale: float
) -> None:
    driver = make_driver(ALONE, size=(width, 1400), scale=scale)
    driver.open(repository / STAIRS)
    driver.session.apply(ask.SetSetting("step_offset", 0.3))
    driver.session.apply(ask.SetSetting("slope_limit", 0.5))
    settle(driver)
    left, _, right, _ = driver.items["search knobs"]
    for name, (begin, _, end, _) in driver.items.items():
        if name.startswith(("knob ", "reset step", "reset slope", "set ", "marks ")):
            assert left <= begin < end <= right + 1, name
    assert driver.items["knob slope_limit degrees"][2] < driver.items["knob slope_limit"][0]
    assert driver.items["knob slope_limit"][2] < driver.items["reset slope_limit"][0]
    assert driver.items["knob step_offset"][3] <= driver.items["knob slope_limit"][1]


def test_without_a_scenario_there_is_nothing_to_turn(make_driver: MakeDriver, tmp_path: Path) -> None:
    driver = make_driver(ALONE)
    assert NOTHING_OPEN in driver.read_texts()
    path = write_walk(tmp_path)
    data = json.loads(path.read_text(encoding="utf-8"))
    data.pop("scenario", None)
    path.write_text(json.dumps(data), encoding="utf-8")
    driver.open(path)
    assert NO_SCENARIO in driver.read_texts()


def test_spans_round_to_what_a_hand_means() -> None:
    assert Span(0.0, 1.0).round(0.123456) == 0.123
    assert Span(0.0, 1.0).round(0.123456, finely=True) == 0.12346
    assert Span(1e-4, 1.0, is_log=True).round(0.00123456) == 0.00123
    assert Span(1e-4, 1.0, is_log=True).fraction(0.01) == pytest.approx(0.5)
    assert Span(1, 20).fraction(30) == 1.0


def test_typed_numbers_are_read_with_unit_comma_and_bits() -> None:
    length = Knob(0.5, "m", 0, 100, (), float, "")
    assert [read_number(text, length) for text in (" 0.3 m", "0,3", "3e-1", "x")] == [0.3, 0.3, 0.3, "x"]
    bits = Knob(0, "", 0, 2**32, (), int, "")
    assert (read_number("0xFF", bits), read_number("12", bits)) == (255, 12)
    assert math.isclose(float(str(read_number("45°", length))), 45.0)


def test_a_value_beyond_the_bar_stretches_it() -> None:
    knob = next(knob for name, knob in knobs_of(CctSettings) if name == "step_offset")
    assert Dial("step_offset", knob, 3.0, 0.5, 0.5).span == Span(0.0, 3.0)
