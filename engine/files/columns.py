"""Lists of JSON records to columns, in bulk: the checks run at C speed, and only a failure looks for the culprit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from engine.files.reader import Node, number_rows
from engine.trace import Flags
from engine.transforms import FloatArray, IndexArray

_FLAGS = {"down": Flags.DOWN, "sides": Flags.SIDES, "up": Flags.UP}
_BOX = "two lists of three numbers, the low and the high corner"
LAST_INDEX = 2**31 - 1
ABSENT = object()
"""Stands for a key that is not there, where null means something else."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Records of one level of a trace, all parents' together, and how to name the place of each."""

    records: list[Any]
    file: Path
    place: Callable[[int], str]

    def __len__(self) -> int:
        return len(self.records)

    def fail(self, index: int, key: str, expected: str) -> NoReturn:
        """Raise the error that one record holds something else under a key; the empty key is the record itself."""
        record = self.records[index]
        value, place = (record.get(key), f"{self.place(index)}.{key}") if key else (record, self.place(index))
        raise Node(value, self.file, place).error(expected)

    def require_objects(self) -> Rows:
        """Require that each record is an object."""
        if set(map(type, self.records)) - {dict}:
            self.fail(next(i for i, record in enumerate(self.records) if type(record) is not dict), "", "an object")
        return self

    def keep(self, *keys: str) -> Rows:
        """Return the records with these keys only, where present: the rest is as good as not recorded."""
        kept = [{key: record[key] for key in keys if key in record} for record in self.records]
        return Rows(kept, self.file, self.place)

    def children(self, key: str) -> tuple[Rows, IndexArray, IndexArray]:
        """Return the records listed under a key, and per record of this level where its own start and how many."""
        lists = [record.get(key) or () for record in self.records]
        if set(map(type, lists)) - {list, tuple}:
            self.fail(next(i for i, each in enumerate(lists) if not isinstance(each, list | tuple)), key, "a list")
        counts = list(map(len, lists))
        starts = list(accumulate(counts, initial=0))[:-1]

        def place(index: int) -> str:
            # Of parents that start at the same child, all but the last are childless.
            parent = bisect_right(starts, index) - 1
            return f"{self.place(parent)}.{key}[{index - starts[parent]}]"

        rows = Rows(list(chain.from_iterable(lists)), self.file, place).require_objects()
        return rows, np.array(starts, dtype=np.int32), np.array(counts, dtype=np.int32)

    def parts(self, key: str) -> tuple[Rows, NDArray[np.intp]]:
        """Return the objects under a key that may be absent or null, and the indices of the records that have one."""
        values = [record.get(key) for record in self.records]
        owners = [index for index, value in enumerate(values) if value is not None]
        rows = Rows([values[index] for index in owners], self.file, lambda i: f"{self.place(owners[i])}.{key}")
        return rows.require_objects(), np.array(owners, dtype=np.intp)

    def vectors(self, key: str, *, required: bool = False) -> FloatArray:
        """Return three numbers per record, (n, 3); NaN where the key is absent or null."""
        return self._number_rows(key, [record.get(key) for record in self.records], 3, "three numbers", required)

    def numbers(self, key: str) -> FloatArray:
        """Return a number per record, (n,); NaN where the key is absent or null."""
        values = [record.get(key) for record in self.records]
        boxed = [None if value is None else [value] for value in values]
        return self._number_rows(key, boxed, 1, "a finite number", False)[:, 0]

    def _number_rows(self, key: str, values: list[Any], width: int, expected: str, required: bool) -> FloatArray:
        present = [value for value in values if value is not None]
        table = number_rows(present, width)
        if table is None or (required and len(present) < len(values)):
            bad = (i for i, v in enumerate(values) if (required if v is None else number_rows([v], width) is None))
            self.fail(next(bad), key, expected)
        if len(present) == len(values):
            return table
        full = np.full((len(values), width), np.nan)
        full[[value is not None for value in values]] = table
        return full

    def integers(self, key: str, default: int) -> IndexArray:
        """Return a whole number from 0 per record, (n,); the default where the key is absent or null."""
        values = [record.get(key) for record in self.records]
        if set(map(type, values)) - {int, type(None)}:
            bad = next(i for i, value in enumerate(values) if type(value) not in {int, type(None)})
            self.fail(bad, key, f"a whole number from 0 to {LAST_INDEX}")
        # Python's own integers here: a huge one must be named, not overflow.
        if any(value is not None and not 0 <= value <= LAST_INDEX for value in values):
            bad = next(i for i, v in enumerate(values) if v is not None and not 0 <= v <= LAST_INDEX)
            self.fail(bad, key, f"a whole number from 0 to {LAST_INDEX}")
        return np.array([default if value is None else value for value in values], dtype=np.int32)

    def booleans(self, key: str) -> NDArray[np.bool_]:
        """Return true or false per record, (n,); false where the key is absent or null."""
        values = [record.get(key) for record in self.records]
        if set(map(type, values)) - {bool, type(None)}:
            bad = next(i for i, value in enumerate(values) if type(value) not in {bool, type(None)})
            self.fail(bad, key, "true or false")
        return np.array([bool(value) for value in values], dtype=np.bool_)

    def codes(self, key: str, code_of: Mapping[Any, int]) -> NDArray[np.int64]:
        """Return the code of a word per record, (n,); `code_of` holds None if the key may be absent or null."""
        try:
            return np.array([code_of[record.get(key)] for record in self.records], dtype=np.int64)
        except (KeyError, TypeError):
            words = [word for word in code_of if word is not None]
            bad = next(i for i, record in enumerate(self.records) if not _is_key(record.get(key), code_of))
            self.fail(bad, key, "one of " + ", ".join(words))

    def flags(self, key: str) -> NDArray[np.uint8]:
        """Return lists of words as bits, (n,); a list that was seen before is looked up."""
        known: dict[tuple[str, ...] | None, int] = {None: Flags.UNKNOWN}
        bits = np.empty(len(self), dtype=np.uint8)
        for index, record in enumerate(self.records):
            words = record.get(key)
            try:
                listed = None if words is None else tuple(words)
                if listed not in known:
                    known[listed] = sum(_FLAGS[word] for word in set(listed or ()))
                bits[index] = known[listed]
            except (KeyError, TypeError):
                self.fail(index, key, "a list of " + ", ".join(_FLAGS))
        return bits

    def boxes(self, key: str) -> tuple[FloatArray, FloatArray]:
        """Return the low and the high corner per record, (n, 3) each; NaN where the key is absent or null."""
        values = [record.get(key) for record in self.records]
        lows, highs = np.full((len(values), 3), np.nan), np.full((len(values), 3), np.nan)
        owners = [index for index, value in enumerate(values) if value is not None]
        for index in owners:
            if type(values[index]) is not list or len(values[index]) != 2:
                self.fail(index, key, _BOX)
        table = number_rows([corner for index in owners for corner in values[index]], 3)
        if table is None:
            self.fail(next(index for index in owners if number_rows(values[index], 3) is None), key, _BOX)
        lows[owners], highs[owners] = table[0::2], table[1::2]
        return lows, highs

    def bodies(self, key: str, index_of: dict[Any, int]) -> IndexArray:
        """Return the index of a body per record, (n,); `index_of` knows None and ABSENT too, and grows by new names."""
        values = [record.get(key, ABSENT) for record in self.records]
        try:
            return np.array([index_of[value] for value in values], dtype=np.int32)
        except TypeError:
            bad = next(i for i, value in enumerate(values) if value not in (None, ABSENT) and type(value) is not str)
            self.fail(bad, key, "the name of a body or null")


def _is_key(value: Any, mapping: Mapping[Any, int]) -> bool:
    return (value is None or isinstance(value, str)) and value in mapping
