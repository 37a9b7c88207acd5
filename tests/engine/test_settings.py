"""Settings have the documented defaults, and refuse what is out of range by name."""

from __future__ import annotations

import dataclasses
import math

import pytest

from engine.errors import InputError
from engine.settings import CctSettings, SlideSettings, knobs_of, skin_for_radius


def test_the_defaults_are_the_documented_ones() -> None:
    cct = CctSettings()
    assert (cct.step_offset, cct.slope_limit, cct.contact_offset) == (0.5, 0.707, 0.01)
    assert (cct.climbing, cct.non_walkable, cct.min_move_distance) == ("constrained", "prevent_climbing", 0.001)
    assert (cct.overlap_recovery, cct.ride_platforms, cct.max_iterations, cct.volume_growth) == (True, False, 10, 1.5)
    assert cct.max_iterations_side is None
    slide = SlideSettings()
    assert (slide.skin, slide.max_bumps, slide.ground_grace_time) == (0.03, 4, 0.1)
    assert (slide.max_depenetration_iterations, slide.slope_limit, slide.overclip) == (4, 0.707, 1.001)


@pytest.mark.parametrize("settings", [CctSettings, SlideSettings])
def test_every_knob_tells_its_range_and_one_line_of_help(settings: type[CctSettings] | type[SlideSettings]) -> None:
    for name, knob in knobs_of(settings):
        assert knob.help.endswith("."), name
        assert "\n" not in knob.help
        assert knob.choices or knob.kind is bool or (knob.low is not None and knob.high is not None), name
        assert knob.convert(name, knob.default) == knob.default


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"step_offset": -1}, "step_offset: expected a number from 0 to 100 (m), got -1.0"),
        ({"slope_limit": 45}, "slope_limit: expected a number from 0 to 1 (cosine), got 45.0"),
        ({"contact_offset": math.nan}, "contact_offset: expected a number from 1e-06 to 10 (m), got nan"),
        ({"climbing": "hard"}, 'climbing: expected one of constrained, easy, got "hard"'),
        ({"overlap_recovery": 1}, "overlap_recovery: expected true or false, got 1"),
        ({"max_iterations": 2.5}, "max_iterations: expected a whole number from 1 to 1000, got 2.5"),
        ({"step_offset": True}, "step_offset: expected a number from 0 to 100 (m), got True"),
        ({"max_iterations_up": 0}, "max_iterations_up: expected a whole number from 1 to 1000 or null, got 0"),
        ({"mask": 2**32}, "mask: expected a whole number from 0 to 4294967295, got 4294967296"),
        ({"window_step_down": -1}, "window_step_down: expected a number from 0 to 100 (m), got -1.0"),
        ({"step_offset": None}, "step_offset: expected a number from 0 to 100 (m), got None"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(values: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        CctSettings(**values)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_whole_numbers_become_floats_where_floats_are_meant() -> None:
    assert isinstance(CctSettings(step_offset=1).step_offset, float)


def test_a_changed_copy_is_checked_too() -> None:
    with pytest.raises(InputError, match="max_bumps"):
        dataclasses.replace(SlideSettings(), max_bumps=0)


@pytest.mark.parametrize(("radius", "skin"), [(0.35, 0.035), (0.05, 0.01)])
def test_the_skin_preset_grows_with_the_radius(radius: float, skin: float) -> None:
    assert skin_for_radius(radius) == pytest.approx(skin)
