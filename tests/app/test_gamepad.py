"""A gamepad steers like keys do: sticks beyond their dead zone, a press is one jump."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.gamepad import Gamepad
from app.session import Session
from tests.app.test_driving import DT, shown, start, yard

__all__ = ["yard"]


def make_pad(**values: float) -> SimpleNamespace:
    resting = {"leftx": 0.0, "lefty": 0.0, "rightx": 0.0, "righty": 0.0, "a": False, "b": False, "righttrigger": 0.0}
    return SimpleNamespace(**{**resting, **values})


def run(session: Session, pad: SimpleNamespace, ticks: int) -> None:
    gamepad = Gamepad(lambda: pad)
    for _ in range(ticks):
        gamepad.steer(session, DT)
        session.advance(DT)


def test_a_stick_pushed_halfway_walks_at_half_the_speed(yard: Session) -> None:
    start(yard)
    run(yard, make_pad(lefty=-0.575), 20)
    assert yard.state.driving is not None
    assert yard.state.driving.speed_m_s == pytest.approx(2.0, abs=0.01)
    run(yard, make_pad(lefty=-1.0, righttrigger=1.0), 5)
    assert yard.state.driving.speed_m_s == pytest.approx(8.0, abs=0.01)
    run(yard, make_pad(leftx=0.1), 5)
    assert yard.state.driving.speed_m_s == pytest.approx(0.0, abs=0.01)


def test_a_held_button_jumps_once_and_the_right_stick_looks(yard: Session) -> None:
    start(yard)
    run(yard, make_pad(), 10)
    yaw = yard.state.camera.yaw
    run(yard, make_pad(a=True, rightx=1.0), 90)
    trace = shown(yard).trace
    assert trace.scenario is not None
    assert yard.state.camera.yaw != yaw
    rising = (trace.centers[1:, 1] > trace.centers[:-1, 1] + 0.01).tolist()
    assert [a for a, b in zip([False, *rising], rising, strict=False) if b and not a] == [False], "once"


def test_no_gamepad_changes_nothing(yard: Session) -> None:
    start(yard)
    gamepad = Gamepad(lambda: None)
    gamepad.steer(yard, DT)
    yard.advance(DT)
    assert yard.state.driving is not None
    assert yard.state.driving.speed_m_s == 0.0
