"""The error for bad input by a person, as opposed to a defect of the program."""

from __future__ import annotations


class InputError(ValueError):
    """Something that a person gave is wrong. Its text is one line: file, place, and what is allowed there."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())
