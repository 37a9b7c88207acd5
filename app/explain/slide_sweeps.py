"""The sweeps and pushes of `slide` in words: with its skin around the capsule, by a smaller sphere, or none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.explain.bodies import name_surface
from app.explain.slide_passes import list_pass_decisions
from app.explain.words import NOTICED, format_exact, format_length, format_vector, join_clauses
from app.measure import contact_offset
from engine.decisions import Gate
from engine.rules import SlideRules
from engine.settings import SlideSettings
from engine.trace import PassKind

if TYPE_CHECKING:
    from app.measure import Sweep
    from engine.trace import Trace


def is_slide(trace: Trace) -> bool:
    """Tell whether a trace is one of `slide`."""
    return trace.scenario is not None and isinstance(trace.scenario.settings, SlideSettings)


def keeps_skin(trace: Trace) -> bool:
    """Tell whether the skin is swept around the capsule; else it only shortens the way."""
    rules = None if trace.scenario is None else trace.scenario.rule_set
    return isinstance(rules, SlideRules) and rules.skin == "kept"


def tell_slide_sweep(trace: Trace, sweep: Sweep) -> tuple[str, ...]:
    """Say what an iteration of `slide` did, up to what it left of the way."""
    parent = int(trace.iterations[sweep.index]["pass_index"])
    kind = PassKind(int(trace.passes[parent]["kind"]))
    is_first = sweep.index == trace.iterations_of(parent).start
    if kind == PassKind.DEPENETRATE:
        return (_tell_round(trace, sweep, parent),)
    if kind == PassKind.PROBE or (kind == PassKind.SNAP and is_first):
        return _tell_probe(trace, sweep, parent)
    skin = format_exact(contact_offset(trace))
    swept = f"Swept {format_exact(sweep.length)}" + (f" with the skin of {skin} around it" if keeps_skin(trace) else "")
    if not sweep.hit:
        return (f"{swept}: nothing in the way, so the capsule went its {format_exact(sweep.length)}.",)
    surface = name_surface(trace, sweep.body, sweep.triangle)
    return f"{swept} and hit {surface} after {format_exact(sweep.distance)}.", _tell_advance(trace, sweep, skin)


def _tell_advance(trace: Trace, sweep: Sweep, skin: str) -> str:
    if keeps_skin(trace):
        if sweep.advanced < NOTICED:
            return "The skin touches it already, so the capsule stayed where it was."
        return f"The capsule went {format_length(sweep.advanced)}, up to the hit: its skin keeps the gap."
    if sweep.advanced < NOTICED:
        return f"That is within the skin of {skin}, so the capsule stayed where it was."
    return f"The capsule went {format_length(sweep.advanced)}: the distance to the hit less the skin of {skin}."


def _tell_probe(trace: Trace, sweep: Sweep, parent: int) -> tuple[str, ...]:
    """Say what the smaller sphere met, and which gap of the capsule that means."""
    assert trace.scenario is not None
    settings, capsule = trace.scenario.settings, trace.scenario.capsule
    assert isinstance(settings, SlideSettings)
    radius = format_exact(settings.probe_radius_factor * capsule.radius)
    swept = f"A sphere of radius {radius} looked {format_exact(sweep.length)} down from the capsule's lower end"
    if not sweep.hit:
        return (f"{swept}: nothing there.",)
    met = f"{swept} and met {name_surface(trace, sweep.body, sweep.triangle)} after {format_exact(sweep.distance)}."
    asked = list_pass_decisions(trace, parent, Gate.PROBE)
    if not asked:
        return (met,)
    gap, reach = format_exact(float(asked[-1]["value"])), format_exact(float(asked[-1]["threshold"]))
    within = "within" if asked[-1]["outcome"] else "beyond"
    return met, f"Below the capsule that is a gap of {gap}, {within} its reach of {reach}."


def _tell_round(trace: Trace, sweep: Sweep, parent: int) -> str:
    """Say what pushed in a round, and by how much in all."""
    asked = list_pass_decisions(trace, parent, Gate.DEPENETRATION_DEPTH)
    pushing = [each for each in asked if each["iteration"] == sweep.index and each["outcome"]]
    if sweep.length == 0.0:
        return "Nothing was overlapped, with the skin around the capsule, so nothing pushed."
    bodies = join_clauses([trace.body_name(int(each["body"])) for each in pushing]) or trace.body_name(sweep.body)
    return f"Pushed {format_exact(sweep.length)} along {format_vector(sweep.direction)}, out of {bodies}."
