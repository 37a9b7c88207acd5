"""`open`: a picture without a window; and what is wrong with a request, in one line with exit code 2."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from app import cli
from app.subcommands import doctor
from app.subcommands.open import parse_size
from engine.errors import InputError
from tests.app.sample_files import BROKEN, write_broken, write_walk

SMALL = ("--size", "160x120")


def draw(file: Path, *words: str) -> NDArray[np.uint8]:
    """Draw a picture beside a file and return its pixels."""
    picture = file.with_name("picture.png")
    assert cli.main(["open", str(file), "--picture", str(picture), *SMALL, *words]) == 0
    with Image.open(picture) as image:
        return np.asarray(image.convert("RGB"))


def fail(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command line that must fail, and return the one line that it tells."""
    try:
        code: int | str | None = cli.main(["open", *words])
    except SystemExit as stop:  # argparse has its own way out
        code = stop.code
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert told.err.count("\n") == 1, told.err
    assert "Traceback" not in told.err
    return told.err


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    return write_walk(tmp_path)


@pytest.mark.gpu
def test_a_picture_has_the_size_that_is_asked_for_and_shows_something(
    walk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = walk.with_name("out.PNG")
    assert cli.main(["open", str(walk), "--picture", str(picture), "--size", "320x200"]) == 0
    assert capsys.readouterr().out == f"{picture}\n"
    with Image.open(picture) as image:
        assert (image.size, image.format, image.mode) == ((320, 200), "PNG", "RGB")
        pixels = np.asarray(image)
    assert pixels.std() > 10
    assert sorted(path.name for path in walk.parent.iterdir()) == ["out.PNG", "walk.trace.json"]


@pytest.mark.gpu
def test_moment_camera_theme_and_panels_change_the_picture(walk: Path) -> None:
    plain = draw(walk, "--no-panels")
    assert plain.shape == (120, 160, 3)
    assert (draw(walk, "--no-panels") == plain).all(), "the same request gives the same picture"
    for words in (
        ("--no-panels", "--frame", "-1", "--pass", "DOWN", "--iteration", "1"),
        ("--no-panels", "--experiment"),
        ("--no-panels", "--camera", "top"),
        ("--no-panels", "--camera", "eye=3,2,3 target=0,1,0 fov=30 projection=orthographic"),
        ("--no-panels", "--theme", "light"),
        (),
    ):
        assert (draw(walk, *words) != plain).any(axis=2).mean() > 0.02, words


@pytest.mark.gpu
def test_an_existing_picture_is_replaced(walk: Path) -> None:
    walk.with_name("picture.png").write_text("old")
    assert draw(walk).shape == (120, 160, 3)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_named(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_broken(tmp_path, kind)
    assert f"{file}: " in fail(capsys, str(file), "--picture", str(tmp_path / "out.png"))
    assert not (tmp_path / "out.png").exists()


@pytest.mark.gpu
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--size", "big"), "--size big: expected WIDTHxHEIGHT in pixels, such as 1920x1080, from 16 to 16384"),
        (("--size", "0x100"), "--size 0x100: expected"),
        (("--size", "99999x100"), "--size 99999x100: expected"),
        (("--scale", "9"), "--scale 9: from 0.5 to 4"),
        (("--scale", "nan"), "--scale nan: from 0.5 to 4"),
        (("--scale", "large"), "--scale"),
        (("--theme", "pink"), "--theme"),
        (("--camera", "behind"), "camera: unknown view 'behind'; use one of front, back, left, right, top"),
        (("--camera", "eye=1e308,0,0"), "camera: eye=1e308,0,0 must lie within"),
        (("--camera", "eye=0,1,0 target=0,1,0"), "camera: eye and target are 0 m apart"),
        (("--frame", "12"), "--frame 12: this trace has frames 0 to 11"),
        (("--frame", "two"), "--frame"),
        (("--pass", "LEFT"), "--pass LEFT: expected one of UP, SIDE"),
        (("--pass", "UP"), "--pass UP: no such pass in this trace"),
        (("--iteration", "1"), "--iteration needs --pass"),
        (("--pass", "DOWN", "--iteration", "4"), "--iteration 4: that pass has 1, counted from 1"),
        (("--experiment", "--frame", "0"), "--experiment: none ran in frame 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_bad_request_is_told(
    walk: Path, words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    size = () if "--size" in words else SMALL
    assert told in fail(capsys, str(walk), "--picture", str(walk.with_name("out.png")), *size, *words)
    assert not walk.with_name("out.png").exists()


@pytest.mark.gpu
@pytest.mark.parametrize(
    "name", ["out.jpg", "out", "missing/out.png", "walk.trace.json/out.png", "a" * 300 + ".png", "."]
)
def test_a_picture_that_cannot_be_written_is_told(walk: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = fail(capsys, str(walk), "--picture", str(walk.parent / name), *SMALL, "--no-panels")
    assert "pictures are PNG" in told or "cannot be written" in told
    assert [path.name for path in walk.parent.iterdir()] == ["walk.trace.json"], "nothing half written stays behind"


def test_a_picture_of_nothing_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--picture needs a FILE to draw" in fail(capsys, "--picture", str(tmp_path / "out.png"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--follow",), "--follow needs a FILE: a trace that another program writes"),
        (("a.scenario.json", "--follow"), "a.scenario.json: --follow takes a trace, *.trace.json or *.trace.jsonl"),
        (("a.trace.json", "--follow", "--picture", "a.png"), "--follow is for the window"),
        (("a.trace.jsonl", "--follow", "--ghost", "b.trace.json"), "--ghost: what is followed line by line has none"),
        (("missing.trace.jsonl", "--follow"), "missing.trace.jsonl: no such file"),
    ],
)
def test_following_what_cannot_grow_is_told(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in fail(capsys, *words)


@pytest.mark.parametrize(("text", "size"), [("1920x1080", (1920, 1080)), ("16X16", (16, 16)), ("800×600", (800, 600))])
def test_sizes_are_read(text: str, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "x", "100", "100x", "-1x5", "1e3x100", "100x100x100", "15x100", "16385x100"])
def test_sizes_that_make_no_sense_are_not(text: str) -> None:
    with pytest.raises(InputError, match="expected WIDTHxHEIGHT"):
        parse_size(text)


