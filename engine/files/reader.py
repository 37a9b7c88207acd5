"""A walk through JSON that knows where it is, so that every error names file, place and what is allowed.

level = Node(data, path)["level"].items()
level[2]["half_extents"].vector()    # FILE: level[2].half_extents: expected three numbers, got "x"
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import InputError
from engine.transforms import FloatArray, Vector

_COUNTS = {2: "two", 3: "three", 4: "four", 7: "seven"}


def show_value(value: object) -> str:
    """Describe a JSON value in a few characters; long ones by their kind."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list) and (len(value) > 7 or any(isinstance(part, list | dict) for part in value)):
        return f"a list of {len(value)}"
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        # A whole number of thousands of digits, or no JSON value at all.
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."


def number_rows(rows: Sequence[Any], width: int, *, whole: bool = False) -> FloatArray | None:
    """Turn lists of numbers into an array (n, width) at C speed; None if any of them is anything else."""
    if set(map(type, rows)) - {list} or set(map(len, rows)) - {width}:
        return None
    flat = list(chain.from_iterable(rows))
    if set(map(type, flat)) - ({int} if whole else {int, float}):
        return None
    try:
        table = np.array(flat, dtype=np.float64).reshape(-1, width)
    except OverflowError:
        return None
    return table if np.isfinite(table).all() else None


@dataclass(frozen=True)
class Node:
    """A JSON value and where it was found."""

    value: Any
    file: Path
    place: str = ""

    def error(self, expected: str) -> InputError:
        """Build the error that this value is not what was expected."""
        return self.complaint(f"expected {expected}, got {show_value(self.value)}")

    def complaint(self, text: str) -> InputError:
        """Build an error about this place in free words."""
        return InputError(f"{self.file}: {self.place}: {text}" if self.place else f"{self.file}: {text}")

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def __getitem__(self, key: str) -> Node:
        if key not in self.object().value:
            raise self.complaint(f'"{key}" is missing')
        return Node(self.value[key], self.file, f"{self.place}.{key}" if self.place else key)

    def get(self, key: str) -> Node | None:
        """Return what is under a key, or None if the key is absent."""
        return self[key] if key in self.object().value else None

    def object(self, allowed: Iterable[str] | None = None) -> Node:
        """Require an object, with no other keys than those allowed."""
        if not isinstance(self.value, dict):
            raise self.error("an object")
        if allowed is not None:
            known = list(allowed)
            for key in self.value:
                if key not in known:
                    raise self.complaint(f"unknown key {show_value(key)}; {_suggest(key, known)}")
        return self

    def items(self) -> list[Node]:
        """Require a list and return its items."""
        if not isinstance(self.value, list):
            raise self.error("a list")
        return [Node(value, self.file, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def number(self, low: float = -math.inf, high: float = math.inf, *, above: float = -math.inf) -> float:
        """Require a finite number from `low` to `high`, and greater than `above`."""
        value = self.value
        if type(value) in {int, float} and abs(value) < 1e300 and low <= value <= high and value > above:
            return float(value)
        limits = [f"> {above:g}"] if above > -math.inf else []
        limits += [f">= {low:g}"] if low > -math.inf else []
        limits += [f"<= {high:g}"] if high < math.inf else []
        raise self.error(" ".join(["a finite number", " and ".join(limits)]).rstrip())

    def integer(self, low: int, high: int) -> int:
        """Require a whole number from `low` to `high`."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.error(f"a whole number from {low} to {high}")
        return int(self.value)

    def text(self) -> str:
        """Require a string."""
        if not isinstance(self.value, str):
            raise self.error("text")
        return self.value

    def boolean(self) -> bool:
        """Require true or false."""
        if not isinstance(self.value, bool):
            raise self.error("true or false")
        return self.value

    def choice(self, choices: Sequence[str]) -> str:
        """Require one of some words."""
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.error("one of " + ", ".join(choices))
        return self.value

    def numbers(self, count: int) -> tuple[float, ...]:
        """Require a list of so many finite numbers."""
        row = number_rows([self.value], count)
        if row is None:
            raise self.error(f"{_COUNTS.get(count, count)} numbers")
        return tuple(row[0].tolist())

    def vector(self) -> Vector:
        """Require three finite numbers."""
        x, y, z = self.numbers(3)
        return (x, y, z)

    def place_vector(self, farthest: float) -> Vector:
        """Require three numbers that are no farther from 0 than a level may reach, metres."""
        vector = self.vector()
        if max(map(abs, vector)) > farthest:
            raise self.error(f"coordinates within {farthest:g} m")
        return vector

    def direction(self) -> Vector:
        """Require three numbers that are not all zero."""
        vector = self.vector()
        if not any(vector):
            raise self.error("a direction (three numbers, not all zero)")
        return vector

    def table(self, width: int, *, whole: bool = False) -> FloatArray:
        """Require a list, not empty, of lists of so many numbers."""
        rows = self.items()
        table = number_rows(self.value, width, whole=whole)
        if table is None:
            bad = next(row for row in rows if number_rows([row.value], width, whole=whole) is None)
            raise bad.error(f"{_COUNTS.get(width, width)} {'whole ' if whole else ''}numbers")
        if not rows:
            raise self.complaint("expected at least one, got an empty list")
        return table


def require_format(node: Node, kind: str) -> None:
    """Require the two keys that every file of ours begins with."""
    node.object()
    if node["format"].value != kind:
        raise node["format"].error(f'"{kind}"')
    version = node["version"]
    if type(version.value) is not int or version.value != 1:
        raise version.error("1, the only version that this program reads")


def _suggest(key: str, known: list[str]) -> str:
    """Name the nearest allowed key, or all of them."""
    near = difflib.get_close_matches(key, known, n=1)
    return f'did you mean "{near[0]}"?' if near else "allowed: " + ", ".join(known)
