"""Why a pass ended, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.explain.words import Words
from engine.trace import Exit

_EXITS: Mapping[Exit, Words] = MappingProxyType(
    {
        Exit.UNKNOWN: Words("not recorded", "The trace does not tell why the pass ended."),
        Exit.ZERO: Words("nothing to do", "The pass had no way to go, so nothing was swept."),
        Exit.NO_HIT: Words(
            "way free",
            "The last sweep met nothing on what was left of the way plus the contact offset, so the capsule went all "
            "of it.",
        ),
        Exit.MIN_DISTANCE: Words(
            "rest too short",
            "What was left of the way, turned along the surface that was hit, was not longer than the minimum move "
            "distance, so it was dropped.",
        ),
        Exit.REVERSED: Words(
            "turned back",
            "Along the surface that was hit, the way would have pointed against the direction the pass began with, "
            "so the pass stopped.",
        ),
        Exit.MAX_ITERATIONS: Words(
            "iterations used up",
            "Every iteration that the pass is allowed hit something; the rest of the way was dropped.",
        ),
        Exit.OVERLAP_RECOVERED: Words(
            "pushed out",
            "A sweep began with the capsule touching or overlapping a body. Grown by the contact offset, the capsule "
            "was pushed out of it, and that ended the pass.",
        ),
    }
)


_SLIDE_EXITS: Mapping[Exit, Words] = MappingProxyType(
    {
        Exit.NO_HIT: Words(
            "way free", "The last sweep met nothing on what was left of the way, so the capsule went all of it."
        ),
        Exit.MIN_DISTANCE: Words(
            "rest too short",
            "What was left of the way, clipped against what was hit, was shorter than the stop epsilon, so it was "
            "dropped.",
        ),
        Exit.MAX_ITERATIONS: Words(
            "bumps used up", "Every bump that a frame is allowed hit something; the rest of the way was dropped."
        ),
    }
)
"""Of BUMP, the pass of `slide` that moves, where it differs."""


def explain_exit(exit_: Exit, *, is_slide: bool = False) -> Words:
    """Say why a pass ended, in the terms of the controller that ran it."""
    return (is_slide and _SLIDE_EXITS.get(exit_)) or _EXITS[exit_]
