"""The table of cases: which small scene shows what a choice of a rule does."""

from __future__ import annotations

from collections.abc import Callable

Case = Callable[[], None]
CASES: dict[tuple[str, str], Case] = {}
"""By rule and choice."""


def shows(rule: str, choice: str) -> Callable[[Case], Case]:
    """Enter a case into the table; its name says what is to be seen."""

    def enter(case: Case) -> Case:
        assert (rule, choice) not in CASES, f"two cases for {rule}={choice}"
        CASES[rule, choice] = case
        return case

    return enter
