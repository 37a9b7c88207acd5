"""All microtests, by their ids."""

from __future__ import annotations

from engine.errors import InputError
from engine.microtests.grounds import GROUNDS
from engine.microtests.microtest import Microtest
from engine.microtests.walls import WALLS

_BY_ID = {test.id: test for test in sorted((*GROUNDS, *WALLS), key=lambda test: test.id)}


def list_microtests() -> tuple[Microtest, ...]:
    """Return T01 to T10."""
    return tuple(_BY_ID.values())


def find_microtest(name: str) -> Microtest:
    """Return the microtest of an id, in capitals or not; InputError names the known ones."""
    test = _BY_ID.get(name.upper())
    if test is None:
        raise InputError(f'microtest: expected one of {", ".join(_BY_ID)}, got "{name}"')
    return test
