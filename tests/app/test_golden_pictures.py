"""Pictures look as they did, on the one software rasteriser that draws alike everywhere.

After a change of the look that is meant, write them anew and look at them before committing:
`SWEEPSCOPE_UPDATE_GOLDEN=1 python run.py test tests/app/test_golden_pictures.py`
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from app import commands as ask
from app.cursor_words import Moment
from app.errors import NoGraphicsError
from app.headless import HeadlessScreen
from app.pictures import write_png
from app.session import Session
from tests.app.sample_files import write_walk

pytestmark = pytest.mark.gpu

FOLDER = Path(__file__).parent.parent / "golden"
UPDATES = os.environ.get("SWEEPSCOPE_UPDATE_GOLDEN") == "1"
RASTERISER = "llvmpipe"
SIZE = (640, 360)
BLOCK_PX = 4
"""Pixels that are averaged before comparing: how an edge is smoothed differs between versions of the rasteriser."""
MOST_MEAN, MOST_AT_99 = 3.0, 16.0
"""Of 255: how far the blocks may differ on average, and all but one in a hundred of them."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Shot:
    """What is drawn: a trace of the reference, or the short walk for None."""

    trace: str | None
    moment: Moment = Moment()
    camera: str = ""
    commands: tuple[ask.Command, ...] = ()


SHOTS = {
    "walk": Shot(None, Moment(frame=5)),
    "walk-above-light": Shot(None, Moment(frame=8), "top projection=orthographic", (ask.SetTheme("light"),)),
    "ramp-experiment": Shot("T07_ramp46_slide_constrained", Moment(experiment=True)),
    "ramp-walkable": Shot(
        "T07_ramp46_slide_constrained", Moment(frame=40), "", (ask.ToggleLayer("walkable"), ask.ToggleLayer("labels"))
    ),
    "stairs-side": Shot("S1_stairs03_constrained", Moment(frame=60, pass_name="SIDE")),
    "characters": Shot("O4_character_walk", Moment(frame=60), "", (ask.FrameLevel(), ask.ToggleLayer("wireframe"))),
}


def draw(path: Path, shot: Shot) -> Pixels:
    """Draw a shot, the viewport alone; skips where it cannot be compared."""
    session = Session()
    session.open_now(path)
    try:
        screen = HeadlessScreen(session, SIZE, with_panels=False)
    except NoGraphicsError as error:
        pytest.skip(str(error))
    renderer = screen._canvas.context.info["GL_RENDERER"]
    screen.settle()
    session.look_at(shot.moment, shot.camera)
    for command in shot.commands:
        session.apply(command)
    screen.settle()
    pixels = screen.read_pixels()
    screen.close()
    if RASTERISER not in renderer:
        pytest.skip(f"the pictures were made by {RASTERISER}, this is {renderer}")
    return pixels


def average_blocks(pixels: Pixels) -> NDArray[np.float64]:
    """Return the mean of each block."""
    height, width, channels = pixels.shape
    blocks = pixels.reshape(height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX, channels)
    averages: NDArray[np.float64] = blocks.mean(axis=(1, 3))
    return averages


def compare(got: Pixels, wanted: Pixels) -> tuple[float, float]:
    """Return the mean difference of the blocks and that of the hundredth part that differs most, of 255."""
    difference = np.abs(average_blocks(got) - average_blocks(wanted)).max(axis=2)
    return float(difference.mean()), float(np.percentile(difference, 99))


def looks_alike(got: Pixels, wanted: Pixels) -> bool:
    mean, at_99 = compare(got, wanted)
    return mean < MOST_MEAN and at_99 < MOST_AT_99


def report(name: str, got: Pixels, wanted: Pixels, folder: Path) -> str:
    """Write what was drawn and how it differs; returns the words for the person who must look at it."""
    got_path, difference_path = folder / f"{name}-got.png", folder / f"{name}-difference.png"
    write_png(got, got_path)
    write_png(np.abs(got.astype(np.int16) - wanted).astype(np.uint8), difference_path)
    mean, at_99 = compare(got, wanted)
    return (
        f"{name} differs by {mean:.1f} on average (allowed {MOST_MEAN:g}) and {at_99:.0f} in the worst hundredth "
        f"(allowed {MOST_AT_99:g}). Drawn: {got_path}, difference: {difference_path}, wanted: {FOLDER / name}.png. "
        "If it is meant: SWEEPSCOPE_UPDATE_GOLDEN=1"
    )


@pytest.fixture
def find_file(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str | None], Path]:
    """Finds a trace by its name, or writes the short walk."""

    def find(trace: str | None) -> Path:
        if trace is None:
            return write_walk(tmp_path)
        folder: Path = request.getfixturevalue("physx_traces")
        return folder / f"{trace}.trace.json.gz"

    return find


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_looks_as_it_did(name: str, find_file: Callable[[str | None], Path], tmp_path: Path) -> None:
    got = draw(find_file(SHOTS[name].trace), SHOTS[name])
    golden = FOLDER / f"{name}.png"
    if UPDATES:
        FOLDER.mkdir(exist_ok=True)
        write_png(got, golden)
    with Image.open(golden) as image:
        wanted = np.asarray(image.convert("RGB"))
    assert looks_alike(got, wanted), report(name, got, wanted, tmp_path)


@pytest.mark.parametrize(
    "commands",
    [
        (ask.ToggleLayer("capsule"),),
        (ask.ToggleLayer("level"),),
        (ask.ToggleLayer("grid"), ask.ToggleLayer("path"), ask.ToggleLayer("labels")),
        (ask.SetTheme("light"),),
        (ask.TurnCamera(15, 0),),
        (ask.ZoomCamera(1),),
        (ask.SetScale(1.25),),
    ],
    ids=lambda commands: type(commands[0]).__name__,
)
def test_what_a_person_would_notice_is_noticed(
    commands: tuple[ask.Command, ...], find_file: Callable[[str | None], Path]
) -> None:
    plain = SHOTS["walk"]
    path = find_file(plain.trace)
    changed = draw(path, Shot(plain.trace, plain.moment, plain.camera, commands))
    assert not looks_alike(changed, draw(path, plain)), commands
