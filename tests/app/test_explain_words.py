"""Figures are written with the digits that matter, and moves in plain words."""

from __future__ import annotations

import math

import numpy as np

from app.explain.words import (
    NOT_RECORDED,
    describe_move,
    format_change,
    format_comparison,
    format_exact,
    format_length,
    format_pair,
    format_vector,
    join_clauses,
)


def test_lengths_show_the_digits_that_matter() -> None:
    texts = [format_length(x) for x in (0.5, 0.0666667, 7.09339809, 0.0003, 3e-8, 123.456, -0.1635, math.nan)]
    assert texts == ["0.50 m", "0.0667 m", "7.093 m", "0.0003 m", "0.00 m", "123.5 m", "-0.1635 m", NOT_RECORDED]
    assert [format_change(x) for x in (0.5, -0.5, 1e-9)] == ["+0.50", "-0.50", "0.00"]


def test_lengths_that_add_up_do_so_as_they_are_written() -> None:
    assert [format_length(x) for x in (0.5, 0.1635, 0.6635)] == ["0.50 m", "0.1635 m", "0.6635 m"]
    assert format_length(0.0005) == "0.0005 m"


def test_sentences_have_one_threshold_of_motion_and_settings_none() -> None:
    assert [format_length(x) for x in (0.0000212, 0.00012)] == ["0.00 m", "0.0001 m"]
    assert format_exact(0.0000212) == "0.0000212 m"


def test_two_figures_that_are_compared_can_be_told_apart() -> None:
    assert format_pair(0.5, 0.6) == ("0.50", "0.60")
    assert format_pair(0.70695, 0.707) == ("0.7069", "0.707")
    assert format_comparison(0.500000054, 0.5) == "0.5000001 > 0.50"
    assert format_comparison(0.5, 0.5) == "0.50 = 0.50"
    assert format_comparison(math.nan, 0.5) == NOT_RECORDED


def test_moves_are_told_by_direction() -> None:
    up = (0.0, 0.0, 1.0)
    assert describe_move((0.3, 0.4, -1.0), up) == "0.50 m sideways and 1.00 m down"
    assert describe_move((0.0, 0.0, 0.25), up) == "0.25 m up"
    assert describe_move((0.0, 0.0, 0.0), up) == "nothing"
    assert describe_move((0.0, 0.0, -0.0000212), up) == "nothing"
    assert describe_move((0.0, 0.0, -0.0000212), up, 1e-5) == "0.0000212 m down"
    assert describe_move((math.nan, 0.0, 0.0), up) == NOT_RECORDED
    assert format_vector((np.nan, 0.0, 0.0)) == NOT_RECORDED
    assert [join_clauses(x) for x in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]
