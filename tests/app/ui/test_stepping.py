"""Into the walk experiment and out again, by keys and by the tree; the reason is on the screen."""

from __future__ import annotations

import re

import pytest

from app import commands as ask
from app.playback import Cursor
from tests.app.sample_files import FRAMES
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu

REASON = re.compile(
    r"The DOWN triangle is too steep: n·up 0\.69\d* \(46\.0°\) < slope limit 0\.707 \(45\.0°\), "
    r"and its top is 7\.09\d* m above the capsule's bottom > step offset 0\.50* m\."
)
"""However many digits are shown."""


def cursor(panels: Driver) -> Cursor:
    return panels.session.state.playback.cursor


def has_text(panels: Driver, words: str) -> bool:
    return any(words in text for text in panels.read_texts())


def test_the_experiment_is_found_by_a_key_and_its_reason_is_read(ramp_panels: Driver) -> None:
    assert not has_text(ramp_panels, "too steep")
    ramp_panels.press("period")
    assert cursor(ramp_panels) == Cursor(27)
    texts = " ".join(ramp_panels.read_texts())
    assert REASON.search(texts)
    assert re.search(r"0\.69\d* < 0\.707", texts), "the figures stand in a table too"


def test_iterations_lead_into_the_experiment(ramp_panels: Driver) -> None:
    ramp_panels.press("period")
    seen = []
    for _ in range(6):
        ramp_panels.press("shift+right")
        seen.append(cursor(ramp_panels).path)
    # UP, SIDE, SENSOR and DOWN of the move; then SIDE and SENSOR of the experiment, which had nothing to sweep.
    assert seen == [(27, 0, 0, 0), (27, 0, 1, 0), (27, 0, 2, 0), (27, 0, 3, 0), (27, 1, 0), (27, 1, 1)]
    ramp_panels.press("shift+right")
    assert cursor(ramp_panels) == Cursor(27, 1, 2, 0)
    ramp_panels.press("shift+left")
    assert cursor(ramp_panels) == Cursor(27, 1, 1)


def test_a_line_of_the_tree_is_looked_at_by_a_click_and_left_by_another(ramp_panels: Driver) -> None:
    for title in ("Selection", "What changed", "Runs"):
        ramp_panels.session.apply(ask.TogglePanel(title))  # or the tree would have to be scrolled
    ramp_panels.press("period")
    ramp_panels.click("tree 1.2.0")
    assert cursor(ramp_panels) == Cursor(27, 1, 2, 0)
    assert has_text(ramp_panels, "hit floor")
    ramp_panels.click("tree 1.2.0")
    assert cursor(ramp_panels) == Cursor(27)
    ramp_panels.click("tree 0.3")
    assert cursor(ramp_panels) == Cursor(27, 0, 3)
    ramp_panels.click("tree 1")
    assert cursor(ramp_panels) == Cursor(27, 1)


KEYS = {
    "right": Cursor(6),
    "left": Cursor(4),
    "shift+right": Cursor(5, 0, 0, 0),
    "shift+left": Cursor(5, 1, 1, 0),
    "ctrl+right": Cursor(5, 0, 0),
    "ctrl+left": Cursor(5, 1, 1),
    "alt+right": Cursor(5, 0),
    "alt+left": Cursor(5, 1),
    "home": Cursor(0),
    "end": Cursor(FRAMES - 1),
    "period": Cursor(8),
}
BUTTONS = {
    "First frame": Cursor(0),
    "Previous frame": Cursor(4),
    "Next frame": Cursor(6),
    "Last frame": Cursor(FRAMES - 1),
    "Previous iteration": Cursor(5, 1, 1, 0),
    "Next iteration": Cursor(5, 0, 0, 0),
}


def test_keys_and_buttons_step_from_frame_5(panels: Driver) -> None:
    def go_back() -> None:
        panels.session.apply(ask.SetCursor(Cursor(5)))
        panels.settle()

    for chord, target in KEYS.items():
        go_back()
        panels.press(chord)
        assert cursor(panels) == target, chord
    for button, target in BUTTONS.items():
        go_back()
        panels.click(f"button {button}")
        assert cursor(panels) == target, button


def test_a_frame_can_be_typed(panels: Driver) -> None:
    panels.click("frame field")
    panels.press("ctrl+a")
    panels.type("7")
    panels.press("enter")
    assert cursor(panels) == Cursor(7)
    panels.press("right")
    assert cursor(panels) == Cursor(8), "keys step again once the field is left"


def test_a_key_held_down_repeats(panels: Driver) -> None:
    from app.ui import events

    events.send_key("right_arrow", down=True)
    for _ in range(60):
        panels.headless.run_frame()
    events.send_key("right_arrow", down=False)
    panels.settle()
    assert 4 < cursor(panels).frame <= FRAMES - 1
