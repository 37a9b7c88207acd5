"""What the Parameters panel shows, before it is drawn: every knob with its values and the range that a drag covers.

No ImGui here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from app import commands as ask
from engine.scenario import Controller
from engine.settings import Knob, knobs_of

if TYPE_CHECKING:
    from app.knobs import Value
    from engine.scenario import Scenario

CAPSULE, RULE = "capsule.", "rules."
"""How the keys of what is no setting begin, as `--set` has them."""
AS_THE_RULES_SAY = "as the rules say"
OTHER_GROUP = "Other"
"""For knobs that no group names: a new one is shown at once."""
RULE_GROUPS = ("Rules", "Mistakes to look at")
GROUPS: Mapping[Controller, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        Controller.CCT: {
            "Steps and slopes": ("step_offset", "slope_limit", "climbing", "non_walkable"),
            "Gaps": ("contact_offset", "min_move_distance"),
            "Iterations": (
                "max_iterations",
                *(f"max_iterations_{name}" for name in ("up", "side", "sensor", "down", "recover")),
            ),
            "Ground": ("ground_probe_distance", "ground_snap_distance", "window_step_down"),
            "Bodies": ("overlap_recovery", "ride_platforms", "prevent_vertical_sliding_against_ceiling", "mask"),
            "Cached box": ("volume_growth", "max_jump_height"),
        },
        Controller.SLIDE: {
            "Steps and slopes": ("step_height", "slope_limit"),
            "Gaps": ("skin", "stop_epsilon"),
            "Slides": ("max_bumps", "max_clip_planes", "overclip"),
            "Ground": ("ground_grace_time", "ground_probe_margin", "probe_radius_factor"),
            "Pushing out": (
                *("max_depenetration_iterations", "min_depenetration_depth", "max_depenetration_push"),
                "stuck_frames",
            ),
            "Bodies": ("mask",),
        },
    }
)
"""Under which heading each setting stands, in this order."""
MISTAKES = (
    *("advance", "sweep_length", "direction", "depth", "culling", "iterations"),
    *("contact_height", "down_iterations"),
)
"""Rules that only switch a known mistake on: they stand apart."""


@dataclass(frozen=True)
class Span:
    """What a drag across the whole width covers. A typed value may lie outside, as far as the knob allows."""

    low: float
    high: float
    is_log: bool = False
    """Equal ways are equal factors: for gaps, of which a tenth matters as much as ten times."""

    def fraction(self, value: float) -> float:
        """Return where a value lies, from 0 to 1."""
        if self.is_log:
            inside = max(value, self.low)
            part = math.log(inside / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return min(max(part, 0.0), 1.0)

    def round(self, value: float, *, finely: bool = False) -> float:
        """Return the number that a hand means: as many digits as a pixel can tell apart, two more if finely."""
        more = 2 if finely else 0
        if self.is_log:
            return float(f"{value:.{3 + more}g}")
        return round(value, max(3 - max(math.floor(math.log10(self.high)), 0), 0) + more)


_UNIT_SPANS = {"m": Span(0.0, 2.0), "s": Span(0.0, 1.0), "frames": Span(1, 120), "cosine": Span(0.0, 1.0)}
_SPANS = {
    "step_offset": Span(0.0, 1.0),
    "step_height": Span(0.0, 1.0),
    "contact_offset": Span(1e-4, 1.0, is_log=True),
    "skin": Span(1e-4, 1.0, is_log=True),
    "min_move_distance": Span(1e-6, 0.1, is_log=True),
    "stop_epsilon": Span(1e-6, 0.1, is_log=True),
    "min_depenetration_depth": Span(1e-6, 0.1, is_log=True),
    "ground_probe_margin": Span(1e-4, 1.0, is_log=True),
    "volume_growth": Span(1.0, 4.0),
    "overclip": Span(1.0, 1.2),
    "probe_radius_factor": Span(0.01, 1.0),
    "max_jump_height": Span(0.0, 5.0),
    "max_clip_planes": Span(1, 16),
    "max_depenetration_iterations": Span(0, 16),
    "capsule.radius": Span(0.05, 1.0),
    "capsule.height": Span(0.0, 3.0),
}
_COUNT_SPAN = Span(1, 20)
_CAPSULE_KNOBS = {
    "capsule.radius": Knob(None, "m", 1e-3, 100.0, (), float, "Radius of the capsule. Its feet stay where they are."),
    "capsule.height": Knob(
        None, "m", 0.0, 100.0, (), float, "Between the centres of its two spheres. Its feet stay where they are."
    ),
}


@dataclass(frozen=True)
class Dial:
    """One knob as it stands now."""

    key: str
    """As `--set` has it: `step_offset`, `rules.sensor`, `capsule.radius`."""
    knob: Knob
    value: Value
    default: Value
    """Of a rule: what its preset has. Of the capsule: what the file has."""
    filed: Value
    """What the file has; the same as the value where the file is of the other controller."""

    @property
    def words(self) -> str:
        """Its name in words."""
        name = self.key.removeprefix(RULE).removeprefix(CAPSULE)
        passes = name.removeprefix("max_iterations_")
        return f"of {passes.upper()}" if passes != name else name.replace("_", " ")

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the default."""
        return self.value != self.default

    @property
    def is_edited(self) -> bool:
        """Whether it differs from the file."""
        return self.value != self.filed

    @property
    def can_be_none(self) -> bool:
        """Whether the rules may decide instead."""
        return self.knob.default is None and not self.key.startswith(CAPSULE)

    @property
    def span(self) -> Span:
        """What a drag covers; it reaches as far as the present value."""
        fallback = _COUNT_SPAN if self.knob.kind is int and not self.knob.unit else _UNIT_SPANS.get(self.knob.unit)
        span = _SPANS.get(self.key) or fallback or Span(0.0, 1.0)
        if isinstance(self.value, int | float) and self.value > span.high:
            return Span(span.low, float(self.value), span.is_log)
        return span

    def matches(self, wanted: Iterable[str]) -> bool:
        """Tell whether all words of a search are found in its name, its help or its choices."""
        text = f"{self.key} {self.words} {self.knob.help} {' '.join(self.knob.choices)}".lower()
        return all(word in text for word in wanted)

    def write(self, value: Value) -> str:
        """Write a value with its unit, exactly."""
        if value is None:
            return AS_THE_RULES_SAY
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, str):
            return value.replace("_", " ")
        if self.key == "mask":
            return f"0x{value:08X}"
        unit = f" {self.knob.unit}" if self.knob.unit not in ("", "cosine") else ""
        return f"{value:.9g}{unit}"

    def describe(self) -> str:
        """Return the tooltip: what it does, what it may be, its default and what the file has."""
        allowed = "" if self.key.startswith(CAPSULE) else f"\n{_capitalize(self.knob.describe_allowed())}."
        source = "The preset has" if self.key.startswith(RULE) else "Default"
        default = "" if self.key.startswith(CAPSULE) else f"\n{source}: {self.write(self.default)}."
        filed = f"\nThe file has: {self.write(self.filed)}." if self.is_edited else ""
        return f"{self.key}\n{self.knob.help}{allowed}{default}{filed}"

    def command(self, value: Value, gesture: str = "", frame: int = 0) -> ask.Command:
        """Return the command that gives it another value."""
        name = self.key.partition(".")[2]
        if self.key.startswith(RULE):
            return ask.SetRule(name, str(value), frame)
        if self.key.startswith(CAPSULE) and isinstance(value, int | float):
            size = float(value)
            return ask.SetCapsule(
                radius=size if name == "radius" else None, height=size if name == "height" else None, gesture=gesture
            )
        return ask.SetSetting(name or self.key, value, gesture, frame)


