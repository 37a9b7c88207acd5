"""Every choice of every rule makes its difference, with the figures that the documents or a closed form give."""

from __future__ import annotations

import pytest

from engine.errors import InputError
from engine.rules import PRESETS, SPEC, Rules, encode_rules, make_rules
from engine.settings import knobs_of
from tests.engine.cct import guard_cases, hit_cases, pass_cases, slope_cases, sweep_cases
from tests.engine.cct.cases import CASES

MODULES = (guard_cases, hit_cases, pass_cases, slope_cases, sweep_cases)
CHOICES = [(name, choice) for name, described in knobs_of(Rules) for choice in described.choices]
MISTAKES = {
    "advance": "to_contact",
    "sweep_length": "rest_only",
    "direction": "unnormalized",
    "depth": "local",
    "culling": "by_up",
    "iterations": "at_most_four",
    "contact_height": "ignored",
    "down_iterations": "one",
    "normalized_response": "never",
    "temporal_box": "one_corner",
}


@pytest.mark.parametrize(("rule", "choice"), CHOICES)
def test_each_choice_makes_its_difference(rule: str, choice: str) -> None:
    assert (rule, choice) in CASES, f"no case shows what {rule}={choice} does"
    CASES[rule, choice]()


def test_no_case_is_about_a_rule_that_is_gone() -> None:
    assert set(CASES) <= set(CHOICES)
    assert {case.__module__ for case in CASES.values()} == {module.__name__ for module in MODULES}


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.__name__ for case in CASES.values()]
    assert len(set(names)) == len(names)


def test_physx_takes_the_first_choice_of_every_rule() -> None:
    assert encode_rules(PRESETS["physx"]) == [0] * len(list(knobs_of(Rules)))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_no_preset_makes_a_mistake_that_the_documents_warn_of(preset: str) -> None:
    chosen = PRESETS[preset]
    assert [name for name, mistake in MISTAKES.items() if getattr(chosen, name) == mistake] == []
    assert chosen.sensor not in ("before_up", "off")


def test_a_changed_rule_leaves_the_others_alone() -> None:
    changed = make_rules("spec", sensor="off")
    assert changed.sensor == "off"
    assert encode_rules(changed)[2:] == encode_rules(SPEC)[2:]


def test_rules_that_do_not_exist_are_told() -> None:
    with pytest.raises(InputError, match=r'expected names of rules .* got "sensors"'):
        make_rules("physx", sensors="off")
    with pytest.raises(InputError, match="sensor: expected one of untouched, always"):
        make_rules("physx", sensor="sideways")
    with pytest.raises(InputError, match='rules: expected one of physx, spec, got "unity"'):
        make_rules("unity")
