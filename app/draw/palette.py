"""Every colour of the scene and of the panels that speak about it: red, green, blue, opacity, 0 to 1, as displayed.

Passes carry the colour (the Okabe–Ito set, told apart by all common kinds of colour vision); all else is kept calm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.draw.drawlist import Color
from engine.trace import PassKind


def parse_hex(text: str, alpha: float = 1.0) -> Color:
    """Turn `#RRGGBB` into a colour."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


def fade(color: Color, factor: float) -> Color:
    """Return the colour with its opacity multiplied."""
    return color[0], color[1], color[2], color[3] * factor


def mix(color: Color, other: Color, part: float) -> Color:
    """Return the colour moved towards another: `part` 0 leaves it, 1 gives the other. Opacity is the first one's."""
    red, green, blue = (a + (b - a) * part for a, b in zip(color[:3], other[:3], strict=True))
    return red, green, blue, color[3]


PASS_COLORS: Mapping[PassKind, Color] = MappingProxyType(
    {
        PassKind.UP: parse_hex("#56B4E9"),
        PassKind.SIDE: parse_hex("#E69F00"),
        PassKind.SENSOR: parse_hex("#CC79A7"),
        PassKind.DOWN: parse_hex("#009E73"),
        PassKind.RECOVER: parse_hex("#D55E00"),
        PassKind.BUMP: parse_hex("#E69F00"),
        PassKind.SNAP: parse_hex("#009E73"),
        PassKind.DEPENETRATE: parse_hex("#F0E442"),
        PassKind.PROBE: parse_hex("#0072B2"),
    }
)
"""One colour per pass, the same in lines, lanes, tree, legend and plots, in both themes."""


CLOSEST_ON_CAPSULE, CLOSEST_ON_LEVEL = parse_hex("#4CD964"), parse_hex("#FF4D4D")
"""The two points of the closest pair, as 003 2.4 asks for them: green and red."""


@dataclass(frozen=True)
class Theme:
    """The colours of one look. The pass colours are no part of it: they never change."""

    name: str
    text: Color
    level_static: Color
    level_kinematic: Color
    level_dynamic: Color
    level_obstacle: Color
    level_character: Color
    capsule: Color
    shell: Color
    """The contact offset around the capsule."""
    ghost: Color
    """The capsule at the ends of an iteration."""
    runs: tuple[Color, ...]
    """Other runs beside this one, by slot: hues that no pass has, kept pale."""
    path: Color
    path_near: Color
    """The path around the cursor."""
    attempted: Color
    achieved: Color
    experiment: Color
    """Words and marks of the walk experiment; its lines keep their pass's colour."""
    ground_normal: Color
    contact: Color
    """Loose contacts, of traces that do not tell their passes."""
    selection: Color
    walkable: Color
    """Ground that the slope limit allows; the opacity says how much of it goes into a body's own colour."""
    steep: Color
    """Ground that is too steep, in the same way."""

    def level_color(self, role: str, kind: str) -> Color:
        """Return the colour of a body by its role (level, obstacle, character) and kind (static, kinematic, ...)."""
        by_role = {"obstacle": self.level_obstacle, "character": self.level_character}
        by_kind = {"kinematic": self.level_kinematic, "dynamic": self.level_dynamic}
        return by_role.get(role) or by_kind.get(kind, self.level_static)


DARK = Theme(
    name="dark",
    text=parse_hex("#E4E6EA"),
    level_static=parse_hex("#585B61"),
    level_kinematic=parse_hex("#4F648C"),
    level_dynamic=parse_hex("#6F6550"),
    level_obstacle=parse_hex("#6C5574"),
    level_character=parse_hex("#566B60"),
    capsule=parse_hex("#C9D3E0"),
    shell=parse_hex("#C9D3E0", 0.30),
    ghost=parse_hex("#FFFFFF", 0.35),
    runs=tuple(
        parse_hex(text, 0.85) for text in ("#B9A7F0", "#B5DB6A", "#6FE0DB", "#FF9AA2", "#D2B48C", "#E27BE2", "#8FB0D0")
    ),
    path=parse_hex("#9AA3AF", 0.40),
    path_near=parse_hex("#E4E6EA", 0.90),
    attempted=parse_hex("#FFFFFF", 0.95),
    achieved=parse_hex("#F0E442"),
    experiment=parse_hex("#FFB7A1"),
    ground_normal=parse_hex("#7FDBFF"),
    contact=parse_hex("#E4E6EA"),
    selection=parse_hex("#FFFFFF"),
    walkable=parse_hex("#2F6DB0", 0.42),
    steep=parse_hex("#B87A1E", 0.55),
)
"""Calm and dark: the traces carry the colour."""

LIGHT = Theme(
    name="light",
    text=parse_hex("#1C1F24"),
    level_static=parse_hex("#D3D4D7"),
    level_kinematic=parse_hex("#B9C7E2"),
    level_dynamic=parse_hex("#DDD2B8"),
    level_obstacle=parse_hex("#D8C6DE"),
    level_character=parse_hex("#C5D8CC"),
    capsule=parse_hex("#5B6675"),
    shell=parse_hex("#3A4350", 0.35),
    ghost=parse_hex("#20242B", 0.30),
    runs=tuple(
        parse_hex(text, 0.85) for text in ("#5E49A8", "#5B7F0D", "#0C7F7F", "#B5303C", "#7A5A24", "#9A1F9A", "#33557A")
    ),
    path=parse_hex("#5B6675", 0.45),
    path_near=parse_hex("#1C1F24", 0.90),
    attempted=parse_hex("#1C1F24", 0.95),
    achieved=parse_hex("#8A6D00"),
    experiment=parse_hex("#A83A12"),
    ground_normal=parse_hex("#00618A"),
    contact=parse_hex("#1C1F24"),
    selection=parse_hex("#000000"),
    walkable=parse_hex("#7FB2E8", 0.50),
    steep=parse_hex("#F0A03C", 0.60),
)
"""For print and bright rooms."""

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})
