"""Columns of a trace to JSON text, a chunk of frames at a time.

No object is built per record: numbers become text a column at a time, equal ones only once (the capsule stands at the
same place in many records), and templates join the columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.decisions import Gate
from engine.files.text_columns import (
    Texts,
    fill_template,
    index_texts,
    number_members,
    number_texts,
    once_each,
    vector_texts,
)
from engine.trace import STATE, AttemptKind, Exit, Flags, PassKind, Records, SlopeRule, Trace

_DECISION = '{"gate":%s,%s%s%s%s}'
_ITERATION = '{"from":%s,"direction":%s,"length":%s,"hit":%s%s}'
_HIT = '{"distance":%s,"normal":%s,"point":%s%s}'
_SWEEPS = '{"pass":%s,"move":%s,"max_iterations":%s,"start":%s,"end":%s,"exit":%s,"iterations":[%s]%s}'
_STEEP = '{"rule":%s,"normal":%s,"height_above_bottom":%s,"step_offset":%s}'
_ATTEMPT = '{"kind":%s,"move":%s,"start":%s,"non_walkable":%s,"passes":[%s]}'
_CONTACT = '{"point":%s,"normal":%s,"direction":%s,"length":%s%s}'
_STATE = "{" + ",".join(f'"{name}":%s' for name in STATE.names or ()) + "}"
_FLAG_WORDS = {Flags.DOWN: "down", Flags.SIDES: "sides", Flags.UP: "up"}
_KINDS = {kind: f'"{kind.name.lower()}"' for kind in AttemptKind}
_PASSES = {kind: f'"{kind.name}"' for kind in PassKind}
_EXITS = {each: "null" if each is Exit.UNKNOWN else f'"{each.name.lower()}"' for each in Exit}
_RULES = {rule: f'"{rule.name.lower()}"' for rule in SlopeRule}
_GATES = {gate: f'"{gate.name.lower()}"' for gate in Gate}
_PLACE_BITS = 20
"""Of a code, for the number of an attempt, a pass or an iteration within its parent: a million is out of reach."""


def _write_flags(bits: int) -> str:
    if bits & Flags.UNKNOWN:
        return "null"
    return json.dumps([word for flag, word in _FLAG_WORDS.items() if bits & flag], separators=(",", ":"))


_FLAGS = [_write_flags(bits) for bits in range(256)]
"""The text of every value of a byte of flags."""


class FrameTexts:
    """Writes the frames of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names = [json.dumps(name) for name in trace.body_names]

    def write(self, first: int, last: int) -> Texts:
        """Return the text of each of the frames from `first` up to but not including `last`."""
        trace, frames = self._trace, self._trace.frames[first:last]
        columns: list[Texts] = [
            ["" if text == "null" else f'"move":{text},' for text in vector_texts(frames["move"])],
            [f'"center":{text}' for text in vector_texts(frames["center"])],
            ["" if bits & Flags.UNKNOWN else f',"flags":{_FLAGS[bits]}' for bits in frames["flags"].tolist()],
            self._body_members("touched", frames["touched"], none="null"),
            [f',"hash":"{value:08x}"' for value in trace.hashes[first:last].tolist()],
        ]
        if len(trace.states):
            columns.append([f',"state":{text}' for text in self._write_states(trace.states[first:last])])
        for key, column, records, write in (
            ("attempts", "attempt", trace.attempts, self._write_attempts),
            ("hits", "contact", trace.contacts, self._write_contacts),
            ("decisions", "decision", trace.decisions, self._write_decisions),
        ):
            if len(records):
                listed = _join_children(frames, column, write)
                columns.append([f',"{key}":[{text}]' for text in listed])
        return ["{" + "".join(parts) + "}" for parts in zip(*columns, strict=True)]

    def _body_members(self, key: str, bodies: NDArray[np.int32], none: str | None) -> Texts:
        """Return the member per body, with its comma; what to write for none, and nothing for an unknown one."""
        texts = [f',"{key}":{name}' for name in self._names]
        texts += ["", "" if none is None else f',"{key}":{none}']  # what the indices UNKNOWN_BODY and NO_BODY find
        return [texts[body] for body in bodies.tolist()]

    def _write_attempts(self, first: int, last: int) -> Texts:
        attempts = self._trace.attempts[first:last]
        steep = ["null"] * len(attempts)
        refused = np.flatnonzero(attempts["slope_rule"] != SlopeRule.NONE)
        rows = attempts[refused]
        texts = fill_template(
            _STEEP,
            _words(_RULES, rows["slope_rule"]),
            vector_texts(rows["slope_normal"]),
            number_texts(rows["slope_height"]),
            number_texts(rows["slope_step_offset"]),
        )
        for index, text in zip(refused.tolist(), texts, strict=True):
            steep[index] = text
        return fill_template(
            _ATTEMPT,
            _words(_KINDS, attempts["kind"]),
            vector_texts(attempts["move"]),
            vector_texts(attempts["start"]),
            steep,
            _join_children(attempts, "pass", self._write_passes),
        )

    def _write_passes(self, first: int, last: int) -> Texts:
        passes = self._trace.passes[first:last]
        return fill_template(
            _SWEEPS,
            _words(_PASSES, passes["kind"]),
            vector_texts(passes["move"]),
            index_texts(passes["max_iterations"]),
            vector_texts(passes["start"]),
            vector_texts(passes["end"]),
            _words(_EXITS, passes["exit"]),
            _join_children(passes, "iteration", self._write_iterations),
            [',"restored":true' if restored else "" for restored in passes["restored"].tolist()],
        )

    def _write_iterations(self, first: int, last: int) -> Texts:
        iterations = self._trace.iterations[first:last]
        hits = ["null"] * len(iterations)
        hit = np.flatnonzero(iterations["hit"])
        rows = iterations[hit]
        about = zip(self._body_members("body", rows["body"], none=None), rows["triangle"].tolist(), strict=True)
        texts = fill_template(
            _HIT,
            number_texts(rows["distance"]),
            vector_texts(rows["normal"]),
            vector_texts(rows["point"]),
            [f'{body},"triangle":{triangle}' if triangle >= 0 else body for body, triangle in about],
        )
        for index, text in zip(hit.tolist(), texts, strict=True):
            hits[index] = text
        return fill_template(
            _ITERATION,
            vector_texts(iterations["origin"]),
            vector_texts(iterations["direction"]),
            number_texts(iterations["length"]),
            hits,
            _box_members(iterations),
        )

    def _write_contacts(self, first: int, last: int) -> Texts:
        contacts = self._trace.contacts[first:last]
        return fill_template(
            _CONTACT,
            vector_texts(contacts["point"]),
            vector_texts(contacts["normal"]),
            vector_texts(contacts["direction"]),
            number_texts(contacts["length"]),
            self._body_members("body", contacts["body"], none=None),
        )

    def _write_decisions(self, first: int, last: int) -> Texts:
        decisions = self._trace.decisions[first:last]
        return fill_template(
            _DECISION,
            _words(_GATES, decisions["gate"]),
            number_members("value", decisions["value"]),
            number_members("threshold", decisions["threshold"]),
            self._place_members(decisions),
            self._about_members(decisions),
        )

    def _place_members(self, decisions: Records) -> Texts:
        """Return outcome and place of each decision: few differ, so each kind is written once."""
        trace, code = self._trace, decisions["outcome"].astype(np.int64)
        for name, parents, starts in (
            ("attempt", trace.attempts["frame"], trace.frames["attempt_start"]),
            ("pass_index", trace.passes["attempt"], trace.attempts["pass_start"]),
            ("iteration", trace.iterations["pass_index"], trace.passes["iteration_start"]),
        ):
            code = code << _PLACE_BITS | (_positions(decisions[name], parents, starts) + 1)
        return once_each(code, _write_place)

    def _about_members(self, decisions: Records) -> Texts:
        bodies, triangles = decisions["body"].astype(np.int64), decisions["triangle"].astype(np.int64)

        def write(code: int) -> str:
            body, triangle = (code >> 32) - 2, (code & 0xFFFFFFFF) - 1
            text = f',"body":{self._names[body]}' if body >= 0 else ""
            return text + (f',"triangle":{triangle}' if triangle >= 0 else "")

        return once_each((bodies + 2) << 32 | (triangles + 1), write)

    def _write_states(self, states: Records) -> Texts:
        return fill_template(_STATE, *(self._write_state_column(name, states[name]) for name in STATE.names or ()))

    def _write_state_column(self, name: str, values: NDArray[Any]) -> Texts:
        if name == "flags":
            return [_FLAGS[bits] for bits in values.tolist()]
        if name == "support":
            return [self._names[body] if body >= 0 else "null" for body in values.tolist()]
        if values.dtype.kind == "f":
            return vector_texts(values) if values.ndim == 2 else number_texts(values)
        return index_texts(values)


