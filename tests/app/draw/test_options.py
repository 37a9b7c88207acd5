"""Every layer can be switched, and what is off is not drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.draw.options import LAYERS, ViewOptions, show_only_pass, toggle_layer
from app.draw.palette import DARK, LIGHT, PASS_COLORS, THEMES
from app.draw.scene import build_draw_list, prepare_scene
from app.draw.view import SceneCache
from app.playback import Cursor
from engine.trace import PassKind
from tests.app.draw.reading import colors_of, find_lines, rounded
from tests.app.sample_traces import open_sample


@pytest.fixture
def ramp(physx_traces: Path) -> SceneCache:
    return prepare_scene(open_sample(physx_traces, "T07_ramp46_slide_constrained"))


def test_layers_that_are_off_draw_nothing(ramp: SceneCache) -> None:
    options = ViewOptions()
    for layer in LAYERS:
        if getattr(options, layer.name):
            options = toggle_layer(options, layer.name)
    drawn = build_draw_list(ramp, Cursor(27), options)
    assert not drawn.meshes + drawn.lines + drawn.capsules + drawn.discs + drawn.labels
    assert drawn.ground is None


def test_without_the_experiment_the_first_attempt_is_not_dimmed(ramp: SceneCache) -> None:
    solid = find_lines(build_draw_list(ramp, Cursor(27), ViewOptions(experiment=False)), "passes")
    assert solid is not None
    assert solid.colors[:, 3].min() == 1.0


def test_one_kind_of_pass_can_be_shown_alone(ramp: SceneCache) -> None:
    drawn = build_draw_list(ramp, Cursor(27, 0), show_only_pass(ViewOptions(), PassKind.DOWN))
    assert colors_of(find_lines(drawn, "passes")) == {rounded(PassKind.DOWN)}


def test_every_layer_has_a_switch_a_key_of_its_own_and_help() -> None:
    assert {layer.name for layer in LAYERS} == set(ViewOptions.__dataclass_fields__)
    assert len({layer.key for layer in LAYERS}) == len(LAYERS)
    assert all(layer.words and layer.help.endswith(".") for layer in LAYERS)
    assert {layer.pass_kind for layer in LAYERS} >= set(PassKind)
    with pytest.raises(ValueError, match="no layer is called"):
        toggle_layer(ViewOptions(), "fog")


def test_pass_colours_are_the_designed_ones_and_themes_differ() -> None:
    assert PASS_COLORS[PassKind.UP][:3] == pytest.approx((0x56 / 255, 0xB4 / 255, 0xE9 / 255))
    assert set(PASS_COLORS) == set(PassKind)
    assert THEMES["dark"] is DARK
    assert THEMES["light"] is LIGHT
    assert DARK.level_color("level", "static") != DARK.level_color("level", "kinematic")
    assert DARK.level_color("obstacle", "static") == DARK.level_obstacle