def _capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


def list_dials(scenario: Scenario, filed: Scenario) -> dict[str, tuple[Dial, ...]]:
    """Return every knob of a scenario by its group, in the order of the panel; `filed` is what its file has."""
    first, *others = _group_settings(scenario, filed).items()
    capsule = tuple(_make_capsule_dial(scenario, filed, key) for key in _CAPSULE_KNOBS)
    groups = dict((first, ("Capsule", capsule), *others))
    rules = _make_rule_dials(scenario, filed)
    groups[RULE_GROUPS[0]] = tuple(dial for dial in rules if not _is_mistake(dial))
    groups[RULE_GROUPS[1]] = tuple(dial for dial in rules if _is_mistake(dial))
    return {name: dials for name, dials in groups.items() if dials}


def _is_mistake(dial: Dial) -> bool:
    return dial.key.removeprefix(RULE) in MISTAKES


def _make_capsule_dial(scenario: Scenario, filed: Scenario, key: str) -> Dial:
    name = key.removeprefix(CAPSULE)
    own = getattr(filed.capsule, name)
    return Dial(key, _CAPSULE_KNOBS[key], getattr(scenario.capsule, name), own, own)


def _group_settings(scenario: Scenario, filed: Scenario) -> dict[str, tuple[Dial, ...]]:
    known = filed.controller is scenario.controller
    dials = {}
    for name, knob in knobs_of(scenario.settings):
        value = getattr(scenario.settings, name)
        dials[name] = Dial(name, knob, value, knob.default, getattr(filed.settings, name) if known else value)
    groups = {
        title: tuple(dials.pop(name) for name in names if name in dials)
        for title, names in GROUPS[scenario.controller].items()
    }
    return {**groups, OTHER_GROUP: tuple(dials.values())}


def _make_rule_dials(scenario: Scenario, filed: Scenario) -> list[Dial]:
    # Each is made anew when it is asked for: once is enough for all rules.
    rules, preset = scenario.rule_set, replace(scenario, rule_changes=()).rule_set
    other = filed.rule_set if filed.controller is scenario.controller else rules
    return [
        Dial(f"{RULE}{name}", knob, getattr(rules, name), getattr(preset, name), getattr(other, name))
        for name, knob in knobs_of(rules)
    ]


def to_degrees(cosine: float) -> float:
    """Return the slope of a limit; no limit is upright."""
    return math.degrees(math.acos(min(max(cosine, 0.0), 1.0)))


def to_cosine(degrees: float) -> float:
    """Return the limit of a slope in degrees; upright is none."""
    return 0.0 if degrees >= 90.0 else math.cos(math.radians(max(degrees, 0.0)))


def read_number(text: str, knob: Knob) -> Value:
    """Return what was typed: a number, perhaps with its unit or 0x; other text as it is, for the knob to refuse."""
    plain = text.strip().replace(",", ".").removesuffix(knob.unit or "\0").removesuffix("°").strip()
    try:
        if plain.lower().startswith("0x"):
            return int(plain, 16)
        number = float(plain)
    except ValueError:
        return text.strip()
    if knob.kind is int and number.is_integer():
        return int(number)
    return number
