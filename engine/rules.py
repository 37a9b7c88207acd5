"""Where the documents differ from real PhysX or from each other, and what they warn of: each a rule by name.

Presets: `physx`, what PhysX 5.6.1 does, and `spec`, the documents to the letter. The documents' pitfalls (000 B,
001 15) are choices too, so that the wrong way can be switched on and looked at; no preset chooses them.
The same for `slide`: `repaired`, and `document`, 003 to the letter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.errors import InputError
from engine.settings import KnobSet, knob, knobs_of


def choose(*choices: str, help: str) -> Any:  # noqa: A002 -- as in `knob`
    """Declare a rule; the first choice is what the default preset takes. Kernels see the choice as its index."""
    return knob(choices[0], choices=choices, help=help)


@dataclass(frozen=True)
class Rules(KnobSet):
    """What `cct` does where there is more than one way; every field is one of a few words."""

    experiment_displacement: str = choose(
        "vertical", "horizontal", help="Which part of the move the walk experiment keeps under force-sliding."
    )
    sensor: str = choose(
        "untouched",
        "always",
        "downward",
        "before_up",
        "off",
        help="When and where the sensor looks; before_up is 001 15.3's and off is B.7's mistake.",
    )
    side_rule: str = choose(
        "after_down", "after_side", help="Where a side or sensor hit decides that ground is non-walkable."
    )
    down_takes_back: str = choose("not_in_experiment", "always", help="When the DOWN pass takes the step offset back.")
    lift: str = choose("always", "on_ground", help="Whether a falling character that moves sideways is lifted too.")
    recovery: str = choose("sequential", "sum", help="How an overlapping capsule is pushed out.")
    hit_selection: str = choose("physx", "closest", help="Which of several hits wins.")
    parallel_triangles: str = choose("tested", "skipped", help="Triangles parallel to the move.")
    too_steep: str = choose("upward_only", "any", help="Whether faces that look down count as too steep.")
    down_step: str = choose("user", "clamped", help="The step offset that the DOWN-triangle rule compares with.")
    normalized_response: str = choose(
        "recover", "experiment", "never", help="Where the response keeps its full length; never is 15.6's mistake."
    )
    ceiling: str = choose("side", "both", help="Which passes can forbid vertical sliding against a ceiling.")
    platform: str = choose("split", "whole", help="How the motion of what is underfoot reaches the character.")
    response: str = choose(
        "reflection", "projection", "crease", help="How the rest of the way is bent; crease follows two planes' edge."
    )
    vertical_window: str = choose("off", "on", help="Whether triangles outside a band of heights are passed over.")
    temporal_box: str = choose(
        "grown", "plain", "jump", "one_corner", help="What geometry is asked for; one_corner is 15.7's mistake."
    )
    zero_normal: str = choose(
        "kept", "up", help="A hit normal that flattening left without length; up is the guard of 001 14.2."
    )
    zero_direction: str = choose(
        "exact", "epsilon", help="Which passes do not run; epsilon is the guard of 001 14.1: shorter than 1e-6 m."
    )
    large_moves: str = choose("kept", "clamped", help="What happens to a frame that went farther than it was asked to.")
    stuck: str = choose("reported", "pushed_out", help="What happens to a character that does not get away.")
    advance: str = choose("before_contact", "to_contact", help="Where an iteration stops; to_contact is B.1's mistake.")
    sweep_length: str = choose(
        "with_offset", "rest_only", help="How far a sweep looks; rest_only is B.2's and 15.1's mistake."
    )
    direction: str = choose("unit", "unnormalized", help="What is swept along; unnormalized is B.3's mistake.")
    depth: str = choose("world", "local", help="The space of penetration depths; local is B.4's mistake.")
    culling: str = choose("by_move", "by_up", help="Which faces are passed over; by_up is B.5's mistake.")
    iterations: str = choose("as_set", "at_most_four", help="at_most_four is B.6's and 15.2's mistake.")
    contact_height: str = choose(
        "with_angle", "alone", "ignored", help="Its part in the side rule; ignored is B.8's and 15.4's mistake."
    )
    down_iterations: str = choose("by_mode", "one", help="Of the DOWN pass; one is B.9's and 15.5's mistake.")


SPEC = Rules(
    experiment_displacement="horizontal",
    sensor="always",
    side_rule="after_side",
    down_takes_back="always",
    lift="on_ground",
    recovery="sum",
    hit_selection="closest",
    parallel_triangles="skipped",
    too_steep="any",
    down_step="clamped",
    normalized_response="experiment",
    ceiling="both",
    platform="whole",
    response="projection",
    vertical_window="on",
    temporal_box="jump",
    zero_normal="up",
    zero_direction="epsilon",
    large_moves="clamped",
    stuck="pushed_out",
)
"""The documents to the letter."""

PRESETS: dict[str, Rules] = {"physx": Rules(), "spec": SPEC}
"""The presets of `cct`, the default first."""


@dataclass(frozen=True)
class SlideRules(KnobSet):
    """What `slide` does where document 003 to the letter does not do what it means."""

    rest_of_frame: str = choose(
        "left", "of_last_bump", help="Time after a bump: what is left, or all but the last bump's share (003 4.3)."
    )
    skin: str = choose("kept", "shortens", help="The gap along the normal, or only a shorter move (003 1.4, 4.3).")
    ground_probe: str = choose(
        "from_bottom", "from_probe", help="Where the probe's length is measured from (003 5.2, 5.3)."
    )
    sweep: str = choose(
        "exact", "two_points", help="Against boxes: exact, or the axis's ends against grown boxes (3.4)."
    )
    closest_points: str = choose("exact", "four_rounds", help="Of the axis and a box: exact, or by projections (2.4).")
    steep_ground: str = choose(
        "blocks",
        "climbed",
        help="Whether walking into ground that is too steep lifts the character (003 8, wall climb).",
    )
    clipping: str = choose(
        "planes_first",
        "creases_at_once",
        help="Whether every plane alone is tried before a crease (as in Quake), or creases at once (003 4.4).",
    )
    standing: str = choose(
        "holds",
        "slides",
        help="Whether walkable ground holds who is pulled down, or he slides down any slope (003 has no friction).",
    )
    pushing_out: str = choose(
        "movers_too",
        "at_triggers",
        help="Whether bodies that move push the character, or only spawn, teleport and being stuck do (003 6.1).",
    )
    small_moves: str = choose(
        "made",
        "dropped",
        help="A frame's move that is shorter than the stop epsilon: slow, or at many frames a second.",
    )


DOCUMENT = SlideRules(
    rest_of_frame="of_last_bump",
    skin="shortens",
    ground_probe="from_probe",
    sweep="two_points",
    closest_points="four_rounds",
    steep_ground="climbed",
    clipping="creases_at_once",
    standing="slides",
    pushing_out="at_triggers",
    small_moves="dropped",
)
"""Document 003 to the letter."""

SLIDE_PRESETS: dict[str, SlideRules] = {"repaired": SlideRules(), "document": DOCUMENT}
"""The presets of `slide`, the default first."""


AnyRules = TypeVar("AnyRules", Rules, SlideRules)


def make_rules(preset: str, **changed: str) -> Rules:
    """Return a preset of `cct` with some rules changed. Raises InputError."""
    return _change(PRESETS, preset, changed)


def make_slide_rules(preset: str, **changed: str) -> SlideRules:
    """Return a preset of `slide` with some rules changed. Raises InputError."""
    return _change(SLIDE_PRESETS, preset, changed)


def _change(presets: dict[str, AnyRules], preset: str, changed: dict[str, str]) -> AnyRules:
    if preset not in presets:
        raise InputError(f'rules: expected one of {", ".join(presets)}, got "{preset}"')
    names = {name for name, _ in knobs_of(presets[preset])}
    for name in changed:
        if name not in names:
            raise InputError(f'rules: expected names of rules such as {", ".join(sorted(names)[:3])}, got "{name}"')
    return replace(presets[preset], **changed)


def encode_rules(rules: Rules | SlideRules) -> list[int]:
    """Return the index of each choice, in the order of the fields: what kernels read."""
    return [described.choices.index(getattr(rules, name)) for name, described in knobs_of(rules)]
