"""The Scenarios panel: files are found by folder and filter, and opened by a click."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from app import commands as ask
from app.ui.scenarios import list_folder
from tests.app.sample_files import write_broken, write_walk
from tests.app.ui.conftest import MakeDriver
from tests.app.ui.driver import Driver

pytestmark = pytest.mark.gpu


@pytest.fixture
def empty(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A screen in which nothing is open, in a folder of three files and one folder."""
    for name in ("stairs", "slope", "steps"):
        write_walk(tmp_path, name)
    (tmp_path / "inner").mkdir()
    write_walk(tmp_path / "inner", "deep")
    driver = make_driver()
    driver.session.apply(ask.BrowseFolder(tmp_path))
    driver.settle()
    return driver


def list_files(driver: Driver) -> list[str]:
    return [name.removeprefix("file ") for name in driver.items if name.startswith("file ")]


def wait_for_file(driver: Driver) -> str:
    driver.session.wait()
    driver.settle()
    assert driver.session.state.document is not None
    return driver.session.state.document.name


def test_a_reference_trace_is_found_by_typing_and_opened_by_a_click(
    make_driver: MakeDriver, physx_traces: Path
) -> None:
    driver = make_driver()
    driver.session.apply(ask.BrowseFolder(physx_traces))
    driver.settle()
    driver.click("filter")
    driver.type("ramp46 SLIDE")
    assert list_files(driver) == ["T07_ramp46_slide_constrained", "T07_ramp46_slide_up"]
    driver.click("file T07_ramp46_slide_constrained")
    assert wait_for_file(driver) == "T07_ramp46_slide_constrained"
    assert "Frame 0" in driver.read_texts()


def test_typing_into_the_filter_presses_no_keys(empty: Driver) -> None:
    options = empty.session.state.options
    empty.click("filter")
    empty.type("sl?")
    empty.press("l")
    assert empty.session.state.options == options
    assert not empty.session.state.help_open
    assert list_files(empty) == []
    assert "No name matches the filter." in empty.read_texts()


def test_the_files_of_a_folder_are_listed_by_name_and_folders_are_entered_by_a_click(empty: Driver) -> None:
    assert list_files(empty) == ["slope", "stairs", "steps"]
    empty.click("folder inner")
    assert list_files(empty) == ["deep"]
    empty.click("file deep")
    assert wait_for_file(empty) == "deep"


def test_a_folder_or_a_file_can_be_typed(empty: Driver, tmp_path: Path) -> None:
    for path, opens in ((tmp_path / "inner", False), (tmp_path / "steps.trace.json", True)):
        empty.click("folder")
        empty.press("ctrl+a")
        empty.type(str(path))
        empty.press("enter")
        if opens:
            assert wait_for_file(empty) == "steps"
        else:
            assert empty.session.state.folder == path


def test_typing_the_home_of_nobody_is_told(empty: Driver) -> None:
    empty.click("folder")
    empty.press("ctrl+a")
    empty.type("~nobody-of-this-name")
    empty.press("enter")
    assert empty.session.state.messages[0].text.endswith("~nobody-of-this-name is not a folder")


def test_a_recent_file_is_opened_again_by_a_click(empty: Driver, tmp_path: Path) -> None:
    for name in ("slope", "steps"):
        empty.open(tmp_path / f"{name}.trace.json")
    empty.click("recent slope")
    assert wait_for_file(empty) == "slope"
    assert [path.name for path in empty.session.state.recent] == ["slope.trace.json", "steps.trace.json"]


def test_a_broken_file_shows_a_message_until_it_is_dismissed(empty: Driver, tmp_path: Path) -> None:
    empty.open(tmp_path / "slope.trace.json")
    broken = write_broken(tmp_path, "truncated")
    empty.open(broken)
    (message,) = empty.session.state.messages
    texts = empty.read_texts()
    assert message.text in texts
    assert "Frame 0" in texts, "what is open stays"
    empty.press("right")
    assert empty.session.state.playback.cursor.frame == 1
    empty.click(f"dismiss {message.number}")
    assert empty.session.state.messages == ()
    assert message.text not in empty.read_texts()


def test_several_messages_lie_above_each_other(empty: Driver) -> None:
    for number in range(3):
        empty.session.tell(f"Message {number}, " + "with many words " * 20, is_error=True)
    empty.settle()
    empty.settle()
    tops = [empty.items[f"dismiss {number}"][1] for number in (1, 2, 3)]
    assert tops == sorted(tops)
    assert min(b - a for a, b in pairwise(tops)) > 40
    empty.click("dismiss 2")
    assert [message.number for message in empty.session.state.messages] == [1, 3]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are free bytes on Linux only")
def test_names_that_are_no_utf8_can_be_shown(make_driver: MakeDriver, tmp_path: Path) -> None:
    file = write_walk(tmp_path)
    raw = os.fsencode(tmp_path)
    os.mkdir(raw + b"/inner\xff")  # noqa: PTH102 - such a name has no text
    os.rename(file, raw + b"/walk\xff.trace.json")  # noqa: PTH104
    driver = make_driver()
    driver.session.apply(ask.BrowseFolder(tmp_path))
    driver.settle()
    driver.click("file walk?")
    assert wait_for_file(driver) == "walk"
    driver.click("folder inner?")
    assert driver.session.state.folder.name == "inner\udcff"
    driver.settle()


def test_a_trace_and_its_scenario_are_one_line(tmp_path: Path) -> None:
    write_walk(tmp_path, "both")
    (tmp_path / "both.scenario.json").touch()
    (tmp_path / "alone.scenario.json").touch()
    (tmp_path / "notes.txt").touch()
    listing = list_folder(tmp_path)
    assert [(entry.name, entry.kind) for entry in listing.entries] == [
        ("alone", "scenario"),
        ("both", "scenario and trace"),
    ]
    assert listing.entries[1].path.name == "both.scenario.json"
    assert listing.entries[1].trace == tmp_path / "both.trace.json"


def test_a_folder_that_is_gone_says_so(make_driver: MakeDriver, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    driver = make_driver()
    driver.session.apply(ask.BrowseFolder(gone))
    gone.rmdir()
    driver.settle()
    assert "cannot be read: No such file or directory" in driver.read_texts()
