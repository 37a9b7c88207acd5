"""Labels over the scene: each near where it belongs, none over another, none outside the picture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.context import Area
from app.ui.labels import place_label

AREA: Area = (100.0, 50.0, 400.0, 300.0)

AREAS = st.tuples(
    st.floats(0, 600, width=16), st.floats(0, 400, width=16), st.floats(10, 150, width=16), st.floats(5, 60, width=16)
)


def overlap(one: Area, other: Area) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def is_inside(area: Area) -> bool:
    return (
        area[0] >= AREA[0]
        and area[1] >= AREA[1]
        and area[0] + area[2] <= AREA[0] + AREA[2]
        and area[1] + area[3] <= AREA[1] + AREA[3]
    )


@given(wanted=AREAS, taken=st.lists(AREAS, max_size=12))
def test_a_label_lies_inside_the_picture_and_covers_no_other(wanted: Area, taken: list[Area]) -> None:
    found = place_label(wanted, taken, AREA)
    if found is not None:
        assert is_inside(found)
        assert not any(overlap(found, other) for other in taken)
        assert found[2:] == wanted[2:]


def test_a_label_with_room_stays_where_it_belongs() -> None:
    assert place_label((200, 100, 80, 20), [(300, 100, 50, 20)], AREA) == (200, 100, 80, 20)


def test_a_label_over_another_goes_to_the_nearer_side() -> None:
    other: Area = (180, 100, 100, 40)
    assert place_label((200, 130, 80, 20), [other], AREA) == (200, 141, 80, 20)
    assert place_label((200, 90, 80, 20), [other], AREA) == (200, 79, 80, 20)


def test_a_label_over_the_legend_goes_up_where_below_is_no_room() -> None:
    legend: Area = (110, 200, 150, 145)
    assert place_label((150, 300, 80, 20), [legend], AREA) == (150, 179, 80, 20)


def test_a_label_goes_sideways_where_neither_above_nor_below_is_room() -> None:
    column: Area = (110, 50, 150, 300)
    assert place_label((150, 200, 80, 20), [column], AREA) == (261, 200, 80, 20)


def test_a_label_outside_is_brought_to_the_edge() -> None:
    assert place_label((0, 0, 80, 20), [], AREA) == (100, 50, 80, 20)
    assert place_label((900, 900, 80, 20), [], AREA) == (420, 330, 80, 20)


@pytest.mark.parametrize(
    "taken", [[(100.0, 50.0, 400.0, 300.0)], [(100.0, 60.0 + 40 * i, 400.0, 30.0) for i in range(8)]]
)
def test_a_label_without_any_room_is_left_out(taken: list[Area]) -> None:
    assert place_label((200, 100, 80, 20), taken, AREA) is None
