"""What is remembered survives a start; a broken file is set aside with a message, and is never fatal."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from app.draw.options import ViewOptions
from app.preferences import FILE_NAME, Preferences, load_preferences, save_preferences

FULL = Preferences(
    recent=("/traces/é.trace.json", "/traces/b"),
    folder="/traces",
    theme="light",
    scale=1.5,
    options=ViewOptions(grid=False, swept_boxes=True),
    layout="[Window][Timeline]\nPos=1,2\n",
    hidden_panels=("Inspector",),
    plots=("slope", "gate SIDE_STEEP"),
)

BROKEN: dict[str, bytes] = {
    "empty": b"",
    "cut off": b'{"theme": "dark"',
    "no JSON": b"theme = dark",
    "no UTF-8": b'{"folder": "\xff"}',
    "no object": b"[1, 2]",
    "nested without end": b"[" * 100_000,
    "unknown theme": b'{"theme": "pink"}',
    "theme of another type": b'{"theme": ["dark"]}',
    "scale of another type": b'{"scale": "2"}',
    "scale is a switch": b'{"scale": true}',
    "scale below": b'{"scale": -1}',
    "scale above": b'{"scale": 5}',
    "scale is no number": b'{"scale": NaN}',
    "scale is infinite": b'{"scale": 1e999}',
    "scale of 400 digits": b'{"scale": 1' + b"0" * 400 + b"}",
    "options of another type": b'{"options": 3}',
    "option of another type": b'{"options": {"grid": "yes"}}',
    "recent of another type": b'{"recent": "a"}',
    "recent holds a number": b'{"recent": ["a", 1]}',
    "folder of another type": b'{"folder": 1}',
    "folder with a zero": b'{"folder": "a\\u0000b"}',
    "folder with half a character": b'{"folder": "\\ud800"}',
    "recent with half a character": b'{"recent": ["\\ud800"]}',
    "layout of another type": b'{"layout": null}',
    "plots of another type": b'{"plots": "height"}',
}


def write(folder: Path, content: bytes) -> Path:
    file = folder / FILE_NAME
    file.write_bytes(content)
    return file


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    assert save_preferences(FULL, tmp_path / "new" / "folder") == ""
    assert load_preferences(tmp_path / "new" / "folder") == (FULL, "")


def test_a_save_replaces_the_old_file_in_one_step(tmp_path: Path) -> None:
    save_preferences(FULL, tmp_path)
    with (tmp_path / FILE_NAME).open() as old:
        save_preferences(Preferences(), tmp_path)
        assert json.load(old)["theme"] == "light", "who still reads the old one reads it whole"
    assert load_preferences(tmp_path) == (Preferences(), "")
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_the_first_start_has_defaults_and_no_message(tmp_path: Path) -> None:
    assert load_preferences(tmp_path) == (Preferences(), "")
    assert load_preferences(tmp_path / "missing") == (Preferences(), "")


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_set_aside_with_its_content(tmp_path: Path, kind: str) -> None:
    file = write(tmp_path, BROKEN[kind])
    preferences, message = load_preferences(tmp_path)
    assert preferences == Preferences()
    assert message.startswith(f"{file} was broken (")
    assert message.endswith("it was set aside as preferences.broken.json, the defaults are used")
    assert len(message.splitlines()) == 1
    assert not file.exists()
    assert (tmp_path / "preferences.broken.json").read_bytes() == BROKEN[kind]
    assert load_preferences(tmp_path) == (Preferences(), "")


def test_a_folder_in_the_place_of_the_file_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    preferences, message = load_preferences(tmp_path)
    assert preferences == Preferences()
    assert "cannot be read" in message
    assert (tmp_path / FILE_NAME).is_dir()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_told_and_left_alone(tmp_path: Path) -> None:
    file = write(tmp_path, b"{}")
    file.chmod(0)
    preferences, message = load_preferences(tmp_path)
    file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert preferences == Preferences()
    assert "cannot be read (Permission denied)" in message
    assert file.read_bytes() == b"{}"


def test_a_broken_file_that_cannot_be_set_aside_is_not_fatal(tmp_path: Path) -> None:
    file = write(tmp_path, b"broken")
    (tmp_path / "preferences.broken.json").mkdir()
    preferences, message = load_preferences(tmp_path)
    assert preferences == Preferences()
    assert "is broken" in message
    assert file.read_bytes() == b"broken"


def test_keys_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    newer: dict[str, Any] = {"theme": "light", "voice": "loud", "options": {"grid": False, "fog": True}}
    write(tmp_path, json.dumps(newer).encode())
    assert load_preferences(tmp_path) == (Preferences(theme="light", options=ViewOptions(grid=False)), "")


def test_a_failed_save_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_preferences(FULL, tmp_path)
    before = (tmp_path / FILE_NAME).read_bytes()

    def write_half(path: Path, text: str, **_options: Any) -> int:
        path.write_bytes(text.encode()[: len(text) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write_half)
    message = save_preferences(Preferences(), tmp_path)
    assert "cannot be written (No space left on device)" in message
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME], "nothing half written stays behind"


def test_a_save_that_is_impossible_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    message = save_preferences(FULL, tmp_path / "file" / "folder")
    assert "this time nothing is remembered" in message
    assert len(message.splitlines()) == 1