def _words(words: Mapping[Any, str], codes: NDArray[Any]) -> Texts:
    return [words[code] for code in codes.tolist()]


def _join_children(parents: Records, name: str, write: Callable[[int, int], Texts]) -> Texts:
    """Return the texts of each parent's children, joined by commas; `write` makes those of a range."""
    starts, counts = parents[f"{name}_start"], parents[f"{name}_count"]
    has_any = counts > 0
    if not has_any.any():
        return [""] * len(parents)
    first, last = int(starts[has_any].min()), int((starts + counts)[has_any].max())
    texts = write(first, last)
    begins = (starts - first).tolist()
    return [
        ",".join(texts[at : at + count]) if count else "" for at, count in zip(begins, counts.tolist(), strict=True)
    ]


def _box_members(iterations: Records) -> Texts:
    """Return the member `box` of each iteration that has one."""
    if np.isnan(iterations["box_low"]).all():
        return [""] * len(iterations)
    lows, highs = vector_texts(iterations["box_low"]), vector_texts(iterations["box_high"])
    return ["" if "null" in box else f',"box":[{box[0]},{box[1]}]' for box in zip(lows, highs, strict=True)]


def _positions(indices: NDArray[np.int32], parents: NDArray[np.int32], starts: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return where each record stands among its parent's children; -1 where there is none."""
    positions = np.full(len(indices), -1, dtype=np.int64)
    known = indices[indices >= 0]
    positions[indices >= 0] = known - starts[parents[known]]
    return positions


def _write_place(code: int) -> str:
    text = f'"outcome":{"true" if code >> 3 * _PLACE_BITS else "false"}'
    for shift, key in ((2, "attempt"), (1, "pass"), (0, "iteration")):
        place = (code >> shift * _PLACE_BITS & (1 << _PLACE_BITS) - 1) - 1
        text += f',"{key}":{place}' if place >= 0 else ""
    return text
