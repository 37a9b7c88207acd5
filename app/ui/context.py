"""What every panel is handed: the state to read, a way to send commands, the fonts, and where things were drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from imgui_bundle import ImVec2, imgui

from app.commands import Command
from app.draw.drawlist import Color
from app.draw.palette import THEMES, Theme, parse_hex
from app.state import Document, State

SELECTED_COLORS: dict[str, Color] = {"dark": parse_hex("#FFD75E"), "light": parse_hex("#B35C00")}
"""Of what is selected, as its outline in the scene, by theme."""
Made = TypeVar("Made")
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the screen."""
Area = tuple[float, float, float, float]
"""Left, top, width, height in pixels of the screen."""
PLATE = {"dark": parse_hex("#14161A", 0.78), "light": parse_hex("#FFFFFF", 0.82)}
"""Behind words over the scene, so that they stay legible on whatever lies below."""


@dataclass(frozen=True)
class Fonts:
    """One face for words, one for headings, one for numbers; icons are part of the first. `size_px` at 100 %."""

    text: imgui.ImFont
    heading: imgui.ImFont
    numbers: imgui.ImFont
    size_px: float


@dataclass
class Ui:
    """One frame of the panels."""

    state: State
    fonts: Fonts
    commands: list[Command] = field(default_factory=list)
    items: dict[str, Rect] = field(default_factory=dict)
    """Where named things were drawn, in pixels: left, top, right, bottom. Tests click there."""
    memory: dict[str, tuple[Hashable, object]] = field(default_factory=dict)
    """What `remember` keeps from one frame to the next."""
    texts: dict[str, str] = field(default_factory=dict)
    """What is typed into the fields of the panels and concerns nobody else, such as a filter."""

    def send(self, command: Command) -> None:
        """Ask the session for something; it obeys after this frame."""
        self.commands.append(command)

    def px(self, nominal: float) -> float:
        """Return pixels of the screen for pixels at 100 %."""
        return nominal * self.state.scale

    @property
    def theme(self) -> Theme:
        """Return the colours of the scene."""
        return THEMES[self.state.theme]

    @property
    def selected_color(self) -> Color:
        """Return the colour of what is selected."""
        return SELECTED_COLORS[self.state.theme]

    @property
    def document(self) -> Document | None:
        """Return what is open."""
        return self.state.document

    def remember(self, name: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` made for this key, made again only when the key changes."""
        kept = self.memory.get(name)
        if kept is None or kept[0] != key:
            kept = (key, make())
            self.memory[name] = kept
        return kept[1]  # type: ignore[return-value] # one name keeps one type

    def has_changed(self, name: str, value: Hashable) -> bool:
        """Tell whether a value is another than in the last frame that asked; the first time it is not."""
        kept = self.memory.get(name)
        self.memory[name] = (value, None)
        return kept is not None and kept[0] != value

    def note_item(self, name: str) -> None:
        """Remember where the last item was drawn."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.items[name] = (low.x, low.y, high.x, high.y)


@lru_cache(maxsize=512)
def pack_color(color: Color) -> int:
    """Turn a colour into ImGui's 32 bits."""
    red, green, blue, alpha = (round(min(max(part, 0.0), 1.0) * 255) for part in color)
    return (alpha << 24) | (blue << 16) | (green << 8) | red


def with_alpha(color: Color, alpha: float) -> Color:
    """Return a colour with another opacity."""
    return color[0], color[1], color[2], alpha


def vec2(x: float, y: float) -> ImVec2:
    """Return ImGui's pair of floats."""
    return ImVec2(x, y)


def plate_ui(ui: Ui, low: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw the ground for words over the scene."""
    high = vec2(low[0] + size[0], low[1] + size[1])
    imgui.get_window_draw_list().add_rect_filled(vec2(*low), high, pack_color(PLATE[ui.state.theme]), ui.px(4))
