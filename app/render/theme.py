"""The parts of the look that no item of the scene carries: background, light, edges, grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.draw.drawlist import Color

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class RenderTheme:
    """Colours are as displayed, 0 to 1; lights are factors in linear space."""

    name: str
    background_top: Rgb
    background_bottom: Rgb
    sky_light: Rgb
    """What a face receives that looks up."""
    bounce_light: Rgb
    """What a face receives that looks down."""
    key_strength: float
    """What a face receives in addition that looks into the key light."""
    edge: Color
    """Creases and borders; the opacity is their strength."""
    wireframe: Color
    """Edges of meshes that show no faces, with a part of the mesh's own colour."""
    grid: Color
    axis_x: Color
    axis_y: Color
    axis_z: Color
    highlight: Color
    """The outline of the picked triangle; its face gets a part of it."""


def _rgb(text: str) -> Rgb:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


DARK = RenderTheme(
    name="dark",
    background_top=_rgb("#1b1e23"),
    background_bottom=_rgb("#24282f"),
    sky_light=(0.60, 0.63, 0.68),
    bounce_light=(0.16, 0.15, 0.145),
    key_strength=0.62,
    edge=(*_rgb("#15171b"), 0.62),
    wireframe=(*_rgb("#c9ced6"), 0.80),
    grid=(*_rgb("#aab2bf"), 0.34),
    axis_x=(*_rgb("#d0636a"), 0.85),
    axis_y=(*_rgb("#7fae62"), 0.85),
    axis_z=(*_rgb("#5f8fd6"), 0.85),
    highlight=(*_rgb("#ffd75e"), 1.0),
)
"""Calm and dark: the traces carry the colour."""

LIGHT = RenderTheme(
    name="light",
    background_top=_rgb("#ffffff"),
    background_bottom=_rgb("#f1f2f4"),
    sky_light=(0.86, 0.87, 0.89),
    bounce_light=(0.42, 0.41, 0.40),
    key_strength=0.26,
    edge=(*_rgb("#3c4149"), 0.70),
    wireframe=(*_rgb("#3c4149"), 0.75),
    grid=(*_rgb("#4d545f"), 0.30),
    axis_x=(*_rgb("#b8323c"), 0.80),
    axis_y=(*_rgb("#4d7f31"), 0.80),
    axis_z=(*_rgb("#2f63b5"), 0.80),
    highlight=(*_rgb("#b35c00"), 1.0),
)
"""For print and bright rooms."""

THEMES: Mapping[str, RenderTheme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})
"""By the names that the palette of the scene has."""
