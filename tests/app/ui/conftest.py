"""Screens for the tests of the panels: each test has its own, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import NoGraphicsError
from app.preferences import Preferences
from app.session import Session
from app.ui.layout import VIEWPORT
from tests.app.sample_files import write_walk
from tests.app.ui.driver import Driver

MakeDriver = Callable[..., Driver]
WITHOUT_VIEWPORT = Preferences(hidden_panels=(VIEWPORT,))


@pytest.fixture
def make_driver() -> Iterator[MakeDriver]:
    """Makes drivers, with the options of a screen, one at a time: the next one, or the test's end, closes the last."""
    made: list[Driver] = []

    def close_last() -> None:
        if made:
            made.pop().close()

    def make(preferences: Preferences | None = None, **options: Any) -> Driver:
        close_last()
        try:
            made.append(Driver(Session(preferences), **options))
        except NoGraphicsError as error:
            pytest.skip(str(error))
        return made[-1]

    yield make
    close_last()


@pytest.fixture
def driver(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """A screen with the short walk open."""
    return open_walk(make_driver(), tmp_path)


@pytest.fixture
def ramp(make_driver: MakeDriver, physx_traces: Path) -> Driver:
    """A screen with PhysX on a ramp of 46°: too steep from frame 27 on."""
    return open_ramp(make_driver(), physx_traces)


@pytest.fixture
def panels(make_driver: MakeDriver, tmp_path: Path) -> Driver:
    """The short walk in the panels around the viewport: its picture is most of the work of a frame."""
    return open_walk(make_driver(WITHOUT_VIEWPORT), tmp_path)


@pytest.fixture
def ramp_panels(make_driver: MakeDriver, physx_traces: Path) -> Driver:
    """The ramp in the panels around the viewport."""
    return open_ramp(make_driver(WITHOUT_VIEWPORT), physx_traces)


def open_walk(driver: Driver, folder: Path) -> Driver:
    driver.open(write_walk(folder))
    return driver


def open_ramp(driver: Driver, folder: Path) -> Driver:
    driver.open(folder / "T07_ramp46_slide_constrained.trace.json.gz")
    return driver
