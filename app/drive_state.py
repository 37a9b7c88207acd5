"""What the window shows of driving: how it goes, and what was left unsaved by a program that ended."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Driving:
    """The capsule is being driven."""

    is_ready: bool = False
    """False while what comes before it is still being prepared: time does not count yet."""
    stage: str = ""
    """What it waits for, if that takes long."""
    first: int = 0
    """The first frame that is driven: what was before stays as it was."""
    recorded: int = 0
    """Frames driven since."""
    speed_m_s: float = 0.0
    """Sideways, as achieved in the last frame."""
    is_sprinting: bool = False
    is_grounded: bool = False
    skipped_s: float = 0.0
    """Seconds that were left out because the screen stood still for longer than is made up for."""
    is_captured: bool = True
    """Moving the mouse turns the camera, without a button held."""


@dataclass(frozen=True)
class Recovery:
    """Unsaved driving of a program that has ended."""

    file: Path
    name: str
    """Of the scenario."""
    frames: int
    when: str
    """Day and time at which it was last written, as people write it."""
