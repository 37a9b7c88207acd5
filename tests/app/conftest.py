"""Sessions for the tests of the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.session import Session
from tests.app.sample_files import write_walk


@pytest.fixture
def session() -> Iterator[Session]:
    """A session in which nothing is open."""
    made = Session()
    yield made
    made.close()


@pytest.fixture
def walking(session: Session, tmp_path: Path) -> Session:
    """A session with the short walk open."""
    session.open_now(write_walk(tmp_path))
    return session