@pytest.fixture
def without_display(monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("without_display")
def test_without_a_display_a_file_is_told_the_way_out(walk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = fail(capsys, str(walk))
    assert "no display" in told
    assert "add --picture OUT.png" in told


@pytest.mark.usefixtures("without_display")
def test_without_a_display_and_a_file_the_machine_is_examined(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[argparse.Namespace] = []

    def examine(options: argparse.Namespace) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr(doctor, "run", examine)
    assert cli.main([]) == 0
    assert len(asked) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "no display" in told


@pytest.mark.gpu
@pytest.mark.usefixtures("without_display")
def test_the_whole_program_draws_a_picture_without_a_display(walk: Path, repository: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(repository / "run.py"), walk.name, "--picture", "out.png", *SMALL]
    environment = {**os.environ, "SWEEPSCOPE_HOME": str(tmp_path / "home")}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "out.png\n", "")
    with Image.open(tmp_path / "out.png") as image:
        assert image.size == (160, 120)
    left = {path.name for path in (tmp_path / "home").iterdir()}
    assert left <= {"cache"}, "a picture leaves no preferences behind, only the folder of the kernels"


def test_a_ghost_needs_a_file_and_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["open", "--ghost", "other.trace.json"]) == 2
    assert "--ghost needs a FILE to compare it with" in capsys.readouterr().err
    assert cli.main(["open", str(write_walk(tmp_path)), "--ghost", str(tmp_path / "gone.trace.json")]) == 2
    assert "gone.trace.json: no such file" in capsys.readouterr().err
